package org.example.text;

/**
 * A text as a binary tree whose leaves are short strings, so that long texts
 * can be put together without copying.
 */
public final class RopeText implements CharSequence {

    private abstract static class Part {
        abstract int length();

        abstract char charAt(int index);

        abstract void appendTo(StringBuilder out);
    }

    private static final class Leaf extends Part {
        private final String text;

        Leaf(String text) {
            this.text = text;
        }

        @Override
        int length() {
            return text.length();
        }

        @Override
        char charAt(int index) {
            return text.charAt(index);
        }

        @Override
        void appendTo(StringBuilder out) {
            out.append(text);
        }
    }

    private static final class Concat extends Part {
        private final Part left;
        private final Part right;
        private final int length;

        Concat(Part left, Part right) {
            this.left = left;
            this.right = right;
            this.length = left.length() + right.length();
        }

        @Override
        int length() {
            return length;
        }

        @Override
        char charAt(int index) {
            int border = left.length();
            return index < border ? left.charAt(index) : right.charAt(index - border);
        }

        @Override
        void appendTo(StringBuilder out) {
            left.appendTo(out);
            right.appendTo(out);
        }
    }

    private Part root;

    public RopeText append(String text) {
        if (text == null || text.isEmpty()) {
            return this;
        }
        Leaf leaf = new Leaf(text);
        root = root == null ? leaf : new Concat(root, leaf);
        return this;
    }

    public RopeText append(int number) {
        return append(Integer.toString(number));
    }

    @Override
    public int length() {
        return root == null ? 0 : root.length();
    }

    @Override
    public char charAt(int index) {
        if (index < 0 || index >= length()) {
            throw new IndexOutOfBoundsException("index " + index + ", length " + length());
        }
        return root.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return toString().subSequence(start, end);
    }

    @Override
    public String toString() {
        if (root == null) {
            return "";
        }
        StringBuilder out = new StringBuilder();
        root.appendTo(out);
        return out.toString();
    }

    public static void main(String[] args) {
        RopeText rope = new RopeText();
        for (int i = 1; i < 6; i++) {
            rope.append("line ").append(i).append("; ");
        }
        System.out.println(rope);
        System.out.println(rope.length() + " " + rope.charAt(5) + " " + rope.subSequence(0, 4));
    }
}
