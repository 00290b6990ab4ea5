import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.StringJoiner;
import java.util.TreeSet;

/** Prints the public methods of classes of {@code java.util}, and their supertypes there; the arguments are the names of the classes. */
public class Methods {
    public static void main(String[] names) throws Exception {
        TreeSet<String> lines = new TreeSet<>();
        for (String name : names) {
            Class<?> type = Class.forName("java.util." + name);
            if (!Modifier.isPublic(type.getModifiers())) continue;
            for (String other : names) {
                Class<?> superclass = Class.forName("java.util." + other);
                if (superclass.isAssignableFrom(type)) lines.add("type " + shown(type) + " " + shown(superclass));
            }
            for (Method method : type.getMethods()) {
                if (method.getDeclaringClass() == Object.class || method.isSynthetic()) continue;
                if (method.isBridge() || Modifier.isStatic(method.getModifiers()) && method.getDeclaringClass() != type) continue;
                String kind = Modifier.isStatic(method.getModifiers()) ? "static" : "method";
                lines.add(kind + " " + shown(type) + " " + shown(method.getReturnType()) + " " + method.getName() + " " + types(method));
            }
            if (!Modifier.isAbstract(type.getModifiers())) {
                for (Executable made : type.getConstructors()) lines.add("new " + shown(type) + " " + shown(type) + " new " + types(made));
            }
        }
        lines.forEach(System.out::println);
    }

    private static String types(Executable method) {
        StringJoiner types = new StringJoiner(",");
        Arrays.stream(method.getParameterTypes()).forEach(type -> types.add(shown(type)));
        return types.toString();
    }

    private static String shown(Class<?> type) {
        return type.getCanonicalName().replaceAll("^java\\.(util|lang|util\\.function)\\.(?=[A-Z])", "");
    }
}
