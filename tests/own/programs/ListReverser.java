/** A node of a list of numbers. */
class ListNode {
    int val;
    ListNode next;

    ListNode() {
    }

    ListNode(int val) {
        this.val = val;
    }

    ListNode(int val, ListNode next) {
        this.val = val;
        this.next = next;
    }
}

/** Reverses lists in two ways. */
public class ListReverser {

    /** Turns the pointers around one after the other. */
    static ListNode reverseIterative(ListNode head) {
        ListNode prev = null;
        while (head != null) {
            ListNode next = head.next;
            head.next = prev;
            prev = head;
            head = next;
        }
        return prev;
    }

    /** Reverses the rest first, then hangs the head behind it. */
    static ListNode reverseRecursive(ListNode head) {
        if (head == null || head.next == null) {
            return head;
        }
        ListNode rest = reverseRecursive(head.next);
        head.next.next = head;
        head.next = null;
        return rest;
    }

    static ListNode fromValues(int... values) {
        ListNode head = null;
        for (int i = values.length - 1; i >= 0; i--) {
            head = new ListNode(values[i], head);
        }
        return head;
    }

    static String asText(ListNode head) {
        StringBuilder text = new StringBuilder();
        while (head != null) {
            text.append(head.val).append(head.next == null ? "" : " ");
            head = head.next;
        }
        return text.toString();
    }

    public static void main(String[] args) {
        ListNode list = fromValues(1, 2, 3, 4);
        System.out.println(asText(list));
        list = reverseIterative(list);
        System.out.println(asText(list));
        list = reverseRecursive(list);
        System.out.println(asText(list));
        System.out.println("empty: '" + asText(reverseRecursive(fromValues())) + "'");
    }
}
