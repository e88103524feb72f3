package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.roundhouse.Roundhouse;
import io.roundhouse.Until;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Actors that wait for answers that are owed, and come of other answers: who waits for one waits
 * for the other one.
 */
@ParameterizedClass
@EnumSource(Dispatcher.class)
@Timeout(60)
final class PromisedCycleTest {
    @Parameter Dispatcher on;

    interface Buyer {
        Object buys(Function<Seller, CompletableFuture<Integer>> how);

        CompletableFuture<Integer> budget();

        int purse();

        void note(int n);
    }

    interface Seller {
        CompletableFuture<Integer> price(How how);

        CompletableFuture<Integer> priceOf(How how, Seller other);

        CompletableFuture<Integer> cost();

        CompletableFuture<Integer> owes();

        void asksBack();

        void floods();
    }

    private CompletableFuture<Integer> owed;
    private CompletableFuture<Void> busy;
    private final List<Object> told = Collections.synchronizedList(new ArrayList<>());
    private Buyer buyer;
    private Seller seller;
    private Seller other;

    private final class Buying implements Buyer {
        @Override
        public Object buys(Function<Seller, CompletableFuture<Integer>> how) {
            try {
                return how.apply(seller).join();
            } catch (AskCycleException e) {
                return e;
            } catch (CompletionException e) {
                return e.getCause();
            }
        }

        @Override
        public CompletableFuture<Integer> budget() {
            return CompletableFuture.completedFuture(7);
        }

        @Override
        public int purse() {
            return 7;
        }

        @Override
        public void note(int n) {}
    }

    /** How a price depends on what the buyer answers. */
    enum How {
        DIRECTLY,
        APPLIED,
        ASYNC,
        COMPOSED,
        COMPOSED_LATE,
        COMBINED,
        EITHER_OF_BOTH;

        CompletableFuture<Integer> of(Buyer buyer, Seller other) {
            return switch (this) {
                case DIRECTLY -> buyer.budget();
                case APPLIED -> buyer.budget().thenApply(n -> n + 1).thenApply(n -> n + 1);
                case ASYNC -> buyer.budget().thenApplyAsync(n -> n + 1);
                case COMPOSED -> buyer.budget().thenCompose(_ -> buyer.budget());
                case COMPOSED_LATE -> other.cost().thenCompose(_ -> buyer.budget());
                case COMBINED -> other.cost().thenCombine(buyer.budget(), Integer::sum);
                case EITHER_OF_BOTH -> buyer.budget().applyToEither(buyer.budget(), n -> n);
            };
        }
    }

    private final class Selling implements Seller {
        /** Who knows what is owed; null for itself. */
        private final Seller behind;

        Selling(Seller behind) {
            this.behind = behind;
        }

        @Override
        public CompletableFuture<Integer> price(How how) {
            return how.of(buyer, other);
        }

        @Override
        public CompletableFuture<Integer> priceOf(How how, Seller other) {
            return other.price(how);
        }

        @Override
        public CompletableFuture<Integer> cost() {
            return CompletableFuture.completedFuture(1);
        }

        @Override
        public CompletableFuture<Integer> owes() {
            return behind == null ? owed : behind.owes().thenApply(n -> n + 1);
        }

        @Override
        public void asksBack() {
            busy.complete(null);
            try {
                told.add(buyer.purse());
            } catch (AskCycleException e) {
                told.add(e);
            }
        }

        @Override
        public void floods() {
            for (int i = 0; i < 10; i++) {
                buyer.note(i);
            }
            busy.complete(null);
        }
    }

    private void actors(Roundhouse house) {
        owed = new CompletableFuture<>();
        busy = new CompletableFuture<>();
        other = on.actor(house, Seller.class, () -> new Selling(null), with -> with.named("other"));
        seller =
                on.actor(
                        house,
                        Seller.class,
                        () -> new Selling(other),
                        with -> with.named("seller"));
        buyer = on.actor(house, Buyer.class, Buying::new, with -> with.named("buyer").bounded(4));
    }

    private Thread givesWhenBusy() {
        return Thread.ofPlatform()
                .start(() -> {
                    busy.join();
                    owed.complete(1);
                });
    }

    // ---- circles

    @ParameterizedTest
    @EnumSource(How.class)
    void aCircleThroughAnOwedAnswerIsTold(How how) {
        for (int i = 0; i < 20; i++) {
            try (var house = on.open()) {
                actors(house);
                assertThat(buyer.buys(seller -> seller.price(how)))
                        .isInstanceOf(AskCycleException.class)
                        .asString()
                        .endsWith("answers: buyer → seller.price → buyer.budget");
                assertThat(buyer.purse()).isEqualTo(7); // it goes on
            }
        }
    }

