//! A program with objects as one control-flow automaton: every call is replaced by a copy of the callee.
//!
//! Copies are made as long as a procedure is called by itself no more often than is asked for; calls that are deeper lead to
//! [`FlatProgram::cut`], like what is not modelled. A program without either is never cut.

use std::collections::BTreeMap;

use base::{CompactSort, Idx, IndexVec, Message, Span, newtype_index};
use program::cfa::{Cfa, EdgeId, Location, ProcedureId, Transition};
use program::objects::{
    Call, ClassId, Condition, ExceptionKind, Failure, FieldId, LocalId, Operation, OperationEdge, Procedure, Program,
    STATICS, Type,
};

use super::units::UnitId;
use super::watched::{FlatObservation, ObservationId};

newtype_index! {
    /// A copy of a procedure: one call of it.
    pub struct FrameId;
    /// A variable of a flat program: a local of one copy, or a static field. Of references only one thing is followed: whether
    /// they are null, as a Boolean.
    pub struct FlatVariable;
}

/// A copy of a procedure.
#[derive(Clone, Debug)]
pub struct FlatFrame {
    /// The procedure.
    pub procedure: ProcedureId,
    /// The copy that calls it, and the edge of the call; `None` for the entry procedure.
    pub caller: Option<(FrameId, EdgeId)>,
    /// The variables of its locals; `None` for what is not followed.
    variables: Vec<Option<FlatVariable>>,
}

/// What a variable of a flat program stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VariableOrigin {
    /// A local of a copy.
    Local(FrameId, LocalId),
    /// A static field.
    Static(FieldId),
}

/// A location of a flat program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FlatPlace {
    /// The copy.
    pub frame: FrameId,
    /// The location in its procedure.
    pub location: Location,
}

/// What a step of a flat program does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FlatAction {
    /// Its operation, which is no call.
    Operation,
    /// Its operation dereferences null: a handler takes over, or the run fails.
    NullDereference,
    /// Its call begins: the parameters of this copy are assigned.
    Enter(FrameId),
    /// Its call has returned from this copy: the result is assigned.
    Return(FrameId),
    /// Its call has ended with an exception.
    Throw,
    /// Its call, which is kept, begins and returns.
    Call(UnitId),
    /// Its call, which is kept, begins and ends with an exception.
    CallThrow(UnitId),
    /// Nothing: a condition that is not checked, what is not modelled, or a call too deep.
    Nothing,
    /// No step of the program: an observation is made, and it has this result.
    Observe(ObservationId, bool),
    /// No step of the program: what was observed decides about the run.
    Conclude,
}

/// A step of a flat program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FlatEdge {
    /// The source location.
    pub source: Location,
    /// The target location.
    pub target: Location,
    /// The copy to which the edge belongs; of a call, the caller.
    pub frame: FrameId,
    /// The edge of its procedure.
    pub edge: EdgeId,
    /// What it does.
    pub action: FlatAction,
}

impl FlatEdge {
    /// Whether it stands for a call that is kept.
    pub fn is_kept_call(&self) -> bool {
        matches!(self.action, FlatAction::Call(_) | FlatAction::CallThrow(_))
    }

    /// Whether it is a step of the program, and not one of its observer.
    pub fn is_step(&self) -> bool {
        !matches!(self.action, FlatAction::Observe(..) | FlatAction::Conclude)
    }
}

impl Transition for FlatEdge {
    fn source(&self) -> Location {
        self.source
    }

    fn target(&self) -> Location {
        self.target
    }

    fn is_call(&self) -> bool {
        false
    }

    fn for_each_location(&mut self, visit: impl FnMut(&mut Location)) {
        [&mut self.source, &mut self.target].into_iter().for_each(visit);
    }
}

