package io.roundhouse.lab.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The processor time that this machine has wanted since it started, all processors together, and
 * what its host gave to other guests instead (<i>steal</i>). Linux tells both; elsewhere, and on
 * bare metal, nothing is known or nothing is taken.
 *
 * @param wantedMillis what the machine got for anything but being idle, and what was taken
 * @param takenMillis what was taken
 */
record HostClock(long wantedMillis, long takenMillis) {

    /** {@code /proc/stat} counts in these, whatever the kernel's own tick is (proc(5)). */
    private static final int MILLIS_A_TICK = 10;

    private static final Path STATISTICS = Path.of("/proc/stat");

    /** The clock as it stands; empty where the system has none. */
    static Optional<HostClock> read() {
        try (var lines = Files.lines(STATISTICS)) {
            return lines.findFirst().flatMap(HostClock::of);
        } catch (IOException e) {
            return Optional.empty(); // not a Linux
        }
    }

    /**
     * What the first line of {@code /proc/stat} says: {@code cpu} and ticks as user, nice, system,
     * idle, waiting for disks, interrupts, soft interrupts, steal; empty if it is another line.
     */
    static Optional<HostClock> of(String line) {
        String[] words = line.strip().split("\\s+");
        if (!words[0].equals("cpu") || words.length < 9) {
            return Optional.empty();
        }
        try {
            long got = 0;
            for (int column : new int[] {1, 2, 3, 6, 7}) {
                got += Long.parseLong(words[column]);
            }
            long taken = Long.parseLong(words[8]);
            return Optional.of(new HostClock((got + taken) * MILLIS_A_TICK, taken * MILLIS_A_TICK));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** What passed since an earlier reading; a counter that went back counts as still. */
    HostClock since(HostClock earlier) {
        return new HostClock(
                Math.max(0, wantedMillis - earlier.wantedMillis),
                Math.max(0, takenMillis - earlier.takenMillis));
    }
}
