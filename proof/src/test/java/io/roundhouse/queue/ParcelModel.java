package io.roundhouse.queue;

import static io.roundhouse.proof.HowLong.TIMES;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

import io.roundhouse.proof.History;
import io.roundhouse.proof.Scenario;
import io.roundhouse.proof.Unwatched;
import io.roundhouse.proof.twin.HastyParcels;
import io.roundhouse.proof.twin.HastyParcels.Flaw;
import java.util.List;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/**
 * {@linkplain Parcel Parcels} that are taken in parts: by one, by two, by looks and removals that
 * come between, in rounds that use a slot again. As {@link BatchModel}, with longer batches, that
 * leave parcels opened where that takes out whole ones.
 */
final class ParcelModel {
    private static final int BATCH = 3;

    /** Of four slots, so that a slot is soon used again. */
    private static final int BOUND = 4;

    /** Batches beside all else. */
    @Param(name = "element", gen = IntGen.class, conf = "1:6")
    public static class Parcels extends Told {
        public Parcels() {
            super(
                    new Subject.OfReferences(
                            Queues.bare(
                                    Plan.of(Producers.MANY_PRODUCERS, Consumers.MANY_CONSUMERS)
                                            .waiting(Awake.INSTANCE)
                                            .bounded(BOUND))));
        }

        @Operation
        public void offer() {
            put();
        }

        @Operation
        public void offerMany() {
            putMany(BATCH);
        }

        @Operation
        public void poll() {
            take();
        }

        @Operation
        public void pollMany() {
            takeMany();
        }

        @Operation
        public void pollList() {
            takeList(BATCH);
        }

        @Operation
        public void peek() {
            look();
        }

        @Operation
        public void remove(@Param(name = "element") int element) {
            takeOut(element);
        }

        @Operation
        public void removeIf(@Param(name = "element") int element) {
            takeOutIf(element);
        }

        /** The second of the first batch. */
        public void removeSecond() {
            takeOut(2);
        }
    }

    /** The twin: batches, which are taken by two and by one. */
    public abstract static class Twin extends Told {
        Twin(Flaw flaw) {
            this(new HastyParcels(BOUND, flaw));
        }

        private Twin(HastyParcels queue) {
            super(new Subject.OfTwin(queue::offerMany, queue::pollMany, BOUND));
        }

        @Operation
        public void offerMany() {
            putMany(BATCH);
        }

        @Operation
        public void poll() {
            take();
        }

        @Operation
        public void pollMany() {
            takeMany();
        }

        @Override
        public void close() {}
    }

    /** See {@link Flaw}. */
    public static class WithoutFlaw extends Twin {
        public WithoutFlaw() {
            super(Flaw.NONE);
        }
    }

    /** See {@link Flaw}. */
    public static class OpensAnOldParcel extends Twin {
        public OpensAnOldParcel() {
            super(Flaw.OPENS_AN_OLD_PARCEL);
        }
    }

    /** See {@link Flaw}. */
    public static class LooksTooLate extends Twin {
        public LooksTooLate() {
            super(Flaw.LOOKS_TOO_LATE);
        }
    }

    /** See {@link Flaw}. */
    public static class LeavesItClosed extends Twin {
        public LeavesItClosed() {
            super(Flaw.LEAVES_IT_CLOSED);
        }
    }

    /**
     * Of three threads: one that is slow to clear, one that is slow to open, and one that goes on.
     */
    private static final List<List<String>> SLOW_ONES =
            List.of(List.of("poll"), List.of("poll"), List.of("poll", "offerMany", "poll", "poll"));

    private static final List<List<String>> IN_TURNS =
            List.of(
                    List.of("poll", "poll"),
                    List.of("pollMany", "offerMany", "poll", "poll", "poll"));

    private static ModelCheckingOptions modelChecking() {
        return new ModelCheckingOptions()
                .threads(2)
                .actorsPerThread(3)
                .actorsBefore(2)
                .actorsAfter(0)
                .iterations(2 * TIMES)
                .invocationsPerIteration(60)
                .loopBound(QueueModel.LONGEST_LOOP)
                .addGuarantee(Unwatched.STACK_ROOM)
                .addGuarantee(forClasses(History.class.getName()).allMethods().ignore());
    }

    private static void check(
            Class<? extends Told> operations, List<String> before, List<List<String>> atOnce) {
        check(operations, before, atOnce, 200 * TIMES);
    }

    private static void check(
            Class<? extends Told> operations,
            List<String> before,
            List<List<String>> atOnce,
            int invocations) {
        modelChecking()
                .iterations(0)
                .invocationsPerIteration(invocations)
                .minimizeFailedScenario(false)
                .addCustomScenario(Scenario.of(operations, before, atOnce))
                .check(operations);
    }

    private static void isCaught(Class<? extends Told> flawed, List<List<String>> atOnce) {
        assertThatThrownBy(() -> check(flawed, List.of("offerMany"), atOnce, 3_000))
                .isInstanceOf(LincheckAssertionError.class);
    }

    @Test
    void parcelsAreSeries() {
        modelChecking().check(Parcels.class);
    }

    @Test
    void partsOfParcelsAreTakenInTheirOrder() {
        check(Parcels.class, List.of("offerMany"), IN_TURNS);
        check(Parcels.class, List.of("offerMany"), SLOW_ONES);
    }

    @Test
    void removalsFromParcelsMoveWhatComesBefore() {
        check(
                Parcels.class,
                List.of("offerMany"),
                List.of(List.of("removeSecond", "poll"), List.of("poll", "peek", "offerMany")));
    }

    @Test
    void aParcelIsHandedOverOnce() {
        check(
                Parcels.class,
                List.of("offerMany"),
                List.of(List.of("pollList", "offerMany"), List.of("poll", "pollList", "poll")));
        check(
                Parcels.class,
                List.of("offerMany"),
                List.of(List.of("pollList", "peek"), List.of("removeSecond", "pollList")));
    }

    @Test
    void whoLooksIntoAParcelSeesTheFirstThatIsLeft() {
        check(
                Parcels.class,
                List.of("offerMany"),
                List.of(List.of("peek", "peek"), List.of("poll", "pollMany", "offerMany")));
    }

    @Test
    void theTwinWithoutAFlawPasses() {
        modelChecking().check(WithoutFlaw.class);
        check(WithoutFlaw.class, List.of("offerMany"), IN_TURNS, 100 * TIMES);
        check(WithoutFlaw.class, List.of("offerMany"), SLOW_ONES, 100 * TIMES);
    }

    @Test
    void whoOpensAnOldParcelIsCaught() {
        isCaught(OpensAnOldParcel.class, SLOW_ONES);
    }

    @Test
    void whoLooksTooLateIsCaught() {
        isCaught(LooksTooLate.class, SLOW_ONES);
    }

    @Test
    void whoLeavesItClosedIsCaught() {
        isCaught(LeavesItClosed.class, IN_TURNS);
    }
}
