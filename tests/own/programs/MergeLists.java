import java.util.Scanner;

public class MergeLists {

    static class Node {
        int key;
        Node next;

        Node(int key) {
            this.key = key;
            next = null;
        }
    }

    /** Merges two sorted lists into one; no new nodes except for the dummy. */
    public static Node merge(Node a, Node b) {
        Node dummy = new Node(0);
        Node end = dummy;
        while (a != null && b != null) {
            if (a.key <= b.key) {
                end.next = a;
                a = a.next;
            } else {
                end.next = b;
                b = b.next;
            }
            end = end.next;
        }
        // at most one of the lists has something left
        end.next = (a != null) ? a : b;
        return dummy.next;
    }

    /** The same, with recursion. */
    public static Node mergeRecursive(Node a, Node b) {
        if (a == null) return b;
        if (b == null) return a;
        if (a.key <= b.key) {
            a.next = mergeRecursive(a.next, b);
            return a;
        }
        b.next = mergeRecursive(a, b.next);
        return b;
    }

    private static Node read(Scanner in) {
        Node dummy = new Node(0);
        Node last = dummy;
        int n = in.nextInt();
        for (int i = 0; i < n; i++) {
            last.next = new Node(in.nextInt());
            last = last.next;
        }
        return dummy.next;
    }

    private static void print(Node node) {
        while (node != null) {
            System.out.print(node.key + " ");
            node = node.next;
        }
        System.out.println();
    }

    public static void main(String[] args) {
        Scanner in = new Scanner("3 1 4 9 4 2 3 5 10");
        Node a = read(in);
        Node b = read(in);
        print(merge(a, b));
        in.close();
    }
}
