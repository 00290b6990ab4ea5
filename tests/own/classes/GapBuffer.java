import java.util.Arrays;

/**
 * Text buffer of a line editor. The free space of the array (the gap) is kept
 * at the cursor, so that typing is cheap:
 *
 * <pre>  text before cursor | gap | text after cursor </pre>
 */
public class GapBuffer {

    private char[] buf = new char[4];
    private int gapStart = 0;            // == cursor
    private int gapEnd = buf.length;     // first char behind the gap
    private int length = 0;

    public GapBuffer() {
    }

    public GapBuffer(String text) {
        insert(text);
    }

    public int length() {
        return length;
    }

    public int cursor() {
        return gapStart;
    }

    private void ensureGap() {
        if (gapStart == gapEnd) {
            buf = Arrays.copyOf(buf, buf.length * 2);
            gapEnd = buf.length;
        }
    }

    /** Types one character at the cursor. */
    public void insert(char c) {
        ensureGap();
        buf[gapStart++] = c;
        length++;
    }

    public void insert(String s) {
        for (int i = 0; i < s.length(); i++) {
            insert(s.charAt(i));
        }
    }

    /** Deletes the character before the cursor. */
    public boolean backspace() {
        if (gapStart == 0) {
            return false;
        }
        gapStart--;
        length--;
        return true;
    }

    /** Moves the cursor so that it stands before the character at {@code pos}. */
    public void moveTo(int pos) {
        if (pos < 0 || pos > length) {
            throw new IllegalArgumentException("cursor position " + pos);
        }
        while (gapStart > pos) {
            gapStart--;
            gapEnd--;
            buf[gapEnd] = buf[gapStart];
        }
        while (gapStart < pos) {
            buf[gapStart] = buf[gapEnd];
            gapStart++;
            gapEnd++;
        }
    }

    public char charAt(int index) {
        if (index < 0 || index >= length) {
            throw new IllegalArgumentException("index " + index);
        }
        if (index < gapStart) {
            return buf[index];
        }
        return buf[index - gapStart + gapEnd];
    }

    public int indexOf(char c) {
        for (int i = 0; i < length; i++) {
            if (charAt(i) == c) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public String toString() {
        StringBuilder sb = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            sb.append(charAt(i));
        }
        return sb.toString();
    }
}
