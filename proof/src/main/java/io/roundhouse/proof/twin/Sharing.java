package io.roundhouse.proof.twin;

import io.roundhouse.proof.twin.Memory.Cell;

/**
 * Workers of a stage that share events, or stations that share goods, after the same algorithm as
 * {@code Shares}, {@code Stage.reached} and the railway's {@code Lane.freed}: whoever is free
 * announces what it is about to hold and claims it; how far the stage has come is the least of what
 * is claimed and of what is held.
 */
public final class Sharing {
    /** What they do wrong. */
    public enum Flaw {
        /** Nothing: passes every check. */
        NONE,

        /** Who claims says afterwards that it holds something. */
        HOLDS_TOO_LATE,

        /** Who asks how far the stage has come reads what is held first, and then the claims. */
        READS_CLAIMS_LAST,

        /** Who holds something lets it go before it has handled it. */
        LETS_GO_TOO_EARLY,

        /** Two may claim the same. */
        CLAIMS_UNCOMPARED
    }

    private static final long NOTHING = Long.MAX_VALUE;

    private final Flaw flaw;
    private final Cell claims;
    private final Cell[] held;
    private final Cell[] handled;

    /** So many workers and events, all of which have been published. */
    public Sharing(int workers, int events, Memory memory, Flaw flaw) {
        this.flaw = flaw;
        claims = memory.cell(0);
        held = new Cell[workers];
        for (int i = 0; i < workers; i++) {
            held[i] = memory.cell(NOTHING);
        }
        handled = new Cell[events];
        for (int i = 0; i < events; i++) {
            handled[i] = memory.cell(0);
        }
    }

    /** The worker handles events until there are none. */
    public void work(int worker) {
        long claimed = claims.read();
        while (claimed < handled.length) {
            if (flaw != Flaw.HOLDS_TOO_LATE) {
                held[worker].write(claimed);
            }
            if (claim(claimed)) {
                handle(worker, claimed);
            }
            claimed = claims.read();
        }
        held[worker].write(NOTHING);
    }

    private boolean claim(long claimed) {
        if (flaw == Flaw.CLAIMS_UNCOMPARED) {
            claims.write(claimed + 1);
            return true;
        }
        return claims.replace(claimed, claimed + 1);
    }

    private void handle(int worker, long event) {
        if (flaw == Flaw.HOLDS_TOO_LATE) {
            held[worker].write(event);
        }
        if (flaw == Flaw.LETS_GO_TOO_EARLY) {
            held[worker].write(NOTHING);
        }
        Cell times = handled[(int) event];
        times.write(times.read() + 1); // nobody else is at it
        held[worker].write(NOTHING);
    }

    /** How far the stage has come. */
    public long reached() {
        long least = flaw == Flaw.READS_CLAIMS_LAST ? NOTHING : claims.read();
        for (Cell each : held) {
            least = Math.min(least, each.read());
        }
        return flaw == Flaw.READS_CLAIMS_LAST ? Math.min(least, claims.read()) : least;
    }

    /** How often an event was handled. */
    public long handled(long event) {
        return handled[(int) event].read();
    }
}
