package io.roundhouse.channel;

import org.jspecify.annotations.Nullable;

/** One that waits at a channel which stores, in steps: it comes, and comes again, or gives up. */
class Waiter {
    static final String WAITS = "waits";
    private final StoringChannel<Integer> channel;
    private final boolean sends;
    private final int element;

    /** In the line; null while it does not wait. */
    private @Nullable Place place;

    Waiter(StoringChannel<Integer> channel, boolean sends, int element) {
        this.channel = channel;
        this.sends = sends;
        this.element = element;
    }

    /** Comes, or comes again: called, or because its time was over. */
    final String come() {
        Place mine = place;
        if (mine != null) {
            leave(mine);
        } else {
            mine = new Place(new Party(), channel, sends);
        }
        String result = attempt(mine);
        while (result == null) {
            mine.party.begin();
            channel.lock();
            try {
                channel.line(sends).add(mine);
            } finally {
                channel.unlock();
            }
            if (!looksAgain() || !channel.isReady(sends)) {
                place = mine;
                return WAITS;
            }
            leave(mine);
            result = attempt(mine);
        }
        return ended(mine, result);
    }

    final String giveUp() {
        Place mine = place;
        if (mine == null) {
            return "none";
        }
        leave(mine);
        String result = attempt(mine);
        return ended(mine, result == null ? "gave up" : result);
    }

    private void leave(Place mine) {
        mine.party.giveUp();
        channel.leave(mine);
    }

    private @Nullable String attempt(Place mine) {
        if (sends) {
            mine.element = element;
        }
        return switch (channel.attempt(mine)) {
            case NOT_YET -> null;
            case HAPPENED -> "" + mine.element;
            case CLOSED -> "closed";
        };
    }

    private String ended(Place mine, String result) {
        place = null;
        if (passesOn()) {
            channel.passOn(mine);
        }
        return result;
    }

    boolean looksAgain() {
        return true;
    }

    boolean passesOn() {
        return true;
    }

    // ---- when all is over

    boolean waits() {
        return place != null;
    }

    boolean isCalled() {
        return place != null && place.party.met();
    }
}
