package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Roundhouse;
import io.roundhouse.actor.elsewhere.Plain;
import io.roundhouse.actor.elsewhere.Secrets;
import java.net.URL;
import java.net.URLClassLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Interfaces, and types in them, that the classes which are generated cannot see. */
@Timeout(60)
final class ReachTest {
    private static void refused(Class<?> type, String... words) {
        try (var house = Roundhouse.open()) {
            assertThatThrownBy(() ->
                            house.actor(
                                    type,
                                    () -> {
                                        throw new AssertionError("the factory must not be called");
                                    }))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll(words);
        }
    }

    interface TakesWord extends Secrets.TakesWord {}

    interface TakesWords extends Secrets.TakesWords {}

    interface GivesWord extends Secrets.GivesWord {}

    @Test
    void aMethodWithATypeThatIsHiddenInAnotherPackageIsRefused() {
        refused(
                TakesWord.class,
                "method take of " + TakesWord.class.getName(),
                "inherited from " + Secrets.TakesWord.class.getName(),
                "mentions " + Secrets.class.getName() + "$Word",
                "classes of package io.roundhouse.actor cannot see",
                "make that type public");
        refused(TakesWords.class, "method take", "$Word[]");
        refused(GivesWord.class, "method give", "$Word");
    }

    /** For the virtual machine it is public. */
    interface TakesToken extends Secrets.TakesToken {}

    private static final class Numbers extends Secrets.Numbers implements TakesToken {}

    @Test
    void aProtectedTypeOfAnotherPackageIsNone() {
        try (var house = Roundhouse.open()) {
            assertThat(Secrets.numberOfToken(house.actor(TakesToken.class, Numbers::new)))
                    .isEqualTo(7);
        }
    }

    @Test
    void anInterfaceOfALoaderThatDoesNotSeeTheLibraryIsRefusedForThat() throws Exception {
        URL here = Plain.class.getProtectionDomain().getCodeSource().getLocation();
        try (var loader =
                new URLClassLoader(
                        "apart", new URL[] {here}, ClassLoader.getPlatformClassLoader())) {
            Class<?> plain = loader.loadClass(Plain.class.getName());
            assertThat(plain).isNotSameAs(Plain.class);
            refused(
                    plain,
                    "cannot reach interface " + plain.getName(),
                    "its class loader, ",
                    "does not see the library; load it with one that does");
        }
    }
}
