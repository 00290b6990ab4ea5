/**
 * A set of lower-case words, stored as a trie in first-child / next-sibling
 * representation. Siblings are kept in alphabetical order.
 */
public class Lexicon {

    private static final class Node {
        final char letter;
        boolean endOfWord;
        Node child;
        Node sibling;

        Node(char letter, Node sibling) {
            this.letter = letter;
            this.sibling = sibling;
        }
    }

    private final Node root = new Node('^', null);
    private int words;

    public int size() { return words; }

    public boolean add(String word) {
        check(word);
        Node node = root;
        for (char c : word.toCharArray()) {
            node = childOrNew(node, c);
        }
        if (node.endOfWord) return false;
        node.endOfWord = true;
        words++;
        return true;
    }

    public boolean contains(String word) {
        Node node = descend(word);
        return node != null && node.endOfWord;
    }

    /** Number of words that begin with the prefix. */
    public int countPrefix(String prefix) {
        Node node = descend(prefix);
        if (node == null) return 0;
        return (node.endOfWord ? 1 : 0) + countForest(node.child);
    }

    /** The alphabetically first word, or null if there is none. */
    public String first() {
        if (words == 0) return null;
        StringBuilder sb = new StringBuilder();
        Node node = root;
        while (!node.endOfWord) {
            node = node.child;
            sb.append(node.letter);
        }
        return sb.toString();
    }

    /** The longest prefix of text that is itself a word of the lexicon (maybe empty). */
    public String longestMatch(String text) {
        int best = 0;
        Node node = root;
        for (int i = 0; i < text.length(); i++) {
            node = child(node, text.charAt(i));
            if (node == null) break;
            if (node.endOfWord) best = i + 1;
        }
        return text.substring(0, best);
    }

    public boolean remove(String word) {
        if (!contains(word)) return false;
        prune(root, word, 0);
        words--;
        return true;
    }

    // unmarks the word below node; branches without words are cut off,
    // so that every leaf other than the root ends a word
    private void prune(Node node, String word, int pos) {
        if (pos == word.length()) {
            node.endOfWord = false;
            return;
        }
        Node before = null;
        Node cur = node.child;
        while (cur.letter != word.charAt(pos)) {
            before = cur;
            cur = cur.sibling;
        }
        prune(cur, word, pos + 1);
        if (cur.child == null && !cur.endOfWord) {
            if (before == null) node.child = cur.sibling;
            else before.sibling = cur.sibling;
        }
    }

    private Node descend(String s) {
        Node node = root;
        for (int i = 0; node != null && i < s.length(); i++) {
            node = child(node, s.charAt(i));
        }
        return node;
    }

    private static Node child(Node node, char c) {
        Node n = node.child;
        while (n != null && n.letter < c) n = n.sibling;
        return n != null && n.letter == c ? n : null;
    }

    private static Node childOrNew(Node node, char c) {
        if (node.child == null || node.child.letter > c) {
            return node.child = new Node(c, node.child);
        }
        Node n = node.child;
        while (n.sibling != null && n.sibling.letter <= c) n = n.sibling;
        if (n.letter != c) {
            n.sibling = new Node(c, n.sibling);
            n = n.sibling;
        }
        return n;
    }

    private static int countForest(Node n) {
        if (n == null) return 0;
        return (n.endOfWord ? 1 : 0) + countForest(n.child) + countForest(n.sibling);
    }

    private static void check(String word) {
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            if (c < 'a' || c > 'z') throw new IllegalArgumentException("not a lower-case word: " + word);
        }
    }
}
