//! Hand-written machines.

use std::collections::BTreeMap;

use hrglass::base::{FileId, Idx, IndexVec, Silent, Span};
use hrglass::boolean_programs::symbolic::{SymbolicBudget, SymbolicResult, SymbolicState, search};
use hrglass::logic::{
    Formula, FormulaId, Formulas, Monitor, MonitorEdge, MonitorState, MonitorStateId, Proposition, PropositionId,
};
use hrglass::program::cfa::{Cfa, Location, ProcedureId};
use hrglass::program::guarded::{
    Action, Binary, Domain, Ersm, ErsmComponent, ErsmEdge, ErsmNode, ErsmVariable, ErsmVariableKind, Expression, Unary,
    VariableId,
};
use hrglass::rsm::Path;

use super::replay;
use super::symbolic::{Machine, find};

fn nowhere() -> Span {
    Span { file: FileId(0), start: 0, end: 0 }
}

fn variable(name: &str, domain: Domain, initial: Option<i64>) -> ErsmVariable {
    ErsmVariable { name: name.to_owned(), kind: ErsmVariableKind::Declared, domain, initial, span: nowhere() }
}

fn places(count: usize) -> IndexVec<Location, ErsmNode> {
    IndexVec::filled(ErsmNode { span: nowhere(), labels: Vec::new(), is_fault: false }, count)
}

/// An edge that assigns values; variables with `None` are forgotten.
fn assign(from: u32, to: u32, guard: Option<Expression>, values: Vec<(u32, Option<Expression>)>) -> ErsmEdge {
    let forget = values.iter().filter(|(_, value)| value.is_none()).map(|(target, _)| VariableId(*target)).collect();
    let assigned = values.into_iter().filter_map(|(target, value)| Some((VariableId(target), value?)));
    let action = Action::Assign(assigned.collect());
    ErsmEdge { source: Location(from), target: Location(to), guard, action, forget, condition: None, span: nowhere() }
}

fn integer(bits: u32) -> Domain {
    Domain::Integer { low: 0, high: (1 << bits) - 1 }
}

fn of(variable: u32) -> Expression {
    Expression::variable(VariableId(variable))
}

fn compare(a: Expression, operator: Binary, b: Expression) -> Option<Expression> {
    Some(a.binary(operator, b))
}

fn plus(variable: u32, value: i64) -> Expression {
    of(variable).binary(Binary::Add, Expression::constant(value))
}

fn call(from: u32, to: u32, callee: u32, arguments: Vec<Expression>, results: Vec<Option<u32>>) -> ErsmEdge {
    let results = results.into_iter().map(|target| target.map(VariableId)).collect();
    let action = Action::Call { callee: ProcedureId(callee), arguments, results };
    let (source, target) = (Location(from), Location(to));
    ErsmEdge { source, target, guard: None, action, forget: Vec::new(), condition: None, span: nowhere() }
}

/// A component whose last location is the exit. Numbers of variables are those in its scope.
fn component(
    locals: Vec<ErsmVariable>,
    parameters: &[u32],
    results: &[u32],
    count: usize,
    edges: Vec<ErsmEdge>,
) -> ErsmComponent {
    let ids = |own: &[u32]| own.iter().map(|&v| VariableId(v)).collect();
    ErsmComponent {
        name: String::new(),
        locals,
        parameters: ids(parameters),
        results: ids(results),
        cfa: Cfa {
            locations: places(count),
            edges: edges.into_iter().collect(),
            entry: Location(0),
            exit: Location::at(count - 1),
        },
        invariant: None,
        span: nowhere(),
    }
}

fn ersm(globals: Vec<ErsmVariable>, components: Vec<ErsmComponent>) -> Ersm {
    Ersm { constants: BTreeMap::new(), globals, components: components.into_iter().collect(), entry: ProcedureId(0) }
}

