package io.roundhouse.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Until;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What queues of {@code long}s have of the others: batches into arrays, room, clearing, a text. */
@Timeout(60)
final class LongsTest {
    private static final int[] CAPACITIES = {1, 2, 3, 7, 8, 100};

    /** Queues of longs do not grow. */
    static Stream<Shape> shapes() {
        return Stream.of(Shape.values()).filter(shape -> !shape.isGrowing());
    }

    /** From 0 on. */
    private static LongQueue filled(Shape shape, int capacity, int elements) {
        LongQueue queue = shape.ofLongs(capacity);
        assertThat(queue.offerMany(LongStream.range(0, elements).toArray(), 0, elements))
                .isEqualTo(elements);
        return queue;
    }

    // ---- many at a time

    @ParameterizedTest
    @MethodSource("shapes")
    void asManyAreTakenAsAreThereAndFit(Shape shape) {
        LongQueue queue = filled(shape, 8, 5);
        long[] three = new long[3];
        long[] ten = new long[10];

        assertThat(queue.pollMany(new long[0])).isZero();
        assertThat(queue.pollMany(three)).isEqualTo(3);
        assertThat(three).containsExactly(0, 1, 2);
        assertThat(queue.offerMany(new long[] {5, 6, 7, 8, 9, 10}, 0, 6)).isEqualTo(6);

        assertThat(queue.pollMany(ten)).isEqualTo(8); // round the end of the ring
        assertThat(ten).containsExactly(3, 4, 5, 6, 7, 8, 9, 10, 0, 0);
        assertThat(queue.pollMany(ten)).isZero();
        assertThat(queue.offer(11)).isTrue();
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void nothingButThePartOfTheArrayIsWritten(Shape shape) {
        LongQueue queue = filled(shape, 8, 5);
        long[] six = {-1, -1, -1, -1, -1, -1};

        assertThat(queue.pollMany(six, 2, 2)).isZero();
        assertThat(queue.pollMany(six, 6, 6)).isZero();
        assertThat(queue.pollMany(six, 1, 3)).isEqualTo(2);
        assertThat(six).containsExactly(-1, 0, 1, -1, -1, -1);
        assertThat(queue.pollMany(six, 2, 6)).isEqualTo(3);
        assertThat(six).containsExactly(-1, 0, 2, 3, 4, -1);
    }

    @ParameterizedTest
    @MethodSource("shapes")
    @SuppressWarnings({"DataFlowIssue", "NullAway"}) // null is what is refused
    void whatIsNoPartOfAnArrayIsRefusedAndNothingIsTaken(Shape shape) {
        LongQueue queue = filled(shape, 8, 5);
        long[] three = new long[3];
        for (int[] range : new int[][] {{-1, 2}, {0, 4}, {2, 1}, {4, 4}}) {
            assertThatThrownBy(() -> queue.pollMany(three, range[0], range[1]))
                    .isInstanceOf(IndexOutOfBoundsException.class);
        }
        assertThatNullPointerException().isThrownBy(() -> queue.pollMany(null)).withMessage("into");
        assertThatNullPointerException()
                .isThrownBy(() -> queue.pollMany(null, 0, 0))
                .withMessage("into");
        assertThat(queue).hasToString("[0, 1, 2, 3, 4]");
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void aClosedQueueGivesWhatItHasAtOnce(Shape shape) {
        LongQueue queue = filled(shape, 8, 3);
        queue.close();
        long[] eight = new long[8];

        assertThat(queue).hasToString("[0, 1, 2]");
        assertThat(queue.remainingCapacity()).isEqualTo(5);
        assertThat(queue.pollMany(eight, 0, 2)).isEqualTo(2);
        assertThat(queue.pollMany(eight, 2, 8)).isEqualTo(1);
        assertThat(eight).startsWith(0, 1, 2);
        assertThat(queue.pollMany(eight)).isZero();
        assertThat(queue).hasToString("[]");
    }

    // ---- room

    @ParameterizedTest
    @MethodSource("shapes")
    void theRoomIsWhatIsLeftOfTheCapacityWhateverThatIs(Shape shape) {
        for (int capacity : CAPACITIES) {
            LongQueue queue = shape.ofLongs(capacity);
            assertThat(queue.remainingCapacity()).isEqualTo(capacity);
            for (int i = 1; i <= capacity; i++) {
                assertThat(queue.offer(i)).isTrue();
                assertThat(queue.remainingCapacity()).isEqualTo(capacity - i);
            }
            for (int round = 0; round < 3 * capacity; round++) {
                assertThat(queue.poll(-1)).isPositive();
                assertThat(queue.remainingCapacity()).isOne();
                assertThat(queue.offer(1)).isTrue();
                assertThat(queue.remainingCapacity()).isZero();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void whoIsClearedAwayMakesRoomForWhoWaits(Shape shape) throws Exception {
        LongQueue queue = filled(shape, 3, 3);
        try (Team team = new Team(false)) {
            Until.isAsleep(team.start("producer", () -> queue.put(3)));
            queue.clear();
            team.join();
        }
        assertThat(queue).hasToString("[3]");
        queue.clear();
        queue.clear();
        assertThat(queue.isEmpty()).isTrue();
        assertThat(queue.remainingCapacity()).isEqualTo(3);
    }

    // ---- all of it, beside a list

    @ParameterizedTest
    @MethodSource("shapes")
    void whatIsDoneToAQueueIsWhatIsDoneToAList(Shape shape) {
        for (int capacity : CAPACITIES) {
            LongQueue queue = shape.ofLongs(capacity);
            ArrayDeque<Long> list = new ArrayDeque<>();
            Random random = new Random(capacity);
            long next = Long.MAX_VALUE - 500; // and so on from the least number
            for (int step = 0; step < 1_500; step++) {
                switch (random.nextInt(8)) {
                    case 0, 1, 2 -> {
                        if (queue.offer(next)) {
                            list.add(next);
                        }
                        next++;
                    }
                    case 3 -> {
                        long[] batch = {next, next + 1, next + 2};
                        int put = queue.offerMany(batch, 0, batch.length);
                        Arrays.stream(batch, 0, put).forEach(list::add);
                        next += batch.length;
                    }
                    case 4 -> assertThat(queue.poll(0)).isEqualTo(firstOf(list));
                    case 5, 6 -> {
                        long[] into = new long[random.nextInt(8)];
                        int from = random.nextInt(into.length + 1);
                        int to = from + random.nextInt(into.length + 1 - from);
                        int count = queue.pollMany(into, from, to);
                        assertThat(count).isEqualTo(Math.min(to - from, list.size()));
                        for (int i = from; i < from + count; i++) {
                            assertThat(into[i]).isEqualTo(list.remove());
                        }
                    }
                    default -> {
                        if (random.nextInt(10) == 0) {
                            queue.clear();
                            list.clear();
                        }
                    }
                }
                assertThat(queue.toString()).isEqualTo(list.toString());
                assertThat(queue.size()).isEqualTo(list.size());
                assertThat(queue.remainingCapacity()).isEqualTo(capacity - list.size());
            }
        }
    }

    private static long firstOf(ArrayDeque<Long> list) {
        Long first = list.poll();
        return first == null ? 0 : first;
    }

    // ---- a text, by any thread

    @ParameterizedTest
    @MethodSource("shapes")
    void whoLooksMeanwhileSeesPartOfWhatIsPutInOrder(Shape shape) throws Exception {
        int elements = 2_000;
        LongQueue queue = shape.ofLongs(7);
        AtomicBoolean over = new AtomicBoolean();
        try (Team team = new Team(false)) {
            team.start(
                    "producer",
                    () -> {
                        for (int number = 0; number < elements; number++) {
                            queue.put(number);
                        }
                        queue.close();
                    });
            team.start(
                    "consumer",
                    () -> {
                        long[] batch = new long[3];
                        try {
                            while (true) {
                                queue.take();
                                queue.pollMany(batch);
                            }
                        } catch (QueueClosedException e) {
                            over.set(true);
                        }
                    });
            long last = -1;
            while (!over.get()) {
                long[] seen = numbersOf(queue.toString());
                assertThat(seen).hasSizeLessThanOrEqualTo(7);
                if (seen.length > 0) {
                    assertThat(seen[0]).isGreaterThanOrEqualTo(last);
                    last = seen[0];
                    for (int i = 1; i < seen.length; i++) { // some may be taken, none repeated
                        assertThat(seen[i]).isBetween(seen[i - 1] + 1, last + 6);
                    }
                }
            }
            team.join();
        }
        assertThat(queue).hasToString("[]");
    }

    private static long[] numbersOf(String text) {
        assertThat(text).startsWith("[").endsWith("]");
        return text.equals("[]")
                ? new long[0]
                : Stream.of(text.substring(1, text.length() - 1).split(", "))
                        .mapToLong(Long::parseLong)
                        .toArray();
    }

    // ---- misuse

    @ParameterizedTest
    @EnumSource(names = {"SPSC", "MPSC"})
    void oneConsumerOfOneIsCaughtAndWhoLooksIsNot(Shape shape) throws Exception {
        LongQueue queue = shape.ofLongs(3);
        try (Team team = new Team(false)) {
            Until.isAsleep(team.start("waiting", queue::take));
            Thread.currentThread().setName("another");
            long[] into = new long[1];
            for (Runnable taking :
                    new Runnable[] {
                        () -> queue.pollMany(into), () -> queue.pollMany(into, 0, 1), queue::clear
                    }) {
                assertThatThrownBy(taking::run)
                        .isInstanceOf(AssertionError.class)
                        .hasMessageContaining("one consumer, but thread \"another\"")
                        .hasMessageContaining("\"waiting\"")
                        .hasMessageContaining("MANY_CONSUMERS");
            }
            assertThat(queue.remainingCapacity()).isEqualTo(3);
            assertThat(queue).hasToString("[]");
            queue.put(1);
            team.join();
        }
        assertThat(queue.pollMany(new long[1])).isZero(); // one behind the other is no misuse
    }

    @Test
    void manyConsumersAreNotCaught() throws Exception {
        LongQueue queue = Shape.SPMC.ofLongs(3);
        try (Team team = new Team(false)) {
            Until.isAsleep(team.start("waiting", queue::take));
            assertThat(queue.pollMany(new long[1])).isZero();
            queue.clear();
            queue.put(1);
            team.join();
        }
    }
}
