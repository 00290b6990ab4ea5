//! What the pictures of boolean programs show.

use std::ops::Range;

use super::BooleanProof;
use super::space::{Known, ValuationSpace};
use super::story::content_hash;
use crate::valuation::{PartialValue, States, ValuationId};
use analysis::proof_view::proof_view;
use analysis::states::{DescribeStates, SourcePlace, contracts, state_space};
use base::{Idx, Message, Sources, msg};
use ltl::logic::Truth;
use program::guarded::{Action, Ersm, VariableId};
use report::content::ContentKind;
use report::contracts::ContractView;
use report::proof::ProofView;
use report::space::StateSpaceView;
use report::valuation::{ValuationView, VariableView};
use rsm::NodeId;
use rustc_hash::FxHashMap;

/// States of a boolean program, to be shown.
#[derive(Clone, Copy)]
struct ShownStates<'a> {
    ersm: &'a Ersm,
    known: &'a Known,
    sources: &'a Sources,
}

impl<'a> ShownStates<'a> {
    fn states(self) -> &'a States {
        &self.known.states
    }

    /// The values of the variables of the program in a state, those of choices and results left out.
    fn valuation(&self, state: ValuationId) -> ValuationView {
        let (component, _) = self.states().place(state);
        let mut view = ValuationView { procedure: self.ersm.components[component].name.clone(), ..Default::default() };
        for id in (0..self.ersm.scope(component)).map(VariableId::at) {
            let variable = self.ersm.variable(component, id);
            if variable.is_hidden() {
                continue;
            }
            let (value, is_open) = match self.states().value(state, id) {
                PartialValue::Is(value) => (variable.domain.written(value), false),
                PartialValue::From(first) if first == variable.domain.low() => (msg!("any").to_string(), true),
                PartialValue::From(first) => (format!("≥ {first}"), true),
            };
            let group = if id.index() < self.ersm.globals.len() { &mut view.globals } else { &mut view.locals };
            group.push(VariableView { name: variable.name.clone(), value, is_open, before: None });
        }
        view
    }

    /// What is decided on the way from one state to another of the same place.
    fn decision(&self, state: ValuationId, next: ValuationId) -> String {
        let (component, _) = self.states().place(state);
        let mut variables = (0..self.ersm.scope(component)).map(VariableId::at);
        let differs = |v: &VariableId| self.states().value(state, *v) != self.states().value(next, *v);
        let Some(id) = variables.find(differs) else { return String::new() };
        let variable = self.ersm.variable(component, id);
        let name = if variable.is_hidden() { "*" } else { &variable.name };
        match self.states().value(next, id) {
            PartialValue::Is(value) => {
                msg!("{} is {}", Message::verbatim(name), Message::verbatim(variable.domain.written(value))).to_string()
            }
            PartialValue::From(first) => format!("{name} ≥ {first}"),
        }
    }
}

impl DescribeStates<ValuationId> for ShownStates<'_> {
    const CONTENTS: ContentKind = ContentKind::Valuations;

    fn place(&self, state: ValuationId) -> SourcePlace {
        let (component, place) = self.states().place(state);
        let component = &self.ersm.components[component];
        let span = component.cfa.locations[place].span;
        let file = self.sources.file(span.file);
        let ((line, column), (end_line, end_column)) = (file.position(span.start), file.position(span.end));
        SourcePlace { method: component.name.clone(), file: file.name.clone(), line, column, end_line, end_column }
    }

    fn name(&self, state: ValuationId) -> String {
        let (component, place) = self.states().place(state);
        let values = (0..self.ersm.scope(component)).map(|v| match self.states().value(state, VariableId::at(v)) {
            PartialValue::Is(value) => Some(value),
            PartialValue::From(_) => None,
        });
        format!("{:016x}", content_hash(component, place, values))
    }

    fn location(&self, state: ValuationId) -> u32 {
        self.states().place(state).1.0
    }

    fn content(&self, state: ValuationId) -> (u32, u32) {
        let (component, _) = self.states().place(state);
        let variables = (0..self.ersm.scope(component)).map(VariableId::at);
        let decided = variables.filter(|&v| matches!(self.states().value(state, v), PartialValue::Is(_)));
        (state.0, u32::at(decided.count()))
    }

    fn operation(&self, state: ValuationId, next: Option<ValuationId>) -> String {
        let Some(next) = next else { return String::new() };
        let ((component, place), (inside, target)) = (self.states().place(state), self.states().place(next));
        if self.known.is_unresolved(state) {
            return self.decision(state, next);
        }
        let mut edges = self.ersm.components[component].cfa.edges_from(place).map(|(_, edge)| edge);
        let leads_there = |action: &Action, to| match action {
            Action::Call { callee, .. } => {
                *callee == inside && self.ersm.components[inside].cfa.entry == target || to == target
            }
            Action::Assign(_) => to == target,
        };
        let edge = edges.find(|edge| leads_there(&edge.action, edge.target) && self.states().is_enabled(state, edge));
        edge.map_or(String::new(), |edge| self.ersm.operation(component, edge))
    }
}

impl ValuationSpace {
    fn shown(&self) -> ShownStates<'_> {
        ShownStates { ersm: &self.ersm, known: &self.generated.known, sources: &self.sources }
    }

    /// The state space without labels.
    pub(crate) fn state_space(&self) -> StateSpaceView {
        state_space(&self.generated.rsm, &self.shown())
    }

    /// Labels states: propositions are shown where all that they read is decided.
    pub(crate) fn label(&self, view: &mut StateSpaceView, states: Range<usize>) {
        let known = &self.generated.known;
        for (shown, node) in view.states.iter_mut().zip(&self.generated.rsm.nodes).take(states.end).skip(states.start) {
            let holds = |p| known.states.label(&self.observed, node.state, p) == Truth::True;
            let holding = self.formulas.propositions().filter(|&(p, _)| !known.is_unresolved(node.state) && holds(p));
            shown.labels = holding.map(|(_, proposition)| proposition.to_string()).collect();
        }
    }

    /// The values of the variables in the state with this number.
    pub(crate) fn valuation(&self, number: u32) -> Option<ValuationView> {
        let is_known = number.index() < self.generated.known.states.len();
        is_known.then(|| self.shown().valuation(ValuationId(number)))
    }

    /// The names of the variables that are decided in the state with this number.
    pub(crate) fn variables(&self, number: u32) -> Vec<String> {
        let view = self.valuation(number).unwrap_or_default();
        let all = view.globals.into_iter().chain(view.locals);
        all.filter(|variable| !variable.is_open).map(|variable| variable.name).collect()
    }

    /// The contracts of all procedures, one for each component.
    pub(crate) fn contracts(&self) -> Vec<ContractView> {
        contracts(&self.generated.rsm, &self.shown())
    }

    /// A proof structure with the states of its own search.
    pub(crate) fn proof(&self, kept: &BooleanProof) -> ProofView {
        let own = ShownStates { ersm: &self.ersm, known: &kept.known, sources: &self.sources };
        let mut nodes: FxHashMap<ValuationId, NodeId> = FxHashMap::default();
        for (id, node) in self.generated.rsm.nodes.iter_enumerated() {
            nodes.entry(node.state).or_insert(id);
        }
        let node = |state| nodes.get(&self.generated.known.states.same_as(&kept.known.states, state)?).copied();
        proof_view(&kept.proof, Some(&kept.run).and_then(Option::as_ref), &self.formulas, &own, |state| {
            (Some(state), node(state))
        })
    }
}
