//! The parser of formulas on unusual texts.

use hrglass::base::{FileId, Random};
use hrglass::logic::{Formulas, negation_normal_form, parse_formula};

/// Texts that contain every construct.
const TEXTS: [&str; 10] = [
    "(GF {terminated} -> F ({terminated} & {return == null}))",
    "G ({terminated} -> {L(RefSLList)}) && [] !{nullDereference}",
    "□◇{isReachable(x, y, [next, prev])} ∧ ¬○{visited(größe)} → ⊤ ↔ ⊥",
    "{m::x.next != @this} U ({List.<init>::t == -1} R {L(BT) of root})",
    "({isTree} W {isAcyclic}) M {isGarbageFree} | {identicNeighbours}",
    "F {at(List.java:12)} <-> X {in(List.reverse)} <=> {exception}",
    "GFXXG!true -> (false V {visited})",
    "{x == true} || {y==false}&&{z == 0}",
    "! ! ! ((((({x == y})))))",
    "{tree} & {foo} ( ) terminated",
];

/// Parses a text; checks properties that hold for every text.
fn check(text: &str) -> bool {
    let mut formulas = Formulas::new();
    let (formula, diagnostics) = parse_formula(text, FileId(0), &mut formulas);
    assert_eq!(formula.is_none(), !diagnostics.is_empty(), "{text:?}");
    for diagnostic in &diagnostics {
        let span = diagnostic.span.expect("every finding has a place");
        assert!(span.start <= span.end && span.end as usize <= text.len() + 1, "{text:?}: {diagnostic:?}");
        assert!(text.is_char_boundary(span.start as usize), "{text:?}: {diagnostic:?}");
    }
    let Some(formula) = formula else { return false };
    let normal = negation_normal_form(&mut formulas, formula).formula();
    for formula in [formula, normal] {
        let printed = formulas.display(formula).to_string();
        assert_eq!(parse_formula(&printed, FileId(0), &mut formulas), (Some(formula), vec![]), "{text:?}");
    }
    true
}

#[test]
fn truncations() {
    for text in TEXTS {
        for (end, _) in text.char_indices() {
            check(&text[..end]);
            check(&text[end..]);
        }
    }
}

#[test]
fn mutations() {
    let mut random = Random::new(0xA076_1D64_78BD_642F);
    let letters: Vec<char> = TEXTS.concat().chars().collect();
    let mut accepted = 0;
    for _ in 0..20_000 {
        let mut text: Vec<char> = TEXTS[random.below(TEXTS.len())].chars().collect();
        for _ in 0..=random.below(4) {
            let (here, there) = (random.below(text.len()), random.below(text.len()));
            match random.below(4) {
                0 => text[here] = letters[random.below(letters.len())],
                1 => text.insert(here, letters[random.below(letters.len())]),
                2 => text.swap(here, there),
                _ if text.len() > 1 => drop(text.remove(here)),
                _ => {}
            }
        }
        accepted += usize::from(check(&text.into_iter().collect::<String>()));
    }
    assert!(accepted > 1000, "{accepted}");
}

#[test]
fn noise() {
    let mut random = Random::new(0xE703_7ED1_A0B4_28DB);
    for _ in 0..20_000 {
        let bytes: Vec<u8> = (0..random.below(40)).map(|_| random.below(256) as u8).collect();
        check(&String::from_utf8_lossy(&bytes));
        let signs: String =
            (0..random.below(40)).map(|_| b"{}()!&|<->[]XFGURWM =.,:x0"[random.below(26)] as char).collect();
        check(&signs);
    }
}

#[test]
fn long_and_deep_texts() {
    let n = 100_000;
    let accepted = |text: &str| parse_formula(text, FileId(0), &mut Formulas::new()).0.is_some();
    assert!(accepted(&format!("{}{{visited}}{}", "(".repeat(n), ")".repeat(n))));
    for text in ["(", ")", "!", "X", "{", "}", "{x", "true -> ", "true U (", "{x == y} & ", "G{L(", "foo ", " "] {
        assert!(!accepted(&text.repeat(n)), "{text}");
    }
    for operator in ["->", "<->", "U", "W", "M", "&"] {
        let text = vec!["{visited}"; 4000].join(operator);
        let mut formulas = Formulas::new();
        let (formula, _) = parse_formula(&text, FileId(0), &mut formulas);
        let normal = negation_normal_form(&mut formulas, formula.expect("it parses"));
        assert!(formulas.subformulas(normal.formula()).len() < 40_000);
        assert!(formulas.display(normal.formula()).to_string().len() < 1_000_000);
    }
}
