import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/** A random sequence of calls in both worlds. */
final class Sequence {
    /** What is compared of the callbacks. */
    enum Calls { EXACT, SET, NONE }

    /** The classes whose objects are compared, and how. */
    record Subject(String name, Class<?> api, Class<?> jdk, Class<?> model, boolean isUnordered, Calls calls) {
    }

    /** The end of a call. */
    record Outcome(String end, Object value, List<String> said) {
        boolean isValue() {
            return end.startsWith("value");
        }
    }

    private static final Set<Class<?>> POOLED = Set.of(
        java.util.Iterator.class, java.util.ListIterator.class, java.util.Enumeration.class, java.util.Collection.class,
        java.util.List.class, java.util.Set.class, java.util.Map.class, java.util.Map.Entry.class, java.util.Optional.class);

    private static final Set<Class<?>> VIEWED = Set.of(
        java.util.Iterator.class, java.util.ListIterator.class, java.util.Enumeration.class, java.util.Collection.class, java.util.Set.class);

    final Subject subject;
    final Random random;
    final World jdk = new World(false), model = new World(true);
    final List<Slot> slots = new ArrayList<>();
    final StringBuilder text = new StringBuilder();
    final Values values;
    int calls;
    /** What was wrong, or null. */
    String wrong;
    /** The last call, the one before it, and the object of the last one. */
    String last = "", calledBefore = "";
    int lastSlot;
    boolean isOver;
    /** Whether the hash of some key has changed. */
    boolean isChanged;

    Sequence(Subject subject, long seed) {
        this.subject = subject;
        random = new Random(seed);
        boolean isSorted = subject.name.startsWith("Tree") || subject.name.equals("PriorityQueue");
        // The maps in maps of users may ask for hashes in other orders.
        Values.Domain domain = subject.name.equals("OwnMap") ? Values.Domain.values()[random.nextInt(2)]
            : subject.name.equals("EnumMap") ? Values.Domain.COLORS
            : isSorted && random.nextInt(10) > 0 ? Values.Domain.values()[random.nextInt(3)]
            : Values.Domain.values()[random.nextInt(5)];
        values = new Values(random, domain, isSorted ? random.nextInt(2) * 4 : random.nextInt(3) * 6);
        values.mayDisturb = !subject.isUnordered;
        values.mayContainItself = !subject.isUnordered && !subject.name.matches("Own.*|ArrayDeque|Optional");
        // Which of several equal elements is removed is not specified.
        if (subject.name.equals("PriorityQueue")) jdk.keys[4].id = model.keys[4].id = 4;
        jdk.collides = model.collides = random.nextInt(3) == 0;
    }

    void run(int length) {
        if (!start()) return;
        // Most sequences begin with something to work with.
        for (int i = random.nextInt(5); i > 0 && !isOver && wrong == null; i--) fill();
        for (; calls < length && !isOver && wrong == null; calls++) step();
    }

    private boolean start() {
        if (subject.name.equals("AsList")) return startAsList();
        if (subject.jdk == null) return startByFactory();
        if (subject.name.startsWith("Own")) {
            jdk.objects.add(own(subject.jdk, jdk));
            model.objects.add(own(subject.model, model));
            slots.add(new Slot(subject.api, false, ""));
            text.append("new ").append(subject.name).append("()\n");
            return true;
        }
        List<Constructor<?>> all = new ArrayList<>();
        for (Constructor<?> constructor : subject.jdk.getConstructors()) {
            try {
                subject.model.getConstructor(Pairs.models(constructor.getParameterTypes()));
                all.add(constructor);
            } catch (NoSuchMethodException e) {
                // It is listed as missing.
            }
        }
        all.sort((a, b) -> Pairs.signature(a).compareTo(Pairs.signature(b)));
        Constructor<?> constructor = all.get(random.nextInt(all.size()));
        Class<?>[] types = constructor.getParameterTypes();
        List<Values.Value> arguments = arguments(types, null, subject.name.equals("PriorityQueue") ? "total" : "new");
        Outcome expected = outcome(jdk, false, () -> constructor.newInstance(in(jdk, arguments)));
        Outcome got = outcome(model, false, () -> subject.model.getConstructor(Pairs.models(types)).newInstance(in(model, arguments)));
        text.append("new ").append(subject.name).append(shown(arguments)).append('\n');
        last = "new";
        slots.add(new Slot(subject.api, subject.isUnordered, ""));
        if (!expected.isValue() || !got.isValue()) {
            // Of several mistakes, one is found first.
            boolean isOfMixture = subject.name.equals("PriorityQueue") && !expected.isValue() && !got.isValue();
            if (!isOfMixture) compare("end", expected.end, got.end);
            return false;
        }
        jdk.objects.add(expected.value);
        model.objects.add(got.value);
        compareContents();
        return wrong == null;
    }

