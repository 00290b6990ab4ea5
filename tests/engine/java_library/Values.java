import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Random arguments, which can be made in both worlds. */
final class Values {
    enum Domain { TEXTS, NUMBERS, KEYS, COLORS, MIXED }

    /** What is passed, and how it is written. */
    record Value(String text, Function<World, Object> make) {
        @Override
        public String toString() {
            return text;
        }

        Object in(World world) {
            boolean wasSilent = world.isSilent;
            world.isSilent = true;
            try {
                return make.apply(world);
            } finally {
                world.isSilent = wasSilent;
            }
        }
    }

    final Random random;
    final Domain domain;
    /** How often null is drawn, of 100. */
    final int nulls;
    /** Whether functions may modify the subject. */
    boolean mayDisturb;
    /** Whether one of them does, in this call. */
    boolean disturbs;
    /** Whether the subject may be its own element. */
    boolean mayContainItself;
    /** Whether one of the arguments is a collection of which it is not specified what it calls. */
    boolean isSorted;

    Values(Random random, Domain domain, int nulls) {
        this.random = random;
        this.domain = domain;
        this.nulls = nulls;
    }

    static Value constant(Object o) {
        return new Value(o instanceof String ? "\"" + o + "\"" : String.valueOf(o), world -> o);
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    Value element() {
        return element(domain, nulls);
    }

    Value element(Domain domain, int nulls) {
        if (chance(nulls)) return constant(null);
        int n = random.nextInt(5);
        return switch (domain) {
            case TEXTS -> constant(List.of("", "a", "b", "c", "d").get(n));
            case NUMBERS -> constant(n);
            case KEYS -> new Value("k" + n, world -> world.keys[n]);
            case COLORS -> constant(World.Color.values()[n % 3]);
            case MIXED -> element(Domain.values()[random.nextInt(4)], 0);
        };
    }

    /** An argument of a type, for a call on an object of the pool or on none. */
    Value of(Class<?> type, Slot slot, String method) {
        if (type == int.class) return constant(random.nextInt(6) - 1);
        if (type == float.class) return constant(0.75f);
        if (type == boolean.class) return constant(random.nextBoolean());
        if (type == Enum.class) return element(Domain.COLORS, 5);
        if (type == Random.class) return new Value("random", world -> new Random(1));
        if (type == Class.class) return chance(5) ? constant(null) : constant(World.Color.class);
        if (type == Object.class || type == Comparable.class) {
            if (mayContainItself && chance(2)) return new Value("subject", World::subject);
            if (slot != null && slot.isOfEntries() && chance(80)) {
                Value key = element(), value = element();
                return new Value(key.text + "=" + value.text, world -> new Own.Pair(key.in(world), value.in(world)));
            }
            return element();
        }
        if (type == Object[].class) return array(method);
        if (type == java.util.Map.Entry[].class) {
            List<Value> keys = elements(), values = elements();
            int count = Math.min(keys.size(), values.size());
            return new Value("entries " + keys + values, world -> {
                Object array = java.lang.reflect.Array.newInstance(world.type(java.util.Map.Entry.class), count);
                for (int i = 0; i < count; i++) {
                    java.lang.reflect.Array.set(array, i, new Own.Pair(keys.get(i).in(world), values.get(i).in(world)));
                }
                return array;
            });
        }
        if (type.getPackageName().equals("java.util.function") || type == Comparator.class || type == Runnable.class) {
            return chance(4) ? constant(null) : function(type, method);
        }
        if (chance(4)) return constant(null);
        if (java.util.Map.class.isAssignableFrom(type)) return map(type);
        return collection(type);
    }

    private List<Value> elements() {
        List<Value> found = new ArrayList<>();
        for (int count = random.nextInt(5); count > 0; count--) found.add(element());
        return found;
    }

    private Value array(String method) {
        if (chance(3)) return constant(null);
        if (method.equals("toArray") || method.equals("copyInto")) {
            int length = random.nextInt(6);
            boolean isOfTexts = chance(30);
            return new Value("new " + (isOfTexts ? "String" : "Object") + "[" + length + "]", world -> {
                Object[] array = isOfTexts ? new String[length] : new Object[length];
                java.util.Arrays.fill(array, "z");
                return array;
            });
        }
        List<Value> elements = elements();
        return new Value("array " + elements, world -> elements.stream().map(v -> v.in(world)).toArray());
    }

    /** A collection for a parameter of this type. */
    private Value collection(Class<?> type) {
        List<Class<?>> classes = new ArrayList<>();
        for (Class<?> c : List.of(java.util.ArrayList.class, java.util.LinkedList.class, java.util.LinkedHashSet.class,
                java.util.ArrayDeque.class, java.util.TreeSet.class, java.util.PriorityQueue.class)) {
            if (type.isAssignableFrom(c)) classes.add(c);
        }
        boolean mayBeSubject = type.isAssignableFrom(java.util.ArrayList.class) || type == java.util.Set.class;
        if (mayBeSubject && chance(8)) {
            return new Value("subject", world -> fits(type, world.subject(), world) ? world.subject() : null);
        }
        if (mayBeSubject && type != java.util.Set.class && chance(10)) {
            List<Value> elements = elements();
            elements.removeIf(v -> v.text.equals("null"));
            return new Value("List.of" + elements, world -> {
                Object[] all = elements.stream().map(v -> v.in(world)).toArray();
                return world.isModel ? model.List.of(all) : java.util.List.of(all);
            });
        }
        if (classes.isEmpty()) return constant(null);
        Class<?> c = classes.get(random.nextInt(classes.size()));
        List<Value> elements = elements();
        boolean isSorted = c == java.util.TreeSet.class || c == java.util.PriorityQueue.class;
        this.isSorted |= isSorted;
        if (isSorted || c == java.util.ArrayDeque.class) elements.removeIf(v -> v.text.equals("null"));
        // The order of the elements of a queue is not specified.
        if (isSorted && domain == Domain.MIXED || c == java.util.PriorityQueue.class) {
            while (elements.size() > 1) elements.remove(1);
        }
        return new Value(c.getSimpleName() + elements, world -> {
            Object made = world.make(c);
            for (Value element : elements) World.add(made, element.in(world));
            return made;
        });
    }

    private static boolean fits(Class<?> type, Object o, World world) {
        return world.type(type).isInstance(o);
    }

    private Value map(Class<?> type) {
        if (type == java.util.Map.class && chance(8)) {
            return new Value("subject", world -> World.isMap(world.subject()) ? world.subject() : null);
        }
        boolean isSorted = type == java.util.SortedMap.class || domain == Domain.NUMBERS && nulls == 0 && chance(30);
        List<Value> keys = elements(), values = elements();
        this.isSorted |= isSorted;
        if (type == java.util.SortedMap.class) {
            keys.removeIf(v -> v.text.equals("null"));
            if (domain == Domain.MIXED) while (keys.size() > 1) keys.remove(1);
        }
        int count = Math.min(keys.size(), values.size());
        return new Value((isSorted ? "TreeMap" : "LinkedHashMap") + keys.subList(0, count) + values.subList(0, count), world -> {
            Object made = world.make(isSorted ? java.util.TreeMap.class : java.util.LinkedHashMap.class);
            for (int i = 0; i < count; i++) World.put(made, keys.get(i).in(world), values.get(i).in(world));
            return made;
        });
    }

    /** An order of all objects, in which different ones differ. */
    static int order(Object a, Object b) {
        int sign = World.rank(a) - World.rank(b);
        return sign != 0 ? sign : (a == null ? "" : String.valueOf(a)).compareTo(b == null ? "" : String.valueOf(b));
    }

    private Value function(Class<?> type, String method) {
        int variant = random.nextInt(4);
        Value result = element(), other = element();
        String text = type.getSimpleName() + "#" + variant;
        if (type == Comparator.class) {
            return new Value(text, world -> (Comparator<Object>) (a, b) -> {
                world.say("compare " + world.show(a, false) + ", " + world.show(b, false));
                boolean wasSilent = world.isSilent;
                world.isSilent = true;
                int sign = variant == 0 && !method.equals("total") ? World.rank(a) / 2 - World.rank(b) / 2 : order(a, b);
                world.isSilent = wasSilent;
                return variant == 1 ? -sign : sign;
            });
        }
        if (type == IntFunction.class) {
            return new Value(text, world -> (IntFunction<Object[]>) n -> variant == 0 ? new String[n] : new Object[n]);
        }
        Function<World, Object> made = world -> {
            Function<Object[], Object> body = arguments -> {
                world.called("function " + world.show(arguments, false));
                int sum = variant;
                for (Object argument : arguments) sum += World.rank(argument);
                return sum % 3 == 0 ? null : sum % 3 == 1 ? result.in(world) : other.in(world);
            };
            Predicate<Object> test = o -> {
                world.called("test " + world.show(o, false));
                return variant == 0 || variant != 1 && World.rank(o) % 2 == variant % 2;
            };
            Function<Object, Object> optional = o -> {
                Object found = body.apply(new Object[] { o });
                if (variant == 0) return null;
                return world.isModel ? model.Optional.ofNullable(found) : java.util.Optional.ofNullable(found);
            };
            Supplier<Object> supplier = () -> method.equals("orElseThrow") ? variant == 0 ? null : new World.Boom()
                : method.equals("or") ? optional.apply(null)
                : body.apply(new Object[0]);
            return type == Predicate.class ? test
                : type == Consumer.class ? (Consumer<Object>) o -> body.apply(new Object[] { o })
                : type == BiConsumer.class ? (BiConsumer<Object, Object>) (a, b) -> body.apply(new Object[] { a, b })
                : type == UnaryOperator.class ? (UnaryOperator<Object>) o -> body.apply(new Object[] { o })
                : type == BiFunction.class ? (BiFunction<Object, Object, Object>) (a, b) -> body.apply(new Object[] { a, b })
                : type == Supplier.class ? supplier
                : type == Runnable.class ? (Runnable) () -> body.apply(new Object[0])
                : method.equals("flatMap") ? optional
                : (Function<Object, Object>) o -> body.apply(new Object[] { o });
        };
        if (!mayDisturb || method.equals("forEachRemaining") || !chance(20)) return new Value(text, made);
        int until = random.nextInt(3), kind = random.nextInt(3);
        Value key = element(), value = element();
        disturbs = true;
        String deed = kind == 0 ? "clear" : kind == 1 ? "add " + key.text : "remove " + key.text;
        return new Value(text + " (call " + until + ": " + deed + ")", world -> {
            world.until = until;
            world.disturbance = () -> {
                world.isSilent = true;
                Object subject = world.subject();
                try {
                    if (kind == 0) World.clear(subject);
                    else if (World.isMap(subject)) {
                        if (kind == 1) World.put(subject, key.in(world), value.in(world));
                        else World.removeKey(subject, key.in(world));
                    } else if (kind == 1) World.add(subject, key.in(world));
                    else World.remove(subject, key.in(world));
                } finally {
                    world.isSilent = false;
                }
            };
            return made.apply(world);
        });
    }
}
