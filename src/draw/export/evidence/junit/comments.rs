//! The comments of a test: its subject and the steps of the run.

use super::test_class::Check;
use base::{Message, msg};
use report::evidence::{ConcreteRun, Ending};

/// More steps of a run are not listed.
const STEPS: usize = 60;

/// The subject of the test; `title` and `claim` are those of the property.
pub(super) fn about(
    check: &Check,
    run: &ConcreteRun,
    is_determined: bool,
    [title, claim]: [&Message; 2],
) -> Vec<String> {
    let headline = msg!("A counterexample to {title}, found by hrglass:");
    let mut lines = vec![headline.to_string(), claim.to_string(), String::new()];
    let place = run
        .steps
        .last()
        .map_or_else(Message::default, |step| msg!(", at {}:{}", Message::verbatim(&step.file), step.line));
    let more = match check {
        Check::Walk if !is_determined => {
            msg!(
                "The run depends on random numbers, so that the call may go another way than the steps below. Nothing is asserted."
            )
        }
        Check::DoesNotThrow => msg!("The call ends with an exception{place}."),
        Check::Ends => msg!("The call does not terminate."),
        Check::DoesNotReturn => msg!("The call returns."),
        Check::Holds(_) => msg!("The test checks the end of the call, where this property fails."),
        Check::Walk | Check::WalkToReturn | Check::WalkToException => {
            msg!(
                "The property fails on the way, where a test does not see it. Nothing is asserted: follow the steps in a debugger."
            )
        }
    };
    lines.extend(more.lines().map(str::to_owned));
    lines
}

/// The steps, a line for each line of the program.
pub(super) fn steps(run: &ConcreteRun) -> Vec<String> {
    let place = |at: usize| run.steps.get(at).map(|step| (&step.method, &step.file, step.line, step.stack.len()));
    let new: Vec<usize> = (0..run.steps.len()).filter(|&at| at == 0 || place(at) != place(at - 1)).collect();
    let mut lines: Vec<String> = new
        .iter()
        .take(STEPS)
        .map(|&at| {
            let step = &run.steps[at];
            format!("{}{}:{} {}", "  ".repeat(step.stack.len().min(20)), step.file, step.line, step.operation)
        })
        .collect();
    let hidden = new.len().saturating_sub(STEPS);
    if hidden > 0 {
        lines.push(format!("... {}", msg!("and {hidden} more")));
    }
    let end = match run.ending {
        Ending::Returned => msg!("The method returns here."),
        Ending::Thrown => msg!("The method throws an exception here."),
        Ending::NullDereference => msg!("Null is dereferenced here."),
        Ending::Repeats { from } => match place(from as usize) {
            Some((_, file, line, _)) => {
                msg!("From {}:{line} on, this repeats forever.", Message::verbatim(file))
            }
            None => msg!("This repeats forever."),
        },
        Ending::InvalidDereference { .. } | Ending::InvalidFree { .. } => msg!("Memory is used wrongly here."),
        Ending::Lost | Ending::NotFreed => msg!("An object was not freed."),
        Ending::Failed => msg!("The program fails here."),
        Ending::Diverges => msg!("The last call does not terminate."),
        Ending::Open => msg!("The property has failed here, whatever follows."),
    };
    lines.push(end.to_string());
    lines
}
