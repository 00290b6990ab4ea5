//! Formulas and monitors of programs in C and Java that are checked in large blocks.

use std::collections::BTreeMap;

use hrglass::base::{Observer, Patience, Random};
use hrglass::report::Judgement;
use hrglass::{NoFiles, Report, Silent, Verdict, load, run};
use serde_json::{Value, json};

use crate::support::cases;
use crate::support::ltl::{Ltl, Op};

/// The report on a program with these properties.
fn report(language: &str, text: &str, options: &Value, properties: &Value, monitors: &Value) -> Report {
    observed_report(language, text, options, properties, monitors, &mut Silent)
}

fn observed_report(
    language: &str,
    text: &str,
    options: &Value,
    properties: &Value,
    monitors: &Value,
    observer: &mut dyn Observer,
) -> Report {
    let (analysis, name, entry) = match language {
        "c" => ("blocks", "main.c", "main"),
        "java" => ("blocks", "Main.java", "Main.main"),
        _ => ("boolean", "main.bp", "main"),
    };
    let task = json!({
        "schema": "hrglass.task/1", "title": "test", "analysis": analysis, "options": options,
        "program": { "language": language, "entry": entry, "files": [{ "name": name, "text": text }] },
        "monitors": monitors, "properties": properties,
    });
    run(&load(&task.to_string(), "task.json", &mut NoFiles), observer).report().clone()
}

/// Properties that are formulas.
fn formulas(texts: &[&str]) -> Value {
    let property = |(number, text): (usize, &&str)| json!({ "id": format!("p{number}"), "ltl": text });
    texts.iter().enumerate().map(property).collect()
}

/// The verdict on every formula with every strategy. That of a strategy may be unknown, unless it is `auto`: it is given up after
/// so many questions.
#[track_caller]
fn check(language: &str, text: &str, expected: &[(&str, Verdict)]) {
    for strategy in ["auto", "bounded", "k-induction", "pdr", "predicates"] {
        for (formula, expected) in expected {
            let (options, properties) = (json!({ "strategy": strategy }), formulas(&[formula]));
            let patience = &mut Patience(if strategy == "auto" { 10_000 } else { 300 });
            let found = observed_report(language, text, &options, &properties, &json!([]), patience);
            let property = found.properties.iter().find(|property| property.id == "p0");
            let judgement = &property.unwrap_or_else(|| panic!("{:?}", found.diagnostics)).judgement;
            let may_be_unknown = strategy != "auto" && judgement.verdict == Verdict::Unknown;
            assert!(judgement.verdict == *expected || may_be_unknown, "{strategy}: {formula}: {judgement:?}");
            assert_eq!(judgement.verdict == Verdict::Violated, judgement.evidence.is_some());
            assert!(judgement.reason.is_some(), "{formula}");
        }
    }
}

use Verdict::{Satisfied, Suspected, Unknown, Violated};

#[test]
fn variables_are_those_of_the_innermost_function_and_have_values_once_assigned() {
    let text = "int g = 7; unsigned long wide = 18446744073709551615UL;
int twice(int x) { int y = x + x; g = g + 1; return y; }
int main(void) {
  int x = 3;
  int z = twice(x - 1);
  { int x = 9; z = z + x; }
  return z + (int)(wide & 1);
}";
    check(
        "c",
        text,
        &[
            // Static variables have their first values when a run starts, and no local has one.
            ("{g == 7} & {wide > 0} & !{main::x == 3} & !{x != 3}", Satisfied),
            ("G {g == 7}", Violated),
            ("G ({in(twice)} -> {x == 2})", Satisfied),
            ("G ({in(twice)} -> {main::x == 3})", Satisfied),
            ("G ({in(main)} & {g == 8} -> {x == 3})", Satisfied),
            ("G ({terminated} -> {return == 14} & {x' == 9})", Satisfied),
            ("F {x' == 9}", Satisfied),
            // A local of a function that has returned means nothing.
            ("G ({in(main)} -> !{y == 4})", Satisfied),
            ("F {twice::y == 4}", Satisfied),
            // Numbers are compared as numbers: the greatest one is none below zero.
            ("G !{wide < 0} & G {wide > -1} & G {wide == 18446744073709551615} & G !{wide == -1}", Satisfied),
            ("G !{wide <= g}", Satisfied),
            ("G !{at(4)}", Violated),
            ("F {at(main.c:7)} & G !{at(other.c:7)}", Satisfied),
            ("X X X X X X X X X X X X X X X X X X X X {terminated}", Satisfied),
        ],
    );
}

