package io.roundhouse.lab.system;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Makes a class a contender. Read from class files, without loading them. */
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface SystemInfo {

    /** The name on the command line and in results, in lower case with hyphens. */
    String name();

    /**
     * What it promises about order and delivery, such as {@code fifo, exactly once}: the same on
     * all classes of a name.
     */
    String guarantees();

    /**
     * Its version, where no jar tells: empty takes it from {@link #versionCommand()}, or from
     * {@link #artifact()}, or else from the JDK.
     */
    String version() default "";

    /**
     * Artifact id of the library under test; its version is the one of the jar beside the classes.
     */
    String artifact() default "";

    /**
     * A command that prints its version, for what is installed apart from the lab. The first number
     * in what it prints counts.
     */
    String[] versionCommand() default {};

    /** Commands that must be on the PATH, such as {@code erl}. */
    String[] needs() default {};

    /** What to install where one of {@link #needs()} is missing. */
    String install() default "";

    /**
     * Whether its default configuration is measured beside its best one. So for this project's own
     * systems.
     */
    boolean showDefault() default false;

    /**
     * Whether it is a bound rather than a contender: what is left when the hand-over between
     * threads is taken away, or done in the cheapest way there is, with less than a contender
     * promises. In each round the best of its configurations counts.
     */
    boolean bound() default false;

    /** What sets it apart from its namesakes, in a phrase; for lists. */
    String about() default "";
}
