package io.roundhouse.proxy;

import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Writes a class that implements an interface by calling the same methods of another object, with
 * whatever else its superclass wants done.
 */
public final class Delegating {
    /** Writes what one method does. */
    @FunctionalInterface
    public interface Body {
        /**
         * @param self the class that is written
         */
        void write(CodeBuilder code, ClassDesc self, Method method);
    }

    private Delegating() {}

    /**
     * A class file.
     *
     * @param superclass has one constructor that generated classes may call, of these parameters
     */
    public static byte[] write(
            String name,
            Class<?> type,
            Class<?> superclass,
            List<Class<?>> parameters,
            List<Method> methods,
            Body body) {
        ClassDesc self = ClassDesc.of(name);
        MethodTypeDesc init =
                MethodTypeDesc.of(CD_void, parameters.stream().map(Delegating::desc).toList());
        return ClassFile.of()
                .build(
                        self,
                        builder -> {
                            builder.withFlags(
                                    ClassFile.ACC_FINAL
                                            | ClassFile.ACC_SUPER
                                            | ClassFile.ACC_SYNTHETIC);
                            builder.withSuperclass(desc(superclass));
                            builder.withInterfaceSymbols(desc(type));
                            builder.withMethodBody(
                                    INIT_NAME,
                                    init,
                                    ClassFile.ACC_PUBLIC,
                                    code -> {
                                        code.aload(0);
                                        loadArguments(code, parameters);
                                        code.invokespecial(desc(superclass), INIT_NAME, init);
                                        code.return_();
                                    });
                            for (Method each : methods) {
                                builder.withMethodBody(
                                        each.getName(),
                                        desc(each),
                                        ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL,
                                        code -> body.write(code, self, each));
                            }
                        });
    }

    /** Calls the method, with its own arguments, of the object on the stack. */
    public static void call(CodeBuilder code, Class<?> type, Method method) {
        code.checkcast(desc(type));
        loadArguments(code, List.of(method.getParameterTypes()));
        code.invokeinterface(desc(type), method.getName(), desc(method));
    }

    private static void loadArguments(CodeBuilder code, List<Class<?>> parameters) {
        int slot = 1;
        for (Class<?> each : parameters) {
            TypeKind kind = TypeKind.from(each);
            code.loadLocal(kind, slot);
            slot += kind.slotSize();
        }
    }

    /** The first local variable behind the arguments. */
    public static int firstFree(Method method) {
        return 1
                + Stream.of(method.getParameterTypes())
                        .mapToInt(each -> TypeKind.from(each).slotSize())
                        .sum();
    }

    /**
     * The methods of an interface, inherited ones too, that its objects are called by: each once.
     */
    public static List<Method> methodsOf(Class<?> type) {
        Set<String> seen = new HashSet<>();
        return Stream.of(type.getMethods())
                .filter(each -> !Modifier.isStatic(each.getModifiers()) && !isOfEveryObject(each))
                .filter(each -> seen.add(each.getName() + desc(each).descriptorString()))
                .toList();
    }

    /** Whether every object has it, and so a proxy answers it itself. */
    public static boolean isOfEveryObject(Method method) {
        return switch (method.getName() + List.of(method.getParameterTypes())) {
            case "equals[class java.lang.Object]", "hashCode[]", "toString[]" -> true;
            default -> false;
        };
    }

    public static ClassDesc desc(Class<?> type) {
        return ClassDesc.ofDescriptor(type.descriptorString());
    }

    public static MethodTypeDesc desc(Method method) {
        return MethodTypeDesc.of(
                desc(method.getReturnType()),
                Stream.of(method.getParameterTypes()).map(Delegating::desc).toList());
    }
}
