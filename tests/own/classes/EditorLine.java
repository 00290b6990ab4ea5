/**
 * One line of a text editor. The characters are linked in both directions,
 * the caret stands behind the cell "caret" (or at the beginning of the line
 * if that is the anchor).
 */
public class EditorLine {

    public enum Move { LEFT, RIGHT, HOME, END }

    private static class Cell {
        char ch;
        Cell left;
        Cell right;
    }

    private final Cell anchor = new Cell();
    private Cell caret = anchor;
    private int length = 0;

    public EditorLine() {
    }

    public EditorLine(String text) {
        type(text);
    }

    public void type(char ch) {
        Cell cell = new Cell();
        cell.ch = ch;
        cell.left = caret;
        cell.right = caret.right;
        if (caret.right != null) {
            caret.right.left = cell;
        }
        caret.right = cell;
        caret = cell;
        length++;
    }

    public final void type(String text) {
        for (int i = 0; i < text.length(); i++) {
            type(text.charAt(i));
        }
    }

    /** Deletes the character left of the caret. */
    public boolean backspace() {
        if (caret == anchor) {
            return false;
        }
        caret = caret.left;
        return delete();
    }

    /** Deletes the character right of the caret. */
    public boolean delete() {
        Cell victim = caret.right;
        if (victim == null) {
            return false;
        }
        caret.right = victim.right;
        if (victim.right != null) {
            victim.right.left = caret;
        }
        length--;
        return true;
    }

    public void move(Move move) {
        switch (move) {
            case LEFT:
                if (caret != anchor) caret = caret.left;
                break;
            case RIGHT:
                if (caret.right != null) caret = caret.right;
                break;
            case HOME:
                caret = anchor;
                break;
            case END:
                while (caret.right != null) caret = caret.right;
                break;
        }
    }

    public int column() {
        int col = 0;
        for (Cell c = caret; c != anchor; c = c.left) {
            col++;
        }
        return col;
    }

    public char charAt(int column) {
        if (column < 0 || column >= length) {
            throw new IllegalArgumentException("no column " + column);
        }
        Cell c = anchor.right;
        while (column-- > 0) {
            c = c.right;
        }
        return c.ch;
    }

    /** Cuts off everything right of the caret and returns it. */
    public String cutToEnd() {
        StringBuilder cut = new StringBuilder();
        for (Cell c = caret.right; c != null; c = c.right) {
            cut.append(c.ch);
        }
        caret.right = null;
        length -= cut.length();
        return cut.toString();
    }

    @Override
    public String toString() {
        StringBuilder sb = new StringBuilder(length);
        for (Cell c = anchor.right; c != null; c = c.right) {
            sb.append(c.ch);
        }
        return sb.toString();
    }
}
