//! Paths with calls as steps in a row: every call has variables of its own.

use std::collections::BTreeSet;

use crate::blocks::{BlockProgram, FlatVariable, FrameId, HeadId, UnitHead, UnitId};
use base::{Idx, IndexVec};
use bitvec::{Sort, Substitution, TermId, Terms};
use numbers::PathStep;

use super::super::path::{BlockInputs, Renaming};
use super::posts::{UnitStep, unit_of};

/// A path as steps, and where each of them begins.
pub(super) struct FramedPath {
    /// The steps.
    pub steps: Vec<PathStep>,
    /// What each step sees.
    pub scopes: Vec<PathScope>,
    /// The copies of the inputs of blocks; of calls and returns none.
    pub renamings: Vec<Renaming>,
    /// How many calls of one procedure are open at a time, at most.
    pub depth: u32,
}

/// Where a step begins, and which variables of the path its unit can name there.
pub(super) struct PathScope {
    /// The unit.
    pub unit: UnitId,
    /// The head.
    pub head: HeadId,
    /// Terms of the unit and what they are on the path: what was passed to it, and variables that are live.
    known: Vec<(TermId, TermId)>,
    /// How many of these were passed.
    passed: usize,
    /// The static fields, with what they were when the unit was entered, and what a call passes.
    passes: Vec<(TermId, Option<TermId>)>,
}

impl PathScope {
    /// Where the step begins.
    pub(super) fn at(&self) -> UnitHead {
        UnitHead { unit: self.unit, head: self.head }
    }

    /// A term over variables of the path as a term of the unit; `None` if it mentions another variable. Variables of callers are named
    /// by what has the same value on the path, or one that differs by a constant; `there` are the values where the step begins.
    pub(super) fn name(&self, terms: &mut Terms, term: TermId, there: &mut Substitution) -> Option<TermId> {
        let variables: Vec<TermId> = terms.variables(term).into_iter().map(|v| terms.term_of(v)).collect();
        let names = variables.into_iter().map(|variable| Some((variable, self.name_of(terms, variable, there)?)));
        let names = names.collect::<Option<Vec<_>>>()?;
        Some(Substitution::new(names).apply(terms, term))
    }

    /// Equations between what a call passes and what was passed to its caller, and between what static fields are and were, as far as
    /// these are relevant and differ by constants on the path.
    pub(super) fn equations(
        &self,
        terms: &mut Terms,
        relevant: &BTreeSet<TermId>,
        there: &mut Substitution,
    ) -> Vec<TermId> {
        let mut equations = Vec::new();
        let mut on_path = Substitution::new(self.known.iter().copied());
        for &(passed, only) in &self.passes {
            let value = on_path.apply(terms, passed);
            if !terms.variables(value).into_iter().any(|variable| relevant.contains(&terms.term_of(variable))) {
                continue;
            }
            let value = there.apply(terms, value);
            let copies = self.known[..self.passed].iter().filter(|&&(own, _)| only.is_none_or(|only| only == own));
            if let Some(name) = copies.into_iter().find_map(|&(own, known)| near(terms, own, known, value, there)) {
                equations.push(terms.same(passed, name));
            }
        }
        equations
    }

    fn name_of(&self, terms: &mut Terms, variable: TermId, there: &mut Substitution) -> Option<TermId> {
        if let Some(&(own, _)) = self.known.iter().find(|&&(_, known)| known == variable) {
            return Some(own);
        }
        // Inputs of blocks have no value but themselves.
        let value = there.apply(terms, variable);
        self.known.iter().find_map(|&(own, known)| near(terms, own, known, value, there))
    }
}

/// The term `own`, which is `known` on the path, plus the constant by which a value differs from it.
fn near(terms: &mut Terms, own: TermId, known: TermId, value: TermId, there: &mut Substitution) -> Option<TermId> {
    if terms.sort(own) != terms.sort(value) {
        return None;
    }
    let known = there.apply(terms, known);
    if known == value {
        return Some(own);
    }
    let Sort::Bits(_) = terms.sort(own) else { return None };
    let difference = terms.subtract(value, known);
    terms.value(difference)?;
    Some(terms.add(own, difference))
}

/// A call that is open.
struct PathFrame {
    unit: UnitId,
    /// The variables of the unit as variables of the path.
    variables: IndexVec<FlatVariable, TermId>,
    /// What the variables were when it was entered, with what they are on the path.
    passed: Vec<(TermId, TermId)>,
}

