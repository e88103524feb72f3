package io.roundhouse.channel;

import io.roundhouse.waiting.Sleep;
import io.roundhouse.waiting.Wait;

/** A virtual thread that does something when a time is over, unless it is stopped before. */
final class TimeLimit {
    private final Thread thread;

    /**
     * @param deadline by {@link Sleep#deadline}
     */
    TimeLimit(long deadline, Runnable whenOver) {
        thread =
                Thread.ofVirtual()
                        .name("deadline")
                        .start(() -> {
                            if (!Sleep.until(new ForTime(), deadline) && Sleep.isOver(deadline)) {
                                whenOver.run();
                            }
                        });
    }

    /** Returns when its thread has ended; whether the caller was interrupted meanwhile. */
    boolean stop() {
        thread.interrupt();
        return joinUninterruptibly(thread);
    }

    /** Returns when that thread has ended; whether the caller was interrupted meanwhile. */
    static boolean joinUninterruptibly(Thread thread) {
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                return interrupted;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
    }

    /** For nothing but the time, or the interrupt of who stops it. */
    private static final class ForTime implements Wait {
        @Override
        public boolean met() {
            return false;
        }

        @Override
        public String toString() {
            return "the time of a scope";
        }
    }
}
