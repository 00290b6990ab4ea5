import java.lang.reflect.Method;
import java.util.Set;

/** What is not specified and differs, and what the model does differently on purpose. */
final class Rules {
    private Rules() {
    }

    /** Calls that are not made. */
    static boolean isLeftOut(Sequence sequence, int place, Method method) {
        String name = method.getName(), subject = sequence.subject.name();
        Slot slot = sequence.slots.get(place);
        boolean isStatic = Pairs.isStatic(method);
        boolean isOfObject = isOfObject(sequence.jdk.objects.get(place), name) || isOfObject(sequence.model.objects.get(place), name);
        if (Set.of("hashCode", "toString").contains(name) && isOfObject) return true;
        // It is about capacities, or fails when it has half been done.
        if (Set.of("ensureCapacity", "copyInto").contains(name)) return true;
        if (isStatic && (method.getDeclaringClass() != java.util.Collections.class || subject.equals("OwnMap"))) return true;
        // The views of immutable maps differ in how they refuse.
        boolean isView = subject.equals("Map") && slot.isFrom("keySet|values|entrySet");
        if (isView && name.matches("contains.*|add.*|remove.*|retain.*|clear|hashCode|equals")) return true;
        // Sets and lists of one element refuse always.
        if (name.matches("removeIf|replaceAll|sort|remove") && slot.isFrom("singleton.*|nCopies")) return true;
        if (subject.equals("ArrayDeque") && slot.isIterator()) {
            if (name.equals("forEachRemaining")) return true;
            if (name.equals("remove") && (sequence.lastSlot != place || !sequence.last.startsWith("next"))) return true;
        }
        if (!slot.isUnordered()) return false;
        if (slot.isFrom("values") && name.equals("remove")) return true;
        return isStatic || slot.isIterator() && Set.of("remove", "forEachRemaining").contains(name);
    }

    private static boolean isOfObject(Object o, String name) {
        try {
            return o.getClass().getMethod(name).getDeclaringClass() == Object.class;
        } catch (NoSuchMethodException e) {
            return false;
        }
    }

    /** What is compared of the callbacks of a call. */
    static Sequence.Calls calls(Sequence.Subject subject, int place, Slot slot, Method method) {
        String name = method.getName();
        if (subject.name().equals("OwnMap") && name.equals("putAll")) return Sequence.Calls.NONE;
        // The JDK copies its arguments as arrays.
        if (subject.name().startsWith("Own") && place > 0) return Sequence.Calls.NONE;
        // Which value is asked whether it equals the other one is not specified, either.
        if (slot.isOfEntries() && name.matches("contains.*|remove.*")) return Sequence.Calls.NONE;
        // How often objects are compared is not specified.
        if (name.equals("sort") || name.equals("disjoint") || slot.isFrom("nCopies|sorted|synchronized.*")) return Sequence.Calls.NONE;
        return subject.calls();
    }

    /** Whether only the kind of the end is compared. */
    static boolean isValueUnspecified(Slot slot, Method method) {
        return slot.isUnordered() && Set.of("next", "nextElement", "toString").contains(method.getName());
    }

    /** Whether the difference is an accident. */
    static boolean isSameEnd(Sequence sequence, Slot slot, Method method, String expected, String got) {
        // Which exception the lists of `List.of` throw depends on their length.
        boolean isOfBounds = expected.equals("ArrayIndexOutOfBoundsException") && got.equals("IndexOutOfBoundsException");
        if (isOfBounds && sequence.text.indexOf("List.") >= 0) return true;
        if ((expected + got).contains("StackOverflowError")) return true;
        String name = method.getName(), modification = "ConcurrentModificationException";
        // Which of several elements that are wrong is found first.
        boolean isValue = expected.startsWith("value") || got.startsWith("value");
        if (slot.isUnordered() && !isValue && name.matches(".*All|removeIf|forEach|equals")) return true;
        if (name.equals("forEachRemaining") && (expected + got).contains("Exception")) return true;
        // When it is found out what has been modified.
        boolean isOfModification = expected.equals(modification) || got.equals(modification);
        return isOfModification && sequence.subject.name().equals("ArrayDeque") && (sequence.values.disturbs || name.equals("addAll"));
    }

    /** Whether nothing is compared after a call. */
    static boolean isSpoilt(Sequence.Subject subject, Method method, String end, boolean disturbs) {
        String name = method.getName();
        boolean isValue = end.startsWith("value");
        // Any permutation will do; where an iterator of an array stays after an exception, is not specified.
        if (name.equals("shuffle") || name.equals("forEachRemaining") && !isValue) return true;
        if (disturbs && subject.name().matches("ArrayDeque|EnumMap")) return true;
        if (isValue) return false;
        if (end.equals("ConcurrentModificationException") && (disturbs || name.equals("addAll"))) return true;
        // An array may be half sorted; whether elements are removed at once or in the end is not specified.
        return Set.of("sort", "removeAll", "retainAll").contains(name);
    }

    /** Whether iterators do something that is not specified after this call. */
    static boolean confuses(Sequence sequence, Method method, String end) {
        String name = method.getName(), subject = sequence.subject.name();
        if (subject.matches("Vector|Stack")) return name.matches("add|insertElementAt") && !end.startsWith("value");
        // Iterators of arrays may have gone on before they are asked for the next element.
        boolean isModified = name.matches("put.*|remove.*|clear|merge|compute.*|retain.*");
        if (subject.equals("EnumMap")) return isModified && !sequence.calledBefore.equals("next()");
        if (subject.equals("PriorityQueue")) return name.matches("removeAll|retainAll");
        if (!subject.equals("ArrayDeque")) return false;
        // Arrays that are full are copied, and then everything may be elsewhere.
        boolean isPlain = sequence.text.indexOf("new ArrayDeque()") == 0 && !sequence.text.toString().matches("(?s).*\\.(addFirst|offerFirst|push|addAll)\\(.*");
        boolean isAtEnd = name.matches("add|addLast|offer|offerLast|remove|removeFirst|poll|pollFirst|pop") && method.getParameterCount() < 2;
        return !isPlain && name.matches("add.*|offer.*|push|remove.*|poll.*|pop|clear|retainAll")
            || name.matches("remove.*|poll.*|retainAll|clear") && !(isAtEnd && method.getParameterCount() == 0);
    }
}
