public class SLList {

    SLList next;

    SLList(SLList next) {
        this.next = next;
    }

    static SLList build() {
        SLList list = new SLList(null);
        for (int i = 0; i < 10; i++) {
            list = new SLList(list);
        }
        return list;
    }

    static SLList buildRecursive(int n, SLList list) {
        if (n < 10) {
            list = new SLList(list);
            return buildRecursive(n + 1, list);
        }
        return list;
    }

    static SLList buildAndConcat() {
        SLList first = build();
        SLList second = build();
        SLList last = first;
        while (last.next != null) {
            last = last.next;
        }
        last.next = second;
        return first;
    }

    static void traverse(SLList head) {
        SLList current = head;
        while (current.next != null) {
            current = current.next;
        }
    }

    static void traverseModifyList(SLList head) {
        SLList current = head;
        while (current.next != null) {
            current = current.next;
            swap(head);
        }
    }

    /** Cuts the list after its first element and restores it. */
    static void swap(SLList head) {
        SLList rest = head.next;
        head.next = null;
        head.next = rest;
    }

    static SLList traverseModifyHeap(SLList list) {
        allocate();
        return list;
    }

    /** Allocates an element and drops it. */
    static void allocate() {
        SLList element = new SLList(null);
    }

    static SLList traverseRecursive(SLList head) {
        SLList current = head;
        if (current == null) {
            return null;
        }
        if (current.next == null) {
            return current;
        }
        return traverseRecursive(current.next);
    }

    static SLList traverseRecursiveModifyHeap(SLList head) {
        allocate();
        SLList current = head;
        if (current == null) {
            return null;
        }
        if (current.next == null) {
            return current;
        }
        return traverseRecursive(current.next);
    }

    static SLList reverse(SLList head) {
        SLList current = head;
        SLList reversedList = null;
        while (current != null) {
            SLList next = current.next;
            current.next = reversedList;
            reversedList = current;
            current = next;
        }
        return reversedList;
    }

    static SLList reverseRecursive(SLList head) {
        if (head == null || head.next == null) {
            return head;
        }
        SLList second = head.next;
        SLList reversedList = reverseRecursive(second);
        second.next = head;
        head.next = null;
        return reversedList;
    }

    static SLList find(SLList list) {
        SLList current = list;
        int position = 0;
        while (current.next != null) {
            if (position == 7) {
                return current;
            }
            current = current.next;
            position++;
        }
        return current;
    }

    static SLList findMiddle(SLList head) {
        SLList slow = head;
        SLList fast = head;
        while (fast != null && fast.next != null) {
            fast = fast.next.next;
            slow = slow.next;
        }
        return slow;
    }

    static SLList findMiddleFaulty(SLList head) {
        SLList slow = head;
        SLList fast = head;
        while (fast != null && fast.next != null) {
            fast = fast.next.next;
            if (fast != null) {
                slow = fast.next;
            } else {
                slow = slow.next;
            }
        }
        return slow;
    }

    static SLList findMiddleFaultyCall(SLList head) {
        return findMiddleFaulty(head);
    }

    static SLList zipDummy() {
        SLList left = build();
        SLList right = build();
        return zip(left, right);
    }

    static SLList zip(SLList left, SLList right) {
        if (left == null) {
            return right;
        }
        zipRight(left, left.next, right);
        return left;
    }

    /** Appends the elements of the two lists behind {@code current}, taking one of {@code right} first. */
    static void zipRight(SLList current, SLList left, SLList right) {
        if (right == null) {
            current.next = left;
        } else {
            current.next = right;
            zipLeft(right, left, right.next);
        }
    }

    /** Appends the elements of the two lists behind {@code current}, taking one of {@code left} first. */
    static void zipLeft(SLList current, SLList left, SLList right) {
        if (left == null) {
            current.next = right;
        } else {
            current.next = left;
            zipRight(left, left.next, right);
        }
    }
}
