//! Sentences with holes that write formulas, and the other way round.
//!
//! Formula and sentence are texts with holes such as `‹x›`. A formula is what a sentence writes if its canonical text is that of
//! the sentence with something in the holes.

use serde::Serialize;

use super::vocabulary::{Subject, Vocabulary};
use Subject::{BooleanPrograms, CHeaps, CNumbers, JavaHeaps, JavaNumbers};
use base::{Message, did_you_mean};

/// A sentence about all runs, and the formula that it writes.
#[derive(Debug)]
pub struct Sentence {
    /// Its name.
    pub id: &'static str,
    formula: &'static str,
    english: &'static str,
    german: &'static str,
    subjects: &'static [Subject],
}

/// What may be put into a hole.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum HoleKind {
    /// A variable.
    Variable,
    /// The result, or a variable.
    Result,
    /// A variable that points to a list, set or queue.
    Collection,
    /// A field that holds references.
    Field,
    /// A nonterminal of a grammar.
    Nonterminal,
    /// A line, with its file if there are several.
    Line,
    /// The line of an `assert` statement.
    Assertion,
    /// A label of a boolean program.
    Label,
    /// A method, function or procedure.
    Method,
}

/// A hole of a sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SentenceHole {
    /// How it is called in the texts, between `‹` and `›`.
    pub name: char,
    /// What may be put into it.
    pub kind: HoleKind,
}

/// The returned value in formulas.
pub const RESULT: &str = "return";

const HEAPS: &[Subject] = &[JavaHeaps, CHeaps];
const JAVA: &[Subject] = &[JavaHeaps, JavaNumbers];
const ALL: &[Subject] = &[JavaHeaps, CHeaps, JavaNumbers, CNumbers, BooleanPrograms];

const fn sentence(
    subjects: &'static [Subject],
    id: &'static str,
    formula: &'static str,
    english: &'static str,
    german: &'static str,
) -> Sentence {
    Sentence { id, formula, english, german, subjects }
}

