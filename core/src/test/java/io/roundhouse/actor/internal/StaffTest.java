package io.roundhouse.actor.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.dispatch.internal.OwnThread;
import io.roundhouse.dispatch.internal.Workers;
import io.roundhouse.waiting.WaitStrategy;
import org.junit.jupiter.api.Test;

/** Who is among the staff of a house, and who is not. */
final class StaffTest {
    @Test
    void aThreadThatCannotBeStartedIsNotTaken() {
        Staff staff = new Staff(whenResting -> new Workers(1, "unstarted-", whenResting));
        OwnThread thread = new OwnThread(true, "none", WaitStrategy.adaptive(), () -> {}, _ -> {});
        OutOfMemoryError none = new OutOfMemoryError("unable to create native thread");
        assertThatThrownBy(() ->
                        staff.takes(
                                thread,
                                () -> {
                                    throw none;
                                }))
                .isSameAs(none);
        assertThat(staff.owned()).isZero();
    }
}
