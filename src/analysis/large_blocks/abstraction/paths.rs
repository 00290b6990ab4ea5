//! Paths with calls as steps in a row: every call has variables of its own.

use rustc_hash::FxHashMap;

use crate::base::{Idx, IndexVec};
use crate::program::blocks::{BlockProgram, FlatVariable, HeadId, UnitId};
use crate::solve::{Operator, Substitution, TermId, Terms};

use super::super::path::{BlockInputs, PathStep, Renaming};
use super::posts::{UnitStep, unit_of};

/// A path as steps, and where each of them begins.
pub struct FramedPath {
    /// The steps.
    pub steps: Vec<PathStep>,
    /// What each step sees.
    pub scopes: Vec<PathScope>,
    /// The copies of the inputs of blocks; of calls and returns none.
    pub renamings: Vec<Renaming>,
    /// How many calls of one unit are open at a time, at most.
    pub depth: u32,
}

/// Where a step begins, and which variables of the path its unit can name there.
pub struct PathScope {
    /// The unit.
    pub unit: UnitId,
    /// The head.
    pub head: HeadId,
    /// Variables of the path as terms of the unit: those that are live, and variables of the callers that were passed to it.
    names: FxHashMap<TermId, TermId>,
}

impl PathScope {
    /// A term over variables of the path as a term of the unit; `None` if it mentions another variable.
    pub fn name(&self, terms: &mut Terms, term: TermId) -> Option<TermId> {
        let variables: Vec<TermId> = terms.variables(term).into_iter().map(|v| terms.term_of(v)).collect();
        let names = variables.into_iter().map(|variable| Some((variable, *self.names.get(&variable)?)));
        let mut names = Substitution::new(names.collect::<Option<Vec<_>>>()?);
        Some(names.apply(terms, term))
    }
}

/// A call that is open.
struct PathFrame {
    unit: UnitId,
    /// The variables of the unit as variables of the path.
    variables: IndexVec<FlatVariable, TermId>,
    /// Variables of the caller as terms of the unit.
    passed: Vec<(TermId, TermId)>,
}

impl PathFrame {
    /// The variables of the unit with those of the path.
    fn own(&self, program: &BlockProgram<'_>) -> impl Iterator<Item = (TermId, TermId)> {
        program.current.iter().copied().zip(self.variables.iter().copied())
    }

    fn scope(&self, program: &BlockProgram<'_>, head: HeadId) -> PathScope {
        let live = program.heads[head].live.iter().map(|&v| (self.variables[v], program.current[v]));
        PathScope { unit: self.unit, head, names: self.passed.iter().copied().chain(live).collect() }
    }
}

impl FramedPath {
    /// The steps of a path that begins at the entry.
    pub fn new(
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
                        let is_variable = matches!(terms.operator(value), Operator::Variable(_));
                        inner.passed.extend(copy.filter(|_| is_variable).map(|&(_, copy)| (value, copy)));
                    }
                    let scope = frame.scope(program, source);
                    frames.push(inner);
                    (PathStep { guard: Terms::TRUE, next }, scope)
                }
                UnitStep::Return(call, way) => {
                    let inner = frames.pop().expect("a frame until the end");
                    let outer = frames.last().expect("a call returns to its caller");
                    let (caller, callee) = (unit_of(units, outer.unit), unit_of(units, inner.unit));
                    let way = &caller.calls[call].returns[way];
                    let mut put = Substitution::new(inner.own(callee).collect::<Vec<_>>());
                    let next = way.assigned.iter().map(|&(v, value)| (outer.variables[v], put.apply(terms, value)));
                    (PathStep { guard: Terms::TRUE, next: next.collect() }, inner.scope(callee, way.exit))
                }
            };
            let unit = frames.last().map(|frame| frame.unit);
            let open = frames.iter().filter(|frame| Some(frame.unit) == unit).count();
            framed.depth = framed.depth.max(u32::at(open));
            framed.steps.push(step);
            framed.scopes.push(scope);
            framed.renamings.push(renaming);
        }
        framed
    }
}
