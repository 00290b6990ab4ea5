/**
 * Moves all nodes smaller than a pivot to the front of a list,
 * without changing their order otherwise.
 */
public class PartitionList {

    public static class Node {
        public int value;
        public Node next;

        public Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    public static Node partition(Node head, int pivot) {
        Node smallDummy = new Node(0, null);
        Node largeDummy = new Node(0, null);
        Node small = smallDummy;
        Node large = largeDummy;

        Node current = head;
        while (current != null) {
            if (current.value < pivot) {
                small.next = current;
                small = small.next;
            } else {
                large.next = current;
                large = large.next;
            }
            current = current.next;
        }

        // the order matters: without the next line there would be a cycle
        large.next = null;
        small.next = largeDummy.next;
        return smallDummy.next;
    }

    public static boolean isPartitioned(Node head, int pivot) {
        while (head != null && head.value < pivot) {
            head = head.next;
        }
        while (head != null) {
            if (head.value < pivot) {
                return false;
            }
            head = head.next;
        }
        return true;
    }

    private static String show(Node head) {
        String s = "";
        for (Node n = head; n != null; n = n.next) {
            s = s + "(" + n.value + ")";
        }
        return s;
    }

    public static void main(String[] args) {
        Node list = null;
        for (int i = 0; i < 10; i++) {
            list = new Node((i * 7) % 10, list);
        }
        System.out.println(show(list));
        Node result = partition(list, 5);
        System.out.println(show(result) + " " + isPartitioned(result, 5));
        System.out.println(show(partition(null, 3)) + "nothing");
    }
}
