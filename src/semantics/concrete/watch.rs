//! What propositions say of the states of a run, by definition, in three values.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use super::language::has_shape;
use super::proposition::reached;
use super::{Binding, Frame, Machine, Mark, ObjectId, Value, of_heap, sharing};
use crate::base::{IndexVec, Sources, Span};
use crate::logic::{Proposition, Truth, VariableRef};
use crate::program::{Liveness, Local, Operation, ProcedureId, RETURN, Type, is_program_name};

/// Which states of a run are looked at. A call leads to the first state of the callee, and its exit to the state after
/// the call; a call whose states are not looked at is one step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seen<'a> {
    /// Those of the entry procedure.
    Entry,
    /// All but those in methods with these names.
    AllBut(&'a [String]),
}

/// So many steps of matching a memory with a grammar take as long as a step of a machine, roughly.
const MATCHES_PER_STEP: u32 = 4;

/// Whether objects that only dead variables reach are in the heaps that propositions are about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Garbage {
    /// They are not.
    Collected,
    /// They are.
    Kept,
}

/// Evaluates propositions in the states of runs.
pub struct Watch<'a> {
    sources: &'a Sources,
    seen: Seen<'a>,
    garbage: Garbage,
    /// Names of the variables that formulas mention: the analysis keeps what they reach.
    mentioned: &'a [String],
    /// What was expensive to find out, in steps of a machine.
    work: Cell<u32>,
    liveness: RefCell<BTreeMap<ProcedureId, Liveness>>,
}

impl<'a> Watch<'a> {
    /// For these states; `mentioned` are the names of variables in the formulas of the task.
    pub fn new(sources: &'a Sources, seen: Seen<'a>, garbage: Garbage, mentioned: &'a [String]) -> Self {
        Self { sources, seen, garbage, mentioned, work: Cell::new(0), liveness: RefCell::default() }
    }

    /// File and line of a place in the program.
    pub fn place(&self, span: Span) -> (String, u32) {
        (self.sources.file(span.file).name.clone(), self.sources.line_of(span))
    }

    /// What was expensive to find out since the last time, in steps of a machine.
    pub fn take_work(&self) -> u32 {
        self.work.take()
    }

    /// Whether the state is looked at.
    pub fn sees(&self, machine: &Machine<'_>) -> bool {
        match self.seen {
            Seen::Entry => machine.depth() == 1,
            Seen::AllBut(skipped) => {
                let is_skipped = |frame: &Frame<'_>| skipped.iter().any(|m| is_method(machine, frame, m));
                !machine.frames()[1..].iter().any(is_skipped)
            }
        }
    }

    /// Whether a proposition holds in a state; `fault` if it has just dereferenced null. A run that does so in a call
    /// that is one step stays at the call, where nothing but that is known.
    pub fn truth(&self, machine: &Machine<'_>, fault: bool, proposition: &Proposition, mark: &Mark<'_>) -> Truth {
        let top = machine.top();
        let procedure = &machine.setting.program.procedures[top.procedure];
        let ends = |exit| machine.depth() == 1 && !fault && top.location == exit;
        let thrown = || ends(procedure.exceptional_exit);
        match proposition {
            Proposition::NullDereference => (fault || (thrown() && machine.throws_null_dereference())).into(),
            Proposition::Terminated => ends(procedure.exit).into(),
            Proposition::Exception => (thrown() && !machine.throws_null_dereference()).into(),
            _ if !self.sees(machine) => Truth::Unknown,
            Proposition::In { method } => is_method(machine, top, method).into(),
            Proposition::At { file, line } => {
                // No condition dereferences anything, so there is one edge.
                let failed = procedure.edges_from(top.location).next().filter(|_| fault);
                let span = failed.map_or(procedure.locations[top.location], |(_, edge)| edge.span);
                let source = self.sources.file(span.file);
                let here = file.as_ref().is_none_or(|f| *f == source.name);
                (here && source.position(span.start).0 == *line).into()
            }
            Proposition::IsTree => self.of_objects(machine, fault, mark, |which| {
                let (shared, cyclic) = sharing(&machine.objects, which);
                (!shared && !cyclic).into()
            }),
            Proposition::IsAcyclic => {
                self.of_objects(machine, fault, mark, |which| (!sharing(&machine.objects, which).1).into())
            }
            Proposition::Shape { nonterminal, of } => self.shape(machine, fault, mark, nonterminal, of.as_ref()),
            Proposition::Visited(None) => visited(machine, mark),
            proposition => of_heap(proposition, |x| variable(machine, x), |v| machine.known(v), &machine.objects, mark),
        }
    }

