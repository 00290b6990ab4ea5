//! The automaton of a box.

mod values;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use smallvec::smallvec;

use super::check::{Case, CaseId, Checked, Object, PredicateUse, variable};
use super::classes::{Classes, reference};
use crate::semantics::ForestProgram;
use base::{CollectByInsertion, Diagnostic, Idx, Message, Span, msg};
use heap_grammar::separation::{FieldValue, Term, TermValue};
use program::objects::ClassId;
use tree_automata::forest::{BoxDefinition, BoxId, Edge, EdgeLabel, Leaf, Part, RootId, Selector};
use tree_automata::{Rule, StateId, TreeAutomaton};

pub(crate) use values::{WORDS, any_value};

/// Most states of a box.
const STATES: usize = 2_000;

/// How an object is reached.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
struct Reached {
    /// The port that it is.
    port: Option<usize>,
    /// The selectors that it has by a box that leads to it.
    given: BTreeSet<Selector>,
    /// The class of the pointer that leads to it.
    class: Option<ClassId>,
}

/// A predicate with values for its parameters: a state.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Instance {
    place: usize,
    /// The values of the parameters after the first one.
    values: Vec<Leaf>,
    reached: Reached,
}

/// A case, with the values of parameters.
struct Scope<'d> {
    at: CaseId,
    values: Vec<(&'d str, Leaf)>,
}

impl Scope<'_> {
    /// The value of a parameter.
    fn value(&self, name: &str) -> Option<Leaf> {
        self.values.iter().find(|(own, _)| *own == name).map(|&(_, leaf)| leaf)
    }
}

/// An object of a case that is still to be described: its variable, how it is reached, and its state.
type Waiting<'d> = (&'d str, Reached, StateId);

/// Builds one box.
pub(super) struct Builder<'a, 'd> {
    system: &'a mut ForestProgram,
    checked: &'a Checked<'d>,
    classes: &'a Classes,
    /// The boxes that were built before.
    ids: &'a [Option<BoxId>],
    automaton: TreeAutomaton,
    instances: IndexMap<Instance, StateId, FxBuildHasher>,
    waiting: VecDeque<Instance>,
    /// States with those of their cases.
    silent: Vec<(StateId, StateId)>,
    /// For each state of an object the text that it comes from.
    origins: BTreeMap<StateId, Span>,
    found: &'a mut Vec<Diagnostic>,
}

impl<'a, 'd> Builder<'a, 'd> {
    pub(super) fn new(
        system: &'a mut ForestProgram,
        checked: &'a Checked<'d>,
        classes: &'a Classes,
        ids: &'a [Option<BoxId>],
        found: &'a mut Vec<Diagnostic>,
    ) -> Self {
        let (automaton, instances, waiting, silent, origins) = Default::default();
        Self { system, checked, classes, ids, automaton, instances, waiting, silent, origins, found }
    }

    fn error(&mut self, code: &'static str, span: Span, message: Message, advice: Message) {
        self.found.push(Diagnostic::error(code, span, message).suggest(advice));
    }

