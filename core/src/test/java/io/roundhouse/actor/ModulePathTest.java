package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Roundhouse;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Library and user on the module path: an interface that only its own package may see. */
@Timeout(60)
final class ModulePathTest {
    private static final String USER =
            """
            package user.plain;

            import io.roundhouse.Roundhouse;
            import io.roundhouse.actor.ActorOptions;
            import java.lang.invoke.MethodHandles;
            import java.util.function.Consumer;

            public final class User {
                interface Count {
                    long plus(long more);
                }

                public interface Exported {
                    long plus(More more);
                }

                record More(long more) {}

                public static String exported() {
                    return exported(with -> {});
                }

                public static String exportedWithLookup() {
                    return exported(with -> with.in(MethodHandles.lookup()));
                }

                private static String exported(Consumer<ActorOptions> with) {
                    try (Roundhouse house = Roundhouse.open()) {
                        Exported actor = house.actor(Exported.class, () -> more -> 1 + more.more(), with);
                        return "" + actor.plus(new More(1));
                    } catch (IllegalArgumentException e) {
                        return e.getMessage();
                    }
                }

                public static String asItComes() {
                    return count(with -> {});
                }

                public static String withLookup() {
                    return count(with -> with.in(MethodHandles.lookup()));
                }

                private static String count(Consumer<ActorOptions> with) {
                    try (Roundhouse house = Roundhouse.open()) {
                        return "" + house.actor(Count.class, () -> more -> 1 + more, with).plus(1);
                    } catch (IllegalArgumentException e) {
                        return e.getMessage();
                    }
                }
            }
            """;

    @TempDir Path folder;

    @Test
    void whatIsClosedIsReachedByALookupAndTheMessageSaysSo() throws Exception {
        Class<?> user = user("module user.app { requires io.roundhouse; exports user.plain; }");
        assertThat(call(user, "asItComes"))
                .contains("cannot reach interface user.plain.User$Count of module user.app")
                .contains("with.in(MethodHandles.lookup())")
                .contains("`opens user.plain to io.roundhouse;`");
        assertThat(call(user, "withLookup")).isEqualTo("2");
    }

    @Test
    void whatIsOpenedAsTheMessageSaysIsReachedAsItComes() throws Exception {
        Class<?> user =
                user(
                        "module user.app { requires io.roundhouse; exports user.plain;"
                                + " opens user.plain to io.roundhouse; }");
        assertThat(call(user, "asItComes")).isEqualTo("2");
    }

    /** The interface may be used from outside of its package, but not what it mentions. */
    @Test
    void whatOnlyThePackageMaySeeIsReachedByALookupAndTheMessageSaysSo() throws Exception {
        Class<?> user = user("module user.app { requires io.roundhouse; exports user.plain; }");
        assertThat(call(user, "exported"))
                .contains("method plus of user.plain.User$Exported mentions user.plain.User$More")
                .contains("with.in(MethodHandles.lookup()) in a class of package user.plain");
        assertThat(call(user, "exportedWithLookup")).isEqualTo("2");
    }

    private static String call(Class<?> user, String method) throws ReflectiveOperationException {
        return (String) user.getMethod(method).invoke(null);
    }

    private Class<?> user(String moduleInfo) throws Exception {
        Path library =
                Path.of(
                        Roundhouse.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toURI());
        Path classes = compiled(moduleInfo, library);
        ModuleLayer boot = ModuleLayer.boot();
        Configuration found =
                boot.configuration()
                        .resolve(
                                ModuleFinder.of(library, classes),
                                ModuleFinder.of(),
                                Set.of("user.app"));
        return boot.defineModulesWithOneLoader(found, ClassLoader.getPlatformClassLoader())
                .findLoader("user.app")
                .loadClass("user.plain.User");
    }

    private Path compiled(String moduleInfo, Path library) throws Exception {
        Path sources = Files.createDirectories(folder.resolve("sources"));
        Path classes = Files.createDirectories(folder.resolve("classes"));
        Path module = Files.writeString(sources.resolve("module-info.java"), moduleInfo);
        Path user = Files.writeString(sources.resolve("User.java"), USER);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options =
                    List.of("-proc:none", "-d", "" + classes, "--module-path", "" + library);
            boolean well =
                    compiler.getTask(
                                    null,
                                    files,
                                    null,
                                    options,
                                    null,
                                    files.getJavaFileObjects(module, user))
                            .call();
            assertThat(well).isTrue();
        }
        return classes;
    }
}
