package io.roundhouse.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.roundhouse.lab.discovery.FoundSystem;
import io.roundhouse.lab.model.Result;
import io.roundhouse.lab.model.Target;
import io.roundhouse.lab.study.Cell;
import io.roundhouse.lab.study.Goal;
import io.roundhouse.lab.verdict.ResultFixture;
import io.roundhouse.lab.verdict.TextTables;
import io.roundhouse.lab.workload.CallsWorkload;
import io.roundhouse.lab.workload.PingPongWorkload;
import io.roundhouse.lab.workload.Setting;
import io.roundhouse.lab.workload.Workload;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is asked and what was measured make a verdict. */
class JudgingTest {

    private static ResultFixture calls(String system, double... samples) {
        return ResultFixture.result("calls", system)
                .metric("ping/pong pairs", "1/s", Result.HIGHER)
                .samples(samples);
    }

    private static ResultFixture pingPong(String system, double... samples) {
        return ResultFixture.result("ping-pong", system)
                .metric("time a message", "ns", Result.LOWER)
                .samples(samples);
    }

    /** Where what stands alone is the default and the best at once. */
    private static Target judge(Workload workload, Goal goal, ResultFixture... results) {
        return judge(Set.of("roundhouse"), workload, goal, results);
    }

    private static Target judge(
            Set<String> defaultsAtBest, Workload workload, Goal goal, ResultFixture... results) {
        return judge(defaultsAtBest, Map.of(), workload, goal, results);
    }

    private static Target judge(
            Set<String> defaultsAtBest,
            Map<String, String> failures,
            Workload workload,
            Goal goal,
            ResultFixture... results) {
        Map<String, String> reasons = new HashMap<>(failures);
        reasons.put("erlang", "erl not found; install erlang-base");
        Cell cell = Cell.of("", workload.name(), Map.of()).heldTo(goal);
        List<Result> built = Stream.of(results).map(ResultFixture::build).toList();
        return new Judging(
                        cell,
                        workload,
                        workload.setting(Map.of()),
                        built,
                        defaultsAtBest.stream()
                                .filter(system -> built.stream().noneMatch(isDefaultOf(system)))
                                .collect(Collectors.toSet()),
                        reasons,
                        failures.keySet())
                .targets()
                .getFirst();
    }

    private static Predicate<Result> isDefaultOf(String system) {
        return result -> result.system().equals(system) && result.variant().equals(Result.DEFAULT);
    }

    @Test
    void whoeverMakesItHardestDecides() {
        Target target =
                judge(
                        new CallsWorkload(),
                        Goal.better(6, "6 times", "slow", "quick"),
                        calls("roundhouse", 60, 70, 80),
                        calls("slow", 1, 1, 1),
                        calls("quick", 10, 10, 10));

        assertThat(target.verdict()).isEqualTo(Target.MET);
        assertThat(target.figure()).isEqualTo(7);
        assertThat(target.quartile()).isEqualTo(6.5);
        assertThat(target.decidedBy()).isEqualTo("quick");
        assertThat(target.unit()).isEqualTo(Target.TIMES);
    }

