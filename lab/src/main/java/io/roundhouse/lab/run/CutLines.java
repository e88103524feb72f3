package io.roundhouse.lab.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The lines that a child prints, each cut off where it becomes too long: what follows, up to its
 * end, is read and forgotten, so that who prints without end fills no memory. Used by one thread.
 */
final class CutLines {

    private final BufferedReader in;
    private final int longest;

    /**
     * For what comes in.
     *
     * @param longest characters of a line that are kept
     */
    CutLines(InputStream in, int longest) {
        this.in = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        this.longest = longest;
    }

    /**
     * The next line, without its end, which is either character of one: between two of them a line
     * is empty. Null at the end of all. Waits.
     */
    @Nullable String next() throws IOException {
        int one = in.read();
        if (one < 0) {
            return null;
        }
        StringBuilder line = new StringBuilder();
        while (one >= 0 && one != '\n' && one != '\r') {
            if (line.length() < longest) {
                line.append((char) one);
            }
            one = in.read();
        }
        return line.toString();
    }
}
