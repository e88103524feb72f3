package io.roundhouse.channel;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Function;

/**
 * One round of processes that send and receive in many ways, through a few channels of any kind,
 * the scope's own or not, in a scope that ends well, fails, is canceled or runs out of time. What
 * they do is the seed's; when they do it is not. Every element has a number: it is accepted or not,
 * and comes out once, at a receiver or at the hook, if it was. A scope hands what is left in its
 * own channels to the hook itself.
 */
final class ChannelSoak {
    private static final int ELEMENTS = 4_000;
    private static final int BATCH = 5;

    /** How a scope ends. */
    private enum End {
        WELL,
        FAILURE,
        CANCEL,
        TIME
    }

    private final long seed;
    private final End end;
    private final int senders;
    private final int receivers;
    private final List<String> kinds = new ArrayList<>();
    private final List<Function<ChannelBuilder<Integer>, Channel<Integer>>> specs =
            new ArrayList<>();
    private final boolean ofScope;
    private final List<Channel<Integer>> channels = new ArrayList<>();
    private final AtomicIntegerArray accepted = new AtomicIntegerArray(ELEMENTS);
    private final AtomicIntegerArray came = new AtomicIntegerArray(ELEMENTS);
    private final ConcurrentLinkedQueue<Thread> threads = new ConcurrentLinkedQueue<>();

