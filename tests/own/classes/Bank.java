/**
 * A little bank. The accounts live in a singly linked list; every account
 * gets a number when it is opened, and all operations go by that number.
 * Amounts are in cents.
 */
public class Bank {

    private static class Account {
        final int number;
        final String owner;
        long balance;
        Account next;

        Account(int number, String owner, long balance) {
            this.number = number;
            this.owner = owner;
            this.balance = balance;
        }
    }

    private Account first;
    private int nextNumber = 1;
    private int count;

    /** Opens an account and returns its number. */
    public int open(String owner, long deposit) {
        if (owner.trim().isEmpty()) {
            throw new IllegalArgumentException("owner has no name");
        }
        if (deposit < 0) {
            throw new IllegalArgumentException("negative deposit: " + deposit);
        }
        Account account = new Account(nextNumber++, owner, deposit);
        account.next = first;
        first = account;
        count++;
        return account.number;
    }

    /** Closes an account; only empty accounts can be closed. */
    public boolean close(int number) {
        Account before = null;
        Account a = first;
        while (a != null && a.number != number) {
            before = a;
            a = a.next;
        }
        if (a == null || a.balance != 0) {
            return false;
        }
        if (before == null) {
            first = a.next;
        } else {
            before.next = a.next;
        }
        count--;
        return true;
    }

    public void deposit(int number, long amount) {
        checkAmount(amount);
        require(number).balance += amount;
    }

    public void withdraw(int number, long amount) {
        checkAmount(amount);
        Account a = require(number);
        if (a.balance < amount) {
            throw new IllegalStateException("account " + number + " is short of funds");
        }
        a.balance -= amount;
    }

    /** Moves money from one account to the other. Returns false if there is not enough. */
    public boolean transfer(int from, int to, long amount) {
        checkAmount(amount);
        Account source = require(from);
        Account target = require(to);
        if (source.balance < amount) {
            return false;
        }
        long before = total();
        source.balance -= amount;
        target.balance += amount;
        assert total() == before : "money got lost";
        return true;
    }

    public long balance(int number) {
        return require(number).balance;
    }

    public long total() {
        long sum = 0;
        for (Account a = first; a != null; a = a.next) {
            sum += a.balance;
        }
        return sum;
    }

    public long average() {
        return count == 0 ? 0 : total() / count;
    }

    /** The name of the owner of the fattest account. */
    public String richest() {
        if (first == null) {
            throw new IllegalStateException("no accounts");
        }
        Account best = first;
        for (Account a = first.next; a != null; a = a.next) {
            if (a.balance > best.balance) {
                best = a;
            }
        }
        return best.owner;
    }

    private Account require(int number) {
        for (Account a = first; a != null; a = a.next) {
            if (a.number == number) {
                return a;
            }
        }
        throw new IllegalArgumentException("no account " + number);
    }

    private static void checkAmount(long amount) {
        if (amount <= 0) {
            throw new IllegalArgumentException("amount must be positive");
        }
    }
}
