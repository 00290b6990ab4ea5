use std::collections::BTreeMap;

use super::vocabulary::Subject::{BooleanPrograms, CHeaps, CNumbers, JavaHeaps, JavaNumbers};
use super::*;
use crate::{NoFiles, examples, load};
use base::Random;
use base::Sources;
use ltl::logic::{Formulas, parse_condition, parse_formula, parse_formula_with};

const SUBJECTS: [Subject; 5] = [JavaHeaps, CHeaps, JavaNumbers, CNumbers, BooleanPrograms];

/// The canonical text of a formula.
fn canonical(text: &str, subject: Subject) -> String {
    let mut sources = Sources::default();
    let file = sources.add("formula", text);
    let mut formulas = Formulas::new();
    let (formula, found) = match subject.is_of_heaps() {
        true => parse_formula(text, file, &mut formulas),
        false => parse_formula_with(parse_condition, text, file, &mut formulas),
    };
    formulas.display(formula.unwrap_or_else(|| panic!("{text}: {found:?}"))).to_string()
}

#[track_caller]
fn check(formula: &str, english: &str, german: &str) {
    let read = |vocabulary| read_out_text(formula, JavaHeaps, vocabulary).expect("it is right");
    assert_eq!([read(&ENGLISH), read(&GERMAN)], [english, german]);
}

#[test]
fn formulas_of_usual_shapes() {
    check("F {terminated}", "every call ends normally", "jeder Aufruf endet normal");
    check("G ({terminated} -> {return != null})", "the result is never null", "das Ergebnis ist nie null");
    check("G !{x == y}", "it never happens that `x` is the same as `y`", "nie ist `x` dasselbe wie `y`");
    check(
        "G ({at(3)} -> F {x != null})",
        "whenever the run is at line 3, then or later `x` is not null",
        "immer wenn der Lauf in Zeile 3 ist, ist dann oder später `x` nicht null",
    );
    check(
        "F G {isAcyclic}",
        "in every run from some point on the heap has no cycles",
        "in jedem Lauf hat ab irgendwann der Heap keine Kreise",
    );
    check(
        "G F {visited(x)}",
        "in every run again and again `x` points to the followed element",
        "in jedem Lauf zeigt immer wieder `x` auf das verfolgte Element",
    );
    check(
        "!{in(f)} W {in(g)}",
        "in every run: the run is in `f` itself at the earliest when the run is in `g` itself",
        "in jedem Lauf: der Lauf ist in `f` selbst frühestens, wenn der Lauf in `g` selbst ist",
    );
    check(
        "{isTree} W {x == null}",
        "in every run: the heap has no sharing and no cycles, for ever or until a point where `x` is null",
        "in jedem Lauf: der Heap hat keine gemeinsamen Teile und keine Kreise, für immer oder bis zu einem Zeitpunkt, an dem `x` null ist",
    );
    check(
        "G F {terminated} -> F {return == null}",
        "in every run that ends normally, at some point the result is null",
        "in jedem Lauf, der normal endet, ist irgendwann das Ergebnis null",
    );
    check(
        "{visited(x)} -> G ({in(f)} -> {visited})",
        "in every run: if at the start `x` points to the followed element, then (whenever the run is in `f` itself, some variable points to the followed element)",
        "in jedem Lauf: wenn am Anfang `x` auf das verfolgte Element zeigt, dann gilt (immer wenn der Lauf in `f` selbst ist, zeigt eine Variable auf das verfolgte Element)",
    );
    check(
        "F {terminated} & G {isReachable(x,y,[next])}",
        "every call ends normally; and at every point a path along `next` leads from `x` to `y`",
        "jeder Aufruf endet normal; und jederzeit führt ein Weg über `next` von `x` zu `y`",
    );
    check(
        "G ({size(x) < n} -> !{size(x) == 2} | {contains(x,return)} & !{containsKey(y,z)})",
        "whenever the size of `x` is less than `n`, (the size of `x` is either not 2 or without a value, or (`x` contains the result, and `y` does not have the key `z`))",
        "immer wenn die Größe von `x` kleiner als `n` ist, gilt (die Größe von `x` ist entweder nicht 2 oder ohne Wert, oder (`x` enthält das Ergebnis, und `y` hat den Schlüssel `z` nicht) gilt)",
    );
    check(
        "!(X X {x.f == 1} | G !{a == true})",
        "in every run it is not the case that ((after 2 steps `x.f` is 1), or it never happens that `a` is true)",
        "in jedem Lauf gilt ((nach 2 Schritten ist `x.f` 1) gilt, oder nie ist `a` true) nicht",
    );
}

