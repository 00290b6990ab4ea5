class HashTable {
    static class Entry {
        final int key;
        int value;
        final Entry next;

        Entry(int key, int value, Entry next) {
            this.key = key;
            this.value = value;
            this.next = next;
        }
    }

    private final Entry[] table = new Entry[7];
    private int size;

    private int place(int key) {
        return (key % table.length + table.length) % table.length;
    }

    void put(int key, int value) {
        int place = place(key);
        for (Entry entry = table[place]; entry != null; entry = entry.next) {
            if (entry.key == key) {
                entry.value = value;
                return;
            }
        }
        table[place] = new Entry(key, value, table[place]);
        size++;
    }

    int get(int key) {
        for (Entry entry = table[place(key)]; entry != null; entry = entry.next) {
            if (entry.key == key) return entry.value;
        }
        throw new IllegalArgumentException();
    }

    public static void main(String[] args) {
        HashTable squares = new HashTable();
        for (int i = -20; i < 20; i++) squares.put(i, i * i);
        for (int i = -20; i < 20; i++) assert squares.get(i) == i * i;
        squares.put(3, 1);
        assert squares.size == 40 && squares.get(3) == 1;
    }
}
