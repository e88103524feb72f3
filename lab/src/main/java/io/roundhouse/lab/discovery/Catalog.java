package io.roundhouse.lab.discovery;

import io.roundhouse.lab.discovery.FoundSystem.Implementation;
import io.roundhouse.lab.study.Study;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.workload.Workload;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Everything there is to run: what is in the lab's own classes, and the systems in {@code
 * lab/peers}.
 *
 * @param workloads by name
 * @param studies by name
 * @param systems by name
 */
public record Catalog(
        Map<String, Workload> workloads,
        Map<String, Study> studies,
        Map<String, FoundSystem> systems) {

    /** Scans the folder of the lab's own classes and the peers beside it. */
    public static Catalog scan() {
        Path classes = labClasses();
        return scan(
                List.of(classes),
                classes.resolve("../../peers").normalize()); // from lab/target/classes
    }

    /**
     * Scans these folders for all three, and each folder of {@code peers} for systems.
     *
     * @param folders class folders that are on this process's own class path
     * @param peers a folder of modules, each with {@code target/classes} and {@code target/lib};
     *     may be missing
     */
    public static Catalog scan(List<Path> folders, Path peers) {
        Map<String, Workload> workloads = new TreeMap<>();
        Map<String, Study> studies = new TreeMap<>();
        Map<String, FoundSystem> systems = new TreeMap<>();
        List<Path> ownPath = ownClassPath();
        List<ClassFolder> own = folders.stream().map(ClassFolder::new).toList();
        for (ClassFolder folder : own) {
            for (String name : folder.instantiable()) {
                var interfaces = folder.interfacesOf(name, own);
                if (interfaces.contains(Workload.class.getName())) {
                    Workload workload = instance(name, Workload.class);
                    workloads.put(workload.name(), workload);
                }
                if (interfaces.contains(Study.class.getName())) {
                    Study study = instance(name, Study.class);
                    studies.put(study.name(), study);
                }
                addSystem(systems, folder, own, name, ownPath, ownPath);
            }
        }
        for (Path module : modules(peers)) {
            addPeer(systems, module, own, ownPath);
        }
        return new Catalog(workloads, studies, systems);
    }

    private static void addPeer(
            Map<String, FoundSystem> systems,
            Path module,
            List<ClassFolder> own,
            List<Path> ownPath) {
        Path classes = module.resolve("target/classes");
        String name = module.getFileName().toString();
        if (!Files.isDirectory(classes)) {
            systems.putIfAbsent(
                    name,
                    new FoundSystem(
                            name,
                            false,
                            false,
                            "",
                            Map.of(),
                            List.of(),
                            "not built; run mvn -q compile in the checkout"));
            return;
        }
        List<Path> jars = jars(module.resolve("target/lib"));
        List<Path> classPath = new ArrayList<>();
        classPath.add(classes);
        classPath.addAll(jars);
        classPath.addAll(ownPath);
        ClassFolder folder = new ClassFolder(classes);
        for (String className : folder.instantiable()) {
            addSystem(systems, folder, own, className, classPath, jars);
        }
    }

    private static void addSystem(
            Map<String, FoundSystem> systems,
            ClassFolder folder,
            List<ClassFolder> own,
            String className,
            List<Path> classPath,
            List<Path> jars) {
        Optional<Map<String, Object>> annotation = folder.annotation(className, SystemInfo.class);
        if (annotation.isEmpty()) {
            return;
        }
        Map<String, Object> info = annotation.get();
        String name = text(info, "name");
        String missing = missing(info, jars);
        FoundSystem before = systems.get(name);
        Implementation implementation =
                new Implementation(
                        className,
                        missing.isEmpty() ? version(info, jars) : "",
                        text(info, "guarantees"));
        Map<String, Implementation> byAdapter = new LinkedHashMap<>();
        if (before != null) {
            byAdapter.putAll(before.byAdapter());
        }
        folder.interfacesOf(className, own)
                .forEach(adapter -> byAdapter.put(adapter, implementation));
        systems.put(
                name,
                new FoundSystem(
                        name,
                        Boolean.TRUE.equals(info.get("showDefault")),
                        Boolean.TRUE.equals(info.get("bound")),
                        text(info, "about").isEmpty() && before != null
                                ? before.about()
                                : text(info, "about"),
                        byAdapter,
                        classPath,
                        missing));
    }

    private static String version(Map<String, Object> info, List<Path> jars) {
        String version = text(info, "version");
        if (!version.isEmpty()) {
            return version;
        }
        if (info.get("versionCommand") instanceof List<?> command) {
            return InstalledVersion.of(command.stream().map(Object::toString).toList());
        }
        String artifact = text(info, "artifact");
        return artifact.isEmpty()
                ? "JDK " + Runtime.version().feature()
                : versionOf(artifact, jars).orElse("");
    }

    /** The version in the name of the artifact's jar. */
    static Optional<String> versionOf(String artifact, List<Path> jars) {
        return jars.stream()
                .map(jar -> jar.getFileName().toString())
                .filter(jar -> jar.matches(artifact + "-[0-9].*\\.jar"))
                .map(jar -> jar.substring(artifact.length() + 1, jar.length() - ".jar".length()))
                .findFirst();
    }

    private static String missing(Map<String, Object> info, List<Path> jars) {
        String artifact = text(info, "artifact");
        if (!artifact.isEmpty() && versionOf(artifact, jars).isEmpty()) {
            return "its library " + artifact + " is not there; run mvn -q compile in the checkout";
        }
        if (info.get("needs") instanceof List<?> commands) {
            for (Object command : commands) {
                if (!onPath(command.toString())) {
                    return command + " not found; install " + text(info, "install");
                }
            }
        }
        return "";
    }

    private static boolean onPath(String command) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .flatMap(folder ->
                        Stream.of(Path.of(folder, command), Path.of(folder, command + ".exe")))
                .anyMatch(Files::isExecutable);
    }

    private static String text(Map<String, Object> info, String name) {
        return info.getOrDefault(name, "").toString();
    }

    private static <T> T instance(String className, Class<T> type) {
        try {
            return type.cast(Class.forName(className).getConstructor().newInstance());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    className + " needs a public constructor without arguments", e);
        }
    }

    private static List<Path> modules(Path peers) {
        if (!Files.isDirectory(peers)) {
            return List.of();
        }
        return list(peers).stream()
                .filter(module -> Files.exists(module.resolve("pom.xml")))
                .toList();
    }

    private static List<Path> jars(Path lib) {
        return Files.isDirectory(lib) ? list(lib) : List.of();
    }

    private static List<Path> list(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The class path of this process: a child of the lab's own systems gets the same. */
    private static List<Path> ownClassPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.isEmpty())
                .map(entry -> Path.of(entry).toAbsolutePath())
                .toList();
    }

    /** {@code lab/target/classes}, also where this class comes from the jar beside it. */
    private static Path labClasses() {
        try {
            Path code =
                    Path.of(
                            Catalog.class
                                    .getProtectionDomain()
                                    .getCodeSource()
                                    .getLocation()
                                    .toURI());
            return Files.isDirectory(code) ? code : code.resolveSibling("classes");
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
