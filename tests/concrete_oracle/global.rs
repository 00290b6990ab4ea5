//! A run with all states in callees, as the strategies that look at all procedures count them: a call leads to the first
//! state of the callee, and its exit to the state after the call.

use std::collections::BTreeMap;

use hrglass::base::{Idx, Sources};
use hrglass::logic::{Formulas, Proposition, PropositionId, Truth, VariableRef};
use hrglass::program::{Liveness, Local, Operation, ProcedureId, RETURN, Type};

use crate::machine::{Frame, Machine, Value};
use crate::propositions::{Binding, Mark, of_heap, sharing};

/// What propositions say along a run.
pub struct Watch<'a> {
    formulas: &'a Formulas,
    sources: &'a Sources,
    mark: &'a Mark,
    /// Names of methods that are one step.
    skipped: &'a [String],
    liveness: BTreeMap<ProcedureId, Liveness>,
    /// For each state, in the order of propositions.
    truths: Vec<Vec<Truth>>,
}

impl<'a> Watch<'a> {
    pub fn new(formulas: &'a Formulas, sources: &'a Sources, mark: &'a Mark, skipped: &'a [String]) -> Self {
        Self { formulas, sources, mark, skipped, liveness: BTreeMap::new(), truths: Vec::new() }
    }

    /// How many states there are.
    pub fn length(&self) -> usize {
        self.truths.len()
    }

    pub fn truth(&self, position: usize, proposition: PropositionId) -> Truth {
        self.truths[position][proposition.index()]
    }

    /// Looks at the state of a machine; `fault` if it has just dereferenced null.
    pub fn look(&mut self, machine: &Machine<'_>, fault: bool) {
        let skips = |frame: &Frame<'_>| self.skipped.iter().any(|m| is_method(machine, frame, m));
        let skipped = machine.frames()[1..].iter().any(skips);
        if skipped && !fault {
            return;
        }
        let formulas = self.formulas;
        let truths = formulas.propositions().map(|(_, proposition)| match proposition {
            Proposition::NullDereference => fault.into(),
            _ if skipped => Truth::Unknown,
            _ => self.evaluate(machine, fault, proposition),
        });
        let truths = truths.collect();
        self.truths.push(truths);
    }

    fn evaluate(&mut self, machine: &Machine<'_>, fault: bool, proposition: &Proposition) -> Truth {
        let top = machine.frames().last().expect("a frame until the end");
        let procedure = &machine.program.procedures[top.procedure];
        let ends = |exit| (machine.frames().len() == 1 && !fault && top.location == exit).into();
        match proposition {
            Proposition::Terminated => ends(procedure.exit),
            Proposition::Exception => ends(procedure.exceptional_exit),
            Proposition::In { method } => is_method(machine, top, method).into(),
            Proposition::At { file, line } => {
                // No condition dereferences anything, so there is one edge.
                let failed = procedure.edges_from(top.location).next().filter(|_| fault);
                let span = failed.map_or(procedure.locations[top.location], |(_, edge)| edge.span);
                let source = self.sources.file(span.file);
                let here = file.as_ref().is_none_or(|f| *f == source.name);
                (here && source.position(span.start).0 == *line).into()
            }
            Proposition::IsTree => self.by_sharing(machine, |(shared, cyclic)| !shared && !cyclic),
            Proposition::IsAcyclic => self.by_sharing(machine, |(_, cyclic)| !cyclic),
            Proposition::Visited(None) => self.visited(machine),
            proposition => of_heap(proposition, |x| variable(machine, x), &machine.objects, self.mark),
        }
    }

    /// Objects that only dead variables reach may be there or not.
    fn by_sharing(&mut self, machine: &Machine<'_>, holds: impl Fn((bool, bool)) -> bool) -> Truth {
        if holds(sharing(&machine.objects, None)) {
            return Truth::True;
        }
        let live = self.live(machine);
        if holds(sharing(&machine.objects, Some(live))) { Truth::Unknown } else { Truth::False }
    }

    /// Objects that live variables point to.
    fn live(&mut self, machine: &Machine<'_>) -> Vec<usize> {
        let mut found = Vec::new();
        let count = machine.frames().len();
        for (depth, frame) in machine.frames().iter().enumerate() {
            let procedure = &machine.program.procedures[frame.procedure];
            let liveness = self.liveness.entry(frame.procedure).or_insert_with(|| Liveness::new(procedure));
            let call = procedure.edges_from(frame.location).next().filter(|_| depth + 1 < count).map(|(_, edge)| edge);
            let lives = |local| match call {
                None => liveness.is_live(frame.location, local),
                Some(edge) => {
                    let Operation::Call(call) = &edge.operation else { panic!("a caller waits at its call") };
                    call.target != Some(local) && liveness.is_live(edge.target, local)
                }
            };
            let values = procedure.locals.indices().filter(|&l| lives(l)).map(|l| frame.local(l));
            found.extend(values.filter_map(|v| match v {
                Value::Object(object) => Some(object),
                _ => None,
            }));
        }
        found
    }

    /// Whether a variable that the program names points to the marked object. Results may be dead or not.
    fn visited(&self, machine: &Machine<'_>) -> Truth {
        let Some(marked) = self.mark.object.map(Value::Object) else { return Truth::Unknown };
        let frames = machine.frames().iter();
        let mut names = frames.flat_map(|f| &f.names).filter(|&(_, v)| *v == marked).map(|(n, _)| *n).peekable();
        if names.peek().is_none() && !machine.ghosts.values().any(|v| *v == marked) {
            Truth::False
        } else if names.any(|n| !n.starts_with(['$', '@'])) {
            Truth::True
        } else {
            Truth::Unknown
        }
    }
}

fn is_method(machine: &Machine<'_>, frame: &Frame<'_>, method: &str) -> bool {
    let program = machine.program;
    program.procedures[frame.procedure].name == method || program.qualified_name(frame.procedure) == method
}

/// A name means the variable of the innermost frame that declares it, `m::x` that of the innermost frame of `m` that
/// does.
fn variable(machine: &Machine<'_>, x: &VariableRef) -> Binding {
    if x.name == "null" {
        return Binding::To(Value::Null);
    }
    for (depth, frame) in machine.frames().iter().enumerate().rev() {
        if x.method.as_ref().is_some_and(|m| !is_method(machine, frame, m)) {
            continue;
        }
        let ghost = machine.ghosts.get(&x.name).filter(|_| depth == 0);
        let mut locals = machine.program.procedures[frame.procedure].locals.iter().filter(|l| l.name == x.name);
        let local = locals.next();
        if local.is_none() && ghost.is_none() {
            continue;
        }
        let is_number = |l: &Local| !l.ty.is_reference() && l.ty != Type::Void && l.name != RETURN;
        return match frame.names.get(x.name.as_str()).or(ghost) {
            Some(Value::Unset) => Binding::Unknown,
            Some(&value) => Binding::To(value),
            None if local.is_some_and(is_number) => Binding::Unknown,
            None => Binding::Unbound,
        };
    }
    Binding::Unbound
}
