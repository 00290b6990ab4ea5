//! Programs for which tests are difficult to write: packages, private members, constructors, narrow numbers,
//! overloading.

use expect_test::{Expect, expect};
use hrglass::base::Silent;
use hrglass::report::evidence::EvidenceKind;
use hrglass::session::Session;
use hrglass::session::run;
use hrglass::task::{Loaded, NoFiles, load};
use serde_json::{Value, json};

use super::violations;

fn task(entry: &str, java: &str, initial: Option<Value>, ltl: &str) -> Value {
    let initial: Vec<Value> = initial.into_iter().map(|heap| json!({ "heap": heap })).collect();
    json!({
        "schema": "hrglass.task/1",
        "program": {"language": "java", "entry": entry, "files": [{"name": "Program.java", "text": java}]},
        "initial": initial,
        "properties": [{"id": "F1", "ltl": ltl}],
    })
}

/// A heap from its types, variables and selectors; null is node 0.
fn heap(types: &[&str], variables: &[(&str, usize)], selectors: &[(usize, &str, usize)]) -> Value {
    let nodes = std::iter::once(&"NULL").chain(types).map(|ty| json!({"type": ty, "number": 1}));
    let named = std::iter::once(&("null", 0)).chain(variables);
    let variables: Vec<Value> = named.map(|(name, target)| json!({"name": name, "target": target})).collect();
    let selectors: Vec<Value> = selectors
        .iter()
        .map(|(origin, label, target)| json!({"origin": origin, "label": label, "target": target}))
        .collect();
    json!({
        "nodes": nodes.collect::<Vec<_>>(), "externals": [], "variables": variables, "selectors": selectors,
        "hyperedges": [],
    })
}

const PRIVATE: &str = "/* A list. */\npackage lists.linked;\n\nimport java.util.Random;\n\nclass List {
    private static class Cell {
        private final Cell next; byte weight; boolean hot;
        private Cell(Cell next) { this.next = next; System.out.println(\"made\"); }
    }
    private Cell first; int size;
    private List() { first = new Cell(null); }
    private Cell second(byte weight, boolean hot) {
        if (weight == 7 && hot == first.hot) { return first.next; }
        return first;
    }
}";

/// All of these programs, by name.
pub fn shapes() -> Vec<(&'static str, Value)> {
    let two = heap(&["List", "Cell"], &[("@this:", 1)], &[(1, "first", 2), (2, "next", 0)]);
    let two = serde_json::from_str(&two.to_string().replace("\"Cell\"", "\"List$Cell\"")).expect("JSON");
    let numbers = "class Sum { Sum next; long value; char sign; float part; short few; private boolean end;
        static Sum find(Sum s, char c, long most) {
            while (s != null) { if (s.sign == c && s.value < most) { return s; } s = s.next; } return null; } }";
    let three = heap(
        &["Sum", "Sum", "int", "int"],
        &[("@parameter0:", 1), ("5", 3), ("88", 4)],
        &[(1, "next", 2), (2, "next", 0), (1, "value", 3), (2, "value", 3), (2, "sign", 4), (1, "few", 3)],
    );
    let overloaded = "class Knoten { Knoten n\u{e4}chster; Knoten() { }
        static Knoten letzter(Knoten k, Object o) { return k; }
        static Knoten letzter(Knoten k, Knoten o) { Knoten g = k.n\u{e4}chster; k.n\u{e4}chster = o; return g; } }";
    let ring = heap(
        &["Knoten", "Knoten"],
        &[("@parameter0:", 1), ("@parameter1:", 2), ("merke", 2)],
        &[(1, "n\u{e4}chster", 1), (2, "n\u{e4}chster", 1)],
    );
    let random = "class Dice { Dice next; static Dice roll(Dice d) { java.util.Random r = new java.util.Random();
        while (d != null && r.nextInt() != 3) { d = d.next; } return d; } }";
    let dice = heap(&["Dice"], &[("@parameter0:", 1)], &[(1, "next", 1)]);
    let thrown = "class Deep { static class Odd extends RuntimeException { Deep at; Odd(Deep d) { at = d; } }
        Deep left, right; int depth;
        void dive(int n) { if (n == 3) { throw new Odd(this); } if (left != null) { left.dive(n + 1); } } }";
    let deep = heap(&["Deep"], &[("@this:", 1)], &[(1, "left", 1), (1, "right", 0)]);
    let text = "class Ring { Ring next; Object mark; static String close(Ring r) {
        r.next = r; r.mark = \"closed\"; return \"done\"; } }";
    let link = heap(&["Ring"], &[("@parameter0:", 1)], &[(1, "next", 0)]);
    let path = "class Ring { Ring next; String mark; static Ring close(Ring r, Ring s) { return s; } }";
    let marked = heap(&["Ring"], &[("@parameter0:", 1), ("@parameter1:", 0)], &[(1, "next", 1), (1, "mark", 0)]);
    let cut = "class Node { Node next; static Node cut(Node n) { n.next = null; return n; } }";
    let chain = heap(&["Node", "Node"], &[("@parameter0:", 1)], &[(1, "next", 2), (2, "next", 0)]);
    vec![
        ("followed", task("Node.cut", cut, Some(chain), "G ({terminated} -> {visited(return)} & {identicNeighbours})")),
        ("path", task("Ring.close", path, Some(marked), "G ({terminated} -> !{isReachable(r, return)})")),
        ("text", task("Ring.close", text, Some(link), "G ({terminated} -> ({isAcyclic} | {r == null}))")),
        ("private", task("List.second", PRIVATE, Some(two), "G ({terminated} -> {return != null})")),
        (
            "numbers",
            task("Sum.find", numbers, Some(three), "G ({terminated} -> ({return == null} | {return.few != 5}))"),
        ),
        (
            "overloaded",
            task(
                "Knoten.letzter(Knoten,Knoten)",
                overloaded,
                Some(ring),
                "G ({terminated} -> ({return == o} | !{isReachable(k,merke,[n\u{e4}chster])}) & {k.n\u{e4}chster == merke})",
            ),
        ),
        (
            "collection",
            task(
                "Bag.put",
                "import java.util.*; class Bag { int weight; static int put(List<Bag> all, Bag bag) {
                    if (all == null) { return 0; } all.add(bag); return bag.weight; } }",
                Some(heap(&["ArrayList"], &[("@parameter0:", 1), ("@parameter1:", 0)], &[])),
                "G !{nullDereference}",
            ),
        ),
        ("random", task("Dice.roll", random, Some(dice), "G ({terminated} -> {return == null})")),
        (
            "asserted",
            task("Counter.up", "class Counter { Counter next; static class Inner { static Counter check(Counter c) { assert c.next == null : \"end\"; return c; } }
        static Counter up(Counter c) { try { return Inner.check(c); } catch (AssertionError e) { return null; } } }",
            Some(heap(&["Counter"], &[("@parameter0:", 1)], &[(1, "next", 1)])), "G ({terminated} -> {return != null})"),
        ),
        ("thrown", task("Deep.dive", thrown, Some(deep), "G !{exception}")),
    ]
}

