class Triangle {
    public static void main(String[] args) {
        int[][] triangle = new int[10][];
        for (int i = 0; i < triangle.length; i++) {
            triangle[i] = new int[i + 1];
            triangle[i][0] = triangle[i][i] = 1;
            for (int j = 1; j < i; j++) triangle[i][j] = triangle[i - 1][j - 1] + triangle[i - 1][j];
        }
        int sum = 0;
        for (int number : triangle[9]) sum += number;
        assert sum == 512 && triangle[9][4] == 126;
        int[][][] cube = new int[3][4][5];
        cube[2][3][4] = 7;
        assert cube[2][3][4] == 7 && cube[0].length == 4 && cube[1][1].length == 5;
    }
}
