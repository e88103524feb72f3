package io.roundhouse.lab.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.Locale;

/**
 * A stream for people or for a pipe. A {@code PrintStream} tells only that something could not be
 * written; this one knows whether that was because nobody reads it any more, as behind {@code head
 * -1}.
 */
public final class StandardOutput extends PrintStream {

    /** A system's words for it, where they are English; in others it is a problem like any. */
    private static final String BROKEN_PIPE = "broken pipe";

    private final Watched watched;

    public StandardOutput(OutputStream to, Charset charset) {
        this(new Watched(to), charset);
    }

    private StandardOutput(Watched watched, Charset charset) {
        super(watched, true, charset);
        this.watched = watched;
    }

    /** Whether the first thing that could not be written had no reader. */
    boolean readerIsGone() {
        return watched.problem.toLowerCase(Locale.ROOT).contains(BROKEN_PIPE);
    }

    /** Notes the first problem. */
    private static final class Watched extends FilterOutputStream {

        private volatile String problem = "";

        Watched(OutputStream to) {
            super(to);
        }

        @Override
        public void write(int b) throws IOException {
            try {
                out.write(b);
            } catch (IOException e) {
                throw noted(e);
            }
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            try {
                out.write(bytes, from, length);
            } catch (IOException e) {
                throw noted(e);
            }
        }

        @Override
        public void flush() throws IOException {
            try {
                out.flush();
            } catch (IOException e) {
                throw noted(e);
            }
        }

        private IOException noted(IOException problemNow) {
            if (problem.isEmpty()) {
                problem = String.valueOf(problemNow.getMessage());
            }
            return problemNow;
        }
    }
}
