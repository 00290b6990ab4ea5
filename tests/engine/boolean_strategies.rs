//! Strategies for boolean programs: the order of variables in diagrams, and the alternation of both searches.

use std::ops::ControlFlow;

use expect_test::expect;
use hrglass::base::{Observer, Progress, Random, Resource, Silent, Stop};
use hrglass::editor::load_program;
use hrglass::report::{PropertyReport, Verdict};
use hrglass::session::run;
use hrglass::task::{Language, NoFiles, Overrides, Strategy};

/// The only property of a program, checked with a strategy.
#[track_caller]
fn checked(text: &str, strategy: Strategy, observer: &mut dyn Observer) -> PropertyReport {
    let overrides = Overrides { strategy: Some(strategy), ..Overrides::default() };
    let loaded = load_program(text, "program.bp", Language::Boolean, &mut NoFiles, &overrides);
    let session = run(&loaded, observer);
    let [property] = &session.report().properties[..] else { panic!("{:?}", session.report().diagnostics) };
    let mut property = property.clone();
    property.statistics.check_ms = None;
    property
}

/// The names, in an order determined by the number.
fn shuffled(mut names: Vec<String>, order: u64) -> String {
    let mut random = Random::scattered(order);
    if order > 0 {
        (0..names.len()).for_each(|i| names.swap(i, random.below(i + 1)));
    }
    names.join(", ")
}

fn numbered(name: &str, count: u32, more: &str) -> Vec<String> {
    (0..count).map(|i| format!("{name}{i}{more}")).collect()
}

/// Each lock is acquired or released, and a second variable, declared apart from it, follows.
fn locks(count: u32, order: u64) -> String {
    let declared = [numbered("lock", count, " := F"), numbered("held", count, " := F")].concat();
    let branch =
        |i| format!("{} * then lock{i} := !lock{i}; held{i} := !held{i};\n", if i == 0 { "if" } else { "elsif" });
    let branches: String = (0..count).map(branch).collect();
    let asserts: String = (0..count).map(|i| format!("assert(lock{i} = held{i});\n")).collect();
    format!("decl {};\nvoid main() begin while * do\n{branches}fi\n{asserts}od end", shuffled(declared, order))
}

fn copy(bits: u32, order: u64) -> String {
    let (x, y) = (numbered("x", bits, ""), numbered("y", bits, ""));
    let same: Vec<String> = (0..bits).map(|i| format!("(x{i} = y{i})")).collect();
    let (from, to, same) = (x.join(", "), y.join(", "), same.join(" & "));
    format!("decl {};\nvoid main() begin {to} := {from}; assert({same}); end", shuffled([x, y].concat(), order))
}

fn parity(inputs: u32, order: u64) -> String {
    let names = numbered("x", inputs, "");
    let calls: String = names.iter().map(|x| format!("flip({x});\n")).collect();
    let (xor, mut declared) = (names.join(" ^ "), names);
    declared.push("parity := F".to_owned());
    format!(
        "decl {};\nvoid main() begin\n{calls}assert(parity = ({xor})); end\n\
         void flip(input) begin if input then parity := !parity; fi end",
        shuffled(declared, order)
    )
}

fn counter(bits: u32) -> String {
    let last = (1 << bits) - 1;
    format!("decl i : int<{bits}> := 0;\nvoid main() begin while i < {last} do i := i + 1; od assert(i = {last}); end")
}

/// The textual order, and some others.
const ORDERS: std::ops::Range<u64> = 0..4;

#[test]
fn variables_that_meet_are_neighbours_wherever_they_are_declared() {
    for order in ORDERS {
        for (text, most) in [(locks(12, order), 60_000), (copy(24, order), 15_000), (parity(10, order), 60_000)] {
            let property = checked(&text, Strategy::Symbolic, &mut Silent);
            assert_eq!(property.judgement.verdict, Verdict::Satisfied, "{:?}\n{text}", property.judgement.reason);
            let nodes = property.statistics.nodes.expect("nodes");
            assert!(nodes < most, "{nodes} nodes, order {order}\n{text}");
        }
    }
}

#[test]
fn whichever_search_is_fast_gives_the_answer() {
    // More states than are visited before sets of states are tried, and more rounds than these take.
    let counted = checked(&counter(13), Strategy::Auto, &mut Silent);
    assert_eq!((counted.judgement.verdict, counted.statistics.nodes), (Verdict::Satisfied, None));
    assert_eq!(
        counted.statistics.states_total,
        checked(&counter(13), Strategy::Explicit, &mut Silent).statistics.states_total
    );
    // More states than can be visited in the time.
    let copied = checked(&copy(24, 0), Strategy::Auto, &mut Silent);
    assert_eq!(copied.judgement.verdict, Verdict::Satisfied);
    assert_eq!(copied.statistics.nodes, checked(&copy(24, 0), Strategy::Symbolic, &mut Silent).statistics.nodes);
    // Both searches find a failing run, which is executed.
    for text in [copy(24, 0).replace("(x7 = y7)", "(x7 = y8)"), counter(13).replace("assert(i = ", "assert(i < ")] {
        let property = checked(&text, Strategy::Auto, &mut Silent);
        assert_eq!(property.judgement.verdict, Verdict::Violated, "{:?}", property.judgement.reason);
    }
    assert_eq!(
        checked(&locks(12, 1), Strategy::Auto, &mut Silent),
        checked(&locks(12, 1), Strategy::Auto, &mut Silent)
    );
}

/// Ends a run after this many progress reports, as if its time were used up.
struct Patience(u32);

impl Observer for Patience {
    fn progress(&mut self, _: Progress) -> ControlFlow<Stop> {
        self.0 = self.0.saturating_sub(1);
        if self.0 > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(Stop::Budget(Resource::Seconds, 9)) }
    }
}

#[test]
fn where_both_searches_end_the_reason_names_both_and_what_may_help() {
    let reason =
        |patience| checked(&counter(18), Strategy::Auto, &mut Patience(patience)).judgement.reason.expect("one");
    expect!["state by state: the budget of 9 seconds is used up; with sets of states: 80032 steps on decision diagrams were not enough"].assert_eq(&reason(30_000));
    expect!["the budget of 9 seconds is used up"].assert_eq(&reason(1_000));
    let judgement = checked(&counter(18), Strategy::Auto, &mut Patience(30_000)).judgement;
    let help: Vec<String> = judgement.remedies.iter().map(|remedy| remedy.words().to_string()).collect();
    let expected = ["more seconds than 9 (option `seconds`)", "fewer values of `i`, which has 262144"];
    assert_eq!(help, expected);
}
