//! Runs of programs without input.

use hrglass::base::RETURN;
use hrglass::grammar::Grammar;
use hrglass::heap::{Alphabet, Heap};
use hrglass::interpreter::{Decision, End, Machine, Setting, Value};
use hrglass::program::cfa::ProcedureId;
use hrglass::program::objects::Program;

/// Maximum number of steps.
const STEPS: usize = 400_000;

/// The result of a run as an unsigned number, or how else it ends; and the number of its steps.
pub fn run(program: &Program, entry: ProcedureId) -> (String, usize) {
    let alphabet = Alphabet::default();
    let grammar = Grammar::default();
    let setting = Setting { program, entry, alphabet: &alphabet, grammar: &grammar };
    let mut machine = Machine::new(setting, &Heap::default());
    for step in 0..STEPS {
        // Members of new objects have any value until they are assigned; the result does not depend on it.
        while let Some(decision) = machine.decision() {
            if decision.options() == 0 || !matches!(decision, Decision::Number(..)) {
                return (format!("{decision:?}"), step);
            }
            machine.decide(&decision, step % decision.options());
        }
        let returned = machine.depth() == 1;
        if let Err(end) = machine.step() {
            let procedure = &program.procedures[entry];
            let value = machine.top().local(procedure.returned);
            let text = match (end, value) {
                (End::Returned, Value::Number(n)) if returned => n.cast_unsigned().to_string(),
                (end, value) => format!("{end:?} with {RETURN} = {value:?}"),
            };
            return (text, step);
        }
    }
    ("too long".to_owned(), STEPS)
}
