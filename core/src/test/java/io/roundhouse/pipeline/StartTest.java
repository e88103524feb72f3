package io.roundhouse.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A line that cannot be started leaves no thread behind. */
@Timeout(60)
class StartTest {
    private final List<Thread> made = new ArrayList<>();

    @Test
    void whereAFactoryMakesNoThreadNoneIsStarted() {
        ThreadFactory third = worker -> made.size() == 2 ? null : make(worker);

        assertThatThrownBy(() -> start(third))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("made no thread for stage c");
        assertThat(made).hasSize(2).allMatch(each -> each.getState() == Thread.State.NEW);
    }

    @Test
    void whereAThreadHasBeenStartedAlreadyTheOthersAreEnded() {
        Thread over = Thread.ofPlatform().name("mine").start(() -> {});
        ThreadFactory third = worker -> made.size() == 2 ? over : make(worker);

        assertThatThrownBy(() -> start(third))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("was started before");
        assertThat(made).hasSize(2).allMatch(each -> each.getState() == Thread.State.TERMINATED);
    }

    @Test
    void whereTheSystemHasNoMoreThreadsTheOthersAreEnded() {
        ThreadFactory third =
                worker -> made.size() == 2 ? new ThreadThatCannotStart(worker) : make(worker);

        assertThatThrownBy(() -> start(third))
                .isInstanceOf(OutOfMemoryError.class)
                .hasMessage("planned");
        assertThat(made).hasSize(2).allMatch(each -> each.getState() == Thread.State.TERMINATED);
    }

    private Thread make(Runnable worker) {
        made.add(Thread.ofPlatform().daemon().unstarted(worker));
        return made.getLast();
    }

    /** Checked ones too: not all languages check. */
    @Test
    void whatTheFactoryOfEventsThrowsIsToldWithTheEvent() {
        IOException bug = new IOException("bug");

        assertThatThrownBy(() ->
                        Pipeline.of(() -> StartTest.<Trade, RuntimeException>failed(bug))
                                .stage("a", _ -> {})
                                .start())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the factory threw when it made event 0")
                .hasCause(bug);
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // thrown undeclared
    private static <E, X extends Throwable> E failed(Throwable thrown) throws X {
        throw (X) thrown;
    }

    private static void start(ThreadFactory factory) {
        Pipeline.of(Trade::new)
                .capacity(2)
                .threads(factory)
                .stage("a", _ -> {})
                .then("b", _ -> {})
                .then("c", _ -> {})
                .start();
    }

    private static final class ThreadThatCannotStart extends Thread {
        ThreadThatCannotStart(Runnable worker) {
            super(worker);
        }

        @Override
        public void start() {
            throw new OutOfMemoryError("planned");
        }
    }
}
