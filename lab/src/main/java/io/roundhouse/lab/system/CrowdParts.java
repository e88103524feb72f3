package io.roundhouse.lab.system;

import java.lang.ref.WeakReference;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** The user's code of the workloads {@code memory} and {@code idle-actors}. */
public final class CrowdParts {

    private CrowdParts() {}

    /** One of many. */
    public interface Member {
        void take(long good);
    }

    /** What a crowd has in common. Any thread. */
    public static final class Common {

        private final LongAdder count = new LongAdder();
        private final LongAdder sum = new LongAdder();
        private final AtomicInteger made = new AtomicInteger();
        private final Queue<WeakReference<Object>> watched = new ConcurrentLinkedQueue<>();
        private final int watchEvery;

        /** Nobody yet; of so many, one is looked after. */
        public Common(int watchEvery) {
            this.watchEvery = watchEvery;
        }

        /** Told by each new member. */
        public void made(Object member) {
            if (made.getAndIncrement() % watchEvery == 0) {
                watched.add(new WeakReference<>(member));
            }
        }

        /** Told by each member of what it has handled. */
        public void handled(long good) {
            sum.add(good);
            count.increment();
        }

        /** What all have handled. */
        public Tally tally() {
            return new Tally(count.sum(), sum.sum());
        }

        /** Whether the members that are looked after are all gone, as far as is known. */
        public boolean gone() {
            return watched.stream().allMatch(one -> one.get() == null);
        }
    }

    /** Adds up. {@link #take} is called one at a time, each happening before the next. */
    public static final class PlainMember implements Member {

        private final Common common;
        private long sum;

        /** A member that has handled nothing yet. */
        @SuppressWarnings("this-escape") // into a weak reference that nobody reads yet
        public PlainMember(Common common) {
            this.common = common;
            common.made(this);
        }

        @Override
        public void take(long good) {
            sum += good;
            common.handled(good);
        }

        @Override
        public String toString() {
            return "member with " + sum;
        }
    }
}
