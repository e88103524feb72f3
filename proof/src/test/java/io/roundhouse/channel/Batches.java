package io.roundhouse.channel;

import io.roundhouse.proof.History;
import io.roundhouse.proof.History.Kind;
import io.roundhouse.proof.History.Step;
import java.util.Arrays;
import java.util.List;
import org.jetbrains.lincheck.datastructures.Operation;

/**
 * What is done to a channel, many elements at a time and one by one, and what came of it. Who would
 * wait is interrupted: it waits and leaves within the call, in the library's own code.
 */
public abstract class Batches {
    private static final int BATCH = 2;

    final AnyChannel<Integer> channel;
    final History history = new History();

    Batches(Channel<Integer> channel) {
        this.channel = (AnyChannel<Integer>) channel;
    }

    @Operation
    public void sendMany() {
        List<Integer> numbers = List.of(history.number(), history.number());
        int from = history.begins();
        Thread.currentThread().interrupt();
        try {
            int count = send(numbers);
            List<Step> steps = History.steps(Kind.PUT, numbers.subList(0, count));
            if (count < BATCH) {
                refused(steps);
            }
            history.ends(from, steps);
        } catch (InterruptedException e) {
            history.ends(from, nothingSent());
        } catch (ChannelClosedException e) {
            history.ends(from, List.of(History.step(Kind.SHUT)));
        } finally {
            Thread.interrupted();
        }
    }

    int send(List<Integer> numbers) throws InterruptedException {
        return channel.sendMany(numbers);
    }

    /** What it means that less than all was sent. */
    abstract void refused(List<Step> steps);

    private List<Step> nothingSent() {
        List<Step> steps = History.steps(Kind.PUT, List.of());
        refused(steps);
        return steps;
    }

    /** What it means that there was nothing, and is not closed. */
    abstract List<Step> nothingYet();

    @Operation
    public void trySend() {
        int number = history.number();
        int from = history.begins();
        try {
            history.ends(
                    from,
                    channel.trySend(number)
                            ? History.steps(Kind.PUT, List.of(number))
                            : nothingSent());
        } catch (ChannelClosedException e) {
            history.ends(from, List.of(History.step(Kind.SHUT)));
        }
    }

    /** What receives some, or none. */
    private interface Receiving {
        List<Integer> some() throws InterruptedException;
    }

    private boolean receive(Receiving receiving) {
        int from = history.begins();
        try {
            List<Integer> some = receiving.some();
            history.ends(from, some.isEmpty() ? nothingYet() : History.steps(Kind.TAKEN, some));
            return !some.isEmpty();
        } catch (InterruptedException e) {
            history.ends(from, nothingYet());
        } catch (ChannelClosedException e) {
            history.ends(from, List.of(History.step(Kind.ENDED)));
        }
        return false;
    }

    private void receiveInterrupted(Receiving receiving) {
        Thread.currentThread().interrupt();
        try {
            receive(receiving);
        } finally {
            Thread.interrupted();
        }
    }

    @Operation
    public void receiveMany() {
        receiveInterrupted(() -> {
            Integer[] into = new Integer[BATCH];
            return Arrays.asList(into).subList(0, channel.receiveMany(into));
        });
    }

    @Operation
    public void receiveList() {
        receiveInterrupted(() -> channel.receiveMany(BATCH));
    }

    @Operation
    public void tryReceive() {
        receiveOne();
    }

    /** Whether there was one. */
    final boolean receiveOne() {
        return receive(() -> {
            Integer one = channel.tryReceive();
            return one == null ? List.of() : List.of(one);
        });
    }

    @Operation(runOnce = true)
    public void close() {
        int from = history.begins();
        channel.close();
        history.ends(from, List.of(History.step(Kind.CLOSED)));
    }
}
