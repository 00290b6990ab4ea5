import java.util.Locale;

class Account {
    private static int nextNumber = 1000;

    private final int number;
    private final String owner;
    private long cents;
    Account next;

    Account(String owner, long cents) {
        this.number = nextNumber++;
        this.owner = owner;
        this.cents = cents;
    }

    int getNumber() {
        return number;
    }

    long getCents() {
        return cents;
    }

    void deposit(long amount) {
        cents += amount;
    }

    /** Takes money out, but never more than there is. */
    boolean withdraw(long amount) {
        if (amount > cents) {
            return false;
        }
        cents -= amount;
        return true;
    }

    @Override
    public String toString() {
        return String.format(Locale.ENGLISH, "%d %-8s %8.2f", number, owner, cents / 100.0);
    }
}

/**
 * A bank with a linked list of accounts.
 */
public class Bank {

    private Account accounts;

    /** Opens an account and returns its number. */
    public int open(String owner, long cents) {
        Account account = new Account(owner, cents);
        account.next = accounts;
        accounts = account;
        return account.getNumber();
    }

    private Account find(int number) {
        Account a = accounts;
        while (a != null && a.getNumber() != number) {
            a = a.next;
        }
        return a;
    }

    /** Moves money from one account to another one. Returns whether it worked. */
    public boolean transfer(int from, int to, long amount) {
        if (amount <= 0 || from == to) {
            return false;
        }
        Account source = find(from);
        if (source == null) {
            return false;
        }
        Account target = find(to);
        if (!source.withdraw(amount)) {
            return false;
        }
        target.deposit(amount);
        return true;
    }

    public long total() {
        long sum = 0;
        for (Account a = accounts; a != null; a = a.next) {
            sum += a.getCents();
        }
        return sum;
    }

    public void report() {
        for (Account a = accounts; a != null; a = a.next) {
            System.out.println(a);
        }
    }

    public static void main(String[] args) {
        Bank bank = new Bank();
        int ann = bank.open("Ann", 50_000);
        int bob = bank.open("Bob", 1_250);
        System.out.println(bank.transfer(ann, bob, 12_345));
        System.out.println(bank.transfer(bob, ann, 99_999));
        bank.report();
        System.out.println("total " + bank.total());
    }
}
