package org.example.algebra;

import java.util.List;

/** Simplifies symbolic expressions. */
public final class Simplifier {

    sealed interface Expr permits Num, Var, Add, Mul, Neg {
        static Expr of(int value) {
            return new Num(value);
        }

        default Expr plus(Expr other) {
            return new Add(this, other);
        }

        default Expr times(Expr other) {
            return new Mul(this, other);
        }
    }

    record Num(int value) implements Expr { }

    record Var(String name) implements Expr {
        @Override
        public String toString() {
            return name;
        }
    }

    record Add(Expr left, Expr right) implements Expr { }

    record Mul(Expr left, Expr right) implements Expr { }

    record Neg(Expr inner) implements Expr { }

    private Simplifier() { }

    static Expr simplify(Expr e) {
        if (e instanceof Add add) {
            Expr left = simplify(add.left());
            Expr right = simplify(add.right());
            if (left instanceof Num a && right instanceof Num b) {
                return new Num(a.value() + b.value());
            }
            if (isNumber(left, 0)) {
                return right;
            }
            return isNumber(right, 0) ? left : new Add(left, right);
        }
        if (e instanceof Mul mul) {
            Expr left = simplify(mul.left());
            Expr right = simplify(mul.right());
            if (left instanceof Num a && right instanceof Num b) {
                return new Num(a.value() * b.value());
            }
            if (isNumber(left, 0) || isNumber(right, 0)) {
                return new Num(0);
            }
            if (isNumber(left, 1)) {
                return right;
            }
            return isNumber(right, 1) ? left : new Mul(left, right);
        }
        if (e instanceof Neg neg) {
            Expr inner = simplify(neg.inner());
            if (inner instanceof Num n) {
                return new Num(-n.value());
            }
            return inner instanceof Neg twice ? twice.inner() : new Neg(inner);
        }
        return e;
    }

    private static boolean isNumber(Expr e, int value) {
        return e instanceof Num n && n.value() == value;
    }

    /** The number of operators. */
    static int operators(Expr e) {
        if (e instanceof Add a) {
            return 1 + operators(a.left()) + operators(a.right());
        } else if (e instanceof Mul m) {
            return 1 + operators(m.left()) + operators(m.right());
        } else if (e instanceof Neg n) {
            return 1 + operators(n.inner());
        }
        return 0;
    }

    public static void main(String[] args) {
        Expr x = new Var("x");
        List<Expr> samples = List.of(
            Expr.of(1).plus(Expr.of(2)),
            x.times(Expr.of(0)).plus(x),
            new Neg(new Neg(x.times(Expr.of(1)))));
        for (Expr e : samples) {
            System.out.println(e + " (" + operators(e) + ") -> " + simplify(e));
        }
    }
}
