import java.lang.reflect.Executable;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The classes and methods that both libraries have. */
final class Pairs {
    /** The classes of the model that are public, by name. */
    static final List<String> NAMES = new ArrayList<>();
    private static final Map<Class<?>, Class<?>> MODELS = new HashMap<>();
    private static final Map<Class<?>, List<Pair>> METHODS = new HashMap<>();

    /** A method of the JDK and the one of the model. */
    record Pair(Method jdk, Method model) {
        Method in(World world) {
            return world.isModel ? model : jdk;
        }
    }

    private Pairs() {
    }

    /** The class of the model with the name of one of the JDK, which itself is the answer if there is none. */
    static Class<?> model(Class<?> jdk) {
        return MODELS.computeIfAbsent(jdk, Pairs::find);
    }

    private static Class<?> find(Class<?> jdk) {
        if (jdk.isArray()) return find(jdk.getComponentType()).arrayType();
        if (!jdk.getName().startsWith("java.util.") || jdk.getName().startsWith("java.util.function.")) return jdk;
        try {
            Class<?> found = Class.forName("model." + jdk.getName().substring(jdk.getPackageName().length() + 1));
            return Modifier.isPublic(found.getModifiers()) ? found : jdk;
        } catch (ClassNotFoundException e) {
            // The model has no interfaces of sorted collections.
            return jdk == java.util.SortedSet.class ? model.TreeSet.class
                : jdk == java.util.SortedMap.class ? model.TreeMap.class
                : jdk;
        }
    }

