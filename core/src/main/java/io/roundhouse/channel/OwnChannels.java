package io.roundhouse.channel;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The channels of a scope that store something. Those with a hook for undelivered elements are
 * held; the others are known as long as somebody else holds them, so that a scope that lives long
 * and makes many does not grow.
 */
final class OwnChannels {
    private final Queue<StoringChannel<?>> hooked = new ConcurrentLinkedQueue<>();
    private final Set<Reference<StoringChannel<?>>> others = ConcurrentHashMap.newKeySet();
    private final ReferenceQueue<StoringChannel<?>> gone = new ReferenceQueue<>();

    /** Any thread. */
    void add(StoringChannel<?> channel, boolean hasHook) {
        if (hasHook) {
            hooked.add(channel);
            return;
        }
        for (var each = gone.poll(); each != null; each = gone.poll()) {
            others.remove(each);
        }
        others.add(new WeakReference<>(channel, gone));
    }

    /** How many channels without a hook it knows. */
    int others() {
        return others.size();
    }

    /**
     * Cancels those that nobody outside of the scope can use. What a hook throws is logged.
     *
     * @return those without a hook in which something was left, and how much; but for those of a
     *     kind that loses elements anyway. Empty if there are none
     */
    String cancel(Scope scope) {
        for (StoringChannel<?> each : hooked) {
            if (each.isConfinedTo(scope)) {
                try {
                    each.cancel();
                } catch (Throwable e) { // checked ones, too: not all languages check
                    Watch.log("the hook for undelivered elements of " + each + " has failed", e);
                }
            }
        }
        hooked.clear();
        StringBuilder left = new StringBuilder();
        for (Reference<StoringChannel<?>> each : others) {
            StoringChannel<?> channel = each.get();
            if (channel != null && channel.isConfinedTo(scope)) {
                int count = channel.cancel();
                if (count > 0 && !channel.losesByKind()) {
                    left.append(left.isEmpty() ? "" : ", ").append(count).append(" in ");
                    left.append(channel);
                }
            }
        }
        others.clear();
        return left.toString();
    }
}
