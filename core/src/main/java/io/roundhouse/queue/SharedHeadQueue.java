package io.roundhouse.queue;

import io.roundhouse.memory.Slots;
import io.roundhouse.waiting.Spin;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The end of a bounded queue at which many consumers take.
 *
 * <p>Design. A consumer looks into the slot at the head, claims the position by compare-and-set,
 * and then clears the slot. What it saw is the element of that position: a position is claimed by a
 * producer only after its slot was seen empty, and a consumer looks only below the tail; and if
 * somebody else took it meanwhile, the compare-and-set fails, as the head never comes back.
 *
 * <p>Who has lost a race lets the winner go on for a moment; see {@link MpscQueue}.
 *
 * <p>Who removes from the middle bars the head: all consumers wait until it is done. Producers do
 * not.
 *
 * <p>Elements that are put together come as a {@link Parcel}: they have a position each, and the
 * slot of the first position holds all of them. Positions are claimed as ever. Who claims a part of
 * a parcel <em>opens</em> it before, for those whose head is then within it, where no slot tells of
 * it; it is opened until the next one is. Who has claimed the first position clears the slot.
 *
 * <pre>
 *   slot      written by         mode     read by    mode     what it carries
 *   element   its producer       release  consumers  acquire  what the producer did before
 *   or parcel                             any        acquire
 *   null      consumer that has  plain    producers  acquire  the right to claim it again
 *             claimed it         behind a release fence
 *   many      as above           plain    as above   plain    the same for each of them
 *                     behind one release fence   before one acquire fence
 *   head      consumers          cas      producers  acquire  how many may be claimed
 *   parcels   producers          plain    any        plain    a parcel may come; before the first, so that
 *                                                             who sees one in a slot sees this, too
 *   opened    consumers          cas      any        acquire  the parcel that the head may be within
 *
 *   consumer: read opened ; read head ; look there ; copy ; a part? cas opened ; cas head ; clear
 * </pre>
 *
 * Why no old parcel is opened again: who opens one has read what was opened before it has read a
 * head at the beginning of its own. If another has been opened since, the compare-and-set fails; if
 * none has, the head is not within another one.
 */
abstract class SharedHeadQueue<E> extends RingQueue<E> {
    private static final @Nullable Object[] NOTHING = {};

    private final AtomicReference<@Nullable Parcel> opened = new AtomicReference<>();

    private boolean parcels;

    SharedHeadQueue(Plan plan) {
        super(plan);
    }

    /** Parcels are to be put. A producer, before it puts one. */
    final void parcelsCome() {
        if (!parcels) {
            parcels = true;
        }
    }

    // ---- taking

    @Override
    public final @Nullable E poll() {
        @Nullable Object[] slots = this.slots; // once: see SpscQueue
        for (int spins = 0; ; ) {
            long at = headAcquire();
            if (!mayTake(at)) {
                if ((at & BARRED) == 0) {
                    return null;
                }
                spins = Spin.once(spins);
                continue;
            }
            int index = index(at);
            Object content = Slots.acquire(slots, index);
            if (parcels) {
                return pollAmongParcels();
            }
            if (content == null) { // its producer is about to put it, or somebody has taken it
                if (at >= end()) {
                    return null;
                }
                spins = Spin.once(spins);
            } else if (casHead(at, at + 1)) {
                try {
                    Slots.clear(slots, index);
                } catch (StackOverflowError e) { // what is claimed is cleared: others wait for it
                    slots[index] = null;
                    throw e;
                }
                return hasTaken(at) ? element(content) : null;
            } else {
                Spin.afterALostRace();
            }
        }
    }

    private @Nullable E pollAmongParcels() {
        for (int spins = 0; ; ) {
            Parcel before = opened.getAcquire();
            long at = headAcquire();
            if (!mayTake(at)) {
                if ((at & BARRED) == 0) {
                    return null;
                }
                spins = Spin.once(spins);
                continue;
            }
            Object there = there(at, before);
            Parcel parcel = there instanceof Parcel found ? found : null;
            Object content = parcel == null ? there : parcel.at(at);
            if (content == null) { // likewise
                if (at >= end()) {
                    return null;
                }
                spins = Spin.once(spins);
            } else if (claim(before, parcel, at, at + 1)) {
                return hasTaken(at) ? element(content) : null;
            }
        }
    }

