package io.roundhouse.lab;

import io.roundhouse.lab.discovery.Catalog;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;

/** The lab's own catalog and the bad systems of these tests, without peers. */
public final class TestCatalog {

    private TestCatalog() {}

    public static Catalog scan() {
        return Catalog.scan(
                List.of(codeOf(Catalog.class), codeOf(TestCatalog.class)),
                Path.of("no-such-folder"));
    }

    private static Path codeOf(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }
}