    ChannelSoak(long seed) {
        this.seed = seed;
        Random random = new Random(seed);
        end = End.values()[random.nextInt(4)];
        senders = 1 + random.nextInt(4);
        receivers = 1 + random.nextInt(4);
        ofScope = random.nextBoolean();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            int room = 1 + random.nextInt(4);
            int kind = random.nextInt(6);
            specs.add(
                    switch (kind) {
                        case 0 -> ChannelBuilder::rendezvous;
                        case 1 -> builder -> builder.buffered(room);
                        case 2 -> ChannelBuilder::unbounded;
                        case 3 -> builder -> builder.droppingOldest(room);
                        case 4 -> builder -> builder.droppingNewest(room);
                        default -> builder -> builder.latestPerKey(each -> each % room);
                    });
            kinds.add("kind " + kind + ", room " + room);
        }
    }

    /** What is wrong; empty if nothing is. */
    List<String> run() throws InterruptedException {
        try (Scope scope = end == End.TIME ? Scope.open(Duration.ofMillis(2)) : Scope.open()) {
            for (Function<ChannelBuilder<Integer>, Channel<Integer>> each : specs) {
                ChannelBuilder<Integer> builder =
                        ofScope ? scope.channel("c") : Channel.<Integer>builder();
                channels.add(each.apply(builder.undelivered(came::incrementAndGet)));
            }
            CountDownLatch sending = new CountDownLatch(senders);
            for (int i = 0; i < senders; i++) {
                int number = i;
                go(scope, () -> sendAll(number, sending));
            }
            for (int i = 0; i < receivers; i++) {
                Random random = new Random(seed * 31 + i);
                go(scope, () -> receiveAll(random));
            }
            go(scope, () -> endIt(scope, sending));
            scope.join();
        } catch (ScopeFailedException e) {
            throwUnless(End.FAILURE, e);
        } catch (ScopeDeadlineException | CancellationException e) { // also before all are forked
            throwUnless(End.TIME, e);
        }
        if (!ofScope) {
            channels.forEach(Channel::cancel);
        }
        return problems();
    }

    private void throwUnless(End expected, RuntimeException problem) {
        if (end != expected) {
            throw problem;
        }
    }

    private void go(Scope scope, Scope.Body body) {
        scope.go(() -> {
            threads.add(Thread.currentThread());
            body.run();
        });
    }

    private void endIt(Scope scope, CountDownLatch sending) throws InterruptedException {
        switch (end) {
            case WELL -> {
                sending.await();
                channels.forEach(Channel::close);
            }
            case FAILURE -> throw new IllegalStateException("as it should");
            case CANCEL -> scope.cancel();
            case TIME -> {} // nobody closes the channels
        }
    }

    private List<String> problems() {
        List<String> problems = new ArrayList<>();
        for (int i = 0; i < ELEMENTS; i++) {
            if (accepted.get(i) != came.get(i)) {
                problems.add(i + " was accepted " + accepted.get(i) + ", came " + came.get(i));
            }
        }
        for (Channel<Integer> each : channels) {
            if (each.waitingReceivers() + each.waitingSenders() + each.size() != 0) {
                problems.add("somebody or something is left in " + each);
            }
        }
        for (Thread each : threads) {
            if (each.isAlive()) {
                problems.add("alive: " + each);
            }
        }
        return problems;
    }

    // ---- sending

    private void sendAll(int number, CountDownLatch sending) throws InterruptedException {
        Random random = new Random(seed * 17 + number);
        try {
            for (int next = number; next + BATCH * senders < ELEMENTS; ) {
                Channel<Integer> channel = channels.get(random.nextInt(channels.size()));
                next += senders * send(random, channel, next);
            }
        } finally {
            sending.countDown();
        }
    }

    /** Tries with one element, or with several; returns how many numbers it has used. */
    private int send(Random random, Channel<Integer> channel, int first)
            throws InterruptedException {
        switch (random.nextInt(5)) {
            case 0 -> accept(first, channel.trySend(first));
            case 1 -> accept(first, channel.send(first, Duration.ofNanos(random.nextInt(90_000))));
            case 2 -> {
                List<Integer> batch = new ArrayList<>();
                for (int i = 0; i < BATCH; i++) {
                    batch.add(first + i * senders);
                }
                int sent = channel.sendMany(batch);
                for (int i = 0; i < sent; i++) {
                    accept(batch.get(i), true);
                }
                return BATCH;
            }
            case 3 ->
                    Select.of(
                                    channel.whenSent(first, () -> accept(first, true)),
                                    Select.after(
                                            Duration.ofNanos(random.nextInt(90_000)), () -> {}))
                            .await();
            default -> {
                channel.send(first);
                accept(first, true);
            }
        }
        return 1;
    }

    private void accept(int element, boolean sent) {
        if (sent) {
            accepted.incrementAndGet(element);
        }
    }

    // ---- receiving

    private void receiveAll(Random random) throws InterruptedException {
        Integer[] batch = new Integer[BATCH];
        Select select =
                Select.of(
                        channels.stream()
                                .map(each -> each.whenReceived(came::incrementAndGet))
                                .toArray(Clause[]::new));
        while (!channels.stream().allMatch(each -> each.isClosed() && each.size() == 0)) {
            Channel<Integer> channel = channels.get(random.nextInt(channels.size()));
            try {
                receive(random, channel, batch, select);
            } catch (ChannelClosedException e) {
                continue; // others may have something
            }
        }
    }

    private void receive(Random random, Channel<Integer> channel, Integer[] batch, Select select)
            throws InterruptedException {
        switch (random.nextInt(7)) {
            case 0 -> came(channel.tryReceive());
            case 6 -> {
                if (channels.size() == 1) {
                    channel.receiveMany(1 + random.nextInt(4)).forEach(this::came);
                }
            }
            case 1 -> came(channel.receive(Duration.ofNanos(random.nextInt(90_000))));
            case 2 -> {
                if (channels.size() == 1) {
                    int count = channel.receiveMany(batch);
                    for (int i = 0; i < count; i++) {
                        came(batch[i]);
                    }
                }
            }
            case 3 -> {
                if (channels.size() == 1) {
                    came(channel.receiveOrNull());
                }
            }
            case 4 -> {
                if (channels.size() == 1) {
                    came(channel.receive());
                }
            }
            default -> select.await();
        }
    }

    private void came(Integer element) {
        if (element != null) {
            came.incrementAndGet(element);
        }
    }

    @Override
    public String toString() {
        return "seed %d: %s, %d senders, %d receivers, %s%s"
                .formatted(seed, end, senders, receivers, kinds, ofScope ? " of the scope" : "");
    }
}
