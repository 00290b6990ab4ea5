//! Propositions in callees: contexts and labels along the calls of small programs.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value as Json, json};

use super::prepare::PreparedHeapTask;
use super::read::read;
use crate::heap_program::{ContextId, Contexts, HeapLabels, HeapProgram, HeapState, PropositionScope};
use base::{Idx, Random, Silent, Stop};
use ltl::logic::{Proposition, Truth};
use rsm::{ComponentId, EdgeKind, NodeId, Order, Rsm, explore};
use task::{NoFiles, load};

/// A program on lists, explored for propositions in all procedures.
struct Explored {
    system: HeapProgram,
    exploration: Rsm<HeapState>,
    propositions: Vec<Proposition>,
    sources: base::Sources,
}

/// `body` are the members of class `N` with the field `next`; `main` is the entry.
fn explored(body: &str, heap: &Json, grammar: bool, admissible: bool, propositions: &[&str]) -> Explored {
    let java = format!("class N {{ N next; boolean flag;\n{body}\n}}");
    let grammars = if grammar { json!([{"predefined": "SLList", "rename": {"ListNode": "N"}}]) } else { json!([]) };
    let properties: Vec<Json> = propositions.iter().map(|p| json!({"id": p, "ltl": p})).collect();
    let task = json!({
        "schema": "hrglass.task/1", "title": "callees", "analysis": "heap",
        "program": {"language": "java", "entry": "N.main", "files": [{"name": "N.java", "text": java}]},
        "grammars": grammars,
        "initial": [{"name": "heap.json", "heap": heap}],
        "properties": properties, "options": {"admissibleAbstraction": admissible, "maxHeap": 60, "maxStates": 3000},
    });
    let loaded = load(&task.to_string(), "task.json", &mut NoFiles);
    let (parts, found) = read(&loaded);
    let parts = parts.unwrap_or_else(|| panic!("{found:?}"));
    let scope = PropositionScope::AllProcedures;
    let prepared = parts.prepare(&loaded.sources, &mut Silent);
    let kept = prepared.kept();
    let PreparedHeapTask { model, formulas, initial, limits, .. } = prepared;
    let mut system = HeapProgram::new(model, &kept, scope);
    system.start_from(&initial.expect("heaps to start from")).expect("small heaps");
    let exploration = explore(&mut system, Order::BreadthFirst, &limits, &mut Silent);
    let propositions = propositions.iter().map(|p| {
        let (_, found) = formulas.propositions().find(|(_, q)| q.to_string() == **p).expect("as it is printed");
        found.clone()
    });
    let propositions = propositions.collect();
    Explored { system, exploration, propositions, sources: loaded.sources }
}

/// For every line the answers in the states there, one letter for each proposition: `t`, `f` or `?`.
type Answers = BTreeMap<u32, BTreeSet<String>>;

impl Explored {
    /// All contexts of all components, and the contexts met.
    fn contexts(&mut self) -> Result<(Contexts, BTreeSet<(ComponentId, ContextId)>), Stop> {
        self.exploration.stop.clone().map_or(Ok(()), Err)?;
        let all: Vec<&Proposition> = self.propositions.iter().collect();
        let mut contexts = Contexts::new(&self.system, &all);
        let mut open = vec![(ComponentId::at(0), Contexts::NONE)];
        let mut seen: BTreeSet<_> = open.iter().copied().collect();
        while let Some((component, context)) = open.pop() {
            let calls = self.exploration.edges().filter(|e| e.kind == EdgeKind::Call);
            for call in calls.filter(|e| self.exploration.nodes[e.source].component == component) {
                let [source, target] = [call.source, call.target].map(|n| self.exploration.nodes[n].state);
                let mut found = Vec::new();
                contexts.extend(&mut self.system, context, source, target, &mut found)?;
                assert!(!found.is_empty());
                let callee = self.exploration.nodes[call.target].component;
                if contexts.len() > 250 {
                    return Err(Stop::Incomplete(base::msg!("more contexts than a test looks at")));
                }
                open.extend(found.into_iter().map(|c| (callee, c)).filter(|&pair| seen.insert(pair)));
            }
        }
        Ok((contexts, seen))
    }

    fn answers(&mut self) -> Result<Answers, Stop> {
        let (contexts, seen) = self.contexts()?;
        let mut labels = HeapLabels::new(&self.system);
        let mut answers = Answers::new();
        for (component, context) in seen {
            let nodes = self.exploration.nodes.iter_enumerated().filter(|(_, n)| n.component == component);
            let nodes: Vec<NodeId> = nodes.map(|(id, _)| id).collect();
            for node in nodes {
                let state = self.exploration.nodes[node].state;
                let mut letter = |p| match labels.truth(&self.system, &contexts, context, state, p) {
                    Truth::True => 't',
                    Truth::False => 'f',
                    Truth::Unknown => '?',
                };
                let word = self.propositions.iter().map(&mut letter).collect();
                answers.entry(self.sources.line_of(self.system.span(state.point))).or_default().insert(word);
            }
        }
        Ok(answers)
    }
}

