//! The symbolic search alone: its answers are compared with the reference, and its runs are replayed by definition.
//! Garbage collection and reordering of variables happen much more often than in real use.

use hrglass::base::{Idx, IndexVec, Random, Resource, Silent, Stop};
use hrglass::bdd::Bdds;
use hrglass::boolean_programs::symbolic::{SymbolicBudget, SymbolicState, TruthAt, search, search_in};
use hrglass::logic::{
    Binary, Formula, FormulaId, Formulas, Monitor, MonitorEdge, MonitorState, MonitorStateId, Proposition,
    PropositionId, Unary,
};
use hrglass::program::cfa::{Location, ProcedureId};
use hrglass::program::guarded::{self, Action, Ersm, ErsmEdge, Expression, VariableId};
use hrglass::rsm::{Path, Visit};

use super::generate::Generated;
use super::meaning::{Meaning, Values, value};
use super::reference::{Automaton, Labels, finds};
use super::replay;
use crate::support::cases;

/// Maximum number of rules of a pushdown system.
const RULES: usize = 20_000;

/// A program with a monitor.
pub struct Machine<'a> {
    pub ersm: &'a Ersm,
    pub monitor: &'a Monitor,
    pub formulas: &'a Formulas,
    pub truth: &'a TruthAt<'a>,
}

/// A call that is possible in a state.
pub struct Call<'a> {
    pub edge: &'a ErsmEdge,
    pub callee: ProcedureId,
    /// The states at the entry of the callee.
    pub begins: Vec<Values>,
}

impl<'a> Machine<'a> {
    pub fn meaning(&self) -> Meaning<'a> {
        Meaning(self.ersm)
    }

    /// The propositions that hold in a state, as bits.
    fn labels(&self, component: ProcedureId, place: Location, values: &[i64]) -> u8 {
        let holds = |p: PropositionId| value(&(self.truth)(component, place, p), values) != 0;
        self.formulas.propositions().map(|(p, _)| u8::from(holds(p)) << p.index()).sum()
    }

    fn labels_at(&self, visit: &Visit<SymbolicState>) -> u8 {
        self.labels(visit.state.component, visit.state.place, &visit.state.values)
    }

    fn holds(&self, guard: FormulaId, labels: u8) -> bool {
        let of = |part| self.holds(part, labels);
        match self.formulas.formula(guard) {
            Formula::True => true,
            Formula::False => false,
            Formula::Atom(proposition) => labels >> proposition.index() & 1 == 1,
            Formula::Unary(Unary::Not, a) => !of(a),
            Formula::Binary(Binary::And, a, b) => of(a) && of(b),
            Formula::Binary(Binary::Or, a, b) => of(a) || of(b),
            Formula::Binary(Binary::Implies, a, b) => !of(a) || of(b),
            Formula::Binary(Binary::Iff, a, b) => of(a) == of(b),
            other => panic!("{other:?}"),
        }
    }

    /// The successors of the monitor, with the acceptance sets visited on the way.
    pub fn monitor_steps(&self, visit: &Visit<SymbolicState>) -> Vec<(u32, u32)> {
        self.moves(visit.state.monitor.0, self.labels_at(visit), 0)
    }

    /// Whether the monitor is in a target, or has an enabled edge to one.
    pub fn is_found(&self, visit: &Visit<SymbolicState>) -> bool {
        self.has_found(visit.state.monitor.0, self.labels_at(visit))
    }

    /// Whether runs stay at a location for ever.
    pub fn stays(&self, (component, place): (ProcedureId, Location), is_bottom: bool) -> bool {
        let component = &self.ersm.components[component].cfa;
        component.locations[place].is_fault || component.exit == place && is_bottom
    }

    /// The steps within an activation.
    pub fn steps(&self, (component, place): (ProcedureId, Location), values: &[i64]) -> Vec<(Location, Values)> {
        let mut found = Vec::new();
        for (_, edge) in self.meaning().edges(component, place, values) {
            let after = self.meaning().assigned(component, edge, values);
            found.extend(after.into_iter().map(|values| (edge.target, values)));
        }
        found
    }

    pub fn calls(&self, (component, place): (ProcedureId, Location), values: &[i64]) -> Vec<Call<'a>> {
        let enabled = self.meaning().edges(component, place, values).into_iter();
        let call = |(_, edge): (usize, &'a ErsmEdge)| match &edge.action {
            Action::Call { callee, .. } => {
                Some(Call { edge, callee: *callee, begins: self.meaning().called(edge, values) })
            }
            Action::Assign(_) => None,
        };
        enabled.filter_map(call).collect()
    }

    /// The states of the caller after a callee has returned with these values.
    pub fn returns(&self, call: &Call, caller: &Visit<SymbolicState>, exit: &[i64]) -> Vec<Values> {
        let globals = self.meaning().globals();
        let results = self.meaning().results(call.callee, exit);
        let locals = &caller.state.values[globals..];
        self.meaning().returned(caller.state.component, call.edge, (&exit[..globals], &results), locals)
    }
}

