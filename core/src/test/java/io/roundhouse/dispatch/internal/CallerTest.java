package io.roundhouse.dispatch.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
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
}
