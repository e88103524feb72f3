package io.roundhouse.lab.workload;

import io.roundhouse.lab.system.CrowdSpec;
import io.roundhouse.lab.system.CrowdSystem;

/** Many actors that are just there: what they take, in the default configuration of a system. */
abstract class CrowdWorkload extends AdaptedWorkload<CrowdSystem, CrowdSpec> {

    CrowdWorkload() {
        super(CrowdSystem.class, CrowdWorkload::spec, CrowdSystem::refuses, CrowdSystem::variants);
    }

    private static CrowdSpec spec(Setting setting) {
        return new CrowdSpec(setting.number("actors"), Runtime.getRuntime().availableProcessors());
    }

    @Override
    public final boolean triesVariants() {
        return false;
    }

    @Override
    public final boolean warmsUp() {
        return false;
    }
}
