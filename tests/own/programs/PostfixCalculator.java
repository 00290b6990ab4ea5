/**
 * Calculator for postfix expressions such as "3 4 + 2 *".
 */
public class PostfixCalculator {

    /** Thrown for texts that are no expressions. */
    static class SyntaxException extends Exception {
        SyntaxException(String message) {
            super(message);
        }
    }

    private static class Entry {
        int value;
        Entry next;

        Entry(int value, Entry next) {
            this.value = value;
            this.next = next;
        }
    }

    private Entry top;

    private void push(int value) {
        top = new Entry(value, top);
    }

    private int pop() throws SyntaxException {
        if (top == null) {
            throw new SyntaxException("a number is missing");
        }
        int value = top.value;
        top = top.next;
        return value;
    }

    private int evaluate(String text) throws SyntaxException {
        for (String word : text.trim().split(" +")) {
            int right, left;
            switch (word) {
                case "+":
                    push(pop() + pop());
                    break;
                case "*":
                    push(pop() * pop());
                    break;
                case "-":
                    right = pop();
                    left = pop();
                    push(left - right);
                    break;
                case "/":
                    right = pop();
                    left = pop();
                    push(left / right);
                    break;
                default:
                    try {
                        push(Integer.parseInt(word));
                    } catch (NumberFormatException e) {
                        throw new SyntaxException("what is '" + word + "'?");
                    }
            }
        }
        int result = pop();
        if (top != null) {
            throw new SyntaxException("an operator is missing");
        }
        return result;
    }

    /** The value of an expression, or 0 with a message if it has none. */
    public int evaluateOrZero(String text) {
        if (text == null) {
            return 0;
        }
        try {
            return evaluate(text);
        } catch (SyntaxException e) {
            System.out.println("Syntax: " + e.getMessage());
        } catch (ArithmeticException e) {
            System.out.println("Division by zero");
        } finally {
            top = null;
        }
        return 0;
    }

    public static void main(String[] args) {
        PostfixCalculator calculator = new PostfixCalculator();
        if (args.length == 0) {
            args = new String[] {"3 4 + 2 *", "1 0 /", "1 +", "1 2", "one", ""};
        }
        for (String arg : args) {
            System.out.println(arg + " = " + calculator.evaluateOrZero(arg));
        }
    }
}
