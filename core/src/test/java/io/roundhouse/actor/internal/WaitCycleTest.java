package io.roundhouse.actor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Roundhouse;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who looks for circles of waits comes to an end, and finds those that are there. */
@Timeout(60)
final class WaitCycleTest {
    private final Roundhouse house = Roundhouse.open(with -> with.workers(1));

    @AfterEach
    void close() {
        house.close();
    }

    private Actor actor() {
        return ((Handle) house.actor(Runnable.class, () -> () -> {})).actor();
    }

    private List<Actor> actors(int count) {
        List<Actor> actors = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            actors.add(actor());
        }
        return actors;
    }

    private static Answer asks(Actor who, Actor whom) {
        return new Answer(whom, Awaited.NO_METHOD, who);
    }

    /** It waits for an answer of one of these. */
    private static void waitsForOneOf(Actor who, List<Actor> others) {
        Coming<Object> first = asks(who, others.getFirst());
        for (Actor other : others.subList(1, others.size())) {
            first = (Coming<Object>) first.applyToEither(asks(who, other), any -> any);
        }
        who.waitsFor(others.getFirst(), (Awaited) first);
    }

    private static void waitsForAllOf(Actor who, List<Actor> others) {
        Coming<Object> first = asks(who, others.getFirst());
        for (Actor other : others.subList(1, others.size())) {
            first = (Coming<Object>) first.thenCombine(asks(who, other), (any, _) -> any);
        }
        who.waitsFor(others.getFirst(), (Awaited) first);
    }

    private static void waitsFor(Actor who, Actor other) {
        who.waitsFor(other, asks(who, other));
    }

    /**
     * Each of a layer waits for one of two of the next one, and one waits for each of the first.
     */
    private Actor layers(int layers, List<Actor> last) {
        List<Actor> next = last;
        for (int i = 0; i < layers; i++) {
            List<Actor> layer = actors(next.size());
            for (int k = 0; k < layer.size(); k++) {
                waitsForOneOf(layer.get(k), List.of(next.get(k), next.get((k + 1) % next.size())));
            }
            next = layer;
        }
        Actor first = actor();
        waitsForAllOf(first, next);
        return first;
    }

    /** There would be twice as many. */
    @Test
    void manyChoicesAreLookedThroughUpToANumber() {
        List<Actor> last = actors(40);
        Actor first = layers(5, last);
        last.subList(0, 30).forEach(each -> waitsFor(each, first));
        WaitCycle look = new WaitCycle();
        look.forGood(first);
        assertThat(look.behindChoices()).isEqualTo(WaitCycle.MOST_BEHIND_CHOICES);
    }

    @Test
    void fewChoicesAreLookedThroughToTheEnd() {
        List<Actor> last = actors(2);
        Actor first = layers(2, last);
        last.forEach(each -> waitsFor(each, first));
        WaitCycle look = new WaitCycle();
        assertThat(look.forGood(first)).isNotEmpty();
        assertThat(look.behindChoices()).isLessThan(WaitCycle.MOST_BEHIND_CHOICES);
        last.getFirst().waitsNoLonger();
        assertThat(new WaitCycle().forGood(first)).isEmpty();
    }

    @Test
    void aLongCircleWithoutChoicesIsFoundHoweverManyThereAreBeside() {
        List<Actor> circle = actors(10_000);
        for (int i = 0; i < circle.size(); i++) {
            waitsFor(circle.get(i), circle.get((i + 1) % circle.size()));
        }
        assertThat(WaitCycle.closedForGoodBy(circle.getFirst())).hasSize(circle.size());
    }

    @Test
    void aLongCircleWithOneChoiceIsFound() {
        List<Actor> circle = actors(20_000);
        waitsForOneOf(circle.getFirst(), circle.subList(1, 3));
        for (int i = 1; i < circle.size(); i++) {
            waitsFor(circle.get(i), circle.get((i + 1) % circle.size()));
        }
        assertThat(WaitCycle.closedForGoodBy(circle.getFirst())).isNotEmpty();
        circle.getLast().waitsNoLonger();
        assertThat(WaitCycle.closedForGoodBy(circle.getFirst())).isEmpty();
    }

    /** Each of many waits for all of as many choices, each of two that wait for somebody else. */
    @Test
    void manyLongWaysBehindManyChoicesComeToAnEnd() {
        List<Actor> way = actors(20_000);
        for (int i = 1; i < way.size(); i++) {
            waitsFor(way.get(i - 1), way.get(i));
        }
        List<Actor> choosing = actors(2_000);
        choosing.forEach(each -> waitsForOneOf(each, way.subList(0, 2)));
        Actor first = actor();
        waitsForAllOf(first, choosing);
        assertThat(WaitCycle.closedForGoodBy(first)).isEmpty();
    }

    // ---- without whom a wait never ends

    @Test
    void whoeverAWaitLeadsToIsNeeded() {
        List<Actor> way = actors(4);
        for (int i = 1; i < way.size(); i++) {
            waitsFor(way.get(i - 1), way.get(i));
        }
        Actor last = way.getLast();
        assertThat(WaitCycle.needed(way.getFirst(), each -> each == last)).isSameAs(last);
        assertThat(WaitCycle.needed(last, each -> each == way.getFirst())).isNull();
        way.get(2).waitsNoLonger();
        assertThat(WaitCycle.needed(way.getFirst(), each -> each == last)).isNull();
    }

    @Test
    void nobodyIsNeededByWhoWaitsForATime() {
        Actor one = actor();
        Actor other = actor();
        one.waitsFor(other, asks(one, other), true);
        assertThat(WaitCycle.needed(one, each -> each == other)).isNull();
        assertThat(WaitCycle.endsRestsBefore(one, each -> each == other)).isFalse();
    }

    @Test
    void oneOfTwoIsNeededWhereBothAre() {
        Actor one = actor();
        List<Actor> two = actors(2);
        waitsForOneOf(one, two);
        assertThat(WaitCycle.needed(one, two::contains)).isIn(two);
        assertThat(WaitCycle.needed(one, each -> each == two.getFirst())).isNull();
        waitsFor(two.getLast(), one);
        assertThat(WaitCycle.needed(one, each -> each == two.getFirst())).isSameAs(two.getFirst());
    }

    @Test
    void whoRestsOnTheWayGoesOn() {
        List<Actor> way = actors(3);
        waitsFor(way.getFirst(), way.get(1));
        way.get(1).waitsFor(way.get(2), Awaited.ROOM);
        assertThat(WaitCycle.needed(way.getFirst(), each -> each == way.get(2))).isNull();
        assertThat(WaitCycle.endsRestsBefore(way.getFirst(), each -> each == way.get(2))).isTrue();
        assertThat(WaitCycle.endsRestsBefore(way.getFirst(), each -> each == way.get(1))).isFalse();
    }

    /** Who is to answer on the circle that was found first has answered; another one is there. */
    @Test
    void whereACircleHasDissolvedThereIsASecondLook() {
        Actor one = actor();
        Actor other = actor();
        Answer given = asks(one, other);
        given.complete("given");
        WaitCycle.Edge dissolved = new WaitCycle.Edge(one, other, given);
        WaitCycle.Edge stands = new WaitCycle.Edge(one, other, asks(one, other));
        Deque<List<WaitCycle.Edge>> found = new ArrayDeque<>();
        found.add(List.of(dissolved));
        found.add(List.of(stands));
        found.add(List.of());
        assertThat(WaitCycle.standing(() -> Objects.requireNonNull(found.poll()), given))
                .containsExactly(stands);
        assertThat(found).hasSize(1);
    }
}
