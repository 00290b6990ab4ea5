//! Whether references are null: Java programs against all of their runs, executed by the interpreter.

use hrglass::base::{Idx, Random, Silent, Sources, Stop};
use hrglass::bitvec::Terms;
use hrglass::grammar::Grammar;
use hrglass::heap::{Alphabet, Heap};
use hrglass::interpreter::{Decision, End, Machine, Script, Setting};
use hrglass::java::{JavaOptions, parse_java};
use hrglass::large_blocks::blocks::{BlockProgram, FlatOptions, FlatProgram};
use hrglass::large_blocks::{BlockAnswer, BlockEngine, ExecutedTrace, replay, search};
use hrglass::program::cfa::ProcedureId;
use hrglass::program::objects::Program;

use super::blocks::OPTIONS;
use crate::support::cases;

/// What a search in the blocks finds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    Safe,
    /// A failing run was executed.
    Fails,
    /// A failing run was found that could not be executed.
    Unconfirmed,
    Unknown,
}

fn java(text: &str) -> (Program, ProcedureId) {
    let mut sources = Sources::default();
    let file = sources.add("Main.java".to_owned(), text.to_owned());
    let (program, found) = parse_java(&sources, &[file], &JavaOptions::default(), "Main.main");
    let (mut program, entry) = program.unwrap_or_else(|| panic!("{found:?}\n{text}"));
    program.settle_exceptions(entry);
    (program, entry)
}

fn judge(program: &Program, entry: ProcedureId) -> (Found, Option<ExecutedTrace>) {
    judge_by(program, entry, &OPTIONS)
}

/// What the search finds, and the failing run.
pub fn judge_by(program: &Program, entry: ProcedureId, options: &FlatOptions<'_>) -> (Found, Option<ExecutedTrace>) {
    let flat = FlatProgram::new(program, entry, options).unwrap();
    let mut terms = Terms::new();
    let blocks = BlockProgram::new(flat, &mut terms);
    match search(&blocks, &[], &mut terms, BlockEngine::Auto, 2_000, &mut Silent).0 {
        Ok(BlockAnswer::Exhausted(_) | BlockAnswer::Proved(_) | BlockAnswer::ProvedByInduction(_)) => {
            (Found::Safe, None)
        }
        Ok(BlockAnswer::ProvedWithSummaries(_) | BlockAnswer::FailsInCalls { .. }) => {
            unreachable!("there are no units")
        }
        Ok(BlockAnswer::Fails(trace)) => {
            let executed = replay(&blocks, &trace);
            let found = if executed.failure().is_some() { Found::Fails } else { Found::Unconfirmed };
            (found, Some(executed))
        }
        Err(Stop::Incomplete(_) | Stop::Budget(..)) => (Found::Unknown, None),
        Err(stop) => panic!("{stop}"),
    }
}

const NODE: &str = "class Node { Node next; int v; boolean full() { return v > 0; } }";