impl Automaton for Machine<'_> {
    fn starts(&self, _: u8) -> Vec<u32> {
        self.monitor.initial.iter().map(|state| state.0).collect()
    }

    fn moves(&self, state: u32, labels: u8, _: u8) -> Vec<(u32, u32)> {
        let edges = self.monitor.edges.iter().filter(|e| e.source.0 == state && self.holds(e.guard, labels));
        edges.map(|e| (e.target.0, e.acceptance_sets.iter().map(|c| 1 << c).sum())).collect()
    }

    fn has_found(&self, state: u32, labels: u8) -> bool {
        let is_target = |state: u32| self.monitor.states[MonitorStateId(state)].is_target;
        is_target(state) || self.moves(state, labels, 0).iter().any(|step| is_target(step.0))
    }

    /// Without acceptance sets, there is one that is never visited.
    fn acceptance_sets(&self) -> u32 {
        self.monitor.acceptance_sets.map_or(1, |count| (1 << count) - 1)
    }
}

/// The result of a search with frequent garbage collection and reordering, and the number of reorderings.
pub fn find(machine: &Machine) -> (Option<Path<SymbolicState>>, u32) {
    let mut silent = Silent;
    let mut bdds = Bdds::new(SymbolicBudget::default().nodes, &mut silent);
    bdds.crowd_at(200);
    let found = search_in(&mut bdds, machine.ersm, machine.monitor, machine.formulas, machine.truth);
    (found.answer.expect("room"), bdds.statistics().siftings)
}

/// A random program with a random monitor, which may have several acceptance sets.
struct Task {
    program: Generated,
    ersm: Ersm,
    monitor: Monitor,
    formulas: Formulas,
    truth: Box<dyn Fn(ProcedureId, Location, PropositionId) -> Expression>,
}

impl Task {
    fn random(random: &mut Random) -> Self {
        let program = Generated::random(random);
        let ersm = program.ersm();
        let mut formulas = Formulas::new();
        let monitor = random_monitor(&mut formulas, random);
        let scopes: Vec<usize> = ersm.components.indices().map(|component| ersm.scope(component)).collect();
        let lines: Vec<u32> = formulas
            .propositions()
            .map(|(_, p)| match p {
                Proposition::At { line, .. } => *line,
                other => panic!("{other:?}"),
            })
            .collect();
        let truth = move |component: ProcedureId, place: Location, proposition: PropositionId| {
            let scope = scopes[component.index()];
            match lines[proposition.index()] {
                1 if scope > 0 => Expression::variable(VariableId(0)).unary(guarded::Unary::IsNonzero),
                2 if scope > 0 => Expression::variable(VariableId::at(scope - 1)).unary(guarded::Unary::Not),
                _ => Expression::constant(i64::from(component != ProcedureId(0) && place.0 % 2 == 1)),
            }
        };
        Self { program, ersm, monitor, formulas, truth: Box::new(truth) }
    }

    fn machine(&self) -> Machine<'_> {
        Machine { ersm: &self.ersm, monitor: &self.monitor, formulas: &self.formulas, truth: &*self.truth }
    }

    fn text(&self) -> String {
        format!("{}\n{:#?}", self.program.text, self.monitor)
    }
}

