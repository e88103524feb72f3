package io.roundhouse.actor.internal;

import static io.roundhouse.actor.internal.CallCode.ACTOR;
import static io.roundhouse.actor.internal.CallCode.ANSWER;
import static io.roundhouse.actor.internal.CallCode.ASKING;
import static io.roundhouse.actor.internal.CallCode.LONGS;
import static io.roundhouse.actor.internal.CallCode.REFERENCES;
import static io.roundhouse.actor.internal.CallCode.VISITING;
import static io.roundhouse.actor.internal.CallCode.arguments;
import static io.roundhouse.actor.internal.CallCode.begin;
import static io.roundhouse.actor.internal.CallCode.place;
import static io.roundhouse.actor.internal.CallCode.slots;
import static io.roundhouse.actor.internal.CallCode.toLong;
import static io.roundhouse.proxy.Delegating.desc;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_Throwable;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import io.roundhouse.dispatch.internal.Caller;
import io.roundhouse.dispatch.internal.Task;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Method;
import java.util.List;

/**
 * Writes the handle of an interface, whose methods write calls where the calling thread has room
 * for them or into its lane ({@link CallLane}; docs/design/0014). For {@code void ping(Pong from,
 * long ball)}, the second of several methods, in Java:
 *
 * <pre>
 *   void ping(Pong from, long ball) {
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
 * </pre>
 *
 * Where who calls and who is called meet, each record has an {@link Answer} besides:
 *
 * <pre>
 *       …
 *       me.references[first + 1] = answer;
 *       actor.send(me);
 *       Meeting.awaitOnly(actor, me, answer);
 * </pre>
 *
 * The other side is the {@link ReaderWriter}'s.
 */
final class HandleWriter {
    private static final ClassDesc HANDLE = desc(Handle.class);
    private static final ClassDesc CALLER = desc(Caller.class);
    private static final ClassDesc TASK = desc(Task.class);
    private static final ClassDesc TASKS = desc(Task[].class);
    private static final ClassDesc RARE = desc(Rare.class);
    private static final ClassDesc CD_StackOverflowError = desc(StackOverflowError.class);
    private static final ClassDesc CD_OutOfMemoryError = desc(OutOfMemoryError.class);

    /** Of the arguments of a method, with the object whose it is. */
    private static final int MOST_SLOTS = 255;

    private static final ClassDesc LANE = desc(CallLane.class);
    private static final MethodTypeDesc INIT_HANDLE = MethodTypeDesc.of(CD_void, desc(Actor.class));
    private static final ClassDesc MEETING = desc(Meeting.class);
    private static final ClassDesc LENDING = desc(Lending.class);

    private final Shape shape;
    private final Layout layout;
    private final ClassDesc type;

    HandleWriter(Class<?> type, Shape shape, Layout layout) {
        this.shape = shape;
        this.layout = layout;
        this.type = desc(type);
    }

    byte[] write(String name) {
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
                                        code -> call(code, self, n, method));
                                if (shape.after(method) == Shape.After.WAIT) {
                                    builder.withMethodBody(
                                            byMail(method),
                                            descByMail(method),
                                            ClassFile.ACC_PRIVATE | ClassFile.ACC_FINAL,
                                            code -> sendFrom(code, self, n, method));
                                }
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

    private void call(CodeBuilder code, ClassDesc self, int number, Method method) {
        int[] slots = slots(method, 1);
        int me = slots[slots.length - 1];
        int actor = me + 1;
        code.aload(0).getfield(self, "actor", ACTOR).astore(actor);
        assert shape.after(method) != Shape.After.NOTHING
                || checkArguments(code, actor, slots, number, method);
        if (!shape.hasAnswer(method)) {
            stream(code, me, actor, me + 2, slots, number, method);
        } else {
            caller(code, me);
        }
        if (shape.after(method) == Shape.After.WAIT) {
            callAtOnce(code, self, me, actor, me + 2, slots, number, method);
        } else {
            send(code, me, actor, slots, number, method);
        }
    }

    /** Under assertions only: see {@link Lending}. */
    private boolean checkArguments(
            CodeBuilder code, int actor, int[] slots, int number, Method method) {
        for (int i = 0; i < method.getParameterCount(); i++) {
            if (!method.getParameterTypes()[i].isPrimitive()) {
                code.aload(slots[i]).aload(actor).loadConstant(layout.firstMethod() + number);
                code.invokestatic(
                        LENDING, "check", MethodTypeDesc.of(CD_void, CD_Object, ACTOR, CD_int));
            }
        }
        return true;
    }