    @ParameterizedTest
    @EnumSource(How.class)
    void soIsOneThroughSeveralOfThemWhateverComesOfTheFirst(How how) {
        for (int i = 0; i < 20; i++) {
            try (var house = on.open()) {
                actors(house);
                assertThat(buyer.buys(seller -> seller.priceOf(how, other).thenApply(n -> n + 1)))
                        .isInstanceOf(AskCycleException.class)
                        .asString()
                        .endsWith("answers: buyer → seller.priceOf → other.price → buyer.budget");
            }
        }
    }

    /** The answer would come by the mail of who owes it, who asks meanwhile and does not look. */
    @Test
    void whoOwesAnAnswerThatComesByItsMailIsNotToWaitForWhoWaitsForIt() {
        assumeTrue(on != Dispatcher.STEPPING, "another thread gives what is owed");
        assumeTrue(on != Dispatcher.TWO_THREADS, "both threads wait, and nobody runs the third");
        for (int i = 0; i < 20; i++) {
            told.clear();
            try (var house = on.open()) {
                actors(house);
                Thread gives = givesWhenBusy();
                Object got =
                        buyer.buys(seller -> {
                            CompletableFuture<Integer> answer = seller.owes();
                            seller.asksBack();
                            return answer;
                        });
                Threads.join(gives);
                house.awaitQuiescence();
                told.add(got);
            }
            assertThat(told).hasSize(2).anyMatch(each -> each instanceof AskCycleException);
        }
    }

    /** Likewise: who rests goes on, room or not. */
    @Test
    void nothingIsToldWhereWhoOwesItOnlyRests() {
        assumeTrue(on != Dispatcher.STEPPING, "another thread gives what is owed");
        for (int i = 0; i < 20; i++) {
            try (var house = on.open()) {
                actors(house);
                Thread gives = givesWhenBusy();
                assertThat(
                                buyer.buys(seller -> {
                                    CompletableFuture<Integer> answer = seller.owes();
                                    seller.floods();
                                    return answer;
                                }))
                        .isEqualTo(2);
                Threads.join(gives);
            }
        }
    }

    // ---- no circles

    @Test
    void noneIsToldWhereTheAnswerComesOfOthers() {
        for (int i = 0; i < 20; i++) {
            try (var house = on.open()) {
                actors(house);
                assertThat(buyer.buys(_ -> other.cost().thenCompose(_ -> seller.cost())))
                        .isEqualTo(1);
                owed.complete(1);
                assertThat(buyer.buys(Seller::owes)).isEqualTo(2);
            }
        }
    }

    interface Choosing {
        CompletableFuture<Integer> chooses(
                Function<Buyer, CompletableFuture<Integer>> how, IntConsumer then);
    }

    private Object buysOfOneWho(Roundhouse house, Function<Buyer, CompletableFuture<Integer>> how) {
        actors(house);
        Choosing choosing =
                on.actor(
                        house,
                        Choosing.class,
                        () ->
                                (asked, then) ->
                                        asked.apply(buyer).whenComplete((n, _) -> then.accept(n)));
        return buyer.buys(_ -> choosing.chooses(how, told::add));
    }

    @Test
    void norWhereOneOfTwoIsEnough() {
        assumeTrue(on != Dispatcher.STEPPING, "another thread gives what is owed");
        try (var house = on.open()) {
            Thread gives =
                    Thread.ofPlatform()
                            .start(() -> {
                                Until.isTrue(() -> !told.isEmpty());
                                owed.complete(5);
                            });
            assertThat(
                            buysOfOneWho(
                                    house,
                                    asked -> {
                                        CompletableFuture<Integer> either =
                                                asked.budget().applyToEither(other.owes(), n -> n);
                                        told.add("asked");
                                        return either;
                                    }))
                    .isEqualTo(5);
            Threads.join(gives);
        }
    }

    @Test
    void norWhereATimeEndsIt() {
        assumeTrue(on != Dispatcher.STEPPING, "the time of futures passes by itself");
        try (var house = on.open()) {
            assertThat(
                            buysOfOneWho(
                                    house,
                                    asked ->
                                            asked.budget()
                                                    .completeOnTimeout(
                                                            5, 20, TimeUnit.MILLISECONDS)))
                    .isEqualTo(5);
        }
    }
}