/// Which failures count, and how deep calls are followed.
#[derive(Clone, Copy, Debug)]
pub struct FlatOptions<'a> {
    /// The failures that lead to the error location. A run that fails in another way just ends, except by an overflow: then the
    /// number wraps around.
    pub failures: &'a [Failure],
    /// The kinds of exceptions that count as failures if they leave the entry procedure, dereferences of null that nothing handles among
    /// them. A run that ends with another one just ends, if it is known on the way that it does.
    pub exceptions: &'a [ExceptionKind],
    /// How many calls of one procedure may be open at a time.
    pub depth: u32,
    /// The greatest number of edges.
    pub edges: usize,
}

/// A program with objects whose calls are copied into the callers.
#[derive(Clone, Debug)]
pub struct FlatProgram<'p> {
    /// The program.
    pub program: &'p Program,
    /// The copies; the first one is the entry procedure.
    pub frames: IndexVec<FrameId, FlatFrame>,
    /// The variables: locals and static fields that are numbers or references.
    pub variables: IndexVec<FlatVariable, VariableOrigin>,
    /// The variables of static fields; `None` for what is not followed.
    statics: IndexVec<FieldId, Option<FlatVariable>>,
    /// The failures that lead to the error location.
    failures: Vec<Failure>,
    /// The kinds of exceptions that do so.
    exceptions: Vec<ExceptionKind>,
    /// Locations and edges. Unreachable ones are removed, except for the locations below.
    pub cfa: Cfa<FlatEdge, FlatPlace>,
    /// Where a run has ended with an exception.
    pub thrown: Location,
    /// Where a run has failed.
    pub error: Location,
    /// Where a run has come to a call that is not followed, or to what is not modelled.
    pub cut: Location,
    /// What an observer asks of the states of a run.
    pub observations: IndexVec<ObservationId, FlatObservation>,
}

impl<'p> FlatProgram<'p> {
    /// Copies all that `entry` may call; `None` if there are more edges than allowed.
    pub fn new(program: &'p Program, entry: ProcedureId, options: &FlatOptions<'_>) -> Option<Self> {
        Self::unit(program, entry, options, &BTreeMap::new(), false)
    }

    /// Copies all that `entry` may call, except for calls that can be kept of the procedures in `kept`. An exception that leaves a
    /// procedure that is called is none that leaves the program.
    pub(super) fn unit(
        program: &'p Program,
        entry: ProcedureId,
        options: &FlatOptions<'_>,
        kept: &BTreeMap<ProcedureId, UnitId>,
        is_called: bool,
    ) -> Option<Self> {
        let mut flattening = Flattening::new(program, options, kept);
        flattening.is_called = is_called;
        flattening.frame(entry, None);
        let mut next = 0;
        while next < flattening.frames.len() {
            flattening.copy(FrameId::at(next));
            next += 1;
            if flattening.edges.len() > options.edges {
                return None;
            }
        }
        Some(flattening.finish(entry))
    }

