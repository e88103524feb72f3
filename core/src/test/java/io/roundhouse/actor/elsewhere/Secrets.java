package io.roundhouse.actor.elsewhere;

/** Interfaces that others may extend, with types that others cannot name. */
public class Secrets {
    private Secrets() {}

    static final class Word {}

    protected static final class Token {
        private final int number = 7;
    }

    public interface TakesWord {
        void take(Word word);
    }

    public interface TakesWords {
        void take(int number, Word... words);
    }

    public interface GivesWord {
        Word give();
    }

    public interface TakesToken {
        int number(Token token);
    }

    public static class Numbers implements TakesToken {
        @Override
        public int number(Token token) {
            return token.number;
        }
    }

    public static int numberOfToken(TakesToken taker) {
        return taker.number(new Token());
    }
}
