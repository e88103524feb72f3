package io.roundhouse.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What a run says of where it took place. */
class EnvironmentProbeTest {

    @Test
    void processorsOfOneNameAreToldApart() {
        assertThat(EnvironmentProbe.linuxCpu(processor("25", "1")))
                .hasValue("AMD EPYC (family 25, model 1, stepping 2)");
        assertThat(EnvironmentProbe.linuxCpu(processor("26", "2")))
                .hasValue("AMD EPYC (family 26, model 2, stepping 2)");
    }

    @Test
    void aNameAloneIsEnoughWhereThereIsNoMore() {
        assertThat(EnvironmentProbe.linuxCpu(List.of("processor\t: 0", "model name\t: Kunpeng")))
                .hasValue("Kunpeng");
    }

    @Test
    void noNameIsNoProcessor() {
        assertThat(EnvironmentProbe.linuxCpu(List.of("processor\t: 0", "BogoMIPS\t: 50.00", "")))
                .isEmpty();
    }

    private static List<String> processor(String family, String model) {
        return List.of(
                "processor\t: 0",
                "vendor_id\t: AuthenticAMD",
                "cpu family\t: " + family,
                "model\t\t: " + model,
                "model name\t: AMD EPYC",
                "stepping\t: 2",
                "",
                "processor\t: 1",
                "model\t\t: 7",
                "stepping\t: 9");
    }
}