    /// The procedure of a copy.
    pub fn procedure(&self, frame: FrameId) -> &'p Procedure {
        &self.program.procedures[self.frames[frame].procedure]
    }

    /// The edge of the program behind a step. Contract: it [is one](FlatEdge::is_step).
    pub fn origin(&self, edge: &FlatEdge) -> &'p OperationEdge {
        &self.procedure(edge.frame).cfa.edges[edge.edge]
    }

    /// Why a run may not be followed, other than by a call that is too deep.
    pub fn given_up(&self) -> Option<&'p Message> {
        self.cfa.edges.iter().filter(|edge| edge.target == self.cut && edge.is_step()).find_map(|edge| {
            let origin: &'p OperationEdge = self.origin(edge);
            origin.operation.given_up()
        })
    }

    /// Whether a failure leads to the error location.
    pub fn counts(&self, failure: Failure) -> bool {
        self.failures.contains(&failure)
    }

    /// Whether exceptions of a kind do so if they leave the entry procedure; if the kind is not known, whether all do.
    pub fn counts_exception(&self, kind: Option<ExceptionKind>) -> bool {
        match kind {
            Some(kind) => self.exceptions.contains(&kind),
            None => ExceptionKind::ALL.iter().all(|kind| self.exceptions.contains(kind)),
        }
    }

    /// The variable of a local; `None` if it is not followed.
    pub fn local(&self, frame: FrameId, local: LocalId) -> Option<FlatVariable> {
        self.frames[frame].variables[local.index()]
    }

    /// The variable of a static field; `None` if it is not followed.
    pub fn static_field(&self, field: FieldId) -> Option<FlatVariable> {
        self.statics[field]
    }

    /// The static fields that are followed.
    pub fn static_fields(&self) -> impl Iterator<Item = FlatVariable> + '_ {
        self.statics.iter().flatten().copied()
    }

    /// The type of a variable: `Boolean`, `Integer`, or `Reference`; then its value is whether it is null.
    pub fn type_of(&self, variable: FlatVariable) -> Type {
        match self.variables[variable] {
            VariableOrigin::Local(frame, local) => self.procedure(frame).locals[local].ty,
            VariableOrigin::Static(field) => self.program.fields[field].ty,
        }
    }

    /// The name of a variable in the program.
    pub fn name_of(&self, variable: FlatVariable) -> &'p str {
        match self.variables[variable] {
            VariableOrigin::Local(frame, local) => &self.procedure(frame).locals[local].name,
            VariableOrigin::Static(field) => &self.program.fields[field].name,
        }
    }

    /// The source range of the statement at a location.
    pub fn span(&self, location: Location) -> Span {
        let FlatPlace { frame, location } = self.cfa.locations[location];
        self.procedure(frame).cfa.locations[location]
    }
}

/// Whether values of a type are followed; `statics`: the class of the object that holds the static fields.
fn is_followed(ty: Type, statics: Option<ClassId>) -> bool {
    match ty {
        Type::Boolean | Type::Integer(_) => true,
        Type::Reference(class) => statics != Some(class),
        Type::Float | Type::Void => false,
    }
}

struct Flattening<'p, 'o> {
    program: &'p Program,
    options: &'o FlatOptions<'o>,
    /// Procedures whose calls are kept.
    kept: &'o BTreeMap<ProcedureId, UnitId>,
    /// Whether exceptions that leave the entry procedure go to a caller.
    is_called: bool,
    /// The class of the object that holds the static fields.
    statics_class: Option<ClassId>,
    frames: IndexVec<FrameId, FlatFrame>,
    /// The first location of each copy.
    first: IndexVec<FrameId, Location>,
    variables: IndexVec<FlatVariable, VariableOrigin>,
    statics: IndexVec<FieldId, Option<FlatVariable>>,
    locations: IndexVec<Location, FlatPlace>,
    edges: Vec<FlatEdge>,
}

/// The locations that all copies share.
const ERROR: Location = Location(0);
const CUT: Location = Location(1);

impl<'p, 'o> Flattening<'p, 'o> {
    fn new(program: &'p Program, options: &'o FlatOptions<'o>, kept: &'o BTreeMap<ProcedureId, UnitId>) -> Self {
        let mut variables = IndexVec::new();
        let statics_class = program.class_named(STATICS);
        let statics = program.fields.iter_enumerated().map(|(id, field)| {
            let is_variable = statics_class == Some(field.class) && is_followed(field.ty, statics_class);
            is_variable.then(|| variables.push(VariableOrigin::Static(id)))
        });
        let statics = statics.collect();
        // Both are replaced by locations of the entry procedure.
        let shared = FlatPlace { frame: FrameId(0), location: Location(0) };
        let locations = [shared, shared].into_iter().collect();
        Self {
            program,
            options,
            kept,
            is_called: false,
            statics_class,
            frames: IndexVec::new(),
            first: IndexVec::new(),
            variables,
            statics,
            locations,
            edges: Vec::new(),
        }
    }

