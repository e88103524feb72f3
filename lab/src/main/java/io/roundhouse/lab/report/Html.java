package io.roundhouse.lab.report;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;

/**
 * Writes HTML. Whatever is given as text or as the value of an attribute is escaped, so nothing
 * that comes from data can become markup; only {@link #style} and {@link #script} write as it is,
 * and take nothing but the report's own files.
 */
final class Html {

    private static final Set<String> VOID = Set.of("meta", "link", "br", "hr");

    private final StringBuilder out = new StringBuilder("<!DOCTYPE html>\n");
    private final Deque<String> open = new ArrayDeque<>();

    /**
     * Opens an element.
     *
     * @param tag its name
     * @param attributes names and values in turn
     */
    Html open(String tag, String... attributes) {
        out.append('<').append(tag);
        for (int i = 0; i < attributes.length; i += 2) {
            out.append(' ')
                    .append(attributes[i])
                    .append("=\"")
                    .append(escape(attributes[i + 1]))
                    .append('"');
        }
        out.append('>');
        if (!VOID.contains(tag)) {
            open.push(tag);
        }
        return this;
    }

    /** Closes the element opened last. */
    Html close() {
        String tag = open.pop();
        out.append("</").append(tag).append('>');
        if (!tag.equals("td") && !tag.equals("th") && !tag.equals("span") && !tag.equals("b")) {
            out.append('\n');
        }
        return this;
    }

    /** Writes text. */
    Html text(String text) {
        out.append(escape(text));
        return this;
    }

    /** Writes an element with nothing but text in it. */
    Html element(String tag, String text, String... attributes) {
        return open(tag, attributes).text(text).close();
    }

    /** Writes a style sheet of the report's own. */
    Html style(String css) {
        out.append("<style>\n").append(css).append("</style>\n");
        return this;
    }

    /** Writes a script of the report's own, exactly: the page's policy knows its hash. */
    Html script(String javascript) {
        out.append("<script>").append(javascript).append("</script>\n");
        return this;
    }

    /**
     * Writes data for a script.
     *
     * @param id of the element that holds it
     * @param json the data; characters that could end the element or mean something to HTML are
     *     escaped
     */
    Html data(String id, String json) {
        out.append("<script type=\"application/json\" id=\"").append(escape(id)).append("\">");
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            if (c == '<' || c == '>' || c == '&' || c == '\u2028' || c == '\u2029') {
                out.append("\\u%04x".formatted((int) c));
            } else {
                out.append(c);
            }
        }
        out.append("</script>\n");
        return this;
    }

    /** The page; all that was opened must be closed. */
    String page() {
        if (!open.isEmpty()) {
            throw new IllegalStateException("left open: " + open);
        }
        return out.toString();
    }

    /**
     * A text in which nothing is markup. Control characters, which HTML does not allow, become a
     * replacement character.
     */
    static String escape(String text) {
        StringBuilder safe = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '&' -> safe.append("&amp;");
                case '"' -> safe.append("&quot;");
                case '\'' -> safe.append("&#39;");
                default ->
                        safe.append(
                                Character.isISOControl(c) && c != '\n' && c != '\t' ? '\ufffd' : c);
            }
        }
        return safe.toString();
    }
}
