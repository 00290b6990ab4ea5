import java.util.LinkedList;
import java.util.Random;

/** Players in a circle. */
public class Player {

    String name;
    Player neighbour;

    /** Players leave one after the other until one is left. */
    static Player play(Player current, int steps) {
        while (current.neighbour != current) {
            for (int i = 0; i < steps; i++) {
                current = current.neighbour;
            }
            current.neighbour = current.neighbour.neighbour;
        }
        return current;
    }

    static Player circle(String... names) {
        Player first = null;
        Player last = null;
        for (String name : names) {
            Player p = new Player();
            p.name = name;
            if (first == null) {
                first = p;
            } else {
                last.neighbour = p;
            }
            last = p;
            p.neighbour = first;
        }
        return first;
    }

    public static void main(String[] args) {
        String[] names = {"Ada", "Ben", "Cleo", "Dora", "Emil"};
        LinkedList<Integer> numbers = new LinkedList<>();
        Random random = new Random(3);
        for (int round = 0; round < 3; round++) {
            numbers.addFirst(random.nextInt(4));
        }
        for (int n : numbers) {
            System.out.println(n + " steps: " + play(circle(names), n).name);
        }
    }
}
