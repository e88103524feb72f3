package io.roundhouse.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Where there is room for so many frames they can be gone down, and where the stack ends not. */
final class StackRoomTest {
    private static final int FRAMES = 320;

    /** Frames are of many sizes, compiled or not; so many of any size are fewer. */
    private static final int AT_LEAST = FRAMES / 4;

    private static final int OFTEN = 20_000;
    private static final int STACK = 512 * 1024;

    private static int down(int frames) {
        return frames == 0 ? 0 : 1 + down(frames - 1);
    }

    /** One who goes down as long as there is room, each time all the way that there is room for. */
    private static final class Descent implements Runnable {
        private int depth;
        private boolean lacked;

        @Override
        public void run() {
            try {
                descend();
            } catch (StackOverflowError e) {
                // as it has to end
            }
        }

        private void descend() {
            StackRoom.needs(FRAMES);
            depth++;
            try {
                down(AT_LEAST);
            } catch (StackOverflowError e) {
                lacked = true; // and no call
            }
            descend();
        }
    }

    private static void checkRoomToTheEnd() throws InterruptedException {
        Descent descent = new Descent();
        Thread deep = new Thread(null, descent, "deep", STACK);
        deep.start();
        deep.join();
        assertThat(descent.lacked).isFalse();
        assertThat(descent.depth).isGreaterThan(AT_LEAST);
    }

    @Test
    void whereItPassesThereIsRoomCompiledOrNot() throws InterruptedException {
        StackRoom.makeDeepFrames();
        checkRoomToTheEnd();
        for (int i = 0; i < OFTEN; i++) {
            StackRoom.needs(FRAMES);
        }
        checkRoomToTheEnd();
    }

    @Test
    void theMadeFramesGoAllTheWayDown() throws ReflectiveOperationException {
        assertThat(DeepFrames.make().down(DeepFrames.LEVELS)).isEqualTo(DeepFrames.LEVELS);
    }

    @Test
    void itIsMadeWhereThereIsStackForThatOnly() throws InterruptedException {
        AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
        Runnable make =
                () -> {
                    try {
                        StackRoom.makeDeepFrames();
                        StackRoom.needs(1);
                    } catch (Throwable e) {
                        thrown.set(e);
                    }
                };
        Thread shallow = new Thread(null, make, "shallow", 64 * 1024);
        shallow.start();
        shallow.join();
        assertThat(thrown).hasNullValue();
        checkRoomToTheEnd();
    }
}
