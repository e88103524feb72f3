package io.roundhouse.railway.internal;

/**
 * In which turns an unloader looks for whole blocks only. Not always: what does not complete a
 * block would wait for as long as another lane has one. The turns that look at everything come one
 * behind the other, a turn for each lane, so that none is passed over. One thread.
 */
public final class TurnsByBlock {
    /** After so many turns that looked for whole blocks only, every lane has a turn of its own. */
    private static final int MOST = 16;

    private int turn;

    /** Whether the next turn is one, of an unloader that has so many lanes. */
    public boolean isNext(int lanes) {
        if (lanes == 1) {
            return true;
        }
        turn = turn + 1 < MOST + lanes ? turn + 1 : 0;
        return turn < MOST;
    }
}
