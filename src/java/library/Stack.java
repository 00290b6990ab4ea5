package java.util;

/** A list of which the last element is the top of a stack. */
public class Stack<E> extends Vector<E> {
    public E push(E e) {
        addElement(e);
        return e;
    }

    public E pop() {
        if (first == null) throw new EmptyStackException();
        return cutLast();
    }

    public E peek() {
        if (first == null) throw new EmptyStackException();
        return end().value;
    }

    public boolean empty() { return first == null; }

    public int search(Object o) {
        int index = lastIndexOf(o);
        return index < 0 ? -1 : size - index;
    }
}
