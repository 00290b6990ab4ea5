/**
 * A set of words, stored letter by letter. Only the letters a to z count,
 * everything else in a word is left out.
 */
public class LetterTrie {

    private static final int LETTERS = 26;

    private class TrieNode {
        TrieNode[] children = new TrieNode[LETTERS];
        boolean isWord;
    }

    private TrieNode root = new TrieNode();
    private int words;

    public void insert(String word) {
        if (word == null) {
            return;
        }
        TrieNode node = root;
        for (char c : word.toLowerCase().toCharArray()) {
            int i = c - 'a';
            if (i < 0 || i >= LETTERS) {
                continue;
            }
            if (node.children[i] == null) {
                node.children[i] = new TrieNode();
            }
            node = node.children[i];
        }
        if (!node.isWord) {
            node.isWord = true;
            words++;
        }
    }

    public boolean contains(String word) {
        TrieNode node = root;
        for (int k = 0; k < word.length(); k++) {
            char c = word.charAt(k);
            if (c < 'a' || c > 'z') {
                return false;
            }
            node = node.children[c - 'a'];
            if (node == null) {
                return false;
            }
        }
        return node.isWord;
    }

    public int countNodes() {
        return countNodes(root);
    }

    private int countNodes(TrieNode node) {
        int n = 1;
        for (TrieNode child : node.children) {
            if (child != null) {
                n += countNodes(child);
            }
        }
        return n;
    }

    public static void main(String[] args) {
        LetterTrie trie = new LetterTrie();
        String text = "She sells sea shells by the sea shore";
        for (String word : text.split("\\s+")) {
            trie.insert(word);
        }
        System.out.println(trie.words + " words in " + trie.countNodes() + " nodes");
        System.out.println("sea: " + trie.contains("sea") + ", shell: " + trie.contains("shell"));
    }
}
