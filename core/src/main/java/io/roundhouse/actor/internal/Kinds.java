package io.roundhouse.actor.internal;

import io.roundhouse.actor.ActorOptions;
import io.roundhouse.dispatch.internal.Dispatching;
import io.roundhouse.proxy.Place;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What actors of one house have in common, once for all that are alike: an actor costs no more
 * because of options that others have, too. Names are their own business. Any thread.
 */
final class Kinds {
    private final House house;
    private final Dispatching shared;

    /** Those without options. */
    private final ConcurrentHashMap<Class<?>, Kind> plain = new ConcurrentHashMap<>();

    /**
     * Those with options and without names, as long as there are such actors; guarded by itself.
     */
    private final Map<Kind, WeakReference<Kind>> nameless = new WeakHashMap<>();

    /** What actors understand that have several interfaces, by all of them, the first one first. */
    private final ConcurrentHashMap<List<Binding>, Protocol> protocols = new ConcurrentHashMap<>();

    /**
     * @param shared who gives threads to those that have none of their own
     */
    Kinds(House house, Dispatching shared) {
        this.house = house;
        this.shared = shared;
    }

    /**
     * @throws IllegalArgumentException if no actor can be made of that
     */
    Kind of(Class<?> type) {
        Kind kind = plain.get(type);
        if (kind == null) {
            kind = of(type, new ActorOptions());
            plain.putIfAbsent(type, kind);
        }
        return kind;
    }

    /** Likewise. */
    Kind of(Class<?> type, ActorOptions with) {
        Kind made = new Kind(house, shared, protocol(type, with), with.bound(), with.name());
        return with.name() == null ? known(made) : made;
    }

    private Kind known(Kind made) {
        synchronized (nameless) {
            WeakReference<Kind> before = nameless.get(made);
            Kind known = before == null ? null : before.get();
            if (known == null) {
                nameless.put(made, new WeakReference<>(made));
                return made;
            }
            return known;
        }
    }

    private Protocol protocol(Class<?> type, ActorOptions with) {
        List<Binding> all = new ArrayList<>();
        for (Class<?> each : with.others()) {
            all.add(binding(each, type, with));
        }
        all.addFirst(binding(type, type, with));
        return all.size() == 1
                ? all.getFirst().alone()
                : protocols.computeIfAbsent(List.copyOf(all), Protocol::new);
    }

    private static Binding binding(Class<?> type, Class<?> first, ActorOptions with) {
        Binding binding = Binding.of(type, lookup(first, type, with));
        return with.isRendezvous() ? binding.meeting() : binding;
    }

    /** A lookup is for the interfaces of its package; one that is for none is refused. */
    private static @Nullable Lookup lookup(Class<?> first, Class<?> type, ActorOptions with) {
        Lookup lookup = with.lookup();
        if (lookup == null || Place.isOf(type, lookup)) {
            return lookup;
        }
        boolean isForAnother =
                Place.isOf(first, lookup)
                        || with.others().stream().anyMatch(each -> Place.isOf(each, lookup));
        return isForAnother ? null : lookup;
    }
}
