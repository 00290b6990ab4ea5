//! What is proved and found of Java programs that use objects which are not followed. Each claim has a neighbour that must not be proved.

use hrglass::base::Silent;
use hrglass::editor::load_program;
use hrglass::report::Verdict;
use hrglass::report::setting::AbstractionSetting;
use hrglass::session::{Session, run};
use hrglass::task::{Language, NoFiles, Overrides, load};
use serde_json::json;

fn checked(text: &str) -> Session {
    let entry = if text.contains(" main(") { "L.main" } else { "L.f" };
    let overrides = Overrides { entry: Some(entry.to_owned()), max_states: Some(4_000), ..Overrides::default() };
    run(&load_program(text, "L.java", Language::Java, &mut NoFiles, &overrides), &mut Silent)
}

/// The verdict of memory safety of `L.main`, or else `L.f`.
fn verdict(text: &str) -> &'static str {
    let session = checked(text);
    let judgement = session.report().memory_safety().unwrap_or_else(|| panic!("a verdict: {text}"));
    match judgement.verdict {
        Verdict::Satisfied => "satisfied",
        Verdict::Violated => "violated",
        Verdict::Suspected => "suspected",
        Verdict::Unknown => "unknown",
    }
}

fn assumed(text: &str) -> Vec<String> {
    let session = checked(text);
    let judgement = session.report().memory_safety().unwrap_or_else(|| panic!("a verdict: {text}"));
    judgement.assumptions.iter().map(|assumption| assumption.words.to_string()).collect()
}

#[test]
fn fields_of_elements_of_arrays_are_read() {
    let chains = |body: &str| {
        verdict(&format!(
            "class L {{ static class N {{ N next; }} static int f(N[] table) {{ if (table == null) return 0; {body} return 0; }} }}"
        ))
    };
    assert_eq!(chains("for (N e = table[0]; e != null; e = e.next) { }"), "satisfied");
    assert_eq!(chains("N e = table[0]; if (e != null) e = e.next.next;"), "unknown");
}

#[test]
fn what_is_not_followed_may_be_what_is() {
    let alias = |body: &str| {
        let head = "class L { static class N { N next; int k; } static void f(N[] table) { if (table == null) return; N a = new N(); table[0] = a;";
        verdict(&format!("{head} N b = table[0]; if (b != null) {{ {body} }} }} }}"))
    };
    assert_ne!(alias("b.k = 1; if (a.k == 1) throw new RuntimeException();"), "satisfied");
    assert_ne!(alias("b.next = b; if (a.next != null) throw new RuntimeException();"), "satisfied");
    assert_ne!(
        alias("set(b); if (a.k == 1) throw new RuntimeException(); } } static void set(N n) { { n.k = 1;"),
        "satisfied"
    );
    assert_eq!(alias("b.k = 1; a.k = 2;"), "satisfied");
}

#[test]
fn constructors_make_fields_never_null() {
    let made = |constructor: &str, rest: &str| {
        let class = format!("class L {{ static class N {{ int[] data; N() {{ {constructor} }} }}");
        format!("{class} static int f(N[] all) {{ return all == null || g(all[0]) ? 0 : 1; }} {rest} }}")
    };
    let test = "static boolean g(N n) { return n != null && n.data.length > 0; }";
    let text = made("data = new int[3];", test);
    assert_eq!(verdict(&text), "satisfied");
    assert!(assumed(&text).contains(&"`data` of a `L.N` is never null".to_owned()));
    // Not on all paths, reset later, and seen before.
    assert_eq!(verdict(&made("if (hashCode() > 0) data = new int[3];", test)), "unknown");
    assert_eq!(verdict(&made("data = new int[3];", &format!("{test} void h(N n) {{ n.data = null; }}"))), "unknown");
    let leak = made("last = this; data = new int[3];", &format!("{test} static N last;"));
    assert_eq!(verdict(&leak), "unknown");
}

