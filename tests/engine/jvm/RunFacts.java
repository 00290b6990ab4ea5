/** Calls methods on all small inputs, twice on each object, and prints which of them dereference null or divide by 0. */
public class RunFacts {
    interface Method {
        void call(int a, int b, boolean p, boolean q);
    }

    interface Maker {
        Method make(boolean p, int a);
    }

    static void call(int number, Maker maker) {
        for (int input = 0; input < 8 * 36; input++) {
            boolean p = (input & 1) != 0, q = (input & 2) != 0, r = (input & 4) != 0;
            int a = input / 8 % 6 - 1, b = input / 48 - 1;
            try {
                Method method = maker.make(r, a);
                method.call(a, b, p, q);
                method.call(b, a, q, p);
            } catch (NullPointerException | ArithmeticException e) {
                System.out.println(number + " " + e.getClass().getSimpleName() + ": new(" + r + ", " + a + ").m(" + a + ", " + b + ", " + p + ", " + q + ")");
                return;
            } catch (IndexOutOfBoundsException | NegativeArraySizeException e) {
                // Bounds are not looked at.
            }
        }
    }

    public static void main(String[] arguments) {
// calls
    }
}
