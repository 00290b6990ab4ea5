//! Automata as text.

use expect_test::{Expect, expect};
use hrglass::base::{FileId, Random, Sources};
use hrglass::tree_automata::{Rule, StateId, Symbol, Timbuk, TimbukSymbol, TreeAutomaton, read_timbuk};

use super::generate::{MIXED, random};
use super::naive::{Alphabet, Naive, terms_by_size};
use crate::support::cases;

const LISTS: &str = "Ops nil:0 node:1

Automaton lists

States any even odd

Final States any even

Transitions
nil -> any
node(any) -> any
nil -> even
node(odd) -> even
node(even) -> odd
";

#[track_caller]
fn read(text: &str) -> Timbuk {
    let (timbuk, diagnostics) = read_timbuk(text, FileId(0));
    assert_eq!(diagnostics, []);
    timbuk.expect("no error")
}

#[track_caller]
fn check(text: &str, expected: Expect) {
    let mut sources = Sources::default();
    let file = sources.add("lists.timbuk", text);
    let (timbuk, diagnostics) = read_timbuk(text, file);
    let mut found = String::new();
    for diagnostic in &diagnostics {
        let shown = diagnostic.render(&sources);
        let (line, column) = (shown.line.expect("a line"), shown.column.expect("a column"));
        found += &format!("{line}:{column} {:?} {}: {}", shown.severity, shown.code, shown.message);
        shown.notes.iter().for_each(|note| found += &format!(" [{note}]"));
        found += &format!(" | {}\n", shown.suggestion.as_deref().unwrap_or("-"));
    }
    assert_eq!(timbuk.is_none(), hrglass::base::has_errors(&diagnostics));
    expected.assert_eq(&found);
}

#[test]
fn a_text_is_read_and_printed() {
    let lists = read(LISTS);
    assert_eq!(lists.accepting, [StateId(0), StateId(1)]);
    assert_eq!(
        lists.automaton.rules(StateId(1)),
        [
            Rule { symbol: Symbol(0), children: [].into_iter().collect() },
            Rule { symbol: Symbol(1), children: [StateId(2)].into_iter().collect() },
        ]
    );
    let trees: Vec<String> =
        lists.automaton.trees(StateId(1), 3).map(|tree| lists.print_tree(&tree).expect("a small one")).collect();
    assert_eq!(trees, ["nil", "node(node(nil))", "node(node(node(node(nil))))"]);
    assert_eq!(lists.to_string(), LISTS);
}

#[test]
fn the_layout_does_not_matter() {
    let same = "Ops  nil:0\n\tnode : 1 Automaton lists States any:0 even:0 odd Final\r\nStates any even Transitions nil()->any \
                node(any)->any nil->even node( odd )->even\n\nnode\n(even) -> odd";
    assert_eq!(read(same), read(LISTS));
}

#[test]
fn the_order_of_transitions_does_not_matter() {
    let (before, transitions) = LISTS.split_once("Transitions\n").expect("a section");
    let reversed: Vec<&str> = transitions.lines().rev().collect();
    assert_eq!(read(&format!("{before}Transitions\n{}", reversed.join("\n"))), read(LISTS));
}

#[test]
fn all_names_can_be_written() {
    let names = ["", "a b", "Ops", "Final", "->", "a->b", "-", ">", "(", "q\"\\\n", "\u{85}", "ü", "a,b:c", "\u{0}"];
    let mut automaton = TreeAutomaton::new();
    names.iter().for_each(|_| _ = automaton.add_state());
    for (at, state) in automaton.states().enumerate() {
        automaton.add_rule(state, Rule { symbol: Symbol(at as u32), children: [state, state].into_iter().collect() });
    }
    let timbuk = Timbuk {
        name: "States".to_owned(),
        symbols: names.iter().map(|name| TimbukSymbol { name: (*name).to_owned(), rank: 2 }).collect(),
        states: names.iter().map(|name| (*name).to_owned()).collect(),
        automaton,
        accepting: vec![StateId(3), StateId(0)],
    };
    assert_eq!(read(&timbuk.to_string()), timbuk);
}

/// An automaton with names.
fn named(naive: &Naive, alphabet: Alphabet, accepting: Vec<StateId>) -> Timbuk {
    let symbol = |(at, &rank): (usize, &usize)| TimbukSymbol { name: format!("f{at}"), rank };
    Timbuk {
        name: "A".to_owned(),
        symbols: alphabet.iter().enumerate().map(symbol).collect(),
        states: (0..naive.states).map(|state| format!("q{state}")).collect(),
        automaton: naive.automaton(),
        accepting,
    }
}

