package io.roundhouse.dispatch.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Who waits until all is quiet looks at the threads that live, not at all that have ever called.
 */
@Timeout(60)
final class OutsidersTest {
    private static final int THREADS = 5_000;

    /** They are held here, as they are until memory is collected. */
    @Test
    void threadsThatHaveEndedAreForgotten() throws InterruptedException {
        int before = Outsiders.places();
        List<Caller> held = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Thread.ofVirtual().start(() -> held.add(Caller.current())).join();
        }
        assertThat(Outsiders.places()).isLessThan(2 * before + THREADS / 10);
        assertThat(held).hasSize(THREADS).allMatch(Caller::hasEnded);
        assertThat(Caller.current().hasEnded()).isFalse();
    }
}
