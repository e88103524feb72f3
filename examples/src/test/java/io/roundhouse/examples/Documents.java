package io.roundhouse.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The Java in the project's Markdown files. Each block stands below a line {@code <!-- example:
 * Class#region -->} and is, word for word, that region of that class of the examples:
 *
 * <pre>{@code
 * // @start region="region"
 * ...
 * // @end
 * }</pre>
 */
record Documents(Path root, Path examples) {

    private static final Pattern BLOCK =
            Pattern.compile("(?ms)^(?:<!-- example: (\\w+)#([\\w-]+) -->\\n)?```java\\n(.*?)^```$");

    /** A link's target, up to its anchor, that is not an address on the web. */
    private static final Pattern LINK = Pattern.compile("]\\((?!\\w+:)([^)#\\s]+)(?:#[^)]*)?\\)");

    /** One block of Java, and where it says that it comes from. */
    record Block(
            Path file, int line, Optional<String> type, Optional<String> region, String text) {}

    /** What is wrong: one line a block that is not in the examples. */
    List<String> strangers() throws IOException {
        List<String> found = new ArrayList<>();
        for (Block block : blocks()) {
            whatIsWrong(block)
                    .ifPresent(wrong ->
                            found.add(
                                    root.relativize(block.file) + ":" + block.line + ": " + wrong));
        }
        return found;
    }

    /** Links to files of the project that are not there: one line each. */
    List<String> deadLinks() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path file : markdown()) {
            Matcher match = LINK.matcher(Files.readString(file));
            while (match.find()) {
                if (!Files.exists(file.resolveSibling(match.group(1)))) {
                    found.add(root.relativize(file) + ": " + match.group(1));
                }
            }
        }
        return found;
    }

    /** Records of decisions that are longer than a page, or not in the index: one line each. */
    List<String> wrongRecords(int mostWords) throws IOException {
        Path design = root.resolve("docs/design");
        String index = Files.readString(design.resolve("README.md"));
        List<String> found = new ArrayList<>();
        for (Path file : markdown()) {
            String name = file.getFileName().toString();
            if (!file.startsWith(design) || name.equals("README.md")) {
                continue;
            }
            long words = Files.readString(file).strip().split("\\s+").length;
            if (words > mostWords) {
                found.add(name + ": " + words + " words");
            }
            if (!index.contains("](" + name + ")")) {
                found.add(name + ": not in the index");
            }
        }
        return found;
    }

    List<Block> blocks() throws IOException {
        List<Block> blocks = new ArrayList<>();
        for (Path file : markdown()) {
            String text = Files.readString(file);
            Matcher match = BLOCK.matcher(text);
            while (match.find()) {
                int line = (int) text.substring(0, match.start()).lines().count() + 1;
                blocks.add(
                        new Block(
                                file,
                                line,
                                Optional.ofNullable(match.group(1)),
                                Optional.ofNullable(match.group(2)),
                                match.group(3)));
            }
        }
        return blocks;
    }

    private List<Path> markdown() throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> top = Files.list(root)) {
            top.filter(file -> file.toString().endsWith(".md")).forEach(files::add);
        }
        if (Files.isDirectory(root.resolve("docs"))) {
            try (Stream<Path> docs = Files.walk(root.resolve("docs"))) {
                docs.filter(file -> file.toString().endsWith(".md")).forEach(files::add);
            }
        }
        return files.stream().sorted().toList();
    }

    private Optional<String> whatIsWrong(Block block) throws IOException {
        if (block.type.isEmpty()) {
            return Optional.of("no line <!-- example: Class#region --> above this block");
        }
        Path source = examples.resolve(block.type.get() + ".java");
        if (!Files.exists(source)) {
            return Optional.of("there is no example " + block.type.get());
        }
        Optional<String> region = region(Files.readString(source), block.region.orElseThrow());
        if (region.isEmpty()) {
            return Optional.of(block.type.get() + " has no region " + block.region.get());
        }
        return region.get().equals(block.text)
                ? Optional.empty()
                : Optional.of("differs from the example, which says\n" + region.get());
    }

    private static Optional<String> region(String source, String name) {
        Matcher match =
                Pattern.compile("(?ms)^ *// @start region=\"" + name + "\"\\n(.*?)^ *// @end$")
                        .matcher(source);
        return match.find()
                ? Optional.of(match.group(1).stripTrailing().stripIndent() + "\n")
                : Optional.empty();
    }
}
