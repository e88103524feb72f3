package io.roundhouse.lab.verdict;

import static io.roundhouse.lab.verdict.ResultFixture.rate;
import static io.roundhouse.lab.verdict.ResultFixture.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.lab.model.LabResult;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrainsTest {

    private static final String BULK = "wait=park bulk trains=32 capacity=256 (of 3 tried)";

    @Test
    void whoHandsOverSingleGoodsBesideOurTrainsIsNamed() {
        LabResult run =
                run(
                        rate("roundhouse-railway", 9).config(BULK),
                        rate("roundhouse-railway", 8).byDefault().config(BULK),
                        rate("published-railway", 5).config("wait=yield trains=32 capacity=256"),
                        rate("disruptor-long-array", 4).config("longs=2048 slots=1024"),
                        rate("disruptor", 3).config("slots=65536"),
                        rate("jctools", 2),
                        rate("limit", 20));

        assertThat(beside(run)).containsExactly("disruptor", "jctools");
        assertThat(Verdict.of(run).cautions())
                .contains(
                        "Trains stand beside single goods: many at once are handed over by roundhouse-railway,"
                                + " one by one by disruptor, jctools, in Transfer.");
    }

    @Test
    void whereOursGoesGoodByGoodOrOthersInBatchesNothingIsUneven() {
        assertThat(
                        beside(
                                run(
                                        rate("roundhouse-railway", 9)
                                                .with("producers", 3)
                                                .config("one by one trains=65536 capacity=3"),
                                        rate("jctools", 2).with("producers", 3))))
                .isEmpty();
        assertThat(
                        beside(
                                run(
                                        rate("roundhouse-railway", 9)
                                                .with("batch", 1024)
                                                .config(BULK),
                                        rate("jctools", 2).with("batch", 1024))))
                .isEmpty();
        assertThat(beside(run(rate("jctools", 2)))).isEmpty();
    }

    private static List<String> beside(LabResult run) {
        return Trains.besideSingleGoods(Contest.of(run).getFirst());
    }
}
