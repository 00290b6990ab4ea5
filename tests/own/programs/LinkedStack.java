import java.util.NoSuchElementException;

/**
 * Exercise 3: a stack without a fixed capacity.
 * The elements are kept in linked cells, the newest one first.
 */
public class LinkedStack<T> {

    // one cell of the stack
    private class Cell {
        T item;
        Cell below;
    }

    private Cell top;
    private int size = 0;

    public boolean isEmpty() {
        return top == null;
    }

    public int size() {
        return size;
    }

    /** Puts an item on top of the stack. */
    public void push(T item) {
        Cell old = top;
        top = new Cell();
        top.item = item;
        top.below = old;
        size++;
    }

    /** Removes the top item and returns it. */
    public T pop() {
        if (isEmpty()) {
            throw new NoSuchElementException("stack is empty");
        }
        T item = top.item;
        top = top.below;
        size--;
        return item;
    }

    /** Returns the top item, or null if there is none. */
    public T peek() {
        return isEmpty() ? null : top.item;
    }

    public void clear() {
        while (!isEmpty()) {
            pop();
        }
    }

    @Override
    public String toString() {
        StringBuilder sb = new StringBuilder("[");
        for (Cell c = top; c != null; c = c.below) {
            sb.append(c.item);
            if (c.below != null) {
                sb.append(", ");
            }
        }
        return sb.append("]").toString();
    }

    public static void main(String[] args) {
        LinkedStack<String> stack = new LinkedStack<>();
        String[] words = {"to", "be", "or", "not"};
        for (String w : words) {
            stack.push(w);
        }
        System.out.println(stack + " size=" + stack.size());
        while (!stack.isEmpty()) {
            System.out.print(stack.pop() + " ");
        }
        System.out.println();
    }
}
