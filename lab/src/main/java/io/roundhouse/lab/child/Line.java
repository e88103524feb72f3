package io.roundhouse.lab.child;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * One line between the lab and a child: a record separator (as in JSON text sequences, RFC 7464)
 * and a JSON object.
 *
 * <p>The separator tells it from whatever else a system or its JVM prints on the same stream. Only
 * the streaming part of the JSON library is used, so that a child starts fast and brings no data
 * binding onto a peer's class path.
 */
public final class Line {

    private static final char SEPARATOR = '\u001e';
    private static final JsonFactory JSON = new JsonFactory();

    private Line() {}

    /** An object of strings, numbers, booleans, maps and lists as a line, without its newline. */
    public static String format(Map<String, ?> object) {
        StringWriter text = new StringWriter().append(SEPARATOR);
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            write(json, object);
        }
        return text.toString();
    }

    /** The object in a line that may have strays before it; empty if there is none. */
    public static Optional<Map<String, Object>> parse(String line) {
        int at = line.lastIndexOf(SEPARATOR);
        if (at < 0) {
            return Optional.empty();
        }
        try (JsonParser json =
                JSON.createParser(ObjectReadContext.empty(), line.substring(at + 1))) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                return Optional.empty();
            }
            return Optional.of(readObject(json));
        } catch (JacksonException e) {
            return Optional.empty(); // a stray after our separator: as good as no answer
        }
    }

    private static void write(JsonGenerator json, Object value) {
        switch (value) {
            case Map<?, ?> object -> {
                json.writeStartObject();
                object.forEach((name, member) -> {
                    json.writeName(name.toString());
                    write(json, member);
                });
                json.writeEndObject();
            }
            case Iterable<?> list -> {
                json.writeStartArray();
                list.forEach(member -> write(json, member));
                json.writeEndArray();
            }
            case Boolean truth -> json.writeBoolean(truth);
            case Integer number -> json.writeNumber(number);
            case Long number -> json.writeNumber(number);
            case Number number -> json.writeNumber(number.doubleValue());
            default -> json.writeString(value.toString());
        }
    }

    private static Map<String, Object> readObject(JsonParser json) {
        Map<String, Object> object = new LinkedHashMap<>();
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String name = json.currentName();
            json.nextToken();
            object.put(name, readValue(json));
        }
        return object;
    }

    private static Object readValue(JsonParser json) {
        return switch (json.currentToken()) {
            case START_OBJECT -> readObject(json);
            case START_ARRAY -> {
                List<Object> list = new ArrayList<>();
                while (json.nextToken() != JsonToken.END_ARRAY) {
                    list.add(readValue(json));
                }
                yield list;
            }
            case VALUE_NUMBER_INT -> json.getLongValue();
            case VALUE_NUMBER_FLOAT -> json.getDoubleValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> json.getString();
        };
    }
}
