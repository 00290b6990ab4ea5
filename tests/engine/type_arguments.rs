//! What type arguments tell: which casts fail, which collections are parts of structures, and which inputs calls make.

use hrglass::base::Silent;
use hrglass::editor::load_program;
use hrglass::report::setting::AbstractionSetting;
use hrglass::report::{PropertyReport, Verdict};
use hrglass::session::run;
use hrglass::task::{Check, Language, NoFiles, Overrides};

/// The result of a check of a method, or of memory safety.
#[track_caller]
fn checked(text: &str, entry: &str, check: Option<Check>) -> PropertyReport {
    let overrides = Overrides {
        entry: Some(entry.to_owned()),
        max_states: Some(10_000),
        checks: check.into_iter().collect(),
        ..Overrides::default()
    };
    let loaded = load_program(text, "L.java", Language::Java, &mut NoFiles, &overrides);
    let session = run(&loaded, &mut Silent);
    let found = session.report().properties.first().cloned();
    found.unwrap_or_else(|| panic!("{:?}", session.report().diagnostics))
}

#[track_caller]
fn assumed(report: &PropertyReport) -> Vec<String> {
    report.judgement.assumptions.iter().map(|assumption| assumption.words.to_string()).collect()
}

const CLASSES: &str = "import java.util.*; class A { int x; } class B extends A { int y; }
    class Box<T> { T held; Box(T held) { this.held = held; } T get() { return held; } } class Outer<T> { class Inner { T held; } }";

/// Whether a body may end with a wrong cast; it gets lists and maps of `A`.
#[track_caller]
fn cast(body: &str) -> PropertyReport {
    let parameters = "List<A> list, Map<String, A> map, Box<A> box, List<Object> any, boolean choice";
    let text = format!(
        "{CLASSES} class L {{ static <T> T second(T one, T other) {{ return other; }} static int f({parameters}) {{ {body} }} }}"
    );
    checked(&text, "L.f", Some(Check::WrongCast))
}

#[test]
fn casts_that_a_compiler_inserts_do_not_fail() {
    const WORDS: &str = "variables hold only what their type arguments allow";
    for body in [
        "if (list == null || list.isEmpty()) return 0; A a = list.get(0); return a == null ? 0 : a.x;",
        "if (map == null) return 0; A a = map.get(\"k\"); return a == null ? 0 : a.x;",
        "if (box == null) return 0; A a = box.get(); return a == null ? 0 : a.x;",
    ] {
        let found = cast(body);
        assert_eq!(found.judgement.verdict, Verdict::Satisfied, "{body}");
        assert!(assumed(&found).iter().any(|words| words == WORDS), "{body}");
    }
    // Those that are written may.
    for body in [
        "if (list == null || list.isEmpty()) return 0; B b = (B) list.get(0); return b == null ? 0 : b.y;",
        "if (any == null || any.isEmpty()) return 0; String s = (String) any.get(0); return s == null ? 0 : 1;",
    ] {
        assert_ne!(cast(body).judgement.verdict, Verdict::Satisfied, "{body}");
    }
}

/// Without unchecked casts and raw types all is known; with them, every cast may fail.
#[test]
fn unchecked_code_keeps_no_promise() {
    let list = "if (list == null || list.isEmpty()) return 0; A a = list.get(0); return a == null ? 0 : a.x;";
    let beside = |other: &str| {
        let text = format!("{CLASSES} class L {{ static int f(List<A> list) {{ {list} }} {other} }}");
        checked(&text, "L.f", Some(Check::WrongCast)).judgement.verdict
    };
    for checked in [
        "static <T> T same(T t) { return t; }",
        "static boolean is(Object o) { return o instanceof List; }",
        "static List<A>[] lists() { return new ArrayList[2]; }",
        "static <T> T[] all(int n) { return (T[]) new Object[n]; }",
        "static class C implements Comparable { public int compareTo(Object o) { return 0; } }",
        "static List<A> made() { return new ArrayList<>(); }",
        "static Outer<A>.Inner inner;",
        "static class D<T> { class In { T held; } In made() { return new In(); } }",
    ] {
        assert_eq!(beside(checked), Verdict::Satisfied, "{checked}");
    }
    for unchecked in [
        "static <T> T cast(Object o) { return (T) o; }",
        "static void add(List raw) { raw.add(1); }",
        "static List<A> cast(Object o) { return (List<A>) o; }",
        "static List<A> made() { return new ArrayList(); }",
        "static class C extends ArrayList { }",
        "static Map<String, List> lists;",
        "static Iterator<A> iterator(Iterator raw) { return raw; }",
        "static Enumeration raw;",
        "static Outer.Inner inner;",
        "static Object cast(Object o) { return (Outer<A>.Inner) o; }",
        "static class D<T> { class In { T held; } In cast(Object o) { return (In) o; } }",
    ] {
        assert_ne!(beside(unchecked), Verdict::Satisfied, "{unchecked}");
    }
    let main = |body: &str| {
        let text = format!("{CLASSES} class L {{ public static void main(String[] args) {{ {body} }} }}");
        checked(&text, "L.main", None).judgement.verdict
    };
    // A JVM throws a `ClassCastException` in these.
    for body in [
        "List raw = new ArrayList(); raw.add(new A()); List<B> list = raw; int n = list.get(0).y;",
        "List<Object> any = new ArrayList<>(); any.add(1); String s = (String) any.get(0);",
        "List<A> list = new ArrayList<>(); list.add(new A()); B b = (B) list.get(0);",
        "Iterator raw = List.of(new A()).iterator(); Iterator<B> all = raw; int n = all.next().y;",
    ] {
        assert_eq!(main(body), Verdict::Violated, "{body}");
    }
}

