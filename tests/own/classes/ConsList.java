import java.util.NoSuchElementException;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Lists as in Lisp: a list is nil, or a head consed onto another list. */
public final class ConsList<T> {

    private static final ConsList<?> NIL = new ConsList<>(null, null);

    private final T car;
    private final ConsList<T> cdr;

    private ConsList(T car, ConsList<T> cdr) {
        this.car = car;
        this.cdr = cdr;
    }

    @SuppressWarnings("unchecked")
    public static <T> ConsList<T> nil() {
        return (ConsList<T>) NIL;
    }

    public static <T> ConsList<T> cons(T head, ConsList<T> tail) {
        return new ConsList<>(head, tail);
    }

    public boolean isNil() {
        return this == NIL;
    }

    public T head() {
        if (isNil()) throw new NoSuchElementException("head of nil");
        return car;
    }

    /** The rest of the list; the rest of nil is nil. */
    public ConsList<T> tail() {
        return isNil() ? this : cdr;
    }

    public static <T> int length(ConsList<T> list) {
        int n = 0;
        for (; !list.isNil(); list = list.cdr) n++;
        return n;
    }

    public static <T> ConsList<T> append(ConsList<T> a, ConsList<T> b) {
        return a.isNil() ? b : cons(a.car, append(a.cdr, b));
    }

    public static <T> T nth(ConsList<T> list, int n) {
        if (n < 0 || list.isNil()) throw new NoSuchElementException("nth: " + n);
        return n == 0 ? list.car : nth(list.cdr, n - 1);
    }

    public static <T> ConsList<T> reverse(ConsList<T> list) {
        return foldLeft(list, ConsList.<T>nil(), (acc, x) -> cons(x, acc));
    }

    public static <T, R> ConsList<R> map(ConsList<T> list, Function<? super T, ? extends R> f) {
        if (list.isNil()) return nil();
        R first = f.apply(list.car);
        return cons(first, map(list.cdr, f));
    }

    private static <T, A> A foldLeft(ConsList<T> list, A start, BiFunction<A, T, A> f) {
        A acc = start;
        while (!list.isNil()) {
            acc = f.apply(acc, list.car);
            list = list.cdr;
        }
        return acc;
    }

    @Override
    public String toString() {
        StringBuilder sb = new StringBuilder("(");
        for (ConsList<T> l = this; !l.isNil(); l = l.cdr) {
            if (l != this) sb.append(' ');
            sb.append(l.car);
        }
        return sb.append(')').toString();
    }
}
