//! What tests need that Java does not bring. Nothing is imported: the program may have classes of these names.

/// A method of a test class.
pub(super) struct Helper {
    /// Its name.
    name: &'static str,
    /// Its text.
    pub text: &'static str,
}

impl Helper {
    /// Whether a text, or a helper before this one that it uses, calls it.
    pub(super) fn is_used(&self, text: &str, all: &[Helper]) -> bool {
        let call = format!("{}(", self.name);
        let is_called = |text: &str| {
            text.match_indices(&call).any(|(at, _)| !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '.'))
        };
        let before = all.iter().take_while(|helper| helper.name != self.name);
        is_called(text) || before.into_iter().any(|helper| is_called(helper.text) && helper.is_used(text, all))
    }
}

/// All of them; each comes after those that call it.
pub(super) const HELPERS: &[Helper] = &[
    Helper {
        name: "make",
        text: r#"    /** A new object; no constructor of its class is run. */
    private static <T> T make(Class<T> type) throws ReflectiveOperationException {
        var nothing = Object.class.getDeclaredConstructor();
        return type.cast(sun.reflect.ReflectionFactory.getReflectionFactory().newConstructorForSerialization(type, nothing).newInstance());
    }
"#,
    },
    Helper {
        name: "call",
        text: r#"    /** The result of a method that the test cannot name. */
    private static Object call(Class<?> type, String name, Object on, Object[] arguments) throws Throwable {
        for (java.lang.reflect.Method method : type.getDeclaredMethods()) {
            Class<?>[] types = method.getParameterTypes();
            boolean fits = method.getName().equals(name) && types.length == arguments.length && !method.isBridge();
            for (int i = 0; fits && i < types.length; i++) {
                fits = types[i].isPrimitive() == arguments[i] instanceof Long
                    && (types[i].isPrimitive() || arguments[i] == null || types[i].isInstance(arguments[i]));
            }
            if (fits) {
                for (int i = 0; i < types.length; i++) {
                    arguments[i] = fit(types[i], arguments[i]);
                }
                method.setAccessible(true);
                try {
                    return method.invoke(on, arguments);
                } catch (java.lang.reflect.InvocationTargetException thrown) {
                    throw thrown.getCause();
                }
            }
        }
        throw new NoSuchMethodException(name);
    }
"#,
    },
    Helper {
        name: "set",
        text: r#"    /** Assigns a field that the test cannot name. */
    private static void set(Object object, String name, Object value) throws ReflectiveOperationException {
        java.lang.reflect.Field field = field(object, name);
        field.set(object, fit(field.getType(), value));
    }
"#,
    },
    Helper {
        name: "number",
        text: r#"    /** A number, or a boolean as 0 or 1. */
    private static long number(Object value) {
        if (value instanceof Boolean) {
            return (Boolean) value ? 1 : 0;
        }
        return value instanceof Character ? (Character) value : ((Number) value).longValue();
    }
"#,
    },
    Helper {
        name: "get",
        text: r#"    /** What a field holds. */
    private static Object get(Object object, String name) throws ReflectiveOperationException {
        return field(object, name).get(object);
    }
"#,
    },
    Helper {
        name: "held",
        text: r#"    /** What a static field holds. */
    private static Object held(String type, String name) throws ReflectiveOperationException {
        java.lang.reflect.Field field = Class.forName(type).getDeclaredField(name);
        field.setAccessible(true);
        return field.get(null);
    }
"#,
    },
    Helper {
        name: "reaches",
        text: r#"    /** Whether a path of at least one field, of these if there are any, leads from one object to the other. */
    private static boolean reaches(Object from, Object to, String... names) throws ReflectiveOperationException {
        java.util.List<Object> objects = new java.util.ArrayList<>();
        name(objects, from);
        for (int at = 0; at < objects.size(); at++) {
            for (java.lang.reflect.Field field : references(objects.get(at))) {
                if (names.length == 0 || java.util.List.of(names).contains(field.getName())) {
                    Object next = field.get(objects.get(at));
                    if (next == to) {
                        return true;
                    }
                    name(objects, next);
                }
            }
        }
        return false;
    }
"#,
    },
    Helper {
        name: "heap",
        text: r#"    /** What can be reached from some objects, as text: these, then the class and the fields of each. */
    private static String heap(Object... roots) throws ReflectiveOperationException {
        java.util.List<Object> objects = new java.util.ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (Object root : roots) {
            text.append(name(objects, root)).append(' ');
        }
        for (int at = 0; at < objects.size(); at++) {
            Object object = objects.get(at);
            text.append("| ").append(object.getClass().getName()).append(' ');
            for (java.lang.reflect.Field field : references(object)) {
                text.append(field.getName()).append('=').append(name(objects, field.get(object))).append(' ');
            }
        }
        return text.toString().trim();
    }
"#,
    },
    Helper {
        name: "name",
        text: r#"    /** The name of an object by its place in a list, to which it is added; texts, boxes and arrays are like null. */
    private static String name(java.util.List<Object> objects, Object object) {
        boolean isFollowed = object instanceof Throwable || object != null
            && (object.getClass() == Object.class || !object.getClass().getName().startsWith("java."))
            && !object.getClass().isArray();
        if (!isFollowed) {
            return "null";
        }
        for (int at = 0; at < objects.size(); at++) {
            if (objects.get(at) == object) {
                return "@" + (at + 1);
            }
        }
        objects.add(object);
        return "@" + objects.size();
    }
"#,
    },
    Helper {
        name: "references",
        text: r#"    /** The fields of an object that refer to objects, by name. */
    private static java.util.Collection<java.lang.reflect.Field> references(Object object) {
        java.util.TreeMap<String, java.lang.reflect.Field> fields = new java.util.TreeMap<>();
        Class<?> type = object.getClass();
        for (; !type.getName().startsWith("java."); type = type.getSuperclass()) {
            for (java.lang.reflect.Field field : type.getDeclaredFields()) {
                boolean refers = !field.getType().isPrimitive();
                if (refers && !java.lang.reflect.Modifier.isStatic(field.getModifiers())) {
                    field.setAccessible(true);
                    fields.put(field.getName(), field);
                }
            }
        }
        return fields.values();
    }
"#,
    },
    Helper {
        name: "field",
        text: r#"    /** The field of an object with this name. */
    private static java.lang.reflect.Field field(Object object, String name) throws NoSuchFieldException {
        for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
            for (java.lang.reflect.Field field : type.getDeclaredFields()) {
                if (field.getName().equals(name)) {
                    field.setAccessible(true);
                    return field;
                }
            }
        }
        throw new NoSuchFieldException(name);
    }
"#,
    },
    Helper {
        name: "fit",
        text: r#"    /** A number as a value of a type. */
    private static Object fit(Class<?> type, Object value) {
        if (!(value instanceof Long)) {
            return value;
        }
        long number = (Long) value;
        if (type == boolean.class) {
            return number != 0;
        } else if (type == byte.class) {
            return (byte) number;
        } else if (type == short.class) {
            return (short) number;
        } else if (type == char.class) {
            return (char) number;
        } else if (type == int.class) {
            return (int) number;
        } else if (type == float.class) {
            return (float) number;
        }
        return type == double.class ? (Object) (double) number : value;
    }
"#,
    },
    Helper {
        name: "watch",
        text: r#"    /** Runs a call for a second: it may go on for ever, or end with an exception. */
    private static void watch(org.junit.jupiter.api.function.Executable call) throws InterruptedException {
        Thread run = new Thread(() -> {
            try {
                call.execute();
            } catch (Throwable end) {
                // The run ends with it.
            }
        });
        run.setDaemon(true);
        run.start();
        run.join(1000);
    }
"#,
    },
];
