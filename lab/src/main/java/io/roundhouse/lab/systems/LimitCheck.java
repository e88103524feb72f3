package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.TransferSpec;
import io.roundhouse.lab.system.Variant;
import java.util.ArrayList;
import java.util.List;

/**
 * What the limits need beside their hand-over: what to try, a turn of a wait, and the check on
 * themselves.
 */
final class LimitCheck {

    private static final int COPY_RUNS = 20;
    private static final int LONGS_A_RUN = 1 << 20;

    private LimitCheck() {}

    /**
     * Few goods on their way, as many as a processor's own cache holds, and more, in small blocks
     * and in large ones; with a writer that, whenever it has used what was free, waits for one
     * block, or for half of all, so that it keeps its distance; and with one reader also writing to
     * each line that was read, so that it is not shared.
     */
    static List<Variant> worthTrying(TransferSpec spec) {
        List<Variant> variants = new ArrayList<>();
        variants.add(blocks(32768, 8).with("lines", "left"));
        variants.add(blocks(32768, 16).with("lines", "left"));
        variants.add(blocks(131072, 8).with("lines", "left"));
        variants.add(blocks(8192, 8).with("lines", "left"));
        variants.add(blocks(8192, 64).with("lines", "left"));
        variants.add(blocks(2048, 1024).with("lines", "left"));
        variants.add(blocks(131072, 8).with("lines", "left").with("refill", 4));
        variants.add(blocks(32768, 32).with("lines", "left").with("refill", 16));
        variants.add(blocks(2048, 1024).with("lines", "left").with("refill", 512));
        if (spec.consumers() == 1) {
            variants.add(blocks(32768, 8).with("lines", "given-back"));
        }
        variants.replaceAll(
                each -> each.choices().containsKey("refill") ? each : each.with("refill", 1));
        return variants;
    }

    private static Variant blocks(int size, int count) {
        return Variant.of("block", size).with("blocks", count);
    }

    /** One turn of a wait; where others need the processor it is theirs. */
    static void pause(boolean crowded) {
        if (crowded) {
            Thread.yield();
        } else {
            Thread.onSpinWait();
        }
    }

    /** The check on a limit in words: {@link #copyRate} of as many blocks of that size. */
    static String copyWords(int count, int size) {
        return "memory-copy=%.0fM/s".formatted(copyRate(count, size) / 1e6);
    }

    /** Longs a second that one thread copies from as many blocks to as many others, at its best. */
    static double copyRate(int count, int size) {
        long[][] from = new long[count][size];
        long[][] to = new long[count][size];
        int copies = Math.max(count, LONGS_A_RUN / size);
        double best = 0;
        for (int run = 0; run < COPY_RUNS; run++) {
            long start = System.nanoTime();
            for (int i = 0; i < copies; i++) {
                System.arraycopy(from[i % count], 0, to[i % count], 0, size);
            }
            best = Math.max(best, copies * 1e9 * size / (System.nanoTime() - start));
        }
        return best;
    }
}
