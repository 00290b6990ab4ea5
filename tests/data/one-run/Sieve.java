class Sieve {
    public static void main(String[] args) {
        int n = 500, count = 0;
        boolean[] composite = new boolean[n];
        for (int i = 2; i <= n; i++) {
            if (composite[i]) continue;
            count++;
            for (int j = i * i; j <= n; j += i) composite[j] = true;
        }
        assert count == 95;
    }
}
