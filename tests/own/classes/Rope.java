/**
 * Immutable text as a binary tree of pieces; concatenation takes constant time.
 */
public final class Rope {

    public static final Rope EMPTY = new Rope("");

    // a leaf has a piece and no children, an inner node two children and no piece
    private final String piece;
    private final Rope left;
    private final Rope right;
    private final int length;

    private Rope(String piece) {
        this.piece = piece;
        this.left = null;
        this.right = null;
        this.length = piece.length();
    }

    private Rope(Rope left, Rope right) {
        this.piece = null;
        this.left = left;
        this.right = right;
        this.length = left.length + right.length;
    }

    public static Rope of(String text) {
        return text.isEmpty() ? EMPTY : new Rope(text);
    }

    public int length() {
        return length;
    }

    private boolean isLeaf() {
        return piece != null;
    }

    public Rope concat(Rope other) {
        if (length == 0) return other;
        if (other.length == 0) return this;
        if (length > Integer.MAX_VALUE - other.length) {
            throw new IllegalArgumentException("text too long");
        }
        return new Rope(this, other);
    }

    public Rope append(String text) {
        return concat(of(text));
    }

    public char charAt(int index) {
        if (index < 0 || index >= length) {
            throw new IllegalArgumentException("index " + index + ", length " + length);
        }
        Rope r = this;
        while (!r.isLeaf()) {
            if (index < r.left.length) {
                r = r.left;
            } else {
                index -= r.left.length;
                r = r.right;
            }
        }
        return r.piece.charAt(index);
    }

    /** The text from begin (inclusive) to end (exclusive). */
    public Rope substring(int begin, int end) {
        if (begin < 0 || end > length || begin > end) {
            throw new IllegalArgumentException(begin + ".." + end + ", length " + length);
        }
        return slice(begin, end);
    }

    private Rope slice(int begin, int end) {
        if (begin == 0 && end == length) return this;
        if (isLeaf()) return of(piece.substring(begin, end));
        int mid = left.length;
        if (end <= mid) return left.slice(begin, end);
        if (begin >= mid) return right.slice(begin - mid, end - mid);
        return left.slice(begin, mid).concat(right.slice(0, end - mid));
    }

    /** Inserts text so that it begins at the given index. */
    public Rope insert(int index, String text) {
        return substring(0, index).append(text).concat(substring(index, length));
    }

    public Rope delete(int begin, int end) {
        if (begin > end) {
            throw new IllegalArgumentException("begin > end");
        }
        return substring(0, begin).concat(substring(end, length));
    }

    public int depth() {
        return isLeaf() ? 0 : 1 + Math.max(left.depth(), right.depth());
    }

    @Override
    public String toString() {
        StringBuilder sb = new StringBuilder();
        appendTo(sb);
        return sb.toString();
    }

    private void appendTo(StringBuilder sb) {
        if (isLeaf()) {
            sb.append(piece);
        } else {
            left.appendTo(sb);
            right.appendTo(sb);
        }
    }
}
