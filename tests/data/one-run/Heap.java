class Heap {
    private int[] items = new int[4];
    private int size;

    private void swap(int i, int j) {
        int kept = items[i];
        items[i] = items[j];
        items[j] = kept;
    }

    void add(int item) {
        if (size == items.length) {
            int[] more = new int[2 * size];
            for (int i = 0; i < size; i++) more[i] = items[i];
            items = more;
        }
        int i = size++;
        items[i] = item;
        for (; i > 0 && items[(i - 1) / 2] > items[i]; i = (i - 1) / 2) swap(i, (i - 1) / 2);
    }

    int poll() {
        int first = items[0];
        items[0] = items[--size];
        for (int i = 0, child = 1; child < size; i = child, child = 2 * i + 1) {
            if (child + 1 < size && items[child + 1] < items[child]) child++;
            if (items[i] <= items[child]) break;
            swap(i, child);
        }
        return first;
    }

    public static void main(String[] args) {
        Heap heap = new Heap();
        for (int i = 0; i < 25; i++) heap.add(i * 17 % 25);
        for (int i = 0; i < 25; i++) {
            if (heap.poll() != i) throw new IllegalStateException();
        }
    }
}