/// What is put into the holes of sentences.
fn sample(kind: HoleKind) -> &'static [&'static str] {
    match kind {
        HoleKind::Variable => &["x", "List.m::größe"],
        HoleKind::Result => &["return", "y", "m::y"],
        HoleKind::Collection => &["list", "m::list"],
        HoleKind::Field => &["next"],
        HoleKind::Nonterminal => &["RefSLList"],
        HoleKind::Line | HoleKind::Assertion => &["12", "List.java:7"],
        HoleKind::Label => &["DONE", "main::DONE"],
        HoleKind::Method => &["walk", "List.<init>"],
    }
}

#[test]
fn a_formula_that_a_sentence_writes_is_read_out_as_the_sentence() {
    for subject in SUBJECTS {
        for sentence in sentences(subject) {
            for round in 0..3 {
                let value = |hole: SentenceHole| {
                    let values = sample(hole.kind);
                    // Different holes hold different things.
                    let value = values[round % values.len()];
                    if hole.name == 'y' { format!("{value}2") } else { value.to_owned() }
                };
                let formula = sentence.formula_with(value);
                assert_eq!(canonical(&formula, subject), formula, "{}", sentence.id);
                for vocabulary in LANGUAGES {
                    let words = sentence.words_with(vocabulary, value);
                    assert_eq!(read_out_text(&formula, subject, vocabulary).as_ref(), Some(&words));
                    assert_eq!(formula_of(&words, subject, &LANGUAGES), Ok(formula.clone()), "{words}");
                    assert_eq!(formula_of(&words.replace('`', " "), subject, &LANGUAGES), Ok(formula.clone()));
                }
            }
        }
    }
}

#[test]
fn the_beginning_of_a_sentence_is_enough_and_typos_are_corrected() {
    let find = |text: &str| formula_of(text, JavaHeaps, &LANGUAGES);
    assert_eq!(find("every call ends"), Ok("F {terminated}".to_owned()));
    assert_eq!(find("jeder Aufruf endet"), Ok("F {terminated}".to_owned()));
    assert!(find("the result").is_err(), "several sentences begin so");
    assert_eq!(find("every cal ends normaly"), Err(Some(base::msg!("did you mean `{}`?", "every call ends normally"))));
    assert!(find("").is_err());
    assert!(find("the result is always a no name").is_err());
    assert!(formula_of("the result is never null", BooleanPrograms, &LANGUAGES).is_err());
}

#[test]
fn every_formula_of_the_examples_is_read_out() {
    let mut count = 0;
    for (name, text) in examples() {
        let task = load(text, name, &mut NoFiles).task;
        let Some(subject) = Subject::of(task.analysis, task.program.language) else { continue };
        for formula in task.properties.iter().filter_map(|property| property.ltl.as_deref()) {
            for vocabulary in LANGUAGES {
                let words = read_out_text(formula, subject, vocabulary);
                assert!(words.is_some_and(|words| !words.contains(['{', '}'])), "{name}: {formula}");
            }
            count += 1;
        }
    }
    assert!(count > 100, "{count}");
}

const OF_HEAPS: [&str; 31] = [
    "terminated",
    "nullDereference",
    "exception",
    "L(A)",
    "L(A) of x",
    "L(B) of return",
    "isReachable(x,y)",
    "isReachable(return,x)",
    "isReachable(x,y,[f,g])",
    "visited",
    "visited(x)",
    "reached(x)",
    "reached(return,[f])",
    "identicNeighbours",
    "unchanged(f)",
    "x == y",
    "x != y",
    "x == null",
    "x != null",
    "x.f == null",
    "return.f != y",
    "m::x == 1",
    "isTree",
    "isAcyclic",
    "isGarbageFree",
    "at(1)",
    "at(A.java:1)",
    "fails(1)",
    "fails(A.java:1)",
    "in(A.m)",
    "during(A.m)",
];

