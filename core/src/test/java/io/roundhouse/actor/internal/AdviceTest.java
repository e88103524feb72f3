package io.roundhouse.actor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.Runtime.Version;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Of which JDK users are told. */
final class AdviceTest {
    @ParameterizedTest
    @ValueSource(strings = {"25-ea+36", "25+36", "25.0.1", "25.0.3+9-LTS"})
    void thereIsAdviceWhereVirtualThreadsMayHang(String version) {
        assertThat(Advice.about(Version.parse(version)))
                .contains("JDK " + version)
                .contains("JDK-8373120");
    }

    @ParameterizedTest
    @ValueSource(strings = {"25.0.4", "25.0.4.1", "25.0.5+1", "26", "26.0.1+8"})
    void thereIsNoneElsewhere(String version) {
        assertThat(Advice.about(Version.parse(version))).isNull();
    }
}
