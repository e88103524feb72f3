package io.roundhouse.lab;

/** Where the lab starts. */
public final class Main {
    private Main() {}

    /** Says that the lab is not built yet, and exits with status 1. */
    public static void main(String[] args) {
        System.err.println("roundhouse: the lab is not built yet");
        System.exit(1);
    }
}
