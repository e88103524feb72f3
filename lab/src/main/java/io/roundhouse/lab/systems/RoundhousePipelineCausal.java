package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.PipelineSpec;
import io.roundhouse.lab.system.PipelineSystem;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.TransferSession;
import io.roundhouse.lab.system.Variant;
import java.util.List;
import java.util.Optional;

/**
 * This project's assembly line as it keeps the order between publishers that know of each other:
 * what the Disruptor promises, and a lane for each publisher does not. All slots are for all of
 * them.
 */
@SystemInfo(
        name = "roundhouse-pipeline-causal",
        guarantees = "one order for all publishers, exactly once",
        showDefault = true,
        about = "causalOrder(): publishers take turns in the same events")
public final class RoundhousePipelineCausal implements PipelineSystem {

    private final RoundhousePipeline line = new RoundhousePipeline();

    @Override
    public Optional<String> refuses(PipelineSpec spec) {
        return spec.publishers() == 1
                ? Optional.of("roundhouse-pipeline keeps the order of one publisher")
                : Optional.empty();
    }

    @Override
    public List<Variant> variants(PipelineSpec spec) {
        return line.variants(spec).stream().map(RoundhousePipeline::causal).toList();
    }

    @Override
    public TransferSession open(PipelineSpec spec, Variant variant) {
        return line.open(spec, variant);
    }
}
