package planted.waiting;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/** Where waiting, time and chance are allowed. */
public class Door {
    public static long now() {
        return System.nanoTime();
    }

    static int choose(int ways) {
        return ThreadLocalRandom.current().nextInt(ways);
    }

    static void park() {
        LockSupport.park();
    }
}
