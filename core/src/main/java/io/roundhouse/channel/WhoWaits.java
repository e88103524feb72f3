package io.roundhouse.channel;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Says who waits for what, in a few lines, however many do: ten are described, with their places in
 * the code, and the others counted. To look for a place takes some microseconds of a thread that is
 * stopped for it.
 */
final class WhoWaits {
    private static final int MOST = 10;

    private WhoWaits() {}

    /** A line for each that is described, in order; and one for others that wait at one place. */
    static List<String> lines(List<Process.Look> looks) {
        Set<Process.Look> described = described(looks);
        List<String> lines = new ArrayList<>();
        for (Process.Look each : described.size() == looks.size() ? looks : described) {
            lines.add(each.report());
        }
        lines.addAll(counts(looks, described));
        return lines;
    }

    /** One for each place at which somebody waits first; then those that came first. */
    private static Set<Process.Look> described(List<Process.Look> looks) {
        Set<Process.Look> chosen = new LinkedHashSet<>();
        Set<Integer> places = new HashSet<>();
        for (Process.Look each : looks) {
            if (chosen.size() == MOST) {
                return chosen;
            }
            if (places.add(each.obstacle().where())) {
                chosen.add(each);
            }
        }
        for (Process.Look each : looks) {
            if (chosen.size() == MOST) {
                return chosen;
            }
            chosen.add(each);
        }
        return chosen;
    }

    private static List<String> counts(List<Process.Look> looks, Set<Process.Look> described) {
        Map<Integer, Integer> counts = new LinkedHashMap<>();
        Map<Integer, Process.Look> examples = new LinkedHashMap<>();
        for (Process.Look each : looks) {
            if (!described.contains(each)) {
                counts.merge(each.obstacle().where(), 1, Integer::sum);
                examples.putIfAbsent(each.obstacle().where(), each);
            }
        }
        List<String> lines = new ArrayList<>();
        int left = looks.size() - described.size();
        for (Map.Entry<Integer, Process.Look> each : examples.entrySet()) {
            if (lines.size() == MOST) {
                lines.add("and " + left + " more at other places");
                return lines;
            }
            int count = counts.getOrDefault(each.getKey(), 0);
            left -= count;
            lines.add("and " + count + " more: each " + each.getValue().obstacle());
        }
        return lines;
    }
}