fn selector(origin: usize, target: usize) -> Json {
    json!({"label": "next", "origin": origin, "target": target})
}

/// A list of any length, from the first parameter.
fn list() -> Json {
    json!({
        "nodes": [{"type": "NULL", "number": 1}, {"type": "N", "number": 1}], "externals": [],
        "variables": [{"name": "null", "target": 0}, {"name": "@parameter0:", "target": 1}],
        "selectors": [], "hyperedges": [{"label": "RefSLList", "tentacles": [1, 0]}]
    })
}

/// A list of this length.
fn list_of(length: usize) -> Json {
    let selectors: Vec<Json> = (1..=length).map(|i| selector(i, if i == length { 0 } else { i + 1 })).collect();
    json!({
        "nodes": [{"type": "NULL", "number": 1}, {"type": "N", "number": length}], "externals": [],
        "variables": [{"name": "null", "target": 0}, {"name": "@parameter0:", "target": 1}],
        "selectors": selectors, "hyperedges": []
    })
}

/// The answers on the lines that end in `// here`, in order.
#[track_caller]
fn check(body: &str, propositions: &[&str], expected: &[&str]) {
    let mut explored = explored(body, &list(), true, true, propositions);
    let answers = explored.answers().expect("small heaps");
    let lines = body.lines().enumerate().filter(|(_, l)| l.trim_end().ends_with("// here"));
    let found: Vec<String> = lines
        .map(|(i, _)| {
            let line = u32::try_from(i + 2).expect("short");
            answers.get(&line).map_or(String::new(), |a| a.iter().cloned().collect::<Vec<_>>().join(" "))
        })
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn a_variable_of_a_caller_is_visible() {
    let body = "static void main(N x) {
        N y = x.next;
        f(y);
    }
    static void f(N a) {
        N b = a; // here
        b = null; // here
    }";
    let propositions = ["{x == a}", "{y == a}", "{x.next == y}", "{x.next == a}", "{x != null}", "{b == y}"];
    check(body, &propositions, &["fttttf", "fttttt"]);
}

#[test]
fn the_innermost_declaration_counts() {
    let body = "static void main(N x) {
        N y = x;
        f(x.next);
    }
    static void f(N x) {
        if (x != null) {
            N b = x; // here
            f(x.next);
        }
        g(); // here
    }
    static void g() {
        N c = null; // here
    }";
    let propositions = ["{x == y}", "{main::x == y}", "{N.main::y == y}", "{f::x == x}", "{g::c == null}"];
    check(body, &propositions, &["ftttf", "ftttf", "ftttf"]);
}

#[test]
fn a_marked_object_keeps_its_identity() {
    let body = "static void main(N x) {
        f(x.next);
    }
    static void f(N a) {
        if (a != null) {
            N b = a.next; // here
            a.next = null; // here
            a.next = b; // here
            f(b); // here
        }
        a = null; // here
    }";
    check(body, &["{identicNeighbours}"], &["t", "t", "f t", "t", "t"]);
    // No variable points to it; one of the callers does, of which `x` is seen; `a` does.
    let everywhere = "fff fft ftt tft";
    check(body, &["{visited(a)}", "{visited(x)}", "{visited}"], &[everywhere; 5]);
}

#[test]
fn the_whole_heap_is_that_of_all_frames() {
    let body = "static void main(N x) {
        f(x.next);
    }
    static void f(N a) {
        if (a != null) {
            N b = a.next; // here
            a.next = a; // here
            a.next = b; // here
            f(b); // here
        }
    }";
    let propositions =
        ["{L(RefSLList)}", "{L(RefSLList) of x}", "{isAcyclic}", "{isReachable(x,a)}", "{isGarbageFree}"];
    check(body, &propositions, &["ttttt", "ttttt", "ffftt", "ttttt"]);
}

#[test]
fn what_nothing_sees_counts_for_the_whole_heap() {
    let body = "static void main(N x) {
        N ring = new N();
        ring.next = ring;
        f();
        ring.next = x;
    }
    static void f() {
        g();
    }
    static void g() {
        N c = null; // here
    }";
    check(body, &["{isAcyclic}", "{isTree}", "{isGarbageFree}"], &["fft"]);
    check(body, &["{L(RefSLList)}"], &["f"]);
    check(body, &["{visited}", "{visited(x)}", "{visited(ring)}"], &["fff ttf"]);
    // The input is a list; where nothing else is, that can be seen from anywhere.
    check(&body.replace("ring.next = ring", "ring = null"), &["{L(RefSLList)}", "{isTree}"], &["tt"]);
}

