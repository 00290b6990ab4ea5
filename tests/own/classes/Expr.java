/**
 * Arithmetic expressions over integers: numbers, sums and products.
 * Expressions are immutable and may be shared.
 */
public abstract class Expr {

    private Expr() {
    }

    public static Expr num(long value) {
        return new Num(value);
    }

    public Expr plus(Expr other) {
        return new Plus(this, other);
    }

    public Expr times(Expr other) {
        return new Times(this, other);
    }

    public abstract long eval();

    /** Removes zeros and ones and contracts x + x to 2 * x. */
    public abstract Expr simplify();

    boolean isConstant(long value) {
        return false;
    }

    private static final class Num extends Expr {
        private final long value;

        Num(long value) {
            this.value = value;
        }

        @Override public long eval() { return value; }

        @Override public Expr simplify() { return this; }

        @Override boolean isConstant(long v) { return value == v; }

        @Override public boolean equals(Object o) {
            return o instanceof Num && ((Num) o).value == value;
        }

        @Override public int hashCode() { return Long.hashCode(value); }

        @Override public String toString() { return Long.toString(value); }
    }

    private abstract static class Binary extends Expr {
        final Expr left;
        final Expr right;

        Binary(Expr left, Expr right) {
            this.left = left;
            this.right = right;
        }

        @Override public int hashCode() {
            return 31 * left.hashCode() + right.hashCode();
        }
    }

    private static final class Plus extends Binary {
        Plus(Expr left, Expr right) { super(left, right); }

        @Override public long eval() { return left.eval() + right.eval(); }

        @Override public Expr simplify() {
            Expr l = left.simplify();
            Expr r = right.simplify();
            if (l.isConstant(0)) return r;
            if (r.isConstant(0)) return l;
            if (l.equals(r)) return new Times(num(2), l);
            return new Plus(l, r);
        }

        @Override public boolean equals(Object o) {
            if (!(o instanceof Plus)) return false;
            Plus p = (Plus) o;
            return left.equals(p.left) && right.equals(p.right);
        }

        @Override public String toString() { return "(" + left + " + " + right + ")"; }
    }

    private static final class Times extends Binary {
        Times(Expr left, Expr right) { super(left, right); }

        @Override public long eval() { return left.eval() * right.eval(); }

        @Override public Expr simplify() {
            Expr l = left.simplify();
            Expr r = right.simplify();
            if (l.isConstant(0) || r.isConstant(0)) return num(0);
            if (l.isConstant(1)) return r;
            if (r.isConstant(1)) return l;
            return new Times(l, r);
        }

        @Override public boolean equals(Object o) {
            if (!(o instanceof Binary)) return false;
            Times t = (Times) o;
            return left.equals(t.left) && right.equals(t.right);
        }

        @Override public String toString() { return left + " * " + right; }
    }
}
