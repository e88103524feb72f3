package io.roundhouse.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The documents show no code but the examples', which are compiled and run. */
class DocumentsTest {

    private static final Path EXAMPLES = Path.of("src/main/java/io/roundhouse/examples");

    private static final int WORDS_OF_A_PAGE = 750;

    @TempDir Path planted;

    @Test
    void everyPieceOfJavaInTheDocumentsIsAnExample() throws IOException {
        Documents documents = new Documents(Path.of("..").toRealPath(), EXAMPLES);

        assertThat(documents.blocks()).isNotEmpty();
        assertThat(documents.strangers()).isEmpty();
    }

    @Test
    void theReadmeFitsOnTwoScreens() throws IOException {
        assertThat(Files.readAllLines(Path.of("..", "README.md"))).hasSizeLessThanOrEqualTo(100);
    }

    @Test
    void aBlockThatSaysWhatTheExampleSaysIsAccepted() throws IOException {
        example("int answer = 42;");
        document("<!-- example: Planted#answer -->\n```java\nint answer = 42;\n```\n");

        assertThat(planted().strangers()).isEmpty();
    }

    @Test
    void aBlockThatDiffersFromItsExampleIsCaught() throws IOException {
        example("int answer = 42;");
        document("Text.\n\n<!-- example: Planted#answer -->\n```java\nint answer = 43;\n```\n");

        assertThat(planted().strangers())
                .singleElement()
                .asString()
                .startsWith("docs/page.md:3: differs from the example");
    }

    @Test
    void aBlockWithoutAnExampleIsCaught() throws IOException {
        document("```java\nint answer = 42;\n```\n");

        assertThat(planted().strangers())
                .singleElement()
                .asString()
                .contains("no line <!-- example");
    }

    @Test
    void anExampleOrRegionThatIsNotThereIsCaught() throws IOException {
        example("int answer = 42;");
        document(
                "<!-- example: Nobody#answer -->\n```java\nint answer = 42;\n```\n"
                        + "<!-- example: Planted#question -->\n```java\nint answer = 42;\n```\n");

        assertThat(planted().strangers())
                .containsExactly(
                        "docs/page.md:1: there is no example Nobody",
                        "docs/page.md:5: Planted has no region question");
    }

    @Test
    void everyLinkToAFileLeadsSomewhere() throws IOException {
        assertThat(new Documents(Path.of("..").toRealPath(), EXAMPLES).deadLinks()).isEmpty();
    }

    @Test
    void aDeadLinkIsCaught() throws IOException {
        document(
                "[self](page.md#top) [web](https://example.org/x) [anchor](#top) [gone](../gone.md#x)");

        assertThat(planted().deadLinks()).containsExactly("docs/page.md: ../gone.md");
    }

    @Test
    void everyDecisionIsToldOnAPageAndIsInTheIndex() throws IOException {
        Documents documents = new Documents(Path.of("..").toRealPath(), EXAMPLES);

        assertThat(documents.wrongRecords(WORDS_OF_A_PAGE)).isEmpty();
    }

    @Test
    void aRecordThatIsTooLongOrNotInTheIndexIsCaught() throws IOException {
        Path design = Files.createDirectories(planted.resolve("docs/design"));
        Files.writeString(design.resolve("README.md"), "[one](0001-one.md) [two](0002-two.md)");
        Files.writeString(design.resolve("0001-one.md"), "one two three\n");
        Files.writeString(design.resolve("0002-two.md"), "one\n\ntwo three four\n");
        Files.writeString(design.resolve("0003-three.md"), "three\n");

        assertThat(planted().wrongRecords(3))
                .containsExactly("0002-two.md: 4 words", "0003-three.md: not in the index");
    }

    private Documents planted() {
        return new Documents(planted, planted);
    }

    private void example(String line) throws IOException {
        Files.writeString(
                planted.resolve("Planted.java"),
                "    // @start region=\"answer\"\n    " + line + "\n    // @end\n");
    }

    private void document(String text) throws IOException {
        Files.writeString(
                Files.createDirectories(planted.resolve("docs")).resolve("page.md"), text);
    }
}
