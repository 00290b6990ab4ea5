import java.util.ArrayList;
import java.util.List;

/** Two queues of people become one. */
public class TicketOffice {

    static class Ticket {
        final int number;
        Ticket next;

        Ticket(int number) {
            this.number = number;
        }
    }

    private static int lastNumber = 0;

    /** Puts the second queue behind the first one. */
    static Ticket append(Ticket first, Ticket second) {
        Ticket end = first;
        while (end.next != null) {
            end = end.next;
        }
        end.next = second;
        return first;
    }

    static Ticket issue(int howMany) {
        Ticket head = null;
        for (int i = 0; i < howMany; i++) {
            Ticket t = new Ticket(++lastNumber);
            t.next = head;
            head = t;
        }
        return head;
    }

    public static void main(String[] args) {
        int[] sizes = new int[] {2, 3};
        Ticket queue = append(issue(sizes[0]), issue(sizes[1]));
        List<String> numbers = new ArrayList<>();
        for (Ticket t = queue; t != null; t = t.next) {
            numbers.add("no. " + t.number);
        }
        System.out.println(String.join(", ", numbers));
    }
}
