package io.roundhouse.actor.internal;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.GenericSignatureFormatError;
import java.lang.reflect.MalformedParameterizedTypeException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * What an interface makes of the type variables of those that it extends: {@code interface Prices
 * extends Function<String, CompletableFuture<Integer>>} has an {@code apply} that takes a string
 * and returns a future, though its class file says {@code Object} twice.
 */
final class TypeArguments {
    private final Map<TypeVariable<?>, Type> arguments = new HashMap<>();

    TypeArguments(Class<?> type) {
        collect(type, new HashSet<>());
    }

    private void collect(Class<?> type, Set<Class<?>> seen) {
        if (!seen.add(type)) {
            return;
        }
        for (Type each : readable(type::getGenericInterfaces, type::getInterfaces)) {
            Class<?> extended = erased(each);
            if (each instanceof ParameterizedType parameterized) {
                TypeVariable<?>[] variables = extended.getTypeParameters();
                for (int i = 0; i < variables.length; i++) {
                    arguments.put(variables[i], parameterized.getActualTypeArguments()[i]);
                }
            }
            collect(extended, seen);
        }
    }

    /** All that an object is known to be that the method returns: one class, or several bounds. */
    List<Class<?>> returned(Method method) {
        return classes(readable(method::getGenericReturnType, method::getReturnType));
    }

    /** The classes of its parameters. */
    List<Class<?>> parameters(Method method) {
        List<Class<?>> all = new ArrayList<>();
        for (Type each : readable(method::getGenericParameterTypes, method::getParameterTypes)) {
            all.add(erased(each));
        }
        return all;
    }

    /** The classes that it declares to throw. */
    List<Class<?>> thrown(Method method) {
        List<Class<?>> all = new ArrayList<>();
        for (Type each : readable(method::getGenericExceptionTypes, method::getExceptionTypes)) {
            all.add(erased(each));
        }
        return all;
    }

    private Class<?> erased(Type type) {
        return classes(type).getFirst();
    }

    private List<Class<?>> classes(Type type) {
        return switch (type) {
            case Class<?> plain -> List.of(plain);
            case ParameterizedType parameterized -> classes(parameterized.getRawType());
            case TypeVariable<?> variable -> {
                Type argument = arguments.get(variable);
                yield argument == null ? classes(variable.getBounds()) : classes(argument);
            }
            case WildcardType wildcard -> classes(wildcard.getUpperBounds());
            case GenericArrayType array ->
                    List.of(erased(array.getGenericComponentType()).arrayType());
            default -> throw new IllegalArgumentException("no type of Java: " + type);
        };
    }

    private List<Class<?>> classes(Type[] all) {
        return Stream.of(all).<Class<?>>flatMap(each -> classes(each).stream()).toList();
    }

    /** What signatures say, or what is left of it where they name what is not there. */
    private static <T> T readable(Supplier<? extends T> generic, Supplier<? extends T> plain) {
        try {
            return generic.get();
        } catch (TypeNotPresentException
                | MalformedParameterizedTypeException
                | GenericSignatureFormatError e) {
            return plain.get();
        }
    }
}
