/**
 * Arithmetic expressions as trees. Every kind of expression is a class.
 */
public class ExpressionTree {

    abstract static class Expr {
        abstract int eval();

        abstract String text();

        int priority() {
            return 0;
        }
    }

    static class Literal extends Expr {
        private final int value;

        Literal(int value) {
            this.value = value;
        }

        @Override
        int eval() {
            return value;
        }

        @Override
        String text() {
            return String.valueOf(value);
        }
    }

    abstract static class Binary extends Expr {
        protected final Expr left;
        protected final Expr right;

        Binary(Expr left, Expr right) {
            this.left = left;
            this.right = right;
        }

        abstract char sign();

        @Override
        String text() {
            return "(" + left.text() + " " + sign() + " " + right.text() + ")";
        }
    }

    static class Sum extends Binary {
        Sum(Expr left, Expr right) {
            super(left, right);
        }

        @Override
        int eval() {
            return left.eval() + right.eval();
        }

        @Override
        char sign() {
            return '+';
        }
    }

    static class Product extends Binary {
        Product(Expr left, Expr right) {
            super(left, right);
        }

        @Override
        int eval() {
            return left.eval() * right.eval();
        }

        @Override
        char sign() {
            return '*';
        }

        @Override
        int priority() {
            return 1;
        }
    }

    static class Quotient extends Binary {
        Quotient(Expr left, Expr right) {
            super(left, right);
        }

        @Override
        int eval() {
            return left.eval() / right.eval();
        }

        @Override
        char sign() {
            return '/';
        }

        @Override
        int priority() {
            return 1;
        }
    }

    private final Expr root;

    public ExpressionTree(Expr root) {
        this.root = root;
    }

    /** The value of the whole expression; an empty one has the value 0. */
    public int value() {
        if (root == null) {
            return 0;
        }
        return root.eval();
    }

    @Override
    public String toString() {
        return root == null ? "" : root.text();
    }

    public static void main(String[] args) {
        Expr e = new Sum(new Literal(1), new Product(new Literal(2), new Quotient(new Literal(9), new Literal(3))));
        ExpressionTree tree = new ExpressionTree(e);
        System.out.println(tree + " = " + tree.value());
    }
}
