class BubbleSort {
    public static void main(String[] args) {
        long[] a = { 5, 3, 9, 1, 7, 2, 8 };
        for (int i = 0; i < a.length - 1; i++) {
            for (int j = 0; j < a.length - 2 - i; j++) {
                if (a[j] > a[j + 1]) {
                    long kept = a[j];
                    a[j] = a[j + 1];
                    a[j + 1] = kept;
                }
            }
        }
        for (int i = 1; i < a.length; i++) assert a[i - 1] <= a[i];
    }
}
