//! Formulas and monitors of random programs, against all of their states.

use std::collections::HashMap;

use hrglass::analysis::Claim;
use hrglass::base::{Idx, IndexVec, Patience, Random, Sources};
use hrglass::large_blocks::blocks::{FlatOptions, FlatProgram};
use hrglass::large_blocks::{
    BlockEngine, Executed, Fact, FactValue, InterpretedFormulas, TemporalCheck, TemporalOutcome,
};
use hrglass::logic::{Formulas, PropositionId, VariableRef, negation_normal_form};
use hrglass::program::cfa::ProcedureId;
use hrglass::program::objects::{Comparison, Failure, Program, Type};
use petgraph::algo::toposort;
use petgraph::graph::{DiGraph, NodeIndex};

use super::brute_force::{BruteState, Next, initial, successors};
use super::generate::program;
use super::oracle::{has_choices, without_overflow};
use crate::ltl_oracle::monitor::Watch;
use crate::ltl_oracle::system::System;
use crate::support::ltl::{self, Ltl};
use crate::support::{buchi, cases};

const FAILURES: [Failure; 4] = [Failure::Reached, Failure::Assertion, Failure::DivisionByZero, Failure::ShiftDistance];

/// A search is given up after so many questions to its observer.
const ANSWERS: u32 = 300;

/// Programs with more states or steps are not judged.
const STATES: usize = 1_500;
const STEPS: usize = 6_000;

const ENGINES: [BlockEngine; 5] =
    [BlockEngine::Auto, BlockEngine::Pdr, BlockEngine::Predicates, BlockEngine::Bounded, BlockEngine::KInduction];

/// All states of a program, those in which a run ends with themselves as successors.
struct Space {
    states: Vec<(BruteState, bool)>,
    initial: Vec<u32>,
    successors: Vec<Vec<u32>>,
    /// Those in which a run ends.
    ended: Vec<bool>,
}

impl Space {
    fn new(program: &Program) -> Option<Self> {
        let mut space = Space { states: Vec::new(), initial: Vec::new(), successors: Vec::new(), ended: Vec::new() };
        let mut numbers: HashMap<(BruteState, bool), u32> = HashMap::new();
        let mut number = |space: &mut Space, state: (BruteState, bool)| {
            *numbers.entry(state.clone()).or_insert_with(|| {
                space.states.push(state);
                u32::at(space.states.len() - 1)
            })
        };
        for state in initial(program) {
            let own = number(&mut space, (state, false));
            space.initial.push(own);
        }
        let (mut at, mut steps) = (0, 0);
        while at < space.states.len() {
            let (state, failed) = space.states[at].clone();
            let exit = program.procedures[ProcedureId(0)].cfa.exit;
            let ends = failed || state.frames.len() == 1 && state.frames[0].location == exit;
            let mut found = Vec::new();
            if ends {
                found.push(u32::at(at));
            } else {
                for next in successors(program, &state) {
                    let next = match next {
                        Next::Undefined => return None,
                        Next::Goes(next) => (next, false),
                        Next::Fails(failure) => {
                            assert!(FAILURES.contains(&failure));
                            (state.clone(), true)
                        }
                    };
                    found.push(number(&mut space, next));
                }
            }
            found.sort_unstable();
            found.dedup();
            steps += found.len();
            if space.states.len() > STATES || steps > STEPS {
                return None;
            }
            space.successors.push(found);
            space.ended.push(ends);
            at += 1;
        }
        Some(space)
    }

    /// Whether some run never ends.
    fn has_cycle(&self) -> bool {
        let mut graph = DiGraph::<(), ()>::new();
        self.states.iter().for_each(|_| _ = graph.add_node(()));
        for (from, next) in self.successors.iter().enumerate().filter(|&(from, _)| !self.ended[from]) {
            next.iter().for_each(|&to| _ = graph.add_edge(NodeIndex::new(from), NodeIndex::new(to as usize), ()));
        }
        toposort(&graph, None).is_err()
    }

    fn labels(&self, program: &Program, facts: &[Fact]) -> Vec<u8> {
        let bits = |(state, failed): &(BruteState, bool)| {
            facts.iter().enumerate().map(|(bit, fact)| u8::from(holds(program, state, *failed, fact)) << bit).sum()
        };
        self.states.iter().map(bits).collect()
    }
}

