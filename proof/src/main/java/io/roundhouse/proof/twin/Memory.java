package io.roundhouse.proof.twin;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** The memory between the threads of a twin: the machine's, or a simulated one. */
public interface Memory {
    /** Far longer than a store takes. */
    long SETTLED_NANOS = 100_000;

    /** One number that threads share. */
    interface Cell {
        /** Reads (acquire). */
        long read();

        /** Writes (release). */
        void write(long value);

        /** Adds at once and for all to see (a full fence), and returns the sum. */
        long add(long delta);

        /**
         * Writes {@code next} if it finds {@code expected} (a full fence); returns whether it did.
         */
        boolean replace(long expected, long next);
    }

    /** A new cell. */
    Cell cell(long initial);

    /** What this thread wrote is seen by all before it reads again. */
    void fence();

    /**
     * What every thread wrote is seen by all, as if each had fenced where it is just now: what
     * taking a thread's stack trace does to that thread.
     */
    void fenceAll();

    /** Waits until what others wrote before is seen by all, though they did not fence. */
    void settle();

    /** Lets others go on for a moment, without sleep. */
    void pause();

    /** All that has been written so far. */
    Mark written();

    /** What was written until some moment. */
    interface Mark {
        /** Whether all of it is seen by all, because enough time has passed. */
        boolean isVisible();
    }

    /** The memory of this machine. */
    static Memory real() {
        return new Memory() {
            @Override
            public Cell cell(long initial) {
                return new RealCell(initial);
            }

            @Override
            public void fence() {
                VarHandle.fullFence();
            }

            @Override
            public void fenceAll() {
                VarHandle.fullFence();
                Thread.getAllStackTraces();
            }

            @Override
            public void settle() {
                LockSupport.parkNanos(SETTLED_NANOS);
            }

            @Override
            public void pause() {
                Thread.yield();
            }

            @Override
            public Mark written() {
                long now = System.nanoTime();
                return () -> System.nanoTime() - now >= SETTLED_NANOS;
            }
        };
    }

    /** A cell in the memory of this machine. */
    final class RealCell implements Cell {
        private final AtomicLong value;

        RealCell(long initial) {
            value = new AtomicLong(initial);
        }

        @Override
        public long read() {
            return value.getAcquire();
        }

        @Override
        public void write(long next) {
            value.setRelease(next);
        }

        @Override
        public long add(long delta) {
            return value.addAndGet(delta);
        }

        @Override
        public boolean replace(long expected, long next) {
            return value.compareAndSet(expected, next);
        }
    }
}
