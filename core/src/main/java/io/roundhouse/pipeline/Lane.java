package io.roundhouse.pipeline;

import io.roundhouse.memory.Claims;
import io.roundhouse.memory.Sequence;
import io.roundhouse.pipeline.internal.Filling;
import io.roundhouse.railway.internal.Loading;
import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.Waiter;
import io.roundhouse.waiting.internal.Bell;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * One publisher's events, and how far they have come.
 *
 * <p>Design.
 *
 * <pre>
 *            freed                    taken                 reached
 *              ▼                        ▼                      ▼
 *   … free  free [ on the line, in order | published, no order yet ]  free  free …
 *
 * Invariants
 *   I1  freed &lt;= taken &lt;= reached &lt;= freed + capacity
 *   I2  only the publisher moves reached; only who holds the source's lock moves taken and freed
 *   I3  an event is touched by its publisher only from reached on, by stages only below taken
 *   I4  limit &lt;= farthest, the end of the room, and no further than the end of the train that is being filled
 *
 * Who touches what
 *   field      written by       mode     read by         mode     what it carries
 *   reached    publisher        release  source          acquire  the contents of every event below it
 *   departed   publisher        release  source          acquire  the same, told once a train
 *   taken      source, locked   release  source          acquire  how far the order goes: behind it, see Source I5
 *   freed      source, locked   release  publisher       acquire  the right to overwrite every event below it
 *   sealed     who closes, locked        source          locked   where it ends
 *   fates      stages           atomic   stages behind   acquire  which stages have taken the event off the line,
 *              source, locked   plain    stages          plain    and whether it failed at one of them; none when freed
 *   owner      who publishes    atomic   publishers      plain    whose it is: nobody finds himself who has not put himself there
 * </pre>
 */
sealed class Lane<T> extends Loading implements Filling permits FirstLane {
    /** Slots on each side that no event uses: they keep neighbours in memory off the lines. */
    static final int EDGE = 14;

    private static final int LONGEST_BLOCK = 1024;

    /** What a publisher at full speed fills while a stage pauses for it, and more. */
    private static final int LONGEST_TRAIN = 4096;

    /** Beside the bits of stages: one of them could not handle the event. */
    static final int FAILED = Integer.MIN_VALUE;

    private static final long NONE = -1;
    private static final VarHandle FATES = MethodHandles.arrayElementVarHandle(int[].class);
    private static final VarHandle OWNER;

