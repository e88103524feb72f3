package io.roundhouse.lab.run;

import io.roundhouse.lab.run.ChildProcess.ChildFailure;
import io.roundhouse.lab.study.Cell;
import io.roundhouse.lab.workload.Setting;
import io.roundhouse.lab.workload.Workload;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Starts, asks and ends the processes of one setting's contenders. One that fails is ended, noted
 * and never asked again; when the run is stopped nobody is.
 */
final class Asking {

    /** What a first build of a program may take beyond the limit, its standard library included. */
    private static final long COMPILATION_MILLIS = 120_000;

    private final Workload workload;
    private final Setting setting;
    private final Cell cell;
    private final Children children;
    private final Progress progress;
    private final Collected out;
    private final int limitMillis;

    Asking(
            Workload workload,
            Setting setting,
            Cell cell,
            Children children,
            Progress progress,
            Collected out,
            int limitMillis) {
        this.workload = workload;
        this.setting = setting;
        this.cell = cell;
        this.children = children;
        this.progress = progress;
        this.out = out;
        this.limitMillis = limitMillis;
    }

    /** Starts its process; to be asked when it has come up. */
    void begin(Contender contender) {
        try {
            contender.child = children.start(contender.system, workload, workload.flags(setting));
            contender.opened = false;
        } catch (IOException | OutOfMemoryError e) { // such as no thread to read what it prints
            fail(contender, "cannot be started: " + e.getMessage());
        }
    }

    /** It needs no process any more, if it has one. */
    void end(Contender contender) {
        if (contender.child != null) {
            children.end(contender.child);
            contender.child = null;
        }
    }

    Optional<Map<String, Object>> describe(Contender contender) throws InterruptedException {
        return ask(contender, request("describe", "parameters", setting.values()), 0);
    }

    /** Sets its configuration up, compilation of a program included. */
    void open(Contender contender) throws InterruptedException {
        ask(contender, request("open", "variant", contender.choices), COMPILATION_MILLIS)
                .ifPresent(contender::opened);
    }

    /** Warms it up for that time; how that went, nothing if it fails. */
    Optional<WarmingUp.Slice> warm(Contender contender, int fork, int millis)
            throws InterruptedException {
        return ask(contender, request("warm", "millis", millis), 4L * millis)
                .map(answer -> contender.warmed(fork, answer));
    }

    /** A sample of that time. */
    Optional<Map<String, Object>> sample(Contender contender, int millis)
            throws InterruptedException {
        return ask(contender, request("sample", "millis", millis), 10L * millis);
    }

    /** A sample of that many items, which is expected to take that time. */
    Optional<Map<String, Object>> sampleOf(Contender contender, long items, int millis)
            throws InterruptedException {
        return ask(contender, request("sample", "items", items), 10L * millis);
    }

    private Optional<Map<String, Object>> ask(
            Contender contender, Map<String, Object> request, long expectedMillis)
            throws InterruptedException {
        if (contender.failed || children.stopped()) {
            return Optional.empty();
        }
        try {
            Map<String, Object> answer =
                    contender
                            .process()
                            .ask(request, Duration.ofMillis(expectedMillis + limitMillis));
            Optional<String> fault = Answer.fault(String.valueOf(request.get("do")), answer);
            fault.ifPresent(reason -> fail(contender, reason));
            return fault.isPresent() ? Optional.empty() : Optional.of(answer);
        } catch (ChildFailure e) {
            contender.wrong = e.wrong;
            fail(contender, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    /** It is out: its process ends, and the reason is kept with it. */
    void fail(Contender contender, String reason) {
        contender.failed = true;
        contender.reason = reason;
        if (contender.child != null) {
            children.discard(contender.child);
            contender.child = null;
        }
        if (!children.stopped()) {
            progress.note(workload.name() + ", " + contender.label() + ": " + reason);
        }
    }

    /** Tells the run that a system failed in this setting. */
    void report(Contender contender, String reason) {
        if (!children.stopped()) {
            out.failure(cell, setting, contender.system, reason);
        }
    }

    private static Map<String, Object> request(String what, Object... more) {
        Map<String, Object> request = new LinkedHashMap<>();
        request.put("do", what);
        for (int i = 0; i < more.length; i += 2) {
            request.put(more[i].toString(), more[i + 1]);
        }
        return request;
    }
}
