package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.ActorBinder;
import io.roundhouse.lab.system.AskParts.Counter;
import io.roundhouse.lab.system.CrowdParts.Member;
import io.roundhouse.lab.system.FloodParts.Sink;
import io.roundhouse.lab.system.PingPongParts.Player;
import io.roundhouse.lab.system.RingParts;
import io.roundhouse.lab.system.SpawnChainParts;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Actors of plain objects: a mailbox each, and a handle that turns a call into a message. */
record MailboxBinder(Supplier<? extends Mailbox> mailboxes) implements ActorBinder {

    @Override
    public <T> T bind(Class<T> type, T target) {
        Mailbox mailbox = mailboxes.get();
        Object handle =
                switch (target) {
                    case RingParts.Node node -> new RingNodeHandle(mailbox, node);
                    case RingParts.Timer timer -> new TimerHandle(mailbox, timer);
                    case SpawnChainParts.Source source -> new SourceHandle(mailbox, source);
                    case SpawnChainParts.Node node -> new ChainNodeHandle(mailbox, node);
                    case Player player -> new PlayerHandle(mailbox, player);
                    case Sink sink -> new SinkHandle(mailbox, sink);
                    case Member member -> new MemberHandle(mailbox, member);
                    case Counter counter -> new CounterHandle(mailbox, counter);
                    default -> throw new IllegalArgumentException("no handle for " + type);
                };
        return type.cast(handle);
    }

    @Override
    public void stop(Object handle) {
        ((Handle) handle).mailbox().end();
    }

    @Override
    public void stopByMessage(Object handle) {
        Mailbox mailbox = ((Handle) handle).mailbox();
        mailbox.execute(mailbox::end);
    }

    private interface Handle {
        Mailbox mailbox();
    }

    private record RingNodeHandle(Mailbox mailbox, RingParts.Node node)
            implements Handle, RingParts.Node {
        @Override
        public void start() {
            mailbox.execute(node::start);
        }

        @Override
        public void token(int id, long value) {
            mailbox.execute(() -> node.token(id, value));
        }

        @Override
        public void stop() {
            mailbox.execute(node::stop);
        }
    }

    private record TimerHandle(Mailbox mailbox, RingParts.Timer timer)
            implements Handle, RingParts.Timer {
        @Override
        public void start() {
            mailbox.execute(timer::start);
        }

        @Override
        public void stop() {
            mailbox.execute(timer::stop);
        }

        @Override
        public void cancel() {
            mailbox.execute(timer::cancel);
        }
    }

    private record SourceHandle(Mailbox mailbox, SpawnChainParts.Source source)
            implements Handle, SpawnChainParts.Source {
        @Override
        public void begin() {
            mailbox.execute(source::begin);
        }

        @Override
        public void ping() {
            mailbox.execute(source::ping);
        }

        @Override
        public void ok() {
            mailbox.execute(source::ok);
        }
    }

    private record ChainNodeHandle(Mailbox mailbox, SpawnChainParts.Node node)
            implements Handle, SpawnChainParts.Node {
        @Override
        public void start() {
            mailbox.execute(node::start);
        }

        @Override
        public void ok() {
            mailbox.execute(node::ok);
        }
    }

    private record PlayerHandle(Mailbox mailbox, Player player) implements Handle, Player {
        @Override
        public void ball(long left) {
            mailbox.execute(() -> player.ball(left));
        }
    }

    private record SinkHandle(Mailbox mailbox, Sink sink) implements Handle, Sink {
        @Override
        public void take(long good) {
            mailbox.execute(() -> sink.take(good));
        }
    }

    private record MemberHandle(Mailbox mailbox, Member member) implements Handle, Member {
        @Override
        public void take(long good) {
            mailbox.execute(() -> member.take(good));
        }
    }

    /** Waits for the answer in the way the JDK offers: a future that is completed by the actor. */
    private record CounterHandle(Mailbox mailbox, Counter counter) implements Handle, Counter {
        @Override
        public long add(long value) {
            CompletableFuture<Long> answer = new CompletableFuture<>();
            mailbox.execute(() -> answer.complete(counter.add(value)));
            return answer.join();
        }

        @Override
        public long count() {
            CompletableFuture<Long> answer = new CompletableFuture<>();
            mailbox.execute(() -> answer.complete(counter.count()));
            return answer.join();
        }
    }
}
