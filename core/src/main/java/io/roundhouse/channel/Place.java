package io.roundhouse.channel;

import org.jspecify.annotations.Nullable;

/**
 * The place of a party in the line of those who wait at one end of a channel. A party has one, or
 * one a clause of its select. Fields that are not final are guarded by the channel's lock while the
 * place is in the line, and its party's otherwise.
 */
final class Place {
    final Party party;
    final AnyChannel<?> channel;
    final boolean sends;

    /** What is to be sent, or has been received. */
    @Nullable Object element;

    /** Whom its own party has met here, to be woken after the lock. */
    @Nullable Party partner;

    /** Whether the channel was closed instead. */
    boolean closed;

    /** Whether it is in the line. */
    boolean inLine;

    /** Whether it was taken out of the line to look again, and its party has not come yet. */
    boolean called;

    /** Whether it was called in vain, and is to be the first next time. */
    boolean first;

    @Nullable Place before;
    @Nullable Place after;

    /** The next place of the same party. */
    @Nullable Place sibling;

    Place(Party party, AnyChannel<?> channel, boolean sends) {
        this.party = party;
        this.channel = channel;
        this.sends = sends;
        this.sibling = party.places;
        party.places = this;
    }
}
