import org.jspecify.annotations.NullMarked;

/** Threads that talk to each other at the speed of the memory between them. */
@NullMarked
module io.roundhouse {
    requires static org.jspecify; // annotations: users may do without
    requires static jdk.jfr; // events: where there is no flight recorder, nobody is told

    exports io.roundhouse;
    exports io.roundhouse.actor;
    exports io.roundhouse.channel;
    exports io.roundhouse.waiting;
    exports io.roundhouse.pipeline;
    exports io.roundhouse.railway;
    exports io.roundhouse.queue;
}