/// A monitor that accepts runs that reach a location, or do so infinitely often.
fn place_monitor(formulas: &mut Formulas, for_ever: bool) -> Monitor {
    let there = formulas.atom(Proposition::At { file: None, line: 1 });
    let always = formulas.intern(Formula::True);
    let state = |is_target| MonitorState { name: String::new(), is_target };
    let edge = |target: u32, guard: FormulaId, visited| {
        let (source, target) = (MonitorStateId(0), MonitorStateId(target));
        MonitorEdge { source, target, guard, acceptance_sets: visited }
    };
    let mut monitor = Monitor { initial: vec![MonitorStateId(0)], ..Monitor::default() };
    monitor.states.push(state(false));
    monitor.edges.push(edge(0, always, Vec::new()));
    if for_ever {
        monitor.acceptance_sets = Some(1);
        monitor.edges.push(edge(0, there, vec![0]));
    } else {
        monitor.states.push(state(true));
        monitor.edges.push(edge(1, there, Vec::new()));
    }
    monitor
}

fn with_place<T>(ersm: &Ersm, component: u32, place: u32, for_ever: bool, then: impl FnOnce(&Machine) -> T) -> T {
    let mut formulas = Formulas::new();
    let monitor = place_monitor(&mut formulas, for_ever);
    let there = (ProcedureId(component), Location(place));
    let truth = move |component: ProcedureId, place: Location, _: PropositionId| {
        Expression::constant(i64::from((component, place) == there))
    };
    then(&Machine { ersm, monitor: &monitor, formulas: &formulas, truth: &truth })
}

/// A replayed run that reaches a location, or does so infinitely often.
fn run_to(ersm: &Ersm, component: u32, place: u32, for_ever: bool) -> Option<Path<SymbolicState>> {
    with_place(ersm, component, place, for_ever, |machine| {
        let run = find(machine).0;
        if let Some(run) = &run {
            replay::check(machine, run).unwrap_or_else(|why| panic!("{why}: {run:#?}"));
        }
        run
    })
}

/// A procedure exchanges its two results, any odd number of times.
fn swap() -> Ersm {
    let boolean = |name: &str| variable(name, Domain::Boolean, None);
    let main = vec![
        assign(0, 1, None, vec![(1, None), (2, Some(Expression::constant(0)))]),
        call(1, 2, 1, vec![of(1), of(2)], vec![Some(1), Some(2)]),
        assign(2, 3, Some(of(1)), vec![]),
        assign(2, 4, Some(of(1).unary(Unary::Not)), vec![]),
        assign(3, 4, None, vec![]),
    ];
    let own = vec![
        assign(0, 2, None, vec![]),
        assign(0, 1, None, vec![]),
        call(1, 2, 1, vec![of(1), of(2)], vec![Some(1), Some(2)]),
        assign(2, 3, None, vec![(3, Some(of(2))), (4, Some(of(1)))]),
    ];
    let names = |names: &[&str]| names.iter().map(|name| boolean(name)).collect();
    ersm(
        names(&["g"]),
        vec![
            component(names(&["a", "b"]), &[], &[], 5, main),
            component(names(&["x", "y", "r", "s"]), &[1, 2], &[3, 4], 4, own),
        ],
    )
}

#[test]
fn exchanging_twice_restores() {
    let run = run_to(&swap(), 0, 3, false).expect("a run");
    let depth = |position: usize| {
        std::iter::successors(run.visits[position].caller, |&caller| run.visits[caller as usize].caller).count()
    };
    assert_eq!((0..run.visits.len()).map(depth).max(), Some(2), "one call is not enough: {run:#?}");
}

