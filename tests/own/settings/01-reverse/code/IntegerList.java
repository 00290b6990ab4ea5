import java.util.ArrayList;
import java.util.List;

/** A list of numbers; an empty list is null. */
public class IntegerList {

    int value;
    IntegerList next;

    public IntegerList(int value, IntegerList next) {
        this.value = value;
        this.next = next;
    }

    /** Reverses a list in place. */
    static IntegerList reverse(IntegerList head) {
        IntegerList done = null;
        IntegerList todo = head;
        while (todo != null) {
            IntegerList rest = todo.next;
            todo.next = done;
            done = todo;
            todo = rest;
        }
        return done;
    }

    static IntegerList fromArray(int[] values) {
        IntegerList list = null;
        for (int i = values.length - 1; i >= 0; i--) {
            list = new IntegerList(values[i], list);
        }
        return list;
    }

    static List<Integer> toList(IntegerList list) {
        List<Integer> result = new ArrayList<>();
        for (IntegerList l = list; l != null; l = l.next) {
            result.add(l.value);
        }
        return result;
    }

    public static void main(String[] args) {
        int[] values = {3, 1, 4, 1, 5};
        System.out.println(toList(reverse(fromArray(values))));
    }
}