    static {
        try {
            OWNER = MethodHandles.lookup().findVarHandle(Lane.class, "owner", Thread.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final Line<T> line;

    /** The thread that publishes here, or has when it lived; null if nobody has yet. */
    @Nullable Thread owner;

    /** How many events are a train. */
    private final int train;

    private final Source<T> source;
    private final T[] events;
    final int mask;

    /** Which stages have taken the event off the line, a bit each; null where none can. */
    private final int @Nullable [] fates;

    private final Sequence departed;
    final Sequence taken = new Sequence();

    final Sequence freed = new Sequence();

    /** The last epoch: here, too, so that it takes one step to it. */
    private final Claims begun;

    /**
     * The one of what was published last; the publisher only, as often as publishers change. Among
     * fields that stages read.
     */
    private long epoch = NONE;

    private final Dated dated;
    private final Batch<T> batch = new Batch<>();
    private final Pace pace = new Pace();

    /**
     * The event that is filled in place, or {@link #NONE}; the publisher only. On lines of its own:
     * stages read the other fields.
     */
    private final Sequence filling = new Sequence();

    /** Where it ends; beyond everything while the line is open. Written under the source's lock. */
    private volatile long sealed = Long.MAX_VALUE;

    /**
     * @param events made already, with {@link #EDGE} unused slots on each side
     * @param owner whose it is from the beginning
     */
    Lane(Line<T> line, T[] events, Waiter waiter, @Nullable Thread owner) {
        this(line, events, waiter, owner, new Sequence());
    }

    private Lane(
            Line<T> line, T[] events, Waiter waiter, @Nullable Thread owner, Sequence departed) {
        super(departed, train(events.length - 2 * EDGE), line.eventBell, waiter);
        this.line = line;
        this.source = line.source;
        this.events = events;
        this.mask = events.length - 2 * EDGE - 1;
        this.train = train(mask + 1);
        this.fates = line.droppers == 0 ? null : new int[events.length];
        this.departed = departed;
        this.begun = source.lanes().epochs().begun;
        this.dated = new Dated(source.lanes().epochs());
        this.owner = owner;
    }

    /** How many events a stage passes before it tells the others, a power of two. */
    static int block(int capacity) {
        return quarter(capacity, LONGEST_BLOCK);
    }

    private static int quarter(int capacity, int most) {
        return Math.clamp(Integer.highestOneBit(capacity) / 4, 1, most);
    }

    /** How many events a publisher publishes before it says so on a second line, likewise. */
    private static int train(int capacity) {
        return quarter(capacity, LONGEST_TRAIN);
    }

    // ---- hot path: the publisher

    /**
     * Has {@code filler} change the next event and publishes it; waits for room.
     *
     * @return whether there was room in time
     */
    boolean publish(Consumer<? super T> filler, long nanos) {
        if (position >= limit && !findRoom(nanos)) {
            return false;
        }
        long at = position;
        filler.accept(events[slot(at)]);
        publishFilled(at);
        return true;
    }

    /** Has {@code filler} change as many events as it likes, of those for which there is room. */
    int publish(Batch.Filler<T> filler, long nanos) {
        if (position >= limit && !findRoom(nanos)) {
            return 0;
        }
        if (batch.wasLeftEmpty()) {
            moreRoom(); // what is known of it may be too little
        }
        long at = position;
        int filled = batch.fill(filler, events, mask, at, (int) (farthest - at));
        checkNotNested(at);
        if (filled > 0) {
            date(at);
            publish(at + filled);
        }
        return filled;
    }

    /** The next event, to be filled where it is; waits for room. */
    Filling next() {
        if (position >= limit) {
            findRoom(Long.MAX_VALUE);
        }
        filling.publish(position);
        return this;
    }

    @Override
    public Object event() {
        return event(position);
    }

    @Override
    public void publish() {
        publishFilled(filling.acquire());
    }

    @Override
    public void giveUp() {
        filling.publish(NONE); // and of one that is filled around it, as this one had its place
    }

    private void publishFilled(long at) {
        checkNotNested(at);
        date(at);
        publishNext(at + 1);
    }

    /** What is filled from there on is about to be published. */
    private void date(long at) {
        if (epoch != begun.get()) { // behind the filler: see Epochs
            epoch = dated.begin(at);
        }
    }

    private void checkNotNested(long at) {
        if (position != at) {
            throw nested();
        }
    }

    // ---- cold path: the publisher

    /**
     * There may be room, but a train is full: says so, and goes on to the next one. Else waits for
     * room; a stage of the line itself, which would wait for itself, only looks.
     */
    private boolean findRoom(long nanos) {
        if (position < farthest && limit != HALTED) {
            showAll();
            goOnTo(limitAfterTrain());
            return true;
        }
        if (!line.isOwnThread()) {
            return awaitRoom(nanos);
        }
        boolean found = awaitRoom(0);
        if (!found && nanos > 0) {
            throw waitsForItself(line);
        }
        return found;
    }

    static IllegalStateException waitsForItself(Line<?> line) {
        return new IllegalStateException(
                "a stage would wait for room in its own line, for itself: tryPublish there; "
                        + line.explain());
    }

    private static IllegalStateException nested() {
        return new IllegalStateException(
                "an event was filled or published while another one was being filled, in its"
                        + " place; let the filler return first");
    }

    /** Somebody sleeps, or the line was closed meanwhile, and perhaps too early for this event. */
    @Override
    protected void rang() {
        super.rang();
        if (bell.closed()) {
            long kept = source.confirm(this, position);
            if (kept != position) {
                publishPosition(kept);
                throw line.closed("the line was closed while the event was filled");
            }
        }
    }

    /** Nothing beyond this place counts as published. Whoever holds the source's lock. */
    void seal() {
        sealed = reached();
    }

    /** How far it is published, for those who put events in order or count them. Any thread. */
    long published() {
        return Math.min(reached(), sealed);
    }

    /** Whether half of its events are free at least. Any thread; true for long, or not. */
    boolean isHalfFree() {
        return reached() - freed.acquire() <= (mask + 1) / 2;
    }

    /** Whether all stages have passed all that is published. Any thread; true for long, or not. */
    boolean isPassed() {
        return freed.acquire() == reached();
    }

    /**
     * How far whole trains are published, without a look at the line that the publisher writes for
     * each event. Any thread.
     */
    long departed() {
        return Math.min(departed.acquire(), sealed);
    }

    // ---- whose it is

    @Nullable Thread owner() {
        return (Thread) OWNER.getAcquire(this);
    }

    /**
     * Makes it that thread's; returns false if it is no longer the one's who is thought to have it.
     */
    boolean passTo(Thread next, @Nullable Thread before) {
        return OWNER.compareAndSet(this, before, next);
    }

    // ---- hot path: the stages

    T event(long position) {
        return events[slot(position)];
    }

    int slot(long position) {
        return EDGE + ((int) position & mask);
    }

    T[] events() {
        return events;
    }

    /** Passes all of its events on, in their order, filled or not. */
    void forEach(Consumer<? super T> visitor) {
        for (int slot = EDGE; slot < endOfSlots(); slot++) {
            visitor.accept(events[slot]);
        }
    }

    /** Behind the last slot; the first one's position follows that of the last. */
    int endOfSlots() {
        return EDGE + mask + 1;
    }

    /** Whoever holds the lock. */
    Dated.Look look() {
        return dated.look();
    }

    /** One for who only looks. Whoever holds the lock, or once all has ended. */
    Dated.Look anotherLook() {
        return dated.another();
    }

    /** What was gone through has its place, and all can see that. Whoever holds the lock. */
    void tellTaken() {
        if (look().at() != taken.acquire()) {
            taken.publish(look().at());
        }
    }

    /** Whether one of these stages has taken the event off the line. */
    boolean isOff(int slot, int stages) {
        int[] marks = fates;
        return marks != null && ((int) FATES.getAcquire(marks, slot) & stages) != 0;
    }

    /**
     * Takes an event off the line.
     *
     * @param fate the stage's bit, and whether it failed
     * @return who had done so before
     */
    int takeOff(int slot, int fate) {
        int[] marks = fates;
        if (marks == null) {
            throw new AssertionError("no stage of this line takes events off");
        }
        return (int) FATES.getAndBitwiseOr(marks, slot, fate);
    }

    /**
     * All stages have passed those events. Whoever holds the source's lock.
     *
     * @param taken counts those that were taken off the line
     */
    void free(long from, long to, Source.Taken taken) {
        int[] marks = fates;
        for (long at = from; marks != null && at < to; at++) {
            int slot = slot(at);
            if (marks[slot] != 0) {
                taken.add((marks[slot] & FAILED) != 0);
                marks[slot] = 0;
            }
        }
        freed.publish(to); // release; pairs with emptied
    }

    // ---- what Loading asks

    @Override
    protected long unloaded() {
        source.retire();
        return freed.acquire();
    }

    @Override
    protected long emptied() {
        return freed.acquire();
    }

    @Override
    protected long limitAfter(long unloaded) {
        farthest = unloaded + mask + 1;
        return limitAfterTrain();
    }

    /** Where the next look is due: the end of the room, or of the train that is being filled. */
    private long limitAfterTrain() {
        return Math.min(farthest, (position | (train - 1)) + 1);
    }

    /** All of its events are on the line. */
    @Override
    protected boolean isInTheWay(Clock clock, long nap) {
        return line.isBusy() && pace.outlasts(clock.nanoTime(), position, mask + 1, nap);
    }

    @Override
    protected Bell roomBell() {
        return line.roomBell;
    }

    @Override
    protected void checkMayLoad() {
        line.checkMayPublish();
    }

    @Override
    protected String describeWait() {
        return "a publisher waits for room; " + line.explain();
    }

    @Override
    public String toString() {
        return reached() + " published, " + taken + " in order, " + freed + " passed by all stages";
    }

    /** Makes the events of one lane. */
    @SuppressWarnings("unchecked") // an array of T as far as anybody here can tell
    static <T> T[] events(int capacity, IntFunction<? extends T> factory) {
        @Nullable Object[] events = new Object[capacity + 2 * EDGE];
        for (int i = 0; i < capacity; i++) {
            events[EDGE + i] = factory.apply(i);
        }
        return (T[]) events;
    }
}
