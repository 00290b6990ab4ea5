import java.util.HashMap;
import java.util.Map;

/** An address book as a chain of contacts. */
public class Contact {

    int id;
    String name;
    Contact next;

    Contact(int id, String name) {
        this.id = id;
        this.name = name;
    }

    /** The contact with an id, or null. */
    static Contact findById(Contact first, int id) {
        Contact current = first;
        while (current != null && current.id != id) {
            current = current.next;
        }
        return current;
    }

    static Contact findByName(Contact first, String name) {
        for (Contact c = first; c != null; c = c.next) {
            if (c.name.equalsIgnoreCase(name)) {
                return c;
            }
        }
        return null;
    }

    @Override
    public String toString() {
        return String.format("%03d %s", id, name);
    }

    public static void main(String[] args) {
        Map<Integer, String> byId = new HashMap<>();
        String[] names = {"Turing", "Hopper", "Noether"};
        Contact first = null;
        for (int i = 0; i < names.length; i++) {
            Contact c = new Contact(i, names[i]);
            c.next = first;
            first = c;
            byId.put(i, names[i]);
        }
        System.out.println(findById(first, 1) + ", " + findByName(first, "noether"));
        System.out.println(byId.values());
    }
}
