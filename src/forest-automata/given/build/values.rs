//! What names and values in definitions stand for.

use std::collections::BTreeSet;

use smallvec::smallvec;

use super::{Builder, CaseId, Scope};
use crate::semantics::ForestProgram;
use base::{CollectByInsertion, Message, Span, msg};
use heap_grammar::separation::{Name, Term, TermValue};
use program::objects::ClassId;
use tree_automata::forest::{Edge, EdgeLabel, Leaf, NodeKind, Part, Selector};

impl<'d> Builder<'_, 'd> {
    /// The value of a term that is no object of the case; none if it is wrong, which was reported.
    pub(super) fn leaf(&mut self, scope: &Scope<'d>, term: &Term) -> Option<Leaf> {
        let span = term.span;
        match &term.value {
            TermValue::Null => Some(Leaf::Null),
            TermValue::Integer(number) if self.system.followed().contains(number) => Some(Leaf::Integer(*number)),
            TermValue::Integer(number) => {
                let followed: Vec<Message> = self.system.followed().iter().map(Message::verbatim).collect();
                let message = msg!("the analysis does not follow the number {number}");
                self.error(
                    "boxes/value",
                    span,
                    message,
                    msg!("write `_`; it follows {}", Message::joined(&followed, ", ")),
                );
                None
            }
            TermValue::Wildcard(word) => match WORDS.iter().find(|(name, _)| name == word) {
                Some((_, leaf)) => Some(*leaf),
                None if word.is_empty() => {
                    self.error(
                        "boxes/value",
                        span,
                        msg!("`_` is the value of a field"),
                        msg!("write `_number` or `_unknown`"),
                    );
                    None
                }
                None => {
                    let words = Message::any_of(WORDS.iter().map(|(name, _)| msg!("`_{name}`")));
                    let message = msg!("`_{word}` is no value");
                    self.error("boxes/value", span, message, msg!("write `_`, {words}"));
                    None
                }
            },
            TermValue::Variable { name, part, .. } => {
                if !part.is_empty() {
                    let advice = msg!("parts stand where a field leads to them: `link.next: y.link`");
                    self.error("boxes/value", span, msg!("a part of an object is no value here"), advice);
                    return None;
                }
                let leaf = scope.value(&name.text);
                if leaf.is_none() {
                    let message = msg!("the object at `{}` is reached twice", name.text);
                    let advice =
                        msg!("it is inside of a structure: only ports of the box are reached by several edges");
                    self.error("boxes/reached", span, message, advice);
                }
                leaf
            }
        }
    }

    /// The class of the object at a variable; nothing if it is not clear, which is reported.
    pub(super) fn class(&mut self, at: CaseId, name: &str, reached: Option<ClassId>, span: Span) -> Option<NodeKind> {
        match self.classes.class(self.system, self.checked, at, name, reached) {
            Ok(kind) => Some(kind),
            Err(kinds) => {
                let names: Vec<Message> =
                    kinds.iter().take(8).map(|&kind| Message::code(self.system.class_name(kind))).collect();
                let shown = Message::joined(&names, ", ");
                let message = msg!("the class of `{name}` is not clear");
                let advice = msg!("write `{name}: … -> {{…}}` with one of {shown}");
                self.error("boxes/class", span, message, advice);
                None
            }
        }
    }

    /// The selector of a field, which is the same in all classes that the object may have.
    pub(super) fn selector(&mut self, kinds: &[NodeKind], name: &str, field: &Name) -> Option<Selector> {
        let selectors = kinds.iter().filter_map(|kind| self.classes.names[kind].selector(&field.text));
        let selectors: BTreeSet<Selector> = selectors.collect_by_insertion();
        if selectors.len() > 1 {
            let message = msg!("several classes have a field `{}`", field.text);
            let names: Vec<&str> = kinds.iter().map(|&kind| self.system.class_name(kind)).collect();
            let advice =
                msg!("name the class: `{name}: … -> {{…}}`, with one of {}", Message::verbatim(names.join(", ")));
            self.error("boxes/class", field.span, message, advice);
        }
        selectors.first().copied()
    }

    /// The part of the object at a variable that these fields lead to.
    pub(super) fn part(&mut self, scope: &Scope<'d>, name: &str, part: &str, span: Span) -> Part {
        if part.is_empty() {
            return Part::WHOLE;
        }
        let kinds = self.classes.candidates(scope.at, name);
        let parts = kinds.iter().filter_map(|kind| self.classes.names[kind].part(part));
        let parts: BTreeSet<Part> = parts.collect_by_insertion();
        if parts.len() != 1 {
            let (message, advice) = match parts.is_empty() {
                true => {
                    (msg!("the object at `{name}` has no part `{part}`"), msg!("a part is a structure inside of it"))
                }
                false => (msg!("several classes have a part `{part}`"), msg!("name the class of the variable: `y: …`")),
            };
            self.error("boxes/class", span, message, advice);
        }
        parts.first().copied().unwrap_or(Part::WHOLE)
    }

    /// Adds numbers that are not given.
    pub(super) fn complete(&mut self, kind: NodeKind, given: &BTreeSet<Selector>, span: Span, edges: &mut Vec<Edge>) {
        for selector in self.system.selectors(kind) {
            if given.contains(&selector) {
                continue;
            }
            if self.system.selector_type(selector).is_reference() {
                let field = self.system.selector_name(Some(kind), selector);
                let message = msg!("nothing is said of the field `{field}` of `{}`", self.system.class_name(kind));
                let advice = msg!("add `{field}: null`, `{field}: …` with a variable, or `{field}: _`");
                self.error("boxes/field", span, message, advice);
                continue;
            }
            let leaves = any_value(self.system, selector);
            let state = self.leaves(&leaves);
            edges.push((EdgeLabel::Selector(selector, Part::WHOLE), smallvec![state]));
        }
    }
}

/// Words for values that are no objects, after `_`.
pub(crate) const WORDS: [(&str, Leaf); 5] = [
    ("number", Leaf::Number),
    ("unknown", Leaf::Unknown),
    ("object", Leaf::Object),
    ("undefined", Leaf::Undefined),
    ("dangling", Leaf::Dangling),
];

/// What `_` stands for: any number, or null or a pointer of which nothing is known.
pub(crate) fn any_value(system: &ForestProgram, selector: Selector) -> Vec<Leaf> {
    match system.selector_type(selector).is_reference() {
        true => vec![Leaf::Null, Leaf::Unknown, Leaf::Object],
        false => {
            let followed = system.followed().iter().map(|&number| Leaf::Integer(number));
            followed.chain([Leaf::Number]).collect()
        }
    }
}
