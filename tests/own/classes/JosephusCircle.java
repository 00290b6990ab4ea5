/**
 * People standing in a circle, every k-th of them has to leave.
 * Only a pointer to the person before the next one is kept.
 */
public class JosephusCircle {

    private static class Person {
        final String name;
        Person next;

        Person(String name) {
            this.name = name;
        }
    }

    private Person last = null;
    private int count = 0;

    public void add(String name) {
        Person p = new Person(name);
        if (last == null) {
            p.next = p;
        } else {
            p.next = last.next;
            last.next = p;
        }
        last = p;
        count++;
    }

    /**
     * Counts to k and sends the person reached out of the circle.
     *
     * @return name of the person who had to leave
     */
    public String eliminate(int k) {
        if (k < 1) {
            throw new IllegalArgumentException("k must be at least 1");
        }
        if (last == null) {
            throw new IllegalStateException("nobody is there");
        }
        // full rounds do not change anything
        int moves = (k - 1) % count;
        Person before = last;
        for (int i = 0; i < moves; i++) {
            before = before.next;
        }
        Person victim = before.next;
        before.next = victim.next;
        last = before;
        count--;
        return victim.name;
    }

    /** Plays until one person is left. */
    public String survivor(int k) {
        if (last == null) {
            throw new IllegalStateException("nobody is there");
        }
        while (count > 1) {
            eliminate(k);
        }
        return last.name;
    }

    public boolean contains(String name) {
        Person p = last;
        for (int i = 0; i < count; i++) {
            if (p.name.equals(name)) {
                return true;
            }
            p = p.next;
        }
        return false;
    }

    public int size() {
        return count;
    }
}
