//! Random runs of a task.

use super::super::input;
use super::super::statistics::CampaignStatistics;
use super::{CampaignEffort, Case, Finding};
use base::Random;
use heap_grammar::heap::Heap;
use interpreter::{Decision, Machine};
use report::Verdict;

/// Tries some runs on some inputs.
pub(super) fn sample(
    case: &Case<'_>,
    initial: &[Heap],
    effort: CampaignEffort,
    random: &mut Random,
    statistics: &mut CampaignStatistics,
) -> Result<(), Finding> {
    let needed = case.needed(|claim| claim.verdict == Verdict::Satisfied);
    for heap in initial {
        for _ in 0..effort.inputs {
            // Every other input is derived as the run asks for it; the run is then repeated on the whole of it.
            let lazy = random.one_in(2).then(|| case.explore(heap, random));
            let (heap, mut script) = lazy.unwrap_or_else(|| (heap.clone(), Vec::new()));
            let Some(input) = input::draw(case.setting.grammar, &heap, random) else { continue };
            for _ in 0..effort.runs {
                let mut decisions = std::mem::take(&mut script).into_iter();
                let mut choose = |_: &Machine<'_>, decision: &Decision| {
                    let scripted = decisions.next().filter(|&option| option < decision.options());
                    scripted.unwrap_or_else(|| random.below(decision.options()))
                };
                case.run(&input, &needed, &mut choose, statistics)?;
            }
        }
    }
    Ok(())
}

impl Case<'_> {
    /// A run on an input that is derived at random where it is asked for: as much as that needed, and the options taken
    /// in other decisions.
    fn explore(&self, heap: &Heap, random: &mut Random) -> (Heap, Vec<usize>) {
        let mut machine = Machine::new(self.setting, heap);
        let mut options = Vec::new();
        for _ in 0..self.steps {
            while let Some(decision) = machine.decision() {
                if decision.options() == 0 {
                    return (machine.input().clone(), options);
                }
                let option = random.below(decision.options());
                machine.decide(&decision, option);
                if !matches!(decision, Decision::Derive(_)) {
                    options.push(option);
                }
            }
            if machine.step().is_err() {
                break;
            }
            while let Some(decision) = self.read_number(&machine) {
                let option = random.below(decision.options());
                machine.decide(&decision, option);
                options.push(option);
            }
        }
        (machine.input().clone(), options)
    }
}
