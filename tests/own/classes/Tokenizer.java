import java.util.NoSuchElementException;

/**
 * Splits a line into numbers, identifiers and single-character symbols.
 * One token of look-ahead is available through {@link #peek()}.
 */
public class Tokenizer {

    enum Kind { NUMBER, NAME, SYMBOL }

    private final String line;
    private int pos = 0;
    private String lookahead = null;

    public Tokenizer(String line) {
        this.line = line;
    }

    public boolean hasNext() {
        return lookahead != null || pos < line.length();
    }

    /** Returns the next token without consuming it. */
    public String peek() {
        if (lookahead == null) {
            if (!hasNext()) {
                throw new NoSuchElementException("end of line");
            }
            lookahead = scan();
        }
        return lookahead;
    }

    public String next() {
        String token = peek();
        lookahead = null;
        return token;
    }

    /** Consumes the next token if it is the given one. */
    public boolean accept(String token) {
        if (hasNext() && peek().equals(token)) {
            lookahead = null;
            return true;
        }
        return false;
    }

    /** Kind of the next token. */
    Kind kind() {
        char c = peek().charAt(0);
        if (isDigit(c)) {
            return Kind.NUMBER;
        }
        return Character.isLetter(c) ? Kind.NAME : Kind.SYMBOL;
    }

    /** Forgets everything up to the end of the line. */
    public void skipRest() {
        lookahead = null;
        pos = line.length();
    }

    private String scan() {
        while (pos < line.length() && line.charAt(pos) == ' ') {
            pos++;
        }
        int start = pos;
        char c = line.charAt(pos++);
        if (isDigit(c)) {
            while (pos < line.length() && isDigit(line.charAt(pos))) {
                pos++;
            }
        } else if (Character.isLetter(c)) {
            while (pos < line.length() && Character.isLetterOrDigit(line.charAt(pos))) {
                pos++;
            }
        }
        return line.substring(start, pos);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
