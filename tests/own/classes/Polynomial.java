/**
 * Polynomial in one variable with integer coefficients. The terms are linked
 * in order of descending exponents; terms with coefficient 0 are dropped.
 */
public class Polynomial {

    private static class Term {
        int coef;
        final int exp;
        Term next;

        Term(int coef, int exp, Term next) {
            this.coef = coef;
            this.exp = exp;
            this.next = next;
        }
    }

    private Term first;

    private Polynomial() {
    }

    /** The polynomial coef * x^exp. */
    public Polynomial(int coef, int exp) {
        if (exp < 0) {
            throw new IllegalArgumentException("negative exponent");
        }
        first = new Term(coef, exp, null);
    }

    public Polynomial addTerm(int coef, int exp) {
        if (exp < 0) {
            throw new IllegalArgumentException("negative exponent");
        }
        Term prev = null;
        Term t = first;
        while (t != null && t.exp > exp) {
            prev = t;
            t = t.next;
        }
        if (t != null && t.exp == exp) {
            t.coef += coef;
            if (t.coef == 0) {
                replaceAfter(prev, t.next);
            }
        } else if (coef != 0) {
            replaceAfter(prev, new Term(coef, exp, t));
        }
        return this;
    }

    private void replaceAfter(Term prev, Term t) {
        if (prev == null) {
            first = t;
        } else {
            prev.next = t;
        }
    }

    public int degree() {
        return first.exp;
    }

    public Polynomial plus(Polynomial that) {
        Polynomial sum = new Polynomial();
        for (Term t = this.first; t != null; t = t.next) {
            sum.addTerm(t.coef, t.exp);
        }
        for (Term t = that.first; t != null; t = t.next) {
            sum.addTerm(t.coef, t.exp);
        }
        return sum;
    }

    public Polynomial derivative() {
        Polynomial d = new Polynomial();
        for (Term t = first; t != null && t.exp > 0; t = t.next) {
            d.addTerm(t.coef * t.exp, t.exp - 1);
        }
        return d;
    }

    public long evaluate(long x) {
        long value = 0;
        for (Term t = first; t != null; t = t.next) {
            value += t.coef * power(x, t.exp);
        }
        return value;
    }

    private static long power(long x, int n) {
        if (n == 0) return 1;
        long half = power(x, n / 2);
        return n % 2 == 0 ? half * half : half * half * x;
    }

    @Override
    public String toString() {
        StringBuilder sb = new StringBuilder();
        sb.append(first.coef).append("x^").append(first.exp);
        for (Term t = first.next; t != null; t = t.next) {
            sb.append(t.coef < 0 ? " - " : " + ");
            sb.append(Math.abs(t.coef)).append("x^").append(t.exp);
        }
        return sb.toString();
    }
}
