package io.roundhouse.lab.model;

import java.nio.file.Path;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes and reads {@link LabResult} as JSON. Readers ignore fields they do not know, so the file
 * may grow.
 */
public final class ResultFile {

    private static final JsonMapper MAPPER =
            JsonMapper.builder()
                    .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
                    .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                    .build();

    private ResultFile() {}

    /** The run as indented JSON, arrays on one line, ending in a newline. */
    public static String toJson(LabResult result) {
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
        printer.indentObjectsWith(new DefaultIndenter("  ", "\n"));
        return MAPPER.writer().with(printer).writeValueAsString(result) + "\n";
    }

    /** The run in a file's text. */
    public static LabResult fromJson(String json) {
        return MAPPER.readValue(json, LabResult.class);
    }

    /** The run in a file. */
    public static LabResult read(Path file) {
        return MAPPER.readValue(file.toFile(), LabResult.class);
    }
}