/// All sentences. A hole `‹xd›` is `‹x›` in the dative.
static SENTENCES: [Sentence; 33] = [
    sentence(ALL, "ends", "F {terminated}", "every call ends normally", "jeder Aufruf endet normal"),
    sentence(ALL, "never-ends", "G !{terminated}", "no call ends normally", "kein Aufruf endet normal"),
    sentence(
        JAVA,
        "no-exception",
        "G !({exception} | {nullDereference})",
        "no call ends with an exception",
        "kein Aufruf endet mit einer Ausnahme",
    ),
    sentence(
        HEAPS,
        "no-null-dereference",
        "G !{nullDereference}",
        "no call ends with a null dereference",
        "kein Aufruf endet mit einer Dereferenzierung von null",
    ),
    sentence(
        &[JavaHeaps],
        "assertion",
        "G !{fails(‹a›)}",
        "what is asserted in line ‹a› always holds",
        "was in Zeile ‹a› zugesichert wird, gilt immer",
    ),
    sentence(&[BooleanPrograms, CNumbers], "no-failure", "G !{failed}", "no run fails", "kein Lauf schlägt fehl"),
    sentence(
        HEAPS,
        "result-not-null",
        "G ({terminated} -> {return != null})",
        "the result is never null",
        "das Ergebnis ist nie null",
    ),
    sentence(
        HEAPS,
        "result-null",
        "G ({terminated} -> {return == null})",
        "the result is always null",
        "das Ergebnis ist immer null",
    ),
    sentence(
        HEAPS,
        "result-shape",
        "G ({terminated} -> {L(‹N›) of return})",
        "the result is always a ‹N›",
        "das Ergebnis ist immer ein ‹N›",
    ),
    sentence(
        HEAPS,
        "result-null-or-shape",
        "G ({terminated} -> {return == null} | {L(‹N›) of return})",
        "the result is always null or a ‹N›",
        "das Ergebnis ist immer null oder ein ‹N›",
    ),
    sentence(
        HEAPS,
        "heap-shape-in-the-end",
        "G ({terminated} -> {L(‹N›)})",
        "in the end, the heap is one ‹N›",
        "am Ende ist der Heap genau ein ‹N›",
    ),
    sentence(HEAPS, "heap-shape", "G {L(‹N›)}", "the heap is always one ‹N›", "der Heap ist immer genau ein ‹N›"),
    sentence(
        HEAPS,
        "nothing-lost",
        "{reached(‹x›)} -> G ({terminated} -> {reached(‹z›)})",
        "no element is lost: all that was reachable from ‹x› is reachable from ‹z› in the end",
        "kein Element geht verloren: alles, was von ‹xd› aus erreichbar war, ist am Ende von ‹zd› aus erreichbar",
    ),
    sentence(
        HEAPS,
        "visited",
        "F {visited(‹x›)}",
        "every element is visited by ‹x›",
        "jedes Element wird von ‹xd› besucht",
    ),
    sentence(
        HEAPS,
        "visited-if-it-ends",
        "F {terminated} -> F {visited(‹x›)}",
        "every call that ends normally visits every element by ‹x›",
        "jeder Aufruf, der normal endet, besucht mit ‹xd› jedes Element",
    ),
    sentence(
        HEAPS,
        "neighbours-stay",
        "G {identicNeighbours}",
        "neighbours always stay as they are",
        "Nachbarn bleiben immer, wie sie sind",
    ),
    sentence(
        HEAPS,
        "neighbours-in-the-end",
        "G ({terminated} -> {identicNeighbours})",
        "in the end, neighbours are as they were",
        "am Ende sind Nachbarn, wie sie waren",
    ),
    sentence(
        HEAPS,
        "field-stays",
        "G {unchanged(‹f›)}",
        "‹f› of every element always stays as it is",
        "‹f› jedes Elements bleibt immer, wie es ist",
    ),
    sentence(
        HEAPS,
        "field-in-the-end",
        "G ({terminated} -> {unchanged(‹f›)})",
        "in the end, ‹f› of every element is as it was",
        "am Ende ist ‹f› jedes Elements, wie es war",
    ),
    sentence(
        HEAPS,
        "reachable",
        "G ({‹x› != ‹y›} -> {isReachable(‹y›,‹x›)})",
        "‹x› is always reachable from ‹y›",
        "‹x› ist immer von ‹yd› aus erreichbar",
    ),
    sentence(
        HEAPS,
        "different",
        "G ({‹x› == ‹y›} -> {‹x› == null})",
        "‹x› and ‹y› never point to the same object",
        "‹x› und ‹y› zeigen nie auf dasselbe Objekt",
    ),
    sentence(HEAPS, "not-null", "G !{‹x› == null}", "‹x› is never null", "‹x› ist nie null"),
    sentence(
        &[JavaHeaps],
        "empty-in-the-end",
        "G ({terminated} -> {size(‹c›) == 0})",
        "in the end, ‹c› is empty",
        "am Ende ist ‹c› leer",
    ),
    sentence(
        &[JavaHeaps],
        "contained-in-the-end",
        "G ({terminated} -> {contains(‹c›,‹x›)})",
        "in the end, ‹c› contains ‹x›",
        "am Ende enthält ‹c› ‹x›",
    ),
    sentence(
        HEAPS,
        "tree",
        "G {isTree}",
        "the heap never has sharing or cycles",
        "der Heap hat nie gemeinsame Teile oder Kreise",
    ),
    sentence(HEAPS, "acyclic", "G {isAcyclic}", "the heap never has cycles", "der Heap hat nie Kreise"),
    sentence(ALL, "line-not-reached", "G !{at(‹n›)}", "no run reaches line ‹n›", "kein Lauf erreicht Zeile ‹n›"),
    sentence(ALL, "line-reached", "F {at(‹n›)}", "every run reaches line ‹n›", "jeder Lauf erreicht Zeile ‹n›"),
    sentence(ALL, "method-not-called", "G !{in(‹m›)}", "no run enters ‹m›", "kein Lauf betritt ‹m›"),
    sentence(ALL, "method-called", "F {in(‹m›)}", "every run enters ‹m›", "jeder Lauf betritt ‹m›"),
    sentence(
        &[BooleanPrograms],
        "label-not-reached",
        "G !{at(‹L›)}",
        "no run reaches the label ‹L›",
        "kein Lauf erreicht die Marke ‹L›",
    ),
    sentence(
        &[BooleanPrograms],
        "label-reached",
        "F {at(‹L›)}",
        "every run reaches the label ‹L›",
        "jeder Lauf erreicht die Marke ‹L›",
    ),
    sentence(
        &[BooleanPrograms],
        "label-again-and-again",
        "G F {at(‹L›)}",
        "every run reaches the label ‹L› again and again",
        "jeder Lauf erreicht die Marke ‹L› immer wieder",
    ),
];

