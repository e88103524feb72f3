package io.roundhouse.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a door is for those who meet at it again and again. */
final class DoorTest {
    private static final int COMERS = 10_000;

    @Test
    void nowAndThenAComerGivesWay() {
        Door door = new Door();
        long giveWay = IntStream.range(0, COMERS).filter(_ -> door.isTimeToGiveWay()).count();

        assertThat(giveWay).isBetween(COMERS / 2_000L, COMERS / 500L);
    }
}
