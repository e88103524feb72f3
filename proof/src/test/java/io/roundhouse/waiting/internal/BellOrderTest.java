package io.roundhouse.waiting.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.waiting.Waiter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * In which order the library's own {@link Bell} uses memory. Where a compare-and-set is a fence, as
 * on x86, no test on threads misses the fence behind it: so the bell is loaded once more here, with
 * a note of each access and each fence.
 */
public final class BellOrderTest {
    private static final int RINGS_OF_A_STAY = 15;
    private static final String BELL = Bell.class.getName();
    private static final String FENCE = "fullFence";
    private static final String COUNTS = "compareAndExchange";
    private static final String WAKES = "wakes";
    private static final List<String> NOTES = new ArrayList<>();
    private static Runnable beforeItCounts = () -> {};

    private final Object bell;
    private final Waiter sleeper =
            new Sleeper() {
                @Override
                public boolean wakeSleeper() {
                    NOTES.add(WAKES);
                    return true;
                }
            };

    public BellOrderTest() throws ReflectiveOperationException {
        bell =
                new Noting()
                        .loadClass(BELL)
                        .getConstructor(Waiter[].class)
                        .newInstance((Object) new Waiter[] {sleeper});
        beforeItCounts = () -> {};
        tell("listen");
        tell("stay");
        NOTES.clear();
    }

    @Test
    void whoRingsWhereSomebodyStaysFencesBeforeItLooksForSleepers() {
        tell("ring");

        assertThat(NOTES).endsWith(COUNTS, FENCE, WAKES);
    }

    /** A compare-and-set that fails stores nothing, and orders less. */
    @Test
    void soDoesWhoFindsThatOthersHaveRungTheStayAway() {
        beforeItCounts = this::ringTheStayAway;
        tell("ring");

        assertThat(NOTES).endsWith(COUNTS, FENCE, WAKES);
    }

    private void ringTheStayAway() {
        beforeItCounts = () -> {};
        for (int i = 0; i < RINGS_OF_A_STAY; i++) {
            tell("ring");
        }
        NOTES.clear();
    }

    /** Nobody pays for a fence whom nobody relies on. */
    @Test
    void whoRingsWhereNobodyStaysDoesNotFence() {
        ringTheStayAway();
        tell("listen");
        tell("ring");

        assertThat(NOTES).doesNotContain(FENCE).endsWith(WAKES);
    }

    private void tell(String method) {
        try {
            Method told = bell.getClass().getMethod(method);
            told.invoke(bell);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** Called by the noting bell, before each access and each fence. */
    public static void note(String access) {
        if (access.equals(COUNTS)) {
            beforeItCounts.run();
        }
        NOTES.add(access);
    }

    /** Loads bells that note what they do with memory. */
    private static final class Noting extends ClassLoader {
        private static final ClassDesc HANDLE = VarHandle.class.describeConstable().orElseThrow();
        private static final ClassDesc TEST = BellOrderTest.class.describeConstable().orElseThrow();
        private static final MethodTypeDesc NOTE =
                MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_String);

        private final ClassFile classFile =
                ClassFile.of(
                        ClassFile.ClassHierarchyResolverOption.of(
                                ClassHierarchyResolver.ofClassLoading(
                                        Bell.class.getClassLoader())));

        Noting() {
            super(Bell.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals(BELL) && !name.startsWith(BELL + "Layout")) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null) {
                return loaded;
            }
            byte[] noting = noting(name);
            return defineClass(name, noting, 0, noting.length);
        }

        private byte[] noting(String name) {
            String file = name.replace('.', '/') + ".class";
            try (InputStream in = getParent().getResourceAsStream(file)) {
                byte[] plain = Objects.requireNonNull(in).readAllBytes();
                return classFile.transformClass(
                        classFile.parse(plain), ClassTransform.transformingMethodBodies(NOTES_ALL));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static final CodeTransform NOTES_ALL =
                (code, element) -> {
                    if (element instanceof InvokeInstruction call
                            && call.owner().asSymbol().equals(HANDLE)) {
                        code.loadConstant(call.name().stringValue());
                        code.invokestatic(TEST, "note", NOTE);
                    }
                    code.with(element);
                };
    }
}
