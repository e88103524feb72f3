package io.roundhouse.actor.internal;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import java.lang.classfile.ClassFile;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.Set;

/**
 * Writes a class that implements an interface, default methods included, by calling the same
 * methods of the object behind it.
 */
final class NarrowGenerator {
    private static final ClassDesc NARROW = Generator.desc(NarrowHandle.class);
    private static final MethodTypeDesc INIT =
            MethodTypeDesc.of(CD_void, Generator.desc(Actor.class), CD_Object);

    private NarrowGenerator() {}

    static byte[] handle(String name, Class<?> type) {
        ClassDesc self = ClassDesc.of(name);
        ClassDesc as = Generator.desc(type);
        return ClassFile.of()
                .build(
                        self,
                        builder -> {
                            Generator.begin(builder, NARROW);
                            builder.withInterfaceSymbols(as);
                            builder.withMethodBody(
                                    INIT_NAME,
                                    INIT,
                                    ClassFile.ACC_PUBLIC,
                                    code ->
                                            code.aload(0)
                                                    .aload(1)
                                                    .aload(2)
                                                    .invokespecial(NARROW, INIT_NAME, INIT)
                                                    .return_());
                            Set<String> written = new HashSet<>(); // inherited twice: once
                            for (Method method : type.getMethods()) {
                                if (isDelegated(method)
                                        && written.add(
                                                method.getName()
                                                        + Generator.desc(method)
                                                                .descriptorString())) {
                                    builder.withMethodBody(
                                            method.getName(),
                                            Generator.desc(method),
                                            ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL,
                                            code -> {
                                                code.aload(0)
                                                        .getfield(self, "wide", CD_Object)
                                                        .checkcast(as);
                                                int slot = 1;
                                                for (Class<?> each : method.getParameterTypes()) {
                                                    TypeKind kind = TypeKind.from(each);
                                                    code.loadLocal(kind, slot);
                                                    slot += kind.slotSize();
                                                }
                                                code.invokeinterface(
                                                        as,
                                                        method.getName(),
                                                        Generator.desc(method));
                                                code.return_(TypeKind.from(method.getReturnType()));
                                            });
                                }
                            }
                        });
    }

    private static boolean isDelegated(Method method) {
        return !Modifier.isStatic(method.getModifiers()) && !Shape.isOfEveryObject(method);
    }
}
