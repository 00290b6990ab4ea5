import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** One of the two libraries, with the objects of a sequence of calls, and what they are asked. */
final class World {
    final boolean isModel;
    /** The first is the subject. */
    final List<Object> objects = new ArrayList<>();
    final Key[] keys = new Key[5];
    final List<String> said = new ArrayList<>();
    boolean isSilent;
    /** Whether different keys may have the same hash. */
    boolean collides;
    /** After so many callbacks, one throws. */
    int fuse;
    /** After so many calls of functions, one of them does this. */
    int until;
    Runnable disturbance;

    World(boolean isModel) {
        this.isModel = isModel;
        for (int i = 0; i < keys.length; i++) keys[i] = new Key(this, i, i % 4);
    }

    static class Boom extends RuntimeException {
    }

    enum Color { RED, GREEN, BLUE }

    /** An object whose methods are heard; its hash changes with its id. */
    static final class Key implements Comparable<Key> {
        final World world;
        final int number;
        int id;

        Key(World world, int number, int id) {
            this.world = world;
            this.number = number;
            this.id = id;
        }

        public boolean equals(Object o) {
            // Whether an object is asked if it equals itself is not specified.
            if (o == this) return true;
            world.say("k" + number + ".equals " + world.show(o, false));
            return o instanceof Key k && k.id == id;
        }

        public int hashCode() {
            world.say("hash of k" + number);
            return world.collides ? id / 2 : 1000 + id;
        }

        public int compareTo(Key k) {
            world.say("k" + number + ".compareTo k" + k.number);
            return id != k.id ? id - k.id : number - k.number;
        }

        public String toString() {
            if (!world.isSilent) world.say("text of k" + number);
            return "k" + number;
        }
    }

    void say(String what) {
        if (isSilent) return;
        isSilent = true;
        said.add(what);
        isSilent = false;
        if (fuse > 0 && --fuse == 0) throw new Boom();
    }

    /** A function has been called. */
    void called(String what) {
        say(what);
        if (disturbance != null && until-- == 0) disturbance.run();
    }

    Object subject() {
        return objects.get(0);
    }

    Class<?> type(Class<?> jdk) {
        return isModel ? Pairs.model(jdk) : jdk;
    }

    /** Calls a method of an interface or class of the JDK, or the one of the model with this name. */
    Object call(Class<?> api, Object receiver, String name, Class<?>[] types, Object... arguments) throws Throwable {
        Class<?>[] own = new Class<?>[types.length];
        for (int i = 0; i < own.length; i++) own[i] = type(types[i]);
        return invoke(type(api).getMethod(name, own), receiver, arguments);
    }

