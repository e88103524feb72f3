package io.roundhouse.lab.system;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sums that consumers are held against, compared with adding one by one. */
class GoodsTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "0, 1",
        "5, 7",
        "1000, 1024",
        "1023, 3000",
        "17592186044416, 5001",
        "-7, 20"
    })
    void sumsAreThoseOfAddingOneByOne(long first, long count) {
        long sum = 0;
        long pooled = 0;
        Long[] pool = Goods.pool();
        for (long good = first; good < first + count; good++) {
            sum += good;
            pooled += pool[(int) good & (Goods.POOL - 1)];
        }
        assertThat(Goods.sum(first, count)).isEqualTo(sum);
        assertThat(Goods.pooledSum(first, count)).isEqualTo(pooled);
    }

    @Test
    void sumsFromZeroAreExactAndWrapAround() {
        assertThat(Goods.sum(0, 1)).isZero();
        assertThat(Goods.sum(0, 4)).isEqualTo(6);
        assertThat(Goods.sum(0, 5)).isEqualTo(10);
        assertThat(Goods.sum(0, (1L << 33) + 1)).isEqualTo((1L << 32) * ((1L << 33) + 1));
    }

    @ParameterizedTest
    @CsvSource({"17592186044416, 1000000000000", "9223372036854775000, 999999999999"})
    void sumsWrapAroundAsAddingDoes(long first, long count) {
        long half = count / 2;
        assertThat(Goods.sum(first, count))
                .isEqualTo(Goods.sum(first, half) + Goods.sum(first + half, count - half));
    }
}
