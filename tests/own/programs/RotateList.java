public class RotateList {

    static class Node {
        int val;
        Node next;

        Node(int val) {
            this.val = val;
        }
    }

    static int length(Node head) {
        int n = 0;
        while (head != null) {
            n++;
            head = head.next;
        }
        return n;
    }

    /** Rotates the list to the right by k places: 1 2 3 4 5 by 2 gives 4 5 1 2 3. */
    static Node rotateRight(Node head, int k) {
        // rotating by the length changes nothing
        int shift = k % length(head);
        if (shift == 0) {
            return head;
        }
        Node ahead = head;
        for (int i = 0; i < shift; i++) {
            ahead = ahead.next;
        }
        Node newTail = head;
        while (ahead.next != null) {
            ahead = ahead.next;
            newTail = newTail.next;
        }
        Node newHead = newTail.next;
        newTail.next = null;
        ahead.next = head;
        return newHead;
    }

    static Node build(int[] values) {
        Node dummy = new Node(0);
        Node last = dummy;
        for (int v : values) {
            last.next = new Node(v);
            last = last.next;
        }
        return dummy.next;
    }

    static void print(Node head) {
        for (Node n = head; n != null; n = n.next) {
            System.out.print(n.val + (n.next == null ? "\n" : ", "));
        }
    }

    public static void main(String[] args) {
        int[] values = {1, 2, 3, 4, 5};
        for (int k = 0; k <= 6; k++) {
            print(rotateRight(build(values), k));
        }
    }
}
