/**
 * Natural number of any size as a list of decimal digits, the lowest digit
 * first. Without leading zeros, except for zero itself.
 */
public class BigNumber implements Comparable<BigNumber> {

    private static class Digit {
        int value;
        Digit higher;

        Digit(int value, Digit higher) {
            this.value = value;
            this.higher = higher;
        }
    }

    private Digit lowest;

    public BigNumber() {
        lowest = new Digit(0, null);
    }

    public BigNumber(String decimal) {
        this();
        if (decimal.isEmpty()) {
            throw new NumberFormatException("no digits");
        }
        for (char c : decimal.toCharArray()) {
            if (c < '0' || c > '9') {
                throw new NumberFormatException("not a digit: " + c);
            }
            timesTenPlus(c - '0');
        }
    }

    private void timesTenPlus(int d) {
        if (isZero()) {
            lowest.value = d;
        } else {
            lowest = new Digit(d, lowest);
        }
    }

    public boolean isZero() {
        return lowest.value == 0 && lowest.higher == null;
    }

    /** Adds one. */
    public void increment() {
        Digit d = lowest;
        while (d.value == 9) {
            d.value = 0;
            if (d.higher == null) {
                d.higher = new Digit(0, null);
            }
            d = d.higher;
        }
        d.value++;
    }

    public BigNumber add(BigNumber other) {
        BigNumber sum = new BigNumber();
        sum.lowest = add(lowest, other.lowest, 0);
        return sum;
    }

    private static Digit add(Digit a, Digit b, int carry) {
        if (a == null && b == null) {
            return carry == 0 ? null : new Digit(carry, null);
        }
        int s = carry;
        if (a != null) s += a.value;
        if (b != null) s += b.value;
        Digit rest = add(a == null ? null : a.higher, b == null ? null : b.higher, s / 10);
        return new Digit(s % 10, rest);
    }

    public int length() {
        int n = 0;
        for (Digit d = lowest; d != null; d = d.higher) {
            n++;
        }
        return n;
    }

    @Override
    public int compareTo(BigNumber other) {
        return compare(lowest, other.lowest);
    }

    private static int compare(Digit a, Digit b) {
        if (a == null || b == null) {
            return a == b ? 0 : (a == null ? -1 : 1);
        }
        int high = compare(a.higher, b.higher);
        return high != 0 ? high : Integer.compare(a.value, b.value);
    }

    @Override
    public boolean equals(Object obj) {
        if (obj == this) {
            return true;
        }
        if (obj == null) {
            return false;
        }
        return compareTo((BigNumber) obj) == 0;
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }

    @Override
    public String toString() {
        StringBuilder sb = new StringBuilder();
        for (Digit d = lowest; d != null; d = d.higher) {
            sb.append((char) ('0' + d.value));
        }
        return sb.reverse().toString();
    }
}
