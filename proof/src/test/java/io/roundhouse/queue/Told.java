package io.roundhouse.queue;

import io.roundhouse.proof.History;
import java.util.List;
import java.util.stream.IntStream;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/** What is done to a queue, and what came of it. */
public abstract class Told {
    private static final int BATCH = 2;

    private final Subject queue;
    private final History history = new History();

    Told(Subject queue) {
        this.queue = queue;
    }

    final void put() {
        int number = history.number();
        int from = history.begins();
        put(from, List.of(number), queue.offer(number) ? 1 : 0);
    }

    final void putMany() {
        putMany(BATCH);
    }

    final void putMany(int count) {
        List<Integer> numbers = IntStream.range(0, count).mapToObj(_ -> history.number()).toList();
        int from = history.begins();
        put(from, numbers, queue.offerMany(numbers));
    }

    private void put(int from, List<Integer> numbers, int count) {
        List<History.Step> steps = History.steps(History.Kind.PUT, numbers.subList(0, count));
        if (count < numbers.size()) {
            steps.add(History.step(History.Kind.REFUSED));
        }
        history.ends(from, steps);
    }

    final void take() {
        int from = history.begins();
        int element = queue.poll();
        taken(from, element == 0 ? List.of() : List.of(element));
    }

    final void takeMany() {
        int from = history.begins();
        taken(from, queue.pollMany(BATCH));
    }

    final void takeList(int most) {
        int from = history.begins();
        taken(from, queue.pollList(most));
    }

    private void taken(int from, List<Integer> elements) {
        history.ends(
                from,
                elements.isEmpty()
                        ? List.of(History.step(History.Kind.NOTHING))
                        : History.steps(History.Kind.TAKEN, elements));
    }

    final void look() {
        int from = history.begins();
        int element = queue.peek();
        history.ends(
                from,
                element == 0
                        ? List.of(History.step(History.Kind.NOTHING))
                        : History.steps(History.Kind.SEEN, List.of(element)));
    }

    final void takeOut(int element) {
        if (queue.removes()) {
            int from = history.begins();
            History.Kind kind =
                    queue.remove(element) ? History.Kind.REMOVED : History.Kind.NOT_THERE;
            history.ends(from, List.of(new History.Step(kind, element)));
        }
    }

    /** A filter need not see what is put meanwhile. */
    final void takeOutIf(int element) {
        if (queue.removes()) {
            int from = history.begins();
            if (queue.removeIf(element)) {
                history.ends(from, List.of(new History.Step(History.Kind.REMOVED, element)));
            }
        }
    }

    @Operation(runOnce = true)
    public void close() {
        int from = history.begins();
        queue.close();
        history.ends(from, List.of(History.step(History.Kind.CLOSED)));
    }

    /** When all is over. */
    @Validate
    public void couldHaveBeenDoneOneAfterTheOther() {
        int element;
        do {
            int from = history.begins();
            element = queue.poll();
            taken(from, element == 0 ? List.of() : List.of(element));
        } while (element != 0);
        history.check(queue.bound());
    }
}
