import java.util.Scanner;

/**
 * Checks whether the brackets in a text belong together, with a stack.
 */
public class BracketChecker {

    static class EmptyStackError extends RuntimeException {
        EmptyStackError() {
            super("pop on an empty stack");
        }
    }

    static class CharStack {
        private class Node {
            char c;
            Node next;
        }

        private Node top;

        void push(char c) {
            Node n = new Node();
            n.c = c;
            n.next = top;
            top = n;
        }

        char pop() {
            if (top == null) {
                throw new EmptyStackError();
            }
            char c = top.c;
            top = top.next;
            return c;
        }

        boolean isEmpty() {
            return top == null;
        }
    }

    /** Are all brackets in the text closed in the right order? */
    public static boolean isBalanced(String text) {
        if (text == null) {
            return true;
        }
        CharStack stack = new CharStack();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '(':
                case '[':
                case '{':
                    stack.push(c);
                    break;
                case ')':
                    if (stack.pop() != '(') return false;
                    break;
                case ']':
                    if (stack.pop() != '[') return false;
                    break;
                case '}':
                    if (stack.pop() != '{') return false;
                    break;
                default:
                    // some other character
            }
        }
        return stack.isEmpty();
    }

    public static void main(String[] args) {
        if (args.length > 0 && args[0].equals("-")) {
            // interactive
            Scanner in = new Scanner(System.in);
            while (in.hasNextLine()) {
                System.out.println(isBalanced(in.nextLine()));
            }
            return;
        }
        String[] tests = {"(a[1] + b[2])", "f(x, {y})", "(]", "((", ""};
        for (String test : tests) {
            System.out.println("\"" + test + "\": " + isBalanced(test));
        }
    }
}
