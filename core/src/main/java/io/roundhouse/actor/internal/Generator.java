package io.roundhouse.actor.internal;

import static io.roundhouse.proxy.Delegating.desc;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_Throwable;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_double;
import static java.lang.constant.ConstantDescs.CD_float;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import io.roundhouse.dispatch.internal.Caller;
import io.roundhouse.dispatch.internal.Task;
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
 * Writes the two classes of an interface: the handle, whose methods write calls where the calling
 * thread has room for them or into its lane ({@link CallLane}; docs/design/0014), and the reader,
 * which reads them out of their records and makes them. For {@code void ping(Pong from, long
 * ball)}, the second of several methods, in Java:
 *
 * <pre>
 *   void ping(Pong from, long ball) {                        // the handle
 *       Caller me = Caller.ofCarrier();
 *       if (me == null) {                                   // a thread that runs no actors
 *           CallLane lane = actor.streams();
 *           if (lane != null &amp;&amp; … lane.claim() …) {           // it streams calls: the same, in its lane
 *               …
 *               lane.tell();
 *               return;
 *           }
 *           me = Caller.current();
 *       }                                                   // has room for few arguments or many
 *       int first = me.first;
 *       me.longs[first] = 2;                                 // the method's number + 1
 *       me.references[first] = from;
 *       me.longs[first + 1] = ball;
 *       actor.send(me);
 *   }
 *
 *   void handle(Actor actor, Object target, int method, long[] longs, Object[] references, int l, int r) {
 *       switch (method) {                                    // the reader
 *           case 1 -&gt; call1(actor, (Ping) target, longs, references, l, r);
 *           …
 *       }
 *   }
 *
 *   static void call1(Actor actor, Ping target, long[] longs, Object[] references, int l, int r) {
 *       Object from = references[r];
 *       references[r] = null;
 *       long ball = longs[l + 1];
 *       try {
 *           target.ping((Pong) from, ball);
 *       } catch (Throwable thrown) {
 *           actor.failed(thrown, 1, new Object[] {from, ball});
 *       }
 *   }
 * </pre>
 *
 * Where who calls and who is called meet, each record has an {@link Answer} besides, and before and
 * behind that:
 *
 * <pre>
 *       …                                                    // the handle
 *       me.references[first + 1] = answer;
 *       actor.send(me);
 *       Meeting.awaitOnly(actor, me, answer);
 *
 *       if (!answer.begins()) return;                        // the reader: it was withdrawn
 *       answer.wake();
 *       try {
 *           …
 * </pre>
 */
final class Generator {
    private static final ClassDesc HANDLE = desc(Handle.class);
    private static final ClassDesc READER = desc(Reader.class);
    private static final ClassDesc ACTOR = desc(Actor.class);
    private static final ClassDesc CALLER = desc(Caller.class);
    private static final ClassDesc TASK = desc(Task.class);
    private static final ClassDesc LANE = desc(CallLane.class);
    private static final ClassDesc ANSWER = desc(Answer.class);
    private static final ClassDesc LONGS = desc(long[].class);
    private static final ClassDesc REFERENCES = desc(Object[].class);
    private static final MethodTypeDesc INIT_HANDLE = MethodTypeDesc.of(CD_void, desc(Actor.class));
    private static final MethodTypeDesc INIT_READER = MethodTypeDesc.of(CD_void);
    private static final MethodTypeDesc HANDLE_CALL =
            MethodTypeDesc.of(CD_void, ACTOR, CD_Object, CD_int, LONGS, REFERENCES, CD_int, CD_int);

    private static final ClassDesc ASKING = desc(Asking.class);
    private static final ClassDesc MEETING = desc(Meeting.class);

    private final Shape shape;
    private final Layout layout;
    private final ClassDesc type;
    private final MethodTypeDesc call;

    Generator(Class<?> type, Shape shape, Layout layout) {
        this.shape = shape;
        this.layout = layout;
        this.type = desc(type);
        this.call = MethodTypeDesc.of(CD_void, ACTOR, this.type, LONGS, REFERENCES, CD_int, CD_int);
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
                            for (Shape.Bridge each : shape.bridges()) {
                                builder.withMethodBody(
                                        each.inherited().getName(),
                                        desc(each.inherited()),
                                        ClassFile.ACC_PUBLIC
                                                | ClassFile.ACC_FINAL
                                                | ClassFile.ACC_BRIDGE
                                                | ClassFile.ACC_SYNTHETIC,
                                        code -> bridge(code, self, each.called()));
                            }
                        });
    }

    /** The same arguments, and what is returned is of the other type, too. */
    private static void bridge(CodeBuilder code, ClassDesc self, Method called) {
        code.aload(0);
        int slot = 1;
        for (Class<?> each : called.getParameterTypes()) {
            TypeKind kind = TypeKind.from(each);
            code.loadLocal(kind, slot);
            slot += kind.slotSize();
        }
        code.invokevirtual(self, called.getName(), desc(called));
        code.return_(TypeKind.from(called.getReturnType()));
    }

    static void begin(ClassBuilder builder, ClassDesc superclass) {
        builder.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SUPER | ClassFile.ACC_SYNTHETIC);
        builder.withSuperclass(superclass);
    }

    private void send(CodeBuilder code, ClassDesc self, int number, Method method) {
        int[] slots = slots(method, 1);
        int me = slots[slots.length - 1];
        int actor = me + 1;
        int first = me + 2;
        int answer = me + 3;
        code.aload(0).getfield(self, "actor", ACTOR).astore(actor);
        if (shape.hasAnswer(method)) {
            caller(code, me);
        } else {
            stream(code, me, actor, first, slots, number, method);
        }
        Shape.After after = Shape.after(method);
        if (after == Shape.After.WAIT) {
            callAtOnce(code, me, actor, answer, slots, number, method);
        }
        code.aload(me).getfield(CALLER, "first", CD_int).istore(first);
        int nextReference = write(code, CALLER, me, first, first, slots, number, method);
        if (shape.hasAnswer(method)) {
            code.aload(actor);
            if (shape.meets(method)) {
                code.aload(me).loadConstant(layout.firstMethod() + number);
                code.invokestatic(
                        MEETING,
                        after == Shape.After.ASK ? "later" : "now",
                        MethodTypeDesc.of(ANSWER, ACTOR, CALLER, CD_int));
            } else if (after == Shape.After.ASK) {
                code.aload(me).loadConstant(layout.firstMethod() + number);
                code.invokestatic(
                        ASKING, "later", MethodTypeDesc.of(ANSWER, ACTOR, CALLER, CD_int));
            } else {
                code.loadConstant(layout.firstMethod() + number);
                code.invokestatic(ASKING, "now", MethodTypeDesc.of(ANSWER, ACTOR, CD_int));
            }
            code.astore(answer);
            code.aload(me).getfield(CALLER, "references", REFERENCES);
            place(code, first, nextReference);
            code.aload(answer).aastore();
        }
        code.aload(actor).aload(me);
        code.invokevirtual(ACTOR, "send", MethodTypeDesc.of(CD_void, CALLER));
        if (shape.meets(method)) {
            code.aload(actor).aload(me).aload(answer);
            code.invokestatic(
                    MEETING,
                    after == Shape.After.NOTHING ? "awaitOnly" : "await",
                    MethodTypeDesc.of(CD_void, ACTOR, CALLER, ANSWER));
        }
        switch (after) {
            case NOTHING -> code.return_();
            case ASK -> code.aload(answer).areturn();
            case WAIT -> await(code, me, actor, answer, method);
        }
    }

    /**
     * Writes number and arguments where {@code rows}, of that class, has them; returns how many
     * references there are.
     */
    private int write(
            CodeBuilder code,
            ClassDesc rowsClass,
            int rows,
            int firstLong,
            int firstReference,
            int[] slots,
            int number,
            Method method) {
        code.aload(rows).getfield(rowsClass, "longs", LONGS).iload(firstLong);
        code.loadConstant(layout.firstMethod() + number + 1L).lastore();
        int nextLong = 1;
        int nextReference = 0;
        for (int i = 0; i < method.getParameterCount(); i++) {
            Class<?> parameter = method.getParameterTypes()[i];
            if (parameter.isPrimitive()) {
                code.aload(rows).getfield(rowsClass, "longs", LONGS);
                place(code, firstLong, nextLong++);
                code.loadLocal(TypeKind.from(parameter), slots[i]);
                toLong(code, parameter);
                code.lastore();
            } else {
                code.aload(rows).getfield(rowsClass, "references", REFERENCES);
                place(code, firstReference, nextReference++);
                code.aload(slots[i]).aastore();
            }
        }
        return nextReference;
    }

    /**
     * A thread that runs no actors and streams calls to this one writes them where they are read,
     * in its lane. Otherwise goes on with what the thread has at hand.
     */
    private void stream(
            CodeBuilder code,
            int me,
            int actor,
            int first,
            int[] slots,
            int number,
            Method method) {
        int lane = first + 1;
        int record = lane + 1;
        int firstReference = record + 1;
        Label hasRows = code.newLabel();
        Label hasNoLane = code.newLabel();
        code.invokestatic(CALLER, "ofCarrier", MethodTypeDesc.of(CALLER)).astore(me);
        code.aload(me).ifnonnull(hasRows);
        code.aload(actor).invokevirtual(ACTOR, "streams", MethodTypeDesc.of(LANE)).astore(lane);
        code.aload(lane).ifnull(hasNoLane);
        code.aload(lane).invokevirtual(LANE, "claim", MethodTypeDesc.of(CD_int)).istore(record);
        code.iload(record).iflt(hasNoLane);
        row(code, record, layout.longsEach(), CallLane.LONGS_EDGE, first);
        row(code, record, layout.referencesEach(), CallLane.REFERENCES_EDGE, firstReference);
        write(code, LANE, lane, first, firstReference, slots, number, method);
        code.aload(lane).invokevirtual(LANE, "tell", MethodTypeDesc.of(CD_void)).return_();
        code.labelBinding(hasNoLane);
        code.invokestatic(CALLER, "current", MethodTypeDesc.of(CALLER)).astore(me);
        code.labelBinding(hasRows);
        forRow(code, me);
    }

    /** Where a record begins among those of a lane. */
    private static void row(CodeBuilder code, int record, int each, int edge, int first) {
        code.iload(record).loadConstant(each).imul().loadConstant(edge).iadd().istore(first);
    }

    /** What the calling thread has at hand, with room for any call of this interface. */
    private void caller(CodeBuilder code, int me) {
        code.invokestatic(CALLER, "current", MethodTypeDesc.of(CALLER)).astore(me);
        forRow(code, me);
    }

    private void forRow(CodeBuilder code, int me) {
        int least = Math.max(layout.longsEach(), layout.referencesEach());
        if (!Caller.hasAlwaysRoomFor(least)) {
            code.aload(me).loadConstant(least);
            code.invokevirtual(CALLER, "forRow", MethodTypeDesc.of(CD_void, CD_int));
        }
    }

    private static void await(CodeBuilder code, int me, int actor, int answer, Method method) {
        code.aload(actor).aload(me).aload(answer);
        code.invokestatic(ASKING, "await", MethodTypeDesc.of(CD_Object, ACTOR, CALLER, ANSWER));
        returnUnboxed(code, method.getReturnType());
    }

    /**
     * Where the actor is idle and may be run by its caller, the call is made here and now. Where a
     * select has its answer already, it is not made again.
     */
    private void callAtOnce(
            CodeBuilder code,
            int me,
            int actor,
            int before,
            int[] slots,
            int number,
            Method method) {
        TypeKind returned = TypeKind.from(method.getReturnType());
        int target = before + 1;
        int later = target;
        int result = before + 2;
        Label notIdle = code.newLabel();
        Label isThere = code.newLabel();
        code.aload(me).getfield(CALLER, "running", TASK).astore(before);
        code.aload(actor).aload(me).loadConstant(layout.firstMethod() + number);
        code.invokestatic(ASKING, "runsHere", MethodTypeDesc.of(CD_Object, ACTOR, CALLER, CD_int));
        code.astore(target).aload(target).ifnull(notIdle);
        code.trying(
                body -> {
                    body.aload(target).checkcast(type);
                    for (int i = 0; i < method.getParameterCount(); i++) {
                        body.loadLocal(TypeKind.from(method.getParameterTypes()[i]), slots[i]);
                    }
                    body.invokeinterface(type, method.getName(), desc(method));
                    if (returned != TypeKind.VOID) {
                        body.storeLocal(returned, result);
                    }
                },
                catches ->
                        catches.catching(
                                CD_Throwable,
                                handler -> {
                                    int thrown = before + 1;
                                    handler.astore(thrown);
                                    handler.aload(actor).aload(me).aload(before).aload(thrown);
                                    handler.invokestatic(
                                            ASKING,
                                            "threwHere",
                                            MethodTypeDesc.of(
                                                    CD_void, ACTOR, CALLER, TASK, CD_Throwable));
                                    handler.aload(thrown).athrow();
                                }));
        code.aload(actor).aload(me).aload(before);
        code.invokestatic(ASKING, "ranHere", MethodTypeDesc.of(ANSWER, ACTOR, CALLER, TASK));
        code.astore(later);
        code.aload(later).ifnull(isThere);
        await(code, me, actor, later, method);
        code.labelBinding(isThere);
        if (returned != TypeKind.VOID) {
            code.loadLocal(returned, result);
        }
        code.return_(returned);
        code.labelBinding(notIdle);
        Label isToAsk = code.newLabel();
        code.aload(me).invokestatic(ASKING, "repeated", MethodTypeDesc.of(ANSWER, CALLER));
        code.astore(later).aload(later).ifnull(isToAsk);
        await(code, me, actor, later, method);
        code.labelBinding(isToAsk);
    }

    private static void returnUnboxed(CodeBuilder code, Class<?> returned) {
        if (returned == void.class) {
            code.pop().return_();
        } else if (returned.isPrimitive()) {
            ClassDesc box = desc(Shape.box(returned));
            code.checkcast(box);
            code.invokevirtual(
                    box, returned.getName() + "Value", MethodTypeDesc.of(desc(returned)));
            code.return_(TypeKind.from(returned));
        } else {
            if (returned != Object.class) {
                code.checkcast(desc(returned));
            }
            code.areturn();
        }
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
                                    HANDLE_CALL,
                                    ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL,
                                    code -> handle(code, self));
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

    private void handle(CodeBuilder code, ClassDesc self) {
        List<SwitchCase> cases = new ArrayList<>();
        for (int number = 0; number < shape.methods().size(); number++) {
            cases.add(SwitchCase.of(number, code.newLabel()));
        }
        Label none = code.newLabel();
        if (cases.size() > 1) {
            code.iload(3).tableswitch(0, cases.size() - 1, none, cases);
        }
        for (SwitchCase each : cases) {
            code.labelBinding(each.target());
            code.aload(1).aload(2).checkcast(type).aload(4).aload(5).iload(6).iload(7);
            code.invokestatic(self, "call" + each.caseValue(), call);
            code.return_();
        }
        code.labelBinding(none);
        code.return_();
    }

    private void call(CodeBuilder code, int number, Method method) {
        int actor = 0;
        int target = 1;
        int longs = 2;
        int references = 3;
        int firstLong = 4;
        int firstReference = 5;
        int thrown = 6;
        int[] slots = slots(method, 7);
        int nextLong = 1;
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
        Shape.After after = Shape.after(method);
        int answer = slots[slots.length - 1];
        if (shape.hasAnswer(method)) {
            Label goesOn = code.newLabel();
            code.aload(references);
            place(code, firstReference, nextReference);
            code.aaload().checkcast(ANSWER).astore(answer);
            code.aload(references);
            place(code, firstReference, nextReference);
            code.aconst_null().aastore();
            if (after == Shape.After.NOTHING) {
                code.aload(answer);
                code.invokevirtual(ANSWER, "begins", MethodTypeDesc.of(CD_boolean));
            } else {
                code.aload(actor).aload(answer);
                code.invokestatic(ASKING, "begins", MethodTypeDesc.of(CD_boolean, ACTOR, ANSWER));
            }
            code.ifne(goesOn).return_();
            code.labelBinding(goesOn);
            if (shape.meets(method)) {
                code.aload(answer);
                code.invokevirtual(ANSWER, "wake", MethodTypeDesc.of(CD_void));
            }
        }
        code.trying(
                body -> {
                    if (after != Shape.After.NOTHING) {
                        body.aload(actor).aload(answer);
                    }
                    body.aload(target);
                    for (int i = 0; i < method.getParameterCount(); i++) {
                        Class<?> parameter = method.getParameterTypes()[i];
                        body.loadLocal(TypeKind.from(parameter), slots[i]);
                        if (!parameter.isPrimitive() && parameter != Object.class) {
                            body.checkcast(desc(parameter));
                        }
                    }
                    body.invokeinterface(type, method.getName(), desc(method));
                    if (after != Shape.After.NOTHING) {
                        box(body, method.getReturnType());
                        body.invokestatic(
                                ASKING,
                                after == Shape.After.ASK ? "answersLater" : "answers",
                                MethodTypeDesc.of(CD_void, ACTOR, ANSWER, CD_Object));
                    }
                    body.return_();
                },
                catches ->
                        catches.catching(
                                CD_Throwable,
                                handler -> {
                                    handler.astore(thrown);
                                    handler.aload(actor).aload(thrown);
                                    handler.loadConstant(layout.firstMethod() + number);
                                    arguments(handler, method, slots);
                                    if (after == Shape.After.NOTHING) {
                                        handler.aconst_null();
                                    } else {
                                        handler.aload(answer);
                                    }
                                    handler.invokevirtual(
                                            ACTOR,
                                            "failed",
                                            MethodTypeDesc.of(
                                                    CD_void,
                                                    CD_Throwable,
                                                    CD_int,
                                                    REFERENCES,
                                                    ANSWER));
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
            box(code, parameters[i]);
            code.aastore();
        }
    }

    /** Makes an object of what is on the stack; null of nothing. */
    private static void box(CodeBuilder code, Class<?> type) {
        if (type == void.class) {
            code.aconst_null();
        } else if (type.isPrimitive()) {
            ClassDesc box = desc(Shape.box(type));
            code.invokestatic(box, "valueOf", MethodTypeDesc.of(box, desc(type)));
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
