package io.roundhouse.actor;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What the library logs. Tests run one after another: its logger is one for all. */
final class Logged {
    private Logged() {}

    /** All that is logged while the body runs, by whatever thread; it goes nowhere else. */
    static List<LogRecord> during(Runnable body) {
        return during(_ -> body.run());
    }

    /** Likewise; the body may look at what there is so far. */
    static List<LogRecord> during(Consumer<List<LogRecord>> body) {
        List<LogRecord> records = new CopyOnWriteArrayList<>();
        Logger logger = Logger.getLogger("io.roundhouse");
        Handler handler =
                new Handler() {
                    @Override
                    public void publish(LogRecord record) {
                        records.add(record);
                    }

                    @Override
                    public void flush() {}

                    @Override
                    public void close() {}
                };
        logger.addHandler(handler);
        logger.setUseParentHandlers(false);
        try {
            body.accept(records);
        } finally {
            logger.removeHandler(handler);
            logger.setUseParentHandlers(true);
        }
        return records;
    }
}
