//! Executed runs on which a property fails, as data that suffice to execute them again.

use super::{End, Garbage, Machine, Script, Setting};
use base::Sources;
use heap_grammar::heap::{Heap, VertexId};
use ltl::logic::{FormulaId, Formulas};

/// A run that was executed and on which a property fails.
///
/// Law: each execution has the same states. A decision that is missing in the script is always made in the same way.
pub struct ExecutedRun<'a> {
    /// The program, its entry procedure, and the names and rules of its heaps.
    pub setting: Setting<'a>,
    /// The texts of the program.
    pub sources: &'a Sources,
    /// The initial heap, without nonterminals.
    pub input: &'a Heap,
    /// The object of the input that the property follows.
    pub marked: Option<VertexId>,
    /// The decisions on whatever neither program nor input determines.
    pub script: &'a Script,
    /// The formula that fails; none if it is memory safety, or a monitor has found the failure.
    pub formula: Option<(&'a Formulas, FormulaId)>,
    /// Whether propositions ignore garbage.
    pub garbage: Garbage,
}

impl<'a> ExecutedRun<'a> {
    /// After at most this many steps the property has failed, or the run repeats itself.
    pub const LENGTH: u32 = 2_000;

    /// The state before the first step.
    pub fn start(&self) -> Machine<'a> {
        Machine::new(self.setting, self.input)
    }

    /// Executes at most `length` steps and calls `see` on the state before each of them. Returns the last state, and how the
    /// run has ended if it has.
    pub fn execute(&self, length: u32, mut see: impl FnMut(&Machine<'a>)) -> (Machine<'a>, Option<End>) {
        let mut machine = self.start();
        let end = (0..length).find_map(|_| {
            see(&machine);
            machine.step_by(self.script).err()
        });
        (machine, end)
    }
}
