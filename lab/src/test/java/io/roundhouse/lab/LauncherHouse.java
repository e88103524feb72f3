package io.roundhouse.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A house of its own for the launcher, whose path has a space in it, with JDKs and a Maven that
 * only note that they were run.
 */
final class LauncherHouse {

    /** How it exits where it cannot start the lab. */
    static final int CANNOT_START = 3;

    private static final List<String> TOOLS =
            List.of(
                    "basename",
                    "bash",
                    "cat",
                    "cmp",
                    "dirname",
                    "readlink",
                    "uname",
                    "find",
                    "head",
                    "grep",
                    "sed",
                    "ln",
                    "mv",
                    "rm",
                    "mkdir",
                    "sleep",
                    "stty");

    private final Path temporary;

    /** The folder that the launcher is in. */
    final Path house;

    final Path jdks;

    /** All that is on PATH, but for the machine's own tools. */
    final Path bin;

    LauncherHouse(Path temporary) throws IOException {
        this.temporary = temporary;
        house = Files.createDirectories(temporary.resolve("a round house"));
        jdks = Files.createDirectories(temporary.resolve("some jdks"));
        bin = Files.createDirectories(temporary.resolve("bin"));
        Files.copy(
                Path.of("..", "roundhouse").toAbsolutePath().normalize(),
                house.resolve("roundhouse"));
        executable(house.resolve("roundhouse"));
        for (String pom : List.of("", "core/", "lab/", "lab/peers/", "lab/peers/one/")) {
            write(house.resolve(pom + "pom.xml"), "<project/>");
        }
        for (String module : List.of("core", "lab", "lab/peers/one")) {
            write(house.resolve(module + "/src/main/java/A.java"), "class A {}");
        }
        script(
                bin.resolve("mvn"),
                // Like the compiler plugin, it compiles all when the list of sources is not that of
                // the last time, and only then takes away the classes that it made.
                """
                if [ "${!#}" = --version ]; then
                    echo "Apache Maven ${MAVEN:-3.8.7} (a build of its own)"
                    exit
                fi
                echo "$JAVA_HOME $*" >> maven-ran
                [ -z "${GATE:-}" ] || read -r _ < "$GATE"
                if [ -n "${BREAK_THE_BUILD:-}" ]; then
                    echo "[ERROR] A.java: a planted mistake"
                    exit 1
                fi
                for module in core lab lab/peers/one; do
                    classes=$module/target/classes
                    status=$module/target/maven-status
                    mkdir -p $classes $module/target/lib $status
                    find $module/src -name '*.java' > sources
                    if [ -f $status/inputFiles.lst ] && ! cmp -s sources $status/inputFiles.lst; then
                        while read -r class; do rm $classes/$class; done < $status/createdFiles.lst
                    fi
                    cat sources > $status/inputFiles.lst
                    : > $status/createdFiles.lst
                    while read -r source; do
                        class=$(basename $source .java).class
                        echo > $classes/$class
                        echo $class >> $status/createdFiles.lst
                    done < sources
                done
                """);
    }

    record Run(int status, String out, String err) {}

    Run launch() throws Exception {
        return run(launcher());
    }

    /**
     * Runs the launcher to its end; what it writes goes through files, so that it never waits for a
     * reader.
     */
    Run run(ProcessBuilder launcher, String... arguments) throws Exception {
        Path out = temporary.resolve("out");
        Path err = temporary.resolve("err");
        launcher.command(Stream.concat(launcher.command().stream(), Stream.of(arguments)).toList());
        Process process = launcher.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        int status = process.waitFor();
        return new Run(status, Files.readString(out), Files.readString(err));
    }

    ProcessBuilder launcher(String... variables) {
        ProcessBuilder builder = launcher(house.resolve("roundhouse"));
        for (int i = 0; i < variables.length; i += 2) {
            builder.environment().put(variables[i], variables[i + 1]);
        }
        return builder;
    }

    /**
     * A launcher that sees no JDK and no Maven but ours; of the machine's own tools it needs a few.
     */
    ProcessBuilder launcher(Path script) {
        ProcessBuilder builder = new ProcessBuilder(script.toString());
        builder.environment().keySet().removeIf(name -> name.startsWith("JAVA"));
        builder.environment().put("PATH", bin + ":" + tools());
        builder.environment().put("ROUNDHOUSE_JDK_ROOTS", temporary.resolve("none") + ":" + jdks);
        return builder;
    }

    /** A folder of the tools that the launcher needs, and no others: /usr/bin may hold a java. */
    private Path tools() {
        Path tools = temporary.resolve("tools");
        for (String tool : TOOLS) {
            Path stand = tools.resolve(tool);
            if (!Files.exists(stand)) {
                try {
                    write(stand, "#!/bin/sh\nexec '" + locate(tool) + "' \"$@\"\n");
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                executable(stand);
            }
        }
        return tools;
    }

    static Path locate(String tool) {
        return Stream.of(System.getenv("PATH").split(":"))
                .map(folder -> Path.of(folder, tool))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + tool + " on PATH"));
    }

    Path jdk(String name, String version) throws IOException {
        Path jdk = Files.createDirectories(jdks.resolve(name + "/bin")).getParent();
        write(
                jdk.resolve("release"),
                "IMPLEMENTOR=\"us\"\nJAVA_VERSION=\"" + version + "\"\nOS_NAME=\"any\"\n");
        script(jdk.resolve("bin/javac"), "");
        script(
                jdk.resolve("bin/java"),
                """
                echo "java of %s"
                echo "in $PWD"
                for argument; do printf '%%s\\n' "$argument"; done
                exit ${STATUS:-0}
                """
                        .formatted(name));
        return jdk;
    }

    List<String> mavenRuns() throws IOException {
        Path runs = house.resolve("maven-ran");
        return Files.exists(runs) ? Files.readAllLines(runs) : List.of();
    }

    static void touch(Path path) throws IOException {
        age(path, 60);
    }

    static void age(Path path, int seconds) throws IOException {
        Files.setLastModifiedTime(path, FileTime.from(Instant.now().plusSeconds(seconds)));
    }

    static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    static void script(Path file, String text) throws IOException {
        write(file, "#!/usr/bin/env bash\n" + text);
        executable(file);
    }

    private static void executable(Path file) {
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