#[test]
fn whether_a_variable_has_a_value_may_depend_on_the_run() {
    let text = "extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 0) { int y = 3; n = y; }
  return n > 3;
}";
    check(
        "c",
        text,
        &[
            ("G ({terminated} & {n > 0} -> {y == 3})", Satisfied),
            ("G ({terminated} -> {y == 3} | {y != 3})", Violated),
            ("G !({y == 3} & {y != 3})", Satisfied),
            ("G !{y != 3}", Satisfied),
        ],
    );
}

#[test]
fn calls_are_under_way_in_all_that_they_call() {
    let text = "extern int __VERIFIER_nondet_int(void);
static int leaf(int n) { return n + 1; }
static int down(int n) { if (n <= 0) return leaf(n); return down(n - 1); }
static int twice(int n) { return down(n) + leaf(n); }
int main(void) {
  int n = leaf(0);
  if (__VERIFIER_nondet_int()) n = twice(2);
  return n;
}";
    check(
        "c",
        text,
        &[
            ("G {during(main)}", Satisfied),
            ("G ({in(down)} -> {during(twice)})", Satisfied),
            ("G ({in(leaf)} -> {during(twice)})", Violated),
            ("G ({during(down)} -> {in(down)})", Violated),
            ("G ({in(leaf)} & {during(twice)} -> {during(down)})", Violated),
            ("G ({terminated} -> !{during(leaf)} & {during(main)})", Satisfied),
            ("F {during(leaf)} & G ({during(leaf)} -> {in(leaf)})", Satisfied),
        ],
    );
    check("c", text, &[("F {during(down)}", Violated), ("G ({during(twice)} -> F !{during(twice)})", Satisfied)]);
}

#[test]
fn runs_that_end_stay_where_they_are() {
    let text = "extern int __VERIFIER_nondet_int(void); extern void abort(void); extern void __VERIFIER_assume(int);
#include <assert.h>
int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n > 0);
  if (n == 5) abort();
  assert(n != 6);
  return 10 / (n - 7);
}";
    check(
        "c",
        text,
        &[
            ("F ({terminated} | {failed})", Satisfied),
            ("F {terminated}", Violated),
            ("F {failed}", Violated),
            ("G ({failed} -> {n == 6} | {n == 7})", Satisfied),
            ("G ({failed} -> {n == 6})", Violated),
            ("G ({failed} -> G {failed}) & G ({terminated} -> G !{failed})", Satisfied),
            ("G ({failed} -> {at(7)} | {at(8)})", Satisfied),
            ("G !{terminated}", Violated),
            ("G ({n < 1} -> F {terminated})", Satisfied),
            ("G ({terminated} -> {return == 10} | {n != 8})", Satisfied),
            ("F G {n == 8}", Violated),
            ("G F {n == 5}", Violated),
        ],
    );
}

#[test]
fn what_happens_for_ever_is_proved_or_unknown() {
    let text = "extern int __VERIFIER_nondet_int(void); int request, grant;
int main(void) {
  while (1) {
    request = __VERIFIER_nondet_int() != 0;
    if (request) grant = 1;
    request = 0; grant = 0;
    for (int i = 0; i < 3; i++) ;
  }
}";
    check(
        "c",
        text,
        &[
            ("G ({request == 1} -> F {grant == 1})", Satisfied),
            ("G ({grant == 1} -> {request == 1})", Violated),
            ("G ({request == 1} -> X {grant == 1})", Violated),
            ("G F {request == 0}", Satisfied),
            // No run violates it after finitely many steps.
            ("F {request == 1}", Unknown),
            ("G F {request == 1}", Unknown),
            ("F {terminated}", Unknown),
            ("!{grant == 1} W {request == 1}", Satisfied),
            ("!{grant == 1} U {request == 1}", Unknown),
            ("G !{terminated}", Satisfied),
        ],
    );
}

#[test]
fn java_has_exceptions() {
    let text = "class Main {
  static int count;
  static int less(int x) { return x > 3 ? x - 1 : x; }
  static void main(int n, boolean up) {
    int i = 0;
    if (up) count = less(n);
    while (i < 3) i++;
    Object o = null;
    if (n == 7) o.hashCode();
    if (n == 9) throw new RuntimeException();
  }
}";
    check(
        "java",
        text,
        &[
            ("F ({terminated} | {exception} | {nullDereference})", Satisfied),
            ("F ({terminated} | {nullDereference})", Violated),
            ("G !{nullDereference}", Violated),
            ("G ({exception} -> {n == 9})", Satisfied),
            ("G ({in(Main.less)} -> {up})", Satisfied),
            ("G ({in(less)} -> {up == false})", Violated),
            ("G ({terminated} -> {o == null} & {main::i == 3})", Satisfied),
            ("G ({count > 6} -> {n >= 8})", Satisfied),
            ("G ({count > 6} -> {n >= 9})", Violated),
            ("G ({Main.count > 6} -> {n >= 7})", Satisfied),
        ],
    );
}