/// Our collections have other superclasses than those of the JDK: a run is not executed where that makes a difference.
#[test]
fn what_else_collections_are_is_not_known() {
    for (test, is_known) in [
        ("new HashSet<A>() instanceof Set", true),
        ("new ArrayList<A>() instanceof AbstractCollection", true),
        ("set instanceof AbstractSet", false),
        ("any instanceof Cloneable", false),
        ("any instanceof AbstractCollection", false),
        ("own instanceof AbstractSet", true),
    ] {
        let text = format!(
            "import java.util.*; class A {{ }} class Own extends AbstractSet<A> {{ public int size() {{ return 0; }} public Iterator<A> iterator() {{ return null; }} }}
                class L {{ public static void main(String[] args) {{ Set<A> set = new TreeSet<>(); Object any = new ArrayList<A>(), own = new Own();
                    if (!({test})) throw new IllegalStateException(); }} }}"
        );
        let expected = if is_known { Verdict::Satisfied } else { Verdict::Unknown };
        assert_eq!(checked(&text, "L.main", None).judgement.verdict, expected, "{test}");
    }
}

/// A type variable stands for what all arguments are (JLS 18.4).
#[test]
fn arguments_are_what_they_have_in_common() {
    for (body, is_safe) in [
        ("return second(new B(), new A()).x;", true),
        ("return second(new A(), new B()).x;", true),
        ("Object o = choice ? \"a\" : new A(); return second(o, new A()).hashCode() > 0 ? 1 : 0;", true),
        ("B b = (B) second(new B(), new A()); return b.y;", false),
    ] {
        let expected = if is_safe { Verdict::Satisfied } else { Verdict::Violated };
        assert_eq!(cast(body).judgement.verdict, expected, "{body}");
    }
}

const TRIE: &str = "import java.util.*; public class L {
    static class Node { final Map<Character, Node> children = new HashMap<>(); boolean ends; }
    private final Node root = new Node();
    void insert(String word) {
        Node at = root;
        for (int i = 0; i < word.length(); i++) {
            Node next = at.children.get(word.charAt(i));
            if (next == null) { next = new Node(); at.children.put(word.charAt(i), next); }
            at = next;
        }
        at.ends = true;
    }
    boolean contains(String word) {
        Node at = root;
        for (char c : word.toCharArray()) { at = at.children.get(c); if (at == null) return false; }
        return at.ends;
    }
    boolean ends(String word) {
        Node at = root;
        for (char c : word.toCharArray()) at = at.children.get(c);
        return at.ends;
    }
}";

#[test]
fn maps_of_children_are_trees() {
    for entry in ["L.insert", "L.contains"] {
        let found = checked(TRIE, entry, None);
        assert_eq!(found.judgement.verdict, Verdict::Satisfied, "{entry}");
        let input = "`this` is a `L` that holds any tree over `children` and through collections; `root` is never null";
        assert!(assumed(&found).iter().any(|words| words == input), "{:?}", assumed(&found));
    }
    // Of a word that is not there.
    assert_eq!(checked(TRIE, "L.ends", None).judgement.verdict, Verdict::Violated);
}

