import java.util.Scanner;

/**
 * Counts how often words occur, with our own hash table (no java.util.HashMap
 * allowed in this exercise).
 */
public class WordCounter {

    private static class Entry {
        String word;
        int count;
        Entry next;

        Entry(String word, Entry next) {
            this.word = word;
            this.count = 1;
            this.next = next;
        }
    }

    private static final int SIZE = 31;

    private Entry[] table;
    private int different;

    public WordCounter() {
        table = new Entry[SIZE];
    }

    private int index(String word) {
        int h = word.hashCode() % SIZE;
        if (h < 0) {
            h += SIZE;
        }
        return h;
    }

    private Entry find(String word) {
        Entry e = table[index(word)];
        while (e != null) {
            if (e.word.equals(word)) {
                return e;
            }
            e = e.next;
        }
        return null;
    }

    public void count(String word) {
        Entry e = find(word);
        if (e != null) {
            e.count++;
        } else {
            int i = index(word);
            table[i] = new Entry(word, table[i]);
            different++;
        }
    }

    /** How often has the word been counted? */
    public int frequency(String word) {
        Entry e = find(word);
        return e.count;
    }

    /** The most frequent word, or null if there is none. */
    public String mostFrequent() {
        Entry best = null;
        for (int i = 0; i < table.length; i++) {
            for (Entry e = table[i]; e != null; e = e.next) {
                if (best == null || e.count > best.count) {
                    best = e;
                }
            }
        }
        return best == null ? null : best.word;
    }

    public static void main(String[] args) {
        String text = "the cat and the dog and the bird";
        WordCounter counter = new WordCounter();
        try (Scanner scanner = new Scanner(text)) {
            while (scanner.hasNext()) {
                counter.count(scanner.next());
            }
        }
        System.out.println(counter.different + " different words");
        System.out.println("the: " + counter.frequency("the"));
        System.out.println("most frequent: " + counter.mostFrequent());
    }
}
