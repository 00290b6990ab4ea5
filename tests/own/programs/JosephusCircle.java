/**
 * The old counting-out game: n persons sit in a circle, and every k-th one has
 * to leave until a single person remains.
 */
public class JosephusCircle {

    private static class Person {
        final int number;
        Person left;
        Person right;

        Person(int number) {
            this.number = number;
            left = this;
            right = this;
        }

        void seatRightOf(Person other) {
            right = other.right;
            left = other;
            other.right.left = this;
            other.right = this;
        }

        void leave() {
            left.right = right;
            right.left = left;
        }

        boolean isAlone() {
            return right == this;
        }
    }

    private static Person seat(int n) {
        Person first = new Person(1);
        Person last = first;
        for (int i = 2; i <= n; i++) {
            Person p = new Person(i);
            p.seatRightOf(last);
            last = p;
        }
        return first;
    }

    /** The number of the one who remains; 0 if nobody plays. */
    public static int survivor(int n, int k) {
        if (n < 1 || k < 1) {
            return 0;
        }
        Person current = seat(n);
        while (!current.isAlone()) {
            for (int i = 1; i < k; i++) {
                current = current.right;
            }
            Person next = current.right;
            current.leave();
            current = next;
        }
        return current.number;
    }

    public static void main(String[] args) {
        final int k = 3;
        for (int n = 0; n <= 8; n++) {
            System.out.println(n + " persons: number " + survivor(n, k) + " remains");
        }
    }
}