fn random_guard(formulas: &mut Formulas, random: &mut Random) -> FormulaId {
    let mut atom = |random: &mut Random| {
        let line = 1 + random.below(3) as u32;
        formulas.atom(Proposition::At { file: None, line })
    };
    let (a, b) = (atom(random), atom(random));
    match random.below(8) {
        0 => a,
        1 => formulas.unary(Unary::Not, a),
        2 => formulas.binary(*random.one_of(&[Binary::And, Binary::Or, Binary::Iff]), a, b),
        3 => formulas.binary(Binary::Implies, a, b),
        _ => formulas.intern(Formula::True),
    }
}

fn random_monitor(formulas: &mut Formulas, random: &mut Random) -> Monitor {
    let count = 1 + random.below(4);
    let acceptance_sets = [None, Some(0), Some(1), Some(2), Some(2)][random.below(5)];
    let chance = if acceptance_sets.is_none() { 2 } else { 12 };
    let mut states: IndexVec<MonitorStateId, MonitorState> = IndexVec::new();
    for i in 0..count {
        // A target as initial state would be trivial.
        states.push(MonitorState { name: i.to_string(), is_target: i > 0 && random.one_in(chance) });
    }
    let mut edges = Vec::new();
    for source in states.indices() {
        for _ in 0..1 + random.below(2) {
            let visited: Vec<u32> = (0..acceptance_sets.unwrap_or(0)).filter(|_| random.one_in(3)).collect();
            let guard = if visited.is_empty() || random.one_in(3) {
                random_guard(formulas, random)
            } else {
                formulas.atom(Proposition::At { file: None, line: 3 })
            };
            let target = MonitorStateId::at(random.below(count));
            edges.push(MonitorEdge { source, target, guard, acceptance_sets: visited });
        }
    }
    let mut initial = vec![MonitorStateId(0)];
    if count > 2 && random.one_in(4) && !states[MonitorStateId(2)].is_target {
        initial.push(MonitorStateId(2));
    }
    Monitor { states, initial, edges, acceptance_sets }
}

#[derive(Default, Debug)]
struct Tally {
    decided: u32,
    violated: u32,
    cyclic: u32,
    stacked: u32,
    sifted: u32,
}

fn agree(seeds: std::ops::Range<u64>) {
    let mut tally = Tally::default();
    for seed in seeds {
        let task = Task::random(&mut Random::scattered(seed));
        let machine = task.machine();
        let of = |component, place, values: &[i64], _| machine.labels(component, place, values);
        let labels = Labels { of: &of, watched: 0 };
        let Some(expected) = finds(machine.meaning(), &labels, &machine, RULES) else { continue };
        let (found, siftings) = find(&machine);
        tally.decided += 1;
        tally.sifted += u32::from(siftings > 0);
        assert_eq!(found.is_some(), expected, "seed {seed}\n{}", task.text());
        let Some(run) = found else { continue };
        tally.violated += 1;
        tally.cyclic += u32::from(run.cycle.is_some());
        tally.stacked += u32::from(run.visits.iter().any(|visit| visit.caller.is_some()));
        assert!(run.is_whole(), "seed {seed}");
        if let Err(why) = replay::check(&machine, &run) {
            panic!("seed {seed}: {why}\n{}\n{run:#?}", task.text());
        }
    }
    println!("{tally:?}");
    let Tally { decided, violated, cyclic, stacked, sifted } = tally;
    assert!(violated > decided / 4 && violated < decided - decided / 8, "{tally:?}");
    assert!(sifted > decided / 4 && cyclic > decided / 20 && stacked > decided / 20, "{tally:?}");
}

#[test]
fn answers_and_runs_are_right_on_random_programs() {
    agree(cases::seeds(1500));
}

#[test]
fn limits_are_answers() {
    let task = Task::random(&mut Random::scattered(3));
    let machine = task.machine();
    let found = search(
        machine.ersm,
        machine.monitor,
        machine.formulas,
        machine.truth,
        SymbolicBudget { nodes: 10, ..SymbolicBudget::default() },
        &mut Silent,
    );
    assert_eq!(found.answer, Err(Stop::Budget(Resource::DiagramNodes, 10)));
    assert!(found.statistics.peak_nodes <= 10);
}
