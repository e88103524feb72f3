package io.roundhouse.proof.simulation;

import io.roundhouse.proof.twin.Memory;
import io.roundhouse.waiting.Wait;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Memory as x86 has it (total store order: Sewell et al., "x86-TSO", CACM 2010): what a thread
 * writes waits in its store buffer, seen by itself only, until the schedule lets it out. An atomic
 * addition and a fence let everything out first.
 */
final class SimulatedMemory implements Memory {
    private final Simulation simulation;
    private final boolean buffers;
    private final List<Deque<Store>> storeBuffers = new ArrayList<>();

    private long stores;

    private record Store(SimulatedCell cell, long value, long number) {}

    /**
     * Makes an empty one.
     *
     * @param buffers false for memory in which every store is visible at once
     */
    SimulatedMemory(Simulation simulation, boolean buffers) {
        this.simulation = simulation;
        this.buffers = buffers;
        simulation.add(this);
    }

    @Override
    public Cell cell(long initial) {
        return new SimulatedCell(initial);
    }

    @Override
    public void fence() {
        simulation.step("fence");
        drain(mine());
    }

    @Override
    public void fenceAll() {
        simulation.step("fences all");
        for (Deque<Store> buffer : storeBuffers) {
            drain(buffer);
        }
    }

    @Override
    public void settle() {
        if (simulation.caller() != 0) {
            simulation.park(SETTLED, true);
        }
    }

    @Override
    public Mark written() {
        long end = stores;
        return () -> storeBuffers.stream().flatMap(Deque::stream).allMatch(s -> s.number >= end);
    }

    @Override
    public void pause() {
        if (simulation.caller() != 0) {
            simulation.pause(SETTLED);
        }
    }

    private static final Wait SETTLED = () -> false;

    private Deque<Store> mine() {
        int caller = simulation.caller();
        while (storeBuffers.size() <= caller) {
            storeBuffers.add(new ArrayDeque<>());
        }
        return storeBuffers.get(caller);
    }

    private static void drain(Deque<Store> buffer) {
        while (!buffer.isEmpty()) {
            letOut(buffer);
        }
    }

    private static void letOut(Deque<Store> buffer) {
        Store store = buffer.removeFirst();
        store.cell.value = store.value;
    }

    /** Adds one option for every buffer: its oldest store becomes visible. */
    void drains(List<Runnable> options) {
        for (Deque<Store> buffer : storeBuffers) {
            if (!buffer.isEmpty()) {
                options.add(() -> letOut(buffer));
            }
        }
    }

    /** Whether everything that was written is visible to all. */
    boolean visible() {
        return storeBuffers.stream().allMatch(Deque::isEmpty);
    }

    private final class SimulatedCell implements Cell {
        private long value;

        SimulatedCell(long initial) {
            value = initial;
        }

        @Override
        public long read() {
            simulation.step("reads");
            long seen = value;
            for (Store store : mine()) {
                if (store.cell == this) {
                    seen = store.value;
                }
            }
            return seen;
        }

        @Override
        public void write(long next) {
            simulation.step("writes " + next);
            if (buffers && simulation.caller() != 0) {
                mine().addLast(new Store(this, next, stores++));
            } else {
                value = next;
            }
        }

        @Override
        public long add(long delta) {
            simulation.step("adds " + delta);
            drain(mine());
            value += delta;
            return value;
        }

        @Override
        public boolean replace(long expected, long next) {
            simulation.step("replaces " + expected + " by " + next);
            drain(mine());
            if (value != expected) {
                return false;
            }
            value = next;
            return true;
        }
    }
}
