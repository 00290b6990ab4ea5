public class DLList {

    DLList next;
    DLList prev;

    DLList() {}

    DLList(DLList next) {
        this.next = next;
        next.prev = this;
    }

    static DLList build() {
        DLList list = new DLList();
        for (int i = 0; i < 10; i++) {
            list = new DLList(list);
        }
        return list;
    }

    static void traverse(DLList head) {
        DLList current = head;
        while (current != null) {
            current = current.next;
        }
    }

    static void reverse(DLList head) {
        DLList current = head;
        while (current != null) {
            DLList next = current.next;
            current.next = current.prev;
            current.prev = next;
            head = current;
            current = next;
        }
    }

    static DLList findLast(DLList head) {
        DLList current = head;
        while (current.next != null) {
            current = current.next;
        }
        return current;
    }

    static void findLastCall(DLList head) {
        findLast(head);
    }
}
