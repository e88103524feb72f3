package io.roundhouse.pipeline;

import static io.roundhouse.proxy.Delegating.desc;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_Throwable;
import static java.lang.constant.ConstantDescs.CD_void;

import io.roundhouse.pipeline.internal.Entry;
import io.roundhouse.pipeline.internal.Filling;
import io.roundhouse.proxy.Delegating;
import io.roundhouse.proxy.Place;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes interfaces the way into a line: writes the class that {@link Entry} shows. */
final class Entries {
    private static final Lookup HERE = MethodHandles.lookup();
    private static final ClassDesc FILLING = desc(Filling.class);
    private static final List<Class<?>> PARAMETERS = List.of(Supplier.class);

    /** One an interface, however many lines it leads into. */
    private static final ClassValue<Written> CLASSES =
            new ClassValue<>() {
                @Override
                protected Written computeValue(Class<?> type) {
                    return new Written();
                }
            };

    private Entries() {}

    /**
     * An object of that interface.
     *
     * @param lookup of a class in the interface's package; null if none was given
     * @param line gives the next event
     * @throws IllegalArgumentException if it is no interface whose calls can be published, or one
     *     that cannot be reached
     */
    static <E> E make(Class<E> type, @Nullable Lookup lookup, Supplier<Filling> line) {
        Place.checkInterface(type, "lines are");
        List<Method> methods = published(type);
        Place place =
                Place.of(type, lookup, HERE, "pass MethodHandles.lookup(), called", Entry.class);
        return type.cast(make(CLASSES.get(type).constructor(type, place, methods), line));
    }

    private static List<Method> published(Class<?> type) {
        List<Method> methods =
                Delegating.methodsOf(type).stream()
                        .filter(each -> Modifier.isAbstract(each.getModifiers()))
                        .toList();
        methods.forEach(each -> checkPublishes(type, each));
        if (methods.isEmpty()) {
            throw new IllegalArgumentException(
                    type.getName() + " has no method whose call could be published");
        }
        return methods;
    }

    /** The class that is written for an interface, once it is needed. */
    private static final class Written {
        private @Nullable MethodHandle constructor;

        synchronized MethodHandle constructor(Class<?> type, Place place, List<Method> methods) {
            MethodHandle made = constructor;
            if (made == null) {
                made = place.constructor(write(type, place, methods), Entry.class, PARAMETERS);
                constructor = made;
            }
            return made;
        }
    }

    private static byte[] write(Class<?> type, Place place, List<Method> methods) {
        return Delegating.write(
                place.name("Entry"),
                type,
                Entry.class,
                PARAMETERS,
                methods,
                (code, self, method) -> publish(code, self, type, method));
    }

    private static Entry make(MethodHandle constructor, Supplier<Filling> line) {
        try {
            return (Entry) constructor.invokeExact(line);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new LinkageError("an entry cannot be made", e);
        }
    }

    private static void checkPublishes(Class<?> type, Method method) {
        if (method.getReturnType() != void.class) {
            throw new IllegalArgumentException(
                    "method "
                            + method.getName()
                            + " of "
                            + type.getName()
                            + " returns "
                            + method.getReturnType().getSimpleName()
                            + ", but a call that is published has no result: let it be void");
        }
    }

    private static void publish(CodeBuilder code, ClassDesc self, Class<?> type, Method method) {
        int next = Delegating.firstFree(method);
        int thrown = next + 1;
        code.aload(0).invokevirtual(self, "next", MethodTypeDesc.of(FILLING)).astore(next);
        code.trying(
                body -> {
                    body.aload(next);
                    body.invokeinterface(FILLING, "event", MethodTypeDesc.of(CD_Object));
                    Delegating.call(body, type, method);
                },
                catches ->
                        catches.catching(
                                CD_Throwable,
                                handler -> {
                                    handler.astore(thrown);
                                    handler.aload(next);
                                    handler.invokeinterface(
                                            FILLING, "giveUp", MethodTypeDesc.of(CD_void));
                                    handler.aload(thrown).athrow();
                                }));
        code.aload(next);
        code.invokeinterface(FILLING, "publish", MethodTypeDesc.of(CD_void));
        code.return_();
    }
}
