package io.roundhouse.lab.study;

import java.util.List;
import java.util.Map;

/**
 * What queues are held to, beside those they are held against, in one run. {@code ./roundhouse
 * study queue-targets --scale full} measures in five processes a system, in turns.
 */
public final class QueueTargets implements Study {

    private static final String BLOCKING = "roundhouse-queue";
    private static final String POLLED = "roundhouse-queue-polled";
    private static final String JCTOOLS = "jctools";
    private static final String ARRAY = "array-blocking-queue";
    private static final String LINKED = "linked-blocking-queue";
    private static final String LINKED_TRANSFER = "linked-transfer-queue";
    private static final String VIRTUAL = "virtual";

    @Override
    public String name() {
        return "queue-targets";
    }

    @Override
    public String summary() {
        return "the ratios that queues are held to";
    }

    @Override
    public List<Cell> cells() {
        return List.of(
                polled(1, 1, 1.1),
                polled(3, 1, 1.5),
                polled(1, 2, 1.1),
                polled(2, 2, 1.1),
                blocking(1, "platform", 4),
                blocking(3, "platform", 4),
                blocking(1, VIRTUAL, 3),
                blocking(100, VIRTUAL, 3),
                idle("one"),
                idle("many"));
    }

    private static Cell idle(String ends) {
        String what = "mostly idle, for " + ends + " at each end: ";
        return Cell.of(
                        "Mostly idle: an element each millisecond, for " + ends + " at each end",
                        "idle",
                        Map.of("pause", 1, "ends", ends))
                .among(BLOCKING, ARRAY)
                .heldTo(
                        Goal.within(1, what + "wake-up no later than ArrayBlockingQueue", ARRAY)
                                .of(BLOCKING, "wake-up delay"),
                        Goal.within(1, what + "no more CPU than ArrayBlockingQueue", ARRAY)
                                .of(BLOCKING, "CPU while woken"));
    }

    /** The pauses are the caller's, not the queue's: both stand with those that suit them. */
    private static Cell polled(int producers, int consumers, double times) {
        String what = producers + " × " + consumers + ", offer and poll";
        return Cell.of("Queue, " + what, "transfer", setting(producers, consumers, "platform"))
                .among(POLLED, JCTOOLS)
                .heldTo(
                        Goal.better(times, what + ": " + times + " × JCTools", JCTOOLS)
                                .of(POLLED, "")
                                .atItsBest());
    }

    private static Cell blocking(int producers, String threads, double times) {
        String what = producers + " × 1, put and take, " + threads + " threads";
        return Cell.of("Queue, " + what, "transfer", setting(producers, 1, threads))
                .among(BLOCKING, ARRAY, LINKED, LINKED_TRANSFER)
                .heldTo(
                        Goal.better(
                                        times,
                                        what + ": " + times + " × the best JDK queue",
                                        ARRAY,
                                        LINKED,
                                        LINKED_TRANSFER)
                                .of(BLOCKING, ""));
    }

    private static Map<String, Object> setting(int producers, int consumers, String threads) {
        return Map.of(
                "producers", producers,
                "consumers", consumers,
                "mode", consumers == 1 ? "each" : "share",
                "threads", threads);
    }
}