    /**
     * A claim for all that are there and fit, or for each parcel of them, as long as no other
     * consumer comes between. What was copied and could not be claimed does not stay in the array.
     */
    @Override
    public final int pollMany(E[] into) {
        return pollMany(Objects.requireNonNull(into, "into"), 0);
    }

    /** Likewise, behind so many that are the caller's already; returns how many there are then. */
    private int pollMany(@Nullable E[] into, int from) {
        int taken = from;
        int copied = from; // at most, in all tries
        long limit = NONE;
        for (int spins = 0; taken < into.length; ) {
            Parcel before = opened.getAcquire();
            long at = headAcquire();
            if (taken > from ? at >= limit : !mayTake(at)) {
                if ((at & BARRED) == 0 || taken > from) {
                    break;
                }
                spins = Spin.once(spins);
                continue;
            }
            if (taken == from) {
                limit = at + elementsFrom(at, into.length - taken);
            }
            Object there = there(at, before);
            Parcel parcel = there instanceof Parcel found ? found : null;
            long end = Math.min(limit, at + into.length - taken);
            int many =
                    parcel != null
                            ? (int) (Math.min(parcel.end(), end) - at)
                            : there != null ? singles(at, (int) (end - at)) : 0;
            if (many == 0) { // its producer is about to put it, or somebody has taken it
                if (at >= end() || taken > from) {
                    break;
                }
                spins = Spin.once(spins);
                continue;
            }
            copied = Math.max(copied, taken + many);
            try {
                copy(parcel, at, into, taken, many);
            } catch (ArrayStoreException e) {
                if (headAcquire() != at) {
                    continue; // it may have been something else
                }
                if (taken == from) {
                    throw e;
                }
                break;
            }
            if (claim(before, parcel, at, at + many)) {
                int accepted = accepted(at, many);
                taken += accepted;
                if (accepted < many) {
                    break;
                }
            }
        }
        if (taken < copied) {
            Arrays.fill(into, taken, copied, null);
        }
        return taken;
    }

    /** A parcel that is all there and fits is handed over as it is. */
    @Override
    public final List<E> pollMany(int most) {
        checkMost(most);
        @Nullable Object[] first = parcels && most > 1 ? wholeParcel(most) : NOTHING;
        int there =
                first.length == most // the tail is its producers', who pay for each look at it
                        ? most
                        : (int) Math.min(most, (long) first.length + size());
        if (there == first.length) {
            return listOf(first);
        }
        @Nullable Object[] all = Arrays.copyOf(first, there);
        int taken = pollMany(arrayOf(all), first.length);
        return listOf(taken < there ? Arrays.copyOf(all, taken) : all);
    }

    private @Nullable Object[] wholeParcel(int most) {
        while (true) {
            Parcel before = opened.getAcquire();
            long at = headAcquire();
            if (!mayTake(at)
                    || !(there(at, before) instanceof Parcel parcel)
                    || parcel.first != at
                    || parcel.end() - at > most) {
                return NOTHING;
            }
            if (claim(before, parcel, at, parcel.end())) {
                hasTaken(parcel.end() - 1); // many have put: what is claimed counts
                return parcel.elements();
            }
        }
    }

    /** What a head is at: a parcel, an element, or null if it is to come or was taken. */
    private @Nullable Object there(long at, @Nullable Parcel opened) {
        if (opened != null && opened.has(at) && !opened.isUnpacked()) {
            return opened;
        }
        Object content = Slots.acquire(slots, index(at));
        return content instanceof Parcel parcel && parcel.first != at ? null : content;
    }

    /** How many elements follow each other from there on, of so many, without a parcel. */
    private int singles(long at, int many) {
        int full = fullFrom(at, many);
        if (!parcels) {
            return full;
        }
        int singles = 0;
        while (singles < full && !(super.at(at + singles) instanceof Parcel)) {
            singles++;
        }
        return singles;
    }

    private void copy(@Nullable Parcel parcel, long at, @Nullable E[] into, int to, int many) {
        if (parcel == null) {
            copyFrom(at, into, to, many);
        } else {
            parcel.copy(at, into, to, many);
        }
    }

