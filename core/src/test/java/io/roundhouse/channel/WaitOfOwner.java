package io.roundhouse.channel;

import java.time.Duration;

/** How the thread that has opened a scope may wait, for what becomes of the scope meanwhile. */
enum WaitOfOwner {
    JOINS_FORK,
    SEND,
    RECEIVE,
    RECEIVE_OF_BUFFER,
    FOR_EACH,
    SELECT,
    TIMED_SEND,
    TIMED_RECEIVE,
    TIMED_RECEIVE_OF_BUFFER,
    TIMED_SELECT;

    /**
     * Waits for what does not come.
     *
     * @param meeting a rendezvous
     * @param buffer that is empty
     * @param fork that does not end meanwhile
     */
    void run(Channel<Integer> meeting, Channel<Integer> buffer, Fork<?> fork)
            throws InterruptedException {
        Duration time = Duration.ofSeconds(50);
        switch (this) {
            case JOINS_FORK -> fork.join();
            case SEND -> meeting.send(1);
            case RECEIVE -> meeting.receive();
            case RECEIVE_OF_BUFFER -> buffer.receive();
            case FOR_EACH -> buffer.forEach(_ -> {});
            case SELECT ->
                    Select.of(meeting.whenReceived(_ -> {}), buffer.whenReceived(_ -> {})).await();
            case TIMED_SEND -> meeting.send(1, time);
            case TIMED_RECEIVE -> meeting.receive(time);
            case TIMED_RECEIVE_OF_BUFFER -> buffer.receive(time);
            case TIMED_SELECT ->
                    Select.of(meeting.whenReceived(_ -> {}), Select.after(time, () -> {})).await();
        }
    }
}