/// Whether a fact holds in a state.
fn holds(program: &Program, state: &BruteState, failed: bool, fact: &Fact) -> bool {
    let top = state.frames.last().unwrap();
    match fact {
        Fact::Failed => failed,
        Fact::Terminated => {
            !failed && state.frames.len() == 1 && top.location == program.procedures[top.procedure].cfa.exit
        }
        Fact::In(name) => program.procedures[top.procedure].name == *name,
        Fact::During(name) => state.frames.iter().any(|frame| program.procedures[frame.procedure].name == *name),
        Fact::Compare { comparison, left, right } => {
            let (Some(a), Some(b)) = (value(program, state, left), value(program, state, right)) else { return false };
            match comparison {
                Comparison::Equal => a == b,
                Comparison::NotEqual => a != b,
                Comparison::Less => a < b,
                Comparison::LessEqual => a <= b,
                Comparison::Greater => a > b,
                Comparison::GreaterEqual => a >= b,
            }
        }
        Fact::At { .. } | Fact::Exception | Fact::NullDereference => unreachable!(),
    }
}

/// The value of a side; `None` if it is a variable without one.
fn value(program: &Program, state: &BruteState, side: &FactValue) -> Option<i128> {
    let x = match side {
        FactValue::Number(n) => return Some(*n),
        FactValue::Boolean(b) => return Some(i128::from(*b)),
        FactValue::Variable(x) => x,
    };
    for frame in state.frames.iter().rev() {
        let procedure = &program.procedures[frame.procedure];
        if x.method.as_ref().is_some_and(|method| *method != procedure.name) {
            continue;
        }
        if let Some((local, _)) = procedure.locals.iter_enumerated().find(|(_, local)| local.name == x.name) {
            return frame.assigned[local.index()].then(|| frame.locals[local.index()].into());
        }
    }
    let entry = &state.frames[0];
    let statics = program.procedures[entry.procedure].statics.unwrap();
    let (field, _) = program.fields.iter_enumerated().find(|(_, field)| field.name == x.name && x.method.is_none())?;
    entry.assigned[statics.index()].then(|| state.statics[field.index()].into())
}

/// A variable that propositions may name without or with its procedure, and whether it is a number.
fn variables(program: &Program) -> Vec<(VariableRef, bool)> {
    let mut found: Vec<(VariableRef, bool)> = Vec::new();
    let is_number = |ty: Type| matches!(ty, Type::Integer(_));
    for procedure in &program.procedures {
        for local in procedure.locals.iter().filter(|local| local.name.starts_with(['p', 'x'])) {
            let qualified = VariableRef { method: Some(procedure.name.clone()), name: local.name.clone() };
            found.push((qualified, is_number(local.ty)));
            // Without the name of its procedure if it always means values of one kind.
            let mut all = program.procedures.iter().flat_map(|p| p.locals.iter().filter(|l| l.name == local.name));
            if all.all(|other| is_number(other.ty) == is_number(local.ty)) {
                found.push((VariableRef { method: None, name: local.name.clone() }, is_number(local.ty)));
            }
        }
    }
    let fields = program.fields.iter();
    found.extend(fields.map(|f| (VariableRef { method: None, name: f.name.clone() }, is_number(f.ty))));
    found
}

fn fact(random: &mut Random, program: &Program) -> Fact {
    let known = variables(program);
    match random.below(14) {
        12 | 13 => Fact::During(random.one_of(program.procedures.as_slice()).name.clone()),
        0 => Fact::Terminated,
        1 => Fact::Failed,
        2 => Fact::In(random.one_of(program.procedures.as_slice()).name.clone()),
        _ => {
            let (left, is_number) = random.one_of(&known).clone();
            let same: Vec<_> = known.iter().filter(|other| other.1 == is_number).collect();
            let right = match (is_number, random.one_in(2)) {
                (_, true) => FactValue::Variable(random.one_of(&same).0.clone()),
                (true, false) => FactValue::Number(*random.one_of(&[0, 0, 1, 1, 2, 5, -1, 100, 200, -128, 255])),
                (false, false) => FactValue::Boolean(random.one_in(2)),
            };
            let all = [
                Comparison::Equal,
                Comparison::NotEqual,
                Comparison::Less,
                Comparison::LessEqual,
                Comparison::Greater,
                Comparison::GreaterEqual,
            ];
            let comparison = all[random.below(if is_number { 6 } else { 2 })];
            Fact::Compare { comparison, left: FactValue::Variable(left), right }
        }
    }
}

