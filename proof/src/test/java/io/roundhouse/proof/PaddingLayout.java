package io.roundhouse.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.info.FieldLayout;

/**
 * Fields that one thread writes and others read are at least 128 bytes from both ends of their
 * object, so that no neighbour in memory shares their cache lines, whatever its object is. Measured
 * in JVMs of their own, with and without compact object headers.
 */
final class PaddingLayout {
    private static final int LEAST = 128;

    /** The broken twin: as a {@code Sequence}, but without padding. */
    static final class Unpadded {
        long position;
    }

    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseCompactObjectHeaders", "-XX:-UseCompactObjectHeaders"})
    void hotFieldsAreAloneOnTheirLines(String headers) throws Exception {
        measuredIn(headers, "io.roundhouse.memory.Sequence", "position", 0);
        measuredIn(headers, "io.roundhouse.railway.internal.Bell", "attention", 0);
        measuredIn(headers, "io.roundhouse.railway.Clearing", "locked", 0);
        measuredIn(headers, "io.roundhouse.railway.Clearing", "slowest", 0);
        for (String queue : List.of("Spsc", "Mpsc", "Spmc", "Mpmc", "Growing", "LongRing")) {
            String type = "io.roundhouse.queue." + queue + "Queue";
            measuredIn(headers, type, "tail tailLimit", 0);
            measuredIn(headers, type, "head headLimit", 0);
            measuredIn(headers, type, "elements room capacity mask slots", 0);
        }
        for (String end : List.of("LongLoader", "LongUnloader")) {
            measuredIn(headers, "io.roundhouse.railway." + end, "position settled limit", 0);
        }
        for (String end : List.of("CallLane", "CallLanes")) {
            measuredIn(headers, "io.roundhouse.actor.internal." + end, "position settled limit", 0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseCompactObjectHeaders", "-XX:-UseCompactObjectHeaders"})
    void aFieldWithoutPaddingIsCaught(String headers) throws Exception {
        measuredIn(headers, Unpadded.class.getName(), "position", 1);
    }

    private static void measuredIn(String headers, String type, String fields, int exit)
            throws Exception {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                headers,
                                "-Djdk.attach.allowAttachSelf",
                                "-cp",
                                System.getProperty("java.class.path"),
                                PaddingLayout.class.getName(),
                                type,
                                fields)
                        .redirectErrorStream(true)
                        .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isEqualTo(exit);
        assertThat(output).as("measured, not crashed").contains("of " + type);
    }

    /** Arguments: a class, and its hot fields. Exit code 1 if one of them is too near to an end. */
    public static void main(String[] args) throws Exception {
        Class<?> type = Class.forName(args[0], false, PaddingLayout.class.getClassLoader());
        List<String> hot = List.of(args[1].split(" "));
        ClassLayout layout = ClassLayout.parseClass(type);
        System.out.println("layout of " + args[0] + "\n" + layout.toPrintable());
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
        System.exit(found != hot.size() ? 2 : near ? 1 : 0);
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
