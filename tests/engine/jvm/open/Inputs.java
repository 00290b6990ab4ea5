/** Calls a method on small inputs, and says how calls fail. */
class Inputs {
    interface Method {
        void call(int a, int b, boolean p, Inputs given);
    }

    private static int steps;
    private final java.util.Random random;
    /** Whether something is null, whether a collection holds null, and whether there is an object that is no collection. */
    private boolean isNull, holdsNull, hasObject;
    private final StringBuilder text = new StringBuilder();

    private Inputs(long seed) {
        random = new java.util.Random(seed * 1_000_003);
    }

    /** Called in loops that may have no end. */
    static void step() {
        if (++steps > 3_000) throw new InternalError();
    }

    /** How calls fail, each once for each kind of inputs: the failure, `n` if something is null, `h` if a collection holds null, `o` if there is an object, and the input. */
    static String failing(Method method) {
        java.util.Map<String, String> found = new java.util.TreeMap<>();
        for (int seed = 0; seed < 400; seed++) {
            Inputs given = new Inputs(seed);
            steps = 0;
            int a = given.random.nextInt(5) - 1, b = given.random.nextInt(5) - 1;
            boolean p = given.random.nextBoolean();
            given.text.append(a + ", " + b + ", " + p);
            String kind;
            try {
                method.call(a, b, p, given);
                continue;
            } catch (Throwable e) {
                kind = kind(e);
            }
            if (kind != null) found.putIfAbsent(kind + (given.isNull ? " n" : " -") + (given.holdsNull ? "h" : "-") + (given.hasObject ? "o" : "-"), given.text.toString());
        }
        java.util.StringJoiner all = new java.util.StringJoiner(";");
        found.forEach((kind, input) -> all.add(kind + " " + input.replace(';', ' ')));
        return all.toString();
    }

    private static String kind(Throwable e) {
        return e instanceof NullPointerException ? "null-dereference"
            : e instanceof IndexOutOfBoundsException || e instanceof NegativeArraySizeException ? "index-out-of-bounds"
            : e instanceof ClassCastException ? "wrong-cast"
            : e instanceof ArithmeticException ? "division-by-zero"
            : e instanceof AssertionError ? "assertion"
            : e instanceof InternalError ? "no-end"
            : e instanceof VirtualMachineError ? null
            : "exception";
    }

    private <T> T said(T value) {
        isNull |= value == null;
        text.append(", " + (value instanceof java.util.LinkedList ? "linked " : "") + value);
        return value;
    }

    E given() {
        return said(element());
    }

    private E element() {
        int kind = random.nextInt(8);
        E e = kind == 0 ? null : kind < 3 ? new F(random.nextInt(3)) : new E(random.nextInt(4));
        hasObject |= e != null;
        if (e != null && random.nextInt(4) == 0) e.next = new E(random.nextInt(3));
        return e;
    }

    private void fill(java.util.Collection<E> all, boolean takesNull) {
        for (int count = random.nextInt(4); count > 0; count--) {
            E e = element();
            if (e == null && !takesNull) continue;
            holdsNull |= e == null;
            all.add(e);
        }
    }

    java.util.List<E> list() {
        if (random.nextInt(12) == 0) return said(null);
        java.util.List<E> all = random.nextBoolean() ? new java.util.ArrayList<>() : new java.util.LinkedList<>();
        fill(all, random.nextBoolean());
        return said(all);
    }

    java.util.Deque<E> deque() {
        if (random.nextInt(12) == 0) return said(null);
        boolean takesNull = random.nextInt(3) == 0;
        java.util.Deque<E> all = takesNull ? new java.util.LinkedList<>() : new java.util.ArrayDeque<>();
        fill(all, takesNull);
        return said(all);
    }

    java.util.Map<String, E> map() {
        if (random.nextInt(12) == 0) return said(null);
        java.util.Map<String, E> all = new java.util.LinkedHashMap<>();
        for (int count = random.nextInt(4); count > 0; count--) {
            E e = element();
            holdsNull |= e == null;
            all.put(new String[] {"a", "b", "c", "a0", null}[random.nextInt(random.nextInt(4) == 0 ? 5 : 4)], e);
        }
        holdsNull |= all.containsKey(null);
        return said(all);
    }
}
