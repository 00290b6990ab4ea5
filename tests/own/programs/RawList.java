/**
 * A list for any objects, in the old style without type parameters.
 */
public class RawList {

    private class Node {
        private Object data;
        private Node next;

        public Node(Object data) {
            this.data = data;
        }

        public Object getData() {
            return data;
        }

        public Node getNext() {
            return next;
        }

        public void setNext(Node next) {
            this.next = next;
        }
    }

    private Node head;
    private int size;

    public void add(Object data) {
        Node node = new Node(data);
        if (head == null) {
            head = node;
        } else {
            Node current = head;
            while (current.getNext() != null) {
                current = current.getNext();
            }
            current.setNext(node);
        }
        size++;
    }

    public Object get(int index) {
        Node current = head;
        while (current != null && index > 0) {
            current = current.getNext();
            index--;
        }
        if (current == null || index < 0) {
            return null;
        }
        return current.getData();
    }

    public int getSize() {
        return size;
    }

    /** Adds up the numbers in the list. */
    public int sum() {
        int sum = 0;
        Node current = head;
        while (current != null) {
            if (current.getData() != null) {
                sum += (Integer) current.getData();
            }
            current = current.getNext();
        }
        return sum;
    }

    public int countStrings() {
        int n = 0;
        for (Node current = head; current != null; current = current.getNext()) {
            if (current.getData() instanceof String) {
                n++;
            }
        }
        return n;
    }

    public static void main(String[] args) {
        RawList list = new RawList();
        list.add(4);
        list.add(Integer.valueOf(38));
        System.out.println("sum: " + list.sum());
        list.add("some text");
        System.out.println(list.getSize() + " elements, " + list.countStrings() + " string(s)");
        System.out.println((String) list.get(2));
    }
}
