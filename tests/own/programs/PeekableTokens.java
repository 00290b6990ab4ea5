package org.example.parsing;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;

/** A list of tokens, read by iterators that can look ahead by one token. */
public class PeekableTokens implements Iterable<String> {

    private static class Token {
        final String text;
        Token next;

        Token(String text) {
            this.text = text;
        }
    }

    private Token first;
    private Token last;

    public PeekableTokens add(String... texts) {
        for (String text : texts) {
            Token token = new Token(text);
            if (last == null) {
                first = token;
            } else {
                last.next = token;
            }
            last = token;
        }
        return this;
    }

    /** An iterator with lookahead. */
    public interface Peekable<T> extends Iterator<T> {
        T peek();

        default boolean skip(T expected) {
            if (hasNext() && Objects.equals(peek(), expected)) {
                next();
                return true;
            }
            return false;
        }
    }

    private class TokenIterator implements Peekable<String> {
        private Token upcoming = first;

        @Override
        public boolean hasNext() {
            return upcoming != null;
        }

        @Override
        public String peek() {
            if (upcoming == null) {
                throw new NoSuchElementException("end of input");
            }
            return upcoming.text;
        }

        @Override
        public String next() {
            String text = peek();
            upcoming = upcoming.next;
            return text;
        }
    }

    @Override
    public Peekable<String> iterator() {
        return new TokenIterator();
    }

    /** The number of runs: neighbouring tokens that are equal count once. */
    public int countRuns() {
        int runs = 0;
        Peekable<String> it = iterator();
        while (it.hasNext()) {
            String start = it.next();
            while (it.hasNext() && Objects.equals(it.peek(), start)) {
                it.next();
            }
            runs++;
        }
        return runs;
    }

    /** The nesting depth of parentheses; surplus closing ones do not count. */
    public int nesting() {
        int depth = 0;
        int deepest = 0;
        for (String token : this) {
            if ("(".equals(token)) {
                deepest = Math.max(deepest, ++depth);
            } else if (")".equals(token) && depth > 0) {
                depth--;
            }
        }
        return deepest;
    }

    public static void main(String[] args) {
        PeekableTokens tokens = new PeekableTokens().add("(", "a", "a", "(", "b", ")", ")", null, null);
        System.out.println(tokens.countRuns() + " runs, depth " + tokens.nesting());
        Peekable<String> it = tokens.iterator();
        System.out.println(it.skip("(") + " " + it.skip("b") + " " + it.skip("a") + " " + it.peek());
    }
}