#[test]
fn null_is_followed_through_variables() {
    let programs = [
        ("static void main(boolean b) { Node p = null; if (b) p = new Node(); if (b) p.v = 1; }", Found::Safe),
        ("static void main(boolean b) { Node p = null; if (b) p = new Node(); p.v = 1; }", Found::Fails),
        (
            "static void main(boolean b) { Node p = null; if (!b) p = new Node(); assert (p == null) == b; }",
            Found::Safe,
        ),
        ("static void main(Node p) { p.v = 1; }", Found::Fails),
        ("static void main(Node p) { if (p != null) p.v = 1; }", Found::Safe),
        ("static void main(Node p) { if (p instanceof Node) p.v = 1; }", Found::Safe),
        ("static Node q; static void main() { assert q == null; q = new Node(); q.v = 2; }", Found::Safe),
        ("static Node q; static void main(boolean b) { if (b) q = new Node(); q.full(); }", Found::Fails),
        (
            "static Node same(Node p) { return p; } static void main() { same(new Node()).v = 1; same(null).v = 1; }",
            Found::Fails,
        ),
        (
            "static Node same(Node p) { return p; } static void main() { Node p = same(new Node()); Node q = p; assert q == q; p.v = 1; }",
            Found::Safe,
        ),
        (
            "static void main() { Node p = null; Node q = null; assert p == q; q = new Node(); assert p != q; }",
            Found::Safe,
        ),
        (
            "static void main() { try { Node p = null; p.v = 1; } catch (NullPointerException e) { return; } assert false; }",
            Found::Safe,
        ),
        // The class of an exception is not followed.
        (
            "static void f(Node p) { p.v = 1; } static void main(boolean b) { try { f(b ? null : new Node()); assert !b; } catch (NullPointerException e) { assert b; } }",
            Found::Unconfirmed,
        ),
        ("static void main(boolean b) { Node p = new Node(); while (b) { p.v = 1; p = new Node(); } }", Found::Safe),
        (
            "static void main(int n) { Node p = new Node(); while (n > 0) { p.v = 1; n--; if (n == 7) p = null; } }",
            Found::Fails,
        ),
        // What is read from objects is not followed.
        ("static void main() { Node p = new Node(); p.next = new Node(); p.next.v = 1; }", Found::Unconfirmed),
        ("static void main() { Node p = new Node(); Node q = p; assert p == q; }", Found::Unconfirmed),
        // Fields of the input may be null.
        ("static void main(Node p) { if (p != null) { p.v = 2; p.next.v = 3; } }", Found::Fails),
        // Bounds are not modelled.
        (
            "static void main(String[] words) { int n = words.length; if (n > 3) n = words[n - 1] == null ? 1 : 2; }",
            Found::Unconfirmed,
        ),
        ("static void main(int n) { char c = \"abc\".charAt(n); }", Found::Unconfirmed),
    ];
    for (text, expected) in programs {
        let (program, entry) = java(&format!("{NODE} class Main {{ {text} }}"));
        let (found, executed) = judge(&program, entry);
        assert_eq!(found, expected, "{text}");
        let is_explained = executed.is_none_or(|e| e.failure().is_some() || !e.unfollowed.is_empty());
        assert!(is_explained, "{text}: nothing says why");
    }
}

#[test]
fn unfollowed_values_are_named() {
    let text = format!(
        "{NODE} class Main {{ static void main() {{ Node p = new Node(); p.next = new Node(); p.next.v = 1; }} }}"
    );
    let (program, entry) = java(&text);
    let executed = judge(&program, entry).1.unwrap();
    let named = executed.unfollowed.iter().map(|&(procedure, edge)| {
        let span = program.procedures[procedure].cfa.edges[edge].span;
        &text[span.start as usize..span.end as usize]
    });
    assert_eq!(named.collect::<Vec<_>>(), ["p.next"]);
}

#[test]
fn null_agrees_with_all_runs() {
    let mut tally = [0_usize; 4];
    for seed in cases::seeds(400) {
        let text = Generator::program(seed);
        let (program, entry) = java(&text);
        let expected = (0..8).any(|parameters| fails(&program, entry, parameters));
        let (found, executed) = judge(&program, entry);
        match found {
            Found::Safe => assert!(!expected, "seed {seed}: proved, but a run fails\n{text}"),
            Found::Fails => assert!(expected, "seed {seed}: a failing run where there is none\n{text}"),
            Found::Unconfirmed => {
                let unfollowed = executed.unwrap().unfollowed;
                assert!(!unfollowed.is_empty(), "seed {seed}: nothing says why\n{text}");
            }
            Found::Unknown => {}
        }
        tally[found as usize] += 1;
    }
    println!("safe, failing, unconfirmed, unknown: {tally:?}");
    let [safe, failing, unconfirmed, unknown] = tally;
    assert!(safe > 60 && failing > 60 && unconfirmed < 120 && unknown < 8, "{tally:?}");
}

