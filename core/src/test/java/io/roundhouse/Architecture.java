package io.roundhouse;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.SimpleConditionEvent.violated;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * The rules of the house, for classes below a given root package: the same rules are held against
 * {@code io.roundhouse} and against planted classes that break them.
 */
final class Architecture {

    /**
     * Ground floor first. A package depends on lower floors only: neither upwards, nor sideways to
     * another package of its own floor. The root package itself, the front door, is the roof.
     */
    private static final List<List<String>> FLOORS =
            List.of(
                    List.of("memory", "proxy"),
                    List.of("waiting", "observe"),
                    List.of("railway"),
                    List.of("queue", "pipeline"),
                    List.of("dispatch", "channel"),
                    List.of("actor"),
                    List.of(""));

    /** The package through which every thread waits, reads a clock or throws a die. */
    private static final String DOOR = "waiting";

    /** Classes that are nothing but waiting or chance. */
    private static final List<Class<?>> BEHIND_THE_DOOR =
            List.of(
                    LockSupport.class,
                    ThreadLocalRandom.class,
                    Random.class,
                    SplittableRandom.class,
                    RandomGenerator.class);

    /** Methods that wait, read a clock or are chance, in classes that are more than that. */
    private static final Map<String, List<String>> METHODS_BEHIND_THE_DOOR =
            Map.of(
                    Thread.class.getName(), List.of("yield", "onSpinWait", "sleep"),
                    Object.class.getName(), List.of("wait"),
                    System.class.getName(), List.of("nanoTime", "currentTimeMillis"),
                    Math.class.getName(), List.of("random"));

    /** What the library may use besides itself. */
    private static final DescribedPredicate<JavaClass> AT_HAND =
            resideInAnyPackage("java..", "jdk.jfr..", "org.jspecify.annotations");

    private final String root;

    Architecture(String root) {
        this.root = root;
    }

    /** Dependencies between the packages only ever point down. */
    ArchRule dependenciesPointDown() {
        return classes()
                .that(resideInAPackage(root + ".."))
                .should(
                        new ArchCondition<>("stand on a floor and depend on lower floors only") {
                            @Override
                            public void check(JavaClass user, ConditionEvents events) {
                                if (floorOf(user).isEmpty()) {
                                    events.add(
                                            violated(
                                                    user,
                                                    user.getName()
                                                            + " is in a package that has no floor"));
                                    return;
                                }
                                user.getDirectDependenciesFromSelf().stream()
                                        .filter(dependency ->
                                                pointsUpOrSideways(
                                                        user, dependency.getTargetClass()))
                                        .map(dependency ->
                                                violated(user, dependency.getDescription()))
                                        .forEach(events::add);
                            }
                        });
    }

    /** Parking, spinning, clocks and chance are used through the package {@code waiting} only. */
    ArchRule waitingTimeAndChanceHaveOneDoor() {
        return classes()
                .that(resideInAPackage(root + ".."))
                .and(not(resideInAPackage(root + "." + DOOR)))
                .should(
                        new ArchCondition<>(
                                "wait, tell the time and choose through package "
                                        + DOOR
                                        + " only") {
                            @Override
                            public void check(JavaClass user, ConditionEvents events) {
                                user.getDirectDependenciesFromSelf().stream()
                                        .filter(Architecture::isOnAClassBehindTheDoor)
                                        .map(dependency ->
                                                violated(user, dependency.getDescription()))
                                        .forEach(events::add);
                                user.getAccessesFromSelf().stream()
                                        .filter(Architecture::isOfAMethodBehindTheDoor)
                                        .map(access -> violated(user, access.getDescription()))
                                        .forEach(events::add);
                            }
                        });
    }

    /**
     * The library needs the JDK's documented packages, JSpecify's annotations, and nothing else.
     */
    ArchRule dependsOnTheJdkOnly() {
        return classes()
                .that(resideInAPackage(root + ".."))
                .should(
                        new ArchCondition<>("depend on the JDK only") {
                            @Override
                            public void check(JavaClass user, ConditionEvents events) {
                                user.getDirectDependenciesFromSelf().stream()
                                        .filter(dependency ->
                                                isForeign(
                                                        dependency
                                                                .getTargetClass()
                                                                .getBaseComponentType()))
                                        .map(dependency ->
                                                violated(user, dependency.getDescription()))
                                        .forEach(events::add);
                            }
                        });
    }

    private boolean isForeign(JavaClass used) {
        return !used.isPrimitive() && !isBelowRoot(used) && !AT_HAND.test(used);
    }

    private boolean pointsUpOrSideways(JavaClass user, JavaClass used) {
        JavaClass target = used.getBaseComponentType();
        if (!isBelowRoot(target) || packageBelowRoot(user).equals(packageBelowRoot(target))) {
            return false;
        }
        return floorOf(target).isEmpty() || floorOf(target).get() >= floorOf(user).orElseThrow();
    }

    private Optional<Integer> floorOf(JavaClass javaClass) {
        return IntStream.range(0, FLOORS.size())
                .filter(floor -> FLOORS.get(floor).contains(packageBelowRoot(javaClass)))
                .boxed()
                .findFirst();
    }

    private boolean isBelowRoot(JavaClass javaClass) {
        return (javaClass.getPackageName() + ".").startsWith(root + ".");
    }

    /**
     * The first part of the package's name below the root: {@code actor} for {@code
     * io.roundhouse.actor.internal}.
     */
    private String packageBelowRoot(JavaClass javaClass) {
        String name = javaClass.getPackageName();
        return name.equals(root) ? "" : name.substring(root.length() + 1).split("\\.")[0];
    }

    private static boolean isOnAClassBehindTheDoor(Dependency dependency) {
        JavaClass target = dependency.getTargetClass().getBaseComponentType();
        return BEHIND_THE_DOOR.stream().anyMatch(target::isEquivalentTo);
    }

    private static boolean isOfAMethodBehindTheDoor(JavaAccess<?> access) {
        return METHODS_BEHIND_THE_DOOR
                .getOrDefault(access.getTargetOwner().getName(), List.of())
                .contains(access.getName());
    }
}