#[test]
fn calls_too_deep_to_be_followed_are_no_proof() {
    let text = |depth: u32| {
        format!(
            "int done; void down(int n) {{ if (n == 0) done = 1; else down(n - 1); }}
int main(void) {{ down({depth}); return 0; }}"
        )
    };
    check("c", &text(5), &[("G !{done == 1}", Violated), ("G !{done == 2}", Satisfied), ("F {done == 1}", Satisfied)]);
    check("c", &text(40), &[("G !{done == 1}", Unknown), ("F {done == 1}", Unknown)]);
}

#[test]
fn monitors_observe_every_step() {
    let text = "extern int __VERIFIER_nondet_int(void); int held;
void acquire(void) { held = 1; }
void release(void) { held = 0; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  while (n > 0) {
    acquire();
    if (n != 5 && n != 1) release();
    n = n - 1;
  }
  return 0;
}";
    let edges = |second: &str| {
        json!([
            { "from": "free", "to": "free", "guard": "!{in(acquire)}" }, { "from": "free", "to": "inside", "guard": "{in(acquire)}" },
            { "from": "inside", "to": "inside", "guard": "{in(acquire)}" }, { "from": "inside", "to": "held", "guard": "!{in(acquire)}" },
            { "from": "held", "to": "held", "guard": "!{in(release)} & !{in(acquire)}" }, { "from": "held", "to": "free", "guard": "{in(release)}" },
            { "from": "held", "to": "twice", "guard": second },
        ])
    };
    let monitors = json!([
        { "name": "twice", "initial": "free", "target": ["twice"], "edges": edges("{in(acquire)}") },
        { "name": "twice at six", "initial": "free", "target": ["twice"], "edges": edges("{in(acquire)} & {n == 6}") },
        { "name": "held for ever", "initial": "free", "repeating": ["held"], "edges": edges("false") },
    ]);
    let properties = json!([
        { "id": "once", "monitor": "twice" }, { "id": "six", "monitor": "twice at six" },
        { "id": "given back", "monitor": "held for ever" },
    ]);
    let found = report("c", text, &json!({}), &properties, &monitors);
    let verdicts: Vec<Verdict> = found.properties.iter().map(|property| property.judgement.verdict).collect();
    // The run with n = 1 ends, and stays in a state in which the lock is held.
    assert_eq!(verdicts, [Violated, Satisfied, Violated], "{found:?}");
}

#[test]
fn what_cannot_be_observed_is_an_error_at_its_place() {
    let text = "struct pair { int a; }; int used; float f; int *p;
int main(void) {
  struct pair *q = 0; int i = used; int taken = 1; int *t = &taken;
  if (p == 0) i = *t;
  f = 1;
  return i;
}";
    let text = text.replace("float f; ", "").replace("  f = 1;\n", "");
    for (formula, column, expected) in [
        ("G {x == 1}", 4, "the program uses no variable `x`"),
        ("{isTree}", 2, "`isTree` is about the shape of heaps"),
        ("{L(SLL)}", 2, "`L` is about the shape of heaps"),
        ("{i = 3}", 4, "a comparison is expected, not `=`"),
        ("{i < 3 && i > 1}", 8, "a comparison is expected, not `&`"),
        ("{i + 1 < used}", 4, "a comparison is expected, not `+`"),
        ("{at(L)}", 2, "labels are not known here"),
        ("{in(foo)}", 2, "there is no function `foo`"),
        ("{i < }", 5, "a value is expected"),
        ("{3 < 4}", 2, "this compares two constants"),
        ("{i == null}", 2, "a number cannot be compared with a reference"),
        ("{q == p}", 2, "whether two references are equal is not followed"),
        ("{q < 0}", 2, "only numbers can be compared by `<`"),
        ("{main::k == 1}", 2, "`main` has no variable `k`"),
        ("{taken == 1}", 2, "its address is taken"),
        ("{i == 99999999999999999999}", 7, "is no number"),
        ("{i == 0x}", 7, "is no number"),
    ] {
        let found = report("c", &text, &json!({}), &formulas(&[formula]), &json!([]));
        let errors: Vec<_> = found.diagnostics.iter().filter(|d| d.message.contains(expected)).collect();
        assert_eq!(errors.len(), 1, "{formula}: {:?}", found.diagnostics);
        assert!(found.properties.is_empty());
        let place = errors[0].file.as_deref().unwrap_or_default().to_owned();
        assert_eq!((place.as_str(), errors[0].column), ("property p0", Some(column)), "{formula}");
    }
    // Whether a pointer is null is followed.
    let found = report("c", &text, &json!({}), &formulas(&["G ({q == 0} | !{q != NULL})", "{q}"]), &json!([]));
    let verdicts: Vec<Verdict> = found.properties.iter().map(|property| property.judgement.verdict).collect();
    assert_eq!(verdicts, [Satisfied, Violated], "{:?}", found.diagnostics);
}