    static Object invoke(Method method, Object receiver, Object... arguments) throws Throwable {
        try {
            method.setAccessible(true);
            return method.invoke(receiver, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** A new collection or map of a class with a constructor without parameters. */
    Object make(Class<?> jdk) {
        try {
            return type(jdk).getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What {@code Arrays.asList} makes. */
    Object asList(Object[] all) { return isModel ? model.Cells.asList(all) : java.util.Arrays.asList(all); }

    @SuppressWarnings("unchecked")
    static boolean add(Object collection, Object o) {
        return collection instanceof java.util.Collection<?> c
            ? ((java.util.Collection<Object>) c).add(o)
            : ((model.Collection<Object>) collection).add(o);
    }

    static boolean remove(Object collection, Object o) {
        return collection instanceof java.util.Collection<?> c ? c.remove(o) : ((model.Collection<?>) collection).remove(o);
    }

    @SuppressWarnings("unchecked")
    static Object put(Object map, Object key, Object value) {
        return map instanceof java.util.Map<?, ?> m
            ? ((java.util.Map<Object, Object>) m).put(key, value)
            : ((model.Map<Object, Object>) map).put(key, value);
    }

    static Object removeKey(Object map, Object key) {
        return map instanceof java.util.Map<?, ?> m ? m.remove(key) : ((model.Map<?, ?>) map).remove(key);
    }

    static void clear(Object o) {
        if (o instanceof java.util.Collection<?> c) c.clear();
        else if (o instanceof java.util.Map<?, ?> m) m.clear();
        else if (o instanceof model.Collection<?> c) c.clear();
        else if (o instanceof model.Map<?, ?> m) m.clear();
    }

    static boolean isCollection(Object o) {
        return o instanceof java.util.Collection || o instanceof model.Collection;
    }

    static boolean isMap(Object o) {
        return o instanceof java.util.Map || o instanceof model.Map;
    }

    static boolean isEntry(Object o) {
        return o instanceof java.util.Map.Entry || o instanceof model.Map.Entry;
    }

    /** A number by which functions tell objects apart. */
    static int rank(Object o) {
        return o instanceof String s ? s.length() == 0 ? 0 : s.charAt(0) - 'a' + 1
            : o instanceof Integer i ? i
            : o instanceof Key k ? k.id
            : o instanceof Color c ? c.ordinal()
            : o instanceof java.util.Map.Entry<?, ?> e ? rank(e.getKey())
            : o instanceof model.Map.Entry<?, ?> e ? rank(e.getKey())
            : 0;
    }

    /** The content of the subject, without its iterators if it is a chain. */
    String content(Object o, boolean isUnordered) {
        boolean wasSilent = isSilent;
        isSilent = true;
        try {
            List<Object[]> cells = model.Cells.of(o);
            if (cells == null) return show(o, isUnordered);
            List<String> texts = new ArrayList<>();
            for (Object[] cell : cells) {
                texts.add(inner(o, cell[0]) + (cell.length > 1 ? "=" + inner(o, cell[1]) : ""));
            }
            if (isUnordered) Collections.sort(texts);
            return texts.toString();
        } finally {
            isSilent = wasSilent;
        }
    }

    /** A text for a value: the same in both worlds for values that are the same. */
    String show(Object o, boolean isUnordered) {
        boolean wasSilent = isSilent;
        isSilent = true;
        try {
            return shown(o, isUnordered);
        } finally {
            isSilent = wasSilent;
        }
    }

    private String inner(Object around, Object o) {
        return objects.size() > 0 && o == subject() ? "subject" : o == around ? "itself" : shown(o, false);
    }

    private String shown(Object o, boolean isUnordered) {
        if (o instanceof String) return "\"" + o + "\"";
        if (o instanceof Object[] array) {
            List<String> texts = new ArrayList<>();
            for (Object element : array) texts.add(shown(element, false));
            if (isUnordered) Collections.sort(texts);
            return array.getClass().getComponentType().getSimpleName() + texts;
        }
        if (o instanceof java.util.Map.Entry<?, ?> e) return inner(o, e.getKey()) + "=" + inner(o, e.getValue());
        if (o instanceof model.Map.Entry<?, ?> e) return inner(o, e.getKey()) + "=" + inner(o, e.getValue());
        if (isCollection(o) || isMap(o)) {
            List<String> texts = new ArrayList<>();
            Object all = o instanceof java.util.Map<?, ?> m ? m.entrySet() : o instanceof model.Map<?, ?> m ? m.entrySet() : o;
            for (Object element : (Iterable<?>) all) {
                texts.add(isEntry(element) && isMap(o)
                    ? element instanceof java.util.Map.Entry<?, ?> e
                        ? inner(o, e.getKey()) + "=" + inner(o, e.getValue())
                        : inner(o, ((model.Map.Entry<?, ?>) element).getKey()) + "=" + inner(o, ((model.Map.Entry<?, ?>) element).getValue())
                    : inner(o, element));
            }
            if (isUnordered) Collections.sort(texts);
            return texts.toString();
        }
        if (o instanceof java.util.Optional<?> p) return p.isPresent() ? "Optional " + shown(p.get(), false) : "no value";
        if (o instanceof model.Optional<?> p) return p.isPresent() ? "Optional " + shown(p.get(), false) : "no value";
        if (o instanceof java.util.Iterator) return "iterator";
        if (o instanceof java.util.Enumeration || o instanceof model.Enumeration) return "enumeration";
        if (o instanceof java.util.Comparator) return "comparator";
        return String.valueOf(o);
    }
}