    /// The box of a definition; nothing if it is wrong, which was reported.
    pub(super) fn build(mut self, place: usize) -> Option<BoxDefinition> {
        let before = self.found.len();
        let definition = &self.checked.definitions[place];
        let parameters: Vec<&'d str> = definition.parameters.iter().map(|own| own.name.text.as_str()).collect();
        let mut parts: Vec<Vec<StateId>> = vec![Vec::new(); parameters.len()];
        for (case, own) in self.checked.cases[place].iter().enumerate() {
            let span = definition.cases[case].span;
            let Case::Graph(objects) = own else {
                let message = msg!("the first parameter of the box `{}` is an object", definition.name.text);
                self.error("boxes/box", span, message, msg!("let this case be one of a predicate that the box uses"));
                continue;
            };
            let values = parameters.iter().enumerate();
            let values = values.map(|(port, &name)| (name, Leaf::Reference(RootId::at(port)))).collect_by_insertion();
            let scope = Scope { at: CaseId { place, case }, values };
            for (port, name) in parameters.iter().enumerate() {
                if objects.contains_key(name) {
                    let reached = Reached { port: Some(port), ..Reached::default() };
                    let state = self.object(&scope, name, reached);
                    parts[port].push(state);
                }
            }
            if !objects.contains_key(parameters[0]) {
                let message = msg!("nothing starts at `{}`", parameters[0]);
                let advice = msg!(
                    "the first parameter of a box has edges: `x -> {{…}}`, or is the first argument of a predicate"
                );
                self.error("boxes/box", span, message, advice);
            }
        }
        let ports = parts.iter().filter(|states| !states.is_empty()).count();
        if ports > 1 && definition.cases.len() > 1 {
            let message = msg!("the cases of `{}` say something of several parameters", definition.name.text);
            let advice =
                msg!("make a box of each case, or say what differs at each parameter in a predicate of its own");
            self.error("boxes/box", definition.cases[1].span, message, advice);
        }
        while let Some(instance) = self.waiting.pop_front() {
            if self.automaton.state_count() > STATES {
                let message = msg!("`{}` has more than {STATES} states", definition.name.text);
                self.error("boxes/limit", definition.name.span, message, msg!("use predicates with fewer parameters"));
                break;
            }
            self.instance(&instance);
        }
        self.settle();
        let components: Vec<Option<StateId>> = parts.into_iter().map(|states| self.union(states)).collect();
        if self.found.len() > before {
            return None;
        }
        self.check_ends();
        let kind = match components[1..].iter().all(Option::is_none) {
            true => self.class(CaseId { place, case: 0 }, parameters[0], None, definition.cases[0].span),
            false => None,
        };
        if self.found.len() > before {
            return None;
        }
        let built = BoxDefinition::reduced(&self.system.alphabet, kind, self.automaton.clone(), components);
        match built {
            Ok(built) => Some(built),
            Err(stop) => {
                let advice = msg!("split it into several boxes");
                self.error("boxes/limit", definition.name.span, stop.message(), advice);
                None
            }
        }
    }

    /// Gives states the rules of those of their cases.
    fn settle(&mut self) {
        let mut changed = true;
        while changed {
            changed = false;
            for &(state, case) in &self.silent {
                let before = self.automaton.rules(state).len();
                for rule in self.automaton.rules(case).to_vec() {
                    self.automaton.add_rule(state, rule);
                }
                changed |= self.automaton.rules(state).len() > before;
            }
        }
    }

    fn union(&mut self, states: Vec<StateId>) -> Option<StateId> {
        match states[..] {
            [] => None,
            [only] => Some(only),
            _ => {
                let rules: Vec<Rule> = states.iter().flat_map(|&state| self.automaton.rules(state).to_vec()).collect();
                let union = self.automaton.add_state();
                self.automaton.replace(union, rules);
                Some(union)
            }
        }
    }

    /// Every predicate has a graph.
    fn check_ends(&mut self) {
        let productive = self.automaton.productive();
        let mut without: Vec<usize> = Vec::new();
        for (instance, state) in &self.instances {
            if !productive.contains(state.index()) && !without.contains(&instance.place) {
                without.push(instance.place);
            }
        }
        let empty: Vec<Span> = self
            .origins
            .iter()
            .filter(|(state, _)| !productive.contains(state.index()))
            .map(|(_, &span)| span)
            .collect();
        for &place in &without {
            let name = &self.checked.definitions[place].name;
            let message = msg!("`{}` has no end", name.text);
            let advice = msg!("add a case that does not use it again, such as `x -> {{next: null}}`");
            self.error("boxes/end", name.span, message, advice);
        }
        if let (true, Some(&span)) = (without.is_empty(), empty.first()) {
            self.error(
                "boxes/end",
                span,
                msg!("there is no such graph"),
                msg!("fields of one object have one value each"),
            );
        }
    }

    fn leaves(&mut self, leaves: &[Leaf]) -> StateId {
        let state = self.automaton.add_state();
        for &leaf in leaves {
            let rule = self.system.alphabet.leaf_rule(leaf);
            self.automaton.add_rule(state, rule);
        }
        state
    }

