/**
 * Immutable fraction of two ints, always in lowest terms and with a positive
 * denominator. Results that do not fit are refused.
 */
public final class Fraction implements Comparable<Fraction> {

    public static final Fraction ZERO = new Fraction(0);
    public static final Fraction ONE = new Fraction(1);

    private final int num;
    private final int den;

    public Fraction(int whole) {
        this((long) whole, 1L);
    }

    public Fraction(int numerator, int denominator) {
        this((long) numerator, (long) denominator);
    }

    private Fraction(long n, long d) {
        if (d == 0) {
            throw new IllegalArgumentException("zero denominator");
        }
        long g = gcd(n, d);
        if (d < 0) {
            g = -g;
        }
        n /= g;
        d /= g;
        if (n != (int) n || d != (int) d) {
            throw new IllegalArgumentException("overflow: " + n + "/" + d);
        }
        num = (int) n;
        den = (int) d;
    }

    private static long gcd(long a, long b) {
        while (b != 0) {
            long r = a % b;
            a = b;
            b = r;
        }
        return Math.abs(a);
    }

    public int numerator() {
        return num;
    }

    public int denominator() {
        return den;
    }

    public Fraction add(Fraction o) {
        return new Fraction((long) num * o.den + (long) o.num * den, (long) den * o.den);
    }

    public Fraction subtract(Fraction o) {
        return new Fraction((long) num * o.den - (long) o.num * den, (long) den * o.den);
    }

    public Fraction multiply(Fraction o) {
        return new Fraction((long) num * o.num, (long) den * o.den);
    }

    public Fraction divide(Fraction o) {
        if (o.num == 0) {
            throw new IllegalArgumentException("division by zero");
        }
        return new Fraction((long) num * o.den, (long) den * o.num);
    }

    /** Largest int that is not greater than this fraction. */
    public int floor() {
        int q = num / den;
        return num < 0 && num % den != 0 ? q - 1 : q;
    }

    @Override
    public int compareTo(Fraction o) {
        return Long.compare((long) num * o.den, (long) o.num * den);
    }

    @Override
    public boolean equals(Object o) {
        if (!(o instanceof Fraction)) {
            return false;
        }
        Fraction f = (Fraction) o;
        return num == f.num && den == f.den;
    }

    @Override
    public int hashCode() {
        return 31 * num + den;
    }

    @Override
    public String toString() {
        return den == 1 ? Integer.toString(num) : num + "/" + den;
    }
}