/// A program with its session.
pub fn run_shape(task: &Value) -> (Loaded, Session) {
    let loaded = load(&task.to_string(), "task.json", &mut NoFiles);
    let session = run(&loaded, &mut Silent);
    (loaded, session)
}

#[track_caller]
fn check(name: &str, expected: &Expect) {
    let (_, task) = shapes().into_iter().find(|(n, _)| *n == name).expect("a shape");
    let (_, session) = run_shape(&task);
    let found = violations(&session);
    let at = session.report().properties.iter().position(|property| property.id == "F1").expect("F1 is checked");
    let at = u32::try_from(at).expect("few properties");
    assert!(found.contains(&at), "{:?}", session.report());
    let text = session.evidence_file(at, EvidenceKind::Junit).expect("a test").text;
    // The helpers are the same in all tests.
    let helpers = text.match_indices("\n    /** ").next().map_or(text.len(), |(at, _)| at);
    expected.assert_eq(text[..helpers].trim_end());
}

#[test]
fn private_parts_are_reached_by_reflection() {
    check(
        "private",
        &expect![[r#"
            package lists.linked;

            import static org.junit.jupiter.api.Assertions.assertTrue;

            import org.junit.jupiter.api.Test;

            /**
             * A counterexample to F1, found by hrglass:
             * G ({terminated} -> {return != null})
             *
             * The test checks the end of the call, where this property fails.
             */
            class ListSecondF1Test {
                @Test
                void holdsF1() throws Throwable {
                    List o1 = make(List.class);
                    Object o2 = make(Class.forName("lists.linked.List$Cell"));
                    set(o1, "first", o2);

                    Object result = call(List.class, "second", o1, new Object[] {7L, 0L});
                    assertTrue(result != null, "F1: G ({terminated} -> {return != null})");
                }"#]],
    );
}

#[test]
fn numbers_have_the_types_that_they_need() {
    check(
        "numbers",
        &expect![[r#"
            import static org.junit.jupiter.api.Assertions.assertTrue;

            import org.junit.jupiter.api.Test;

            /**
             * A counterexample to F1, found by hrglass:
             * G ({terminated} -> {return == null} | {return.few != 5})
             *
             * The test checks the end of the call, where this property fails.
             */
            class SumFindF1Test {
                @Test
                void holdsF1() throws Throwable {
                    Sum o1 = new Sum();
                    Sum o2 = new Sum();
                    o1.few = 5;
                    o1.next = o2;
                    o1.value = 5L;
                    o2.sign = 88;
                    o2.value = 5L;

                    Object result = call(Sum.class, "find", null, new Object[] {o1, 0L, 6L});
                    assertTrue(result == null || (result != null && number(get(result, "few")) != 5L), "F1: G ({terminated} -> {return == null} | {return.few != 5})");
                }"#]],
    );
}

#[test]
fn arguments_say_which_method_is_meant() {
    check(
        "overloaded",
        &expect![[r#"
            import static org.junit.jupiter.api.Assertions.assertTrue;

            import org.junit.jupiter.api.Test;

            /**
             * A counterexample to F1, found by hrglass:
             * G ({terminated} -> ({return == o} | !{isReachable(k,merke,[n\u00e4chster])}) & {k.n\u00e4chster == merke})
             *
             * The test checks the end of the call, where this property fails.
             */
            class KnotenLetzterF1Test {
                @Test
                void holdsF1() throws Throwable {
                    Knoten o1 = new Knoten();
                    Knoten o2 = new Knoten();
                    o1.n\u00e4chster = o1;
                    o2.n\u00e4chster = o1;

                    Object result = Knoten.letzter(o1, o2);
                    assertTrue(result == o2 || !reaches(o1, o2, "n\u00e4chster"), "F1: G ({terminated} -> ({return == o} | !{isReachable(k,merke,[n\u00e4chster])}) & {k.n\u00e4chster == merke})");
                    assertTrue(get(o1, "n\u00e4chster") == o2, "F1: G ({terminated} -> ({return == o} | !{isReachable(k,merke,[n\u00e4chster])}) & {k.n\u00e4chster == merke})");
                }"#]],
    );
}

#[test]
fn exceptions_fail_a_test() {
    check(
        "thrown",
        &expect![[r#"
            import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

            import org.junit.jupiter.api.Test;

            /**
             * A counterexample to F1, found by hrglass:
             * G !{exception}
             *
             * The call ends with an exception, at Program.java:3.
             */
            class DeepDiveF1Test {
                @Test
                void holdsF1() throws Throwable {
                    Deep o1 = new Deep();
                    o1.left = o1;

                    assertDoesNotThrow(() -> { o1.dive(3); }, "F1: G !{exception}");
                }
            }"#]],
    );
}

#[test]
fn what_the_input_does_not_decide_is_a_walk_through() {
    check(
        "random",
        &expect![[r#"
            import org.junit.jupiter.api.Test;

            /**
             * A counterexample to F1, found by hrglass:
             * G ({terminated} -> {return == null})
             *
             * The run depends on random numbers, so that the call may go another way than the steps below. Nothing is asserted.
             */
            class DiceRollF1Test {
                @Test
                void walkThroughF1() throws Throwable {
                    Dice o1 = new Dice();
                    o1.next = o1;

                    // Program.java:1 r = some object
                    // Program.java:2 [d != null]
                    // The method returns here.
                    watch(() -> { Dice.roll(o1); });
                }"#]],
    );
}

#[test]
fn a_run_through_an_assertion_needs_it() {
    check(
        "asserted",
        &expect![[r#"
            import static org.junit.jupiter.api.Assertions.assertTrue;
            import static org.junit.jupiter.api.Assumptions.assumeTrue;

            import org.junit.jupiter.api.Test;

            /**
             * A counterexample to F1, found by hrglass:
             * G ({terminated} -> {return != null})
             *
             * The test checks the end of the call, where this property fails.
             */
            class CounterUpF1Test {
                @Test
                void holdsF1() throws Throwable {
                    assumeTrue(Counter.Inner.class.desiredAssertionStatus(), "needs the assertions of the program: java -ea");
                    Counter o1 = new Counter();
                    o1.next = o1;

                    Object result = Counter.up(o1);
                    assertTrue(result != null, "F1: G ({terminated} -> {return != null})");
                }
            }"#]],
    );
}

#[test]
fn the_followed_object_is_one_of_the_input() {
    check(
        "followed",
        &expect![[r#"
            import static org.junit.jupiter.api.Assertions.assertTrue;

            import org.junit.jupiter.api.Test;

            /**
             * A counterexample to F1, found by hrglass:
             * G ({terminated} -> {visited(return)} & {identicNeighbours})
             *
             * The test checks the end of the call, where this property fails.
             */
            class NodeCutF1Test {
                @Test
                void holdsF1() throws Throwable {
                    Node o1 = new Node();
                    Node o2 = new Node();
                    o1.next = o2;

                    Object result = Node.cut(o1);
                    assertTrue(result == o1, "F1: G ({terminated} -> {visited(return)} & {identicNeighbours})");
                    assertTrue(get(o1, "next") == o2, "F1: G ({terminated} -> {visited(return)} & {identicNeighbours})");
                }"#]],
    );
}

/// What would be called is a new object, and not the receiver of the run.
#[test]
fn constructors_have_no_test() {
    let java = "class Node { Node next; Node(Node n) { next = n.next; } }";
    let alone = heap(&["Node"], &[("@this:", 1), ("@parameter0:", 0)], &[(1, "next", 0)]);
    let (_, session) = run_shape(&task("Node.<init>", java, Some(alone), "F {terminated}"));
    let found = violations(&session);
    assert!(!found.is_empty(), "{:?}", session.report());
    for property in found {
        assert!(session.evidence_file(property, EvidenceKind::Input).is_some());
        assert!(session.evidence_file(property, EvidenceKind::Junit).is_none());
    }
}
