package planted.railway;

import java.util.function.LongSupplier;

class HandsOnTheClock {
    LongSupplier clock = System::nanoTime;
}