/// Quicksort without the array: only bounds, and a choice in place of each comparison of elements. In the wrong
/// version, the first recursive call may have the bounds of its caller.
fn quicksort(bits: u32, is_wrong: bool) -> Ersm {
    let [l, r, p, h, choice] = [0, 1, 2, 3, 4];
    let local = |name: &str| variable(name, integer(bits), None);
    let last = Expression::constant((1 << bits) - 1);
    let main =
        vec![assign(0, 1, compare(of(r), Binary::NotEqual, last), vec![]), call(1, 2, 1, vec![of(l), of(r)], vec![])];
    let edge = if is_wrong { of(h).binary(Binary::Equal, of(r)) } else { of(p).binary(Binary::Equal, of(l)) };
    let moves_up = edge.binary(Binary::Or, of(choice));
    let first = |arguments| call(4, 5, 1, arguments, vec![]);
    let first = if is_wrong {
        vec![first(vec![of(l), of(h)])]
    } else {
        let guard = compare(of(h), Binary::Greater, of(l));
        let nothing = assign(4, 5, compare(of(h), Binary::LessEqual, of(l)), vec![]);
        vec![ErsmEdge { guard, ..first(vec![of(l), plus(h, -1)]) }, nothing]
    };
    let mut sort = vec![
        assign(0, 6, compare(of(l), Binary::GreaterEqual, of(r)), vec![]),
        assign(0, 1, compare(of(l), Binary::Less, of(r)), vec![]),
        assign(1, 2, None, vec![(p, Some(of(l))), (h, Some(of(r)))]),
        assign(2, 3, compare(of(p), Binary::LessEqual, of(h)), vec![]),
        assign(2, 4, compare(of(p), Binary::Greater, of(h)), vec![]),
        assign(3, 2, Some(moves_up.clone()), vec![(p, Some(plus(p, 1))), (choice, None)]),
        assign(3, 2, Some(moves_up.unary(Unary::Not)), vec![(h, Some(plus(h, -1))), (choice, None)]),
    ];
    sort.extend(first);
    sort.push(call(5, 6, 1, vec![of(p), of(r)], vec![]));
    let mut locals: Vec<ErsmVariable> = ["l", "r", "p", "h"].iter().map(|name| local(name)).collect();
    locals.push(ErsmVariable { kind: ErsmVariableKind::Choice, ..variable("$0", Domain::Boolean, None) });
    ersm(
        Vec::new(),
        vec![component(vec![local("l"), local("r")], &[], &[], 3, main), component(locals, &[l, r], &[], 7, sort)],
    )
}

#[test]
fn wrong_quicksort_calls_itself_for_ever() {
    let run = run_to(&quicksort(3, true), 1, 0, true).expect("a run");
    let cycle = run.cycle.expect("a cycle") as usize;
    let calls =
        run.visits[cycle..].iter().filter(|visit| visit.state.component == ProcedureId(1) && visit.state.place.0 == 0);
    assert!(calls.count() >= 1);
}

#[test]
fn quicksort_ends() {
    let right = quicksort(3, false);
    assert_eq!(run_to(&right, 1, 0, true), None);
    assert_eq!(run_to(&right, 1, 2, true), None);
    assert!(run_to(&right, 0, 2, true).is_some(), "that is where it ends");
}

#[test]
fn values_outside_of_a_domain_do_not_exist() {
    let of_six = Domain::Integer { low: 3, high: 8 };
    let steps = |wrong: Expression| {
        let to_exit = assign(2, 3, None, vec![]);
        let edges = vec![assign(0, 1, None, vec![(0, None)]), assign(1, 2, Some(wrong), vec![]), to_exit];
        ersm(Vec::new(), vec![component(vec![variable("x", of_six, None)], &[], &[], 4, edges)])
    };
    let less = steps(of(0).binary(Binary::Less, Expression::constant(3)));
    let more = steps(of(0).binary(Binary::Greater, Expression::constant(8)));
    let most = steps(of(0).binary(Binary::Greater, Expression::constant(7)));
    assert_eq!(run_to(&less, 0, 2, false), None);
    assert_eq!(run_to(&more, 0, 2, false), None);
    assert_eq!(run_to(&most, 0, 2, false).expect("a run").visits[1].state.values, [8]);
}

/// Procedures each of which calls the next one twice.
fn doubling(depth: u32) -> Ersm {
    let body = |own: u32| match own == depth {
        true => vec![assign(0, 1, None, vec![]), assign(1, 2, None, vec![])],
        false => vec![call(0, 1, own + 1, vec![], vec![]), call(1, 2, own + 1, vec![], vec![])],
    };
    ersm(Vec::new(), (0..=depth).map(|own| component(Vec::new(), &[], &[], 3, body(own))).collect())
}

#[test]
fn calls_are_shown_as_long_as_there_is_room() {
    let run = run_to(&doubling(5), 0, 2, false).expect("a run");
    let leaves = |run: &Path<SymbolicState>| {
        run.visits.iter().filter(|v| v.state.component.0 == 5 && v.state.place.0 == 0).count()
    };
    assert_eq!(leaves(&run), 32);
    assert!(run.visits.iter().all(|visit| !visit.folded));
    let run = run_to(&doubling(20), 0, 2, false).expect("a run");
    assert!(run.visits.len() < 20_000 && run.visits.iter().any(|visit| visit.folded));
}

