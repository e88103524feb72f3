package io.roundhouse.actor.internal;

import io.roundhouse.actor.Invocation;
import io.roundhouse.proxy.Place;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What an actor understands: the calls of one interface or of several, numbered through, in records
 * that have room for each of them.
 */
final class Protocol {
    private final Part[] parts;
    private final int longsEach;
    private final int referencesEach;
    private final @Nullable ClassValue<Reader> readers;

    Protocol(List<Binding> bindings) {
        longsEach = bindings.stream().mapToInt(each -> each.shape().longsEach()).max().orElse(1);
        referencesEach =
                bindings.stream().mapToInt(each -> each.shape().referencesEach()).max().orElse(0);
        List<Part> all = new ArrayList<>();
        int firstMethod = 0;
        for (Binding each : bindings) {
            all.add(new Part(each, new Layout(firstMethod, longsEach, referencesEach)));
            firstMethod += each.shape().methods().size();
        }
        parts = all.toArray(Part[]::new);
        readers = parts.length == 1 ? null : new AllReaders(parts);
    }

    // ---- records

    int longsEach() {
        return longsEach;
    }

    int referencesEach() {
        return referencesEach;
    }

    /** Reads calls for objects of that class. */
    Reader reader(Class<?> target) {
        return readers == null ? parts[0].readers.get(target) : readers.get(target);
    }

    Invocation invocation(Actor actor, int method, @Nullable Object[] arguments) {
        Part part = part(method);
        return new Invocation(actor.toString(), part.method(method), Arrays.asList(arguments));
    }

    String methodName(int method) {
        return part(method).method(method).getName();
    }

    /** Whether its callers go on, and have their answers later. */
    boolean answersLater(int method) {
        return part(method).answersLater(method);
    }

    /** Takes the answer out of a call's record, if it has one. */
    @Nullable Answer answer(int method, @Nullable Object[] references, int firstReference) {
        Part part = part(method);
        return part.binding.shape().answer(part.method(method), references, firstReference);
    }

    /** Takes a call out of its record. */
    Invocation decode(
            Actor actor,
            int method,
            long[] longs,
            @Nullable Object[] references,
            int firstLong,
            int firstReference) {
        Part part = part(method);
        return invocation(
                actor,
                method,
                part.binding
                        .shape()
                        .decode(part.method(method), longs, firstLong, references, firstReference));
    }

    private Part part(int method) {
        int i = parts.length - 1;
        while (method < parts[i].layout.firstMethod()) {
            i--;
        }
        return parts[i];
    }

    /** An interface that this object does not have; null if it has all of them. */
    @Nullable Class<?> missingIn(Object target) {
        for (Part each : parts) {
            if (!each.binding.type().isInstance(target)) {
                return each.binding.type();
            }
        }
        return null;
    }

    // ---- handles

    /** A handle of its first interface. */
    Handle handle(Actor actor) {
        return parts[0].handle(actor);
    }

    /**
     * A handle of that interface, that can do no more than it.
     *
     * @throws IllegalArgumentException if the actor does not have it
     */
    <T> T handle(Actor actor, Class<T> type) {
        for (Part each : parts) {
            if (each.binding.type() == type) {
                return type.cast(each.handle(actor));
            }
        }
        for (Part each : parts) {
            if (type.isInterface() && type.isAssignableFrom(each.binding.type())) {
                return type.cast(each.binding.narrower(type).narrow(each.handle(actor)));
            }
        }
        Place.checkInterface(type, "actors are");
        throw new IllegalArgumentException(
                "actor "
                        + actor
                        + " is called through "
                        + Arrays.stream(parts)
                                .map(each -> each.binding.type().getName())
                                .collect(Collectors.joining(" and "))
                        + ", not "
                        + type.getName()
                        + "; add that with.also("
                        + type.getSimpleName()
                        + ".class) where the actor is made");
    }

    /** The name of its first interface. */
    @Override
    public String toString() {
        return parts[0].binding.type().getSimpleName();
    }

    /** One of its interfaces, and the classes that write and read its calls. */
    private static final class Part {
        final Binding binding;
        final Layout layout;
        private final MethodHandle newHandle;
        private final boolean[] answersLater;

        /**
         * A class a class of objects, so that the one call in it is a call of one known method for
         * the compiler.
         */
        final ClassValue<Reader> readers =
                new ClassValue<>() {
                    @Override
                    protected Reader computeValue(Class<?> target) {
                        Reader reader = binding.newReader(layout);
                        reader.isFor(target, binding.type());
                        return reader;
                    }
                };

        Part(Binding binding, Layout layout) {
            this.binding = binding;
            this.layout = layout;
            this.newHandle = binding.newHandle(layout);
            List<Method> methods = binding.shape().methods();
            this.answersLater = new boolean[methods.size()];
            for (int i = 0; i < answersLater.length; i++) {
                answersLater[i] = binding.shape().after(methods.get(i)) == Shape.After.ASK;
            }
        }

        boolean answersLater(int number) {
            return answersLater[number - layout.firstMethod()];
        }

        Method method(int number) {
            return binding.shape().methods().get(number - layout.firstMethod());
        }

        Handle handle(Actor actor) {
            try {
                return (Handle) newHandle.invokeExact(actor);
            } catch (Throwable e) {
                throw new LinkageError(
                        "a handle of " + binding.type().getName() + " cannot be made", e);
            }
        }
    }

    private static final class AllReaders extends ClassValue<Reader> {
        private final Part[] parts;

        AllReaders(Part[] parts) {
            this.parts = parts;
        }

        @Override
        protected Reader computeValue(Class<?> target) {
            Reader all = new AllParts(parts, target);
            all.isFor(target, parts[0].binding.type());
            return all;
        }
    }

    /** Reads calls of several interfaces. */
    private static final class AllParts extends Reader {
        private final Reader[] readers;
        private final int[] firstMethods;

        AllParts(Part[] parts, Class<?> target) {
            readers =
                    Arrays.stream(parts)
                            .map(each -> each.readers.get(target))
                            .toArray(Reader[]::new);
            firstMethods =
                    Arrays.stream(parts).mapToInt(each -> each.layout.firstMethod()).toArray();
        }

        @Override
        public void handle(
                Actor actor,
                Object target,
                int method,
                long[] longs,
                @Nullable Object[] references,
                int firstLong,
                int firstReference) {
            int i = readers.length - 1;
            while (method < firstMethods[i]) {
                i--;
            }
            readers[i].handle(
                    actor,
                    target,
                    method - firstMethods[i],
                    longs,
                    references,
                    firstLong,
                    firstReference);
        }
    }
}
