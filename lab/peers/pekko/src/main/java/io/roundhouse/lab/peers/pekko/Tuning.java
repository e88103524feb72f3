package io.roundhouse.lab.peers.pekko;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.roundhouse.lab.system.Variant;
import java.util.List;

/**
 * The settings of a Pekko system: what its documentation says about throughput, executors and
 * mailboxes.
 *
 * <p>{@code throughput} is how many messages an actor may handle before its thread goes to another;
 * 5 is the default, 100 the value of the documentation's example of a tuned dispatcher. The mailbox
 * {@code unbounded} is the default of classic actors, {@code single-consumer} of typed ones and the
 * one that is documented as the faster. The affinity pool is left out: where all actors but one
 * wait, as in a ring of one token, it was found to take 90 microseconds a message.
 */
final class Tuning {

    private static final Variant CLASSIC = fork(5, "unbounded");
    private static final Variant TYPED = fork(5, "single-consumer");

    private Tuning() {}

    /** What is worth trying for classic actors, their defaults first. */
    static List<Variant> classic() {
        return variants(CLASSIC);
    }

    /** The same where a sample takes long: the defaults, and what is documented as the fastest. */
    static List<Variant> classicFew() {
        return List.of(CLASSIC, fork(100, "single-consumer"));
    }

    /** The same where a sample takes long: the defaults, and what is documented as the fastest. */
    static List<Variant> typedFew() {
        return List.of(TYPED, fork(100, "single-consumer"));
    }

    /** What is worth trying for typed actors, their defaults first. */
    static List<Variant> typed() {
        return variants(TYPED);
    }

    private static List<Variant> variants(Variant defaults) {
        return List.of(
                defaults,
                fork(100, "single-consumer"),
                fork(100, "unbounded"),
                of("thread-pool", 100, "single-consumer"));
    }

    private static Variant fork(int throughput, String mailbox) {
        return of("fork-join", throughput, mailbox);
    }

    private static Variant of(String executor, int throughput, String mailbox) {
        return Variant.of("executor", executor)
                .with("throughput", throughput)
                .with("mailbox", mailbox);
    }

    /** The configuration of a system that uses so many threads. */
    static Config config(Variant variant, int threads) {
        String mailbox =
                switch (variant.word("mailbox")) {
                    case "single-consumer" ->
                            "org.apache.pekko.dispatch.SingleConsumerOnlyUnboundedMailbox";
                    case "unbounded" -> "org.apache.pekko.dispatch.UnboundedMailbox";
                    default -> throw new IllegalArgumentException(variant.toString());
                };
        return ConfigFactory.parseString(
                        """
                        pekko {
                          daemonic = on
                          loglevel = "ERROR"
                          stdout-loglevel = "OFF"
                          log-dead-letters = off
                          log-dead-letters-during-shutdown = off
                          coordinated-shutdown.run-by-jvm-shutdown-hook = off
                          actor {
                            default-dispatcher {
                              throughput = %1$d
                              executor = "%2$s-executor"
                              fork-join-executor {
                                parallelism-min = %3$d
                                parallelism-factor = 1.0
                                parallelism-max = %3$d
                              }
                              thread-pool-executor.fixed-pool-size = %3$d
                            }
                            default-mailbox.mailbox-type = "%4$s"
                            typed.default-mailbox.mailbox-type = "%4$s"
                          }
                        }
                        """
                                .formatted(
                                        variant.number("throughput"),
                                        variant.word("executor"),
                                        threads,
                                        mailbox))
                .withFallback(ConfigFactory.load());
    }

    /** What {@link #config} says beside the variant's own words. */
    static String words(int threads) {
        return "parallelism=" + threads + " log-dead-letters=off";
    }
}
