/**
 * Recursive descent parser and evaluator for
 * <pre>
 *   sum     = product { '+' product }
 *   product = factor { '*' factor }
 *   factor  = number | '(' sum ')'
 * </pre>
 * Values are computed in 64 bit arithmetic and silently wrap around.
 */
public class FormulaParser {

    private enum Token { NUMBER, PLUS, TIMES, OPEN, CLOSE, END }

    private final char[] text;
    private int pos;
    private Token token;
    private long number;     // value of the last NUMBER token

    public FormulaParser(String formula) {
        text = formula.toCharArray();
    }

    public static long evaluate(String formula) {
        return new FormulaParser(formula).parse();
    }

    public static boolean isValid(String formula) {
        try {
            evaluate(formula);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Parses the whole text. May be called again. */
    public long parse() {
        pos = 0;
        advance();
        long value = sum();
        if (token != Token.END) {
            throw error("unexpected " + describe(token));
        }
        return value;
    }

    /** Position behind the last token read, for error messages. */
    public int position() {
        return pos;
    }

    private long sum() {
        long value = product();
        while (token == Token.PLUS) {
            advance();
            value += product();
        }
        return value;
    }

    private long product() {
        long value = factor();
        while (token == Token.TIMES) {
            advance();
            value *= factor();
        }
        return value;
    }

    private long factor() {
        if (token == Token.NUMBER) {
            long value = number;
            advance();
            return value;
        }
        if (token == Token.OPEN) {
            advance();
            long value = sum();
            if (token != Token.CLOSE) {
                throw error("')' expected, found " + describe(token));
            }
            advance();
            return value;
        }
        throw error("number or '(' expected, found " + describe(token));
    }

    private void advance() {
        while (pos < text.length && text[pos] == ' ') {
            pos++;
        }
        if (pos == text.length) {
            token = Token.END;
            return;
        }
        char c = text[pos];
        if (c >= '0' && c <= '9') {
            number = 0;
            do {
                number = 10 * number + (text[pos++] - '0');
            } while (pos < text.length && text[pos] >= '0' && text[pos] <= '9');
            token = Token.NUMBER;
            return;
        }
        pos++;
        switch (c) {
            case '+': token = Token.PLUS; break;
            case '*': token = Token.TIMES; break;
            case '(': token = Token.OPEN; break;
            case ')': token = Token.CLOSE; break;
            default: throw error("illegal character '" + c + "'");
        }
    }

    private static String describe(Token t) {
        switch (t) {
            case NUMBER: return "number";
            case PLUS: return "'+'";
            case TIMES: return "'*'";
            case OPEN: return "'('";
            case CLOSE: return "')'";
            case END: return "end of text";
            default: throw new AssertionError(t);
        }
    }

    private IllegalArgumentException error(String message) {
        return new IllegalArgumentException(message + " at " + pos);
    }
}
