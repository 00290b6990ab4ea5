//! No input makes the front end panic or hang, and accepted programs are well formed.

use std::collections::BTreeSet;

use super::super::parse_condition;
use super::{BooleanOptions, accepted, parse_files};
use base::{Idx, Random, has_errors};
use program::guarded::{Action, Ersm, Expression};

/// Every construct at least once.
const EVERYTHING: &str = include_str!("everything.bp");

/// Reads a text and checks what comes of it; whether there are errors.
fn survives(text: &str) -> bool {
    let (_, ersm, diagnostics) = parse_files(&[text], &BooleanOptions::default());
    let errors = has_errors(&diagnostics);
    assert_eq!(ersm.is_none(), errors, "a program if and only if there is no error");
    if let Some(ersm) = ersm {
        well_formed(&ersm);
    }
    errors
}

/// The invariants of recursive state machines.
fn well_formed(ersm: &Ersm) {
    for (id, component) in ersm.components.iter_enumerated() {
        let name = &component.name;
        let scope = ersm.scope(id);
        let check = |expression: &Expression, condition: bool| {
            assert!(expression.reads().all(|v| v.index() < scope), "{name}: variables are in scope");
            let range = expression.range(|v| ersm.variable(id, v).domain).expect("a range");
            assert!(!condition || (0 <= range.0 && range.1 <= 1), "{name}: conditions are booleans");
        };
        component.invariant.iter().for_each(|invariant| check(invariant, true));
        let mut last = None;
        for edge in &component.cfa.edges {
            assert!(last <= Some(edge.source), "{name}: edges are sorted");
            last = Some(edge.source);
            edge.guard.iter().for_each(|guard| check(guard, true));
            let mut written = Vec::new();
            edge.for_each_write(|v| written.push(v));
            assert!(written.iter().all(|v| v.index() < scope), "{name}: variables are in scope");
            let writes = written.len();
            written.sort_unstable();
            written.dedup();
            assert_eq!(written.len(), writes, "{name}: written variables are distinct");
            let forgotten: BTreeSet<_> = edge.forget.iter().copied().collect();
            edge.for_each_read(|v| {
                let choice = ersm.variable(id, v).name.starts_with('$');
                assert!(!choice || forgotten.contains(&v), "{name}: choices are forgotten");
            });
            match &edge.action {
                Action::Assign(assignments) => assignments.iter().for_each(|(_, value)| check(value, false)),
                Action::Call { callee, arguments, results } => {
                    let callee = &ersm.components[*callee];
                    assert_eq!((arguments.len(), results.len()), (callee.parameters.len(), callee.results.len()));
                    arguments.iter().for_each(|value| check(value, false));
                }
            }
        }
        for (place, it) in component.cfa.locations.iter_enumerated() {
            let last = place == component.cfa.exit || it.is_fault;
            assert_eq!(
                component.cfa.edges_from(place).next().is_none(),
                last,
                "{name}: runs end at the exit and at faults"
            );
        }
    }
}

#[test]
fn everything_is_accepted() {
    well_formed(&accepted(EVERYTHING));
}

#[test]
fn the_example_of_the_documentation_is_accepted() {
    let page = include_str!("../../../docs/boolean-programs.md");
    let (_, rest) = page.split_once("```boolean").expect("an example");
    let (example, _) = rest.split_once("```").expect("an end");
    let (_, ersm, diagnostics) = parse_files(&[example], &BooleanOptions::default());
    assert_eq!(diagnostics, []);
    well_formed(&ersm.expect("a program"));
}

#[test]
fn truncation_at_every_byte() {
    for end in 0..EVERYTHING.len() {
        survives(&EVERYTHING[..end]);
    }
}

#[test]
fn random_bytes() {
    let mut random = Random::scattered(1);
    for _ in 0..300 {
        let length = random.below(400);
        let bytes: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
        survives(&String::from_utf8_lossy(&bytes));
        let ascii: String = (0..length).map(|_| char::from(32 + random.below(95) as u8)).collect();
        survives(&format!("decl g; void main() begin {ascii} end"));
    }
}

