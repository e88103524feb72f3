package io.roundhouse.actor.elsewhere;

import io.roundhouse.Roundhouse;
import java.lang.invoke.MethodHandles;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Has interfaces that only its own package can see. */
public final class Neighbour {
    private Neighbour() {}

    interface Hidden {
        void take(Secret secret);
    }

    interface Other {
        void go();
    }

    record Secret(String word) {}

    public static MethodHandles.Lookup lookup() {
        return MethodHandles.lookup();
    }

    public static void use(Consumer<Object> got, MethodHandles.@Nullable Lookup lookup) {
        try (var house = Roundhouse.open()) {
            Hidden actor =
                    house.actor(
                            Hidden.class,
                            () -> secret -> got.accept(secret.word()),
                            with -> {
                                if (lookup != null) {
                                    with.in(lookup);
                                }
                            });
            actor.take(new Secret("hidden"));
        }
    }

    public static void useOther(MethodHandles.Lookup lookup) {
        try (var house = Roundhouse.open()) {
            house.actor(Other.class, () -> () -> {}, with -> with.in(lookup)).go();
        }
    }
}
