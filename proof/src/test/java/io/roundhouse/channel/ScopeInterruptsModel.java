package io.roundhouse.channel;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.proof.Scenario;
import java.util.List;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * A process opens a scope, and another one inside of it, waits there and elsewhere, closes them,
 * and opens the next, while those scopes are canceled and the process is, by the scope that has
 * forked it: all at any time. The library's own code, over a flag that is a field, under Lincheck's
 * schedules of every memory access.
 *
 * <p>Checked when all scopes are closed: what came from around has been told to a wait, or is still
 * in the flag, for the next one; if nothing came from around the flag is as it was. And who waits
 * when a scope has been canceled, and was not told of it, is told.
 *
 * <p>Twins that are caught: a process that is interrupted from around as any thread is, so that a
 * scope inside takes that back with its own; scopes that leave the flag alone when they close; and
 * scopes that share nothing with those before them.
 */
final class ScopeInterruptsModel {
    private static final int DEPTH = 2;
    private static final int SCOPES = 3;

    /** So many schedules reach three switches of threads. */
    private static final int BETWEEN_SCOPES = 3000;

    /** A thread that never runs, and has a flag. */
    private static final class Flag extends Thread {
        private boolean set;

        /** Who interrupts from around, once it begins. */
        private @Nullable Thread around;

        private boolean setFromAround;

        @Override
        public synchronized void interrupt() {
            set = true;
            setFromAround |= Thread.currentThread() == around;
        }

        @Override
        public synchronized boolean isInterrupted() {
            return set;
        }

        /** As {@link Thread#interrupted} does. */
        synchronized boolean take() {
            boolean was = set;
            set = false;
            return was;
        }

        synchronized void beginsFromAround() {
            around = Thread.currentThread();
        }

        synchronized boolean isSetFromAround() {
            return setFromAround;
        }
    }

    /** What of a {@link Scope} has to do with interrupts. */
    private static final class Inner {
        final ScopeInterrupts interrupts;
        private boolean canceled;

        /** That it was canceled by others has not come to the thread. */
        private boolean owes;

        Inner(ScopeInterrupts interrupts) {
            this.interrupts = interrupts;
        }

        synchronized void cancel() {
            if (!canceled) {
                canceled = true;
                owes = true;
                interrupts.interrupt();
            }
        }

        /** By the thread: whether the interrupt which has ended its wait was by this scope. */
        synchronized boolean tells() {
            boolean tells = interrupts.takeBack(true);
            owes &= !tells;
            return tells;
        }

        synchronized boolean owes() {
            return owes;
        }

        /** A wait elsewhere has ended by it, perhaps. */
        synchronized void isExcused() {
            owes = false;
        }

        /** By the thread. */
        void close(boolean takesBack) {
            synchronized (this) {
                canceled = true;
            }
            if (takesBack) {
                synchronized (this) {
                    owes = false;
                    interrupts.takeBack(false);
                }
            }
        }
    }

    /** The process, and those who interrupt it. */
    public static class Interrupted {
        final Flag flag = new Flag();

        @SuppressWarnings("NullAway") // nobody asks for its scope
        final Process process = new Process(null, flag);

        /** From the outer one on; those that are open, or have been, the last at each depth. */
        private final @Nullable Inner[] scopes = new Inner[DEPTH];

        private int open;
        private int opened;
        private volatile boolean fromAround;
        private boolean told;
        private boolean toldElsewhere;

        // ---- the process

        @Operation(nonParallelGroup = "process")
        public void open() {
            if (opened == SCOPES || open == DEPTH) {
                return;
            }
            Inner next = new Inner(open(open == 0 ? null : scope(open - 1).interrupts));
            synchronized (scopes) {
                scopes[open] = next;
            }
            opened++;
            open++;
        }

        /** As {@link Scope} does. */
        @SuppressWarnings("NullAway")
        ScopeInterrupts open(@Nullable ScopeInterrupts around) {
            return new ScopeInterrupts(new Process(null, process), around, this::make);
        }