    /// Adds the rules of a predicate's cases.
    fn instance(&mut self, instance: &Instance) {
        let Instance { place, values, reached } = instance;
        let definition = &self.checked.definitions[*place];
        let state = self.instances[instance];
        let first = definition.parameters[0].name.text.as_str();
        for (case, own) in self.checked.cases[*place].iter().enumerate() {
            let others = definition.parameters[1..].iter().map(|own| own.name.text.as_str());
            let mut scope = Scope {
                at: CaseId { place: *place, case },
                values: others.zip(values.iter().copied()).collect_by_insertion(),
            };
            if let Some(port) = reached.port {
                scope.values.push((first, Leaf::Reference(RootId::at(port))));
            }
            let span = definition.cases[case].span;
            match own {
                Case::Is(term) => {
                    let Some(leaf) = self.leaf(&scope, term) else { continue };
                    if reached.port.is_some() || !reached.given.is_empty() && leaf.root().is_none() {
                        let message = msg!("`{first}` is an object here, and not a value");
                        let advice =
                            msg!("use `{}` where only fields lead, or leave out this case", definition.name.text);
                        self.error("boxes/value", span, message, advice);
                    }
                    let rule = self.system.alphabet.leaf_rule(leaf);
                    self.automaton.add_rule(state, rule);
                }
                Case::Graph(objects) if !objects.contains_key(first) => {
                    let message = msg!("this case says nothing of `{first}`");
                    let advice = msg!(
                        "say what it is: `{first} -> {{…}}`, `{first} == null`, or `{first} == …` for a parameter"
                    );
                    self.error("boxes/value", span, message, advice);
                }
                Case::Graph(_) => {
                    let own = self.object(&scope, first, reached.clone());
                    self.silent.push((state, own));
                }
            }
        }
    }

    /// The state of an object, with those of the objects to which only it leads.
    fn object(&mut self, scope: &Scope<'d>, name: &'d str, reached: Reached) -> StateId {
        let mut waiting = Vec::new();
        let start = self.state(scope, name, reached, &mut waiting);
        while let Some((name, reached, state)) = waiting.pop() {
            let Case::Graph(objects) = &self.checked.cases[scope.at.place][scope.at.case] else { continue };
            let Some(object) = objects.get(name) else { continue };
            if let Some(rule) = self.node(scope, name, object, &reached, &mut waiting) {
                self.automaton.add_rule(state, rule);
            }
        }
        start
    }

    fn state(&mut self, scope: &Scope<'d>, name: &'d str, reached: Reached, waiting: &mut Vec<Waiting<'d>>) -> StateId {
        let Case::Graph(objects) = &self.checked.cases[scope.at.place][scope.at.case] else { return self.leaves(&[]) };
        let Some(PredicateUse { place, arguments, .. }) = objects.get(name).and_then(|own| self.checked.state(own))
        else {
            let state = self.automaton.add_state();
            self.origins.insert(state, self.checked.definitions[scope.at.place].cases[scope.at.case].span);
            waiting.push((name, reached, state));
            return state;
        };
        let values = arguments.iter().map(|term| self.leaf(scope, term).unwrap_or(Leaf::Unknown)).collect();
        let instance = Instance { place, values, reached };
        if let Some(&known) = self.instances.get(&instance) {
            return known;
        }
        let state = self.automaton.add_state();
        self.instances.insert(instance.clone(), state);
        self.waiting.push_back(instance);
        state
    }

    /// The rule of an object.
    fn node(
        &mut self,
        scope: &Scope<'d>,
        name: &'d str,
        object: &'a Object<'d>,
        reached: &Reached,
        waiting: &mut Vec<Waiting<'d>>,
    ) -> Option<Rule> {
        let (_, fields, span) = object.fields.unwrap_or_else(|| {
            let name = object.predicates[0].name;
            (None, &[], name.span)
        });
        let kind = match reached.port {
            Some(_) => None,
            None => Some(self.class(scope.at, name, reached.class, span)?),
        };
        let usual = || {
            self.classes
                .class(self.system, self.checked, scope.at, name, None)
                .map_or_else(|kinds| kinds, |kind| vec![kind])
        };
        let kinds = kind.map_or_else(usual, |kind| vec![kind]);
        let mut given = reached.given.clone();
        let mut edges: Vec<Edge> = Vec::new();
        for uses in &object.predicates {
            edges.push(self.boxed(scope, uses, &mut given, waiting)?);
        }
        for FieldValue { field, value } in fields {
            let selector = self.selector(&kinds, name, field)?;
            if !given.insert(selector) {
                let message = msg!("a box gives `{name}` the field `{}` as well", field.text);
                self.error("boxes/field", field.span, message, msg!("leave it out: a field has one value"));
            }
            edges.push(self.field(scope, selector, value, waiting)?);
        }
        if let Some(kind) = kind {
            self.complete(kind, &given, span, &mut edges);
        }
        Some(self.system.alphabet.node_rule(kind, edges))
    }