    @Test
    void whoLosesEveryOtherRoundToNothingHasNotReachedTheOther() {
        Target target =
                judge(
                        new PingPongWorkload(),
                        Goal.within(1, "at most as long", "other"),
                        pingPong("roundhouse", 5, 5, 5, 5, 5, 5),
                        pingPong("other", 5, 5, 5, 0, 0, 0));

        assertThat(target.verdict()).isEqualTo(Target.MISSED);
        assertThat(target.figure()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(target.reason()).isEqualTo("the other measured 0 in 3 rounds");
    }

    @Test
    void fewRoundsDecideButAreTold() {
        Goal goal = Goal.better(2, "twice", "slow");
        Target few =
                judge(
                        new CallsWorkload(),
                        goal,
                        calls("roundhouse", 21, 19),
                        calls("slow", 10, 10));
        Target enough =
                judge(
                        new CallsWorkload(),
                        goal,
                        calls("roundhouse", 21, 19, 20, 20, 20),
                        calls("slow", 10, 10, 10, 10, 10));
        Target missed =
                judge(
                        new CallsWorkload(),
                        Goal.atMost(1, "", "at most 1"),
                        calls("roundhouse", 21));

        assertThat(few.verdict()).isEqualTo(Target.MET);
        assertThat(few.reason()).isEqualTo("in 2 rounds only");
        assertThat(TextTables.against(few)).isEqualTo("slow, in 2 rounds only");
        assertThat(enough.verdict()).isEqualTo(Target.MET);
        assertThat(enough.reason()).isEmpty();
        assertThat(TextTables.against(enough)).isEqualTo("slow");
        assertThat(missed.verdict()).isEqualTo(Target.MISSED);
        assertThat(TextTables.against(missed)).isEqualTo("in 1 round only");
    }

    @Test
    void whoIsOftenBehindIsNotAhead() {
        Goal goal = Goal.better(1, "ahead of each", "other");
        Target often =
                judge(
                        new CallsWorkload(),
                        goal,
                        calls("roundhouse", 8, 8, 12, 12, 12),
                        calls("other", 10, 10, 10, 10, 10));
        Target seldom =
                judge(
                        new CallsWorkload(),
                        goal,
                        calls("roundhouse", 8, 12, 12, 12, 12),
                        calls("other", 10, 10, 10, 10, 10));

        assertThat(often.figure()).isEqualTo(1.2);
        assertThat(often.verdict()).isEqualTo(Target.MISSED);
        assertThat(TextTables.against(often)).isEqualTo("other, lower quartile below 1");
        assertThat(seldom.verdict()).isEqualTo(Target.MET);
    }

    @Test
    void whoIsOftenBehindOneIsNotAheadOfAllWhoeverHasTheSmallerMedian() {
        Target target =
                judge(
                        new CallsWorkload(),
                        Goal.better(1, "ahead of each"),
                        calls("roundhouse", 12, 12, 12, 12, 12),
                        calls("steady", 11, 11, 11, 11, 11),
                        calls("uneven", 20, 20, 10, 10, 10));

        assertThat(target.verdict()).isEqualTo(Target.MISSED);
        assertThat(target.decidedBy()).isEqualTo("uneven");
        assertThat(target.figure()).isEqualTo(1.2);
        assertThat(target.reason()).isEqualTo("lower quartile below 1");
    }

    @Test
    void aCeilingHoldsForEverySample() {
        Goal never = Goal.neverAbove(100, "", "never more than 100");
        Target once = judge(new PingPongWorkload(), never, pingPong("roundhouse", 9, 9, 9, 9, 101));
        Target not = judge(new PingPongWorkload(), never, pingPong("roundhouse", 9, 9, 9, 9, 100));
        Target unknown = judge(new PingPongWorkload(), never, pingPong("other", 9));

        assertThat(once.verdict()).isEqualTo(Target.MISSED);
        assertThat(once.figure()).isEqualTo(101);
        assertThat(not.verdict()).isEqualTo(Target.MET);
        assertThat(unknown.unit()).isEqualTo("ns");
    }

    @Test
    void aTimeIsBetterWhereItIsShorter() {
        Target target =
                judge(
                        new PingPongWorkload(),
                        Goal.better(5, "5 times", "slow"),
                        pingPong("roundhouse", 10, 10, 20),
                        pingPong("slow", 40, 40, 40));

        assertThat(target.verdict()).isEqualTo(Target.MISSED);
        assertThat(target.figure()).isEqualTo(4);
        assertThat(target.quartile()).isBetween(2.0, 3.0);
    }

    @Test
    void aCostIsTheOtherWayRound() {
        Target rate =
                judge(
                        new CallsWorkload(),
                        Goal.within(1.1, "1.1 times the time", "by-hand"),
                        calls("roundhouse", 100, 100, 100),
                        calls("by-hand", 120, 105, 105));
        Target time =
                judge(
                        new PingPongWorkload(),
                        Goal.within(1.1, "1.1 times the time", "by-hand"),
                        pingPong("roundhouse", 120, 120, 120),
                        pingPong("by-hand", 100, 100, 100));

        assertThat(rate.verdict()).isEqualTo(Target.MET);
        assertThat(rate.figure()).isEqualTo(1.05);
        assertThat(rate.quartile()).isGreaterThan(1.05);
        assertThat(time.verdict()).isEqualTo(Target.MISSED);
        assertThat(time.figure()).isEqualTo(1.2);
    }

    @Test
    void oursStandsWithItsDefault() {
        Target target =
                judge(
                        new CallsWorkload(),
                        Goal.better(1, "ahead of all"),
                        calls("roundhouse", 300, 300),
                        calls("roundhouse", 50, 50).byDefault(),
                        calls("other", 100, 100));

        assertThat(target.figure()).isEqualTo(0.5);
        assertThat(target.verdict()).isEqualTo(Target.MISSED);
    }

    @Test
    void oursStandsWithItsBestWhereAGoalSaysSo() {
        Target target =
                judge(
                        new CallsWorkload(),
                        Goal.better(1, "ahead of all").atItsBest(),
                        calls("roundhouse", 50, 50).byDefault(),
                        calls("roundhouse", 300, 300),
                        calls("other", 100, 100));

        assertThat(target.figure()).isEqualTo(3);
        assertThat(target.verdict()).isEqualTo(Target.MET);
    }

    @Test
    void theDefaultIsHeldAgainstTheBestOfTheSameSystem() {
        Goal goal = Goal.byDefault(0.8, "default");
        Target behind =
                judge(
                        new CallsWorkload(),
                        goal,
                        calls("roundhouse", 50, 60).byDefault(),
                        calls("roundhouse", 100, 100),
                        calls("other", 10, 10));
        Target theBestItself = judge(new CallsWorkload(), goal, calls("roundhouse", 50, 60));
        Target slower =
                judge(
                        new PingPongWorkload(),
                        goal,
                        pingPong("roundhouse", 125, 125).byDefault(),
                        pingPong("roundhouse", 100, 100));

        assertThat(behind.figure()).isEqualTo(0.55);
        assertThat(behind.verdict()).isEqualTo(Target.MISSED);
        assertThat(theBestItself.figure()).isEqualTo(1);
        assertThat(slower.figure()).isEqualTo(0.8);
        assertThat(slower.verdict()).isEqualTo(Target.MET);
    }

    @Test
    void aDefaultThatWasNotMeasuredMeetsNothing() {
        ResultFixture best = calls("roundhouse", 100, 100);
        ResultFixture other = calls("other", 10, 10);
        for (Goal goal :
                List.of(
                        Goal.byDefault(0.8, "default"),
                        Goal.better(1, "ahead of all"),
                        Goal.atMost(200, "", "at most 200"),
                        Goal.bytes(1, "no bytes"))) {
            Target target = judge(Set.of(), new CallsWorkload(), goal, best, other);

            assertThat(target.verdict()).as(goal.words()).isEqualTo(Target.NOT_MEASURED);
            assertThat(target.reason()).isEqualTo("roundhouse: the default was not measured");
            assertThat(target.figure()).isNull();
        }
        Target atItsBest =
                judge(
                        Set.of(),
                        new CallsWorkload(),
                        Goal.better(1, "ahead").atItsBest(),
                        best,
                        other);
        assertThat(atItsBest.figure()).isEqualTo(10);
    }

    @Test
    void aDefaultThatWasComparedWithNothingIsUnknown() {
        Goal goal = Goal.byDefault(0.8, "default");
        Target alone = judge(new CallsWorkload(), goal, calls("roundhouse", 50, 60).byDefault());
        Target besideNothing =
                judge(
                        new CallsWorkload(),
                        goal,
                        calls("roundhouse", 50, 60).byDefault(),
                        calls("roundhouse", 0, 0));

        assertThat(alone.verdict()).isEqualTo(Target.NOT_MEASURED);
        assertThat(besideNothing.verdict()).isEqualTo(Target.NOT_MEASURED);
        assertThat(besideNothing.reason()).isEqualTo("roundhouse: its best measured 0");
    }

    @Test
    void whoMeasuredNothingIsNotBeatenAndWhoMeasuresNothingWins() {
        Target often =
                judge(
                        new PingPongWorkload(),
                        Goal.within(1, "no more time", "other"),
                        pingPong("roundhouse", 5, 5, 5, 5, 5, 5, 5, 5, 5),
                        pingPong("other", 0, 0, 0, 0, 0, 6, 6, 6, 6));
        Target always =
                judge(
                        new PingPongWorkload(),
                        Goal.better(1, "no more time"),
                        pingPong("roundhouse", 5, 5, 5, 5, 5),
                        pingPong("other", 0, 0, 0, 0, 0));
        Target ours =
                judge(
                        new PingPongWorkload(),
                        Goal.better(5, "5 times", "other"),
                        pingPong("roundhouse", 0, 0, 0, 0),
                        pingPong("other", 5, 5, 5, 5));

        assertThat(often.verdict()).isEqualTo(Target.MISSED);
        assertThat(TextTables.shown(often.figure(), often)).isEqualTo("∞ ×");
        assertThat(TextTables.against(often)).isEqualTo("other, the other measured 0 in 5 rounds");
        assertThat(always.verdict()).isEqualTo(Target.MISSED);
        assertThat(always.figure()).isZero();
        assertThat(ours.verdict()).isEqualTo(Target.MET);
        assertThat(TextTables.shown(ours.figure(), ours)).isEqualTo("∞ ×");
        assertThat(ours.reason()).isEqualTo("in 4 rounds only, ours measured 0 in 4 rounds");
    }

    @Test
    void aPercentileIsComparedRoundByRound() {
        Goal goal = Goal.within(1.5, "99th", "other").atPercentile("99");
        Target target =
                judge(
                        new PingPongWorkload(),
                        goal,
                        pingPong("roundhouse", 1, 1, 1)
                                .percentileByRound("99", 120.0, 1_100.0, 100.0),
                        // in the second round something stopped both: of all samples it is 1.0
                        pingPong("other", 1, 1, 1).percentileByRound("99", 40.0, 1_100.0, 25.0));
        Target unknown =
                judge(
                        new PingPongWorkload(),
                        goal,
                        pingPong("roundhouse", 1, 1),
                        pingPong("other", 1, 1));

        assertThat(target.figure()).isEqualTo(3);
        assertThat(target.quartile()).isEqualTo(3.5);
        assertThat(target.verdict()).isEqualTo(Target.MISSED);
        assertThat(target.reason()).isEqualTo("in 3 rounds only");
        assertThat(unknown.verdict()).isEqualTo(Target.NOT_MEASURED);
    }

    @Test
    void aFigureIsHeldAgainstTheBarItself() {
        ResultFixture ours = pingPong("roundhouse", 1, 2, 3).cost(1, 0.05);

        Target most = judge(new PingPongWorkload(), Goal.atMost(2, "time a message", "two"), ours);
        Target bytes = judge(new PingPongWorkload(), Goal.bytes(0.01, "no bytes"), ours);

        assertThat(most.verdict()).isEqualTo(Target.MET);
        assertThat(most.quartile()).isEqualTo(2.5);
        assertThat(most.unit()).isEqualTo("ns");
        assertThat(bytes.verdict()).isEqualTo(Target.MISSED);
        assertThat(bytes.figure()).isEqualTo(0.05);
    }

    @Test
    void aGoalAgainstSeveralIsMetOnlyWhereAllWereCompared() {
        Goal goal = Goal.better(2, "twice both", "slow", "erlang");
        Target met = judge(new CallsWorkload(), goal, calls("roundhouse", 9, 9), calls("slow", 1));
        Target missed =
                judge(new CallsWorkload(), goal, calls("roundhouse", 9, 9), calls("slow", 8, 8));

        assertThat(met.verdict()).isEqualTo(Target.NOT_MEASURED);
        assertThat(met.reason()).isEqualTo("erlang: erl not found; install erlang-base");
        assertThat(missed.verdict()).isEqualTo(Target.MISSED);
    }

    @Test
    void aGoalAgainstEverybodyIsMetOnlyWhereNobodyFailed() {
        Goal goal = Goal.better(1, "ahead of every other system");
        Map<String, String> failures =
                Map.of(
                        "fork-join",
                        "wrong result: the ring saw 3 goods",
                        "slow",
                        "mailbox=b: hung");
        Target met =
                judge(
                        Set.of("roundhouse"),
                        failures,
                        new CallsWorkload(),
                        goal,
                        calls("roundhouse", 9, 9),
                        calls("virtual-threads", 50, 50).incomplete(),
                        calls("limit", 99, 99).bound().incomplete(),
                        calls("slow", 1, 1)); // in another configuration than the one that hung
        Target missed =
                judge(
                        Set.of("roundhouse"),
                        failures,
                        new CallsWorkload(),
                        goal,
                        calls("roundhouse", 9, 9),
                        calls("slow", 10, 10));
        Target nobodyLeft =
                judge(
                        Set.of("roundhouse"),
                        Map.of("slow", "hung"),
                        new CallsWorkload(),
                        goal,
                        calls("roundhouse", 9, 9));
        Target allThere =
                judge(
                        Set.of("roundhouse"),
                        Map.of("roundhouse", "wait=park: hung"),
                        new CallsWorkload(),
                        goal,
                        calls("roundhouse", 9, 9),
                        calls("slow", 1, 1));

        assertThat(met.verdict()).isEqualTo(Target.NOT_MEASURED);
        assertThat(met.reason())
                .isEqualTo(
                        "virtual-threads: no complete result; fork-join: wrong result: the ring saw"
                                + " 3 goods");
        assertThat(missed.verdict()).isEqualTo(Target.MISSED);
        assertThat(nobodyLeft.reason()).isEqualTo("slow: hung");
        assertThat(allThere.verdict()).isEqualTo(Target.MET); // who is not here is no contender
    }

    @Test
    void aBoundThatFailsLeavesAGoalAsItIsAndAContenderLeavesItOpen() {
        Workload workload = new CallsWorkload();
        Cell cell =
                Cell.of("", workload.name(), Map.of())
                        .heldTo(Goal.better(1, "ahead of every other system"));
        Setting setting = workload.setting(Map.of());
        Collected out = new Collected("run calls", null, ResultFixture.environment(0), "25");
        out.results(cell, "roundhouse", true, List.of(calls("roundhouse", 9, 9).build()));
        out.results(cell, "slow", true, List.of(calls("slow", 1, 1).build()));
        out.skipped(cell, setting, "queue", "it has no actors");
        out.failure(cell, setting, found("single-thread", true), "hung");

        out.judge(cell, workload, setting);
        out.failure(cell, setting, found("go", false), "wrong result");
        out.judge(cell, workload, setting);

        assertThat(out.result(false, List.of()).targets())
                .extracting(Target::verdict)
                .containsExactly(Target.MET, Target.NOT_MEASURED);
    }

    @Test
    void whatWasSetForOtherParametersIsToldAndNotJudged() {
        Workload workload = new CallsWorkload();
        Cell cell =
                Cell.of("", workload.name(), Map.of())
                        .heldTo(Goal.better(1, "as good as slow", "slow"))
                        .withOthersThanMeant();
        Setting setting = workload.setting(Map.of());
        Collected out = new Collected("run calls", null, ResultFixture.environment(0), "25");
        out.results(cell, "roundhouse", true, List.of(calls("roundhouse", 9, 9).build()));
        out.results(cell, "slow", true, List.of(calls("slow", 1, 1).build()));

        out.judge(cell, workload, setting);

        assertThat(out.result(false, List.of()).targets())
                .extracting(Target::words, Target::verdict, Target::reason)
                .containsExactly(
                        tuple(
                                "as good as slow",
                                Target.NOT_MEASURED,
                                "measured with other parameters"));
    }

    private static FoundSystem found(String name, boolean bound) {
        return new FoundSystem(name, !bound, bound, "", Map.of(), List.of(), "");
    }

    @Test
    void whatLacksSamplesDecidesNothing() {
        Goal goal = Goal.better(2, "twice", "slow");
        Target ours =
                judge(
                        new CallsWorkload(),
                        goal,
                        calls("roundhouse", 9, 9).incomplete(),
                        calls("slow", 1, 1));
        Target other =
                judge(
                        new CallsWorkload(),
                        goal,
                        calls("roundhouse", 9, 9),
                        calls("slow", 1, 1).incomplete());

        assertThat(ours.verdict()).isEqualTo(Target.NOT_MEASURED);
        assertThat(ours.reason()).isEqualTo("roundhouse: no complete result");
        assertThat(other.verdict()).isEqualTo(Target.NOT_MEASURED);
        assertThat(other.reason()).isEqualTo("slow: no complete result");
    }

    @Test
    void whatWasNotMeasuredSaysWhy() {
        Target nobody =
                judge(
                        new CallsWorkload(),
                        Goal.better(5, "5 times Erlang", "erlang"),
                        calls("roundhouse", 1, 1));
        Target notUs = judge(new CallsWorkload(), Goal.better(5, "5 times"), calls("other", 1, 1));

        assertThat(nobody.verdict()).isEqualTo(Target.NOT_MEASURED);
        assertThat(nobody.reason()).contains("install erlang-base");
        assertThat(notUs.verdict()).isEqualTo(Target.NOT_MEASURED);
        assertThat(notUs.figure()).isNull();
    }
}
