//! Facts in the states of a flat program: some are known from the place, others compare variables.

use std::collections::BTreeMap;

use super::assigned::{Binding, LastAssigned};
use super::{Fact, FactValue, is_named, locals_named, static_named};
use crate::base::{RETURN, Sources};
use crate::logic::{Truth, VariableRef};
use crate::program::blocks::{FailingStep, FlatObservation, FlatPlace, FlatProgram, FlatValue, FrameId, RunPlace};
use crate::program::cfa::{Location, ProcedureId};

/// What is known of a fact at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FactAt {
    /// It holds, or it does not, whenever a run comes there.
    Known(bool),
    /// That depends on this.
    Depends(FlatObservation),
}

impl FactAt {
    /// Its truth, as far as the place determines it.
    pub fn truth(self) -> Truth {
        match self {
            FactAt::Known(holds) => holds.into(),
            FactAt::Depends(_) => Truth::Unknown,
        }
    }
}

/// Says what facts depend on in the states of a program.
pub struct FactObserver<'a, 'p> {
    flat: &'a FlatProgram<'p>,
    sources: &'a Sources,
    is_java: bool,
    assigned: BTreeMap<(ProcedureId, String), LastAssigned>,
}

/// What a variable of a proposition is at a place.
enum Meaning {
    Unbound,
    Unknown,
    Value(FlatValue),
}

impl<'a, 'p> FactObserver<'a, 'p> {
    /// Looks at states of a program without an observer.
    pub fn new(flat: &'a FlatProgram<'p>, sources: &'a Sources, is_java: bool) -> Self {
        Self { flat, sources, is_java, assigned: BTreeMap::new() }
    }

    /// What a fact depends on at a place.
    pub fn at(&mut self, place: RunPlace, fact: &Fact) -> FactAt {
        let flat = self.flat;
        let step = match place {
            RunPlace::At(_) => None,
            RunPlace::Failed(edge) => Some(flat.failing_step(&flat.cfa.edges[edge])),
        };
        if step == Some(FailingStep::Anywhere) {
            // In which state that is, and whether it is, is not known.
            return match fact {
                Fact::Terminated | Fact::Failed | Fact::NullDereference => FactAt::Known(false),
                _ => FactAt::Depends(FlatObservation::Unknown),
            };
        }
        match fact {
            Fact::Terminated => FactAt::Known(place == RunPlace::At(flat.cfa.exit)),
            Fact::Failed => FactAt::Known(step == Some(FailingStep::Fails)),
            // Which exception it is, is not followed.
            Fact::Exception | Fact::NullDereference if step == Some(FailingStep::Throws) => {
                FactAt::Depends(FlatObservation::Unknown)
            }
            Fact::NullDereference => FactAt::Known(step == Some(FailingStep::DereferencesNull)),
            Fact::Exception => FactAt::Known(false),
            Fact::At { file, line } => {
                let span = match (place, step) {
                    (RunPlace::At(location), _) => flat.span(location),
                    (RunPlace::Failed(edge), Some(FailingStep::Throws)) => {
                        let _ = edge;
                        let entry = flat.procedure(FrameId(0));
                        entry.cfa.locations[entry.exceptional_exit]
                    }
                    (RunPlace::Failed(edge), _) => flat.origin(&flat.cfa.edges[edge]).span,
                };
                let found = self.sources.file(span.file);
                let is_file = file.as_ref().is_none_or(|file| *file == found.name);
                FactAt::Known(is_file && found.position(span.start).0 == *line)
            }
            Fact::In(name) => {
                let frame = flat.place(place).frame;
                FactAt::Known(is_named(flat.program, flat.procedure(frame), name))
            }
            Fact::Compare { comparison, left, right } => {
                let at = flat.place(place);
                match (self.value(at, left), self.value(at, right)) {
                    (Meaning::Unbound, _) | (_, Meaning::Unbound) => FactAt::Known(false),
                    (Meaning::Value(left), Meaning::Value(right)) => {
                        FactAt::Depends(FlatObservation::Compare { comparison: *comparison, left, right })
                    }
                    _ => FactAt::Depends(FlatObservation::Unknown),
                }
            }
        }
    }

    fn value(&mut self, at: FlatPlace, value: &FactValue) -> Meaning {
        match value {
            FactValue::Number(n) => Meaning::Value(FlatValue::Number(*n)),
            FactValue::Boolean(b) => Meaning::Value(FlatValue::Boolean(*b)),
            FactValue::Variable(x) => self.variable(at, x),
        }
    }

    /// The variable of the innermost procedure on the call stack that declares it, or else a static field.
    fn variable(&mut self, at: FlatPlace, x: &VariableRef) -> Meaning {
        let flat = self.flat;
        let meaning = |variable: Option<_>| {
            variable.map_or(Meaning::Unknown, |variable| Meaning::Value(FlatValue::Variable(variable)))
        };
        let mut next = Some((at.frame, at.location));
        while let Some((frame, location)) = next {
            let procedure = flat.procedure(frame);
            let is_it = x.method.as_ref().is_none_or(|method| is_named(flat.program, procedure, method));
            if x.name == RETURN && (frame != FrameId(0) || frame != at.frame) {
                return Meaning::Unbound;
            }
            if is_it && locals_named(procedure, &x.name).next().is_some() {
                return match self.binding(frame, location, &x.name) {
                    Binding::Unbound => Meaning::Unbound,
                    Binding::Unknown => Meaning::Unknown,
                    Binding::Local(local) => meaning(flat.local(frame, local)),
                };
            }
            next =
                flat.frames[frame].caller.map(|(caller, edge)| (caller, flat.procedure(caller).cfa.edges[edge].source));
        }
        let Some(field) = static_named(flat.program, x, self.is_java) else { return Meaning::Unbound };
        match self.statics(at) {
            Binding::Unbound => Meaning::Unbound,
            Binding::Unknown => Meaning::Unknown,
            Binding::Local(_) => meaning(flat.static_field(field)),
        }
    }

    /// Whether the object of the static fields is there.
    fn statics(&mut self, at: FlatPlace) -> Binding {
        let flat = self.flat;
        let callers = std::iter::successors(Some((at.frame, at.location)), |&(frame, _)| {
            flat.frames[frame].caller.map(|(caller, edge)| (caller, flat.procedure(caller).cfa.edges[edge].source))
        });
        let (entry, location) = callers.last().expect("the frame itself is one");
        let procedure = flat.procedure(entry);
        let Some(statics) = procedure.statics else { return Binding::Unbound };
        self.binding(entry, location, &procedure.locals[statics].name)
    }

    fn binding(&mut self, frame: FrameId, location: Location, name: &str) -> Binding {
        let procedure = self.flat.frames[frame].procedure;
        let assigned = self.assigned.entry((procedure, name.to_owned()));
        let assigned = assigned.or_insert_with(|| LastAssigned::new(&self.flat.program.procedures[procedure], name));
        assigned.at(location)
    }
}
