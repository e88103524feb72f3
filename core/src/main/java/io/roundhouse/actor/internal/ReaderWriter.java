package io.roundhouse.actor.internal;

import static io.roundhouse.actor.internal.CallCode.ACTOR;
import static io.roundhouse.actor.internal.CallCode.ANSWER;
import static io.roundhouse.actor.internal.CallCode.ASKING;
import static io.roundhouse.actor.internal.CallCode.LONGS;
import static io.roundhouse.actor.internal.CallCode.REFERENCES;
import static io.roundhouse.actor.internal.CallCode.arguments;
import static io.roundhouse.actor.internal.CallCode.begin;
import static io.roundhouse.actor.internal.CallCode.box;
import static io.roundhouse.actor.internal.CallCode.fromLong;
import static io.roundhouse.actor.internal.CallCode.place;
import static io.roundhouse.actor.internal.CallCode.slots;
import static io.roundhouse.proxy.Delegating.desc;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_Throwable;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;

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
 * Writes the reader of an interface, which reads its calls out of the records that a handle has
 * written ({@link HandleWriter}) and makes them. For {@code void ping(Pong from, long ball)}, the
 * second of several methods, in Java:
 *
 * <pre>
 *   void handle(Actor actor, Object target, int method, long[] longs, Object[] references, int l, int r) {
 *       switch (method) {
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
 * Where who calls and who is called meet, before that:
 *
 * <pre>
 *       if (!answer.begins()) return;                        // it was withdrawn
 *       answer.wake();
 * </pre>
 */
final class ReaderWriter {
    private static final ClassDesc READER = desc(Reader.class);
    private static final MethodTypeDesc INIT_READER = MethodTypeDesc.of(CD_void);
    private static final MethodTypeDesc HANDLE_CALL =
            MethodTypeDesc.of(CD_void, ACTOR, CD_Object, CD_int, LONGS, REFERENCES, CD_int, CD_int);

    private final Shape shape;
    private final Layout layout;
    private final ClassDesc type;
    private final MethodTypeDesc call;

    ReaderWriter(Class<?> type, Shape shape, Layout layout) {
        this.shape = shape;
        this.layout = layout;
        this.type = desc(type);
        this.call = MethodTypeDesc.of(CD_void, ACTOR, this.type, LONGS, REFERENCES, CD_int, CD_int);
    }

    byte[] write(String name) {
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
        Shape.After after = shape.after(method);
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
}
