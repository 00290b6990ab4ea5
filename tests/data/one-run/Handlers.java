class Handlers {
    public static void main(String[] args) {
        int[] a = new int[3];
        int caught = 0;
        for (int i = -1; i <= 3; i++) {
            try {
                a[i] = i;
            } catch (ArrayIndexOutOfBoundsException e) {
                caught++;
            }
        }
        assert caught == 2 && a[2] == 2;
        try {
            int[] b = new int[caught - 3];
            caught = 9;
        } catch (NegativeArraySizeException e) {
            caught = 3;
        } finally {
            a[0] = 7;
        }
        assert caught == 3 && a[0] == 7;
        int i = 0;
        a[i] = i = 2;
        assert a[0] == 2 && i == 2;
        try {
            System.arraycopy(a, 1, a, 2, 2);
        } catch (IndexOutOfBoundsException e) {
            a = null;
        }
        a[0]++;
    }
}
