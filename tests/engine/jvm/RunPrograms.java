import java.io.BufferedReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.StringWriter;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import sun.misc.Unsafe;

/**
 * Compiles the programs of a folder, each of which is a package in a folder of its own, and runs their methods on given inputs.
 * Of each run it says in one line of JSON how it ended and what memory looks like then.
 *
 * Arguments: the folder, the file with the runs, the classes of what stands in for JUnit.
 */
class RunPrograms {
    /** A run that takes longer is given up. */
    static final long MILLISECONDS = 5_000;

    static final PrintStream OUT = System.out;
    static final Unsafe UNSAFE = unsafe();

    static Unsafe unsafe() {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (Unsafe) field.get(null);
        } catch (ReflectiveOperationException wrong) {
            throw new IllegalStateException(wrong);
        }
    }

    public static void main(String[] arguments) throws Exception {
        Path root = Path.of(arguments[0]);
        Path junit = Path.of(arguments[2]);
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        System.setErr(System.out);
        Map<String, String> refused = compile(root, junit);
        refused.forEach((program, why) -> say(program, "refused", "\"why\":" + quoted(why)));
        Path classes = root.resolve("classes");
        try (BufferedReader cases = Files.newBufferedReader(Path.of(arguments[1]))) {
            List<String[]> lines = new ArrayList<>();
            for (String line = cases.readLine(); line != null; line = cases.readLine()) {
                if (!line.equals("run")) {
                    lines.add(line.split(" "));
                    continue;
                }
                Case one = new Case(lines);
                lines = new ArrayList<>();
                if (!refused.containsKey(one.program)) {
                    one.runWithin(new URL[] {classes.toUri().toURL(), junit.toUri().toURL()});
                }
            }
        }
        OUT.flush();
        // Runs that were given up still run.
        Runtime.getRuntime().halt(0);
    }

    /** Compiles all programs; what is wrong with those that the compiler refuses. */
    static Map<String, String> compile(Path root, Path junit) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
        Path classes = Files.createDirectories(root.resolve("classes"));
        Map<String, String> refused = new TreeMap<>();
        List<Path> sources;
        try (Stream<Path> all = Files.walk(root)) {
            sources = all.filter(file -> file.toString().endsWith(".java")).sorted().toList();
        }
        List<String> options =
            List.of("-d", classes.toString(), "-cp", junit.toString(), "-nowarn", "-proc:none", "-g:lines", "-Xmaxerrs", "10000",
                // With `invokedynamic`, what javac 17 writes for some texts does not pass the verifier.
                "-XDstringConcat=inline");
        while (true) {
            List<Path> left = sources.stream().filter(file -> !refused.containsKey(programOf(root, file))).toList();
            if (left.isEmpty()) {
                return refused;
            }
            DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
            var units = files.getJavaFileObjectsFromPaths(left);
            if (compiler.getTask(new StringWriter(), files, found, options, null, units).call()) {
                return refused;
            }
            int before = refused.size();
            for (Diagnostic<? extends JavaFileObject> one : found.getDiagnostics()) {
                if (one.getKind() == Diagnostic.Kind.ERROR && one.getSource() != null) {
                    String program = programOf(root, Path.of(one.getSource().toUri()));
                    refused.putIfAbsent(program, "line " + one.getLineNumber() + ": " + one.getMessage(Locale.ENGLISH));
                }
            }
            if (refused.size() == before) {
                throw new IllegalStateException(found.getDiagnostics().toString());
            }
        }
    }

    static String programOf(Path root, Path file) {
        return root.toAbsolutePath().relativize(file.toAbsolutePath()).getName(0).toString();
    }

    static synchronized void say(String id, String end, String more) {
        OUT.println("{\"run\":" + quoted(id) + ",\"end\":" + quoted(end) + (more.isEmpty() ? "" : "," + more) + "}");
    }

    static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            out.append(c == '"' || c == '\\' ? "\\" + c : c < ' ' ? " " : String.valueOf(c));
        }
        return out.append('"').toString();
    }

    /** A method with its input. */
    static final class Case {
        final String program;
        final String id;
        private final String[] entry;
        private final List<String[]> lines;

        /** First {@code case ID PROGRAM CLASS METHOD TYPE..}; the rest is read when it is built. */
        Case(List<String[]> lines) {
            this.entry = lines.get(0);
            this.id = entry[1];
            this.program = entry[2];
            this.lines = lines.subList(1, lines.size());
        }

        void runWithin(URL[] path) throws Exception {
            Thread thread = new Thread(null, () -> run(path), id, 1 << 20);
            thread.setDaemon(true);
            thread.start();
            thread.join(MILLISECONDS);
            if (thread.isAlive()) {
                say(id, "timeout", "");
            }
        }

        private void run(URL[] path) {
            try (URLClassLoader loader = new URLClassLoader(path)) {
                loader.setDefaultAssertionStatus(true);
                if (entry[3].equals("test")) {
                    test(loader.loadClass(program + "." + entry[4]));
                } else {
                    call(loader);
                }
            } catch (Throwable wrong) {
                say(id, "broken", "\"why\":" + quoted(wrong.toString()));
            }
        }

        /** Runs the tests of a class that stand in for JUnit's. */
        private void test(Class<?> type) throws Exception {
            var constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            for (Method method : type.getDeclaredMethods()) {
                if (Stream.of(method.getAnnotations()).noneMatch(a -> a.annotationType().getSimpleName().equals("Test"))) {
                    continue;
                }
                method.setAccessible(true);
                String outcome = "ok";
                try {
                    method.invoke(constructor.newInstance());
                } catch (InvocationTargetException thrown) {
                    outcome = described(thrown.getCause());
                }
                say(id, "test", "\"method\":" + quoted(method.getName()) + ",\"outcome\":" + quoted(outcome));
            }
        }

        /** What an exception is; programs may override what says so. */
        private static String described(Throwable thrown) {
            try {
                return String.valueOf(thrown);
            } catch (Throwable other) {
                return thrown.getClass().getName();
            }
        }

        private void call(URLClassLoader loader) throws Exception {
            List<Object> objects = new ArrayList<>();
            for (String[] line : lines) {
                if (line[0].equals("object")) {
                    objects.add(UNSAFE.allocateInstance(loader.loadClass(program + "." + line[1])));
                }
            }
            Object receiver = null;
            List<String> given = new ArrayList<>();
            for (String[] line : lines) {
                switch (line[0]) {
                    case "field" -> {
                        Object object = objects.get(Integer.parseInt(line[1]));
                        Field field = field(object.getClass(), line[2]);
                        field.setAccessible(true);
                        field.set(object, value(line[3], field.getType(), objects));
                    }
                    case "this" -> receiver = value(line[1], Object.class, objects);
                    case "argument" -> given.add(line[1]);
                    default -> { }
                }
            }
            Method method = method(loader.loadClass(program + "." + entry[3]));
            method.setAccessible(true);
            Object[] arguments = new Object[given.size()];
            for (int i = 0; i < arguments.length; i++) {
                arguments[i] = value(given.get(i), method.getParameterTypes()[i], objects);
            }
            Memory memory = new Memory(program + ".");
            objects.forEach(memory::number);
            try {
                Object result = method.invoke(receiver, arguments);
                boolean isVoid = method.getReturnType() == void.class;
                String value = isVoid ? "null" : memory.value(method.getReturnType(), result);
                finish(loader, memory, "returned", "\"value\":" + value);
            } catch (InvocationTargetException | Error wrapped) {
                // The class of the method may fail to be initialised.
                Throwable thrown = wrapped instanceof InvocationTargetException ? wrapped.getCause() : wrapped;
                int line = 0;
                for (StackTraceElement element : thrown.getStackTrace()) {
                    if (element.getClassName().startsWith(program + ".") && !element.getMethodName().isEmpty()) {
                        line = element.getLineNumber();
                        break;
                    }
                }
                String value = memory.value(Object.class, thrown);
                finish(loader, memory, "thrown", "\"value\":" + value + ",\"line\":" + line);
            }
        }

        private void finish(URLClassLoader loader, Memory memory, String end, String more) throws Exception {
            // Only classes that were initialised have values in their static fields.
            Map<String, String> statics = new LinkedHashMap<>();
            List<Class<?>> others = new ArrayList<>();
            try (Stream<Path> files = Files.list(Path.of(loader.getURLs()[0].toURI()).resolve(program.replace('.', '/')))) {
                for (Path file : files.sorted().toList()) {
                    String name = file.getFileName().toString().replace(".class", "");
                    Class<?> type = Class.forName(program + "." + name, false, loader);
                    if (!UNSAFE.shouldBeInitialized(type)) {
                        memory.put(type, null, name + ".", statics);
                    } else {
                        others.add(type);
                    }
                }
            }
            String told = ",\"statics\":" + Memory.written(statics) + ",\"objects\":" + memory.told();
            // Other initialisers run now, so everything has been looked at before.
            say(id, end, more + told + ",\"failed\":" + others.stream().anyMatch(type -> hasFailed(type, loader)));
        }

        /** Whether the initialisation of a class that is not initialised has failed before. */
        private static boolean hasFailed(Class<?> type, URLClassLoader loader) {
            try {
                Class.forName(type.getName(), true, loader);
                return false;
            } catch (NoClassDefFoundError error) {
                // The initialiser may itself use another such class.
                return String.valueOf(error.getMessage()).endsWith(" " + type.getName());
            } catch (Throwable other) {
                return false;
            }
        }

        private Method method(Class<?> type) {
            String[] parameters = Arrays.copyOfRange(entry, 5, entry.length);
            for (Method method : type.getDeclaredMethods()) {
                String[] own = Stream.of(method.getParameterTypes()).map(Class::getSimpleName).toArray(String[]::new);
                if (method.getName().equals(entry[4]) && Arrays.equals(own, parameters) && !method.isSynthetic()) {
                    return method;
                }
            }
            throw new IllegalArgumentException("no method " + entry[4] + Arrays.toString(parameters));
        }

        private static Field field(Class<?> type, String name) throws NoSuchFieldException {
            for (Class<?> holder = type; holder != null; holder = holder.getSuperclass()) {
                for (Field field : holder.getDeclaredFields()) {
                    if (field.getName().equals(name)) {
                        return field;
                    }
                }
            }
            throw new NoSuchFieldException(name);
        }

        private static Object value(String text, Class<?> type, List<Object> objects) {
            if (text.equals("null")) {
                return null;
            }
            if (text.equals("texts")) {
                return new String[] {"a", "b"};
            }
            if (text.startsWith("#")) {
                return objects.get(Integer.parseInt(text.substring(1)));
            }
            long number = Long.parseLong(text);
            return switch (type.getSimpleName()) {
                case "boolean" -> number != 0;
                case "byte" -> (byte) number;
                case "short" -> (short) number;
                case "char" -> (char) number;
                case "int" -> (int) number;
                case "float" -> (float) number;
                case "double" -> (double) number;
                default -> number;
            };
        }
    }

    /** Objects in the order in which they are met. */
    static final class Memory {
        private final String prefix;
        private final IdentityHashMap<Object, Integer> numbers = new IdentityHashMap<>();
        private final List<Object> objects = new ArrayList<>();

        Memory(String prefix) {
            this.prefix = prefix;
        }

        int number(Object object) {
            Integer known = numbers.putIfAbsent(object, objects.size());
            if (known == null) {
                objects.add(object);
                return objects.size() - 1;
            }
            return known;
        }

        /** Numbers and truth values as numbers, objects by their number, and what is not looked at as `"?"`. */
        String value(Class<?> type, Object value) {
            if (value == null) {
                return "null";
            }
            if (type.isPrimitive()) {
                if (value instanceof Boolean truth) {
                    return truth ? "1" : "0";
                }
                if (value instanceof Character letter) {
                    return String.valueOf((int) letter);
                }
                boolean isIntegral = type != float.class && type != double.class;
                return isIntegral ? String.valueOf(((Number) value).longValue()) : "\"?\"";
            }
            boolean isOurs = value.getClass().getName().startsWith(prefix);
            return isOurs || value instanceof Throwable || value.getClass() == Object.class
                ? "{\"object\":" + number(value) + "}"
                : "\"?\"";
        }

        String name(Class<?> type) {
            String name = type.getName();
            return name.startsWith(prefix) ? name.substring(prefix.length()) : type.getSimpleName();
        }

        /** All objects that were numbered, and those that they reach. */
        String told() throws IllegalAccessException {
            StringBuilder out = new StringBuilder("[");
            for (int i = 0; i < objects.size(); i++) {
                Object object = objects.get(i);
                out.append(i == 0 ? "" : ",").append("{\"class\":").append(quoted(name(object.getClass()))).append(",\"fields\":");
                Map<String, String> fields = new LinkedHashMap<>();
                for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
                    if (type.getName().startsWith(prefix)) {
                        put(type, object, "", fields);
                    }
                }
                out.append(written(fields)).append('}');
            }
            return out.append(']').toString();
        }

        /** The fields that a class declares: those of an object, or the static ones without one. */
        void put(Class<?> type, Object object, String before, Map<String, String> fields) throws IllegalAccessException {
            for (Field field : type.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) == (object == null) && !field.isSynthetic()) {
                    field.setAccessible(true);
                    fields.put(before + field.getName(), value(field.getType(), field.get(object)));
                }
            }
        }

        static String written(Map<String, String> fields) {
            StringBuilder out = new StringBuilder("{");
            fields.forEach((name, value) ->
                out.append(out.length() == 1 ? "" : ",").append(quoted(name)).append(':').append(value));
            return out.append('}').toString();
        }
    }
}