/// The sentences about programs of this kind.
pub fn sentences(subject: Subject) -> impl Iterator<Item = &'static Sentence> {
    SENTENCES.iter().filter(move |sentence| sentence.subjects.contains(&subject))
}

/// The sentence that writes a formula, whose canonical text is given, with its holes filled; `None` if there is none.
pub(super) fn sentence_of(formula: &str, subject: Subject, vocabulary: &Vocabulary) -> Option<String> {
    sentences(subject).find_map(|sentence| {
        let values = matched(sentence.formula, formula, |hole, rest| {
            let is_part = |c: char| c.is_alphanumeric() || "_$@.:<>".contains(c);
            let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
            let value = &rest[..end];
            hole.kind.fits(value).then_some(value)
        })?;
        Some(sentence.words_with(vocabulary, |hole| value_of(&values, hole)))
    })
}

/// The formula that a sentence in any language writes. The beginning of a sentence is enough if it is that of only one.
///
/// # Errors
/// If there is no such sentence: what was perhaps meant.
pub fn formula_of(text: &str, subject: Subject, languages: &[&Vocabulary]) -> Result<String, Option<Message>> {
    let text = text.replace('`', "").split_whitespace().collect::<Vec<_>>().join(" ");
    let text = text.trim_end_matches('.');
    for vocabulary in languages {
        let quoted = |value: &'static str| value;
        let result = vocabulary.result.map(quoted);
        let all = sentences(subject).filter_map(|sentence| {
            let template = sentence.words(vocabulary);
            let values = matched(template, text, |hole, rest| {
                let words = result.into_iter().find(|words| rest.starts_with(words));
                let end = rest.find(' ').unwrap_or(rest.len());
                let value = words.unwrap_or(rest[..end].trim_end_matches([',', ':']));
                (words.is_some() && hole.kind == HoleKind::Result || hole.kind.fits(value)).then_some(value)
            })?;
            let value = |hole: SentenceHole| match value_of(&values, hole) {
                words if result.contains(&words.as_str()) => RESULT.to_owned(),
                value => value,
            };
            Some(replaced(sentence.formula, |hole, _| value(hole)))
        });
        // A shorter sentence may be the beginning of a longer one.
        if let Some(formula) = all.into_iter().next() {
            return Ok(formula);
        }
        let mut begin = sentences(subject)
            .filter(|sentence| holes(sentence.formula).is_empty() && sentence.words(vocabulary).starts_with(text));
        if let (Some(only), None, false) = (begin.next(), begin.next(), text.is_empty()) {
            return Ok(only.formula.to_owned());
        }
    }
    let known: Vec<String> = languages.iter().flat_map(|v| sentences(subject).map(|s| s.shown(v))).collect();
    Err(did_you_mean(text, known.iter().map(String::as_str)))
}

impl Sentence {
    /// The formula, with its holes as `‹x›`.
    pub fn formula(&self) -> &'static str {
        self.formula
    }

    /// The sentence, with its holes as `‹x›`.
    pub fn shown(&self, vocabulary: &Vocabulary) -> String {
        replaced(self.words(vocabulary), |hole, _| format!("‹{}›", hole.name))
    }

    /// Its holes, in the order of the formula.
    pub fn holes(&self) -> Vec<SentenceHole> {
        holes(self.formula)
    }

    /// The formula with something in each hole.
    pub fn formula_with(&self, value: impl Fn(SentenceHole) -> String) -> String {
        replaced(self.formula, |hole, _| value(hole))
    }

    /// The sentence with something in each hole.
    pub fn words_with(&self, vocabulary: &Vocabulary, value: impl Fn(SentenceHole) -> String) -> String {
        replaced(self.words(vocabulary), |hole, is_dative| {
            let value = value(hole);
            match hole.kind {
                HoleKind::Result if value == RESULT => vocabulary.result[usize::from(is_dative)].to_owned(),
                HoleKind::Line | HoleKind::Assertion => value,
                _ => format!("`{value}`"),
            }
        })
    }

    fn words(&self, vocabulary: &Vocabulary) -> &'static str {
        if vocabulary.verb_moves { self.german } else { self.english }
    }
}

