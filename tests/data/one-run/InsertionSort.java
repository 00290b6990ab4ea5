class InsertionSort {
    static void sort(int... a) {
        for (int i = 1; i < a.length; i++) {
            int key = a[i], j = i - 1;
            while (a[j] > key) {
                a[j + 1] = a[j];
                j--;
            }
            a[j + 1] = key;
        }
    }

    public static void main(String[] args) {
        sort();
        sort(1, 3, 2);
        sort(3, 1, 2);
    }
}
