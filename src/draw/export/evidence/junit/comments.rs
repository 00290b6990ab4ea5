//! The comments of a test: its subject and the steps of the run.

use super::test_class::Check;
use report::evidence::{ConcreteRun, Ending};

/// More steps of a run are not listed.
const STEPS: usize = 60;

/// The subject of the test; `title` and `claim` are those of the property.
pub(super) fn about(check: &Check, run: &ConcreteRun, is_determined: bool, [title, claim]: [&str; 2]) -> Vec<String> {
    let mut lines = vec![format!("A counterexample to {title}, found by hrglass:"), claim.to_owned(), String::new()];
    let place = run.steps.last().map_or(String::new(), |step| format!(", at {}:{}", step.file, step.line));
    let more = match check {
        Check::Walk if !is_determined => {
            "The run depends on random numbers, so that the call may go another way than the steps below. Nothing is asserted."
                .to_owned()
        }
        Check::DoesNotThrow => format!("The call ends with an exception{place}."),
        Check::Ends => "The call does not terminate.".to_owned(),
        Check::DoesNotReturn => "The call returns.".to_owned(),
        Check::Holds(_) => "The test checks the end of the call, where this property fails.".to_owned(),
        Check::Walk | Check::WalkToReturn | Check::WalkToException => {
            "The property fails on the way, where a test does not see it. Nothing is asserted: follow the steps in a debugger."
                .to_owned()
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
    if new.len() > STEPS {
        lines.push(format!("... and {} more", new.len() - STEPS));
    }
    lines.push(match run.ending {
        Ending::Returned => "The method returns here.".to_owned(),
        Ending::Thrown => "The method throws an exception here.".to_owned(),
        Ending::NullDereference => "Null is dereferenced here.".to_owned(),
        Ending::Repeats { from } => match place(from as usize) {
            Some((_, file, line, _)) => format!("From {file}:{line} on, this repeats forever."),
            None => "This repeats forever.".to_owned(),
        },
        Ending::InvalidDereference { .. } | Ending::InvalidFree { .. } => "Memory is used wrongly here.".to_owned(),
        Ending::Lost | Ending::NotFreed => "An object was not freed.".to_owned(),
        Ending::Failed => "The program fails here.".to_owned(),
        Ending::Diverges => "The last call does not terminate.".to_owned(),
        Ending::Open => "The property has failed here, whatever follows.".to_owned(),
    });
    lines
}
