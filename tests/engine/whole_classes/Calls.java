/** Calls methods of a class at random, as the most general client does, and says which of them failed. */
class Calls {
    private final java.util.Random random;
    private final Class<?> main;
    private final java.util.Map<Class<?>, java.util.List<Object>> held = new java.util.LinkedHashMap<>();

    private Calls(Class<?> main, long seed) {
        this.main = main;
        random = new java.util.Random(seed);
    }

    /** The methods that fail with a failure of the machine, each with its kind, in some of so many sequences of calls without the excluded ones. */
    static String failing(Class<?> main, int sequences, String... excluded) {
        java.util.Set<String> failing = new java.util.TreeSet<>();
        for (int seed = 0; seed < sequences; seed++) {
            String found = new Calls(main, seed).failing(java.util.List.of(excluded));
            if (found != null) failing.add(found);
        }
        return String.join(";", failing);
    }

    private static int steps;

    /** Called in loops that may have no end: ends the sequence of calls then. */
    static void step() {
        if (++steps > 10_000) throw new InternalError();
    }

    private String failing(java.util.List<String> excluded) {
        steps = 0;
        for (int calls = 1 + random.nextInt(12); calls > 0; calls--) {
            java.util.List<java.lang.reflect.Executable> all = accessible();
            all.removeIf(each -> excluded.contains(name(each)));
            if (all.isEmpty()) return null;
            java.lang.reflect.Executable chosen = all.get(random.nextInt(all.size()));
            try {
                call(chosen);
            } catch (java.lang.reflect.InvocationTargetException e) {
                String kind = kind(e.getCause());
                if (kind != null) return name(chosen) + " " + kind;
                if (e.getCause() instanceof VirtualMachineError) return null;
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
        return null;
    }

    /** What a client can call now, of the objects that it holds. */
    private java.util.List<java.lang.reflect.Executable> accessible() {
        java.util.List<java.lang.reflect.Executable> all = new java.util.ArrayList<>();
        java.util.Set<Class<?>> classes = new java.util.LinkedHashSet<>(held.keySet());
        classes.add(main);
        for (Class<?> type : classes) {
            if (main.isAssignableFrom(type) && isVisible(type) && !java.lang.reflect.Modifier.isAbstract(type.getModifiers()))
                for (var each : sorted(type.getDeclaredConstructors())) if (!isPrivate(each)) all.add(each);
            for (Class<?> at = type; at != null && at.getPackage() == main.getPackage(); at = at.getSuperclass())
                for (java.lang.reflect.Executable each : sorted(at.getDeclaredMethods())) {
                    boolean isStatic = java.lang.reflect.Modifier.isStatic(each.getModifiers());
                    boolean isOwn = at == main && !each.getName().equals("main");
                    if (!isPrivate(each) && !each.isSynthetic() && isVisible(at) && (!isStatic || isOwn)) all.add(each);
                }
        }
        return all;
    }

    private static java.lang.reflect.Executable[] sorted(java.lang.reflect.Executable[] all) {
        java.util.Arrays.sort(all, java.util.Comparator.comparing(Object::toString));
        return all;
    }

    private static boolean isPrivate(java.lang.reflect.Executable each) {
        return java.lang.reflect.Modifier.isPrivate(each.getModifiers());
    }

    private static boolean isVisible(Class<?> type) {
        for (Class<?> at = type; at != null; at = at.getEnclosingClass())
            if (java.lang.reflect.Modifier.isPrivate(at.getModifiers()) || at.isLocalClass() || at.isAnonymousClass()) return false;
        return true;
    }

    private void call(java.lang.reflect.Executable chosen) throws ReflectiveOperationException {
        Object[] arguments = new Object[chosen.getParameterCount()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = argument(chosen.getParameterTypes()[i]);
            if (arguments[i] == null) return;
        }
        chosen.setAccessible(true);
        if (chosen instanceof java.lang.reflect.Constructor<?> constructor) {
            hold(constructor.newInstance(arguments));
            return;
        }
        boolean isStatic = java.lang.reflect.Modifier.isStatic(chosen.getModifiers());
        Object receiver = isStatic ? null : any(chosen.getDeclaringClass());
        if (isStatic || receiver != null) hold(((java.lang.reflect.Method) chosen).invoke(receiver, arguments));
    }

    private void hold(Object object) {
        if (object == null || object.getClass().getPackage() != main.getPackage() || object instanceof Throwable) return;
        held.computeIfAbsent(object.getClass(), key -> new java.util.ArrayList<>()).add(object);
    }

    private Object any(Class<?> type) {
        java.util.List<Object> fitting = new java.util.ArrayList<>();
        held.values().forEach(all -> all.stream().filter(type::isInstance).forEach(fitting::add));
        return fitting.isEmpty() ? null : fitting.get(random.nextInt(fitting.size()));
    }

    private Object argument(Class<?> type) {
        int number = new int[] {-1, 0, 1, 2, 3, 5, 1000}[random.nextInt(7)];
        if (type == int.class || type == Integer.class) return number;
        if (type == long.class) return (long) number;
        if (type == short.class) return (short) number;
        if (type == byte.class) return (byte) number;
        if (type == double.class) return (double) number;
        if (type == float.class) return (float) number;
        if (type == boolean.class) return random.nextBoolean();
        if (type == char.class) return "abz(".charAt(random.nextInt(4));
        if (type.isEnum()) return type.getEnumConstants()[random.nextInt(type.getEnumConstants().length)];
        if (type == Object.class && random.nextInt(4) == 0) return number;
        if (type == Object.class || type == String.class || type == Comparable.class || type == CharSequence.class)
            return new String[] {"a", "b", ""}[random.nextInt(3)];
        return any(type);
    }

    /** Which failure of the machine an exception is; none if the program throws it on purpose. */
    private static String kind(Throwable thrown) {
        String message = thrown.getMessage();
        if (thrown instanceof NullPointerException && message != null) return "null";
        if (thrown instanceof ClassCastException && message != null) return "cast";
        if (thrown instanceof ArithmeticException && "/ by zero".equals(message)) return "zero";
        if (thrown instanceof AssertionError) return "assertion";
        if (thrown instanceof IndexOutOfBoundsException && message != null && message.startsWith("Index ")) return "index";
        return null;
    }

    private static String name(java.lang.reflect.Executable each) {
        boolean isConstructor = each instanceof java.lang.reflect.Constructor;
        StringBuilder name = new StringBuilder(isConstructor ? "new " + each.getDeclaringClass().getSimpleName() : each.getName());
        java.util.StringJoiner types = new java.util.StringJoiner(", ", "(", ")");
        for (Class<?> type : each.getParameterTypes()) types.add(type.getSimpleName());
        return name.append(types).toString();
    }
}
