package planted.railway;

import org.assertj.core.util.Strings;

class UsesALibrary {
    boolean blank(String text) {
        return Strings.isNullOrEmpty(text);
    }
}
