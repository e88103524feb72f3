package io.roundhouse.actor.internal;

import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The methods of an interface that are sent, and the records that hold their calls: the method's
 * number + 1, then the primitive arguments, beside them the references, each in the order of the
 * parameters.
 *
 * @param methods a method's number is its place here
 * @param longsEach {@code long}s a record
 * @param referencesEach references a record
 */
record Shape(List<Method> methods, int longsEach, int referencesEach) {

    /**
     * Looks at an interface.
     *
     * @throws IllegalArgumentException if it has a method that cannot be sent; the message says
     *     which, and why
     */
    static Shape of(Class<?> type) {
        Map<String, Method> found = new LinkedHashMap<>();
        for (Method method : allMethods(type).toList()) {
            if (Modifier.isAbstract(method.getModifiers()) && !isOfEveryObject(method)) {
                check(type, method);
                found.putIfAbsent(key(method), method);
            }
        }
        List<Method> methods = new ArrayList<>(found.values());
        methods.sort(Comparator.comparing(Shape::key));
        int primitives = 0;
        int references = 0;
        for (Method method : methods) {
            int primitive =
                    (int) Stream.of(method.getParameterTypes()).filter(Class::isPrimitive).count();
            primitives = Math.max(primitives, primitive);
            references = Math.max(references, method.getParameterCount() - primitive);
        }
        return new Shape(List.copyOf(methods), 1 + primitives, references);
    }

    /** Inherited ones, too: {@link Class#getMethods} knows which of them are overridden. */
    private static Stream<Method> allMethods(Class<?> type) {
        return Stream.of(type.getMethods());
    }

    private static String key(Method method) {
        return method.getName()
                + Stream.of(method.getParameterTypes())
                        .map(Class::descriptorString)
                        .collect(Collectors.joining("", "(", ")"));
    }

    /** Whether a handle answers it itself. */
    private static boolean isOfEveryObject(Method method) {
        return switch (key(method)) {
            case "equals(Ljava/lang/Object;)", "hashCode()", "toString()" -> true;
            default -> false;
        };
    }

    private static void check(Class<?> type, Method method) {
        if (method.getReturnType() != void.class) {
            throw refused(
                    type,
                    method,
                    "returns " + method.getReturnType().getSimpleName(),
                    "void methods");
        }
        if (method.getExceptionTypes().length > 0) {
            throw refused(
                    type,
                    method,
                    "declares " + method.getExceptionTypes()[0].getSimpleName(),
                    "methods without checked exceptions");
        }
        if (key(method).equals("finalize()")) {
            throw refused(
                    type, method, "would be called by the garbage collector", "other methods");
        }
    }

    private static IllegalArgumentException refused(
            Class<?> type, Method method, String what, String supported) {
        return new IllegalArgumentException(
                "method "
                        + method.getName()
                        + Stream.of(method.getParameterTypes())
                                .map(Class::getSimpleName)
                                .collect(Collectors.joining(", ", "(", ")"))
                        + " of "
                        + type.getName()
                        + " "
                        + what
                        + "; actors of this version support "
                        + supported
                        + " only (default methods may be anything: they run at the caller)");
    }

    /** The arguments of the call in a record. */
    @Nullable Object[] decode(
            Method method,
            long[] longs,
            int firstLong,
            @Nullable Object[] references,
            int firstReference) {
        Class<?>[] parameters = method.getParameterTypes();
        @Nullable Object[] arguments = new Object[parameters.length];
        int nextLong = firstLong + 1;
        int nextReference = firstReference;
        for (int i = 0; i < parameters.length; i++) {
            if (parameters[i].isPrimitive()) {
                arguments[i] = boxed(parameters[i], longs[nextLong++]);
            } else {
                arguments[i] = references[nextReference];
                references[nextReference++] = null;
            }
        }
        return arguments;
    }

    private static Object boxed(Class<?> primitive, long bits) {
        if (primitive == boolean.class) {
            return bits != 0;
        } else if (primitive == byte.class) {
            return (byte) bits;
        } else if (primitive == short.class) {
            return (short) bits;
        } else if (primitive == char.class) {
            return (char) bits;
        } else if (primitive == int.class) {
            return (int) bits;
        } else if (primitive == float.class) {
            return Float.intBitsToFloat((int) bits);
        } else if (primitive == double.class) {
            return Double.longBitsToDouble(bits);
        }
        return bits;
    }

    static Class<?> box(Class<?> primitive) {
        return MethodType.methodType(primitive).wrap().returnType();
    }
}
