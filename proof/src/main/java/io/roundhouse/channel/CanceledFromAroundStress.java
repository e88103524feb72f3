package io.roundhouse.channel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A process is canceled while it waits in a scope that it has opened, and that is canceled, too: it
 * is told of both, one after the other, in whatever order. One that has been swallowed by the other
 * leaves it asleep, as nobody sends. 1 is the scope that it has opened, 2 the one around, 0 that
 * the time was over.
 */
@JCStressTest
@Outcome(
        id = {"1, 2", "2, 2"},
        expect = ACCEPTABLE)
@State
public class CanceledFromAroundStress {
    private static final Duration LONG = Duration.ofSeconds(10);

    private final Channel<Integer> silent = Channel.rendezvous();
    private volatile @Nullable Scope opened;

    @Actor
    public void process(II_Result seen) {
        try (Scope around = Scope.open()) {
            Fork<?> process = around.go(() -> waitInAScope(seen));
            while (opened == null) {
                Thread.onSpinWait();
            }
            process.cancel();
        }
    }

    private void waitInAScope(II_Result seen) {
        try (Scope scope = Scope.open()) {
            opened = scope;
            seen.r1 = endOfAWait();
        }
        seen.r2 = seen.r1 == 2 ? 2 : endOfAWait();
    }

    private int endOfAWait() {
        try {
            return silent.receive(LONG) == null ? 0 : -1;
        } catch (InterruptedException e) {
            return 2;
        } catch (CancellationException e) {
            return 1;
        }
    }

    @Actor
    public void cancel() {
        Scope found = opened;
        while (found == null) {
            Thread.onSpinWait();
            found = opened;
        }
        found.cancel();
    }
}
