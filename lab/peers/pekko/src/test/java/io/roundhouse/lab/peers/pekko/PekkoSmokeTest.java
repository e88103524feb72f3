package io.roundhouse.lab.peers.pekko;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.lab.cli.SmokeRun;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every experiment that Pekko's actors take part in, at the smallest scale, through the lab and in
 * their own process; the lab checks what comes out.
 */
@Timeout(120)
class PekkoSmokeTest {

    @ParameterizedTest
    @CsvSource({
        "pekko-classic, ring",
        "pekko-classic, ring --param nodes=10 --param tokens=4 --param work=10",
        "pekko-classic, construct --param nodes=1000",
        "pekko-classic, spawn-chain --param nodes=1000",
        "pekko-classic, spawn-chain --param nodes=1000 --param protocol=acks",
        "pekko-classic, ping-pong",
        "pekko-typed, ring",
        "pekko-typed, ring --param nodes=10 --param tokens=4 --param work=10",
        "pekko-typed, construct --param nodes=1000",
        "pekko-typed, spawn-chain --param nodes=1000",
        "pekko-typed, spawn-chain --param nodes=1000 --param protocol=acks",
        "pekko-typed, ping-pong",
        "pekko-classic, spawn-chain --param nodes=1000 --param stop=message",
        "pekko-typed, calls",
        "pekko-typed, calls --param argument=fresh",
        "pekko-classic, pi --param jobs=20000 --param workers=3",
        "pekko-classic, ask",
        "pekko-typed, ask",
        "pekko-classic, flood --param producers=3",
        "pekko-typed, flood --param producers=3",
        "pekko-classic, memory --param actors=500",
        "pekko-typed, memory --param actors=500",
        "pekko-typed, idle-actors --param actors=500",
    })
    void whatComesOutIsRight(String system, String run, @TempDir Path report) {
        assertThat(SmokeRun.complaint(system, run, report)).isEmpty();
    }
}
