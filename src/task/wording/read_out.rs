//! Formulas in words.
//!
//! A proposition, or its negation, is a clause; operators with one operand are adverbs of a clause; everything else puts
//! clauses together, and what is put together stands in parentheses where it is part of something else. So the words have
//! the structure of the formula: two formulas with the same words differ at most in how `&` is grouped between whole
//! properties, and in whether *in every run that ends normally* is written `F {terminated}` or `G F {terminated}`.

use super::clause::{Clause, ClausePosition, fill};
use super::sentence::sentence_of;
use super::vocabulary::{Subject, Vocabulary};
use base::{Idx, IndexVec, Sources};
use ltl::logic::{
    Binary, Formula, FormulaId, Formulas, Proposition, Unary, parse_condition, parse_formula, parse_formula_with,
};

/// Formulas with more operators and operands are quoted: nobody could follow them.
pub const MAX_SIZE: u32 = 200;

/// A formula as a property of all runs, in words.
pub fn read_out(formulas: &Formulas, formula: FormulaId, subject: Subject, vocabulary: &Vocabulary) -> String {
    if size(formulas, formula) > MAX_SIZE {
        return fill(vocabulary.satisfies, &|_, _| formulas.display(formula).to_string());
    }
    let reader = Reader { formulas, subject, vocabulary };
    let mut all = Vec::new();
    reader.conjuncts(formula, &mut all);
    all.join(vocabulary.all_of)
}

/// The text of a formula as a property of all runs, in words; `None` if it has errors.
pub fn read_out_text(text: &str, subject: Subject, vocabulary: &Vocabulary) -> Option<String> {
    let mut formulas = Formulas::new();
    let mut sources = Sources::default();
    let file = sources.add("formula", text);
    let (formula, _) = match subject.is_of_heaps() {
        true => parse_formula(text, file, &mut formulas),
        false => parse_formula_with(parse_condition, text, file, &mut formulas),
    };
    formula.map(|formula| read_out(&formulas, formula, subject, vocabulary))
}

/// The operators and operands of a formula, or a number that is too large.
fn size(formulas: &Formulas, root: FormulaId) -> u32 {
    let mut sizes: IndexVec<FormulaId, u32> = IndexVec::filled(0, root.index() + 1);
    for part in formulas.subformulas(root) {
        sizes[part] = formulas.formula(part).operands().fold(1, |sum, operand| sum.saturating_add(sizes[operand]));
    }
    sizes[root]
}

/// From where a formula looks at a run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Viewpoint {
    /// From its first state.
    Start,
    /// From any state.
    Anywhere,
}

struct Reader<'a> {
    formulas: &'a Formulas,
    subject: Subject,
    vocabulary: &'a Vocabulary,
}

