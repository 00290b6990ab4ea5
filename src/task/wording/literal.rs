//! Propositions, and their negations, as clauses.

use super::clause::{Clause, ClausePosition, fill};
use super::vocabulary::{Literal, Vocabulary};
use base::{Message, RETURN};
use ltl::logic::{Contained, Operand, Order, Proposition, VariableRef};

/// What is put into the text of a proposition.
enum Argument {
    /// A text as it is.
    Plain(String),
    /// The returned value.
    Result,
    /// A field of the returned value.
    FieldOfResult(String),
}

impl Argument {
    fn code(text: impl std::fmt::Display) -> Self {
        Argument::Plain(format!("`{text}`"))
    }

    fn variable(x: &VariableRef) -> Self {
        if x.method.is_none() && x.name == RETURN { Argument::Result } else { Argument::code(x) }
    }

    fn text(&self, dative: bool, vocabulary: &Vocabulary) -> String {
        match self {
            Argument::Plain(text) => text.clone(),
            Argument::Result => vocabulary.result[usize::from(dative)].to_owned(),
            Argument::FieldOfResult(field) => fill(vocabulary.field_of_result, &|_, _| field.clone()),
        }
    }
}

impl Vocabulary {
    /// What is so in a state in which a proposition holds, or does not.
    pub fn fact(&self, proposition: &Proposition, holds: bool) -> Message {
        Message::verbatim(self.literal(proposition, holds).text(ClausePosition::Main, self))
    }

    /// The clause of a proposition, or of its negation.
    pub(super) fn literal(&self, proposition: &Proposition, holds: bool) -> Clause {
        let (literal, arguments) = self.parts(proposition);
        let text = if holds { literal.holds } else { literal.fails };
        let argument = |number: usize, case: char| {
            arguments.get(number).map_or_else(String::new, |argument| argument.text(case == 'd', self))
        };
        Clause::new(text, &argument)
    }

    fn parts(&self, proposition: &Proposition) -> (&Literal, Vec<Argument>) {
        let plain = |text: &dyn std::fmt::Display| Argument::Plain(text.to_string());
        let all = |names: &[String]| {
            let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            Argument::Plain(quoted.join(", "))
        };
        match proposition {
            Proposition::Terminated => (&self.terminated, Vec::new()),
            Proposition::NullDereference => (&self.null_dereference, Vec::new()),
            Proposition::Exception => (&self.exception, Vec::new()),
            Proposition::Shape { nonterminal, of: None } => (&self.heap_shape, vec![plain(nonterminal)]),
            Proposition::Shape { nonterminal, of: Some(x) } => {
                (&self.shape, vec![Argument::variable(x), plain(nonterminal)])
            }
            Proposition::Reachable { from, to, selectors } => {
                let literal = if selectors.is_empty() { &self.reachable } else { &self.reachable_along };
                (literal, vec![Argument::variable(from), Argument::variable(to), all(selectors)])
            }
            Proposition::Visited(None) => (&self.visited, Vec::new()),
            Proposition::Visited(Some(x)) => (&self.visited_by, vec![Argument::variable(x)]),
            Proposition::Reached { from, selectors } => {
                let literal = if selectors.is_empty() { &self.reached } else { &self.reached_along };
                (literal, vec![Argument::variable(from), all(selectors)])
            }
            Proposition::IdenticNeighbours => (&self.neighbours, Vec::new()),
            Proposition::Unchanged(field) => (&self.unchanged, vec![plain(field)]),
            Proposition::Compare { left, field, equal, right } => {
                let left = match (field, Argument::variable(left)) {
                    (Some(field), Argument::Result) => Argument::FieldOfResult(field.clone()),
                    (Some(field), _) => Argument::code(format_args!("{left}.{field}")),
                    (None, left) => left,
                };
                let (literals, right) = match right {
                    Operand::Variable(x) => (&self.same, Argument::variable(x)),
                    constant => (&self.constant, plain(constant)),
                };
                (&literals[usize::from(!equal)], vec![left, right])
            }
            Proposition::Size { of, order, right } => {
                let right = match right {
                    Operand::Variable(x) => Argument::variable(x).text(false, self),
                    constant => constant.to_string(),
                };
                let [less, at_most, greater, at_least] = self.orders;
                let (literal, before) = match order {
                    Order::Equal => (&self.size[0], ""),
                    Order::Different => (&self.size[1], ""),
                    Order::Less => (&self.size[0], less),
                    Order::AtMost => (&self.size[0], at_most),
                    Order::Greater => (&self.size[0], greater),
                    Order::AtLeast => (&self.size[0], at_least),
                };
                (literal, vec![Argument::variable(of), plain(&format!("{before} {right}").trim_start())])
            }
            Proposition::Contains { what, collection, element } => {
                let literal = match what {
                    Contained::Element => &self.contains[0],
                    Contained::Key => &self.contains[1],
                    Contained::Value => &self.contains[2],
                };
                (literal, vec![Argument::variable(collection), Argument::variable(element)])
            }
            Proposition::IsTree => (&self.tree, Vec::new()),
            Proposition::IsAcyclic => (&self.acyclic, Vec::new()),
            Proposition::IsGarbageFree => (&self.garbage_free, Vec::new()),
            Proposition::At { file: None, line } => (&self.at_line, vec![plain(line)]),
            Proposition::At { file: Some(file), line } => (&self.at_line_of, vec![plain(line), plain(file)]),
            Proposition::Fails { file: None, line } => (&self.fails, vec![plain(line)]),
            Proposition::Fails { file: Some(file), line } => (&self.fails_in, vec![plain(line), plain(file)]),
            Proposition::In { method } => (&self.inside, vec![plain(method)]),
            Proposition::During { method } => (&self.under_way, vec![plain(method)]),
            Proposition::Label { procedure: None, label } => (&self.at_label, vec![plain(label)]),
            Proposition::Label { procedure: Some(procedure), label } => {
                (&self.at_label, vec![Argument::Plain(format!("{procedure}::{label}"))])
            }
            Proposition::Failed => (&self.failed, Vec::new()),
            Proposition::Condition(text) => (&self.condition, vec![plain(text)]),
        }
    }
}