#[test]
fn methods_are_called_on_what_is_not_followed() {
    let shapes = |own: &str, other: &str| {
        let classes = format!(
            "static abstract class S {{ abstract int g(); abstract int h(); }} static class A extends S {{ int g() {{ {own} }} int h() {{ return 0; }} }}"
        );
        verdict(&format!(
            "class L {{ {classes} {other} static int f(S[] all) {{ if (all == null) return 0; S s = all[0]; return s == null ? 0 : s.g(); }} }}"
        ))
    };
    let second = |body: &str| format!("static class B extends S {{ int g() {{ {body} }} int h() {{ return 0; }} }}");
    assert_eq!(shapes("return 1;", &second("return 2;")), "satisfied");
    assert_ne!(shapes("return 1;", &second("throw new RuntimeException();")), "satisfied");
    // There may be other functions than those of the program.
    let function = "class L { interface F { void go(); } static class A implements F { public void go() { } } static class N { F f; N next; N(F f) { this.f = f; } }
        static void f(N n) { if (n != null && n.f != null) n.f.go(); } }";
    assert_eq!(verdict(function), "satisfied");
    let passed = "functions that clients pass return something other than null, and change nothing";
    assert!(assumed(function).iter().any(|words| words == passed), "{:?}", assumed(function));
}

#[test]
fn comparators_are_assumed_to_change_nothing() {
    let text = "import java.util.Comparator; class L<T> { static class N<T> { T data; N<T> next; } N<T> head; Comparator<T> order;
        L(Comparator<T> order) { this.order = java.util.Objects.requireNonNull(order); }
        boolean f(T x) { return head != null && order.compare(x, head.data) < 0; } }";
    assert_eq!(verdict(text), "satisfied");
    let said = "comparators that are not followed return a number and change nothing".to_owned();
    assert!(assumed(text).contains(&said));
}

#[test]
fn whether_a_collection_is_empty_is_followed() {
    let method = |body: &str| {
        verdict(&format!(
            "import java.util.*; class L {{ static int n; static void g(Collection<Integer> c) {{ }} static void f(int k) {{ {body} }} }}"
        ))
    };
    let set = "Set<Integer> s = new HashSet<>();";
    assert_eq!(method(&format!("{set} if (!s.add(k)) throw new RuntimeException();")), "satisfied");
    assert_ne!(method(&format!("{set} s.add(1); if (!s.add(k)) throw new RuntimeException();")), "satisfied");
    assert_eq!(method(&format!("{set} g(s); if (!s.add(k)) throw new RuntimeException();")), "satisfied");
    assert_ne!(
        method(&format!("{set} Set<Integer> t = s; t.add(1); if (!s.add(k)) throw new RuntimeException();")),
        "satisfied"
    );
    assert_ne!(
        method(&format!("{set} Runnable r = () -> s.add(1); r.run(); if (!s.add(k)) throw new RuntimeException();")),
        "satisfied"
    );
    assert_ne!(
        method(&format!(
            "{set} s.add(switch (k) {{ default -> {{ n = 1; yield 2; }} }}); if (!s.add(k)) throw new RuntimeException();"
        )),
        "satisfied"
    );
    let stack = "Deque<Integer> d = new ArrayDeque<>();";
    assert_eq!(method(&format!("{stack} d.push(k); d.pop(); if (!d.isEmpty()) d.pop();")), "satisfied");
    assert_eq!(
        method(&format!("{stack} for (int i = 0; i < k; i++) d.push(i); while (!d.isEmpty()) d.pop();")),
        "satisfied"
    );
    assert_eq!(method(&format!("{stack} d.pop();")), "violated");
    assert_ne!(method(&format!("{stack} d.push(k); d.pop(); d.pop();")), "satisfied");
    assert_ne!(method(&format!("{stack} d.push(k); d.clear(); d.pop();")), "satisfied");
    assert_ne!(method(&format!("{stack} d.push(k); d.remove(k); d.pop();")), "satisfied");
    let tree = "TreeSet<Integer> s = new TreeSet<>(); Integer none = null; s.add(none);";
    assert_ne!(method(tree), "satisfied");
}

