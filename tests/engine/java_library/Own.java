import java.util.Iterator;
import java.util.function.Function;

/** Classes of users, which get most of their methods from the library. */
final class Own {
    /** An entry of both libraries. */
    record Pair(Object key, Object value) implements java.util.Map.Entry<Object, Object>, model.Map.Entry<Object, Object> {
        public Object getKey() {
            return key;
        }

        public Object getValue() {
            return value;
        }

        public Object setValue(Object value) {
            throw new UnsupportedOperationException();
        }

        public boolean equals(Object o) {
            return o instanceof java.util.Map.Entry<?, ?> e ? same(e.getKey(), e.getValue())
                : o instanceof model.Map.Entry<?, ?> m && same(m.getKey(), m.getValue());
        }

        private boolean same(Object otherKey, Object otherValue) {
            return (key == null ? otherKey == null : key.equals(otherKey)) && (value == null ? otherValue == null : value.equals(otherValue));
        }

        public int hashCode() {
            return (key == null ? 0 : key.hashCode()) ^ (value == null ? 0 : value.hashCode());
        }
    }

    /** An iterator that says what it is asked. */
    static final class Heard<E> implements Iterator<E> {
        final World world;
        final Iterator<E> iterator;

        Heard(World world, Iterator<E> iterator) {
            this.world = world;
            this.iterator = iterator;
        }

        public boolean hasNext() {
            world.say("hasNext");
            return iterator.hasNext();
        }

        public E next() {
            world.say("next");
            return iterator.next();
        }

        public void remove() {
            world.say("remove");
            iterator.remove();
        }
    }

    static class JdkCollection extends java.util.AbstractCollection<Object> {
        final java.util.List<Object> all = new java.util.ArrayList<>();
        final World world;

        JdkCollection(World world) {
            this.world = world;
        }

        public boolean add(Object o) {
            world.say("add");
            return all.add(o);
        }

        public int size() {
            world.say("size");
            return all.size();
        }

        public Iterator<Object> iterator() {
            world.say("iterator");
            return new Heard<>(world, all.iterator());
        }
    }

    static class ModelCollection extends model.AbstractCollection<Object> {
        final java.util.List<Object> all = new java.util.ArrayList<>();
        final World world;

        ModelCollection(World world) {
            this.world = world;
        }

        public boolean add(Object o) {
            world.say("add");
            return all.add(o);
        }

        public int size() {
            world.say("size");
            return all.size();
        }

        public Iterator<Object> iterator() {
            world.say("iterator");
            return new Heard<>(world, all.iterator());
        }
    }

    static class JdkSet extends java.util.AbstractSet<Object> {
        final java.util.Set<Object> all = new java.util.LinkedHashSet<>();
        final World world;

        JdkSet(World world) {
            this.world = world;
        }

        public boolean add(Object o) {
            return all.add(o);
        }

        public int size() {
            return all.size();
        }

        public Iterator<Object> iterator() {
            return new Heard<>(world, all.iterator());
        }
    }

    static class ModelSet extends model.AbstractSet<Object> {
        final java.util.Set<Object> all = new java.util.LinkedHashSet<>();
        final World world;

        ModelSet(World world) {
            this.world = world;
        }

        public boolean add(Object o) {
            return all.add(o);
        }

        public int size() {
            return all.size();
        }

        public Iterator<Object> iterator() {
            return new Heard<>(world, all.iterator());
        }
    }

    /** A map that says which of its methods that are not defaults are called. */
    static class JdkMap implements java.util.Map<Object, Object> {
        final java.util.Map<Object, Object> all = new java.util.LinkedHashMap<>();
        final World world;

        JdkMap(World world) {
            this.world = world;
        }

        private <T> T said(String what, Function<java.util.Map<Object, Object>, T> call) {
            world.say(what);
            return call.apply(all);
        }

        public int size() {
            return said("size", java.util.Map::size);
        }

        public boolean isEmpty() {
            return said("isEmpty", java.util.Map::isEmpty);
        }

        public boolean containsKey(Object key) {
            return said("containsKey", m -> m.containsKey(key));
        }

        public boolean containsValue(Object value) {
            return said("containsValue", m -> m.containsValue(value));
        }

        public Object get(Object key) {
            return said("get", m -> m.get(key));
        }

        public Object put(Object key, Object value) {
            return said("put", m -> m.put(key, value));
        }

        public Object remove(Object key) {
            return said("remove", m -> m.remove(key));
        }

        public void putAll(java.util.Map<?, ?> map) {
            all.putAll(map);
        }

        public void clear() {
            all.clear();
        }

        public java.util.Set<Object> keySet() {
            return all.keySet();
        }

        public java.util.Collection<Object> values() {
            return all.values();
        }

        public java.util.Set<java.util.Map.Entry<Object, Object>> entrySet() {
            return said("entrySet", java.util.Map::entrySet);
        }
    }

    static class ModelMap implements model.Map<Object, Object> {
        final model.Map<Object, Object> all = new model.LinkedHashMap<>();
        final World world;

        ModelMap(World world) {
            this.world = world;
        }

        private <T> T said(String what, Function<model.Map<Object, Object>, T> call) {
            world.say(what);
            return call.apply(all);
        }

        public int size() {
            return said("size", model.Map::size);
        }

        public boolean isEmpty() {
            return said("isEmpty", model.Map::isEmpty);
        }

        public boolean containsKey(Object key) {
            return said("containsKey", m -> m.containsKey(key));
        }

        public boolean containsValue(Object value) {
            return said("containsValue", m -> m.containsValue(value));
        }

        public Object get(Object key) {
            return said("get", m -> m.get(key));
        }

        public Object put(Object key, Object value) {
            return said("put", m -> m.put(key, value));
        }

        public Object remove(Object key) {
            return said("remove", m -> m.remove(key));
        }

        public void putAll(model.Map<?, ?> map) {
            all.putAll(map);
        }

        public void clear() {
            all.clear();
        }

        public model.Set<Object> keySet() {
            return all.keySet();
        }

        public model.Collection<Object> values() {
            return all.values();
        }

        public model.Set<model.Map.Entry<Object, Object>> entrySet() {
            return said("entrySet", model.Map::entrySet);
        }
    }

    static class JdkCache extends java.util.LinkedHashMap<Object, Object> {
        JdkCache() {
            super(4, 0.75f, true);
        }

        protected boolean removeEldestEntry(java.util.Map.Entry<Object, Object> eldest) {
            return size() > 2;
        }
    }

    static class ModelCache extends model.LinkedHashMap<Object, Object> {
        ModelCache() {
            super(4, 0.75f, true);
        }

        protected boolean removeEldestEntry(model.Map.Entry<Object, Object> eldest) {
            return size() > 2;
        }
    }
}
