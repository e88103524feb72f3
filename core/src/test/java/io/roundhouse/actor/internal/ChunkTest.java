package io.roundhouse.actor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Memory of a mailbox that is little used for long is given back, however much it is. */
final class ChunkTest {
    @ParameterizedTest
    @CsvSource({"128, 262144", "524288, 1073741824", "1048576, 2147483647"})
    void itIsLittleUsedForLongAfterSoManyTurns(int records, int turns) {
        Chunk chunk = new Chunk(0, records, 1, 0);
        chunk.littleUsed = turns - 2;

        assertThat(chunk.isLittleUsedForLong()).isFalse();
        assertThat(chunk.isLittleUsedForLong()).isTrue();
    }
}