#[test]
fn casts_to_strings_and_boxes_fail_for_other_objects() {
    let list = |added: &str, cast: &str| {
        let node = "static class N { Object data; N next; N(Object data, N next) { this.data = data; this.next = next; } } N head;";
        format!(
            "class L {{ {node} void add({added} x) {{ head = new N(x, head); }} void f() {{ if (head != null) {{ {cast} }} }} }}"
        )
    };
    assert_eq!(verdict(&list("Object", "Integer i = (Integer) head.data;")), "violated");
    assert_eq!(
        verdict(&list("Object", "Object o = head.data; if (o instanceof String) { String s = (String) o; }")),
        "satisfied"
    );
    let narrow = list("String", "String s = (String) head.data;").replace("N(Object data", "N(String data");
    assert_eq!(verdict(&narrow), "satisfied");
    let said = "`data` of a `L.N` is null or a `String`, as the program stores nothing else".to_owned();
    assert!(assumed(&narrow).contains(&said));
    assert_ne!(verdict(&narrow.replace("String s = (String)", "Integer i = (Integer)")), "satisfied");
}

#[test]
fn inputs_need_not_be_followed() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/own/programs/Simplifier.java");
    let text = std::fs::read_to_string(path).expect("a program");
    let overrides =
        Overrides { entry: Some("Simplifier.simplify".to_owned()), max_states: Some(4_000), ..Overrides::default() };
    let decided = |text: &str| {
        let loaded = load_program(text, "Simplifier.java", Language::Java, &mut NoFiles, &overrides);
        let session = run(&loaded, &mut Silent);
        let judgement = session.report().memory_safety().expect("a verdict");
        (judgement.verdict, judgement.setting)
    };
    assert_eq!(decided(&text), (Verdict::Satisfied, Some(AbstractionSetting::Unfollowed)));
    let wrong = text.replace("return isNumber(right, 0) ? left", "return isNumber(right, 0) ? ((Add) left).left()");
    assert_ne!(wrong, text);
    assert_ne!(decided(&wrong).0, Verdict::Satisfied);
}

#[test]
fn objects_that_are_not_followed_are_set_up_first() {
    let made = |constructor: &str| {
        let text = format!(
            "class L {{ static class N {{ int[] data; int k; N() {{ {constructor} }} }} static int f(L x, int n) {{ return n > 0 ? n : new N().data.length; }} }}"
        );
        let task = json!({
            "schema": "hrglass.task/1", "program": {"entry": "L.f", "files": [{"name": "L.java", "text": text}]},
            "initial": [{"formula": "x == _object"}],
        });
        let session = run(&load(&task.to_string(), "task.json", &mut NoFiles), &mut Silent);
        session.report().memory_safety().expect("a verdict").verdict
    };
    assert_eq!(made("data = new int[3]; k = data.length;"), Verdict::Unknown);
    assert_eq!(made("data = new int[3];"), Verdict::Satisfied);
    assert_ne!(made("k = data.length; data = new int[3];"), Verdict::Satisfied);
}

#[test]
fn static_fields_hold_collections() {
    let fields = |body: &str| {
        verdict(&format!(
            "import java.util.*; class L {{ static final Map<String, Integer> M; static {{ {body} }} static void f() {{ M.size(); }} }}"
        ))
    };
    assert_eq!(fields("M = new HashMap<>(); M.put(\"a\", 1);"), "satisfied");
    assert_eq!(fields("M = null;"), "violated");
}

#[test]
fn arguments_of_programs_are_texts() {
    let prints = |body: &str, others: &str| {
        let head = "import java.util.*; class L {";
        verdict(&format!("{head} public static void main(String[] args) {{ {body} }} {others} }}"))
    };
    let lengths = "for (String s : args) System.out.println(s.length());";
    assert_eq!(prints(lengths, ""), "satisfied");
    // Collections store elements of arrays as well, but not of this one.
    let beside = format!("List<String> l = new ArrayList<>(); l.add(\"\"); {lengths}");
    assert_eq!(prints(&beside, ""), "satisfied");
    assert_eq!(prints(&format!("int[] a = new int[2]; a[0] = 1; {lengths}"), ""), "satisfied");
    assert_ne!(prints(&format!("if (args.length > 0) args[0] = null; {lengths}"), ""), "satisfied");
    let clears = "static void clear(String[] a) { if (a.length > 0) a[0] = null; }";
    assert_ne!(prints(&format!("clear(args); {lengths}"), clears), "satisfied");
    assert_ne!(prints(&format!("String[] a = args; if (a.length > 0) a[0] = null; {lengths}"), ""), "satisfied");
    let copied = format!("List<String> l = new ArrayList<>(); l.add(null); l.toArray(args); {lengths}");
    assert_ne!(prints(&copied, ""), "satisfied");
    let again = "static void again(Runnable r) { r.run(); }";
    assert_ne!(
        prints(&format!("if (args.length > 1) again(() -> main(new String[1])); {lengths}"), again),
        "satisfied"
    );
}

