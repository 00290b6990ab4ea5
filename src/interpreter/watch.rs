//! The truth of propositions in the states of a run, by definition, in three-valued logic.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use super::proposition::{Scene, is_method};
use super::{Frame, Garbage, Machine, Mark, ObjectId, Value};
use base::{Sources, Span};
use ltl::logic::{Proposition, Truth};
use program::cfa::ProcedureId;
use program::objects::Liveness;

/// The states of a run in which propositions are evaluated. A call leads to the first state of the callee, and its exit
/// to the state after the call; a call whose states are not observed is one step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seen<'a> {
    /// Those of the entry procedure.
    Entry,
    /// All but those in methods with these names.
    AllBut(&'a [String]),
}

/// Evaluates propositions in the states of a run.
pub struct Watch<'a> {
    sources: &'a Sources,
    seen: Seen<'a>,
    garbage: Garbage,
    /// The cost of expensive evaluations, in steps of a machine.
    work: Cell<u32>,
    liveness: RefCell<BTreeMap<ProcedureId, Liveness>>,
}

impl<'a> Watch<'a> {
    /// Observes these states.
    pub fn new(sources: &'a Sources, seen: Seen<'a>, garbage: Garbage) -> Self {
        Self { sources, seen, garbage, work: Cell::new(0), liveness: RefCell::default() }
    }

    /// File and line of a place in the program.
    pub fn place(&self, span: Span) -> (String, u32) {
        (self.sources.file(span.file).name.clone(), self.sources.line_of(span))
    }

    /// The text of a place in the program.
    pub fn text(&self, span: Span) -> &'a str {
        self.sources.file(span.file).text.get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    /// The cost of expensive evaluations since the last call of this method, in steps of a machine.
    pub fn take_work(&self) -> u32 {
        self.work.take()
    }

    /// Whether the state is observed.
    pub fn sees(&self, machine: &Machine<'_>) -> bool {
        match self.seen {
            Seen::Entry => machine.depth() == 1,
            Seen::AllBut(skipped) => {
                let is_skipped = |frame: &Rc<Frame<'_>>| skipped.iter().any(|m| is_method(machine, frame, m));
                !machine.frames()[1..].iter().any(is_skipped)
            }
        }
    }

    /// The truth of a proposition in a state; `fault` means that the state has just dereferenced null. If that happens
    /// within a call that is one step, the run stays at the call, where nothing else is known.
    pub fn truth(&self, machine: &Machine<'_>, fault: bool, proposition: &Proposition, mark: &Mark<'_>) -> Truth {
        let top = machine.top();
        let procedure = &machine.setting.program.procedures[top.procedure];
        let ends = |exit| machine.depth() == 1 && !fault && top.location == exit;
        let thrown = || ends(procedure.exceptional_exit);
        match proposition {
            Proposition::NullDereference => (fault || (thrown() && machine.throws_null_dereference())).into(),
            Proposition::Terminated => ends(procedure.cfa.exit).into(),
            Proposition::Exception => (thrown() && !machine.throws_null_dereference()).into(),
            _ if !self.sees(machine) => Truth::Unknown,
            Proposition::In { method } => is_method(machine, top, method).into(),
            Proposition::During { method } => {
                machine.frames().iter().any(|frame| is_method(machine, frame, method)).into()
            }
            Proposition::At { file, line } => {
                // Conditions dereference nothing, so the failing edge is the only one.
                let failed = procedure.cfa.edges_from(top.location).next().filter(|_| fault);
                let span = failed.map_or(procedure.cfa.locations[top.location], |(_, edge)| edge.span);
                self.sources.is_line(span, file.as_deref(), *line).into()
            }
            Proposition::Fails { file, line } => {
                let program = machine.setting.program;
                let failure = program.assertion_failure(top.procedure, top.location, self.sources).filter(|_| !fault);
                failure.is_some_and(|span| self.sources.is_line(span, file.as_deref(), *line)).into()
            }
            proposition => {
                let roots = || self.roots(machine);
                let scene = Scene { machine, fault, garbage: self.garbage, mark, roots: &roots, work: &self.work };
                scene.truth(proposition)
            }
        }
    }

    /// The objects to which what counts for the whole heap refers: variables in scope or still read, in all frames, what the caller
    /// has given, and what only the initial heap names.
    fn roots(&self, machine: &Machine<'_>) -> Vec<ObjectId> {
        let mut found: Vec<Value> = machine.ghosts.values().collect();
        let mut known = self.liveness.borrow_mut();
        let count = machine.depth();
        for (depth, frame) in machine.frames().iter().enumerate() {
            let procedure = &machine.setting.program.procedures[frame.procedure];
            let liveness = known.entry(frame.procedure).or_insert_with(|| Liveness::new(procedure));
            let counts = |local| {
                procedure.is_in_scope(local, frame.location)
                    || frame.is_live(procedure, liveness, depth + 1 < count, local)
                    || depth == 0 && procedure.is_unchanged(local)
            };
            found.extend(procedure.locals.indices().filter(|&l| counts(l)).map(|l| frame.local(l)));
        }
        let object = |value| if let Value::Object(object) = value { Some(object) } else { None };
        found.into_iter().filter_map(object).collect()
    }
}
