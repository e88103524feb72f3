package io.roundhouse.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class HtmlTest {

    @Test
    void textAndAttributesAreEscaped() {
        String page =
                new Html().open("p", "title", "a\"b'c<d>&").text("<b>&\"'\u0007").close().page();
        assertThat(page)
                .contains(
                        "<p title=\"a&quot;b&#39;c&lt;d&gt;&amp;\">&lt;b&gt;&amp;&quot;&#39;\ufffd</p>");
    }

    @Test
    void dataCannotEndItsElement() {
        String page = new Html().data("d", "{\"a\":\"</script><!--&\u2028\"}").page();
        assertThat(page)
                .contains(
                        "id=\"d\">{\"a\":\"\\u003c/script\\u003e\\u003c!--\\u0026\\u2028\"}</script>");
    }

    @Test
    void anElementLeftOpenIsAnError() {
        Html html = new Html().open("div");
        assertThatThrownBy(html::page)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("div");
    }

    @Test
    void elementsWithoutContentAreNotClosed() {
        assertThat(new Html().open("meta", "charset", "utf-8").page())
                .endsWith("<meta charset=\"utf-8\">");
    }
}
