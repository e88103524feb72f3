package io.roundhouse.lab.system;

import io.roundhouse.lab.system.CrowdParts.Common;
import io.roundhouse.lab.system.CrowdParts.Member;
import io.roundhouse.lab.system.CrowdParts.PlainMember;
import java.util.List;
import java.util.Optional;

/** A system that can have many actors at once. */
public interface CrowdSystem extends LabSystem {

    /** Why it cannot do this setting; empty when it can. */
    default Optional<String> refuses(CrowdSpec spec) {
        return Optional.empty();
    }

    /** The configurations of interest; the first is measured. */
    default List<Variant> variants(CrowdSpec spec) {
        return variants();
    }

    /** Sets up what makes actors. */
    Crowded open(CrowdSpec spec, Variant variant) throws Exception;

    /** Makes actors, and sends to them from outside. Used by one thread. */
    interface Actors {

        /**
         * A new actor that does what {@link CrowdParts.PlainMember} does, and as little besides as
         * the system can; returns what its users hold.
         */
        Object make(Common common);

        /** Sends it a good. */
        void tell(Object actor, long good);

        /** Ends it. Need not wait. */
        void stop(Object actor);

        /** Of systems that run plain objects behind plain interfaces. */
        static Actors over(ActorBinder binder) {
            return new Actors() {
                @Override
                public Object make(Common common) {
                    return binder.bind(Member.class, new PlainMember(common));
                }

                @Override
                public void tell(Object actor, long good) {
                    ((Member) actor).take(good);
                }

                @Override
                public void stop(Object actor) {
                    binder.stop(actor);
                }
            };
        }
    }

    /**
     * What makes actors.
     *
     * @param config what more to show of the configuration; may be empty
     * @param closing ends what was opened
     */
    record Crowded(Actors actors, String config, Runnable closing) implements Session {

        @Override
        public void close() {
            closing.run();
        }
    }
}
