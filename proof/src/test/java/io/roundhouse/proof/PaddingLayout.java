package io.roundhouse.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.info.FieldLayout;
import org.openjdk.jol.vm.VM;

/**
 * Fields that one thread writes and others read are at least 128 bytes from both ends of their
 * object, so that no neighbour in memory shares their cache lines, whatever its object is. Measured
 * in JVMs of their own, with and without compact object headers.
 */
final class PaddingLayout {
    private static final int LEAST = 128;
    private static final String HOT_OF_A_CURSOR =
            "position latestEven latestOdd latestFrom settled limit farthest index end";

    /** The broken twin: as a {@code Sequence}, but without padding. */
    static final class Unpadded {
        long position;
    }

    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseCompactObjectHeaders", "-XX:-UseCompactObjectHeaders"})
    void hotFieldsAreAloneOnTheirLines(String headers) throws Exception {
        List<String> fields = new ArrayList<>();
        alone(fields, "memory.Sequence", "position");
        alone(fields, "memory.Claims", "position");
        alone(fields, "waiting.internal.Bell", "attention");
        alone(fields, "channel.Door", "held sender receiver comers sent received");
        alone(fields, "railway.Clearing", "locked");
        alone(fields, "railway.Clearing", "slowest");
        for (String end : List.of("LongLoader", "LongUnloader", "Loader", "Unloader")) {
            alone(fields, "railway." + end, HOT_OF_A_CURSOR);
        }
        for (String end : List.of("CallLane", "CallLanes")) {
            alone(fields, "actor.internal." + end, HOT_OF_A_CURSOR);
        }
        alone(fields, "pipeline.FirstLane", HOT_OF_A_CURSOR);
        for (String queue : List.of("Spsc", "Mpsc", "Spmc", "Mpmc", "Growing", "LongRing")) {
            alone(fields, "queue." + queue + "Queue", "tail tailLimit putSlots putIndex putEnd");
            alone(fields, "queue." + queue + "Queue", "head headLimit takeIndex");
            alone(fields, "queue." + queue + "Queue", "elements room capacity mask slots watched");
        }
        alone(fields, "queue.GrowingQueue", "first");
        alone(fields, "queue.GrowingQueue", "last");
        alone(fields, "queue.Middle", "moves shifts");
        measuredIn(headers, 0, fields);
    }

    private static void alone(List<String> all, String type, String fields) {
        all.add("io.roundhouse." + type);
        all.add(fields);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseCompactObjectHeaders", "-XX:-UseCompactObjectHeaders"})
    void aFieldWithoutPaddingIsCaught(String headers) throws Exception {
        measuredIn(headers, 1, List.of(Unpadded.class.getName(), "position"));
    }

    /** Where references are compressed, as they are in all but very large heaps. */
    @ParameterizedTest
    @ValueSource(strings = {"railway.Lane", "memory.Slots"})
    void edgesOfArraysAreAsWide(String type) throws Exception {
        Field edge = Class.forName("io.roundhouse." + type).getDeclaredField("EDGE");
        edge.setAccessible(true);

        assertThat(edge.getInt(null) * VM.current().arrayIndexScale("java.lang.Object"))
                .isGreaterThanOrEqualTo(LEAST);
    }

    /** All in one JVM: classes, each followed by its hot fields. */
    private static void measuredIn(String headers, int exit, List<String> fields) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(headers, "-Djdk.attach.allowAttachSelf"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.add(PaddingLayout.class.getName());
        command.addAll(fields);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isEqualTo(exit);
        for (int i = 0; i < fields.size(); i += 2) {
            assertThat(output).as("measured, not crashed").contains("of " + fields.get(i));
        }
    }

    /**
     * Arguments: classes, each followed by its hot fields. Exit code 1 if one of them is too near
     * to an end, 2 if there is none of that name.
     */
    public static void main(String[] args) throws Exception {
        for (int i = 0; i < args.length; i += 2) {
            int verdict = measured(args[i], List.of(args[i + 1].split(" ")));
            if (verdict != 0) {
                System.exit(verdict);
            }
        }
    }

    private static int measured(String name, List<String> hot) throws Exception {
        Class<?> type = Class.forName(name, false, PaddingLayout.class.getClassLoader());
        ClassLayout layout = ClassLayout.parseClass(type);
        System.out.println("layout of " + name + "\n" + layout.toPrintable());
        int found = 0;
        boolean near = false;
        for (FieldLayout field : layout.fields()) {
            if (hot.contains(field.name())) {
                found++;
                long after = layout.instanceSize() - field.offset() - field.size();
                near |= field.offset() - layout.headerSize() < LEAST || after < LEAST;
                near |= nearToOthers(field, layout, hot);
            }
        }
        return found != hot.size() ? 2 : near ? 1 : 0;
    }

    /** Fields of a class that is padded between, like a handle's own, count as another owner's. */
    private static boolean nearToOthers(FieldLayout field, ClassLayout layout, List<String> hot) {
        for (FieldLayout other : layout.fields()) {
            boolean padding = other.typeClass().equals("byte");
            if (!padding && !hot.contains(other.name())) {
                long distance =
                        other.offset() > field.offset()
                                ? other.offset() - field.offset() - field.size()
                                : field.offset() - other.offset() - other.size();
                if (distance < LEAST) {
                    return true;
                }
            }
        }
        return false;
    }
}
