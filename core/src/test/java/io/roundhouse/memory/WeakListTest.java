package io.roundhouse.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What others hold is there; what they do not is not, and takes no room for ever. */
final class WeakListTest {
    private static final int MANY = 1_000;
    private static final int FEW = 200;

    private static List<Object> objects(int count) {
        List<Object> objects = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            objects.add(new Object());
        }
        return objects;
    }

    private static List<Object> in(WeakList<Object> list) {
        List<Object> seen = new ArrayList<>();
        list.forEach(seen::add);
        return seen;
    }

    /** Returns when that is gone from the list, which somebody else may hold for a while. */
    private static void awaitPlaces(WeakList<Object> list, int most) {
        while (list.places() > most) {
            System.gc();
            in(list);
        }
    }

    @Test
    void whatOthersHoldIsThereInItsOrder() {
        List<Object> held = objects(MANY);
        WeakList<Object> list = new WeakList<>();
        held.forEach(list::add);
        assertThat(in(list)).containsExactlyElementsOf(held);
    }

    @Test
    void aLookForgetsWhatIsGone() {
        List<Object> held = objects(FEW);
        WeakList<Object> list = new WeakList<>();
        held.forEach(list::add);
        objects(MANY).forEach(list::add);
        awaitPlaces(list, FEW);
        assertThat(in(list)).containsExactlyElementsOf(held);
        Reference.reachabilityFence(held);
    }

    @Test
    void whatIsNotToBeKeptGoesWhenThereAreTwiceAsMany() {
        List<Object> held = objects(MANY);
        WeakList<Object> list = new WeakList<>(object -> object == held.getLast());
        held.forEach(list::add);
        assertThat(list.places()).isLessThan(FEW);
        assertThat(in(list)).contains(held.getLast());
    }
}
