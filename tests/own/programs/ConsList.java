package org.example.functional;

import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;

/** An immutable list, either empty or an element in front of another list. */
public sealed interface ConsList<T> {

    record Nil<T>() implements ConsList<T> { }

    record Cons<T>(T head, ConsList<T> tail) implements ConsList<T> { }

    static <T> ConsList<T> empty() {
        return new Nil<>();
    }

    @SafeVarargs
    static <T> ConsList<T> of(T... elements) {
        ConsList<T> list = empty();
        for (int i = elements.length - 1; i >= 0; i--) {
            list = list.prepend(elements[i]);
        }
        return list;
    }

    default ConsList<T> prepend(T element) {
        return new Cons<>(element, this);
    }

    static <T> ConsList<T> reverse(ConsList<T> list) {
        ConsList<T> result = empty();
        ConsList<T> rest = list;
        while (rest instanceof Cons<T> cons) {
            result = new Cons<>(cons.head(), result);
            rest = cons.tail();
        }
        return result;
    }

    default int size() {
        int size = 0;
        for (ConsList<T> rest = this; rest instanceof Cons<T> cons; rest = cons.tail()) {
            size++;
        }
        return size;
    }

    default <R> R fold(R start, BiFunction<? super R, ? super T, ? extends R> step) {
        R result = start;
        ConsList<T> rest = this;
        while (rest instanceof Cons<T> cons) {
            result = step.apply(result, cons.head());
            rest = cons.tail();
        }
        return result;
    }

    default <R> ConsList<R> map(Function<? super T, ? extends R> f) {
        return reverse(this.<ConsList<R>>fold(empty(), (list, x) -> list.prepend(f.apply(x))));
    }

    default ConsList<T> filter(Predicate<? super T> condition) {
        if (!(this instanceof Cons<T> cons)) {
            return this;
        }
        ConsList<T> rest = cons.tail().filter(condition);
        return condition.test(cons.head()) ? rest.prepend(cons.head()) : rest;
    }

    default String show() {
        return "[" + fold("", (text, x) -> text.isEmpty() ? String.valueOf(x) : text + " " + x) + "]";
    }

    static void main(String[] args) {
        ConsList<Integer> numbers = of(1, 2, 3, 4, 5, 6);
        ConsList<Integer> squares = numbers.map(n -> n * n);
        System.out.println(squares.show() + " " + squares.size());
        System.out.println(reverse(squares.filter(n -> n % 2 == 1)).show());
        System.out.println(numbers.fold(0, Integer::sum));
        System.out.println(reverse(ConsList.<String>empty()).show());
    }
}
