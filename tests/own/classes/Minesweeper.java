/**
 * Game logic of Minesweeper. The mines are placed by the caller before the
 * first field is uncovered.
 */
public class Minesweeper {

    public enum Status { SETUP, PLAYING, WON, LOST }

    private static final char HIDDEN = '.';
    private static final char FLAG = 'F';
    private static final char BOOM = '*';

    private final int height;
    private final int width;
    private final boolean[][] mine;
    private final char[][] view;
    private int mines;
    private int uncovered;
    private Status status = Status.SETUP;

    public Minesweeper(int height, int width) {
        if (height <= 0 || width <= 0) {
            throw new IllegalArgumentException("board is empty");
        }
        this.height = height;
        this.width = width;
        mine = new boolean[height][width];
        view = new char[height][width];
        for (char[] row : view) {
            java.util.Arrays.fill(row, HIDDEN);
        }
    }

    private boolean inside(int y, int x) {
        return y >= 0 && y < height && x >= 0 && x < width;
    }

    private void check(int y, int x) {
        if (!inside(y, x)) {
            throw new IllegalArgumentException("no such field: " + y + "," + x);
        }
    }

    public boolean placeMine(int y, int x) {
        check(y, x);
        if (status != Status.SETUP || mine[y][x]) {
            return false;
        }
        mine[y][x] = true;
        mines++;
        return true;
    }

    public int neighbours(int y, int x) {
        check(y, x);
        int n = 0;
        for (int dy = -1; dy <= 1; dy++) {
            for (int dx = -1; dx <= 1; dx++) {
                if ((dy != 0 || dx != 0) && inside(y + dy, x + dx) && mine[y + dy][x + dx]) {
                    n++;
                }
            }
        }
        return n;
    }

    /** Sets or takes away a flag. */
    public void toggleFlag(int y, int x) {
        check(y, x);
        switch (view[y][x]) {
            case HIDDEN -> view[y][x] = FLAG;
            case FLAG -> view[y][x] = HIDDEN;
            default -> { }
        }
    }

    public Status uncover(int y, int x) {
        check(y, x);
        if (status == Status.SETUP) {
            status = Status.PLAYING;
        }
        if (status != Status.PLAYING || view[y][x] != HIDDEN) {
            return status;
        }
        if (mine[y][x]) {
            view[y][x] = BOOM;
            status = Status.LOST;
            return status;
        }
        flood(y, x);
        if (uncovered == (long) height * width - mines) {
            status = Status.WON;
        }
        return status;
    }

    private void flood(int y, int x) {
        if (!inside(y, x) || view[y][x] != HIDDEN) {
            return;
        }
        int n = neighbours(y, x);
        view[y][x] = (char) ('0' + n);
        uncovered++;
        if (n > 0) {
            return;
        }
        for (int k = 0; k < 9; k++) {
            flood(y + k / 3 - 1, x + k % 3 - 1);
        }
    }

    public char symbolAt(int y, int x) {
        check(y, x);
        return view[y][x];
    }

    public Status status() {
        return status;
    }
}