    /** Whether what was seen there is the caller's; it is out of the queue then. */
    private boolean claim(@Nullable Parcel before, @Nullable Parcel parcel, long from, long to) {
        if (parcel != null
                && parcel != before
                && to < parcel.end()
                && !opened.compareAndSet(before, parcel)) {
            return false;
        }
        if (casHead(from, to)) {
            try {
                clear(parcel, from, to);
            } catch (StackOverflowError e) { // likewise; nor what may be in use again
                long first = parcel == null ? from : parcel.first;
                for (long at = from; at < to; at++) {
                    if (parcel == null || parcel.isUnpacked() || at == first) {
                        slots[Slots.EDGE + ((int) at & mask)] = null;
                    }
                }
                throw e;
            }
            return true;
        }
        if (parcel != null && headPosition() >= parcel.end()) { // opened behind who has emptied it
            opened.compareAndSet(parcel, null);
        }
        Spin.afterALostRace();
        return false;
    }

    private void clear(@Nullable Parcel parcel, long from, long to) {
        if (parcel == null || parcel.isUnpacked()) {
            int index = index(from);
            int many = (int) (to - from);
            int first = firstPiece(index, many);
            Slots.clear(slots, index, first);
            Slots.clear(slots, Slots.EDGE, many - first);
        } else if (from == parcel.first) {
            Slots.clear(slots, index(from));
        }
        if (parcel != null && opened.get() == parcel) { // else nobody holds it any more
            if (to < parcel.end() && !parcel.isUnpacked()) {
                parcel.forget(from, to);
            } else {
                opened.compareAndSet(parcel, null);
            }
        }
    }

    /** How many of those that were claimed from there on count: not those behind the end. */
    private int accepted(long at, int claimed) {
        if (hasTaken(at + claimed - 1)) {
            return claimed;
        }
        int accepted = 0;
        while (accepted < claimed && accepts(at + accepted)) {
            accepted++;
        }
        return accepted;
    }

    // ---- looking, and removing from the middle

    @Override
    public final @Nullable Object at(long position) {
        Object content = super.at(position);
        return parcels ? amongParcels(position, content) : content;
    }

    private @Nullable Object amongParcels(long position, @Nullable Object content) {
        if (content != null && !(content instanceof Parcel)) {
            return content;
        }
        Object packed = inParcel(position);
        if (packed != null) {
            return packed;
        }
        Object now = super.at(position); // behind all: it may have been unpacked
        return now instanceof Parcel ? null : now;
    }

    private @Nullable Object inParcel(long position) {
        for (long at = position; at >= 0 && at > position - Parcel.MOST; at--) {
            if (super.at(at) instanceof Parcel parcel && parcel.first == at) {
                return parcel.has(position) ? parcel.at(position) : null;
            }
        }
        Parcel parcel = opened.get(); // behind the slots: it is opened before its slot is cleared
        return parcel != null && parcel.has(position) && !parcel.isUnpacked()
                ? parcel.at(position)
                : null;
    }

    @Override
    final boolean hasElement() {
        long at = headPosition();
        return at < tailPosition() && at(at) != null;
    }

    @Override
    final long lockHead() {
        return barHead();
    }

    @Override
    final void spread(long from, long to) {
        for (long at = from; at < to; ) {
            Parcel parcel = opened.getAcquire();
            if (parcel == null || !parcel.has(at) || parcel.isUnpacked()) {
                parcel = awaitContent(at) instanceof Parcel found ? found : null;
            }
            if (parcel != null) {
                unpack(parcel, at);
            }
            at = parcel == null ? at + 1 : parcel.end();
        }
    }

    private Object awaitContent(long position) {
        Object content = super.at(position);
        for (int spins = 0; content == null; content = super.at(position)) {
            spins = Spin.once(spins);
        }
        return content;
    }

    /** The first slot last: until then, who looks finds the parcel there. */
    private void unpack(Parcel parcel, long from) {
        for (long at = parcel.end() - 1; at > from; at--) {
            set(at, parcel.at(at));
        }
        parcel.unpack();
        set(from, parcel.at(from));
        opened.compareAndSet(parcel, null);
    }

    /** Whether the consumer that has claimed what was in a slot before has taken it out. */
    final boolean isFree(int index) {
        return Slots.acquire(slots, index) == null;
    }
}
