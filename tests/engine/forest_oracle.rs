//! What runs of random programs violate, forest automata find violated, unless they say that they are
//! incomplete. All runs with few choices are executed.

pub mod generate;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use hrglass::base::{FileId, Idx, Limits, Silent, Sources};
use hrglass::c::{COptions, DataModel, parse_c};
use hrglass::forest_automata::give_boxes;
use hrglass::forest_automata::semantics::{Fault, ForestProgram};
use hrglass::grammar::Grammar;
use hrglass::heap::{Alphabet, Heap};
use hrglass::interpreter::{Decision, End, InvalidAddress, Machine, Setting};
use hrglass::program::cfa::ProcedureId;
use hrglass::program::objects::Program;
use hrglass::rsm::{Covering, Order, explore};
use hrglass::separation::parse_definitions;
use hrglass::task::Check;

use crate::support::cases;

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
        // In C everything is followed.
        Fault::NotFollowed => panic!("{fault:?}"),
        Fault::Thrown(_) | Fault::Failed(_) => &[Check::UnreachCall],
    }
}

/// What the analysis finds violated; `None` if it is incomplete.
pub fn analysed(program: &Rc<Program>, entry: ProcedureId, height: usize) -> Option<BTreeSet<Check>> {
    faults(&mut ForestProgram::new(Rc::clone(program), entry, height))
}

fn faults(system: &mut ForestProgram) -> Option<BTreeSet<Check>> {
    let limits = Limits { states: STATES, ..Limits::default() };
    let found = explore(&mut Covering::new(system), Order::Ranked, &limits, &mut Silent);
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

#[test]
fn faults_of_runs_are_found() {
    let seeds = cases::seeds(150);
    let total = seeds.end - seeds.start;
    let (mut complete, mut exact, mut clean) = (0, 0, 0);
    let mut violations: BTreeMap<Check, u32> = BTreeMap::new();
    for seed in seeds {
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
    assert!(violations.len() == 4 && clean > 5, "{violations:?}, {clean}");
}

/// Boxes that hide more than there is, or nothing that is there, and some that fit. Each list is given by itself.
const STRANGE: [&str; 6] = [
    "dll(x, y) := x -> {next: y} * y -> {prev: x}",
    // The second object need not point back, or has any pointer.
    "wide(x, y) := forward(x, y) * back(y, x)
     forward(x, y) := x -> {next: y} | x -> {next: y, prev: y} | x -> {prev: y}
     back(x, y) := x -> {prev: y} | x -> {next: y} | x: node -> {} | x -> {prev: null} | x -> {next: _undefined}",
    // Rings whose elements point to where they begin, to null, or anywhere.
    "ring(x) := x -> {next: x} | x -> {prev: x} | x -> {next: y} * seg(y, x) | x -> {prev: y} * seg(y, x)
     seg(x, y) := x -> {next: y, prev: any} * any(any, y) | x -> {next: z, prev: _} * seg(z, y) | x -> {next: y, prev: z} * seg(z, y)
     any(x, y) := x == null | x == y | x == _undefined | x == _dangling | x -> {next: y, prev: null} | x -> {next: _, prev: z} * any(z, y)",
    // Boxes in boxes, some of which no candidate is.
    "back(x, y) := x -> {prev: y} * y -> {next: x}
     chain(x, y) := x: node -> {} * back(x, z) * rest(z, y)
     rest(x, y) := x == y | x: node -> {} * back(x, z) * rest(z, y) | x -> {prev: null}
     fork(x, y, z) := x -> {next: u, prev: z} * rest2(u, y)
     rest2(x, y) := x -> {next: y, prev: y} | x -> {next: z, prev: y} * rest2(z, y)",
    "both(x, y) := x -> {next: y, prev: y}
     same(x, y) := x -> {next: y, prev: y} * y -> {next: x, prev: x}
     loops(x) := x -> {next: x, prev: x}
     three(x, y, z) := x -> {next: y} * y -> {next: z} * z -> {next: x}",
    "to(x, y) := x: node -> {next: y}
     from(x, y) := x: node -> {} * to(x, z) * more(z, y)
     more(x, y) := x == y | x -> {next: null, prev: _} | x -> {next: y, prev: _unknown} | x: node -> {prev: _unknown} * to(x, z) * more(z, y)",
];

/// A verdict depends on no box that is given: neither with learning nor without it.
#[test]
fn faults_of_runs_are_found_with_strange_boxes() {
    let seeds = cases::seeds(20);
    let total = seeds.end - seeds.start;
    let (mut complete, mut used) = ([0_u64; 2], [0_u64; STRANGE.len()]);
    for seed in seeds {
        let text = generate::program(seed);
        let (program, entry) = read(&text);
        let seen = executed(&program, entry);
        for (list, boxes) in STRANGE.iter().enumerate() {
            for learns in [false, true] {
                let mut system =
                    ForestProgram::new(Rc::clone(&program), entry, 1 + usize::from(seed.is_multiple_of(5)));
                if !learns {
                    system = system.without_learning();
                }
                let (definitions, mut wrong) = parse_definitions(boxes, FileId(0));
                let has_fields = |kind| {
                    ["next", "prev"].iter().all(|field| system.selector_names(kind).iter().any(|name| name == field))
                };
                // Of pointers that are never followed nothing is known.
                if !system.kinds().any(has_fields) {
                    continue;
                }
                wrong.extend(give_boxes(&mut system, &definitions));
                assert!(wrong.is_empty(), "{boxes}\n{wrong:?}");
                let given = system.alphabet.boxes.len();
                let Some(known) = faults(&mut system) else { continue };
                let missing: Vec<_> = seen.difference(&known).collect();
                assert!(
                    missing.is_empty(),
                    "program {seed}: {missing:?} of runs, but {known:?} with learning {learns} and\n{boxes}\n{text}"
                );
                complete[usize::from(learns)] += 1;
                let forests = system.forests().flat_map(|forest| system.alphabet.boxes_in(&forest.automaton));
                used[list] += u64::from(forests.into_iter().any(|id| id.index() < given));
            }
        }
    }
    let all = total * STRANGE.len() as u64;
    println!(
        "{total} programs, completely analysed of {all} each: {} without learning, {} with it; lists used: {used:?}",
        complete[0], complete[1]
    );
    assert!(complete.iter().all(|&count| count * 3 > all), "{complete:?} of {all}");
    assert!(used.iter().filter(|&&count| count > 0).count() >= 3, "{used:?}");
}
