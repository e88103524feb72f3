package planted.railway;

import java.util.concurrent.ThreadLocalRandom;

class ThrowsADie {
    int choose(int ways) {
        return ThreadLocalRandom.current().nextInt(ways);
    }
}