#[test]
fn lists_can_be_printed() {
    let prints = |class: &str, element: &str| {
        let head = "import java.util.*; class L {";
        let f = "static void f(int n) { List<Object> l = new ArrayList<>(); for (int i = 0; i < n; i++)";
        verdict(&format!("{head} {class} {f} l.add({element}); System.out.println(l); }} }}"))
    };
    assert_eq!(prints("", "\"a\" + i"), "satisfied");
    assert_eq!(prints("", "i"), "satisfied");
    let prints_list = "static class N { final List<Object> l; N(List<Object> l) { this.l = l; }";
    let changes = format!("{prints_list} public String toString() {{ l.clear(); return \"\"; }} }}");
    assert_ne!(prints(&changes, "new N(l)"), "satisfied");
    assert_ne!(
        prints("static class N { public String toString() { throw new RuntimeException(); } }", "new N()"),
        "satisfied"
    );
}

/// The verdicts of the methods of `L` for all clients.
fn of_clients(text: &str) -> Vec<(String, Verdict)> {
    let overrides = Overrides { entry: Some("L.*".to_owned()), max_states: Some(4_000), ..Overrides::default() };
    let session = run(&load_program(text, "L.java", Language::Java, &mut NoFiles, &overrides), &mut Silent);
    session.report().properties.iter().map(|own| (own.id.clone(), own.judgement.verdict)).collect()
}

/// Expressions that may share parts, which no grammar folds.
fn expressions(sum: &str, more: &str) -> String {
    format!(
        "abstract class L {{
            private L() {{ }}
            static L number(long value) {{ return new Number(value); }}
            L plus(L other) {{ return new Sum(this, other); }}
            abstract long value();
            private static final class Number extends L {{ final long value; Number(long v) {{ value = v; }} long value() {{ return value; }} }}
            private static final class Sum extends L {{ final L left, right; Sum(L l, L r) {{ {sum} }} long value() {{ return left.value() + right.value(); }} {more} }}
        }}"
    )
}

#[test]
fn shared_parts_are_safe_where_fields_are_never_null() {
    let verdict_of = |text: &str, method: &str| {
        let all = of_clients(text);
        let whole = all.iter().find(|(id, verdict)| id == "memorySafety" && *verdict == Verdict::Satisfied);
        let own = all.iter().find(|(id, _)| id == method).or(whole);
        own.unwrap_or_else(|| panic!("{method}: {all:?}")).1
    };
    let safe = expressions("left = l; right = r;", "");
    assert_eq!(verdict_of(&safe, "value()"), Verdict::Satisfied);
    assert_eq!(verdict_of(&safe, "plus(L)"), Verdict::Satisfied);
    for sum in ["left = l; right = null;", "left = l; right = l == r ? null : r;", "left = l; value(); right = r;"] {
        let text = expressions(sum, "");
        let all = of_clients(&text);
        assert!(all.iter().any(|(_, verdict)| *verdict == Verdict::Violated), "{sum}: {all:?}");
    }
    let equal = |cast: &str| {
        format!(
            "public boolean equals(Object o) {{ if (!(o instanceof {cast})) return false; Sum s = (Sum) o; return left.equals(s.left); }}"
        )
    };
    let right = expressions("left = l; right = r;", &equal("Sum"));
    assert_eq!(verdict_of(&right, "equals(Object)"), Verdict::Satisfied);
    let wrong = expressions("left = l; right = r;", &equal("L"));
    assert_eq!(verdict_of(&wrong, "equals(Object)"), Verdict::Violated);
}