    fn shape(
        &self,
        machine: &Machine<'_>,
        fault: bool,
        mark: &Mark<'_>,
        nonterminal: &str,
        of: Option<&VariableRef>,
    ) -> Truth {
        let (alphabet, grammar) = (machine.setting.alphabet, machine.setting.grammar);
        let Some(label) = alphabet.find_nonterminal(nonterminal) else { return Truth::Unknown };
        let known = |value| machine.known(value);
        let has_shape = |which: &_| {
            let (truth, steps) = has_shape(label, &machine.objects, &known, which, (grammar, alphabet));
            self.work.set(self.work.get().saturating_add(steps / MATCHES_PER_STEP));
            truth
        };
        match of.map(|x| variable(machine, x)) {
            None => self.of_objects(machine, fault, mark, has_shape),
            Some(Binding::Unbound) => Truth::False,
            Some(Binding::To(Value::Object(object))) => has_shape(&reached(&machine.objects, [object])),
            Some(Binding::To(Value::Null)) => Truth::False,
            Some(Binding::Unknown | Binding::To(_)) => Truth::Unknown,
        }
    }

    /// What holds of the objects in memory. Where null has been dereferenced nothing is collected any more, so that it must
    /// not matter there.
    fn of_objects(
        &self,
        machine: &Machine<'_>,
        fault: bool,
        mark: &Mark<'_>,
        holds: impl Fn(&IndexVec<ObjectId, bool>) -> Truth,
    ) -> Truth {
        let all = || holds(&IndexVec::filled(true, machine.objects.len()));
        let live = || holds(&reached(&machine.objects, self.roots(machine, mark)));
        match self.garbage {
            Garbage::Kept => all(),
            Garbage::Collected if !fault => live(),
            Garbage::Collected => {
                let (all, live) = (all(), live());
                if all == live { all } else { Truth::Unknown }
            }
        }
    }

    /// Objects that live or mentioned variables point to, and those that are followed.
    fn roots(&self, machine: &Machine<'_>, mark: &Mark<'_>) -> Vec<ObjectId> {
        let mut found: Vec<Value> = mark.neighbours.values().copied().collect();
        found.extend(mark.object.map(Value::Object));
        let mut known = self.liveness.borrow_mut();
        let count = machine.depth();
        for (depth, frame) in machine.frames().iter().enumerate() {
            let procedure = &machine.setting.program.procedures[frame.procedure];
            let liveness = known.entry(frame.procedure).or_insert_with(|| Liveness::new(procedure));
            let call = procedure.edges_from(frame.location).next().filter(|_| depth + 1 < count);
            let lives = |local| match call.map(|(_, edge)| (edge, &edge.operation)) {
                Some((edge, Operation::Call(call))) => {
                    call.target != Some(local) && liveness.is_live(edge.target, local)
                }
                _ => liveness.is_live(frame.location, local),
            };
            found.extend(procedure.locals.indices().filter(|&l| lives(l)).map(|l| frame.local(l)));
            found.extend(self.mentioned.iter().filter_map(|name| frame.names.get(name.as_str())));
        }
        found.extend(self.mentioned.iter().filter_map(|name| machine.ghosts.get(name.as_str())));
        let object = |value| if let Value::Object(object) = value { Some(object) } else { None };
        found.into_iter().filter_map(object).collect()
    }
}

/// Whether a variable that the program, or an initial heap, names points to the marked object.
fn visited(machine: &Machine<'_>, mark: &Mark<'_>) -> Truth {
    let Some(marked) = mark.object.map(Value::Object) else { return Truth::Unknown };
    let mut names = machine.frames().iter().flat_map(|f| &f.names).chain(&machine.ghosts);
    names.any(|(name, value)| is_program_name(name) && *value == marked).into()
}

fn is_method(machine: &Machine<'_>, frame: &Frame<'_>, method: &str) -> bool {
    let program = machine.setting.program;
    program.procedures[frame.procedure].name == method || program.qualified_name(frame.procedure) == method
}

/// What a name means: the variable of the innermost frame that declares it, `m::x` that of the innermost frame of `m`
/// that does, the result that of the entry procedure.
pub fn variable(machine: &Machine<'_>, x: &VariableRef) -> Binding {
    if x.name == "null" {
        return Binding::To(Value::Null);
    }
    if x.name == RETURN && machine.depth() > 1 {
        return Binding::Unbound;
    }
    for (depth, frame) in machine.frames().iter().enumerate().rev() {
        if x.method.as_ref().is_some_and(|m| !is_method(machine, frame, m)) {
            continue;
        }
        let ghost = machine.ghosts.get(x.name.as_str()).filter(|_| depth == 0);
        let mut locals = machine.setting.program.procedures[frame.procedure].locals.iter().filter(|l| l.name == x.name);
        let local = locals.next();
        if local.is_none() && ghost.is_none() {
            continue;
        }
        let is_number = |l: &Local| !l.ty.is_reference() && l.ty != Type::Void && l.name != RETURN;
        return match frame.names.get(x.name.as_str()).or(ghost) {
            Some(&value) => Binding::of(machine.known(value)),
            None if local.is_some_and(is_number) => Binding::Unknown,
            None => Binding::Unbound,
        };
    }
    Binding::Unbound
}
