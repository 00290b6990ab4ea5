import java.util.ArrayList;
import java.util.List;

/** Trie over the alphabet a..z. Counts how often each word was inserted. */
class PrefixTree {
    static final int ALPHABET = 26;

    private static class TrieNode {
        TrieNode[] next = new TrieNode[ALPHABET];
        int passing;   // occurrences of words that run through (or end at) this node
        int ending;    // occurrences of words that end here
    }

    private final TrieNode root = new TrieNode();

    private static int slot(char c) {
        return c - 'a';
    }

    private static boolean isValid(String s) {
        for (int i = 0; i < s.length(); i++) {
            int k = slot(s.charAt(i));
            if (k < 0 || k >= ALPHABET) {
                return false;
            }
        }
        return true;
    }

    void insert(String word) {
        if (!isValid(word)) {
            throw new IllegalArgumentException(word);
        }
        TrieNode t = root;
        t.passing++;
        for (int i = 0; i < word.length(); i++) {
            int k = slot(word.charAt(i));
            if (t.next[k] == null) {
                t.next[k] = new TrieNode();
            }
            t = t.next[k];
            t.passing++;
        }
        t.ending++;
    }

    private TrieNode locate(String s) {
        if (!isValid(s)) {
            return null;
        }
        TrieNode t = root;
        for (int i = 0; i < s.length() && t != null; i++) {
            t = t.next[slot(s.charAt(i))];
        }
        return t;
    }

    int count(String word) {
        TrieNode t = locate(word);
        return t == null ? 0 : t.ending;
    }

    boolean contains(String word) {
        return count(word) > 0;
    }

    boolean startsWith(String prefix) {
        TrieNode t = locate(prefix);
        return t != null && t.passing > 0;
    }

    /** Deletes one occurrence of the word. */
    boolean delete(String word) {
        if (!contains(word)) {
            return false;
        }
        TrieNode t = root;
        t.passing--;
        for (int i = 0; i < word.length(); i++) {
            int k = slot(word.charAt(i));
            TrieNode child = t.next[k];
            child.passing--;
            if (child.passing == 0) {
                t.next[k] = null;      // nobody else uses this branch
                return true;
            }
            t = child;
        }
        t.ending--;
        return true;
    }

    /** All distinct words with the prefix, in alphabetical order, at most limit of them. */
    List<String> complete(String prefix, int limit) {
        List<String> out = new ArrayList<>();
        TrieNode t = locate(prefix);
        if (t != null) {
            collect(t, new StringBuilder(prefix), limit, out);
        }
        return out;
    }

    private void collect(TrieNode t, StringBuilder path, int limit, List<String> out) {
        if (out.size() >= limit) {
            return;
        }
        if (t.ending > 0) {
            out.add(path.toString());
        }
        for (int k = 0; k < ALPHABET; k++) {
            if (t.next[k] != null) {
                path.append((char) ('a' + k));
                collect(t.next[k], path, limit, out);
                path.setLength(path.length() - 1);
            }
        }
    }
}