#[test]
fn frames_that_do_not_fold_end_in_any_context() {
    let body = "static void main(N x) {
        f(x);
    }
    static void f(N a) {
        if (a == null) {
            N end = a; // here
            return;
        }
        N piece = new N();
        f(a.next);
        piece.next = a;
    }
    static void g() { f(null); }";
    // What the method itself sees stays known, and what is on the call stack.
    let propositions = ["{a == null}", "{isAcyclic}", "{L(RefSLList)}", "{in(f)}", "{during(main)}", "{during(g)}"];
    check(body, &propositions, &["t??ttf ttfttf"]);
}

#[test]
fn numbers_of_callers() {
    let body = "static void main(N x, int n, boolean b) {
        int one = 1;
        f(x);
    }
    static void f(N a) {
        N b = a; // here
        boolean c = b == null;
        b = null; // here
    }";
    let propositions = ["{n == 1}", "{one == 1}", "{main::b == true}", "{b == true}", "{one == n}", "{c == true}"];
    // A number of unknown value is not told from one without a value.
    check(body, &propositions, &["?t?f??", "?t?f?f"]);
    let body = "static void main(N x, int n) {
        boolean b = x == x;
        f();
    }
    static void f() {
        g();
    }
    static void g() {
        N c = null; // here
    }";
    check(body, &["{n == 1}", "{n != 1}", "{b == true}"], &["??t"]);
}

/// Every answer on a concrete list must be among those on any list, as far as these are definite. Returns how many
/// answers there are and how many are definite, or nothing if it was too much work.
#[track_caller]
fn confront(body: &str, admissible: bool, propositions: &[&str]) -> Option<(usize, usize)> {
    let any = explored(body, &list(), true, admissible, propositions).answers().ok()?;
    let agree = |one: &str, other: &str| one.chars().zip(other.chars()).all(|(a, b)| a == b || b == '?');
    for length in 1..=4 {
        let answers = explored(body, &list_of(length), false, admissible, propositions).answers();
        for (line, words) in answers.expect("few concrete heaps") {
            for word in words {
                assert!(!word.contains('?'), "line {line}, {length} objects: {word} in\n{body}");
                let found = any.get(&line).is_some_and(|all| all.iter().any(|w| agree(&word, w)));
                let known = any.get(&line);
                assert!(found, "line {line}, {length} objects: {propositions:?} {word} not in {known:?}\n{body}");
            }
        }
    }
    let letters: Vec<char> = any.values().flatten().flat_map(|w| w.chars()).collect();
    Some((letters.len(), letters.iter().filter(|&&c| c != '?').count()))
}

const REVERSE: &str = "static void main(N x) {
        N y = x;
        x = reverse(x);
    }
    static N reverse(N head) {
        if (head == null || head.next == null) {
            return head;
        }
        N second = head.next;
        N rest = reverse(second);
        second.next = head;
        head.next = null;
        return rest;
    }";

const ROTATE: &str = "static void main(N x) {
        N y = x.next;
        N z = step(x, y);
        cut(z, x);
    }
    static N step(N a, N b) {
        if (b == null) return a;
        a.next = null;
        N z = step(b, b.next);
        a.next = b;
        return z;
    }
    static void cut(N x, N y) {
        x.next = y;
        if (y.next == x) return;
        drop(y);
        x.next = null;
    }
    static void drop(N y) {
        N rest = y.next;
        y.next = null;
        if (rest != y) y.next = rest;
    }";

#[test]
fn concrete_answers_are_among_the_abstract_ones() {
    for body in [REVERSE, ROTATE] {
        let confront = |body, propositions: &[&str]| {
            let [some, other] = [true, false].map(|a| confront(body, a, propositions).expect("small heaps"));
            assert!(some.0 == some.1 && other.0 == other.1, "all answers are definite");
        };
        confront(body, &["{x == y}", "{x.next == y}", "{y.next == null}", "{isReachable(x,y)}", "{isReachable(y,x)}"]);
        confront(body, &["{identicNeighbours}", "{x != y}"]);
        confront(body, &["{visited(x)}", "{visited(main::y)}", "{visited}", "{main::x.next == main::y}"]);
        confront(body, &["{reached(x)}", "{reached(main::y)}", "{reached(y,[next])}", "{unchanged(next)}"]);
        confront(body, &["{isTree}", "{isAcyclic}"]);
        confront(body, &["{isReachable(main::x,main::y)}", "{isReachable(main::x,y,[next])}"]);
    }
}

