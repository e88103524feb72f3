package io.roundhouse.lab.report;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;

/** Writes the moment of a run for people. */
final class Dates {

    private static final DateTimeFormatter SAID =
            DateTimeFormatter.ofPattern("d MMMM yyyy, HH:mm 'UTC'", Locale.ENGLISH)
                    .withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("yyyy-MM-dd", Locale.ROOT).withZone(ZoneOffset.UTC);

    private Dates() {}

    /** Such as {@code 21 November 2026, 10:00 UTC}; a date that cannot be read stays as it is. */
    static String said(String date) {
        return parse(date).map(SAID::format).orElse(date);
    }

    /** Such as {@code 2026-11-21}; {@code undated} for a date that cannot be read. */
    static String day(String date) {
        return parse(date).map(DAY::format).orElse("undated");
    }

    private static Optional<Instant> parse(String date) {
        try {
            return Optional.of(Instant.parse(date));
        } catch (DateTimeParseException notAnInstant) {
            return Optional.empty();
        }
    }
}
