import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles the files of each folder of a folder, those of `junit` first, and runs the test classes among them; says a line of
 * each: folder, class, method, outcome. Assertions are on, but in folders whose names end in ` unasserted`.
 */
class RunTests {
    static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

    public static void main(String[] arguments) throws Exception {
        Path root = Path.of(arguments[0]);
        StandardJavaFileManager files = COMPILER.getStandardFileManager(null, null, null);
        Path junit = root.resolve("junit");
        String failed = compile(files, sources(junit), junit, junit);
        if (failed != null) {
            throw new IllegalStateException(failed);
        }
        List<Runnable> last = new ArrayList<>();
        for (Path folder : list(root)) {
            String name = folder.getFileName().toString();
            Path tests = folder.resolve("tests");
            if (!Files.isDirectory(tests)) {
                continue;
            }
            String program = compile(files, sources(folder), junit, folder);
            if (program != null) {
                say(name, "", "", "program " + program);
                continue;
            }
            List<Path> all = new ArrayList<>(sources(folder));
            all.addAll(sources(tests));
            String problem = compile(files, all, junit, folder);
            if (problem != null) {
                say(name, "", "", "compile " + problem);
                continue;
            }
            for (Path test : sources(tests)) {
                String text = Files.readString(test);
                Runnable run = () -> run(name, folder, junit, test.getFileName().toString(), text);
                // Those that may go on for ever take time from all that follow.
                if (text.contains("watch(") || text.contains("assertTimeout")) {
                    last.add(run);
                } else {
                    run.run();
                }
            }
        }
        Thread[] threads = last.stream().map(Thread::new).toArray(Thread[]::new);
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    static List<Path> list(Path folder) throws Exception {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList();
        }
    }

    static List<Path> sources(Path folder) throws Exception {
        return list(folder).stream().filter(file -> file.toString().endsWith(".java")).toList();
    }

    /** What is wrong, if something is. */
    static String compile(StandardJavaFileManager files, List<Path> sources, Path junit, Path to) throws Exception {
        StringWriter out = new StringWriter();
        List<String> options = List.of("-d", to.toString(), "-cp", junit.toString(), "-nowarn", "-proc:none");
        var units = files.getJavaFileObjectsFromPaths(sources);
        boolean done = COMPILER.getTask(out, files, null, options, null, units).call();
        return done ? null : out.toString().replace('\n', ' ');
    }

    static void run(String name, Path folder, Path junit, String file, String text) {
        String type = file.replace(".java", "");
        String start = text.startsWith("package ") ? text.substring(8, text.indexOf(';')) + "." : "";
        try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL(), junit.toUri().toURL()})) {
            loader.setDefaultAssertionStatus(!name.endsWith(" unasserted"));
            Class<?> test = Class.forName(start + type, true, loader);
            var constructor = test.getDeclaredConstructor();
            constructor.setAccessible(true);
            for (Method method : test.getDeclaredMethods()) {
                if (Stream.of(method.getAnnotations()).noneMatch(a -> a.annotationType().getSimpleName().equals("Test"))) {
                    continue;
                }
                method.setAccessible(true);
                try {
                    method.invoke(constructor.newInstance());
                    say(name, type, method.getName(), "ok");
                } catch (InvocationTargetException thrown) {
                    say(name, type, method.getName(), thrown.getCause().toString().replace('\n', ' '));
                }
            }
        } catch (Exception wrong) {
            say(name, type, "", "wrong " + wrong);
        }
    }

    static synchronized void say(String... words) {
        System.out.println(String.join("\t", words));
    }
}