#[derive(Default, Debug)]
struct Tally {
    judged: usize,
    too_large: usize,
    violated: usize,
    /// Verdicts of engines.
    holds: usize,
    refuted: usize,
    executed: usize,
    may_not_end: usize,
    stopped: usize,
    /// Satisfied although some runs never end.
    proved_of_loops: usize,
}

#[test]
fn verdicts_are_those_of_all_states() {
    let mut tally = Tally::default();
    for seed in cases::seeds(500) {
        judge(seed, &mut tally);
    }
    println!("{tally:?}");
    assert!(tally.holds * 5 > tally.judged && tally.refuted * 5 > tally.judged, "{tally:?}");
    assert!(tally.executed * 2 > tally.refuted && tally.may_not_end > 0 && tally.proved_of_loops > 0, "{tally:?}");
}

fn judge(seed: u64, tally: &mut Tally) {
    let random = &mut Random::scattered(seed);
    let program = without_overflow(program(random));
    let Some(space) = Space::new(&program) else {
        tally.too_large += 1;
        return;
    };
    let mut sources = Sources::default();
    sources.add("program".to_owned(), String::new());
    let options = FlatOptions { failures: &FAILURES, exceptions: &[], depth: 2, edges: 100_000 };
    let flat = FlatProgram::new(&program, ProcedureId(0), &options).unwrap();
    let never_ends = space.has_cycle();
    for round in 0..3 {
        let facts: Vec<Fact> = (0..3).map(|_| fact(random, &program)).collect();
        let labels = space.labels(&program, &facts);
        let mut formulas = Formulas::new();
        let propositions = ltl::propositions(&mut formulas);
        let (claim, violated, what) = if random.one_in(3) {
            let looks = Watch::random(random);
            let unknown = vec![0; labels.len()];
            let (initial, successors) = (space.initial.clone(), space.successors.clone());
            let system = System { initial, successors, labels, unknown, propositions };
            let monitor = looks.monitor(&mut formulas, &propositions);
            (Claim::Nothing(monitor), looks.finds(&system), format!("{looks:?}"))
        } else {
            let ltl = Ltl::random(random, 6, false);
            let formula = ltl.intern(&mut formulas, &propositions);
            let normal = negation_normal_form(&mut formulas, formula);
            let violated = buchi::has_violation(&space.initial, &space.successors, &labels, &ltl);
            (Claim::Holds(formula, normal), violated, formulas.display(formula).to_string())
        };
        tally.judged += 1;
        tally.violated += usize::from(violated);
        let facts: IndexVec<PropositionId, Fact> = facts.into_iter().collect();
        let case = || format!("seed {seed}, round {round}: {what}, {facts:?}");
        let check = TemporalCheck::new(
            &flat,
            &claim,
            InterpretedFormulas { formulas: &formulas, facts: &facts },
            &sources,
            true,
            &mut Patience(10_000),
        )
        .unwrap();
        let engine = ENGINES[(seed as usize + round) % ENGINES.len()];
        let Ok(found) = check.search(engine, 1_000, &mut Patience(ANSWERS)) else {
            tally.stopped += 1;
            continue;
        };
        match &found.outcome {
            TemporalOutcome::Holds { .. } => {
                assert!(!violated, "{engine:?} proves what does not hold, {}", case());
                tally.holds += 1;
                tally.proved_of_loops += usize::from(never_ends);
            }
            TemporalOutcome::Refuted(trace) => {
                assert!(violated, "{engine:?} refutes what holds, {}", case());
                let Executed { trace: executed, reason, .. } = check.execute(&found.program, trace);
                assert!(
                    reason.is_some() || has_choices(&program),
                    "a run is not executed, {}\n{:?}\n{trace:?}",
                    case(),
                    executed
                );
                tally.refuted += 1;
                tally.executed += usize::from(reason.is_some());
            }
            TemporalOutcome::MayNotEnd => tally.may_not_end += 1,
            TemporalOutcome::Stopped(_) => tally.stopped += 1,
        }
    }
}