    /// A new copy, without its edges.
    fn frame(&mut self, procedure: ProcedureId, caller: Option<(FrameId, EdgeId)>) -> FrameId {
        let frame = FrameId::at(self.frames.len());
        let callee = &self.program.procedures[procedure];
        let locals = callee.locals.iter_enumerated().map(|(local, declared)| {
            let is_variable = is_followed(declared.ty, self.statics_class);
            is_variable.then(|| self.variables.push(VariableOrigin::Local(frame, local)))
        });
        let variables = locals.collect();
        self.first.push(Location::at(self.locations.len()));
        for position in 0..callee.cfa.locations.len() {
            self.locations.push(FlatPlace { frame, location: Location::at(position) });
        }
        self.frames.push(FlatFrame { procedure, caller, variables })
    }

    /// How many calls of a procedure are open in a copy.
    fn open_calls(&self, procedure: ProcedureId, frame: FrameId) -> usize {
        let callers = std::iter::successors(Some(frame), |&f| self.frames[f].caller.map(|(caller, _)| caller));
        callers.filter(|&f| self.frames[f].procedure == procedure).count()
    }

    /// The location of a copy.
    fn place(&self, frame: FrameId, location: Location) -> Location {
        let procedure = &self.program.procedures[self.frames[frame].procedure];
        let fails = frame == FrameId(0)
            && !self.is_called
            && !self.options.exceptions.is_empty()
            && location == procedure.exceptional_exit;
        if fails || procedure.error == Some(location) { ERROR } else { Location(self.first[frame].0 + location.0) }
    }

    /// Copies the edges of a procedure.
    fn copy(&mut self, frame: FrameId) {
        let procedure = &self.program.procedures[self.frames[frame].procedure];
        let entry = procedure.cfa.entry;
        if self.fails(ExceptionKind::OutOfBounds)
            && procedure.ignores_bounds
            && let Some((edge, _)) = procedure.cfa.edges_from(entry).next()
        {
            // Where it fails is not known; that nothing is proved is enough.
            let source = self.place(frame, entry);
            self.edges.push(FlatEdge { source, target: ERROR, frame, edge, action: FlatAction::Nothing });
        }
        for (edge, found) in procedure.cfa.edges.iter_enumerated() {
            if self.just_ends(frame, found) {
                continue;
            }
            let (source, next) = (self.place(frame, found.source), self.place(frame, found.target));
            let mut push = |target, action| self.edges.push(FlatEdge { source, target, frame, edge, action });
            match &found.operation {
                Operation::Call(call) => self.call(frame, edge, call),
                Operation::Fail(failure) => {
                    if self.options.failures.contains(failure) {
                        push(ERROR, FlatAction::Operation);
                    }
                }
                Operation::GiveUp(_) => push(CUT, FlatAction::Nothing),
                Operation::GiveUpMemory { .. } => push(next, FlatAction::Nothing),
                Operation::Assume(Condition::Overflows { negated, .. })
                    if !self.options.failures.contains(&Failure::Overflow) =>
                {
                    if *negated {
                        push(next, FlatAction::Nothing);
                    }
                }
                _ => push(next, FlatAction::Operation),
            }
            let handler = match found.on_null {
                Some(handler) => Some(self.place(frame, handler)),
                None if self.fails(ExceptionKind::NullDereference)
                    && procedure.dereferences(&found.operation).is_some() =>
                {
                    Some(ERROR)
                }
                None => None,
            };
            if let Some(target) = handler {
                self.edges.push(FlatEdge { source, target, frame, edge, action: FlatAction::NullDereference });
            }
        }
    }

    /// Whether exceptions of a kind count as failures.
    fn fails(&self, kind: ExceptionKind) -> bool {
        self.options.exceptions.contains(&kind)
    }

    /// Whether an edge throws an exception with which the run ends, and which does not count.
    fn just_ends(&self, frame: FrameId, found: &OperationEdge) -> bool {
        let exception = self.program.procedures[self.frames[frame].procedure].exception;
        match found.operation {
            Operation::New { target, class } if target == exception && !self.options.exceptions.is_empty() => {
                !self.fails(self.program.exception_kind(class)) && self.leaves(frame, class, found.target)
            }
            _ => false,
        }
    }

