package io.roundhouse.lab.child;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

class ChildTest {

    @Test
    void whoHasTooLittleMemoryIsToldWhatToDo() {
        assertThat(reason("Java heap space"))
                .startsWith("java.lang.OutOfMemoryError: Java heap space; ")
                .contains("--jvm-args=-Xmx4g");
    }

    @Test
    void whereThreadsRunOutNoHeapIsAdvised() {
        assertThat(reason("unable to create native thread: possibly out of memory"))
                .contains("fewer threads")
                .doesNotContain("-Xmx");
    }

    private static String reason(String message) {
        return Child.reason(new ExecutionException(new OutOfMemoryError(message)));
    }
}
