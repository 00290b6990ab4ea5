/**
 * Natural numbers of any size. The digits are stored in a linked list that
 * begins with the units.
 */
public class BigNumber {

    private static class Digit {
        int value;
        Digit higher;

        Digit(int value) {
            this.value = value;
        }
    }

    private Digit units;

    public BigNumber() {
        units = new Digit(0);
    }

    public BigNumber(String text) {
        for (int i = 0; i < text.length(); i++) {
            Digit d = new Digit(text.charAt(i) - '0');
            d.higher = units;
            units = d;
        }
    }

    /** Adds two numbers as on paper. */
    public static BigNumber add(BigNumber a, BigNumber b) {
        BigNumber result = new BigNumber();
        Digit last = null;
        Digit x = a.units;
        Digit y = b.units;
        int carry = 0;
        while (x != null || y != null || carry > 0) {
            int sum = x.value + y.value + carry;
            Digit d = new Digit(sum % 10);
            carry = sum / 10;
            if (last == null) {
                result.units = d;
            } else {
                last.higher = d;
            }
            last = d;
            x = x.higher;
            y = y.higher;
        }
        return result;
    }

    public BigNumber doubled() {
        return add(this, this);
    }

    public int digits() {
        int n = 0;
        for (Digit d = units; d != null; d = d.higher) {
            n++;
        }
        return n;
    }

    @Override
    public String toString() {
        StringBuilder sb = new StringBuilder();
        for (Digit d = units; d != null; d = d.higher) {
            sb.append(d.value);
        }
        return sb.reverse().toString();
    }

    public static void main(String[] args) {
        BigNumber a = new BigNumber("123");
        BigNumber b = new BigNumber("456");
        System.out.println(a + " + " + b + " = " + add(a, b));
        System.out.println(new BigNumber("1234567890123").doubled());
    }
}
