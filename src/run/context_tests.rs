//! Propositions in callees: contexts and labels along the calls of small programs.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value as Json, json};

use super::prepare::{Prepared, read};
use crate::base::{Idx, Limits, Silent};
use crate::logic::{Proposition, Truth};
use crate::rsm::{ComponentId, EdgeKind, Exploration, NodeId, Order, explore};
use crate::semantics::heap_program::{ContextId, Contexts, HeapProgram, Labels, Scope, State};
use crate::task::{NoFiles, load};

/// A program on lists, explored for propositions in all procedures.
struct Explored {
    system: HeapProgram,
    exploration: Exploration<State>,
    propositions: Vec<Proposition>,
    sources: crate::base::Sources,
}

/// `body` are the members of class `N` with the field `next`; `main` is the entry.
fn explored(body: &str, heap: &Json, grammar: bool, propositions: &[&str]) -> Explored {
    let java = format!("class N {{ N next; boolean flag;\n{body}\n}}");
    let grammars = if grammar { json!([{"predefined": "SLList", "rename": {"ListNode": "N"}}]) } else { json!([]) };
    let properties: Vec<Json> = propositions.iter().map(|p| json!({"id": p, "ltl": p})).collect();
    let task = json!({
        "schema": "hrglass.task/1", "title": "callees", "analysis": "heap",
        "program": {"language": "java", "entry": "N.main", "files": [{"name": "N.java", "text": java}]},
        "grammars": grammars,
        "initial": [{"name": "heap.json", "heap": heap}],
        "properties": properties, "options": {"admissibleAbstraction": true},
    });
    let loaded = load(&task.to_string(), "task.json", &mut NoFiles);
    let (parts, found) = read(&loaded);
    let parts = parts.unwrap_or_else(|| panic!("{found:?}"));
    let scope = Scope::AllProcedures;
    let Prepared { model, formulas, kept, initial, .. } = parts.prepare(scope, &loaded.sources, &mut Silent);
    let mut system = HeapProgram::new(model, &kept, scope);
    system.start_from(&initial.expect("heaps to start from")).expect("small heaps");
    let exploration = explore(&mut system, Order::BreadthFirst, &Limits::default(), &mut Silent);
    assert_eq!(exploration.stop, None);
    let propositions = propositions.iter().map(|p| {
        let (_, found) = formulas.propositions().find(|(_, q)| q.to_string() == **p).expect("as it is printed");
        found.clone()
    });
    let propositions = propositions.collect();
    Explored { system, exploration, propositions, sources: loaded.sources }
}

impl Explored {
    /// All contexts of all components, and the contexts met.
    fn contexts(&mut self) -> (Contexts, BTreeSet<(ComponentId, ContextId)>) {
        let all: Vec<&Proposition> = self.propositions.iter().collect();
        let mut contexts = Contexts::new(&self.system, &all);
        let mut open = vec![(ComponentId::at(0), Contexts::NONE)];
        let mut seen: BTreeSet<_> = open.iter().copied().collect();
        while let Some((component, context)) = open.pop() {
            let calls = self.exploration.edges.iter().filter(|e| e.kind == EdgeKind::Call);
            for call in calls.filter(|e| self.exploration.nodes[e.source].component == component) {
                let [source, target] = [call.source, call.target].map(|n| self.exploration.nodes[n].state);
                let mut found = Vec::new();
                contexts.extend(&mut self.system, context, source, target, &mut found).expect("small heaps");
                assert!(!found.is_empty());
                let callee = self.exploration.nodes[call.target].component;
                open.extend(found.into_iter().map(|c| (callee, c)).filter(|&pair| seen.insert(pair)));
            }
        }
        (contexts, seen)
    }

    /// For every line the answers in the states there, one letter for each proposition: `t`, `f` or `?`.
    fn answers(&mut self) -> BTreeMap<u32, BTreeSet<String>> {
        let (contexts, seen) = self.contexts();
        let mut labels = Labels::new(&self.system);
        let mut answers: BTreeMap<u32, BTreeSet<String>> = BTreeMap::new();
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
        answers
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
    let mut explored = explored(body, &list(), true, propositions);
    let answers = explored.answers();
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
}

/// Every answer on a concrete list must be among those on any list, as far as these are definite.
#[track_caller]
fn confront(body: &str, propositions: &[&str]) {
    let any = explored(body, &list(), true, propositions).answers();
    let agree = |one: &str, other: &str| one.chars().zip(other.chars()).all(|(a, b)| a == b || b == '?');
    for length in 1..=4 {
        for (line, words) in explored(body, &list_of(length), false, propositions).answers() {
            for word in words {
                assert!(!word.contains('?'), "line {line}, {length} objects: {word}");
                let found = any.get(&line).is_some_and(|all| all.iter().any(|w| agree(&word, w)));
                assert!(found, "line {line}, {length} objects: {word} is not among {:?}", any.get(&line));
            }
        }
    }
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
        confront(body, &["{x == y}", "{x.next == y}", "{y.next == null}", "{isReachable(x,y)}", "{isReachable(y,x)}"]);
        confront(body, &["{identicNeighbours}", "{x != y}"]);
        confront(body, &["{visited(x)}", "{visited(main::y)}", "{visited}", "{main::x.next == main::y}"]);
        confront(body, &["{isTree}", "{isAcyclic}"]);
        confront(body, &["{isReachable(main::x,main::y)}", "{isReachable(main::x,y,[next])}"]);
    }
}

#[track_caller]
fn count(body: &str, proposition: &str, expected: usize) {
    let (contexts, _) = explored(body, &list(), true, &[proposition]).contexts();
    assert_eq!(contexts.len(), expected, "{proposition}");
}

#[test]
fn contexts_are_few() {
    for (proposition, expected) in [
        ("{in(reverse)}", 1),
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