const CONDITIONS: [&str; 10] =
    ["x", "x == y", "i + 1 < n", "p::x", "failed", "terminated", "at(L)", "at(p::L)", "in(p)", "during(p)"];

/// A random formula with at most this many operators in each other.
fn random_formula(random: &mut Random, depth: usize, propositions: &[&str]) -> String {
    if depth == 0 || random.below(6) == 0 {
        return match random.below(20) {
            0 => "true".to_owned(),
            1 => "false".to_owned(),
            _ => format!("{{{}}}", random.one_of(propositions)),
        };
    }
    let operand = |random: &mut Random| random_formula(random, depth - 1, propositions);
    match random.below(16) {
        0..8 => {
            let operator = ["!", "X ", "F ", "G "][random.below(4)];
            format!("{operator}({})", operand(random))
        }
        _ => {
            let operator = ["&", "|", "->", "<->", "U", "R", "W", "M"][random.below(8)];
            format!("({}) {operator} ({})", operand(random), operand(random))
        }
    }
}

/// The same text for formulas that are read out alike: `&` between properties, and how the end of a run is written.
fn up_to_equivalence(formula: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut depth = 0;
    for letter in formula.chars() {
        depth += match letter {
            '(' | '{' => 1,
            ')' | '}' => -1,
            _ => 0,
        };
        let last = parts.last_mut().expect("one at least");
        match (letter, depth) {
            ('&', 0) => parts.push(String::new()),
            _ => last.push(letter),
        }
    }
    let mut all = Vec::new();
    for part in parts.iter().map(|part| part.trim()) {
        let inner = part.strip_prefix('(').and_then(|part| part.strip_suffix(')'));
        match inner {
            Some(inner) if formula.contains(" & ") => all.extend(up_to_equivalence(inner)),
            _ => {
                let end = part.strip_prefix("F {terminated} -> ");
                all.push(end.map_or_else(|| part.to_owned(), |rest| format!("G F {{terminated}} -> {rest}")));
            }
        }
    }
    all
}

/// Names and parentheses of a text, in order.
fn skeleton(words: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (position, part) in words.split('`').enumerate() {
        match position % 2 {
            0 => found.extend(part.matches(['(', ')', ';'])),
            _ => found.push(part),
        }
    }
    found
}

#[test]
fn different_formulas_are_read_out_differently_and_with_the_same_structure_in_all_languages() {
    let mut random = Random::new(20);
    for (subject, propositions) in [(JavaHeaps, &OF_HEAPS[..]), (BooleanPrograms, &CONDITIONS[..])] {
        let mut known: BTreeMap<String, String> = BTreeMap::new();
        for round in 0..5000 {
            let text = random_formula(&mut random, 1 + round % 5, propositions);
            let formula = canonical(&text, subject);
            let [english, german] = LANGUAGES.map(|v| read_out_text(&formula, subject, v).expect("it is right"));
            assert_eq!(skeleton(&english), skeleton(&german), "{formula}");
            for words in [english, german] {
                assert_eq!(words.matches('(').count(), words.matches(')').count());
                let other = known.entry(words.clone()).or_insert_with(|| formula.clone());
                assert_eq!(up_to_equivalence(other), up_to_equivalence(&formula), "{words}");
            }
        }
        assert!(known.len() > 4000, "{}", known.len());
    }
}

#[test]
fn long_formulas_are_quoted() {
    let long = format!("{}{{isTree}}", "X ".repeat(MAX_SIZE as usize));
    let words = read_out_text(&long, JavaHeaps, &ENGLISH).expect("it is right");
    assert!(words.starts_with("every run satisfies `X X"), "{words}");
    assert_eq!(read_out_text("F {", JavaHeaps, &ENGLISH), None);
}