/// Where the invariant of a loop holds.
const HERE: &str = "/* here */";

/// The same random program in C and as a boolean program.
struct Twins<'r> {
    random: &'r mut Random,
    c: String,
    boolean: String,
}

impl Twins<'_> {
    fn program(random: &mut Random) -> [String; 2] {
        let mut twins = Twins { random, c: String::new(), boolean: String::new() };
        let main = twins.body(true);
        let inner = twins.body(false);
        let c = format!(
            "#include <assert.h>\nextern _Bool __VERIFIER_nondet_bool(void); int a, b; _Bool c;\n\
             void f(void) {{ {} }}\nint main(void) {{ a = a; b = b; c = c; f(); {} return 0; }}\n",
            inner[0], main[0]
        );
        let boolean = format!(
            "decl a := F, b := F, c := F;\nvoid main() begin a := a; b := b; c := c; f(); {} end\nvoid f() begin {} end\n",
            main[1], inner[1]
        );
        [c, boolean]
    }

    fn body(&mut self, may_call: bool) -> [String; 2] {
        self.c.clear();
        self.boolean.clear();
        for _ in 0..1 + self.random.below(4) {
            self.statement(2, may_call);
        }
        [self.c.clone(), self.boolean.clone()]
    }

    fn say(&mut self, c: &str, boolean: &str) {
        self.c += c;
        self.boolean += boolean;
    }

    fn variable(&mut self) -> &'static str {
        ["a", "b", "c"][self.random.below(3)]
    }

    /// A condition in both languages; in that of boolean programs `*` is one.
    fn condition(&mut self) -> [String; 2] {
        let (x, y) = (self.variable(), self.variable());
        match self.random.below(6) {
            0 => ["__VERIFIER_nondet_bool()".to_owned(), "*".to_owned()],
            1 => [x.to_owned(), x.to_owned()],
            2 => [format!("!{x}"), format!("!{x}")],
            3 => [format!("{x} && !{y}"), format!("{x} & !{y}")],
            4 => [format!("{x} || {y}"), format!("{x} | {y}")],
            _ => [format!("{x} != {y}"), format!("{x} != {y}")],
        }
    }

    fn statement(&mut self, depth: usize, may_call: bool) {
        match self.random.below(if depth > 0 { 9 } else { 5 }) {
            0 if may_call => self.say("f(); ", "f(); "),
            1 => {
                let x = self.variable();
                self.say(&format!("assert({x} == {x} || {x}); "), "skip; ");
            }
            2 if self.random.one_in(2) => {
                let [c, boolean] = self.condition();
                if boolean != "*" {
                    self.say(&format!("assert({c}); "), &format!("assert({boolean}); "));
                }
            }
            0..=4 => {
                let (x, [c, boolean]) = (self.variable(), self.condition());
                self.say(&format!("{x} = {c}; "), &format!("{x} := {boolean}; "));
            }
            5 | 6 => {
                let [c, boolean] = self.condition();
                self.say(&format!("if ({c}) {{ "), &format!("if ({boolean}) then "));
                self.statement(depth - 1, may_call);
                self.say("} else { ", "else ");
                self.statement(depth - 1, may_call);
                self.say("} ", "fi ");
            }
            _ => {
                let [c, boolean] = self.condition();
                self.say(&format!("\nwhile (1) {{ {HERE} if (!({c})) break;\n"), &format!("while ({boolean}) do "));
                self.statement(depth - 1, may_call);
                self.statement(depth - 1, may_call);
                self.say("} ", "od ");
            }
        }
    }
}

/// A random formula without `X`: steps are not the same in both languages.
fn formula(random: &mut Random) -> Ltl {
    loop {
        let ltl = Ltl::random(random, 7, false);
        if !ltl.0.iter().any(|op| matches!(op, Op::Unary(hrglass::logic::Unary::Next, _))) {
            return ltl;
        }
    }
}

