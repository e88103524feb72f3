package io.roundhouse.queue;

import com.google.common.collect.testing.QueueTestSuiteBuilder;
import com.google.common.collect.testing.TestStringQueueGenerator;
import com.google.common.collect.testing.features.CollectionFeature;
import com.google.common.collect.testing.features.CollectionSize;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.Queue;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import junit.framework.AssertionFailedError;
import junit.framework.Test;
import junit.framework.TestCase;
import junit.framework.TestListener;
import junit.framework.TestResult;
import junit.framework.TestSuite;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/**
 * Guava's suites for queues, over every shape and capacities that are small, odd, large, and large
 * and odd; and without a bound. Their collections have no element, one, or three. Where three do
 * not fit, those with none and one are tested, and tests that add are left out wherever there may
 * be no room: so queues of one and of three are full here, and one of two never is. What a full
 * queue does is told by {@link ContractTest}.
 */
@Timeout(60)
final class CollectionSuitesTest {
    private static final int LARGE = 1 << 12;

    /** More than any of the tests adds up to. */
    private static final int ROOMY = 7;

    @TestFactory
    Stream<DynamicNode> boundedAndGrowing() {
        return Stream.of(Shape.values())
                .flatMap(shape ->
                        Stream.of(
                                        new Fitting(1, CollectionSize.ZERO, CollectionSize.ONE),
                                        new Fitting(2, CollectionSize.ZERO, CollectionSize.ONE),
                                        new Fitting(3, CollectionSize.ANY),
                                        new Fitting(ROOMY, CollectionSize.ANY),
                                        new Fitting(LARGE, CollectionSize.ANY),
                                        new Fitting(LARGE + 1, CollectionSize.ANY))
                                .flatMap(each -> each.tests(shape + " of ", shape::of)));
    }

    /** Bare, and with a guard where there is one: see {@link Shape}. */
    @TestFactory
    Stream<DynamicNode> unbounded() {
        return Stream.of(Producers.values())
                .flatMap(producers ->
                        Stream.of(Consumers.values())
                                .map(consumers -> Plan.of(producers, consumers)))
                .flatMap(plan ->
                        Stream.concat(
                                unbounded("bare ", plan, Queues::bare),
                                plan.forMany()
                                        ? Stream.empty()
                                        : unbounded("", plan, CollectionSuitesTest::guarded)));
    }

    private static Queue<String> guarded(Plan plan) {
        return Queues.of(plan.producers(), plan.consumers()).unbounded().build();
    }

    private static Stream<DynamicNode> unbounded(
            String name, Plan plan, Function<Plan, Queue<String>> factory) {
        return new Fitting(0, CollectionSize.ANY)
                .tests(
                        name + plan.producers() + ", " + plan.consumers() + " ",
                        _ -> factory.apply(plan));
    }

    /** A capacity, and the sizes of collections that are tested with it. */
    private record Fitting(int capacity, CollectionSize... sizes) {
        Stream<DynamicNode> tests(String name, IntFunction<Queue<String>> factory) {
            TestSuite suite =
                    QueueTestSuiteBuilder.using(
                                    new TestStringQueueGenerator() {
                                        @Override
                                        protected Queue<String> create(String[] elements) {
                                            Queue<String> queue = factory.apply(capacity);
                                            queue.addAll(Arrays.asList(elements));
                                            return queue;
                                        }
                                    })
                            .named(name + capacity)
                            .withFeatures(
                                    CollectionFeature.GENERAL_PURPOSE,
                                    CollectionFeature.KNOWN_ORDER)
                            .withFeatures(sizes)
                            .createTestSuite();
            return cases(suite)
                    .filter(test -> capacity == 0 || capacity >= ROOMY || !adds(test))
                    .map(test -> DynamicTest.dynamicTest(test.toString(), () -> run(test)));
        }
    }

    /** Whether it adds to a collection of any size as if there were always room. */
    private static boolean adds(TestCase test) {
        return test.getName().startsWith("testAdd") || test.getName().startsWith("testOffer");
    }

    private static Stream<TestCase> cases(Test test) {
        if (test instanceof TestCase one) {
            return Stream.of(one);
        }
        Stream.Builder<TestCase> all = Stream.builder();
        for (Enumeration<Test> each = ((TestSuite) test).tests(); each.hasMoreElements(); ) {
            cases(each.nextElement()).forEach(all);
        }
        return all.build();
    }

    private static void run(TestCase test) throws Throwable {
        Throwable[] thrown = new Throwable[1];
        TestResult result = new TestResult();
        result.addListener(
                new TestListener() {
                    @Override
                    public void addError(Test failed, Throwable error) {
                        thrown[0] = error;
                    }

                    @Override
                    public void addFailure(Test failed, AssertionFailedError failure) {
                        thrown[0] = failure;
                    }

                    @Override
                    public void startTest(Test started) {}

                    @Override
                    public void endTest(Test ended) {}
                });
        test.run(result);
        if (thrown[0] != null) {
            throw thrown[0];
        }
    }
}