impl PathFrame {
    /// The variables of the unit with those of the path.
    fn own(&self, program: &BlockProgram<'_>) -> impl Iterator<Item = (TermId, TermId)> {
        program.current.iter().copied().zip(self.variables.iter().copied())
    }

    fn scope(&self, program: &BlockProgram<'_>, head: HeadId) -> PathScope {
        let live = program.heads[head].live.iter().map(|&v| (program.current[v], self.variables[v]));
        let known = self.passed.iter().copied().chain(live).collect();
        PathScope { unit: self.unit, head, known, passed: self.passed.len(), passes: program.static_copies() }
    }
}

impl FramedPath {
    /// The steps of a path that begins at the entry.
    pub(super) fn new(
        units: &[BlockProgram<'_>],
        inputs: &[BlockInputs],
        path: &[(UnitId, UnitStep)],
        terms: &mut Terms,
    ) -> Self {
        let main = PathFrame { unit: UnitId(0), variables: units[0].current.clone(), passed: Vec::new() };
        let mut frames = vec![main];
        let mut framed = Self { steps: Vec::new(), scopes: Vec::new(), renamings: Vec::new(), depth: 1 };
        for &(unit, step) in path {
            let mut renaming = Renaming::default();
            let frame = frames.last().expect("a frame until the end");
            let program = unit_of(units, frame.unit);
            let (source, _) = step.ends(units, unit);
            let (step, scope) = match step {
                UnitStep::Block(id) => {
                    let block = &program.blocks[id];
                    let images = inputs[unit.index()].of(id).iter().map(|&input| (input, renaming.name(terms, input)));
                    let mut put = Substitution::new(images.chain(frame.own(program)).collect::<Vec<_>>());
                    let guard = put.apply(terms, block.guard);
                    let next = block.next.iter().map(|&(v, value)| (frame.variables[v], put.apply(terms, value)));
                    (PathStep { guard, next: next.collect() }, frame.scope(program, source))
                }
                UnitStep::Call(call) => {
                    let call = &program.calls[call];
                    let callee = unit_of(units, call.callee);
                    let variables = callee.current.iter().map(|&v| terms.variable(terms.sort(v))).collect();
                    let mut inner = PathFrame { unit: call.callee, variables, passed: Vec::new() };
                    let mut put = Substitution::new(frame.own(program).collect::<Vec<_>>());
                    let mut next = Vec::new();
                    for &(variable, value) in &call.passed {
                        let value = put.apply(terms, value);
                        next.push((inner.variables[variable], value));
                        let copy = callee.copies.iter().find(|&&(v, _)| v == variable);
                        inner.passed.extend(copy.map(|&(_, copy)| (copy, value)));
                    }
                    let mut scope = frame.scope(program, source);
                    let fields: Vec<TermId> = scope.passes.iter().map(|&(field, _)| field).collect();
                    let arguments = call.passed.iter().map(|&(_, value)| value).filter(|value| !fields.contains(value));
                    scope.passes.extend(arguments.map(|value| (value, None)));
                    frames.push(inner);
                    (PathStep { guard: Terms::TRUE, next }, scope)
                }
                UnitStep::Return(call, way) => {
                    let inner = frames.pop().expect("a frame until the end");
                    let outer = frames.last().expect("a call returns to its caller");
                    let (caller, callee) = (unit_of(units, outer.unit), unit_of(units, inner.unit));
                    let way = &caller.calls[call].returns[way];
                    let mut put = Substitution::new(inner.own(callee).collect::<Vec<_>>());
                    let scope = inner.scope(callee, way.exit);
                    let next = way.assigned.iter().map(|&(v, value)| (outer.variables[v], put.apply(terms, value)));
                    (PathStep { guard: Terms::TRUE, next: next.collect() }, scope)
                }
            };
            let procedure = |frame: &PathFrame| unit_of(units, frame.unit).flat.frames[FrameId(0)].procedure;
            let open = frames.iter().filter(|&frame| frames.last().map(procedure) == Some(procedure(frame))).count();
            framed.depth = framed.depth.max(u32::at(open));
            framed.steps.push(step);
            framed.scopes.push(scope);
            framed.renamings.push(renaming);
        }
        framed
    }
}