impl HoleKind {
    /// Whether a text may be put into a hole of this kind.
    fn fits(self, text: &str) -> bool {
        let is_name = |name: &str| {
            let starts = name.starts_with(|c: char| c.is_alphabetic() || "_$@<".contains(c));
            starts && !["null", "true", "false", RESULT].contains(&name)
        };
        match self {
            HoleKind::Line | HoleKind::Assertion => {
                text.rsplit(':').next().is_some_and(|line| !line.is_empty() && line.chars().all(|c| c.is_ascii_digit()))
                    && !text.starts_with(':')
            }
            HoleKind::Method => text.split('.').all(is_name) && !text.contains(':'),
            HoleKind::Field | HoleKind::Nonterminal => is_name(text) && !text.contains(['.', ':']),
            HoleKind::Result if text == RESULT => true,
            HoleKind::Variable | HoleKind::Collection | HoleKind::Result | HoleKind::Label => {
                let (owner, name) = text.split_once("::").unzip();
                owner.is_none_or(|owner| owner.split('.').all(is_name))
                    && is_name(name.unwrap_or(text))
                    && !name.unwrap_or(text).contains(['.', ':'])
            }
        }
    }
}

fn hole(name: char) -> SentenceHole {
    let kind = match name {
        'z' => HoleKind::Result,
        'c' => HoleKind::Collection,
        'f' => HoleKind::Field,
        'N' => HoleKind::Nonterminal,
        'n' => HoleKind::Line,
        'a' => HoleKind::Assertion,
        'L' => HoleKind::Label,
        'm' => HoleKind::Method,
        _ => HoleKind::Variable,
    };
    SentenceHole { name, kind }
}

/// The text before the first hole of a template, the hole, whether it is in the dative, and the rest.
fn split(template: &str) -> Option<(&str, SentenceHole, bool, &str)> {
    let (before, after) = template.split_once('‹')?;
    let (name, rest) = after.split_once('›')?;
    Some((before, hole(name.chars().next()?), name.ends_with('d'), rest))
}

fn holes(template: &str) -> Vec<SentenceHole> {
    let mut found = Vec::new();
    let mut rest = template;
    while let Some((_, hole, _, after)) = split(rest) {
        if !found.contains(&hole) {
            found.push(hole);
        }
        rest = after;
    }
    found
}

/// The template with its holes replaced.
fn replaced(template: &str, value: impl Fn(SentenceHole, bool) -> String) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, hole, is_dative, after)) = split(rest) {
        text.push_str(before);
        text.push_str(&value(hole, is_dative));
        rest = after;
    }
    text + rest
}

/// What stands in the holes if a text is this template; `next` says what of the rest is in a hole.
fn matched<'t>(
    template: &str,
    text: &'t str,
    next: impl Fn(SentenceHole, &'t str) -> Option<&'t str>,
) -> Option<Vec<(SentenceHole, &'t str)>> {
    let mut values: Vec<(SentenceHole, &str)> = Vec::new();
    let (mut template, mut text) = (template, text);
    while let Some((before, hole, _, after)) = split(template) {
        text = text.strip_prefix(before)?;
        let value = next(hole, text)?;
        if values.iter().any(|&(other, known)| other == hole && known != value) {
            return None;
        }
        values.push((hole, value));
        (template, text) = (after, &text[value.len()..]);
    }
    (template == text).then_some(values)
}

fn value_of(values: &[(SentenceHole, &str)], hole: SentenceHole) -> String {
    values.iter().find(|(known, _)| *known == hole).map_or_else(String::new, |(_, value)| (*value).to_owned())
}
