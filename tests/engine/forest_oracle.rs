//! What runs of random programs violate, forest automata find violated, unless they say that they are
//! incomplete. All runs with few choices are executed.

pub mod generate;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use hrglass::base::{Limits, Silent, Sources};
use hrglass::grammar::Grammar;
use hrglass::heap::{Alphabet, Heap};
use hrglass::lang::c::{COptions, DataModel, parse_c};
use hrglass::program::cfa::ProcedureId;
use hrglass::program::objects::Program;
use hrglass::rsm::{Covering, Order, explore};
use hrglass::semantics::concrete::{Decision, End, InvalidAddress, Machine, Setting};
use hrglass::semantics::forest::{Fault, ForestProgram};
use hrglass::task::Check;

/// Choices of a run that are followed both ways.
const CHOICES: usize = 9;

/// Steps of a run.
const STEPS: usize = 600;

/// States of the analysis.
const STATES: u32 = 600;

pub fn read(text: &str) -> (Rc<Program>, ProcedureId) {
    let mut sources = Sources::default();
    let file = sources.add("program.c", text);
    let options = COptions { model: DataModel::Lp64, ..COptions::default() };
    let (program, diagnostics) = parse_c(&sources, &[file], options, "main");
    let (program, entry) = program.unwrap_or_else(|| panic!("{diagnostics:?}\n{text}"));
    (Rc::new(program), entry)
}

/// The checks that a fault violates. A pointer without a value may be taken for null where it is compared, so that one may be
/// dereferenced for the other.
fn violated(fault: Fault) -> &'static [Check] {
    match fault {
        Fault::NullDereference
        | Fault::UndefinedDereference
        | Fault::DanglingDereference
        | Fault::OutsideDereference => &[Check::ValidDeref],
        Fault::InvalidFree | Fault::DoubleFree => &[Check::ValidFree],
        Fault::Lost => &[Check::ValidMemtrack, Check::ValidMemcleanup],
        Fault::NotFreed => &[Check::ValidMemcleanup],
        Fault::Thrown | Fault::Failed(_) => &[Check::UnreachCall],
    }
}

/// What the analysis finds violated; `None` if it is incomplete.
pub fn analysed(program: &Rc<Program>, entry: ProcedureId, height: usize) -> Option<BTreeSet<Check>> {
    let mut system = ForestProgram::new(Rc::clone(program), entry, height);
    let limits = Limits { states: STATES, ..Limits::default() };
    let found = explore(&mut Covering::new(&mut system), Order::Ranked, &limits, &mut Silent);
    let faults = found.nodes.iter().filter_map(|node| node.state.state.fault);
    found.stop.is_none().then(|| faults.flat_map(violated).copied().collect())
}

/// What all runs with few choices violate.
pub fn executed(program: &Program, entry: ProcedureId) -> BTreeSet<Check> {
    let (alphabet, grammar) = (Alphabet::default(), Grammar::default());
    let setting = Setting { program, entry, alphabet: &alphabet, grammar: &grammar };
    let mut found: BTreeSet<Check> = BTreeSet::new();
    let mut open = vec![(Machine::new(setting, &Heap::default()), 0, 0)];
    while let Some((mut machine, mut steps, choices)) = open.pop() {
        let end = loop {
            if let Some(decision) = machine.decision() {
                if choices == CHOICES {
                    break None;
                }
                // Of numbers, 0 and 1 decide everything that is asked.
                let options = if let Decision::Number(..) = decision { 2 } else { decision.options() };
                for option in 0..options {
                    let mut next = machine.clone();
                    next.decide(&decision, option);
                    open.push((next, steps, choices + 1));
                }
                break None;
            }
            steps += 1;
            match machine.step() {
                Err(end) => break Some(end),
                Ok(()) if steps > STEPS => break None,
                Ok(()) => {}
            }
        };
        // What is lost stays lost.
        if !machine.lost().is_empty() {
            found.extend(violated(Fault::Lost));
        } else if end == Some(End::Returned) && !machine.unfreed().is_empty() {
            found.extend(violated(Fault::NotFreed));
        }
        found.extend(end.and_then(fault).into_iter().flat_map(violated));
    }
    found
}

/// The fault of a run that ends so.
fn fault(end: End) -> Option<Fault> {
    use InvalidAddress::{Ended, Freed, OtherType, Outside, Undefined};
    Some(match end {
        End::NullDereference => Fault::NullDereference,
        End::InvalidDereference { because: Undefined, .. } => Fault::UndefinedDereference,
        End::InvalidDereference { because: Freed | Ended, .. } => Fault::DanglingDereference,
        End::InvalidDereference { because: Outside, .. } => Fault::OutsideDereference,
        End::InvalidFree { because: Freed | Ended, .. } => Fault::DoubleFree,
        End::InvalidFree { because, .. } if because != OtherType => Fault::InvalidFree,
        End::Failed(failure) => Fault::Failed(failure),
        _ => return None,
    })
}

/// `FOREST_C` is the number of programs, `FOREST_C_SEED` the first.
#[test]
fn faults_of_runs_are_found() {
    let number = |variable: &str| std::env::var(variable).ok().and_then(|text| text.parse::<u64>().ok());
    let (total, first) = (number("FOREST_C").unwrap_or(150), number("FOREST_C_SEED").unwrap_or(0));
    let (mut complete, mut exact, mut clean) = (0, 0, 0);
    let mut violations: BTreeMap<Check, u32> = BTreeMap::new();
    for seed in first..first + total {
        let text = generate::program(seed);
        let (program, entry) = read(&text);
        // Now and then less is merged.
        let height = 1 + usize::from(seed.is_multiple_of(5));
        let Some(known) = analysed(&program, entry, height) else { continue };
        let seen = executed(&program, entry);
        let missing: Vec<_> = seen.difference(&known).collect();
        assert!(missing.is_empty(), "program {seed}: {missing:?} of runs, but {known:?} of the analysis\n{text}");
        complete += 1;
        exact += u64::from(seen == known);
        clean += u64::from(known.is_empty());
        seen.into_iter().for_each(|check| *violations.entry(check).or_default() += 1);
    }
    println!(
        "{total} programs, {complete} completely analysed, {exact} exactly, {clean} without a fault: {violations:?}"
    );
    assert!(complete * 2 > total && exact * 4 > complete, "{complete}, {exact} of {total}");
    assert!(total < 150 || violations.len() == 4 && clean > 5, "{violations:?}, {clean}");
}
