/**
 * Stack that knows its smallest element in O(1). A second chain of nodes
 * holds the minima, the current one on top.
 */
public class MinStack<T extends Comparable<T>> {

    private static final class Cell<T> {
        final T value;
        final Cell<T> below;

        Cell(T value, Cell<T> below) {
            this.value = value;
            this.below = below;
        }
    }

    private Cell<T> top;
    private Cell<T> minima;
    private int depth;

    public void push(T value) {
        top = new Cell<>(value, top);
        depth++;
        if (minima == null || value.compareTo(minima.value) < 0) {
            minima = new Cell<>(value, minima);
        }
    }

    public T pop() {
        requireNotEmpty();
        T value = top.value;
        top = top.below;
        depth--;
        if (value.compareTo(minima.value) == 0) {
            minima = minima.below;
        }
        return value;
    }

    public T peek() {
        requireNotEmpty();
        return top.value;
    }

    /** The smallest element of the stack. */
    public T min() {
        requireNotEmpty();
        return minima.value;
    }

    public boolean isEmpty() {
        return top == null;
    }

    public int depth() {
        return depth;
    }

    private void requireNotEmpty() {
        if (top == null) {
            throw new IllegalStateException("stack is empty");
        }
    }

    @Override
    public String toString() {
        StringBuilder sb = new StringBuilder("[");
        for (Cell<T> c = top; c != null; c = c.below) {
            sb.append(c.value);
            if (c.below != null) {
                sb.append(", ");
            }
        }
        return sb.append(']').toString();
    }
}
