package io.roundhouse.lab.discovery;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationElement;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The classes of one folder, as the Class-File API reads them. */
final class ClassFolder {

    private final Map<String, ClassModel> byName = new TreeMap<>();

    /** Reads a folder; one that is not there is empty. */
    ClassFolder(Path root) {
        if (!Files.isDirectory(root)) {
            return;
        }
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : (Iterable<Path>) files.filter(ClassFolder::isClass)::iterator) {
                ClassModel model = ClassFile.of().parse(file);
                byName.put(model.thisClass().asInternalName(), model);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isClass(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(".class") && !name.endsWith("-info.class");
    }

    /** Names of the public, concrete classes here, sorted. */
    List<String> instantiable() {
        return byName.values().stream()
                .filter(model -> model.flags().has(AccessFlag.PUBLIC))
                .filter(model -> !model.flags().has(AccessFlag.ABSTRACT))
                .map(ClassFolder::javaName)
                .toList();
    }

    /**
     * The interfaces a class here implements, also through what it extends in this folder or one of
     * {@code others}.
     */
    Set<String> interfacesOf(String className, List<ClassFolder> others) {
        Set<String> found = new HashSet<>();
        collect(className.replace('.', '/'), others, found);
        return found;
    }

    private void collect(String internalName, List<ClassFolder> others, Set<String> found) {
        ClassModel model = find(internalName, others);
        if (model == null) {
            return;
        }
        model.superclass().ifPresent(parent -> collect(parent.asInternalName(), others, found));
        model.interfaces()
                .forEach(type -> {
                    found.add(type.asInternalName().replace('/', '.'));
                    collect(type.asInternalName(), others, found);
                });
    }

    private @Nullable ClassModel find(String internalName, List<ClassFolder> others) {
        ClassModel own = byName.get(internalName);
        if (own != null) {
            return own;
        }
        for (ClassFolder other : others) {
            ClassModel model = other.byName.get(internalName);
            if (model != null) {
                return model;
            }
        }
        return null;
    }

    /**
     * The values given in an annotation that is not visible at run time, by name; empty if the
     * class has none.
     */
    Optional<Map<String, Object>> annotation(String className, Class<?> type) {
        ClassModel model = byName.get(className.replace('.', '/'));
        if (model == null) {
            return Optional.empty();
        }
        return model.findAttribute(Attributes.runtimeInvisibleAnnotations()).stream()
                .flatMap(attribute -> attribute.annotations().stream())
                .filter(annotation ->
                        annotation.classSymbol().descriptorString().equals(type.descriptorString()))
                .findFirst()
                .map(ClassFolder::values);
    }

    private static Map<String, Object> values(Annotation annotation) {
        Map<String, Object> values = new HashMap<>();
        for (AnnotationElement element : annotation.elements()) {
            values.put(element.name().stringValue(), value(element.value()));
        }
        return values;
    }

    private static Object value(AnnotationValue value) {
        return switch (value) {
            case AnnotationValue.OfString text -> text.stringValue();
            case AnnotationValue.OfBoolean truth -> truth.booleanValue();
            case AnnotationValue.OfArray array ->
                    array.values().stream().map(ClassFolder::value).toList();
            default -> throw new IllegalArgumentException("unexpected annotation value " + value);
        };
    }

    private static String javaName(ClassModel model) {
        return model.thisClass().asInternalName().replace('/', '.');
    }
}
