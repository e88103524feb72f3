package io.roundhouse.proxy;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where the classes live that are generated for an interface: beside the interface, where
 * everything that it mentions can be seen, in the place of a {@link Lookup} that the user gave, or
 * of {@link MethodHandles#privateLookupIn}. An interface of a module that knows nothing of this
 * library ({@link Runnable}) is served from the library itself, if it is public.
 */
public final class Place {
    private static final Module MODULE = Place.class.getModule();

    /** The number of the last class that is not hidden. */
    private static final AtomicLong LAST_NAMED = new AtomicLong();

    private final Class<?> type;
    private final Lookup lookup;

    private Place(Class<?> type, Lookup lookup) {
        this.type = type;
        this.lookup = lookup;
    }

    /**
     * The place for an interface.
     *
     * @param lookup the user's; null if none was given
     * @param here of the library, for classes that can only live here
     * @param advice how the user gives a lookup, in words
     * @param used classes of the library that generated code uses, whose packages it must see
     * @throws IllegalArgumentException if there is none; the message says what would help
     */
    public static Place of(
            Class<?> type, @Nullable Lookup lookup, Lookup here, String advice, Class<?>... used) {
        Lookup found = lookup == null ? beside(type) : given(type, lookup);
        if (found == null) {
            return new Place(type, checkReachable(type, here, advice));
        }
        Module module = found.lookupClass().getModule();
        for (Class<?> each : used) {
            MODULE.addExports(each.getPackageName(), module); // also if it is the class path's
        }
        return new Place(type, found);
    }

    /**
     * Refuses what no generated class can implement.
     *
     * @param whose who is called through the interface, in words: "actors are"
     */
    public static void checkInterface(Class<?> type, String whose) {
        String what =
                !type.isInterface()
                        ? "not an interface; " + whose + " called through one"
                        : type.isAnnotation()
                                ? "an annotation, not a plain interface"
                                : type.isSealed()
                                        ? "sealed, so no handle can implement it: leave out sealed, or have it called"
                                                + " through an interface that it extends and that is not"
                                        : type.isHidden()
                                                ? "a hidden class, which has no name"
                                                : null;
        if (what != null) {
            throw new IllegalArgumentException(type.getName() + " is " + what);
        }
        if (Stream.of(type.getMethods()).anyMatch(Place::isFinalizer)) {
            throw new IllegalArgumentException(
                    "method finalize() of "
                            + type.getName()
                            + " would be called by the garbage collector: name it otherwise");
        }
    }

    private static boolean isFinalizer(Method method) {
        return method.getName().equals("finalize")
                && method.getParameterCount() == 0
                && Modifier.isAbstract(method.getModifiers());
    }

    /** Whether the lookup is one of the interface's own package. */
    public static boolean isOf(Class<?> type, Lookup lookup) {
        return lookup.lookupClass().getPackage() == type.getPackage()
                && lookup.lookupClass().getClassLoader() == type.getClassLoader();
    }

    // ---- finding it

    private static @Nullable Lookup beside(Class<?> type) {
        Module module = type.getModule();
        if (!seesUs(type.getClassLoader()) || (module.isNamed() && !module.canRead(MODULE))) {
            return null;
        }
        MODULE.addReads(module);
        try {
            return MethodHandles.privateLookupIn(type, MethodHandles.lookup());
        } catch (IllegalAccessException e) {
            return null; // not open to us
        }
    }

    private static Lookup given(Class<?> type, Lookup lookup) {
        checkSeesUs(type);
        if (!lookup.hasFullPrivilegeAccess() || !isOf(type, lookup)) {
            throw new IllegalArgumentException(
                    "the lookup "
                            + lookup
                            + " cannot define a class in package "
                            + type.getPackageName()
                            + "; pass MethodHandles.lookup() as called in a class of that package");
        }
        return lookup;
    }

    private static Lookup checkReachable(Class<?> type, Lookup here, String advice) {
        Module module = type.getModule();
        MODULE.addReads(module);
        if (isPublic(type)
                && module.isExported(type.getPackageName(), MODULE)
                && sees(here.lookupClass().getClassLoader(), type)) {
            return here;
        }
        checkSeesUs(type);
        throw new IllegalArgumentException(
                "the library cannot reach interface "
                        + type.getName()
                        + (module.isNamed() ? " of module " + module.getName() : "")
                        + ": either "
                        + advice
                        + " in a class of its package"
                        + (module.isNamed()
                                ? ", or add `opens "
                                        + type.getPackageName()
                                        + " to "
                                        + (MODULE.isNamed() ? MODULE.getName() : "ALL-UNNAMED")
                                        + ";` to its module-info"
                                : "")
                        + ", or make it public and export its package");
    }

    /** Nothing else helps where a class beside it cannot be one of the library's. */
    private static void checkSeesUs(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        if (loader != null && !seesUs(loader)) {
            throw new IllegalArgumentException(
                    "the library cannot reach interface "
                            + type.getName()
                            + ": its class loader, "
                            + loader
                            + ", does not see the library; load it with one that does"
                            + (sees(Place.class.getClassLoader(), type) && !isPublic(type)
                                    ? ", or make it public"
                                    : ""));
        }
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
        return sees(loader, Place.class);
    }

    private static boolean sees(@Nullable ClassLoader loader, Class<?> type) {
        try {
            return Class.forName(type.getName(), false, loader) == type;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    // ---- defining classes there

    /** Finds classes there, and defines them. */
    public Lookup lookup() {
        return lookup;
    }

    /** Whether classes that are defined there can name that one. */
    public boolean sees(Class<?> named) {
        if (named.isArray()) {
            return sees(named.componentType());
        }
        Class<?> there = lookup.lookupClass();
        if (named.isPrimitive() || isOf(named, lookup)) {
            return true;
        }
        Module module = named.getModule();
        if (there.getModule() == MODULE) {
            MODULE.addReads(module);
        }
        return isPublicAsCompiled(named)
                && there.getModule().canRead(module)
                && module.isExported(named.getPackageName(), there.getModule())
                && sees(there.getClassLoader(), named);
    }

    /** For the virtual machine classes are public or not, and so protected ones are. */
    private static boolean isPublicAsCompiled(Class<?> type) {
        return Modifier.isPublic(type.getModifiers()) || Modifier.isProtected(type.getModifiers());
    }

    /**
     * Whether classes that are defined there are hidden. A lookup that has come from the library's
     * module into another one may define classes, but no hidden ones: those need names of their
     * own, and stay as long as the interface.
     */
    private boolean definesHidden() {
        return lookup.hasFullPrivilegeAccess();
    }

    /** The name of a generated class that does this for the interface. */
    public String name(String role) {
        String packageName = lookup.lookupClass().getPackageName();
        String own = type.getPackageName();
        String simple = type.getName().substring(own.isEmpty() ? 0 : own.length() + 1);
        return (packageName.isEmpty() ? "" : packageName + ".")
                + simple
                + "$"
                + role
                + (definesHidden() ? "" : LAST_NAMED.incrementAndGet());
    }

    /** Defines a class, and returns its constructor, of that class for those who call it. */
    public MethodHandle constructor(byte[] classFile, Class<?> as, List<Class<?>> parameters) {
        try {
            Lookup there = definesHidden() ? lookup.defineHiddenClass(classFile, true) : lookup;
            Class<?> defined =
                    definesHidden() ? there.lookupClass() : lookup.defineClass(classFile);
            return there.findConstructor(defined, MethodType.methodType(void.class, parameters))
                    .asType(MethodType.methodType(as, parameters));
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new IllegalArgumentException(
                    "interface " + type.getName() + " cannot be implemented: " + e.getMessage(), e);
        }
    }
}
