package io.roundhouse.lab.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one of this project's systems is held to in a setting, and what came of it.
 *
 * @param words what is asked, such as {@code ring: 15 times as fast as the better Pekko}
 * @param workload name of the workload
 * @param parameters the setting
 * @param system the system that is held to it, in its default configuration where the words do not
 *     say another
 * @param against the systems it is held against, at their best; empty where the figure itself is
 *     held to a bar
 * @param bar the least that is asked, or the most that is allowed
 * @param atLeast true where {@code bar} is the least that is asked
 * @param unit of the figure and the bar: {@code ×} for a ratio
 * @param figure the median over rounds: of the ratio to whoever of {@code against} makes it
 *     hardest, infinite to one that measured 0, or of the figure itself; its greatest sample where
 *     no sample may be above the bar; null where it was not measured
 * @param quartile the quartile on the side where the target would be missed, or the greatest sample
 *     again, or null
 * @param decidedBy who of {@code against} made it hardest; empty where nobody did
 * @param verdict {@link #MET}, {@link #MISSED} or {@link #NOT_MEASURED}
 * @param reason why it was not measured, or that it was in few rounds only, or who measured 0;
 *     empty otherwise
 */
public record Target(
        String words,
        String workload,
        Map<String, Object> parameters,
        String system,
        List<String> against,
        double bar,
        boolean atLeast,
        String unit,
        @Nullable Double figure,
        @Nullable Double quartile,
        String decidedBy,
        String verdict,
        String reason) {

    /** {@link #verdict} where the median reaches the bar. */
    public static final String MET = "met";

    /** {@link #verdict} where it does not. */
    public static final String MISSED = "missed";

    /** {@link #verdict} where there is no figure. */
    public static final String NOT_MEASURED = "not measured";

    /** {@link #unit} of a ratio. */
    public static final String TIMES = "×";

    public Target {
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
        against = List.copyOf(against);
    }
}