    /// Whether an exception of a class that is thrown at a location leaves the entry procedure, whatever else happens.
    fn leaves(&self, mut frame: FrameId, class: ClassId, mut thrown: Location) -> bool {
        loop {
            let FlatFrame { procedure, caller, .. } = &self.frames[frame];
            let procedure = &self.program.procedures[*procedure];
            if self.program.landing(procedure, class, thrown) != procedure.exceptional_exit {
                return false;
            }
            let Some((calling, edge)) = *caller else { return !self.is_called };
            let calls = &self.program.procedures[self.frames[calling].procedure].cfa.edges[edge];
            let Operation::Call(call) = &calls.operation else { return false };
            (frame, thrown) = (calling, call.exceptional);
        }
    }

    fn call(&mut self, frame: FrameId, edge: EdgeId, call: &Call) {
        let caller = &self.program.procedures[self.frames[frame].procedure];
        let found = &caller.cfa.edges[edge];
        // Nothing else may happen where a call is kept.
        let is_alone = found.on_null.is_none()
            && caller.dereferences(&found.operation).is_none()
            && caller.cfa.edges_from(found.source).count() == 1
            && !(caller.ignores_bounds && found.source == caller.cfa.entry);
        let source = self.place(frame, found.source);
        let returned = self.place(frame, found.target);
        let thrown = self.place(frame, call.exceptional);
        for callee in call.callee.candidates() {
            if let Some(&unit) = self.kept.get(&callee).filter(|_| is_alone) {
                self.edges.extend([
                    FlatEdge { source, target: returned, frame, edge, action: FlatAction::Call(unit) },
                    FlatEdge { source, target: thrown, frame, edge, action: FlatAction::CallThrow(unit) },
                ]);
                continue;
            }
            if self.open_calls(callee, frame) >= self.options.depth as usize {
                self.edges.push(FlatEdge { source, target: CUT, frame, edge, action: FlatAction::Nothing });
                continue;
            }
            let inner = self.frame(callee, Some((frame, edge)));
            let procedure = &self.program.procedures[callee];
            let place = |location: Location| Location(self.first[inner].0 + location.0);
            let (entry, exit) = (place(procedure.cfa.entry), place(procedure.cfa.exit));
            let exceptional_exit = place(procedure.exceptional_exit);
            self.edges.extend([
                FlatEdge { source, target: entry, frame, edge, action: FlatAction::Enter(inner) },
                FlatEdge { source: exit, target: returned, frame, edge, action: FlatAction::Return(inner) },
                FlatEdge { source: exceptional_exit, target: thrown, frame, edge, action: FlatAction::Throw },
            ]);
        }
    }

    fn finish(mut self, entry: ProcedureId) -> FlatProgram<'p> {
        let procedure = &self.program.procedures[entry];
        let place = |location: Location| Location(self.first[FrameId(0)].0 + location.0);
        let (start, exit) = (place(procedure.cfa.entry), place(procedure.cfa.exit));
        let thrown = if !self.options.exceptions.is_empty() && !self.is_called {
            ERROR
        } else {
            place(procedure.exceptional_exit)
        };
        let end = procedure.error.unwrap_or(procedure.exceptional_exit);
        self.locations[ERROR].location = end;
        self.locations[CUT].location = procedure.cfa.entry;
        self.edges.compact_sort_by_key(|edge| edge.source);
        let edges = self.edges.into_iter().collect();
        let mut cfa = Cfa { locations: self.locations, edges, entry: start, exit };
        let mut ends = [thrown, ERROR, CUT];
        cfa.keep_reachable(&mut ends);
        let [thrown, error, cut] = ends;
        let Self { program, frames, variables, statics, .. } = self;
        let (failures, exceptions) = (self.options.failures.to_vec(), self.options.exceptions.to_vec());
        let observations = IndexVec::new();
        FlatProgram { program, frames, variables, statics, failures, exceptions, cfa, thrown, error, cut, observations }
    }
}
