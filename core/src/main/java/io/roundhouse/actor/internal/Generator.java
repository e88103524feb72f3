package io.roundhouse.actor.internal;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_Throwable;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_double;
import static java.lang.constant.ConstantDescs.CD_float;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import io.roundhouse.railway.internal.RecordLoader;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the two classes of an interface: the handle, whose methods write calls into a lane, and
 * the reader, which reads them there and makes them. For {@code void ping(Pong from, long ball)},
 * the second of several methods, in Java:
 *
 * <pre>
 *   void ping(Pong from, long ball) {                        // the handle
 *       CallLane lane = lane();
 *       int record = lane.claim();
 *       if (record &lt; 0) {
 *           lane.dead(1, new Object[] {from, ball});
 *           return;
 *       }
 *       int longs = record * longsEach + LONGS_EDGE;
 *       int references = record * referencesEach + REFERENCES_EDGE;
 *       lane.longs[longs] = 1;
 *       lane.references[references] = from;
 *       lane.longs[longs + 1] = ball;
 *       lane.sent();
 *   }
 *
 *   void handle(CallUnloader calls, Object target) {         // the reader
 *       long[] longs = calls.longs;
 *       Object[] references = calls.references;
 *       do {
 *           int record = calls.record();
 *           int firstLong = record * longsEach + LONGS_EDGE;
 *           int firstReference = record * referencesEach + REFERENCES_EDGE;
 *           switch ((int) longs[firstLong]) {
 *               case 1 -&gt; call1(calls, (Ping) target, longs, references, firstLong, firstReference);
 *               …
 *           }
 *       } while (calls.next());
 *   }
 *
 *   static void call1(CallUnloader calls, Ping target, long[] longs, Object[] references, int l, int r) {
 *       Object from = references[r];
 *       references[r] = null;
 *       long ball = longs[l + 1];
 *       calls.taken(longs, l, longsEach);
 *       try {
 *           target.ping((Pong) from, ball);
 *       } catch (Throwable thrown) {
 *           calls.failed(thrown, 1, new Object[] {from, ball});
 *       }
 *   }
 * </pre>
 */
final class Generator {
    private static final ClassDesc HANDLE = desc(Handle.class);
    private static final ClassDesc READER = desc(Reader.class);
    private static final ClassDesc LANE = desc(CallLane.class);
    private static final ClassDesc CALLS = desc(CallUnloader.class);
    private static final ClassDesc LONGS = desc(long[].class);
    private static final ClassDesc REFERENCES = desc(Object[].class);
    private static final MethodTypeDesc INIT_HANDLE =
            MethodTypeDesc.of(CD_void, desc(Mailbox.class));
    private static final MethodTypeDesc INIT_READER = MethodTypeDesc.of(CD_void);

    private final Shape shape;
    private final ClassDesc type;
    private final MethodTypeDesc call;

    Generator(Class<?> type, Shape shape) {
        this.shape = shape;
        this.type = desc(type);
        this.call = MethodTypeDesc.of(CD_void, CALLS, this.type, LONGS, REFERENCES, CD_int, CD_int);
    }

    private static ClassDesc desc(Class<?> type) {
        return ClassDesc.ofDescriptor(type.descriptorString());
    }

    private static MethodTypeDesc desc(Method method) {
        ClassDesc[] parameters = new ClassDesc[method.getParameterCount()];
        for (int i = 0; i < parameters.length; i++) {
            parameters[i] = desc(method.getParameterTypes()[i]);
        }
        return MethodTypeDesc.of(CD_void, parameters);
    }

    // ---- the handle

    byte[] handle(String name) {
        ClassDesc self = ClassDesc.of(name);
        return ClassFile.of()
                .build(
                        self,
                        builder -> {
                            begin(builder, HANDLE);
                            builder.withInterfaceSymbols(type);
                            builder.withMethodBody(
                                    INIT_NAME,
                                    INIT_HANDLE,
                                    ClassFile.ACC_PUBLIC,
                                    code ->
                                            code.aload(0)
                                                    .aload(1)
                                                    .invokespecial(HANDLE, INIT_NAME, INIT_HANDLE)
                                                    .return_());
                            for (int number = 0; number < shape.methods().size(); number++) {
                                int n = number;
                                Method method = shape.methods().get(n);
                                builder.withMethodBody(
                                        method.getName(),
                                        desc(method),
                                        ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL,
                                        code -> send(code, self, n, method));
                            }
                        });
    }

