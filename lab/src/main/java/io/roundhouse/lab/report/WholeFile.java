package io.roundhouse.lab.report;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
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

    /** Lets a file take the place of another. */
    interface Move {
        void move(Path file, Path place) throws IOException;
    }

    /**
     * Writes a file. An old one is replaced and passes on its permissions; a link to it stays one.
     * Written in place, as they are, are devices, pipes, links to what is not there yet, files of
     * several names (hard links), and what the user may write to though not move: a file in a
     * folder that may not be written to, another owner's, or one that is a mount of its own.
     *
     * @return the file
     * @throws IOException if it cannot be written in full; the old one is as it was, unless it had
     *     to be written in place
     */
    public static Path write(Path file, String text) throws IOException {
        return write(file, text, WholeFile::replace);
    }

    static Path write(Path file, String text, Move move) throws IOException {
        boolean regular = Files.isRegularFile(file);
        boolean inPlace =
                regular ? hasOtherNames(file) : Files.exists(file, LinkOption.NOFOLLOW_LINKS);
        if (inPlace || !replaced(file, regular, text, move)) {
            Files.writeString(file, text);
        }
        return file;
    }

    /**
     * Writes a new file and lets it take the old one's place, if there is an old one; whether that
     * can be done. Where it cannot, the new one is gone, and the old one as it was.
     */
    private static boolean replaced(Path file, boolean old, String text, Move move)
            throws IOException {
        Path real = old ? file.toRealPath() : file.toAbsolutePath();
        Path beside;
        try {
            beside = beside(real);
        } catch (AccessDeniedException e) {
            return false;
        } catch (FileSystemException e) {
            if (old && Files.getFileStore(real.getParent()).isReadOnly()) {
                return false;
            }
            throw inWordsOf(file, e);
        }
        try {
            Files.writeString(beside, text);
            if (old && !takesAfter(beside, real)) {
                return false;
            }
            try {
                move.move(beside, real);
            } catch (FileSystemException e) {
                if (old) {
                    return false;
                }
                throw e;
            }
            return true;
        } catch (FileSystemException e) {
            throw inWordsOf(file, e);
        } finally {
            Files.deleteIfExists(beside);
        }
    }

    private static void replace(Path file, Path place) throws IOException {
        Files.move(
                file, place, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Who asked for a file knows nothing of the one beside it. */
    private static FileSystemException inWordsOf(Path file, FileSystemException problem) {
        String reason = problem.getReason();
        FileSystemException named =
                new FileSystemException(
                        file.toString(),
                        null,
                        reason == null ? problem.getClass().getSimpleName() : reason);
        named.initCause(problem);
        return named;
    }

    /** Whether other names lead to a file, too: a new one would be there by one of them only. */
    private static boolean hasOtherNames(Path file) throws IOException {
        try {
            return Files.getAttribute(file, "unix:nlink") instanceof Integer names && names > 1;
        } catch (UnsupportedOperationException e) {
            return false; // not told here
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
