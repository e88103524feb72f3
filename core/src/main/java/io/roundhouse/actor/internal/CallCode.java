package io.roundhouse.actor.internal;

import static io.roundhouse.proxy.Delegating.desc;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_double;
import static java.lang.constant.ConstantDescs.CD_float;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Method;

/** What handles and readers have in common: how calls and arguments lie in their records. */
final class CallCode {
    static final ClassDesc ACTOR = desc(Actor.class);
    static final ClassDesc ANSWER = desc(Answer.class);
    static final ClassDesc LONGS = desc(long[].class);
    static final ClassDesc REFERENCES = desc(Object[].class);
    static final ClassDesc ASKING = desc(Asking.class);
    static final ClassDesc VISITING = desc(Visiting.class);

    private CallCode() {}

    static void begin(ClassBuilder builder, ClassDesc superclass) {
        builder.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SUPER | ClassFile.ACC_SYNTHETIC);
        builder.withSuperclass(superclass);
    }

    /** Which place of a record. */
    static void place(CodeBuilder code, int first, int offset) {
        code.iload(first);
        if (offset != 0) {
            code.loadConstant(offset).iadd();
        }
    }

    /** The local variables of the arguments, and behind them the first that is free. */
    static int[] slots(Method method, int first) {
        Class<?>[] parameters = method.getParameterTypes();
        int[] slots = new int[parameters.length + 1];
        slots[0] = first;
        for (int i = 0; i < parameters.length; i++) {
            slots[i + 1] = slots[i] + TypeKind.from(parameters[i]).slotSize();
        }
        return slots;
    }

    /** All arguments as an array of objects. */
    static void arguments(CodeBuilder code, Method method, int[] slots) {
        Class<?>[] parameters = method.getParameterTypes();
        code.loadConstant(parameters.length).anewarray(CD_Object);
        for (int i = 0; i < parameters.length; i++) {
            code.dup().loadConstant(i).loadLocal(TypeKind.from(parameters[i]), slots[i]);
            box(code, parameters[i]);
            code.aastore();
        }
    }

    /** Makes an object of what is on the stack; null of nothing. */
    static void box(CodeBuilder code, Class<?> type) {
        if (type == void.class) {
            code.aconst_null();
        } else if (type.isPrimitive()) {
            ClassDesc box = desc(Shape.box(type));
            code.invokestatic(box, "valueOf", MethodTypeDesc.of(box, desc(type)));
        }
    }

    static void toLong(CodeBuilder code, Class<?> primitive) {
        if (primitive == double.class) {
            code.invokestatic(
                    desc(Double.class),
                    "doubleToRawLongBits",
                    MethodTypeDesc.of(CD_long, CD_double));
        } else if (primitive == float.class) {
            code.invokestatic(
                            desc(Float.class),
                            "floatToRawIntBits",
                            MethodTypeDesc.of(CD_int, CD_float))
                    .i2l();
        } else if (primitive != long.class) {
            code.i2l();
        }
    }

    static void fromLong(CodeBuilder code, Class<?> primitive) {
        if (primitive == double.class) {
            code.invokestatic(
                    desc(Double.class), "longBitsToDouble", MethodTypeDesc.of(CD_double, CD_long));
        } else if (primitive == float.class) {
            code.l2i()
                    .invokestatic(
                            desc(Float.class),
                            "intBitsToFloat",
                            MethodTypeDesc.of(CD_float, CD_int));
        } else if (primitive != long.class) {
            code.l2i();
        }
    }
}
