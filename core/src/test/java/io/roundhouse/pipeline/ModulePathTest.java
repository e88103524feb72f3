package io.roundhouse.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.pipeline.elsewhere.User;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The library on the module path, its user on the class path. */
class ModulePathTest {
    @Test
    void anInterfaceOfTheClassPathIsAWayIn() throws Exception {
        ClassLoader library = library().findLoader("io.roundhouse");
        try (URLClassLoader loader = new URLClassLoader(new URL[] {place(User.class)}, library)) {
            Class<?> type = loader.loadClass(User.class.getName());
            Supplier<?> user = (Supplier<?>) type.getDeclaredConstructor().newInstance();

            assertThat(user.get()).isEqualTo(List.of(0, 1));
            Class<?> used = loader.loadClass(Pipeline.class.getName());
            assertThat(used.getModule().getName()).isEqualTo("io.roundhouse");
        }
    }

    private static ModuleLayer library() throws Exception {
        ModuleLayer boot = ModuleLayer.boot();
        Configuration found =
                boot.configuration()
                        .resolve(
                                ModuleFinder.of(Path.of(place(Pipeline.class).toURI())),
                                ModuleFinder.of(),
                                Set.of("io.roundhouse"));
        return boot.defineModulesWithOneLoader(found, ClassLoader.getPlatformClassLoader());
    }

    private static URL place(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }
}