    /// The edge of a box from an object.
    fn boxed(
        &mut self,
        scope: &Scope<'d>,
        uses: &PredicateUse<'d>,
        given: &mut BTreeSet<Selector>,
        waiting: &mut Vec<Waiting<'d>>,
    ) -> Option<Edge> {
        // What it uses was built before, unless that was wrong.
        let id = self.ids[uses.place]?;
        let mut is_new = true;
        for &selector in self.system.alphabet.boxes[id].covered(0) {
            is_new &= given.insert(selector);
        }
        if !is_new {
            let message = msg!("`{}` gives the object a field that it has already", uses.name.text);
            self.error("boxes/field", uses.name.span, message, msg!("a field has one value: leave out the other one"));
        }
        let mut targets = smallvec![];
        for (port, term) in uses.arguments.iter().enumerate() {
            let covered = self.system.alphabet.boxes[id].covered(port + 1).clone();
            if matches!(&term.value, TermValue::Null | TermValue::Integer(_) | TermValue::Wildcard(_))
                && !covered.is_empty()
            {
                let message = msg!("the box `{}` has fields at an object here", uses.name.text);
                self.error("boxes/argument", term.span, message, msg!("write a variable"));
            }
            let reached = Reached { given: covered, ..Reached::default() };
            targets.push(self.target(scope, term, reached, waiting)?);
        }
        Some((EdgeLabel::Box(id), targets))
    }

    /// The state of what a term stands for.
    fn target(
        &mut self,
        scope: &Scope<'d>,
        term: &'d Term,
        reached: Reached,
        waiting: &mut Vec<Waiting<'d>>,
    ) -> Option<StateId> {
        if let Some((name, _)) = variable(term)
            && scope.value(&name.text).is_none()
            && !self.is_parameter(scope, &name.text)
        {
            return Some(self.state(scope, &name.text, reached, waiting));
        }
        let whole = match &term.value {
            TermValue::Variable { name, class, .. } => {
                let value = TermValue::Variable { name: name.clone(), part: String::new(), class: class.clone() };
                Term { value, span: term.span }
            }
            _ => term.clone(),
        };
        let leaf = self.leaf(scope, &whole)?;
        Some(self.leaves(&[leaf]))
    }

    fn is_parameter(&self, scope: &Scope<'d>, name: &str) -> bool {
        self.checked.definitions[scope.at.place].parameters.iter().any(|own| own.name.text == name)
    }

    /// The edge of a field.
    fn field(
        &mut self,
        scope: &Scope<'d>,
        selector: Selector,
        value: &'d Term,
        waiting: &mut Vec<Waiting<'d>>,
    ) -> Option<Edge> {
        let is_reference = self.system.selector_type(selector).is_reference();
        let any = matches!(&value.value, TermValue::Wildcard(word) if word.is_empty());
        let fits = match &value.value {
            TermValue::Null => is_reference,
            TermValue::Integer(_) => !is_reference,
            TermValue::Wildcard(_) | TermValue::Variable { .. } => true,
        };
        if !fits {
            let (message, advice) = match is_reference {
                true => (msg!("a pointer is no number"), msg!("write `null` or a variable")),
                false => (msg!("a number is not null"), msg!("write a number or `_`")),
            };
            self.error("boxes/value", value.span, message, advice);
            return None;
        }
        if any {
            let leaves = any_value(self.system, selector);
            return Some((EdgeLabel::Selector(selector, Part::WHOLE), smallvec![self.leaves(&leaves)]));
        }
        let part = match variable(value) {
            Some((name, part)) => self.part(scope, &name.text, part, value.span),
            None => Part::WHOLE,
        };
        let class = reference(self.system, selector).filter(|_| part == Part::WHOLE);
        let target = self.target(scope, value, Reached { class, ..Reached::default() }, waiting)?;
        Some((EdgeLabel::Selector(selector, part), smallvec![target]))
    }
}