    private static void begin(ClassBuilder builder, ClassDesc superclass) {
        builder.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SUPER | ClassFile.ACC_SYNTHETIC);
        builder.withSuperclass(superclass);
    }

    private void send(CodeBuilder code, ClassDesc self, int number, Method method) {
        int[] slots = slots(method, 1);
        int lane = slots[slots.length - 1];
        int record = lane + 1;
        int longs = lane + 2;
        int references = lane + 3;
        code.aload(0).invokevirtual(self, "lane", MethodTypeDesc.of(LANE)).astore(lane);
        code.aload(lane).invokevirtual(LANE, "claim", MethodTypeDesc.of(CD_int)).istore(record);
        Label refused = code.newLabel();
        code.iload(record).iflt(refused);
        code.iload(record).loadConstant(shape.longsEach()).imul();
        code.loadConstant(RecordLoader.LONGS_EDGE).iadd().istore(longs);
        code.iload(record).loadConstant(shape.referencesEach()).imul();
        code.loadConstant(RecordLoader.REFERENCES_EDGE).iadd().istore(references);
        int nextLong = 0;
        if (shape.numbered()) {
            row(code, lane, longs, nextLong++);
            code.loadConstant((long) number).lastore();
        }
        int nextReference = 0;
        for (int i = 0; i < method.getParameterCount(); i++) {
            Class<?> parameter = method.getParameterTypes()[i];
            if (parameter.isPrimitive()) {
                row(code, lane, longs, nextLong++);
                code.loadLocal(TypeKind.from(parameter), slots[i]);
                toLong(code, parameter);
                code.lastore();
            } else {
                code.aload(lane).getfield(LANE, "references", REFERENCES);
                place(code, references, nextReference++);
                code.aload(slots[i]).aastore();
            }
        }
        code.aload(lane).invokevirtual(LANE, "sent", MethodTypeDesc.of(CD_void)).return_();

        code.labelBinding(refused);
        code.aload(lane).loadConstant(number);
        arguments(code, method, slots);
        code.invokevirtual(LANE, "dead", MethodTypeDesc.of(CD_void, CD_int, REFERENCES)).return_();
    }

    private static void row(CodeBuilder code, int lane, int first, int offset) {
        code.aload(lane).getfield(LANE, "longs", LONGS);
        place(code, first, offset);
    }

    private static void place(CodeBuilder code, int first, int offset) {
        code.iload(first);
        if (offset != 0) {
            code.loadConstant(offset).iadd();
        }
    }

    // ---- the reader

    byte[] reader(String name) {
        ClassDesc self = ClassDesc.of(name);
        return ClassFile.of()
                .build(
                        self,
                        builder -> {
                            begin(builder, READER);
                            builder.withMethodBody(
                                    INIT_NAME,
                                    INIT_READER,
                                    ClassFile.ACC_PUBLIC,
                                    code ->
                                            code.aload(0)
                                                    .invokespecial(READER, INIT_NAME, INIT_READER)
                                                    .return_());
                            builder.withMethodBody(
                                    "handle",
                                    MethodTypeDesc.of(CD_void, CALLS, CD_Object),
                                    ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL,
                                    code -> loop(code, self));
                            for (int number = 0; number < shape.methods().size(); number++) {
                                int n = number;
                                builder.withMethodBody(
                                        "call" + n,
                                        call,
                                        ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC,
                                        code -> call(code, n, shape.methods().get(n)));
                            }
                        });
    }

    private void loop(CodeBuilder code, ClassDesc self) {
        int calls = 1;
        int target = 2;
        int longs = 3;
        int references = 4;
        int record = 5;
        int firstLong = 6;
        int firstReference = 7;
        int typed = 8;
        code.aload(target).checkcast(type).astore(typed);
        code.aload(calls).getfield(CALLS, "longs", LONGS).astore(longs);
        code.aload(calls).getfield(CALLS, "references", REFERENCES).astore(references);
        Label loop = code.newBoundLabel();
        Label next = code.newLabel();
        code.aload(calls).invokevirtual(CALLS, "record", MethodTypeDesc.of(CD_int)).istore(record);
        code.iload(record).loadConstant(shape.longsEach()).imul();
        code.loadConstant(RecordLoader.LONGS_EDGE).iadd().istore(firstLong);
        code.iload(record).loadConstant(shape.referencesEach()).imul();
        code.loadConstant(RecordLoader.REFERENCES_EDGE).iadd().istore(firstReference);
        List<SwitchCase> cases = new ArrayList<>();
        for (int number = 0; number < shape.methods().size(); number++) {
            cases.add(SwitchCase.of(number, code.newLabel()));
        }
        if (shape.numbered()) {
            code.aload(longs).iload(firstLong).laload().l2i();
            code.tableswitch(0, cases.size() - 1, next, cases);
        }
        for (SwitchCase each : cases) {
            code.labelBinding(each.target());
            code.aload(calls).aload(typed).aload(longs).aload(references);
            code.iload(firstLong).iload(firstReference);
            code.invokestatic(self, "call" + each.caseValue(), call);
            code.goto_(next);
        }
        code.labelBinding(next);
        code.aload(calls).invokevirtual(CALLS, "next", MethodTypeDesc.of(CD_boolean)).ifne(loop);
        code.return_();
    }

    private void call(CodeBuilder code, int number, Method method) {
        int calls = 0;
        int target = 1;
        int longs = 2;
        int references = 3;
        int firstLong = 4;
        int firstReference = 5;
        int thrown = 6;
        int[] slots = slots(method, 7);
        int nextLong = shape.numbered() ? 1 : 0;
        int nextReference = 0;
        for (int i = 0; i < method.getParameterCount(); i++) {
            Class<?> parameter = method.getParameterTypes()[i];
            if (parameter.isPrimitive()) {
                code.aload(longs);
                place(code, firstLong, nextLong++);
                code.laload();
                fromLong(code, parameter);
                code.storeLocal(TypeKind.from(parameter), slots[i]);
            } else {
                code.aload(references);
                place(code, firstReference, nextReference);
                code.aaload().astore(slots[i]);
                code.aload(references);
                place(code, firstReference, nextReference++);
                code.aconst_null().aastore();
            }
        }
        if (shape.longsEach() > 0) {
            code.aload(calls).aload(longs).iload(firstLong).loadConstant(shape.longsEach());
            code.invokevirtual(CALLS, "taken", MethodTypeDesc.of(CD_void, LONGS, CD_int, CD_int));
        }
        code.trying(
                body -> {
                    body.aload(target);
                    for (int i = 0; i < method.getParameterCount(); i++) {
                        Class<?> parameter = method.getParameterTypes()[i];
                        body.loadLocal(TypeKind.from(parameter), slots[i]);
                        if (!parameter.isPrimitive() && parameter != Object.class) {
                            body.checkcast(desc(parameter));
                        }
                    }
                    body.invokeinterface(type, method.getName(), desc(method)).return_();
                },
                catches ->
                        catches.catching(
                                CD_Throwable,
                                handler -> {
                                    handler.astore(thrown);
                                    handler.aload(calls).aload(thrown).loadConstant(number);
                                    arguments(handler, method, slots);
                                    handler.invokevirtual(
                                            CALLS,
                                            "failed",
                                            MethodTypeDesc.of(
                                                    CD_void, CD_Throwable, CD_int, REFERENCES));
                                    handler.return_();
                                }));
    }

    // ---- arguments

    /** The local variables of the arguments, and behind them the first that is free. */
    private static int[] slots(Method method, int first) {
        Class<?>[] parameters = method.getParameterTypes();
        int[] slots = new int[parameters.length + 1];
        slots[0] = first;
        for (int i = 0; i < parameters.length; i++) {
            slots[i + 1] = slots[i] + TypeKind.from(parameters[i]).slotSize();
        }
        return slots;
    }

    /** All arguments as an array of objects. */
    private static void arguments(CodeBuilder code, Method method, int[] slots) {
        Class<?>[] parameters = method.getParameterTypes();
        code.loadConstant(parameters.length).anewarray(CD_Object);
        for (int i = 0; i < parameters.length; i++) {
            code.dup().loadConstant(i).loadLocal(TypeKind.from(parameters[i]), slots[i]);
            if (parameters[i].isPrimitive()) {
                ClassDesc box = desc(Shape.box(parameters[i]));
                code.invokestatic(box, "valueOf", MethodTypeDesc.of(box, desc(parameters[i])));
            }
            code.aastore();
        }
    }

    private static void toLong(CodeBuilder code, Class<?> primitive) {
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

    private static void fromLong(CodeBuilder code, Class<?> primitive) {
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
