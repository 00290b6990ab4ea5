/**
 * A word as a linked list of letters. We have to find out whether it reads the
 * same in both directions, without copying it to an array.
 */
public class PalindromeList {

    private static class Letter {
        private char symbol;
        private Letter next;

        private Letter(char symbol) {
            this.symbol = symbol;
        }
    }

    private Letter first;
    private Letter last;

    public PalindromeList() {
    }

    public PalindromeList(String word) {
        for (char c : word.toCharArray()) {
            add(c);
        }
    }

    public void add(char c) {
        Letter letter = new Letter(c);
        if (last == null) {
            first = letter;
        } else {
            last.next = letter;
        }
        last = letter;
    }

    public boolean isPalindrome() {
        if (first == null || first.next == null) {
            return true;
        }
        // 1. find the middle
        Letter slow = first;
        Letter fast = first;
        while (fast.next != null && fast.next.next != null) {
            slow = slow.next;
            fast = fast.next.next;
        }
        // 2. reverse the second half
        Letter back = reverse(slow.next);
        slow.next = null;
        // 3. compare both halves
        boolean same = true;
        Letter left = first;
        Letter right = back;
        while (right != null && same) {
            if (left.symbol != right.symbol) {
                same = false;
            }
            left = left.next;
            right = right.next;
        }
        // 4. put it together again
        slow.next = reverse(back);
        return same;
    }

    private Letter reverse(Letter list) {
        Letter result = null;
        while (list != null) {
            Letter rest = list.next;
            list.next = result;
            result = list;
            list = rest;
        }
        return result;
    }

    @Override
    public String toString() {
        StringBuilder sb = new StringBuilder();
        Letter l = first;
        while (l != null) {
            sb.append(l.symbol);
            l = l.next;
        }
        return sb.toString();
    }

    public static void main(String[] args) {
        String[] words = args.length > 0 ? args : new String[] {"otto", "radar", "list", "a", ""};
        for (String word : words) {
            PalindromeList list = new PalindromeList(word);
            System.out.println(list + ": " + list.isPalindrome());
        }
    }
}
