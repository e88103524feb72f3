package io.roundhouse.actor.internal;

import io.roundhouse.dispatch.internal.Caller;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * An interface made ready for actors: what its calls look like, and where the classes live that
 * write and read them.
 *
 * <p>The generated classes live beside the interface, where everything that it mentions can be
 * seen: in the place of a {@link Lookup} that the user gave, or of {@link
 * MethodHandles#privateLookupIn}. An interface of a module that knows nothing of this library
 * ({@link Runnable}) is served from here, if it is public.
 */
final class Binding {
    private static final Module MODULE = Binding.class.getModule();
    private static final Lookup HERE = MethodHandles.lookup();

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
    private final Lookup place;
    private volatile @Nullable MethodHandle newNarrow;

    /** What actors understand whose first interface this is, by all of their interfaces. */
    private final ConcurrentHashMap<List<Binding>, Protocol> protocols = new ConcurrentHashMap<>();

    private Binding(Class<?> type, Shape shape, Lookup place) {
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
                checkInterface(type);
                binding = new Binding(type, Shape.of(type), place(type, lookup));
                holder.binding = binding;
            }
            return binding;
        }
    }

    /**
     * The binding of a super-interface. What the user gave for this interface is good for those of
     * its package only.
     */
    Binding narrower(Class<?> wanted) {
        try {
            return of(wanted, null);
        } catch (IllegalArgumentException refused) {
            if (isOf(wanted, place)) {
                return of(wanted, place);
            }
            throw refused;
        }
    }

    /** Whether the lookup is one of the interface's own package. */
    static boolean isOf(Class<?> type, Lookup lookup) {
        return lookup.lookupClass().getPackage() == type.getPackage()
                && lookup.lookupClass().getClassLoader() == type.getClassLoader();
    }

    private static void checkInterface(Class<?> type) {
        String what =
                !type.isInterface()
                        ? "not an interface; actors are called through one"
                        : type.isAnnotation()
                                ? "an annotation, not a plain interface"
                                : type.isSealed()
                                        ? "sealed, so no handle can implement it"
                                        : type.isHidden()
                                                ? "a hidden class, which has no name"
                                                : null;
        if (what != null) {
            throw new IllegalArgumentException(type.getName() + " is " + what);
        }
    }

    // ---- where the generated classes live

    private static Lookup place(Class<?> type, @Nullable Lookup lookup) {
        if (lookup != null) {
            return given(type, lookup);
        }
        Module module = type.getModule();
        if (seesUs(type.getClassLoader()) && (!module.isNamed() || module.canRead(MODULE))) {
            try {
                MODULE.addReads(module);
                return opened(MethodHandles.privateLookupIn(type, HERE));
            } catch (IllegalAccessException e) {
                return here(type, e); // not open to us
            }
        }
        return here(type, null);
    }

    private static Lookup given(Class<?> type, Lookup lookup) {
        if (!lookup.hasFullPrivilegeAccess() || !isOf(type, lookup)) {
            throw new IllegalArgumentException(
                    "the lookup "
                            + lookup
                            + " cannot define a class in package "
                            + type.getPackageName()
                            + "; pass MethodHandles.lookup() as called in a class of that package");
        }
        return opened(lookup);
    }

    /** Lets the place see what generated classes use of this library. */
    private static Lookup opened(Lookup place) {
        Module module = place.lookupClass().getModule();
        if (module.isNamed()) {
            MODULE.addExports(Binding.class.getPackageName(), module);
            MODULE.addExports(Caller.class.getPackageName(), module);
        }
        return place;
    }

    private static Lookup here(Class<?> type, @Nullable IllegalAccessException refused) {
        MODULE.addReads(type.getModule());
        if (isPublic(type)
                && type.getModule().isExported(type.getPackageName(), MODULE)
                && isSeenFromHere(type)) {
            return HERE;
        }
        String module =
                type.getModule().isNamed() ? " of module " + type.getModule().getName() : "";
        throw new IllegalArgumentException(
                "the library cannot reach interface "
                        + type.getName()
                        + module
                        + ": either say with.in(MethodHandles.lookup()) in a class of its package"
                        + (type.getModule().isNamed()
                                ? ", or add `opens "
                                        + type.getPackageName()
                                        + " to "
                                        + (MODULE.isNamed() ? MODULE.getName() : "ALL-UNNAMED")
                                        + ";` to its module-info"
                                : "")
                        + ", or make it public and export its package",
                refused);
    }

    private static boolean isPublic(Class<?> type) {
        for (Class<?> each = type; each != null; each = each.getDeclaringClass()) {
            if (!Modifier.isPublic(each.getModifiers())) {
                return false;
            }
        }
        return true;
    }

    private static boolean seesUs(@Nullable ClassLoader loader) {
        return sees(loader, Handle.class);
    }

    private static boolean isSeenFromHere(Class<?> type) {
        return sees(Binding.class.getClassLoader(), type);
    }

    private static boolean sees(@Nullable ClassLoader loader, Class<?> type) {
        try {
            return Class.forName(type.getName(), false, loader) == type;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    // ---- generated classes

    private String name(String role) {
        String packageName = place.lookupClass().getPackageName();
        String simple =
                type.getName()
                        .substring(
                                type.getPackageName().isEmpty()
                                        ? 0
                                        : type.getPackageName().length() + 1);
        return (packageName.isEmpty() ? "" : packageName + ".") + simple + "$" + role;
    }

    private MethodHandle constructor(byte[] classFile, Class<?> as, Class<?>... parameters) {
        try {
            Lookup hidden = place.defineHiddenClass(classFile, true);
            return hidden.findConstructor(
                            hidden.lookupClass(), MethodType.methodType(void.class, parameters))
                    .asType(MethodType.methodType(as, parameters));
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new IllegalArgumentException(
                    "interface " + type.getName() + " cannot be implemented: " + e.getMessage(), e);
        }
    }

    /** A class of calls that are sent. */
    MethodHandle newHandle(Layout layout) {
        return constructor(
                new Generator(type, shape, layout).handle(name("Handle")),
                Handle.class,
                Actor.class);
    }

    /** A class of handles that can do no more than another handle's interface of this type. */
    private MethodHandle newNarrowHandle() {
        return constructor(
                NarrowGenerator.handle(name("NarrowHandle"), type),
                Handle.class,
                Actor.class,
                Object.class);
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
                    constructor(
                                    new Generator(type, shape, layout).reader(name("Reader")),
                                    Reader.class)
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

    /** What actors understand that are called through this interface and those. */
    Protocol with(List<Binding> others) {
        List<Binding> all = new ArrayList<>();
        all.add(this);
        all.addAll(others);
        return protocols.computeIfAbsent(List.copyOf(all), Protocol::new);
    }
}