#[test]
fn lists_of_elements_are_structures() {
    let tree = |body: &str| {
        let text = format!(
            "import java.util.*; public class L {{ final List<L> parts = new ArrayList<>(); int own;
                void add(L part) {{ parts.add(Objects.requireNonNull(part)); }}
                int size() {{ int n = own; for (L part : parts) {{ {body} }} return n; }} }}"
        );
        let found = checked(&text, "L.size", None);
        (found.judgement.verdict, assumed(&found).iter().any(|words| words == "no element of a collection is null"))
    };
    assert_eq!(tree("n += part.size();"), (Verdict::Satisfied, true));
    assert_eq!(tree("n += part.parts.iterator().next().own;").0, Verdict::Violated);
    // An iterator notices both.
    assert_eq!(tree("parts.remove(part);").0, Verdict::Violated);
    assert_eq!(tree("parts.clear();").0, Verdict::Violated);
    // Where a client may add null, there may be null.
    let null = "import java.util.*; public class L { final List<L> parts = new ArrayList<>(); int own;
        void add(boolean none) { parts.add(none ? null : new L()); }
        int size() { int n = own; for (L part : parts) n += part.size(); return n; } }";
    assert_eq!(checked(null, "L.size", None).judgement.verdict, Verdict::Violated);
}

/// No sequence of calls makes what the fields of a class might suggest, or one fails that no suggested input shows.
#[test]
fn inputs_are_what_calls_make() {
    let cache = "import java.util.*; public class L {
        static class Node { String key; Node before, after; Node(String key) { this.key = key; } }
        private final Map<String, Node> index = new HashMap<>();
        private final Node first = new Node(null), last = new Node(null);
        L() { first.after = last; last.before = first; }
        boolean get(String key) { Node node = index.get(key); if (node == null) return false; unlink(node); front(node); return true; }
        void put(String key) { Node node = new Node(key); index.put(key, node); front(node); }
        boolean evict() { if (last.before == first) return false; unlink(last.before); return true; }
        private void unlink(Node node) { node.before.after = node.after; node.after.before = node.before; node.before = node.after = null; }
        private void front(Node node) { node.after = first.after; node.before = first; first.after.before = node; first.after = node; } }";
    let found = checked(cache, "L.get", None);
    assert_eq!(
        (found.judgement.verdict, found.judgement.setting),
        (Verdict::Violated, Some(AbstractionSetting::Called))
    );
    // What a class throws itself counts where it is asked about, and elsewhere ends what its clients do.
    let parser = "public class L { private final String text; private int at; L(String text) { this.text = text; }
        int digit() { if (at >= text.length()) throw new IllegalStateException(); return text.charAt(at++) - '0'; }
        int left() { return text.length() - at; } }";
    assert_eq!(checked(parser, "L.digit", None).judgement.verdict, Verdict::Violated);
    assert_eq!(checked(parser, "L.left", None).judgement.verdict, Verdict::Satisfied);
    // Nothing is proved of what no client can call.
    let hidden = "public class L { private L() { } private int[] all; int first() { return all[0]; } }";
    assert_ne!(checked(hidden, "L.first", None).judgement.verdict, Verdict::Satisfied);
}

/// What clients pass may hold anything, though the program never stores it there.
#[test]
fn clients_pass_collections_that_are_not_empty() {
    let text = |body: &str| {
        format!(
            "import java.util.*; public class L {{ static List<String> none() {{ return new ArrayList<>(); }}
                static Map<String, String> nothing() {{ return new HashMap<>(); }}
                static int f(List<String> list, Map<String, String> map) {{ int[] all = null; {body} return 0; }} }}"
        )
    };
    for body in [
        "for (String s : list) return all.length;",
        "if (list.size() > 0) return all.length;",
        "if (!list.isEmpty()) return all.length;",
        "if (map.get(\"a\") != null) return all.length;",
        "if (map.containsKey(\"a\")) return all.length;",
    ] {
        assert_ne!(checked(&text(body), "L.*", None).judgement.verdict, Verdict::Satisfied, "{body}");
    }
    let found = checked(
        &text("for (String s : list) { int n = s == null ? 0 : s.length(); } if (map.isEmpty()) return 1;"),
        "L.*",
        None,
    );
    assert_eq!(found.judgement.verdict, Verdict::Satisfied);
    let words = "variables hold only what their type arguments allow";
    assert!(assumed(&found).iter().any(|assumption| assumption == words), "{:?}", assumed(&found));
}
