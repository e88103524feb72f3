package io.roundhouse.lab.systems;

import io.roundhouse.channel.Channel;
import io.roundhouse.channel.Scope;
import io.roundhouse.lab.system.BlockedSpec;
import io.roundhouse.lab.system.BlockedSystem;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Processes of a scope that receive from a rendezvous of the scope's own. */
@SystemInfo(name = "roundhouse-csp", guarantees = "fifo, exactly once, bounded", showDefault = true)
public final class RoundhouseCspBlocked implements BlockedSystem {

    @Override
    public BlockedSession open(BlockedSpec spec, Variant variant) {
        return new Session(spec.sends());
    }

    private static final class Session implements BlockedSession {
        private final boolean sends;
        private int processes;
        private @Nullable Scope scope;
        private @Nullable Channel<Integer> channel;

        Session(boolean sends) {
            this.sends = sends;
        }

        @Override
        public void block(int number, CountDownLatch woken) throws InterruptedException {
            processes = number;
            Scope opened = Scope.open();
            Channel<Integer> shared = opened.<Integer>channel("shared").rendezvous();
            for (int i = 0; i < number; i++) {
                opened.go(() -> {
                    shared.receiveOrNull();
                    woken.countDown();
                });
            }
            while (shared.waitingReceivers() < number) {
                TimeUnit.MILLISECONDS.sleep(1); // not timed
            }
            scope = opened;
            channel = shared;
        }

        @Override
        public void wake() throws InterruptedException {
            Channel<Integer> shared = Objects.requireNonNull(channel);
            if (sends) {
                for (int i = 0; i < processes; i++) {
                    shared.send(i);
                }
            } else {
                shared.close();
            }
        }

        @Override
        public void end() throws InterruptedException {
            try (Scope opened = Objects.requireNonNull(scope)) {
                opened.join();
            }
            scope = null;
            channel = null;
        }

        @Override
        public String config() {
            return "processes of one scope";
        }
    }
}
