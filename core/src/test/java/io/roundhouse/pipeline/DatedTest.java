package io.roundhouse.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** In which epochs events were published, as who puts them in order finds it. */
@Timeout(60)
class DatedTest {
    private static final int MANY = 1_000;

    private final Epochs epochs = new Epochs();
    private final Dated dated = new Dated(epochs);
    private final Dated.Look look = dated.look();

    @Test
    void manyMarksThatNobodyHasLookedAtAreKept() {
        List<Long> begun = new ArrayList<>();
        for (int at = 0; at < MANY; at++) {
            begun.add(dated.begin(at));
        }

        look.goesTo(MANY);
        List<Long> found = new ArrayList<>();
        while (look.hasMoreBefore(Long.MAX_VALUE)) {
            found.add(look.epoch());
            assertThat(look.goOn()).isEqualTo(found.size());
        }

        assertThat(found).isEqualTo(begun).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void marksAreKeptWhereSomeArePassedMeanwhile() {
        List<Long> begun = new ArrayList<>();
        List<Long> found = new ArrayList<>();
        for (int at = 0; at < MANY; at++) {
            begun.add(dated.begin(at));
            look.goesTo(at + 1);
            for (int i = 0; i < at % 3 && look.hasMoreBefore(Long.MAX_VALUE); i++) {
                found.add(look.epoch());
                look.goOn();
            }
        }
        while (look.hasMoreBefore(Long.MAX_VALUE)) {
            found.add(look.epoch());
            look.goOn();
        }

        assertThat(found).isEqualTo(begun);
    }

    @Test
    void eventsUpToTheNextMarkAreOfOneEpoch() {
        long first = dated.begin(0);
        long second = dated.begin(5);
        look.goesTo(8);

        assertThat(look.epoch()).isEqualTo(first);
        assertThat(look.hasMoreBefore(first)).isFalse();
        assertThat(look.goOn()).isEqualTo(5);
        assertThat(look.epoch()).isEqualTo(second);
        assertThat(look.goOn()).isEqualTo(8);
        assertThat(look.hasMoreBefore(Long.MAX_VALUE)).isFalse();
    }

    @Test
    void aMarkIsWrittenOnceMoreWhereItsEventWasNotPublished() {
        dated.begin(0);
        look.goesTo(1);
        look.last();
        dated.begin(1);
        look.goesTo(1);
        long again = dated.begin(1);
        look.goesTo(2);

        assertThat(look.epoch()).isEqualTo(again);
        assertThat(look.last()).isEqualTo(2);
    }

    @Test
    void whoTakesBeginsAnEpochThatIsNoPublishers() {
        long publishers = dated.begin(0);
        long takers = epochs.beginToTake();

        assertThat(takers).isGreaterThan(publishers);
        assertThat(Epochs.isOfPublisher(publishers)).isTrue();
        assertThat(Epochs.isOfPublisher(takers)).isFalse();
        assertThat(dated.begin(1)).isGreaterThan(takers);
    }
}