#[test]
fn cycles_pass_through_all_values_of_a_counter() {
    let edges = vec![assign(0, 1, None, vec![(0, Some(plus(0, 1)))]), assign(1, 0, None, vec![])];
    let counter = ersm(vec![variable("n", integer(6), Some(5))], vec![component(Vec::new(), &[], &[], 3, edges)]);
    let run = run_to(&counter, 0, 1, true).expect("a run");
    assert_eq!((run.visits.len(), run.cycle), (128, Some(0)));
    assert_eq!(run_to(&counter, 0, 2, false), None);
}

#[test]
fn recursion_without_end_is_a_cycle() {
    let body = |callee| vec![call(0, 1, callee, vec![], vec![])];
    let endless = ersm(
        Vec::new(),
        vec![component(Vec::new(), &[], &[], 2, body(1)), component(Vec::new(), &[], &[], 2, body(1))],
    );
    let run = run_to(&endless, 1, 0, true).expect("a run");
    assert_eq!(run.visits.iter().map(|visit| visit.caller).collect::<Vec<_>>(), [None, Some(0)]);
    assert_eq!(run.cycle, Some(1));
    assert_eq!(run_to(&endless, 1, 1, false), None);
}

#[test]
fn a_value_that_may_be_too_large_is_not_decided() {
    let wide = Domain::Integer { low: 0, high: Domain::LIMIT };
    let product = of(0).binary(Binary::Multiply, of(0));
    let edges = vec![assign(0, 1, None, vec![(0, Some(product))])];
    let machine = ersm(vec![variable("n", wide, None)], vec![component(Vec::new(), &[], &[], 2, edges)]);
    let SymbolicResult { answer, .. } = with_place(&machine, 0, 1, false, |m| {
        search(m.ersm, m.monitor, m.formulas, m.truth, SymbolicBudget::default(), &mut Silent)
    });
    assert_eq!(answer.expect_err("not decided").to_string(), "a value may not fit into 64 bits");
}

/// A loop that calls a procedure with two branches.
fn branching() -> Ersm {
    let main = vec![call(0, 1, 1, vec![], vec![]), assign(1, 0, None, vec![])];
    let branches = [(0, 1), (0, 2), (1, 3), (2, 3)].map(|(from, to)| assign(from, to, None, vec![]));
    let branches = component(Vec::new(), &[], &[], 4, branches.to_vec());
    ersm(Vec::new(), vec![component(Vec::new(), &[], &[], 3, main), branches])
}

#[test]
fn what_is_met_in_calls_counts() {
    // At the call, in the callee, at its exit, after the return.
    for (component, place) in [(0, 0), (1, 0), (1, 1), (1, 3), (0, 1)] {
        let run = run_to(&branching(), component, place, true).expect("a run");
        assert!(run.cycle.is_some());
    }
    assert_eq!(run_to(&branching(), 0, 2, true), None);
}

#[test]
fn calls_take_turns_in_what_they_meet() {
    let mut formulas = Formulas::new();
    let mut monitor = place_monitor(&mut formulas, true);
    monitor.acceptance_sets = Some(2);
    let guard = formulas.atom(Proposition::At { file: None, line: 2 });
    monitor.edges.push(MonitorEdge { guard, acceptance_sets: vec![1], ..monitor.edges[0].clone() });
    let truth = |component: ProcedureId, place: Location, branch: PropositionId| {
        Expression::constant(i64::from(component.0 == 1 && place.0 == branch.0 + 1))
    };
    let machine = Machine { ersm: &branching(), monitor: &monitor, formulas: &formulas, truth: &truth };
    let run = find(&machine).0.expect("a run");
    replay::check(&machine, &run).expect("a run");
    let calls = run.visits[run.cycle.expect("a cycle") as usize..]
        .iter()
        .filter(|v| (v.state.component.0, v.state.place.0) == (0, 0));
    assert_eq!(calls.count(), 2, "{run:#?}");
}