    /**
     * What a call that waits does where it cannot be made on the spot, as a method of its own, so
     * that the other one is small enough to be inlined. Where a select has its answer already, it
     * is not made again.
     */
    private void sendFrom(CodeBuilder code, ClassDesc self, int number, Method method) {
        int[] slots = slots(method, 1);
        int me = slots[slots.length - 1];
        int actor = me + 1;
        int answer = me + 2;
        Label isToAsk = code.newLabel();
        code.aload(0).getfield(self, "actor", ACTOR).astore(actor);
        if (!hasPlaceForCaller(method)) {
            caller(code, me);
        }
        code.aload(me).invokestatic(ASKING, "repeated", MethodTypeDesc.of(ANSWER, CALLER));
        code.astore(answer).aload(answer).ifnull(isToAsk);
        await(code, me, actor, answer, method);
        code.labelBinding(isToAsk);
        send(code, me, actor, slots, number, method);
    }

    private static String byMail(Method method) {
        return method.getName() + "$byMail";
    }

    /** The same arguments, and what the calling thread has at hand, if there is a place for it. */
    private static MethodTypeDesc descByMail(Method method) {
        MethodTypeDesc desc = desc(method);
        return hasPlaceForCaller(method)
                ? desc.insertParameterTypes(desc.parameterCount(), CALLER)
                : desc;
    }

    private static boolean hasPlaceForCaller(Method method) {
        int[] slots = slots(method, 1);
        return slots[slots.length - 1] < MOST_SLOTS;
    }

