package io.roundhouse.lab.report;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes a file in full or not at all: a new one is written beside it and then takes its place, so
 * that the old one is there until then, and stays where the disk is full.
 */
public final class WholeFile {

    /** Less what the user's mask takes away. */
    private static final Set<PosixFilePermission> USUAL =
            PosixFilePermissions.fromString("rw-rw-rw-");

    private WholeFile() {}

    /**
     * Writes a file. An old one is replaced and passes on its permissions; a link to it stays one.
     * Written in place, as they are, are devices, pipes, links to what is not there yet, and what
     * the user may write to though not move: a file in a folder that may not be written to, or
     * another owner's.
     *
     * @return the file
     * @throws IOException if it cannot be written in full; the old one is as it was, unless it had
     *     to be written in place
     */
    public static Path write(Path file, String text) throws IOException {
        boolean regular = Files.isRegularFile(file);
        if (!regular && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return Files.writeString(file, text);
        }
        Path real = regular ? file.toRealPath() : file.toAbsolutePath();
        Path beside;
        try {
            beside = beside(real);
        } catch (AccessDeniedException e) {
            return Files.writeString(file, text);
        }
        try {
            Files.writeString(beside, text);
            if (regular && !takesAfter(beside, real)) {
                return Files.writeString(file, text);
            }
            Files.move(
                    beside,
                    real,
                    StandardCopyOption.REPLACE_EXISTING,
                    StandardCopyOption.ATOMIC_MOVE);
            return file;
        } finally {
            Files.deleteIfExists(beside);
        }
    }

    private static Path beside(Path real) throws IOException {
        FileAttribute<?>[] attributes =
                posix(real.getParent()) == null
                        ? new FileAttribute<?>[0]
                        : new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(USUAL)};
        return Files.createTempFile(real.getParent(), ".roundhouse-", ".new", attributes);
    }

    /** Gives a file the owners and permissions of another; whether it may have them. */
    private static boolean takesAfter(Path file, Path other) throws IOException {
        PosixFileAttributeView from = posix(other);
        PosixFileAttributeView to = posix(file);
        if (from == null || to == null) {
            return true;
        }
        PosixFileAttributes had = from.readAttributes();
        PosixFileAttributes has = to.readAttributes();
        try {
            if (!had.owner().equals(has.owner())) {
                to.setOwner(had.owner());
            }
            if (!had.group().equals(has.group())) {
                to.setGroup(had.group());
            }
            to.setPermissions(had.permissions());
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static @Nullable PosixFileAttributeView posix(@Nullable Path file) {
        return file == null ? null : Files.getFileAttributeView(file, PosixFileAttributeView.class);
    }
}
