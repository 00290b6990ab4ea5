import java.util.Random;

/**
 * Lab 4: doubly linked list with head and tail.
 */
public class DoublyLinkedList {

    private static class Node {
        private int data;
        private Node prev, next;

        private Node(int data) {
            this.data = data;
        }
    }

    private Node head;
    private Node tail;
    private int size;

    public void addAtEnd(int data) {
        Node n = new Node(data);
        if (head == null) {
            head = n;
            tail = n;
        } else {
            tail.next = n;
            n.prev = tail;
            tail = n;
        }
        size++;
    }

    public void addAtFront(int data) {
        Node n = new Node(data);
        n.next = head;
        if (head != null) {
            head.prev = n;
        } else {
            tail = n;
        }
        head = n;
        size++;
    }

    // deletes the first node that contains data
    public boolean delete(int data) {
        Node cur = head;
        while (cur != null && cur.data != data) {
            cur = cur.next;
        }
        if (cur == null) {
            return false;
        }
        if (cur.prev == null) {
            head = cur.next;
        } else {
            cur.prev.next = cur.next;
        }
        if (cur.next == null) {
            tail = cur.prev;
        } else {
            cur.next.prev = cur.prev;
        }
        size--;
        return true;
    }

    public void reverse() {
        Node cur = head;
        while (cur != null) {
            Node tmp = cur.next;
            cur.next = cur.prev;
            cur.prev = tmp;
            cur = tmp;
        }
        Node tmp = head;
        head = tail;
        tail = tmp;
    }

    // the element at a position; -1 if there is no such position
    public int get(int index) {
        if (index < 0 || index >= size) {
            return -1;
        }
        Node cur;
        if (index < size / 2) {
            cur = head;
            for (int i = 0; i < index; i++) cur = cur.next;
        } else {
            cur = tail;
            for (int i = size - 1; i > index; i--) cur = cur.prev;
        }
        return cur.data;
    }

    public void display() {
        System.out.print("forwards:");
        for (Node n = head; n != null; n = n.next) System.out.print(" " + n.data);
        System.out.print("   backwards:");
        for (Node n = tail; n != null; n = n.prev) System.out.print(" " + n.data);
        System.out.println();
    }

    public static void main(String[] args) {
        DoublyLinkedList list = new DoublyLinkedList();
        Random random = new Random(42);
        for (int i = 0; i < 8; i++) {
            if (random.nextBoolean()) list.addAtEnd(i);
            else list.addAtFront(i);
        }
        list.display();
        list.delete(3);
        list.delete(77);
        list.reverse();
        list.display();
        System.out.println(list.get(2));
    }
}
