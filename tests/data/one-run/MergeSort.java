import java.util.Arrays;

class MergeSort {
    static void sort(int[] a, int low, int high, int[] merged) {
        if (high - low < 2) return;
        int middle = (low + high) >>> 1;
        sort(a, low, middle, merged);
        sort(a, middle, high, merged);
        int i = low, j = middle, k = low;
        while (i < middle && j < high) merged[k++] = a[i] <= a[j] ? a[i++] : a[j++];
        while (i < middle) merged[k++] = a[i++];
        while (j < high) merged[k++] = a[j++];
        System.arraycopy(merged, low, a, low, high - low);
    }

    public static void main(String[] args) {
        int[] a = new int[33];
        int seed = 1;
        for (int i = 0; i < a.length; i++) {
            seed = seed * 1103515245 + 12345;
            a[i] = (seed >>> 16) & 0xff;
        }
        int[] expected = a.clone();
        sort(a, 0, a.length, new int[a.length]);
        Arrays.sort(expected);
        assert Arrays.equals(a, expected);
    }
}
