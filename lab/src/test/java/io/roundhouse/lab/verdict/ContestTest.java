package io.roundhouse.lab.verdict;

import static io.roundhouse.lab.verdict.ResultFixture.rate;
import static io.roundhouse.lab.verdict.ResultFixture.result;
import static io.roundhouse.lab.verdict.ResultFixture.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.roundhouse.lab.model.LabResult;
import io.roundhouse.lab.model.Result;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The same job in several tables of a study. */
@Timeout(60)
class ContestTest {

    @Test
    void tablesAreMeasuredApartAndAreContestsApart() {
        LabResult run =
                run(
                        rate("roundhouse-queue-polled", 30, 30, 30, 30, 30)
                                .with("producers", 1)
                                .table("Offer and poll"),
                        rate("jctools", 40, 40, 40, 40, 40)
                                .with("producers", 1)
                                .table("Offer and poll"),
                        rate("roundhouse-queue", 20, 20, 20, 20, 20)
                                .with("producers", 1)
                                .table("Put and take"),
                        rate("array-blocking-queue", 10, 10, 10, 10, 10)
                                .with("producers", 1)
                                .table("Put and take"),
                        rate("roundhouse-queue", 7).with("producers", 3).table("Put and take"));

        assertThat(Verdict.of(run).lines())
                .extracting(Verdict.Line::topic, Verdict.Line::ratio, Verdict.Line::standing)
                .containsExactly(
                        tuple(
                                "Transfer, 1 producer, in “Offer and poll”",
                                "0.75 times the rate",
                                Standing.BEHIND),
                        tuple(
                                "Transfer, 1 producer, in “Put and take”",
                                "2.00 times the rate",
                                Standing.AHEAD),
                        tuple("Transfer, 3 producers", "", Standing.ALONE));
    }

    @Test
    void aBoundIsNotHeldAgainstThatOfLargerTrainsInAnotherTable() {
        LabResult run =
                run(
                        rate("limit", 3e6, 3e6).with("trains", 2, "capacity", 1).table("Small"),
                        rate("jctools", 1e6, 1e6).with("trains", 2, "capacity", 1).table("Small"),
                        rate("limit", 3e9, 3e9).with("trains", 2, "capacity", 64).table("Large"),
                        rate("jctools", 1e9, 1e9).with("trains", 2, "capacity", 64).table("Large"));
        LabResult slower =
                run(
                        rate("limit", 3e6, 3e6).with("trains", 2, "capacity", 1).table("First"),
                        rate("jctools", 1e6, 1e6).with("trains", 2, "capacity", 1).table("First"),
                        rate("limit", 9e6, 9e6).with("trains", 2, "capacity", 1).table("Second"),
                        rate("jctools", 1e6, 1e6).with("trains", 2, "capacity", 1).table("Second"));

        assertThat(Verdict.of(run).cautions()).isEmpty();
        assertThat(Verdict.of(slower).cautions())
                .singleElement()
                .asString()
                .contains("in “First”: the bound, 3.00 M/s, is far below the 9.00 M/s of Transfer");
    }

    @Test
    void howMuchAWaiterUsesIsSaidOfTheSameTable() {
        LabResult run =
                run(
                        result("idle", "roundhouse-queue")
                                .metric("CPU", "%", Result.LOWER)
                                .samples(50, 50)
                                .table("Busy"),
                        result("idle", "roundhouse-queue")
                                .metric("CPU", "%", Result.LOWER)
                                .samples(2, 2)
                                .table("Idle"),
                        result("idle", "roundhouse-queue")
                                .metric("wake-up", "ns", Result.LOWER)
                                .samples(900, 900)
                                .table("Idle"));

        assertThat(Verdict.of(run).lines().getLast().text()).contains("(at 2");
    }
}
