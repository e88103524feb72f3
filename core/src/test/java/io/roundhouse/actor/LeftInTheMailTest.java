package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Roundhouse;
import io.roundhouse.Until;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An actor that hangs in a call, with an answer in its mail that it alone can take, is named. */
@Timeout(60)
final class LeftInTheMailTest {
    interface Asked {
        CompletableFuture<Integer> later(int n);
    }

    private final CompletableFuture<CompletableFuture<Integer>> waits = new CompletableFuture<>();

    @Test
    void itIsToldWhereItWaitsForItself() {
        List<Integer> got = new ArrayList<>();
        List<LogRecord> records =
                Logged.during(told -> {
                    try (var house = Roundhouse.open(with -> with.workers(2))) {
                        Asked asked =
                                house.actor(Asked.class, () -> CompletableFuture::completedFuture);
                        IntConsumer hangs =
                                house.actor(
                                        IntConsumer.class,
                                        () ->
                                                n -> {
                                                    CompletableFuture<Integer> outside =
                                                            CompletableFuture.completedFuture(n)
                                                                    .thenCompose(asked::later);
                                                    waits.complete(outside);
                                                    got.add(outside.join());
                                                },
                                        with -> with.named("hangs"));
                        hangs.accept(1);
                        Until.isTrue(() -> told.stream().anyMatch(LeftInTheMailTest::names));
                        waits.join().complete(2);
                    }
                });
        assertThat(records).filteredOn(LeftInTheMailTest::names).hasSize(1);
        assertThat(got).containsExactly(2);
    }

    private static boolean names(LogRecord record) {
        String words = record.getMessage();
        return words.contains("answers that it has asked for lie in its mail: hangs in")
                && words.contains("LeftInTheMailTest.java:");
    }
}
