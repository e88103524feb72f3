package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Roundhouse;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the declarations of a method say of what its callers do. */
@Timeout(60)
final class DeclarationTest {
    private final List<Object> got = new ArrayList<>();

    @FunctionalInterface
    private interface Use<T> {
        void use(T actor) throws Exception;
    }

    /** Nothing runs until somebody waits. */
    private <T> void goesOn(Class<T> type, Supplier<? extends T> factory, Use<T> call)
            throws Exception {
        calls(type, factory, call, List.of());
    }

    private <T> void waits(Class<T> type, Supplier<? extends T> factory, Use<T> call)
            throws Exception {
        calls(type, factory, call, List.of("called"));
    }

    private <T> void calls(
            Class<T> type, Supplier<? extends T> factory, Use<T> call, List<Object> by)
            throws Exception {
        got.clear();
        try (var house = Roundhouse.open(HouseOptions::stepping)) {
            call.use(house.actor(type, factory));
            assertThat(got).as("when the call returns").isEqualTo(by);
        }
        assertThat(got).containsExactly("called");
    }

    // ---- void

    interface Unchecked {
        void call() throws IllegalArgumentException, LinkageError;
    }

    interface Checked {
        void call() throws IllegalArgumentException, IOException;
    }

    @Test
    void onlyCheckedExceptionsAreWaitedFor() throws Exception {
        goesOn(Unchecked.class, () -> () -> got.add("called"), Unchecked::call);
        waits(Checked.class, () -> () -> got.add("called"), Checked::call);
    }

    interface None {
        void call();
    }

    interface MissingFile {
        void call() throws FileNotFoundException;
    }

    interface TimeOut {
        void call() throws TimeoutException;
    }

    interface CheckedAndNone extends Checked, None {}

    interface NoneAndChecked extends None, Checked {}

    interface CheckedAndMissingFile extends Checked, MissingFile {}

    interface MissingFileAndChecked extends MissingFile, Checked {}

    interface CheckedAndTimeOut extends Checked, TimeOut {}

    interface TimeOutAndChecked extends TimeOut, Checked {}

    @Test
    void exceptionsOfInheritedDeclarationsAreThoseThatAllOfThemAllow() throws Exception {
        goesOn(CheckedAndNone.class, () -> () -> got.add("called"), CheckedAndNone::call);
        goesOn(NoneAndChecked.class, () -> () -> got.add("called"), NoneAndChecked::call);
        waits(
                CheckedAndMissingFile.class,
                () -> () -> got.add("called"),
                CheckedAndMissingFile::call);
        waits(
                MissingFileAndChecked.class,
                () -> () -> got.add("called"),
                MissingFileAndChecked::call);
        goesOn(CheckedAndTimeOut.class, () -> () -> got.add("called"), CheckedAndTimeOut::call);
        goesOn(TimeOutAndChecked.class, () -> () -> got.add("called"), TimeOutAndChecked::call);
    }

    interface Throws<E extends Exception> {
        void call() throws E;
    }

    interface ThrowsUnchecked extends Throws<IllegalStateException> {}

    interface ThrowsChecked extends Throws<IOException> {}

    @Test
    void aTypeVariableThatIsThrownIsWhatTheInterfaceMakesOfIt() throws Exception {
        goesOn(ThrowsUnchecked.class, () -> () -> got.add("called"), ThrowsUnchecked::call);
        waits(ThrowsChecked.class, () -> () -> got.add("called"), ThrowsChecked::call);
    }

    interface PutsChecked<T> {
        void put(T value) throws IOException;
    }

    interface PutsText {
        void put(String text);
    }

    interface PutsCheckedAndText extends PutsChecked<String>, PutsText {}

    interface PutsTextAndChecked extends PutsText, PutsChecked<String> {}

    @Test
    void declarationsThatTypeArgumentsMakeTheSameAreOneMethod() throws Exception {
        goesOn(PutsCheckedAndText.class, () -> got::add, actor -> ((PutsText) actor).put("called"));
        goesOn(PutsTextAndChecked.class, () -> got::add, actor -> ((PutsText) actor).put("called"));
        goesOn(
                PutsCheckedAndText.class,
                () -> got::add,
                actor -> ((PutsChecked<String>) actor).put("called"));
    }

    // ---- futures

    interface Prices extends Function<String, CompletableFuture<Integer>> {}

    interface Of<K, V> extends Function<K, V> {}

    interface Stages extends Of<String, CompletionStage<Integer>> {}

    interface Bounded<F extends Future<Integer>> extends Function<String, F> {}

