//! Facts in the states of a flat program: some are known from the place, others compare variables.

use super::bindings::{Bindings, Names};
use super::{Fact, FactValue, is_named, locals_named, static_named};
use crate::blocks::{FailingStep, FlatEdge, FlatObservation, FlatPlace, FlatProgram, FlatValue, FrameId, RunPlace};
use base::{RETURN, Sources};
use ltl::logic::{Truth, VariableRef};
use program::objects::STATICS;

/// What is known of a fact at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FactAt {
    /// It holds, or it does not, whenever a run comes there.
    Known(bool),
    /// That depends on this.
    Depends(FlatObservation),
}

impl FactAt {
    /// Its truth, as far as the place determines it.
    pub(crate) fn truth(self) -> Truth {
        match self {
            FactAt::Known(holds) => holds.into(),
            FactAt::Depends(_) => Truth::Unknown,
        }
    }
}

/// Says what facts depend on in the states of a program.
pub(crate) struct FactObserver<'a, 'p> {
    flat: &'a FlatProgram<'p>,
    sources: &'a Sources,
    is_java: bool,
    names: Names,
}

/// What a variable of a proposition is at a place.
enum Meaning {
    Unbound,
    Unknown,
    Value(FlatValue),
}

impl<'a, 'p> FactObserver<'a, 'p> {
    /// Looks at states of a program without an observer, for these facts.
    pub(crate) fn new<'f>(
        flat: &'a FlatProgram<'p>,
        sources: &'a Sources,
        is_java: bool,
        facts: impl Iterator<Item = &'f Fact>,
    ) -> Self {
        Self { flat, sources, is_java, names: Names::new(facts) }
    }

    /// What names stand for at the start of a run.
    pub(crate) fn start(&self) -> Bindings {
        self.names.start(self.flat)
    }

    /// What they stand for after a step.
    pub(crate) fn step(&self, edge: &FlatEdge, bindings: &Bindings) -> Bindings {
        self.names.step(self.flat, edge, bindings)
    }

    /// What a fact depends on at a place, whatever names stand for there.
    pub(crate) fn anywhere(&self, place: RunPlace, fact: &Fact) -> FactAt {
        match fact {
            Fact::Compare { .. } => FactAt::Depends(FlatObservation::Unknown),
            _ => self.at(place, &Bindings::default(), fact),
        }
    }

    /// What a fact depends on at a place.
    pub(crate) fn at(&self, place: RunPlace, bindings: &Bindings, fact: &Fact) -> FactAt {
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
            Fact::During(name) => {
                let mut stack = self.stack(flat.place(place).frame);
                FactAt::Known(stack.any(|frame| is_named(flat.program, flat.procedure(frame), name)))
            }
            Fact::Compare { comparison, left, right } => {
                let at = flat.place(place);
                match (self.value(at, bindings, left), self.value(at, bindings, right)) {
                    (Meaning::Unbound, _) | (_, Meaning::Unbound) => FactAt::Known(false),
                    (Meaning::Value(left), Meaning::Value(right)) => {
                        FactAt::Depends(FlatObservation::Compare { comparison: *comparison, left, right })
                    }
                    _ => FactAt::Depends(FlatObservation::Unknown),
                }
            }
        }
    }

    /// The call stack of a copy of a procedure, innermost first.
    fn stack(&self, top: FrameId) -> impl Iterator<Item = FrameId> {
        std::iter::successors(Some(top), |&frame| self.flat.frames[frame].caller.map(|(caller, _)| caller))
    }

    fn value(&self, at: FlatPlace, bindings: &Bindings, value: &FactValue) -> Meaning {
        match value {
            FactValue::Number(n) => Meaning::Value(FlatValue::Number(*n)),
            FactValue::Boolean(b) => Meaning::Value(FlatValue::Boolean(*b)),
            FactValue::Variable(x) => self.variable(at, bindings, x),
        }
    }

    /// The variable of the innermost procedure on the call stack that declares it, or else a static field.
    fn variable(&self, at: FlatPlace, bindings: &Bindings, x: &VariableRef) -> Meaning {
        let flat = self.flat;
        let meaning = |variable: Option<_>| {
            variable.map_or(Meaning::Unknown, |variable| Meaning::Value(FlatValue::Variable(variable)))
        };
        if x.name == RETURN && at.frame != FrameId(0) {
            return Meaning::Unbound;
        }
        let bound = |frame, name: &str| self.names.number(name).and_then(|name| bindings.get(frame, name));
        for frame in self.stack(at.frame) {
            let procedure = flat.procedure(frame);
            let is_it = x.method.as_ref().is_none_or(|method| is_named(flat.program, procedure, method));
            if is_it && locals_named(procedure, &x.name).next().is_some() {
                return bound(frame, &x.name).map_or(Meaning::Unbound, |local| meaning(flat.local(frame, local)));
            }
        }
        match static_named(flat.program, x, self.is_java) {
            // They are there as soon as the object is that holds them.
            Some(field) if bound(FrameId(0), STATICS).is_some() => meaning(flat.static_field(field)),
            _ => Meaning::Unbound,
        }
    }
}