    private void send(CodeBuilder code, int me, int actor, int[] slots, int number, Method method) {
        int first = me + 2;
        int answer = me + 3;
        Shape.After after = shape.after(method);
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

    /** Where the actor is idle and may be run by its caller, the call is made here and now. */
    private void callAtOnce(
            CodeBuilder code,
            ClassDesc self,
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
        Label isAsked = code.newLabel();
        code.aload(me).getfield(CALLER, "running", TASK).astore(before);
        code.aload(actor).aload(me).loadConstant(layout.firstMethod() + number);
        code.invokestatic(
                VISITING, "runsHere", MethodTypeDesc.of(CD_Object, ACTOR, CALLER, CD_int));
        code.astore(target).aload(target).ifnull(notIdle);
        code.trying(
                visit -> {
                    visit.trying(
                            body -> call(body, target, result, slots, method),
                            catches ->
                                    catches.catching(
                                            CD_Throwable,
                                            handler ->
                                                    threw(
                                                            handler, me, actor, before, slots,
                                                            number, method, isAsked)));
                    visit.aload(actor).aload(me).aload(before);
                    visit.invokestatic(
                            VISITING, "ranHere", MethodTypeDesc.of(ANSWER, ACTOR, CALLER, TASK));
                    visit.astore(later);
                },
                catches ->
                        catches.catchingMulti(
                                List.of(CD_StackOverflowError, CD_OutOfMemoryError),
                                handler -> endWithoutStack(handler, me, actor, before)));
        code.aload(later).ifnonnull(isAsked);
        if (returned != TypeKind.VOID) {
            code.loadLocal(returned, result);
        }
        code.return_(returned);
        code.labelBinding(isAsked);
        await(code, me, actor, later, method);
        code.labelBinding(notIdle);
        code.aload(0);
        for (int i = 0; i < method.getParameterCount(); i++) {
            code.loadLocal(TypeKind.from(method.getParameterTypes()[i]), slots[i]);
        }
        if (hasPlaceForCaller(method)) {
            code.aload(me);
        }
        code.invokevirtual(self, byMail(method), descByMail(method));
        code.return_(returned);
    }

    private void call(CodeBuilder code, int target, int result, int[] slots, Method method) {
        code.aload(target).checkcast(type);
        for (int i = 0; i < method.getParameterCount(); i++) {
            code.loadLocal(TypeKind.from(method.getParameterTypes()[i]), slots[i]);
        }
        code.invokeinterface(type, method.getName(), desc(method));
        TypeKind returned = TypeKind.from(method.getReturnType());
        if (returned != TypeKind.VOID) {
            code.storeLocal(returned, result);
        }
    }

    /** Goes on with the answer where that had been given before. */
    private void threw(
            CodeBuilder code,
            int me,
            int actor,
            int before,
            int[] slots,
            int number,
            Method method,
            Label isAsked) {
        int thrown = before + 1;
        int later = thrown;
        Label isThrown = code.newLabel();
        code.astore(thrown);
        code.aload(actor).aload(me).aload(before).aload(thrown);
        code.loadConstant(layout.firstMethod() + number);
        arguments(code, method, slots);
        code.invokestatic(
                VISITING,
                "threwHere",
                MethodTypeDesc.of(ANSWER, ACTOR, CALLER, TASK, CD_Throwable, CD_int, REFERENCES));
        code.dup().ifnull(isThrown);
        code.astore(later).goto_(isAsked);
        code.labelBinding(isThrown);
        code.pop().aload(thrown).athrow();
    }

    /**
     * The stack, or memory, has ended at the end of a visit: unless that came first, ends the visit
     * without a call, for which there may be no stack either. What a visit's end does besides is
     * left to {@link Caller#tell}. The thread runs the actor as long as it has not begun to end the
     * visit: what came on top of that has put it back. In Java:
     *
     * <pre>
     *   catch (StackOverflowError | OutOfMemoryError e) {
     *       if (actor.state == me.number) {
     *           if (actor.rare != null) { actor.rare.answering = null; }
     *           if (me.untold == null) { me.untold = actor; }
     *           if (me.running == actor) { me.running = before; me.visits--; }
     *           me.visits |= LEAVES_MORE_TO_DO;
     *           int depth = me.visits &amp; DEPTH;
     *           me.visitors[depth] = null;
     *           me.visitedWithin[depth] = null;
     *           if (depth == 0) { me.visited = null; }
     *           actor.state = IDLE;                        // volatile
     *       }
     *       throw e;
     *   }
     * </pre>
     */
    private static void endWithoutStack(CodeBuilder code, int me, int actor, int before) {
        int thrown = before + 1;
        int depth = before + 2;
        Label hasEnded = code.newLabel();
        Label hasNothingRare = code.newLabel();
        Label hasUntold = code.newLabel();
        Label isLess = code.newLabel();
        Label isWithin = code.newLabel();
        code.astore(thrown);
        code.aload(actor).getfield(ACTOR, "state", CD_int);
        code.aload(me).getfield(CALLER, "number", CD_int).if_icmpne(hasEnded);
        code.aload(actor).getfield(ACTOR, "rare", RARE).ifnull(hasNothingRare);
        code.aload(actor).getfield(ACTOR, "rare", RARE);
        code.aconst_null().putfield(RARE, "answering", ANSWER);
        code.labelBinding(hasNothingRare);
        code.aload(me).getfield(CALLER, "untold", TASK).ifnonnull(hasUntold);
        code.aload(me).aload(actor).putfield(CALLER, "untold", TASK);
        code.labelBinding(hasUntold);
        code.aload(me).getfield(CALLER, "running", TASK).aload(actor).if_acmpne(isLess);
        code.aload(me).aload(before).putfield(CALLER, "running", TASK);
        code.aload(me).aload(me).getfield(CALLER, "visits", CD_int);
        code.iconst_1().isub().putfield(CALLER, "visits", CD_int);
        code.labelBinding(isLess);
        code.aload(me).aload(me).getfield(CALLER, "visits", CD_int);
        code.loadConstant(Caller.LEAVES_MORE_TO_DO).ior().putfield(CALLER, "visits", CD_int);
        code.aload(me).getfield(CALLER, "visits", CD_int);
        code.loadConstant(Caller.DEPTH).iand().istore(depth);
        code.aload(me).getfield(CALLER, "visitors", TASKS).iload(depth).aconst_null().aastore();
        code.aload(me).getfield(CALLER, "visitedWithin", TASKS);
        code.iload(depth).aconst_null().aastore();
        code.iload(depth).ifne(isWithin);
        code.aload(me).aconst_null().putfield(CALLER, "visited", TASK);
        code.labelBinding(isWithin);
        code.aload(actor).loadConstant(Task.IDLE).putfield(ACTOR, "state", CD_int);
        code.labelBinding(hasEnded);
        code.aload(thrown).athrow();
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
}