#[test]
fn reading_what_was_printed_gives_the_same() {
    for case in cases::seeds(500) {
        let chosen = &mut Random::scattered(case);
        let naive = random(MIXED, chosen, 6);
        let accepting = naive.automaton().states().filter(|_| chosen.one_in(2)).collect();
        let timbuk = named(&naive, MIXED, accepting);
        assert_eq!(read(&timbuk.to_string()), timbuk);
    }
}

#[test]
fn trees_are_printed_as_terms() {
    let timbuk = named(&Naive { alphabet: MIXED, states: 1, rules: Vec::new() }, MIXED, Vec::new());
    let terms = terms_by_size(MIXED, 4);
    let printed: Vec<String> = terms.iter().map(|term| timbuk.print_tree(&term.tree()).expect("a small one")).collect();
    let unique: std::collections::BTreeSet<&String> = printed.iter().collect();
    assert_eq!(unique.len(), terms.len());
    assert!(printed.contains(&"f4(f0, f1, f0)".to_owned()) && printed.contains(&"f2(f3(f1, f0))".to_owned()));
}

#[test]
fn what_is_wrong_is_reported_where_it_is() {
    check(
        "",
        expect![[r#"
        1:1 Error timbuk/missing: the section `Ops` is missing | write `Ops`, followed by symbols with their numbers of children, such as `nil:0`
        1:1 Error timbuk/missing: the section `Automaton` is missing | write `Automaton`, followed by a name
        1:1 Error timbuk/missing: the section `States` is missing | write `States`, followed by names of states
        1:1 Error timbuk/missing: the section `Final States` is missing | write `Final States`, followed by names of states
        1:1 Error timbuk/missing: the section `Transitions` is missing | write `Transitions`, followed by rules, such as `node(q) -> q`
    "#]],
    );
    check(
        &LISTS.replace("node(odd)", "nod(ood)"),
        expect![[r#"
            13:1 Error timbuk/unknown-symbol: there is no symbol `nod` | did you mean `node`?
            13:5 Error timbuk/unknown-state: there is no state `ood` | did you mean `odd`?
        "#]],
    );
    check(
        &LISTS.replace("node(odd)", "node(odd, odd)"),
        expect![[r#"
            13:1 Error timbuk/rank: `node` has 1 child, not 2 [lists.timbuk:1: declared here] | give it 1 child, or declare `node:2`
        "#]],
    );
    check(
        &LISTS.replace("node(odd)", "node(odd odd)"),
        expect![[r#"
            13:10 Error timbuk/expected: expected `,` or `)`, not `odd` | write `symbol(state, …) -> state`
        "#]],
    );
    check(
        &LISTS.replace("nil:0", "nil nil:zero nil:70000"),
        expect![[r#"
            1:9 Error timbuk/expected: expected `:` and the number of children, not `nil` | write `name:rank`, such as `nil:0`
            10:1 Error timbuk/unknown-symbol: there is no symbol `nil` | declare it in the section `Ops`
            11:1 Error timbuk/unknown-symbol: there is no symbol `node` | declare it in the section `Ops`
            12:1 Error timbuk/unknown-symbol: there is no symbol `nil` | declare it in the section `Ops`
            13:1 Error timbuk/unknown-symbol: there is no symbol `node` | declare it in the section `Ops`
            14:1 Error timbuk/unknown-symbol: there is no symbol `node` | declare it in the section `Ops`
        "#]],
    );
    check(
        &LISTS.replace("nil:0", "nil:0 nil:1"),
        expect![[r#"
        1:11 Error timbuk/twice: the symbol `nil` is declared twice [lists.timbuk:1: the first time] | remove it, or give it another name
    "#]],
    );
    check(
        &LISTS.replace("odd\n\nFinal States", "odd:1 odd\nFinal Stats"),
        expect![[r#"
            5:21 Error timbuk/rank: the state `odd` has children | states have the rank 0
            5:23 Error timbuk/twice: the state `odd` is declared twice [lists.timbuk:5: the first time] | remove it, or give it another name
            6:7 Error timbuk/expected: expected `States` after `Final`, not `Stats` | write `Final States`
            6:7 Error timbuk/unknown-state: there is no state `Stats` | did you mean `States`?
        "#]],
    );
    check(
        &LISTS.replace("any even\n\nTransitions", "any evn any\nTransition"),
        expect![[r#"
            7:18 Error timbuk/unknown-state: there is no state `evn` | did you mean `even`?
            8:1 Error timbuk/unknown-state: there is no state `Transition` | did you mean `Transitions`?
            9:1 Error timbuk/unknown-state: there is no state `nil` | declare it in the section `States`
            10:1 Error timbuk/unknown-state: there is no state `node` | did you mean `odd`?
            11:1 Error timbuk/unknown-state: there is no state `nil` | declare it in the section `States`
            12:1 Error timbuk/unknown-state: there is no state `node` | did you mean `odd`?
            13:1 Error timbuk/unknown-state: there is no state `node` | did you mean `odd`?
            14:1 Error timbuk/missing: the section `Transitions` is missing | write `Transitions`, followed by rules, such as `node(q) -> q`
        "#]],
    );
    check(
        &LISTS.replace("-> odd\n", "-> odd\nnil -> any\nnil -> \nnil => any\nnil -> States\n"),
        expect![[r#"
            15:1 Warning timbuk/repeated: this transition is there already [lists.timbuk:10: the first time] | remove it
            17:1 Error timbuk/unknown-state: there is no state `nil` | declare it in the section `States`
            17:5 Error timbuk/unknown-symbol: there is no symbol `=>` | declare it in the section `Ops`
            17:8 Error timbuk/expected: expected `->` and a state, not `any` | write `symbol(state, …) -> state`
            18:8 Error timbuk/expected: expected a name, not `States` | a name that is a word of the format is written in quotes
            18:8 Error timbuk/twice: the section `States` occurs twice [lists.timbuk:5: the first one] | put everything into one section `States`
        "#]],
    );
    check(
        &LISTS.replace("any even odd", "any even odd \"q"),
        expect![[r#"
            5:21 Error timbuk/name: this is not a name in quotes | write `\"` and `\\` for quotes and backslashes in a name, and close it in the same line
        "#]],
    );
    check(
        &LISTS.replace("node(odd)", "node"),
        expect![[r#"
        13:1 Error timbuk/rank: `node` has 1 child, not 0 [lists.timbuk:1: declared here] | give it 1 child, or declare `node:0`
    "#]],
    );
    check(
        &LISTS.replace("node(odd)", "node(ood odd)"),
        expect![[r#"
        13:6 Error timbuk/unknown-state: there is no state `ood` | did you mean `odd`?
        13:10 Error timbuk/expected: expected `,` or `)`, not `odd` | write `symbol(state, …) -> state`
    "#]],
    );
    check(
        &LISTS.replace("any even odd\n", "any even odd \"q\rr\n"),
        expect![[r#"
        5:21 Error timbuk/name: this is not a name in quotes | write `\"` and `\\` for quotes and backslashes in a name, and close it in the same line
    "#]],
    );
    check(
        &format!("{LISTS}Ops a:0"),
        expect![[r#"
            15:1 Error timbuk/twice: the section `Ops` occurs twice [lists.timbuk:1: the first one] | put everything into one section `Ops`
        "#]],
    );
    check(
        &LISTS.replace("Automaton lists\n", ""),
        expect![[r#"
            14:1 Error timbuk/missing: the section `Automaton` is missing | write `Automaton`, followed by a name
        "#]],
    );
}

#[test]
fn any_text_is_read_without_panic() {
    let alphabet: Vec<char> = " \n(),:->\"\\aOé\u{0}".chars().collect();
    for case in cases::seeds(3000) {
        let chosen = &mut Random::scattered(case);
        let mut text: Vec<char> = LISTS.chars().collect();
        for _ in 0..1 + chosen.below(12) {
            let at = chosen.below(text.len());
            match chosen.below(4) {
                0 => _ = text.remove(at),
                1 => text.insert(at, *chosen.one_of(&alphabet)),
                2 => text[at] = *chosen.one_of(&alphabet),
                _ => {
                    let end = (at + chosen.below(30)).min(text.len());
                    let part: Vec<char> = text[at..end].to_vec();
                    let to = chosen.below(text.len());
                    text.splice(to..to, part);
                }
            }
        }
        let text: String = text.into_iter().collect();
        let (timbuk, diagnostics) = read_timbuk(&text, FileId(0));
        assert_eq!(timbuk.is_none(), hrglass::base::has_errors(&diagnostics), "{text}");
        for diagnostic in &diagnostics {
            assert!(diagnostic.span.is_some_and(|span| span.start <= span.end && span.end as usize <= text.len()));
        }
        if let Some(timbuk) = timbuk {
            assert_eq!(read(&timbuk.to_string()), timbuk, "{text}");
        }
    }
    // And bytes that have nothing to do with the format.
    for case in cases::seeds(1000) {
        let chosen = &mut Random::scattered(case);
        let bytes: Vec<u8> = (0..chosen.below(200)).map(|_| chosen.below(256) as u8).collect();
        let (_, diagnostics) = read_timbuk(&String::from_utf8_lossy(&bytes), FileId(0));
        assert!(hrglass::base::has_errors(&diagnostics));
    }
}
