package io.roundhouse.dispatch.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class OnExecutorTest {
    private static final int CALLS_A_TURN = 64;
    private static final int CALLS = 1_000;

    /** Others want that thread, too, though there is more to do whenever it looks. */
    @ParameterizedTest
    @ValueSource(ints = {Task.DONE, Task.LISTENS, Task.AWAY, Task.MORE})
    void theThreadIsGivenBackBehindTheCallsOfATurn(int end) {
        Queue<Runnable> given = new ArrayDeque<>();
        Busy task = new Busy(end);
        OnExecutor onExecutor = new OnExecutor(given::add, given::add, task::isRefused, () -> {});
        onExecutor.mailed(task, Caller.current());
        List<Integer> calls = new ArrayList<>();
        for (Runnable next = given.poll(); next != null; next = given.poll()) {
            int before = task.calls;
            next.run();
            calls.add(task.calls - before);
        }
        assertThat(task.calls).isEqualTo(CALLS);
        assertThat(calls).allMatch(each -> each <= CALLS_A_TURN);
    }

    /** Handles one call a turn; the next one comes just behind it. */
    private static final class Busy extends WorkersTest.WithoutMail {
        private final int end;
        int calls;

        Busy(int end) {
            this.end = end;
        }

        @Override
        protected boolean hasMail() {
            return calls < CALLS;
        }

        @Override
        protected boolean goesAway() {
            return !hasMail();
        }

        @Override
        public int turn(Caller me) {
            me.done++;
            calls++;
            return calls == CALLS ? DONE : end;
        }

        void isRefused(Throwable why) {
            throw new AssertionError(why);
        }
    }
}
