/**
 * Interview question: find the n-th node from the end of a list in one pass.
 */
public class NthFromEnd {

    static class Node {
        String text;
        Node next;

        Node(String text) {
            this.text = text;
        }
    }

    private Node head;
    private Node tail;

    void append(String text) {
        Node node = new Node(text);
        if (head == null) {
            head = tail = node;
        } else {
            tail.next = node;
            tail = node;
        }
    }

    /** The n-th text from the end; 1 is the last one. */
    String get(int n) {
        Node found = nthFromEnd(head, n);
        return found == null ? "(none)" : found.text;
    }

    /**
     * Moves one pointer n steps ahead, then both together until the first
     * one runs off the list.
     */
    static Node nthFromEnd(Node head, int n) {
        Node ahead = head;
        for (int i = 0; i < n; i++) {
            ahead = ahead.next;
        }
        Node behind = head;
        while (ahead != null) {
            ahead = ahead.next;
            behind = behind.next;
        }
        return behind;
    }

    public static void main(String[] args) {
        NthFromEnd list = new NthFromEnd();
        for (String word : "the quick brown fox jumps".split(" ")) {
            list.append(word);
        }
        for (int n = 1; n <= 5; n++) {
            System.out.println(n + ": " + list.get(n));
        }
    }
}
