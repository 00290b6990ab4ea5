//! Collections that are not followed, as the adjacency lists of a graph: what is proved of programs that use them. Each claim has neighbours that a JVM
//! refutes, and that must not be proved.

use hrglass::base::Silent;
use hrglass::editor::load_program;
use hrglass::report::Verdict;
use hrglass::session::run;
use hrglass::task::{Language, NoFiles, Overrides};

/// Whether memory safety of a method, or of a class for all clients, is proved.
fn is_proved(text: &str, entry: &str) -> bool {
    let overrides = Overrides { entry: Some(entry.to_owned()), ..Overrides::default() };
    let session = run(&load_program(text, "Net.java", Language::Java, &mut NoFiles, &overrides), &mut Silent);
    let judgement = session.report().memory_safety().unwrap_or_else(|| panic!("a verdict: {text}"));
    judgement.verdict == Verdict::Satisfied
}

/// A graph of named nodes that refer to their neighbours, with a method `f` that begins at a node `s`.
fn net(f: &str, others: &str) -> String {
    format!(
        "import java.util.*;
public class Net {{
    static class Town {{ final String name; List<Town> roads = new ArrayList<>(); boolean seen; Town from; Town(String n) {{ name = n; }} }}
    private final Map<String, Town> towns = new HashMap<>();
    private Town town(String n) {{
        Town t = towns.get(n);
        if (t == null) {{ t = new Town(n); towns.put(n, t); }}
        return t;
    }}
    public void connect(String a, String b) {{ Town x = town(a), y = town(b); x.roads.add(y); y.roads.add(x); }}
    public void f(String a) {{ Town s = town(a); {f} }}
    {others}
}}"
    )
}

fn is_safe(f: &str, others: &str) -> bool {
    is_proved(&net(f, others), "Net.f")
}

#[test]
fn graphs_are_searched() {
    let search = |queue: &str| {
        format!(
            "Queue<Town> q = new {queue}<>(); s.seen = true; q.add(s);
             while (!q.isEmpty()) {{ Town t = q.poll(); for (Town u : t.roads) if (!u.seen) {{ u.seen = true; u.from = t; q.add(u); }} }}"
        )
    };
    assert!(is_safe(&search("ArrayDeque"), ""));
    assert!(is_safe(&search("LinkedList"), ""));
    let visit = "private void visit(Town t) { if (t.seen) return; t.seen = true; for (Town u : t.roads) visit(u); }";
    assert!(is_safe("visit(s);", visit));
    assert!(is_proved(&net("visit(s);", visit), "Net.*"));
}

#[test]
fn elements_may_be_null_where_null_is_added() {
    let walk = "for (Town u : s.roads) u.seen = true;";
    assert!(is_safe(walk, ""));
    assert!(!is_safe(walk, "public void lose(String a) { town(a).roads.add(null); }"));
    assert!(!is_safe(
        walk,
        "public void lose(String a) { List<Town> l = new ArrayList<>(); l.add(null); town(a).roads = l; }"
    ));
    assert!(!is_safe(walk, "public void lose(String a) { town(a).roads = null; }"));
    // Of another list, nothing is read here.
    let texts = "public List<String> names() { List<String> l = new LinkedList<>(); l.add(null); return l; }";
    assert!(is_safe(walk, texts));
}

#[test]
fn iterators_end_and_notice_changes() {
    assert!(!is_safe("s.roads.iterator().next();", ""));
    assert!(!is_safe("Iterator<Town> i = s.roads.iterator(); if (i.hasNext()) { i.next(); i.next(); }", ""));
    assert!(is_safe("Iterator<Town> i = s.roads.iterator(); while (i.hasNext()) i.next().seen = true;", ""));
    assert!(!is_safe("for (Town u : s.roads) s.roads.add(u);", ""));
    assert!(!is_safe("for (Town u : s.roads) u.roads.add(s);", ""));
    assert!(!is_safe("for (Town u : s.roads) connect(a, a);", ""));
    assert!(!is_safe("for (Town u : s.roads) s.roads.clear();", ""));
    let stored = "private Iterator<Town> i; public void g() { if (i != null && i.hasNext()) i.next(); }";
    assert!(!is_safe("if (i != null && i.hasNext()) i.next(); i = s.roads.iterator();", stored));
}

#[test]
fn what_is_kept_in_a_field_is_the_same_list() {
    let fill = "List<Town> l = new ArrayList<>(); l.add(s); l.add(s); s.roads = l;";
    let walk = "for (Town u : s.roads) u.seen = true;";
    assert!(is_safe(walk, &format!("public void g(String a) {{ Town s = town(a); {fill} }}")));
    assert!(!is_safe(walk, &format!("public void g(String a) {{ Town s = town(a); {fill} l.set(0, null); }}")));
    assert!(!is_safe(&format!("{fill} for (Town u : s.roads) l.add(u);"), ""));
    assert!(!is_safe(&format!("{fill} for (Town u : l) s.roads.add(u);"), ""));
    assert!(!is_safe(&format!("{fill} l.set(0, null); for (Town u : s.roads) u.seen = true;"), ""));
    assert!(!is_safe("Town t = town(\"t\"); t.roads = s.roads; for (Town u : s.roads) t.roads.add(s);", ""));
}

#[test]
fn maps_of_texts_and_of_nodes_are_told_apart() {
    let stack = |count: &str| {
        format!(
            "import java.util.*;
public class Net {{
    static final class N {{ N next; }}
    private N top;
    private final Map<String, Integer> names = new HashMap<>();
    void push(String s) {{ N n = new N(); n.next = top; top = n; names.put(s, 1); }}
    void count() {{ Map<N, Integer> seen = new HashMap<>(); for (N n = top; n != null; n = n.next) seen.put(n, 1); {count} }}
    void pop() {{ if (top != null) top = top.next; }}
}}"
        )
    };
    assert!(is_proved(&stack(""), "Net.*"));
    assert!(!is_proved(&stack("for (N n : seen.keySet()) n.next.next = null;"), "Net.*"));
    // A static map is filled before anything else is done.
    let filled = stack("").replace(
        "void pop",
        "static final Map<String, N> NAMES = new TreeMap<>(); static { NAMES.put(\"a\", null); } void pop",
    );
    assert!(is_proved(&filled, "Net.*"));
}
