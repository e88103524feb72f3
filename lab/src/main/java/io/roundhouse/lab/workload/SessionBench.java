package io.roundhouse.lab.workload;

import io.roundhouse.lab.system.Session;

/**
 * A bench that takes its samples of one session of a system and ends it.
 *
 * @param <S> what the system calls a session
 */
abstract class SessionBench<S extends Session> implements Bench {

    final S session;

    SessionBench(S session) {
        this.session = session;
    }

    @Override
    public final String config() {
        return session.config();
    }

    @Override
    public final void close() {
        session.close();
    }
}
