package io.roundhouse.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;

/** What an example prints. Examples run one after another: standard output is one for all. */
final class Output {

    interface Example {
        void run() throws Exception;
    }

    private Output() {}

    /** Runs the example, and checks that it prints these lines and no others. */
    static void assertPrints(Example example, String... lines) throws Exception {
        assertThat(of(example)).containsExactly(lines);
    }

    private static List<String> of(Example example) throws Exception {
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, UTF_8));
        try {
            example.run();
        } finally {
            System.setOut(before);
        }
        return printed.toString(UTF_8).lines().toList();
    }
}
