// one term, for example 3x^2
class Term {
    int coefficient;
    int exponent;
    Term next;

    Term(int coefficient, int exponent, Term next) {
        this.coefficient = coefficient;
        this.exponent = exponent;
        this.next = next;
    }
}

/**
 * A polynomial as a list of terms with falling exponents. Terms with the
 * coefficient 0 are not stored.
 */
public class Polynomial {
    private Term first;

    /** Adds one term to this polynomial. */
    public void addTerm(int coefficient, int exponent) {
        if (coefficient == 0) {
            return;
        }
        Term previous = null;
        Term current = first;
        while (current != null && current.exponent > exponent) {
            previous = current;
            current = current.next;
        }
        if (current != null && current.exponent == exponent) {
            current.coefficient += coefficient;
            if (current.coefficient == 0) {
                // remove it
                if (previous == null) {
                    first = current.next;
                } else {
                    previous.next = current.next;
                }
            }
        } else {
            Term term = new Term(coefficient, exponent, current);
            if (previous == null) {
                first = term;
            } else {
                previous.next = term;
            }
        }
    }

    public static Polynomial sum(Polynomial p, Polynomial q) {
        Polynomial result = new Polynomial();
        for (Term t = p.first; t != null; t = t.next) {
            result.addTerm(t.coefficient, t.exponent);
        }
        for (Term t = q.first; t != null; t = t.next) {
            result.addTerm(t.coefficient, t.exponent);
        }
        return result;
    }

    public static Polynomial product(Polynomial p, Polynomial q) {
        Polynomial result = new Polynomial();
        for (Term s = p.first; s != null; s = s.next)
            for (Term t = q.first; t != null; t = t.next)
                result.addTerm(s.coefficient * t.coefficient, s.exponent + t.exponent);
        return result;
    }

    public double evaluate(double x) {
        double value = 0;
        for (Term t = first; t != null; t = t.next) {
            value += t.coefficient * Math.pow(x, t.exponent);
        }
        return value;
    }

    public String toString() {
        if (first == null) {
            return "0";
        }
        String s = "";
        for (Term t = first; t != null; t = t.next) {
            if (t != first && t.coefficient > 0) {
                s += "+";
            }
            s += t.coefficient;
            if (t.exponent > 0) {
                s += "x^" + t.exponent;
            }
        }
        return s;
    }

    public static void main(String[] args) {
        Polynomial p = new Polynomial();
        p.addTerm(3, 2);
        p.addTerm(-1, 0);
        Polynomial q = new Polynomial();
        q.addTerm(1, 1);
        q.addTerm(1, 0);
        System.out.println(p + " plus " + q + " is " + sum(p, q));
        System.out.println(p + " times " + q + " is " + product(p, q));
        System.out.println(p.evaluate(0.5));
    }
}
