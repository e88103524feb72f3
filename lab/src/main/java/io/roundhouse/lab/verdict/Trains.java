package io.roundhouse.lab.verdict;

import io.roundhouse.lab.model.Result;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where ours hands over many goods at once, in trains, and others hand over each good by itself:
 * then a ratio is also that of a train to a good.
 */
public final class Trains {

    /** How railways, and rings of arrays, tell in their configurations what goes together. */
    private static final Pattern TOGETHER = Pattern.compile("\\b(?:capacity|longs)=(\\d{1,9})\\b");

    private Trains() {}

    /**
     * Who hands over single goods in a contest in which our best goes by trains; empty where it
     * does not, or all do.
     */
    public static List<String> besideSingleGoods(Contest contest) {
        boolean trains = contest.ours().filter(Trains::handsOverTrains).isPresent();
        return trains
                ? contest.entries().stream()
                        .filter(one -> together(one) == 1)
                        .map(Result::system)
                        .distinct()
                        .toList()
                : List.of();
    }

    /** The same of all contests of a run, in a sentence. */
    static Optional<String> caution(List<Contest> contests, int cores) {
        List<Contest> uneven =
                contests.stream().filter(one -> !besideSingleGoods(one).isEmpty()).toList();
        Set<String> ours = new LinkedHashSet<>();
        Set<String> others = new LinkedHashSet<>();
        for (Contest contest : uneven) {
            contest.ours().map(Result::system).ifPresent(ours::add);
            others.addAll(besideSingleGoods(contest));
        }
        List<String> settings = uneven.stream().map(one -> Verdict.topic(one, cores)).toList();
        return uneven.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "Trains stand beside single goods: many at once are handed over by %s, one by one by %s, in %s."
                                .formatted(
                                        String.join(", ", ours),
                                        String.join(", ", others),
                                        Words.some(settings, contests.size())));
    }

    private static boolean handsOverTrains(Result one) {
        return one.workload().equals("transfer") && together(one) > 1;
    }

    /** Goods that one thread hands over at a time. */
    private static long together(Result one) {
        Matcher size = TOGETHER.matcher(one.config());
        return size.find()
                ? Math.max(1, Long.parseLong(size.group(1)) / number(one, "producers"))
                : "mixed".equals(one.parameters().get("mode")) ? 1 : number(one, "batch");
    }

    /** A parameter that is 1 unless it is said. */
    private static long number(Result one, String parameter) {
        return one.parameters().get(parameter) instanceof Number number
                ? Math.max(1, number.longValue())
                : 1;
    }
}
