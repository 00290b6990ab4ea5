import java.util.HashSet;
import java.util.Set;

/** Finds out whether a list runs in a circle. */
public class CycleDetector {

    static class Node {
        final int id;
        Node next;

        Node(int id) {
            this.id = id;
        }
    }

    /** The tortoise and the hare. */
    static boolean hasCycle(Node head) {
        Node tortoise = head;
        Node hare = head;
        while (hare != null && hare.next != null) {
            tortoise = tortoise.next;
            hare = hare.next.next;
            if (tortoise == hare) {
                return true;
            }
        }
        return false;
    }

    /** The first node of the circle, or null. */
    static Node findStart(Node head) {
        Node slow = head;
        Node fast = head;
        do {
            if (fast == null || fast.next == null) {
                return null;
            }
            slow = slow.next;
            fast = fast.next.next;
        } while (slow != fast);
        Node other = head;
        while (other != slow) {
            other = other.next;
            slow = slow.next;
        }
        return other;
    }

    /** For comparison: with a set. */
    static boolean hasCycleWithSet(Node head) {
        Set<Node> visited = new HashSet<>();
        while (head != null) {
            if (!visited.add(head)) {
                return true;
            }
            head = head.next;
        }
        return false;
    }

    public static void main(String[] args) {
        Node[] nodes = new Node[6];
        for (int i = nodes.length - 1; i >= 0; i--) {
            nodes[i] = new Node(i);
            if (i < nodes.length - 1) {
                nodes[i].next = nodes[i + 1];
            }
        }
        System.out.println("straight: " + hasCycle(nodes[0]) + ", " + hasCycleWithSet(nodes[0]));
        nodes[5].next = nodes[2];
        System.out.println("circle: " + hasCycle(nodes[0]) + ", starts at " + findStart(nodes[0]).id);
    }
}
