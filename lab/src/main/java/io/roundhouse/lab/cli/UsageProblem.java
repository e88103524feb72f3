package io.roundhouse.lab.cli;

import java.util.Collection;

/** Arguments that mean nothing: the message names the wrong word and the right ones. */
final class UsageProblem extends RuntimeException {

    private static final long serialVersionUID = 1;

    UsageProblem(String message) {
        super(message);
    }

    /** Such as {@code which study? there are railway, rings}. */
    static UsageProblem none(String kind, Collection<String> right) {
        return new UsageProblem("which %s? there are %s".formatted(kind, String.join(", ", right)));
    }

    /** Such as {@code no such study: rail; there are railway, rings}. */
    static UsageProblem unknown(String kind, String word, Collection<String> right) {
        return new UsageProblem(
                "no such %s: %s; there are %s".formatted(kind, word, String.join(", ", right)));
    }
}