#[test]
fn formulas_mean_the_same_in_boolean_programs() {
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    let mut invariants = 0;
    for seed in cases::seeds(60) {
        let random = &mut Random::scattered(seed);
        let [c, boolean] = Twins::program(random);
        let all = [
            ["a", "b", "c"],
            ["a", "terminated", "b"],
            ["failed", "in(f)", "c"],
            ["in(f)", "a", "terminated"],
            ["during(f)", "b", "in(f)"],
        ];
        let pairs: Vec<(Ltl, [&str; 3])> = (0..6).map(|_| (formula(random), *random.one_of(&all))).collect();
        let texts: Vec<String> =
            pairs.iter().map(|(ltl, propositions)| ltl.text(|p| format!("{{{}}}", propositions[p as usize]))).collect();
        let properties = formulas(&texts.iter().map(String::as_str).collect::<Vec<_>>());
        let found = report("c", &c, &json!({}), &properties, &json!([]));
        let expected = report("boolean", &boolean, &json!({}), &properties, &json!([]));
        for judgement in found.properties.iter().map(|property| &property.judgement) {
            invariants += check_invariants(&c, judgement);
        }
        for (position, text) in texts.iter().enumerate() {
            let id = format!("p{position}");
            let verdict = |report: &Report| {
                let property = report.properties.iter().find(|property| property.id == id);
                property.unwrap_or_else(|| panic!("{:?}\n{c}\n{boolean}\n{text}", report.diagnostics)).judgement.verdict
            };
            let (found, expected) = (verdict(&found), verdict(&expected));
            assert_ne!(expected, Unknown, "{boolean}\n{text}");
            assert!(
                found == expected || matches!(found, Suspected | Unknown),
                "seed {seed}: {found:?}\n{c}\n{boolean}\n{text}"
            );
            *counts.entry(format!("{found:?}")).or_default() += 1;
        }
    }
    println!("{counts:?} {invariants}");
    let are_many = ["Satisfied", "Violated", "Unknown"].iter().all(|&name| counts.get(name).is_some_and(|&n| n > 10));
    assert!(are_many && invariants > 5, "{counts:?} {invariants}");
}

#[test]
fn what_is_said_of_loops_holds_in_all_states_of_the_automaton() {
    // What holds until the formula is decided does not hold later.
    let later = "int x, go;
int main(void) {
  int i = 0;
  while (1) { /* here */ if (!(i < 100)) break;
    if (i == 50) go = 1;
    if (go) x = x + 1;
    i = i + 1; }
  return 0;
}";
    // What holds in a later state of the automaton did not hold before.
    let before = "int x;
int main(void) {
  int n = 0;
  while (1) { /* here */ if (!(n < 100)) break;
    x = 2;
    n = n + 1; }
  return 0;
}";
    for (text, formula) in [
        (later, "!{x != 0} W {go == 1}"),
        (before, "G ({x == 2} -> G {x == 2})"),
        (before, "G !{x == 1}"),
        (before, "G !{n > 100}"),
    ] {
        for strategy in ["auto", "pdr", "predicates"] {
            let found = report("c", text, &json!({ "strategy": strategy }), &formulas(&[formula]), &json!([]));
            let judgement = &found.properties[0].judgement;
            assert_eq!(judgement.verdict, Satisfied, "{formula}: {judgement:?}");
            let count = check_invariants(text, judgement);
            if text == later {
                let reason = judgement.reason.as_deref().unwrap_or_default();
                assert!(count == 0 && !reason.contains("no run has more"), "{judgement:?}");
            }
        }
    }
}

/// Checks what a proof says of loops: dividing by it does not divide by zero. How many conditions there were.
fn check_invariants(c: &str, judgement: &Judgement) -> usize {
    let mut lines: Vec<String> = c.lines().map(str::to_owned).collect();
    let mut count = 0;
    // What is said of one call of a function need not hold in others.
    for known in judgement.invariants.iter().filter(|known| known.stack.is_empty()) {
        let line = &mut lines[known.line as usize - 1];
        for condition in &known.conditions {
            *line = line.replace(HERE, &format!("{HERE} (void)(1 / (({condition}) != 0));"));
            count += 1;
        }
    }
    if count > 0 {
        let property = json!([{ "id": "invariants", "check": "no-division-by-zero" }]);
        let found = report("c", &lines.join("\n"), &json!({}), &property, &json!([]));
        let verdict = found.properties.first().map(|property| property.judgement.verdict);
        assert_eq!(verdict, Some(Satisfied), "{}\n{judgement:?}\n{:?}", lines.join("\n"), found.diagnostics);
    }
    count
}
