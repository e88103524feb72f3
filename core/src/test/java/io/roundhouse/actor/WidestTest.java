package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Roundhouse;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A method may have as many arguments as the JVM lets it, whatever its handle has besides. */
@Timeout(60)
final class WidestTest {
    private static final int MOST = 254;

    @ParameterizedTest
    @ValueSource(ints = {MOST - 2, MOST - 1, MOST})
    void asManyArgumentsAsAMethodMayHave(int arguments) throws Exception {
        Class<?> type = interfaceWith(arguments);
        Method sum =
                type.getMethod(
                        "sum", Collections.nCopies(arguments, int.class).toArray(Class[]::new));
        try (var house = Roundhouse.open(with -> with.workers(1))) {
            for (boolean onTheSpot : List.of(true, false)) { // or by mail
                Object[] ones = new Object[arguments];
                Arrays.fill(ones, 1);
                assertThat(sum.invoke(actor(house, type, onTheSpot), ones)).isEqualTo(arguments);
            }
        }
    }

    private static <T> T actor(Roundhouse house, Class<T> type, boolean onTheSpot) {
        return house.actor(
                type,
                () ->
                        type.cast(
                                Proxy.newProxyInstance(
                                        type.getClassLoader(),
                                        new Class<?>[] {type},
                                        (_, _, given) ->
                                                Arrays.stream(given)
                                                        .mapToInt(each -> (int) each)
                                                        .sum())),
                with -> {
                    if (!onTheSpot) {
                        with.pinned();
                    }
                });
    }

    private static Class<?> interfaceWith(int arguments) throws IllegalAccessException {
        String name = WidestTest.class.getPackageName() + ".Of" + arguments;
        byte[] bytes =
                ClassFile.of()
                        .build(
                                ClassDesc.of(name),
                                type ->
                                        type.withFlags(
                                                        ClassFile.ACC_PUBLIC
                                                                | ClassFile.ACC_INTERFACE
                                                                | ClassFile.ACC_ABSTRACT)
                                                .withMethod(
                                                        "sum",
                                                        MethodTypeDesc.of(
                                                                ConstantDescs.CD_int,
                                                                Collections.nCopies(
                                                                        arguments,
                                                                        ConstantDescs.CD_int)),
                                                        ClassFile.ACC_PUBLIC
                                                                | ClassFile.ACC_ABSTRACT,
                                                        _ -> {}));
        return MethodHandles.lookup().defineClass(bytes);
    }
}