        ScopeInterrupts.OfThread make(Process first) {
            return new ScopeInterrupts.OfThread(first) {
                @Override
                boolean takesFlag() {
                    return flag.take();
                }
            };
        }

        /** At a channel: is told by the last scope that has interrupted it, or by those around. */
        @Operation(nonParallelGroup = "process")
        public void waitAtAChannel() {
            boolean owed = false;
            for (int at = 0; at < open; at++) {
                owed |= scope(at).owes();
            }
            if (!flag.take()) {
                if (owed) {
                    throw new IllegalStateException("waits on, though a scope has been canceled");
                }
                return;
            }
            for (int at = open - 1; at >= 0; at--) {
                if (scope(at).tells()) {
                    return;
                }
            }
            told = true;
        }

        /** Where nobody knows of scopes. */
        @Operation(nonParallelGroup = "process")
        public void waitElsewhere() {
            if (flag.take()) {
                toldElsewhere |= flag.isSetFromAround();
                for (int at = 0; at < open; at++) {
                    scope(at).isExcused();
                }
            }
        }

        @Operation(nonParallelGroup = "process")
        public void close() {
            if (open > 0) {
                open--;
                scope(open).close(takesBack());
            }
        }

        boolean takesBack() {
            return true;
        }

        private Inner scope(int at) {
            Inner scope = scopes[at];
            if (scope == null) {
                throw new IllegalStateException("it was opened");
            }
            return scope;
        }

        // ---- others

        @Operation(runOnce = true)
        public void cancelOuter() {
            cancel(0);
        }

        @Operation(runOnce = true)
        public void cancelInner() {
            cancel(1);
        }

        private void cancel(int at) {
            Inner scope;
            synchronized (scopes) {
                scope = scopes[at];
            }
            if (scope != null) {
                scope.cancel();
            }
        }

        @Operation(runOnce = true)
        public void cancelAround() {
            fromAround = true;
            flag.beginsFromAround();
            process.interrupt();
        }

        /** When all is over. */
        @Validate
        public void whatCameFromAroundIsThereAndNothingElse() {
            while (open > 0) {
                close();
            }
            if (fromAround && !told && !toldElsewhere && !flag.isInterrupted()) {
                throw new IllegalStateException("an interrupt from around has been swallowed");
            }
            if (!fromAround && (told || flag.isInterrupted())) {
                throw new IllegalStateException("an interrupt by nobody is left");
            }
        }
    }

    /** A scope inside takes the interrupt from around for one of its own. */
    public static class Swallows extends Interrupted {
        @Override
        ScopeInterrupts.OfThread make(Process first) {
            return new ScopeInterrupts.OfThread(first) {
                @Override
                void interruptFromAround() {
                    flag.interrupt();
                }

                @Override
                boolean takesFlag() {
                    return flag.take();
                }
            };
        }
    }

    /** A scope that closes leaves its interrupt to who comes next. */
    public static class Leaves extends Interrupted {
        @Override
        boolean takesBack() {
            return false;
        }
    }

    /** Each scope that is opened when none is open begins anew. */
    public static class Forgets extends Interrupted {
        @Override
        ScopeInterrupts open(@Nullable ScopeInterrupts around) {
            if (around == null) {
                process.hasInterrupts(make(process));
            }
            return super.open(around);
        }
    }

    @Test
    void whatComesFromAroundIsNotTakenBack() {
        modelChecking()
                .addCustomScenario(canceledInAScope(Interrupted.class))
                .addCustomScenario(canceledInAScopeInAScope(Interrupted.class))
                .addCustomScenario(canceledBeforeAScope(Interrupted.class))
                .addCustomScenario(canceledWhileOneIsTold(Interrupted.class))
                .addCustomScenario(canceledBehindAWaitElsewhere(Interrupted.class))
                .addCustomScenario(canceledBetweenTwoCloses(Interrupted.class))
                .addCustomScenario(canceledBeforeTwoScopes(Interrupted.class))
                .check(Interrupted.class);
    }