#[test]
fn calls_under_way_are_known_in_everything_that_they_call() {
    let body = "static void main(N x) {
        even(x);
        odd(x);
        last(); // here
    }
    static void even(N a) {
        if (a != null) odd(a.next);
        last(); // here
    }
    static void odd(N b) {
        N c = b; // here
        if (b != null) even(b.next);
    }
    static void last() {
        N d = null; // here
    }";
    let propositions = ["{during(even)}", "{during(N.odd)}", "{during(N.main)}", "{in(main)}"];
    let [from_main, from_even, from_odd] = ["fftt", "tftf tttf", "fttf tttf"];
    check(body, &propositions, &[from_main, from_even, from_odd, "fftf tftf tttf"]);
    // Contexts about heaps tell the same.
    let with_heaps = [&propositions[..], &["{x == main::x}", "{isAcyclic}"]].concat();
    let expected = [from_main, from_even, from_odd, "fftf tftf tttf"]
        .map(|all| all.split(' ').map(|word| format!("{word}tt")).collect::<Vec<_>>().join(" "));
    check(body, &with_heaps, &expected.each_ref().map(String::as_str));
}

#[track_caller]
fn count(body: &str, proposition: &str, expected: usize) {
    let (contexts, _) = explored(body, &list(), true, true, &[proposition]).contexts().expect("small heaps");
    assert_eq!(contexts.len(), expected, "{proposition}");
}

#[test]
fn contexts_are_few() {
    for (proposition, expected) in [
        ("{in(reverse)}", 1),
        ("{during(main)}", 2),
        ("{during(reverse)}", 2),
        ("{head != null}", 1),
        ("{x == y}", 3),
        ("{x.next == y}", 4),
        ("{head.next == y}", 3),
        ("{isReachable(x,head)}", 3),
        ("{visited(x)}", 7),
        ("{visited}", 4),
        ("{identicNeighbours}", 7),
        ("{L(RefSLList)}", 2),
        ("{isTree}", 2),
        ("{isGarbageFree}", 1),
    ] {
        count(REVERSE, proposition, expected);
    }
}

fn statement(random: &mut Random, names: &[&str], depth: usize) -> String {
    let [a, b, c] = [(); 3].map(|()| *random.one_of(names));
    match random.below(if depth < 2 { 10 } else { 8 }) {
        0 => format!("{a} = {b};"),
        1 | 2 => format!("if ({b} != null) {a} = {b}.next;"),
        3 | 4 => format!("if ({a} != null) {a}.next = {b};"),
        5 => format!("{}({a}, {b});", random.one_of(&["f", "g"])),
        6 => format!("{c} = {}({a}, {b});", random.one_of(&["f", "g"])),
        7 => format!("if ({a} != null) {b} = f({a}.next, {c});"),
        _ => {
            let condition = random.one_of(&["==", "!="]);
            let (then, other) = (block(random, names, depth + 1), block(random, names, depth + 1));
            format!("if ({a} {condition} {b}) {{\n{then}\n}} else {{\n{other}\n}}")
        }
    }
}

fn block(random: &mut Random, names: &[&str], depth: usize) -> String {
    let statements: Vec<String> = (0..=random.below(4)).map(|_| statement(random, names, depth)).collect();
    statements.join("\n")
}

/// Three methods that call each other; `x` and `y` are variables of several.
fn program(random: &mut Random) -> String {
    let [main, f, g] = [["x", "y"], ["x", "a"], ["y", "b"]].map(|names| block(random, &names, 0));
    let (from_f, from_g) = (random.one_of(&["x", "a"]), random.one_of(&["y", "b"]));
    format!(
        "static void main(N x) {{\nN y = x;\n{main}\nf(x, y);\ng(y, x);\n}}\n\
         static N f(N x, N a) {{\nif (x == null || x.next == a) return a;\n{f}\nreturn {from_f};\n}}\n\
         static N g(N b, N c) {{\nN y = c;\n{g}\nreturn {from_g};\n}}"
    )
}

#[test]
fn random_programs_agree() {
    let mut random = Random::new(0x9e37_79b9_7f4a_7c15);
    let (mut done, mut letters, mut definite) = (0, 0, 0);
    for _ in 0..60 {
        let body = program(&mut random);
        let all: &[&[&str]] = &[
            &["{x == y}", "{main::x == y}", "{isReachable(main::x,y)}", "{isReachable(a,b)}"],
            &["{x.next == y}", "{main::y.next == f::a}", "{y.next != null}"],
            &["{identicNeighbours}", "{visited(y)}", "{visited}"],
            &["{unchanged(next)}", "{reached(y)}", "{reached(main::x,[next])}", "{reached(a)}"],
            &["{isAcyclic}", "{isTree}", "{isReachable(x,main::x)}"],
        ];
        let propositions = all[random.below(all.len())];
        if let Some((some, known)) = confront(&body, random.below(2) == 0, propositions) {
            done += 1;
            letters += some;
            definite += known;
        }
    }
    assert!(done >= 45, "{done} programs were small enough");
    assert_eq!(letters, definite, "all answers are definite");
}