    private boolean startAsList() {
        List<Values.Value> elements = new ArrayList<>();
        for (int i = random.nextInt(6); i > 0; i--) elements.add(values.element());
        text.append("Arrays.asList").append(shown(elements)).append('\n');
        last = "asList";
        jdk.objects.add(jdk.asList(in(jdk, elements)));
        model.objects.add(model.asList(in(model, elements)));
        slots.add(new Slot(subject.api, false, last));
        return true;
    }

    private Object own(Class<?> type, World world) {
        try {
            return type.getDeclaredConstructors()[0].getParameterCount() == 0
                ? type.getDeclaredConstructors()[0].newInstance()
                : type.getDeclaredConstructors()[0].newInstance(world);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private boolean startByFactory() {
        List<Pairs.Pair> all = new ArrayList<>();
        for (Class<?> of : List.of(subject.api, java.util.Collections.class)) {
            for (Pairs.Pair pair : Pairs.methods(of)) {
                boolean isMaker = Pairs.isStatic(pair.jdk()) && pair.jdk().getReturnType() == subject.api;
                if (isMaker && !pair.jdk().getName().matches("unmodifiable.*|synchronized.*")) all.add(pair);
            }
        }
        Pairs.Pair pair = all.get(random.nextInt(all.size()));
        List<Values.Value> arguments = arguments(pair.jdk().getParameterTypes(), null, pair.jdk().getName());
        text.append(subject.name).append('.').append(pair.jdk().getName()).append(shown(arguments)).append('\n');
        last = pair.jdk().getName();
        Outcome expected = outcome(jdk, subject.isUnordered, () -> World.invoke(pair.jdk(), null, in(jdk, arguments)));
        Outcome got = outcome(model, subject.isUnordered, () -> World.invoke(pair.model(), null, in(model, arguments)));
        compare("end", expected.end, got.end);
        if (wrong != null || !expected.isValue()) return false;
        jdk.objects.add(expected.value);
        model.objects.add(got.value);
        slots.add(new Slot(subject.api, subject.isUnordered, last));
        return true;
    }

    private void fill() {
        Object o = jdk.subject();
        if (o instanceof java.util.Collection) {
            Values.Value element = values.element();
            call(0, "add", new Class<?>[] { Object.class }, List.of(element));
        } else if (o instanceof java.util.Map) {
            boolean isEnum = subject.name.equals("EnumMap");
            call(0, "put", new Class<?>[] { isEnum ? Enum.class : Object.class, Object.class }, List.of(values.element(), values.element()));
        }
    }

    private void call(int slot, String name, Class<?>[] types, List<Values.Value> arguments) {
        for (Pairs.Pair pair : Pairs.methods(slots.get(slot).api())) {
            if (pair.jdk().getName().equals(name) && List.of(pair.jdk().getParameterTypes()).equals(List.of(types))) {
                call(slot, pair, arguments);
                return;
            }
        }
    }

    /** Iterators are often called again, also after what has been done to their collection. */
    private int chooseSlot() {
        for (int i = slots.size() - 1; i > 0 && lastSlot == 0; i--) {
            if (slots.get(i).isIterator() && random.nextInt(100) < 25) return i;
        }
        return random.nextInt(100) < 55 ? 0 : random.nextInt(slots.size());
    }

    private void step() {
        int chosen = random.nextInt(100);
        if (chosen < 3 && values.domain == Values.Domain.KEYS && subject.calls != Calls.NONE) {
            int number = random.nextInt(5), id = random.nextInt(4);
            if (subject.calls == Calls.SET) {
                // Which of several keys that have become equal is found is not specified.
                if (jdk.collides) return;
                id = 10 + number;
            }
            isChanged = true;
            text.append("k").append(number).append(".id = ").append(id).append('\n');
            jdk.keys[number].id = model.keys[number].id = id;
            return;
        }
        boolean isAgain = lastSlot < slots.size() && slots.get(lastSlot).isIterator() && random.nextInt(100) < 45;
        int slot = isAgain ? lastSlot : chooseSlot();
        boolean isStatic = chosen > 85 && !isAgain;
        List<Pairs.Pair> all = new ArrayList<>(Pairs.methods(isStatic ? java.util.Collections.class : slots.get(slot).api()));
        if (chosen > 72 && chosen <= 85) all.removeIf(p -> !VIEWED.contains(p.jdk().getReturnType()));
        if (all.isEmpty()) return;
        Pairs.Pair pair = all.get(random.nextInt(all.size()));
        if (Rules.isLeftOut(this, slot, pair.jdk())) return;
        Slot of = slots.get(slot);
        values.disturbs = values.isSorted = false;
        Class<?>[] types = pair.jdk().getParameterTypes();
        List<Values.Value> arguments = arguments(types, of, pair.jdk().getName());
        if (Pairs.isStatic(pair.jdk())) {
            // The functions are called with objects of the pool.
            boolean isUsed = false;
            for (int i = 0; i < types.length; i++) {
                boolean fits = types[i].isInstance(jdk.objects.get(slot)) && Pairs.model(types[i]).isInstance(model.objects.get(slot));
                if (fits && types[i] != Object.class && random.nextInt(4) > 0) {
                    arguments.set(i, new Values.Value("#" + slot, world -> world.objects.get(slot)));
                    isUsed = true;
                }
            }
            if (!isUsed && random.nextInt(4) > 0) return;
        }
        call(slot, pair, arguments);
    }

    private void call(int slot, Pairs.Pair pair, List<Values.Value> arguments) {
        Slot of = slots.get(slot);
        Method method = pair.jdk();
        boolean isStatic = Pairs.isStatic(method), isUnordered = of.isUnordered();
        String passed = shown(arguments);
        Calls heard = values.isSorted || passed.contains("subject") ? Calls.NONE : Rules.calls(subject, slot, of, method);
        // Other objects may need no hash if they are empty.
        boolean mayFail = heard == Calls.EXACT && !values.disturbs && !passed.contains("HashSet[]") && (slot == 0 || of.isIterator());
        boolean isFused = mayFail && random.nextInt(25) == 0;
        int fuse = isFused ? 1 + random.nextInt(4) : 0;
        text.append(isStatic ? "Collections" : "#" + slot).append('.').append(method.getName()).append(passed);
        if (isFused) text.append("   (callback ").append(fuse).append(" throws)");
        calledBefore = last;
        last = Pairs.signature(method);
        Object before = jdk.objects.get(slot), other = model.objects.get(slot);
        jdk.fuse = model.fuse = fuse;
        Outcome expected = outcome(jdk, isUnordered, () -> World.invoke(method, isStatic ? null : before, in(jdk, arguments)));
        Outcome got = outcome(model, isUnordered, () -> World.invoke(pair.model(), isStatic ? null : other, in(model, arguments)));
        text.append("   -> ").append(expected.end).append('\n');
        if (!expected.isValue()) last += ", which fails,";
        boolean isAnyValue = Rules.isValueUnspecified(of, method) && expected.isValue() && got.isValue();
        if (!isAnyValue && !Rules.isSameEnd(this, of, method, expected.end, got.end)) compare("end", expected.end, got.end);
        boolean isOverflown = (expected.end + got.end).contains("StackOverflowError");
        if (method.getName().equals("shuffle")) compare("elements", jdk.content(jdk.subject(), true), model.content(model.subject(), true));
        if (isOverflown || Rules.isSpoilt(subject, method, expected.end, values.disturbs)) {
            isOver = true;
            return;
        }
        compareCallbacks(heard, expected.said, got.said);
        compareContents();
        if (expected.value instanceof java.util.Map.Entry<?, ?> a && got.value instanceof model.Map.Entry<?, ?> b) compareEntries(a, b);
        boolean isKept = expected.value != null && got.value != null && expected.value != before;
        // The order of a queue that was passed is not specified.
        if (wrong == null && isKept && !passed.contains("PriorityQueue[")) pool(of, method, expected.value, got.value);
        values.disturbs = values.isSorted = false;
        lastSlot = slot;
        if (Rules.confuses(this, method, expected.end)) forgetIterators();
    }

    /** Whether both entries can be changed, or none. */
    private <V, W> void compareEntries(java.util.Map.Entry<?, V> a, model.Map.Entry<?, W> b) {
        Outcome expected = outcome(jdk, false, () -> a.setValue(a.getValue()) == null), got = outcome(model, false, () -> b.setValue(b.getValue()) == null);
        if (!expected.isValue() || !got.isValue()) compare("end of setValue of this entry", expected.end, got.end);
    }

    private void compareCallbacks(Calls heard, List<String> expected, List<String> got) {
        if (heard == Calls.NONE) return;
        // A map that is empty needs no hash.
        if (expected.stream().noneMatch(line -> line.startsWith("hash"))) got.removeIf(line -> line.startsWith("hash"));
        if (heard == Calls.EXACT) {
            compare("callbacks", expected.toString(), got.toString());
            return;
        }
        // Which of the keys with the same hash is asked first is not specified. Collections may have that of any other key.
        boolean isVague = jdk.collides || isChanged;
        for (List<String> said : List.of(expected, got)) said.removeIf(line -> line.contains(isVague ? ".equals " : ".equals ["));
        compare("callbacks", new TreeSet<>(expected).toString(), new TreeSet<>(got).toString());
    }

    private void forgetIterators() {
        for (int i = slots.size() - 1; i > 0; i--) {
            if (!slots.get(i).isIterator()) continue;
            slots.remove(i);
            jdk.objects.remove(i);
            model.objects.remove(i);
            text.append("   #").append(i).append(" is forgotten\n");
        }
    }

    private void pool(Slot of, Method method, Object expected, Object got) {
        Class<?> type = method.getReturnType();
        if (type == Object.class && expected instanceof java.util.Map.Entry && got instanceof model.Map.Entry) type = java.util.Map.Entry.class;
        if (!POOLED.contains(type) || expected == jdk.subject() || got == model.subject()) return;
        // Those of maps that are arrays may be used for other entries later.
        if ((of.isUnordered() || subject.name.equals("EnumMap")) && type == java.util.Map.Entry.class) return;
        int place = slots.size();
        if (place >= 6) {
            place = 1 + random.nextInt(5);
            slots.remove(place);
            jdk.objects.remove(place);
            model.objects.remove(place);
            place = 5;
        }
        String from = of.from() + " " + method.getName() + (values.isSorted ? " sorted" : "");
        slots.add(new Slot(type, of.isUnordered(), from.trim()));
        jdk.objects.add(expected);
        model.objects.add(got);
        text.append("   #").append(place).append(" is what was returned\n");
    }

    private interface Action {
        Object run() throws Throwable;
    }

    private Outcome outcome(World world, boolean isUnordered, Action action) {
        world.said.clear();
        world.disturbance = null;
        Object value = null;
        String end;
        try {
            value = action.run();
            world.fuse = 0;
            end = "value " + world.show(value, isUnordered);
        } catch (java.lang.reflect.InvocationTargetException e) {
            end = e.getCause().getClass().getSimpleName();
        } catch (Throwable e) {
            boolean isOfJudge = e instanceof Error && !(e instanceof StackOverflowError) || e instanceof ReflectiveOperationException;
            if (isOfJudge) throw new IllegalStateException(text.toString(), e);
            end = e.getClass().getSimpleName();
        }
        world.fuse = 0;
        world.disturbance = null;
        world.isSilent = false;
        return new Outcome(end, value, new ArrayList<>(world.said));
    }

    private void compareContents() {
        boolean isUnordered = subject.isUnordered;
        try {
            compare("content", jdk.content(jdk.subject(), isUnordered), model.content(model.subject(), isUnordered));
        } catch (StackOverflowError e) {
            isOver = true;
        }
    }

    private void compare(String what, String expected, String got) {
        if (wrong == null && !expected.equals(got)) wrong = what + "\n  expected " + start(expected) + "\n  got      " + start(got);
    }

    private static String start(String text) {
        return text.length() <= 1000 ? text : text.substring(0, 1000) + "...";
    }

    private List<Values.Value> arguments(Class<?>[] types, Slot slot, String method) {
        List<Values.Value> all = new ArrayList<>();
        for (Class<?> type : types) all.add(values.of(type, slot, method));
        return all;
    }

    private static Object[] in(World world, List<Values.Value> arguments) {
        return arguments.stream().map(v -> v.in(world)).toArray();
    }

    private static String shown(List<Values.Value> arguments) {
        return "(" + String.join(", ", arguments.stream().map(Values.Value::text).toList()) + ")";
    }
}
