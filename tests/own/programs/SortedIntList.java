public class SortedIntList
{
    private class Node
    {
        int data;
        Node next;

        Node(int data, Node next)
        {
            this.data = data;
            this.next = next;
        }
    }

    private Node head;
    private int length;

    // inserts so that the list stays in ascending order
    public void insert(int value)
    {
        if (head == null || value <= head.data)
        {
            head = new Node(value, head);
        }
        else
        {
            Node current = head;
            while (current.next != null && current.next.data < value)
            {
                current = current.next;
            }
            current.next = new Node(value, current.next);
        }
        length++;
    }

    // removes the first node with this value
    public boolean remove(int value)
    {
        Node prev = null;
        Node cur = head;
        while (cur != null && cur.data < value)
        {
            prev = cur;
            cur = cur.next;
        }
        if (cur == null || cur.data != value)
        {
            return false;
        }
        if (prev == null)
        {
            head = cur.next;
        }
        else
        {
            prev.next = cur.next;
        }
        length--;
        return true;
    }

    public boolean contains(int value)
    {
        Node cur = head;
        while (cur != null)
        {
            if (cur.data == value)
            {
                return true;
            }
            cur = cur.next;
        }
        return false;
    }

    public void print()
    {
        String text = "";
        for (Node cur = head; cur != null; cur = cur.next)
        {
            text += cur.data + " -> ";
        }
        System.out.println(text + "null (" + length + ")");
    }

    public static void main(String[] args)
    {
        int[] numbers = {5, 2, 9, 2, 7};
        SortedIntList list = new SortedIntList();
        for (int i = 0; i < numbers.length; i++)
        {
            list.insert(numbers[i]);
            list.print();
        }
        list.remove(2);
        list.remove(100);
        list.print();
        System.out.println("contains 9: " + list.contains(9));
    }
}
