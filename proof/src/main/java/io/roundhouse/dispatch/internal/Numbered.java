package io.roundhouse.dispatch.internal;

/** A task that is not run, with a number. */
final class Numbered extends Numbers {
    final int number;

    Numbered(int number) {
        this.number = number;
    }

    /** So many of them, from 0 on. */
    static Numbered[] all(int count) {
        Numbered[] all = new Numbered[count];
        for (int i = 0; i < count; i++) {
            all[i] = new Numbered(i);
        }
        return all;
    }
}