    @Test
    void whatComesFromAroundIsNotTakenBackByTheNextScope() {
        modelChecking()
                .iterations(0)
                .invocationsPerIteration(BETWEEN_SCOPES)
                .addCustomScenario(canceledBetweenScopes(Interrupted.class))
                .check(Interrupted.class);
    }

    @Test
    void aScopeThatSwallowsWhatComesFromAroundIsCaught() {
        isCaught(
                Swallows.class,
                canceledInAScope(Swallows.class),
                "an interrupt from around has been swallowed");
    }

    @Test
    void aScopeThatSharesNothingWithTheOneBeforeIsCaught() {
        isCaught(
                Forgets.class,
                canceledBetweenScopes(Forgets.class),
                "an interrupt from around has been swallowed");
    }

    @Test
    void aScopeThatLeavesItsInterruptIsCaught() {
        isCaught(Leaves.class, canceledAlone(Leaves.class), "an interrupt by nobody is left");
    }

    private static ModelCheckingOptions modelChecking() {
        return Linearizable.modelChecking(3).actorsAfter(0).invocationsPerIteration(300);
    }

    private static void isCaught(Class<?> flawed, ExecutionScenario scenario, String message) {
        assertThatThrownBy(() ->
                        modelChecking()
                                .iterations(0)
                                .invocationsPerIteration(BETWEEN_SCOPES)
                                .addCustomScenario(scenario)
                                .minimizeFailedScenario(false)
                                .check(flawed))
                .isInstanceOf(LincheckAssertionError.class)
                .hasMessageContaining(message);
    }

    private static ExecutionScenario canceledInAScope(Class<?> operations) {
        return Scenario.of(
                operations,
                List.of("open"),
                List.of(
                        List.of("waitAtAChannel", "close"),
                        List.of("cancelOuter"),
                        List.of("cancelAround")));
    }

    private static ExecutionScenario canceledAlone(Class<?> operations) {
        return Scenario.of(
                operations,
                List.of("open"),
                List.of(List.of("waitAtAChannel", "close"), List.of("cancelOuter")));
    }

    private static ExecutionScenario canceledInAScopeInAScope(Class<?> operations) {
        return Scenario.of(
                operations,
                List.of("open", "open"),
                List.of(
                        List.of("close", "close"),
                        List.of("cancelInner", "cancelAround"),
                        List.of("cancelOuter")));
    }

    private static ExecutionScenario canceledBeforeAScope(Class<?> operations) {
        return Scenario.of(
                operations,
                List.of(),
                List.of(
                        List.of("open", "waitAtAChannel", "close"),
                        List.of("cancelAround"),
                        List.of("cancelOuter")));
    }

    private static ExecutionScenario canceledWhileOneIsTold(Class<?> operations) {
        return Scenario.of(
                operations,
                List.of("open", "open", "cancelInner"),
                List.of(
                        List.of("waitAtAChannel", "waitAtAChannel", "close"),
                        List.of("cancelAround"),
                        List.of("cancelOuter")));
    }

    private static ExecutionScenario canceledBehindAWaitElsewhere(Class<?> operations) {
        return Scenario.of(
                operations,
                List.of("open", "open", "cancelInner"),
                List.of(
                        List.of("waitElsewhere", "close", "close"),
                        List.of("cancelAround"),
                        List.of("cancelOuter")));
    }

    private static ExecutionScenario canceledBetweenTwoCloses(Class<?> operations) {
        return Scenario.of(
                operations,
                List.of("open", "open", "cancelInner", "cancelOuter", "waitElsewhere"),
                List.of(List.of("close", "close"), List.of("cancelAround")));
    }

    private static ExecutionScenario canceledBetweenScopes(Class<?> operations) {
        return Scenario.of(
                operations,
                List.of("open"),
                List.of(
                        List.of("close", "open", "waitAtAChannel"),
                        List.of("cancelOuter"),
                        List.of("cancelAround")));
    }

    private static ExecutionScenario canceledBeforeTwoScopes(Class<?> operations) {
        return Scenario.of(
                operations,
                List.of("open", "open", "cancelAround", "cancelInner"),
                List.of(List.of("waitAtAChannel", "close", "close"), List.of("cancelOuter")));
    }
}
