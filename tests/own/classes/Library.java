import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Loans of a public library. Books are known by ISBN, members by their card number. */
class Library {

    private static class Book {
        final String title;
        boolean lent;
        Member borrower;
        int timesLent;

        Book(String title) { this.title = title; }
    }

    private static class Member {
        final String name;
        int loans;
        boolean blocked;

        Member(String name) { this.name = name; }
    }

    static final int MAX_LOANS = 3;

    private final Map<String, Book> books = new HashMap<>();
    private final Map<Integer, Member> members = new HashMap<>();
    private int nextCard = 1;
    private int lentBooks;

    boolean addBook(String isbn, String title) {
        return books.putIfAbsent(isbn, new Book(title)) == null;
    }

    /** Enrols a member and returns the number of the card. */
    int join(String name) {
        members.put(nextCard, new Member(name));
        return nextCard++;
    }

    /** A member can only leave when all books are back. */
    boolean quit(int card) {
        Member m = members.get(card);
        if (m == null || m.loans > 0) {
            return false;
        }
        members.remove(card);
        return true;
    }

    void setBlocked(int card, boolean blocked) {
        member(card).blocked = blocked;
    }

    boolean lend(String isbn, int card) {
        Book book = book(isbn);
        Member m = member(card);
        if (book.lent || m.blocked || m.loans >= MAX_LOANS) {
            return false;
        }
        book.lent = true;
        book.borrower = m;
        book.timesLent++;
        m.loans++;
        lentBooks++;
        return true;
    }

    void giveBack(String isbn) {
        Book book = book(isbn);
        if (!book.lent) {
            throw new IllegalStateException(book.title + " is not lent");
        }
        book.borrower.loans--;
        book.borrower = null;
        book.lent = false;
        lentBooks--;
    }

    /** Takes a book out of the catalogue; a lent one counts as lost, its borrower is blocked. */
    void discard(String isbn) {
        Book book = book(isbn);
        if (book.lent) {
            book.borrower.blocked = true;
            giveBack(isbn);
        }
        books.remove(isbn);
    }

    Optional<String> borrowerOf(String isbn) {
        Book book = books.get(isbn);
        return book != null && book.lent ? Optional.of(book.borrower.name) : Optional.empty();
    }

    int percentLent() {
        if (books.isEmpty()) {
            return 0;
        }
        return lentBooks * 100 / books.size();
    }

    String favourite() {
        Book best = null;
        for (Book b : books.values()) {
            if (best == null || b.timesLent > best.timesLent) {
                best = b;
            }
        }
        return best == null ? "" : best.title;
    }

    private Book book(String isbn) {
        Book book = books.get(isbn);
        if (book == null) {
            throw new IllegalArgumentException("unknown book " + isbn);
        }
        return book;
    }

    private Member member(int card) {
        Member m = members.get(card);
        if (m == null) {
            throw new IllegalArgumentException("unknown card " + card);
        }
        return m;
    }
}