    private static Class<?> ofStreams(String name) {
        try {
            return Class.forName("java.util.stream." + name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    static Class<?>[] models(Class<?>[] jdk) {
        return Arrays.stream(jdk).map(Pairs::model).toArray(Class<?>[]::new);
    }

    static Class<?> jdk(String name) {
        try {
            return Class.forName("java.util." + name);
        } catch (ClassNotFoundException e) {
            return ofStreams(name);
        }
    }

    /** The methods of a class or interface of the JDK that the model has, too. */
    static List<Pair> methods(Class<?> jdk) {
        return METHODS.computeIfAbsent(jdk, Pairs::findMethods);
    }

    private static List<Pair> findMethods(Class<?> jdk) {
        List<Pair> found = new ArrayList<>();
        List<Method> all = new ArrayList<>(publicMethods(jdk));
        for (String name : List.of("equals", "hashCode", "toString")) {
            try {
                Method method = jdk.getMethod(name, name.equals("equals") ? new Class<?>[] { Object.class } : new Class<?>[0]);
                if (!all.contains(method)) all.add(method);
            } catch (NoSuchMethodException e) {
                Method method = objectMethod(name);
                all.add(method);
            }
        }
        for (Method method : all) {
            Method other = counterpart(model(jdk), method);
            if (other == null && method.getParameterCount() <= 1 && List.of("equals", "hashCode", "toString").contains(method.getName())) {
                other = objectMethod(method.getName());
            }
            if (other != null) found.add(new Pair(method, other));
        }
        found.sort(Comparator.comparing(pair -> signature(pair.jdk)));
        return found;
    }

    private static Method objectMethod(String name) {
        return Arrays.stream(Object.class.getMethods()).filter(m -> m.getName().equals(name)).findFirst().orElseThrow();
    }

    /** The public methods that are not those of `Object`, and not overridden. */
    static List<Method> publicMethods(Class<?> type) {
        Map<String, Method> found = new HashMap<>();
        for (Method any : type.getMethods()) {
            if (any.getDeclaringClass() == Object.class) continue;
            String key = any.getName() + Arrays.toString(any.getParameterTypes());
            Method method = any.isBridge() ? behind(any) : any, other = found.get(key);
            if (method == null) continue;
            if (other == null || other.getDeclaringClass().isAssignableFrom(method.getDeclaringClass())) found.put(key, method);
        }
        return new ArrayList<>(found.values());
    }

    /** The method of a superclass that is not public for which compilers write a bridge. */
    private static Method behind(Method bridge) {
        for (Method method : bridge.getDeclaringClass().getDeclaredMethods()) {
            if (!method.isBridge() && method.getName().equals(bridge.getName()) && isNarrower(method, bridge)) return null;
        }
        for (Class<?> c = bridge.getDeclaringClass().getSuperclass(); c != null && !Modifier.isPublic(c.getModifiers()); c = c.getSuperclass()) {
            for (Method method : c.getDeclaredMethods()) {
                boolean isSame = method.getName().equals(bridge.getName()) && Arrays.equals(method.getParameterTypes(), bridge.getParameterTypes());
                if (isSame && !method.isBridge() && method.getReturnType() == bridge.getReturnType()) return method;
            }
        }
        return null;
    }

    private static boolean isNarrower(Method method, Method other) {
        Class<?>[] types = method.getParameterTypes(), others = other.getParameterTypes();
        if (types.length != others.length) return false;
        for (int i = 0; i < types.length; i++) if (!others[i].isAssignableFrom(types[i])) return false;
        return true;
    }

    private static Method counterpart(Class<?> model, Method jdk) {
        Class<?>[] types = models(jdk.getParameterTypes());
        return publicMethods(model).stream()
            .filter(m -> m.getName().equals(jdk.getName()) && Arrays.equals(m.getParameterTypes(), types))
            .filter(m -> isStatic(m) == isStatic(jdk) && !m.getName().equals("spliterator"))
            .findFirst().orElse(null);
    }

    static String signature(Executable executable) {
        String types = String.join(", ", Arrays.stream(executable.getParameterTypes()).map(Class::getSimpleName).toList());
        return (executable instanceof Method ? executable.getName() : "new") + "(" + types + ")";
    }

    /** The public constructors and methods of the JDK that the model lacks, one a line. */
    static String missing() {
        StringBuilder text = new StringBuilder();
        for (String name : NAMES) {
            Class<?> jdk = jdk(name);
            TreeSet<String> lines = new TreeSet<>();
            for (Method method : publicMethods(jdk)) {
                boolean hasMore = method.getName().equals("of") && Modifier.isStatic(method.getModifiers()) && !name.equals("Map");
                // The model has it as a static method of another class.
                hasMore |= jdk == java.util.Collection.class && method.getName().equals("stream");
                if (counterpart(model(jdk), method) == null && !hasMore && !isOfObject(method) && !isMissingAbove(jdk, method)) lines.add(signature(method));
            }
            for (var constructor : jdk.getConstructors()) {
                try {
                    model(jdk).getConstructor(models(constructor.getParameterTypes()));
                } catch (NoSuchMethodException e) {
                    lines.add(signature(constructor));
                }
            }
            for (var field : jdk.getFields()) if (field.getDeclaringClass() == jdk) lines.add(field.getName());
            for (String line : lines) text.append(name.replace('$', '.')).append('.').append(line).append('\n');
        }
        return text.toString();
    }

    private static boolean isOfObject(Method method) {
        return method.getName().equals("equals") && method.getParameterCount() == 1 || method.getName().equals("hashCode");
    }

    /** Whether a class or interface above lacks the method, which is said there. */
    private static boolean isMissingAbove(Class<?> jdk, Method method) {
        for (String name : NAMES) {
            Class<?> above = jdk(name);
            if (above == jdk || !above.isAssignableFrom(jdk)) continue;
            for (Method other : publicMethods(above)) {
                boolean isSame = other.getName().equals(method.getName()) && Arrays.equals(other.getParameterTypes(), method.getParameterTypes());
                if (isSame && counterpart(model(above), other) == null) return true;
            }
        }
        return false;
    }

    /** What is wrong with the declarations of the model. */
    static List<String> wrongDeclarations() {
        List<String> wrong = new ArrayList<>();
        for (String name : NAMES) {
            Class<?> jdk = jdk(name), model = model(jdk);
            for (Method method : publicMethods(jdk)) {
                Method other = counterpart(model, method);
                if (other == null) continue;
                String expected = generic(method).replace("java.util.stream.", "java.util."), got = generic(other).replace("model.", "java.util.");
                // The JDK's `Iterable` is used; streams have no interface above them.
                boolean isOfStreams = List.of("sequential", "unordered").contains(method.getName());
                if (!expected.equals(got) && !method.getName().equals("forEach") && !isOfStreams) wrong.add(name + ": " + got + " instead of " + expected);
            }
            List<Method> known = methods(jdk).stream().map(Pair::model).toList();
            for (Method method : publicMethods(model)) {
                // Those with a few parameters for one with an array.
                boolean isShort = name.equals("Objects") && method.getName().equals("hash") || name.equals("Stream") && method.getName().equals("of");
                if (!known.contains(method) && !isShort && !method.getName().equals("spliterator")) wrong.add(name + " has " + method);
            }
            for (String above : NAMES) {
                Class<?> of = jdk(above);
                // Chains have no room for a superclass of which nobody makes variables.
                if (of != java.util.AbstractSet.class && of.isAssignableFrom(jdk) != model(of).isAssignableFrom(model)) {
                    wrong.add(name + " and " + above);
                }
            }
        }
        return wrong;
    }

    private static String generic(Method method) {
        StringBuilder text = new StringBuilder(method.getName());
        text.append('(');
        for (Type type : method.getGenericParameterTypes()) text.append(text(type)).append(", ");
        text.append("): ").append(text(method.getGenericReturnType()));
        for (Type type : method.getGenericExceptionTypes()) text.append(" throws ").append(text(type));
        String all = text.toString();
        for (int i = 0; i < method.getTypeParameters().length; i++) {
            var parameter = method.getTypeParameters()[i];
            all += " with " + Arrays.stream(parameter.getBounds()).map(Pairs::text).toList();
            all = all.replaceAll("\\b" + parameter.getName() + "\\b", "#" + i);
        }
        return all;
    }

    private static String text(Type type) {
        return type instanceof GenericArrayType array ? text(array.getGenericComponentType()) + "[]" : type.getTypeName();
    }

    static boolean isStatic(Member member) {
        return Modifier.isStatic(member.getModifiers());
    }
}