impl Reader<'_> {
    /// Adds what all runs satisfy: each operand of a conjunction is a property of its own.
    fn conjuncts(&self, root: FormulaId, out: &mut Vec<String>) {
        match self.formulas.formula(root) {
            Formula::Binary(Binary::And, a, b) => {
                self.conjuncts(a, out);
                self.conjuncts(b, out);
            }
            _ => out.push(self.property(root)),
        }
    }

    /// One property of all runs.
    fn property(&self, root: FormulaId) -> String {
        let words = self.vocabulary;
        if let Some(sentence) = sentence_of(&self.formulas.display(root).to_string(), self.subject, words) {
            return sentence;
        }
        if let Formula::Binary(Binary::Implies, a, b) = self.formulas.formula(root)
            && self.is_end(a)
        {
            return self.connected(words.of_every_ending_run, &[b], Viewpoint::Start);
        }
        if let Formula::Unary(Unary::Globally, a) = self.formulas.formula(root) {
            return match self.formulas.formula(a) {
                Formula::Binary(Binary::Implies, a, b) => self.connected(words.whenever, &[a, b], Viewpoint::Anywhere),
                Formula::Unary(Unary::Finally, _) => self.in_every_run(root),
                _ => self.clause(root, Viewpoint::Start).text(ClausePosition::Main, words),
            };
        }
        match self.statement(root, Viewpoint::Start) {
            Some(statement) => fill(words.of_every_run, &|_, _| statement.clone()),
            None => self.in_every_run(root),
        }
    }

    fn in_every_run(&self, root: FormulaId) -> String {
        let mut clause = self.clause(root, Viewpoint::Start);
        clause.adverbs.insert(0, self.vocabulary.in_every_run.to_owned());
        clause.text(ClausePosition::Main, self.vocabulary)
    }

    /// Whether a formula says that the run ends normally: it stays in its last state then.
    fn is_end(&self, formula: FormulaId) -> bool {
        match self.formulas.formula(formula) {
            Formula::Unary(Unary::Globally, a) => {
                matches!(self.formulas.formula(a), Formula::Unary(Unary::Finally, _)) && self.is_end(a)
            }
            Formula::Unary(Unary::Finally, a) => match self.formulas.formula(a) {
                Formula::Atom(proposition) => *self.formulas.proposition(proposition) == Proposition::Terminated,
                _ => false,
            },
            _ => false,
        }
    }

    /// The text of a formula that is put together of clauses; `None` if it is one clause.
    fn statement(&self, formula: FormulaId, from: Viewpoint) -> Option<String> {
        let words = self.vocabulary;
        let (text, operands, from) = match self.formulas.formula(formula) {
            Formula::Unary(Unary::Globally, a) => match self.formulas.formula(a) {
                Formula::Binary(Binary::Implies, a, b) => {
                    let text = if from == Viewpoint::Start { words.whenever } else { words.whenever_from_then_on };
                    (text, [a, b], Viewpoint::Anywhere)
                }
                _ => return None,
            },
            Formula::Binary(Binary::WeakUntil, a, b) => match self.formulas.formula(a) {
                Formula::Unary(Unary::Not, a) => (words.not_before, [a, b], Viewpoint::Anywhere),
                _ => (words.weak_until, [a, b], Viewpoint::Anywhere),
            },
            Formula::Binary(operator, a, b) => match operator {
                Binary::And => (words.and, [a, b], from),
                Binary::Or => (words.or, [a, b], from),
                Binary::Implies => (words.implies, [a, b], from),
                Binary::Iff => (words.iff, [a, b], from),
                Binary::Until => (words.until, [a, b], Viewpoint::Anywhere),
                Binary::Release => (words.release, [a, b], Viewpoint::Anywhere),
                Binary::WeakUntil => (words.weak_until, [a, b], Viewpoint::Anywhere),
                Binary::StrongRelease => (words.strong_release, [a, b], Viewpoint::Anywhere),
            },
            _ => return None,
        };
        Some(self.connected(text, &operands, from))
    }

    /// A text with operands at its places. All but the last are in parentheses if they have adverbs, which might else seem to
    /// belong to what follows.
    fn connected(&self, text: &str, operands: &[FormulaId], from: Viewpoint) -> String {
        let words = self.vocabulary;
        let clauses: Vec<Clause> = operands.iter().map(|&operand| self.clause(operand, from)).collect();
        let last = text.rsplit('{').next().and_then(|place| place.chars().next()?.to_digit(10));
        fill(text, &|number, letter| {
            let position = match letter {
                's' => ClausePosition::Subordinate,
                'i' => ClausePosition::Inverted,
                _ => ClausePosition::Main,
            };
            let Some(clause) = clauses.get(number) else { return String::new() };
            let is_plain = clause.adverbs.iter().all(|adverb| adverb == words.at_the_start);
            if is_plain || last.map(Idx::index) == Some(number) {
                return clause.text(position, words);
            }
            self.parenthesised(clause.text(ClausePosition::Main, words), true).text(position, words)
        })
    }

    /// A formula as one clause, in parentheses if it is put together.
    fn clause(&self, formula: FormulaId, from: Viewpoint) -> Clause {
        if let Some(statement) = self.statement(formula, from) {
            return self.parenthesised(statement, true);
        }
        let words = self.vocabulary;
        let (holds, a) = match self.formulas.formula(formula) {
            Formula::Unary(Unary::Not, a) => (false, a),
            _ => (true, formula),
        };
        let mut literal = match self.formulas.formula(a) {
            Formula::Atom(proposition) => words.literal(self.formulas.proposition(proposition), holds),
            Formula::True | Formula::False => {
                let value = self.formulas.formula(a) == Formula::True;
                let text = if holds { words.truth.holds } else { words.truth.fails };
                return Clause::new(text, &|_, _| value.to_string());
            }
            _ if !holds => {
                let statement = self.statement(a, from);
                let statement = statement.unwrap_or_else(|| self.clause(a, from).text(ClausePosition::Main, words));
                return self.parenthesised(statement, false);
            }
            _ => return self.adverbial(formula, from),
        };
        if from == Viewpoint::Start {
            literal.adverbs.push(words.at_the_start.to_owned());
        }
        literal
    }

    /// A statement in parentheses, or that it is not the case.
    fn parenthesised(&self, statement: String, holds: bool) -> Clause {
        let literal = &self.vocabulary.statement;
        Clause::new(if holds { literal.holds } else { literal.fails }, &|_, _| statement.clone())
    }

    /// `X`, `F` and `G`: adverbs of what they are applied to.
    fn adverbial(&self, formula: FormulaId, from: Viewpoint) -> Clause {
        let words = self.vocabulary;
        let starts = from == Viewpoint::Start;
        let unary = |formula: FormulaId| match self.formulas.formula(formula) {
            Formula::Unary(operator, a) => Some((operator, a)),
            _ => None,
        };
        let Some((operator, a)) = unary(formula) else { return self.clause(formula, from) };
        let (adverb, operand) = match (operator, unary(a)) {
            (Unary::Finally, Some((Unary::Globally, b))) => (words.from_some_point_on.to_owned(), b),
            (Unary::Globally, Some((Unary::Finally, b))) => (words.again_and_again.to_owned(), b),
            (Unary::Globally, Some((Unary::Not, b))) => {
                (if starts { words.never } else { words.never_from_then_on }.to_owned(), b)
            }
            (Unary::Globally, _) => (if starts { words.at_every_point } else { words.from_then_on }.to_owned(), a),
            (Unary::Finally, _) => (if starts { words.at_some_point } else { words.then_or_later }.to_owned(), a),
            _ => {
                let (mut steps, mut operand) = (1, a);
                while let Some((Unary::Next, b)) = unary(operand) {
                    (steps, operand) = (steps + 1, b);
                }
                let many = || fill(words.steps, &|_, _| steps.to_string());
                (if steps == 1 { words.next.to_owned() } else { many() }, operand)
            }
        };
        let mut clause = self.clause(operand, Viewpoint::Anywhere);
        clause.adverbs.insert(0, adverb);
        clause
    }
}
