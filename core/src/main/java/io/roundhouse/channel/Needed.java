package io.roundhouse.channel;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What users have to give, and are told where they give null. */
final class Needed {
    private Needed() {}

    // ---- at channels

    /** That of an iteration. */
    static <A> A action(@Nullable A action) {
        return Objects.requireNonNull(action, "an action is needed that takes each element");
    }

    static void list(@Nullable List<?> elements) {
        Objects.requireNonNull(elements, "a list is needed: List.of() sends nothing");
    }

    static void batch(@Nullable Object @Nullable [] batch) {
        Objects.requireNonNull(batch, "an array is needed that the elements go into");
    }

    // ---- in selects

    static Clause[] clauses(Clause @Nullable [] clauses) {
        return Objects.requireNonNull(clauses, "a select needs clauses: name what it waits for")
                .clone();
    }

    static Runnable then(@Nullable Runnable then) {
        return Objects.requireNonNull(then, "a clause needs an action: () -> {} does nothing");
    }

    /** What takes an element or an answer. */
    static <C> C taker(@Nullable C then) {
        return Objects.requireNonNull(
                then, "a clause needs an action for what it gets: _ -> {} drops it");
    }

    static <C> C call(@Nullable C call) {
        return Objects.requireNonNull(call, "a clause needs a call that it makes");
    }

    // ---- in scopes

    static <B> B body(@Nullable B body) {
        return Objects.requireNonNull(body, "a process needs code that it runs");
    }
}
