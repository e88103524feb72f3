package io.roundhouse.actor.internal;

import io.roundhouse.dispatch.internal.Caller;
import io.roundhouse.proxy.Delegating;
import io.roundhouse.proxy.Place;
import java.lang.classfile.TypeKind;
import java.lang.constant.ConstantDescs;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An interface made ready for actors: what its calls look like, and where the classes live that
 * write and read them: see {@link Place}.
 */
final class Binding {
    private static final Lookup HERE = MethodHandles.lookup();
    private static final String ADVICE = "say with.in(MethodHandles.lookup())";

    /**
     * One an interface: interfaces that needed the user's {@link Lookup} once have it from then on.
     */
    private static final ClassValue<Holder> BINDINGS =
            new ClassValue<>() {
                @Override
                protected Holder computeValue(Class<?> type) {
                    return new Holder();
                }
            };

    private static final class Holder {
        @Nullable Binding binding;
    }

    private final Class<?> type;
    private final Shape shape;
    private final Place place;
    private volatile @Nullable MethodHandle newNarrow;
    private @Nullable Binding meeting;
    private @Nullable Protocol alone;

    private Binding(Class<?> type, Shape shape, Place place) {
        this.type = type;
        this.shape = shape;
        this.place = place;
    }

    /**
     * The binding of an interface.
     *
     * @throws IllegalArgumentException if it is no interface, or one that cannot be implemented;
     *     the message says why, and what would help
     */
    static Binding of(Class<?> type, @Nullable Lookup lookup) {
        Holder holder = BINDINGS.get(Objects.requireNonNull(type, "type"));
        synchronized (holder) {
            Binding binding = holder.binding;
            if (binding == null) {
                Place.checkInterface(type, "actors are");
                Shape shape = Shape.of(type, false);
                Place place = place(type, lookup);
                shape.methods().forEach(each -> checkSees(place, type, each));
                binding = new Binding(type, shape, place);
                holder.binding = binding;
            }
            return binding;
        }
    }

    /** What is carried as an object is cast to its class where it arrives. */
    private static void checkSees(Place place, Class<?> type, Method method) {
        for (Class<?> each : method.getParameterTypes()) {
            checkSees(place, type, method, each);
        }
        checkSees(place, type, method, method.getReturnType());
    }

    private static void checkSees(Place place, Class<?> type, Method method, Class<?> mentioned) {
        if (mentioned == Object.class || place.sees(mentioned)) {
            return;
        }
        boolean isBeside = Place.isOf(type, place.lookup());
        String there = place.lookup().lookupClass().getPackageName();
        throw new IllegalArgumentException(
                "method "
                        + method.getName()
                        + " of "
                        + type.getName()
                        + (method.getDeclaringClass() == type
                                ? ""
                                : ", inherited from " + method.getDeclaringClass().getName() + ",")
                        + " mentions "
                        + mentioned.getTypeName()
                        + ", which classes of "
                        + (there.isEmpty() ? "the unnamed package" : "package " + there)
                        + " cannot see: "
                        + (isBeside
                                ? "have the actor called through an interface without that method"
                                : ADVICE + " in a class of package " + type.getPackageName())
                        + ", or make that type public, and export its package if it is in a module");
    }

    /** The same for actors that meet who calls them: see {@link Meeting}. */
    synchronized Binding meeting() {
        Binding made = meeting;
        if (made == null) {
            made = new Binding(type, Shape.of(type, true), place);
            meeting = made;
        }
        return made;
    }

    /**
     * The binding of a super-interface. What the user gave for this interface is good for those of
     * its package only.
     */
    Binding narrower(Class<?> wanted) {
        try {
            return of(wanted, null);
        } catch (IllegalArgumentException refused) {
            if (Place.isOf(wanted, place.lookup())) {
                return of(wanted, place.lookup());
            }
            throw refused;
        }
    }

    private static Place place(Class<?> type, @Nullable Lookup lookup) {
        return Place.of(type, lookup, HERE, ADVICE, Binding.class, Caller.class);
    }

    // ---- generated classes

    /** A class of calls that are sent. */
    MethodHandle newHandle(Layout layout) {
        return place.constructor(
                new HandleWriter(type, shape, layout).write(place.name("Handle")),
                Handle.class,
                List.of(Actor.class));
    }

    /** A class of handles that can do no more than another handle's interface of this type. */
    private MethodHandle newNarrowHandle() {
        List<Class<?>> parameters = List.of(Actor.class, Object.class);
        byte[] classFile =
                Delegating.write(
                        place.name("NarrowHandle"),
                        type,
                        NarrowHandle.class,
                        parameters,
                        Delegating.methodsOf(type),
                        (code, self, method) -> {
                            code.aload(0).getfield(self, "wide", ConstantDescs.CD_Object);
                            Delegating.call(code, type, method);
                            code.return_(TypeKind.from(method.getReturnType()));
                        });
        return place.constructor(classFile, Handle.class, parameters);
    }

    /** That handle, as far as this interface goes. */
    Handle narrow(Handle wide) {
        try {
            MethodHandle constructor = newNarrow;
            if (constructor == null) {
                constructor = newNarrowHandle();
                newNarrow = constructor;
            }
            return (Handle) constructor.invokeExact(wide.actor(), (Object) wide);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new LinkageError("a handle of " + type.getName() + " cannot be made", e);
        }
    }

    /** A class that reads calls. */
    Reader newReader(Layout layout) {
        try {
            return (Reader)
                    place.constructor(
                                    new ReaderWriter(type, shape, layout)
                                            .write(place.name("Reader")),
                                    Reader.class,
                                    List.of())
                            .invokeExact();
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new LinkageError("a reader of " + type.getName() + " cannot be made", e);
        }
    }

    // ---- what it is

    Class<?> type() {
        return type;
    }

    Shape shape() {
        return shape;
    }

    /**
     * What actors understand that are called through this interface only. For several interfaces
     * each house has its own: here, one of them would hold the loaders of the others for ever.
     */
    synchronized Protocol alone() {
        Protocol made = alone;
        if (made == null) {
            made = new Protocol(List.of(this));
            alone = made;
        }
        return made;
    }
}
