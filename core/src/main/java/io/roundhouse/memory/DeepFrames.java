package io.roundhouse.memory;

import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;

/**
 * A method that goes down a few levels and comes back, and has so many local variables that its
 * frame takes kilobytes.
 *
 * <p>Interpreted, it takes them. Compiled, it takes hardly anything; but where compiled code is
 * entered HotSpot looks whether the stack has room for the frames of the interpreter, too, which
 * may take over at any time: one store a page. So a level is to be entered by a call, and not
 * inlined: hence more levels than compilers inline of a method that calls itself.
 */
abstract class DeepFrames {
    /** With these the interpreter takes as much as for 400 small frames. */
    static final int LEVELS = 3;

    private static final int PLACES = 1_280;

    /** For the generated class. */
    DeepFrames() {}

    /** Goes down so many levels, and returns how many. */
    abstract int down(int levels);

    static DeepFrames make() throws ReflectiveOperationException {
        MethodHandles.Lookup here = MethodHandles.lookup();
        ClassDesc parent = ClassDesc.of(DeepFrames.class.getName());
        ClassDesc self = ClassDesc.of(DeepFrames.class.getName() + "$Made");
        MethodTypeDesc type = MethodTypeDesc.of(CD_int, CD_int);
        byte[] bytes =
                ClassFile.of()
                        .build(
                                self,
                                made -> {
                                    made.withSuperclass(parent);
                                    made.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC);
                                    made.withMethodBody(
                                            INIT_NAME,
                                            MTD_void,
                                            0,
                                            code ->
                                                    code.aload(0)
                                                            .invokespecial(
                                                                    parent, INIT_NAME, MTD_void)
                                                            .return_());
                                    made.withMethodBody(
                                            "down", type, 0, code -> writeDown(code, self, type));
                                });
        return (DeepFrames)
                here.defineHiddenClass(bytes, true)
                        .lookupClass()
                        .getDeclaredConstructor()
                        .newInstance();
    }

    /** {@code return levels == 0 ? 0 : 1 + down(levels - 1)}, with a variable that is far off. */
    private static void writeDown(CodeBuilder code, ClassDesc self, MethodTypeDesc type) {
        Label isDown = code.newLabel();
        code.iload(1).ifeq(isDown);
        code.aload(0).iload(1).iconst_1().isub().invokevirtual(self, "down", type);
        code.iconst_1().iadd().ireturn();
        code.labelBinding(isDown);
        code.iconst_0().istore(PLACES - 1).iconst_0().ireturn();
    }
}