    interface BoundedTwice<F extends Object & CompletionStage<Integer>>
            extends Function<String, F> {}

    interface First {
        CompletionStage<Integer> apply(String key);
    }

    interface FirstAndPrices extends First, Prices {}

    interface PricesAndFirst extends Prices, First {}

    @Test
    void aFutureBehindATypeVariableComesLater() throws Exception {
        answersLater(Prices.class, () -> this::three);
        answersLater(Stages.class, () -> this::three);
        answersLater(anyBounded(), () -> this::three);
        answersLater(anyBoundedTwice(), () -> this::three);
        answersLater(FirstAndPrices.class, () -> this::three);
        answersLater(PricesAndFirst.class, () -> this::three);
    }

    private CompletableFuture<Integer> three(String key) {
        got.add("called");
        return CompletableFuture.completedFuture(key.length());
    }

    private <T extends Function<String, ?>> void answersLater(
            Class<T> type, Supplier<? extends T> factory) throws Exception {
        goesOn(type, factory, actor -> actor.apply("key"));
        try (var house = Roundhouse.open()) {
            T actor = house.actor(type, factory);
            assertThat(((Future<?>) actor.apply("key")).get()).isEqualTo(3);
            Function<?, ?> narrow = house.as(actor, Function.class);
            assertThat(narrow).isNotInstanceOf(type);
        }
    }

    @SuppressWarnings("unchecked")
    private static Class<Bounded<CompletableFuture<Integer>>> anyBounded() {
        return (Class<Bounded<CompletableFuture<Integer>>>) (Class<?>) Bounded.class;
    }

    @SuppressWarnings("unchecked")
    private static Class<BoundedTwice<CompletableFuture<Integer>>> anyBoundedTwice() {
        return (Class<BoundedTwice<CompletableFuture<Integer>>>) (Class<?>) BoundedTwice.class;
    }

    interface Where {
        CompletableFuture<String> where();
    }

    /** The thread that completes the answer is nobody's. */
    @Test
    void whatIsAttachedToItRunsInTheActorThatAsked() {
        CompletableFuture<Integer> price = new CompletableFuture<>();
        try (var house = Roundhouse.open()) {
            Prices prices = house.actor(Prices.class, () -> _ -> price);
            Where asker =
                    house.actor(
                            Where.class,
                            () ->
                                    () ->
                                            prices.apply("key")
                                                    .thenApply(_ -> ActorContext.current().name()),
                            with -> with.named("asker"));
            CompletableFuture<String> where = asker.where();
            house.awaitQuiescence(); // it is attached
            price.complete(1);
            assertThat(where.join()).isEqualTo("asker");
        }
    }

    static final class OwnFuture<T> extends CompletableFuture<T> {}

    interface GivesOwn {
        OwnFuture<Integer> later();
    }

    interface GivesOwnByVariable extends Function<String, OwnFuture<Integer>> {}

    interface GivesOwnByBound<F extends OwnFuture<Integer>> extends Function<String, F> {}

    interface GivesOwnAndRuns<F extends CompletableFuture<Integer> & Runnable>
            extends Function<String, F> {}

    @Test
    void aStageThatNoHandleCanMakeIsRefused() {
        refused(GivesOwn.class, "method later of " + GivesOwn.class.getName());
        refused(GivesOwnByVariable.class, "method apply of");
        refused(GivesOwnByBound.class, OwnFuture.class.getName());
        refused(GivesOwnAndRuns.class, "java.lang.Runnable");
        try (var house = Roundhouse.open()) {
            assertThatThrownBy(() -> house.register(GivesOwn.class, () -> OwnFuture::new))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static void refused(Class<?> type, String words) {
        try (var house = Roundhouse.open()) {
            assertThatThrownBy(() ->
                            house.actor(
                                    type,
                                    () -> {
                                        throw new AssertionError("the factory must not be called");
                                    }))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll(
                            words,
                            "a future that no handle can make",
                            "CompletionStage or CompletableFuture");
        }
    }

    interface GivesTask {
        FutureTask<Integer> task();
    }

    /** Nothing can be attached to it: it is a value. */
    @Test
    void anotherKindOfFutureIsWaitedForAndIsTheOneThatWasReturned() throws Exception {
        FutureTask<Integer> task = new FutureTask<>(() -> 1);
        waits(
                GivesTask.class,
                () ->
                        () -> {
                            got.add("called");
                            return task;
                        },
                actor -> assertThat(actor.task()).isSameAs(task));
    }
}
