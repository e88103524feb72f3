package io.roundhouse.pipeline;

/** Lines of trades that have more threads than processors. */
final class Lines {
    private Lines() {}

    /** One that believes that there is one processor, whose threads go round or not. */
    static PipelineBuilder<Trade> crowded(boolean goesRound) {
        PipelineBuilder<Trade> builder = Pipeline.of(Trade::new);
        builder.processors = 1;
        return goesRound ? builder.goingRound() : builder;
    }
}