#[test]
fn token_soup() {
    let mut random = Random::scattered(2);
    let words: Vec<&str> = EVERYTHING.split_inclusive(|c: char| !c.is_alphanumeric()).collect();
    for _ in 0..300 {
        let soup: String = (0..random.below(100)).map(|_| words[random.below(words.len())]).collect();
        survives(&soup);
    }
    let (mut accepted, rounds) = (0, 1500);
    for _ in 0..rounds {
        let mut mutated = words.clone();
        for _ in 0..=random.below(3) {
            let (at, from) = (random.below(mutated.len()), random.below(words.len()));
            match random.below(4) {
                0 => mutated[at] = words[from],
                1 => mutated.insert(at, words[from]),
                2 => drop(mutated.remove(at)),
                _ => mutated.swap(at, from.min(words.len() - 8)),
            }
        }
        accepted += usize::from(!survives(&mutated.concat()));
    }
    assert!((50..rounds).contains(&accepted), "{accepted} of {rounds} programs are accepted");
}

#[test]
fn nesting_is_bounded_and_reported_once() {
    let many = 20_000;
    let deep = |start: &str, open: &str, middle: &str, close: &str| {
        let text = format!("void main(a) begin {start}{}{middle}{} end", open.repeat(many), close.repeat(many));
        let (_, ersm, diagnostics) = parse_files(&[&text], &BooleanOptions::default());
        assert!(ersm.is_none());
        assert_eq!(diagnostics.iter().filter(|d| d.code == "boolean/nesting").count(), 1, "{open}");
    };
    deep("a := ", "(", "a", ")");
    deep("a := ", "!(a & ", "a", ")");
    deep("a := ", "schoose[", "a", ", a]");
    deep("a := ", "a ? ", "a", ": a");
    deep("", "if a then ", "skip;", " fi");
    deep("", "if a then skip else ", "skip;", " fi");
    deep("", "while a do ", "skip;", " od");
    deep("", "while a do if a then ", "skip;", "");
}

#[test]
fn chains_may_be_long() {
    let many = 20_000;
    for (start, link, end) in [
        ("a := a", " & a", ";"),
        ("a := a", " => a", ";"),
        ("a := ", "!", "a;"),
        ("a := ", "a ? * : ", "a;"),
        ("a := a", " | *", ";"),
        ("if a then skip; ", "elsif a then skip; ", "fi"),
        ("", "L: skip; goto L; ", ""),
        ("a := a", "", " constrain 'a;"),
        ("L: goto L", ", L", ";"),
        ("", ";", ""),
        ("decl z", ", z", ";"),
        ("", "zz := yy; goto M; k(); ", ""),
    ] {
        survives(&format!("void main(a) begin {start}{}{end} end", link.repeat(many)));
    }
    let targets = |n: usize| (0..n).map(|i| format!("x{i}")).collect::<Vec<_>>().join(", ");
    let x = targets(many);
    assert!(!survives(&format!("void main() begin decl {x}; {x} := {x} constrain 'x0 | 'x1; dead {x}; end")));
}

#[test]
fn what_constraints_repeat_is_bounded() {
    let (value, constraint) = ("a ^ ".repeat(10_000), "'a | ".repeat(10_000));
    let text = format!("void main(a) begin a := {value} a constrain {constraint} a; end");
    let (_, ersm, diagnostics) = parse_files(&[&text], &BooleanOptions::default());
    assert!(ersm.is_none());
    assert_eq!(diagnostics.iter().map(|d| d.code).collect::<Vec<_>>(), ["boolean/size"]);
}

#[test]
fn large_programs() {
    let lines: String =
        (0..100_000).map(|i| format!("L{i}: if x then a, i := * | b, i + 1; fi goto L{i};\n")).collect();
    assert!(!survives(&format!("decl x; void main() begin decl a, b, i : int<4>;\n{lines} end")));
    let procedures: String = (0..10_000).map(|i| format!("void p{i}() begin p{}(); end\n", (i + 1) % 10_000)).collect();
    assert!(!survives(&format!("{procedures} void main() begin p0(); end")));
}

#[test]
fn conditions() {
    let ersm = accepted(EVERYTHING);
    let mut random = Random::scattered(3);
    let words: Vec<&str> = EVERYTHING.split_inclusive(|c: char| !c.is_alphanumeric()).collect();
    let mut good = 0;
    for _ in 0..3000 {
        let soup: String = (0..random.below(6)).map(|_| words[random.below(words.len())]).collect();
        let Ok(condition) = parse_condition(&soup, base::FileId(0), 7, &ersm) else { continue };
        good += 1;
        for id in ersm.components.indices() {
            if let Some(expression) = condition.in_component(id) {
                let range = expression.range(|v| ersm.variable(id, v).domain).expect("a range");
                assert!(0 <= range.0 && range.1 <= 1, "{soup}");
            }
        }
    }
    assert!(good > 20, "{good} conditions were read");
}