/// Whether the run with these values of the three parameters fails.
fn fails(program: &Program, entry: ProcedureId, parameters: i64) -> bool {
    let alphabet = Alphabet::default();
    let grammar = Grammar::default();
    let mut machine =
        Machine::new(Setting { program, entry, alphabet: &alphabet, grammar: &grammar }, &Heap::default());
    let script = Script { numbers: (0..3).map(|bit| Some(parameters >> bit & 1)).collect(), branches: Vec::new() };
    for _ in 0..10_000 {
        while let Some(decision) = machine.decision() {
            assert!(
                matches!(decision, Decision::Number(symbol, _) if symbol.index() < 3),
                "the parameters determine the run"
            );
            machine.decide_by(&decision, &script).unwrap();
        }
        match machine.step() {
            Ok(()) => {}
            Err(End::Returned) => return false,
            Err(end) => {
                assert!(end.is_unsafe(), "{end:?}");
                return true;
            }
        }
    }
    panic!("a run is too long");
}

/// Random programs on references, whose runs three Booleans determine.
struct Generator {
    random: Random,
    text: String,
    loops: u32,
}

impl Generator {
    fn program(seed: u64) -> String {
        let mut this = Self { random: Random::scattered(seed), text: String::new(), loops: 0 };
        this.text += NODE;
        this.text += " class Main { static Node r; static int n;\n";
        this.text += "static Node pick(Node p, Node q, boolean b) { ";
        this.statements(2, 1, &["p", "q", "r"]);
        this.text += " return b ? p : q; }\n static void main(boolean a, boolean b, boolean c) { Node p = null; Node q = new Node(); ";
        this.statements(6, 2, &["p", "q", "r"]);
        this.text += "} }";
        this.text
    }

    fn statements(&mut self, most: usize, depth: u32, names: &[&str]) {
        for _ in 0..1 + self.random.below(most) {
            self.statement(depth, names);
        }
    }

    fn condition(&mut self, names: &[&str]) -> String {
        let (one, other) = (*self.random.one_of(names), *self.random.one_of(names));
        match self.random.below(if self.text.contains("main(") { 9 } else { 6 }) {
            0 | 1 => format!("{one} == null"),
            2 | 3 => format!("{one} != null"),
            4 => "n > 1".to_owned(),
            5 if self.random.one_in(3) => format!("{one} == {other}"),
            5 => "n == 0".to_owned(),
            _ => (*self.random.one_of(&["a", "b", "c"])).to_owned(),
        }
    }

    fn statement(&mut self, depth: u32, names: &[&str]) {
        let (one, other) = (*self.random.one_of(names), *self.random.one_of(names));
        let is_main = self.text.contains("main(");
        match self.random.below(if depth == 0 { 9 } else { 14 }) {
            0 => self.text += &format!("{one} = null; "),
            1 | 2 => self.text += &format!("{one} = new Node(); "),
            3 => self.text += &format!("{one} = {other}; "),
            4 => self.text += &format!("if ({one} != null) {one}.v = 1; "),
            5 => self.text += "n++; ",
            6 if self.random.one_in(3) => self.text += &format!("{one}.v = 2; "),
            7 => {
                let condition = self.condition(names);
                self.text += &format!("if ({condition}) assert {one} {} null; ", self.random.one_of(&["==", "!="]));
            }
            8 if is_main => {
                let flag = *self.random.one_of(&["a", "b", "c", "true"]);
                self.text += &format!("{one} = pick({other}, r, {flag}); ");
            }
            9..=11 => {
                let condition = self.condition(names);
                self.text += &format!("if ({condition}) {{ ");
                self.statements(2, depth - 1, names);
                self.text += "} else { ";
                self.statements(2, depth - 1, names);
                self.text += "} ";
            }
            12 if self.loops % 100 < 2 => {
                self.loops += 1;
                let counter = format!("i{}", self.loops);
                self.text += &format!("for (int {counter} = 0; {counter} < 3; {counter}++) {{ ");
                self.statements(2, depth - 1, names);
                self.text += "} ";
            }
            13 => {
                self.loops += 100;
                let caught = format!("e{}", self.loops);
                self.text += "try { ";
                self.statements(2, depth - 1, names);
                self.text += &format!("{one}.v = 3; }} catch (NullPointerException {caught}) {{ n = 5; ");
                self.statements(1, depth - 1, names);
                self.text += "} ";
            }
            _ => self.text += &format!("{one} = {} ? {other} : null; ", if is_main { "c" } else { "b" }),
        }
    }
}
