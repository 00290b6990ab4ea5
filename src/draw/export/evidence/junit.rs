//! Executed runs as test classes in Java, for JUnit 5.
//!
//! A test builds the heap with the classes of the program, calls the entry method, and asserts only what it can see from outside:
//! how the call ends, and what must hold of arguments and result when it has returned. It does so if that is a consequence of
//! the property, and false on this run. Otherwise, or if the run takes decisions that are not the input's, it asserts nothing
//! and is a walk-through for a debugger.

mod at_end;
mod comments;
mod helpers;
mod input;
mod last_state;
mod names;
mod sequence;
mod test_class;

use std::collections::BTreeSet;

use super::distinct_name;
use base::{Message, Sources, Span, msg};
use interpreter::{End, ExecutedRun, Machine, Origin};
use ltl::logic::negation_normal_form;
use program::objects::{ClassId, Operation, Rvalue};
use report::Report;
use report::claim::PropertyKind;
use report::evidence::{Ending, EvidenceFile};

use at_end::{Condition, Finish, at_end};
use comments::{about, steps};
use input::Input;
use last_state::LastState;
use names::in_one_word;
use sequence::sequence;
use test_class::{Calls, Check, TestClass};

/// Steps after which a run is taken not to end.
const LENGTH: u32 = 20_000;

/// The test for the result with this position in the report; absent if Java cannot build the input or name the entry method.
pub(super) fn test(run: &ExecutedRun<'_>, report: &Report, property: u32) -> Option<EvidenceFile> {
    let result = report.properties.get(property as usize)?;
    let reported = result.judgement.evidence.as_ref()?.counterexample.as_ref()?;
    let execution = Execution::new(run);
    let input = Input::new(run, &execution)?;
    let calls = match run.setting.program.is_client(run.setting.entry) {
        true => Calls::Sequence(sequence(&input)?),
        false => Calls::Entry(input.call()?),
    };
    let kind = result.claim.kind;
    let finish = execution.finish(reported.ending);
    let check = finish.map_or(Check::Walk, |finish| check(&input, finish, kind));
    let spell = |name: &str| format!("{}{}Test", subject(run), in_one_word(name));
    let name = distinct_name(report, property, |name| spell(name), |name| input.is_class(name));
    let title = match kind {
        PropertyKind::MemorySafety => msg!("memory safety"),
        _ => Message::verbatim(&result.id),
    };
    let claim = Message::verbatim(result.claim.text());
    let class = TestClass {
        package: input.names.package().map(str::to_owned),
        has_test: input.is_class("Test"),
        assertions: input.names_of(&execution.asserting),
        method: format!("{}{}", if check.asserts() { "holds" } else { "walkThrough" }, in_one_word(&result.id)),
        about: about(&check, reported, execution.is_determined(), [&title, &claim]),
        fields: input.fields(),
        objects: input.objects,
        calls,
        message: format!("{title}: {claim}"),
        steps: if check.asserts() { Vec::new() } else { steps(reported) },
        check,
        name,
    };
    Some(EvidenceFile { name: format!("{}.java", class.name), text: class.text() })
}

/// The entry method in one word.
fn subject(run: &ExecutedRun<'_>) -> String {
    let entry = in_one_word(&run.setting.program.qualified_name(run.setting.entry));
    if entry.starts_with(|c: char| c.is_ascii_alphabetic()) { entry } else { format!("Run{entry}") }
}

/// What the test asserts of a run that ends in this way.
fn check(input: &Input<'_, '_>, finish: Finish, kind: PropertyKind) -> Check {
    let Some((formulas, formula)) = input.run.formula else {
        return match (kind, finish) {
            (kind, Finish::Thrown | Finish::NullDereference) if kind.is_of_exceptions() => Check::DoesNotThrow,
            // What a monitor has seen on the way cannot be seen from outside.
            _ => walk(finish),
        };
    };
    let mut formulas = formulas.clone();
    let normal = negation_normal_form(&mut formulas, formula);
    let state = LastState::new(input);
    let condition = at_end(&formulas, normal.formula(), finish, |p, positive| state.literal(p, positive));
    match finish {
        _ if condition.holds() => walk(finish),
        Finish::Never => Check::Ends,
        Finish::Thrown | Finish::NullDereference => Check::DoesNotThrow,
        Finish::Returned if *condition == Condition::Always(false) => Check::DoesNotReturn,
        Finish::Returned => Check::Holds(condition.demands()),
    }
}

/// A walk-through, which asserts nothing.
fn walk(finish: Finish) -> Check {
    match finish {
        Finish::Returned => Check::WalkToReturn,
        Finish::Thrown | Finish::NullDereference => Check::WalkToException,
        Finish::Never => Check::Walk,
    }
}

/// A run from its first to its last state, as far as it goes.
struct Execution<'a> {
    /// Before the first step.
    start: Machine<'a>,
    /// After the last one.
    last: Machine<'a>,
    /// How it ends.
    end: Option<End>,
    /// The classes whose `assert` statements it executes.
    asserting: BTreeSet<ClassId>,
    /// Whether code that a client calls draws something.
    draws_inside: bool,
}

impl<'a> Execution<'a> {
    fn new(run: &ExecutedRun<'a>) -> Self {
        let program = run.setting.program;
        let (mut asserting, mut draws_inside) = (BTreeSet::new(), false);
        let (last, end) = run.execute(LENGTH, |machine| {
            let top = machine.top();
            let procedure = &program.procedures[top.procedure];
            let mut next = procedure.cfa.edges_from(top.location).map(|(_, edge)| &edge.operation);
            draws_inside |= machine.depth() > 1
                && next.any(|operation| matches!(operation, Operation::Assign { value: Rvalue::Drawn, .. }));
            if is_assert(run.sources, procedure.cfa.locations[top.location]) {
                asserting.insert(procedure.class);
            }
        });
        Self { start: run.start(), last, end, asserting, draws_inside }
    }

    /// Whether it depends on nothing but its input: no random numbers.
    fn is_determined(&self) -> bool {
        if self.start.is_in_client() {
            return !self.draws_inside;
        }
        self.last.symbols().iter().all(|open| open.origin != Origin::Drawn || open.value.is_none())
    }

    /// How the call in the test ends, if that is known; `ending` is how the run continues according to the report.
    fn finish(&self, ending: Ending) -> Option<Finish> {
        match (self.end, ending) {
            _ if !self.is_determined() => None,
            (Some(End::Returned), _) => Some(Finish::Returned),
            (Some(End::Thrown), _) => Some(Finish::Thrown),
            (Some(End::NullDereference | End::NullDereferenceThrown), _) => Some(Finish::NullDereference),
            (_, Ending::Repeats { .. } | Ending::Diverges) => Some(Finish::Never),
            _ => None,
        }
    }
}

/// Whether a statement is an `assert`, which starts with that keyword.
fn is_assert(sources: &Sources, statement: Span) -> bool {
    let text = sources.file(statement.file).text.get(statement.start as usize..).unwrap_or_default();
    let rest = text.strip_prefix("assert");
    rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '$'))
}
