package io.roundhouse.proof;

/** How much a model checker does: little with every build, or much, with {@code -Pstress}. */
public final class HowLong {
    /** Whether it does much. */
    public static final boolean IS_LONG = "long".equals(System.getProperty("stress.mode"));

    /** How many times as much as with every build. */
    public static final int TIMES = IS_LONG ? 30 : 1;

    private HowLong() {}
}
