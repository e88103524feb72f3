package io.roundhouse.dispatch.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CallerTest {
    /** Others may keep the old ones for as long as they look for something to do. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCallThatMovesToOtherPlacesLeavesNothingBehind(boolean anew) {
        Worker worker = (Worker) new Workers(1, "moves-", () -> {}).threads().get(0);
        Caller me = worker.caller;
        @Nullable Object[] before = me.references;
        me.first += me.each;
        for (int i = 0; i < me.each; i++) {
            me.references[me.first + i] = "argument " + i;
        }

        me.startOver(anew);

        assertThat(me.references).startsWith("argument 0").contains("argument " + (me.each - 1));
        if (anew) {
            assertThat(before).isNotSameAs(me.references).containsOnlyNulls();
        } else {
            assertThat(me.references).filteredOn(each -> each != null).hasSize(me.each);
        }
    }

    /** As those of the common pool do, which forget what is local to a thread now and then. */
    @Test
    @Timeout(60)
    void aThreadThatForgetsIsTheSameCallerAllTheSame() {
        ThreadLocal<Boolean> remembers = ThreadLocal.withInitial(() -> false);
        ForkJoinPool forgetful = forgetful();
        ForkJoinPool other = forgetful();
        try {
            Caller first = forgetful.submit(CallerTest::likely).join();
            forgetful.submit(() -> remembers.set(true)).join();
            while (forgetful.submit(remembers::get).join()) {
                Thread.onSpinWait();
            }
            Caller second =
                    forgetful
                            .submit(() -> {
                                Caller begun = Caller.current();
                                other.submit(CallerTest::likely).join(); // in place of this one
                                assertThat(Caller.current()).isSameAs(begun);
                                return begun;
                            })
                            .join();
            assertThat(second).isSameAs(first);
        } finally {
            forgetful.shutdown();
            other.shutdown();
        }
    }

    /** Of one thread. */
    private static ForkJoinPool forgetful() {
        return new ForkJoinPool(
                1, pool -> new ForkJoinWorkerThread(null, pool, false) {}, null, true);
    }

    /** The calling thread is the one that need not look itself up. */
    private static Caller likely() {
        Caller caller = Caller.current();
        for (int i = 0; i < 1_000; i++) {
            caller = Caller.current();
        }
        return caller;
    }
}
