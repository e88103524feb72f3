package io.roundhouse.lab.system;

/** An opened line from senders to one receiver, for any number of samples. */
public interface OneWayLine extends Session {

    /** Sends over the line; each sender is used by one thread at a time. */
    interface Sender {

        /** The calling thread is the one that sends from now on. */
        default void begins() {}

        /**
         * Sends one good at once: nothing may be held back in the hope of more. Waits where there
         * is no room.
         */
        void send(long good) throws Exception;
    }

    /** The far end of the line, used by one thread at a time. */
    interface Receiver {

        /**
         * Takes exactly {@code count} goods and gives each to {@code arrival} as soon as it is
         * there.
         */
        void receive(long count, Arrival arrival) throws Exception;
    }

    /** Told of every good by the receiver's thread. */
    interface Arrival {

        /** That good is here now. */
        void arrived(long good);
    }

    /** The sender of that index, from 0. */
    Sender sender(int index);

    /** The receiver. */
    Receiver receiver();
}
