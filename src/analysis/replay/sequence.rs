//! The search for a sequence of calls that fails: the most general client of a class is executed at random, for few calls first.

use super::search::Search;
use super::{Counterexample, ReplayClaim, ReplayTask};
use base::{Random, Stop};
use heap_grammar::heap::Heap;
use interpreter::{Decision, Machine, Symbol, Value};
use program::objects::{CHOSEN, Condition, ExceptionKind, Operand, Operation, PASSED, THROWN};

/// Sequences of so many calls are tried, each number as often as the effort allows.
const CALLS: [usize; 7] = [1, 2, 3, 4, 6, 8, 12];

/// A call that takes more steps is not waited for.
const STEPS: u32 = 2_000;

/// Sequences are executed until one shows what is claimed, or the effort is spent; `None` if none was found.
pub(super) fn failing_sequence(search: &mut Search<'_, '_>) -> Result<Option<Counterexample>, Stop> {
    let Search { task, effort, .. } = search;
    let (task, effort) = (*task, *effort);
    let ReplayClaim::Comes(danger) = task.claim else { return Ok(None) };
    let [input] = task.inputs else { return Ok(None) };
    let choices = task.setting.program.client_calls(task.setting.entry).len() + 1;
    let share = effort.steps / u32::try_from(CALLS.len()).unwrap_or(1);
    for (round, &calls) in CALLS.iter().enumerate() {
        let end = share.saturating_mul(u32::try_from(round + 1).unwrap_or(1));
        let mut attempt = 0;
        while search.spent < end {
            search.ask()?;
            attempt += 1;
            let seed = (round as u64) << 32 | attempt;
            let mut client = Client::new(task, input, (choices, calls), Random::scattered(seed));
            let shown = client.run(|machine, end| danger.is_seen(machine, Some(end)));
            search.spent += client.steps.max(1);
            if !shown {
                continue;
            }
            if let Some(found) = search.judge_on(input.clone(), &client.machine.script(), false) {
                return Ok(Some(found));
            }
        }
    }
    Ok(None)
}

/// A client at work.
struct Client<'a> {
    machine: Machine<'a>,
    random: Random,
    /// How many methods it chooses from.
    choices: usize,
    /// How many more it calls.
    calls: usize,
    steps: u32,
}

impl<'a> Client<'a> {
    fn new(task: &ReplayTask<'a>, input: &Heap, (choices, calls): (usize, usize), random: Random) -> Self {
        Self { machine: Machine::new(task.setting, input), random, choices, calls, steps: 0 }
    }

    /// Runs until it ends, or has called enough; whether it ends as wanted.
    fn run(&mut self, is_wanted: impl Fn(&Machine<'a>, interpreter::End) -> bool) -> bool {
        let mut since = 0;
        loop {
            while let Some(decision) = self.machine.decision() {
                if let Some((symbol, number)) = self.number_in_memory(&decision) {
                    self.machine.settle(symbol, number);
                    continue;
                }
                let Some(option) = self.option(&decision) else { return false };
                self.machine.decide(&decision, option);
            }
            let depth = self.machine.depth();
            if depth == 1 && self.machine.client_step(&self.machine).is_some() {
                if self.calls == 0 {
                    return false;
                }
                self.calls -= 1;
            }
            let ended = self.machine.step().err();
            self.steps += 1;
            since = if depth == 1 { 0 } else { since + 1 };
            if let Some(end) = ended {
                return is_wanted(&self.machine, end);
            }
            if since > STEPS || self.steps > 10 * STEPS {
                return false;
            }
        }
    }

    fn option(&mut self, decision: &Decision) -> Option<usize> {
        let number = |wanted: bool| match decision {
            Decision::Number(_, numbers) => numbers.iter().position(|&number| number == i64::from(wanted)),
            _ => None,
        };
        match (decision.options(), self.asked()) {
            (0, _) => None,
            (_, Some(CHOSEN)) => {
                let chosen = self.random.one_in(self.choices);
                number(chosen)
            }
            // A call that has failed is the last one.
            (_, Some(PASSED)) if self.has_failed() => number(true),
            (options, _) => Some(self.random.below(options)),
        }
    }

    /// A number that some object or the client itself has, which may be that of what is looked for: one of two are such.
    fn number_in_memory(&mut self, decision: &Decision) -> Option<(Symbol, i64)> {
        let Decision::Number(symbol, options) = decision else { return None };
        let is_number = !self.machine.symbols()[*symbol].ty.is_reference();
        if !is_number || self.asked().is_some() || !self.random.one_in(2) {
            return None;
        }
        let own = self.machine.frames().first()?.names.iter().map(|(_, value)| value);
        let fields = self.machine.objects().iter().flat_map(|object| object.fields.iter().map(|(_, value)| value));
        let numbers = own.chain(fields).filter_map(|value| match self.machine.known(value) {
            Value::Number(number) => Some(number),
            _ => None,
        });
        let (low, high) = (*options.iter().min()?, *options.iter().max()?);
        let numbers: Vec<i64> = numbers.filter(|number| (low..=high).contains(number)).collect();
        let chosen = self.random.below(numbers.len().max(1));
        Some((*symbol, *numbers.get(chosen)?))
    }

    /// Whether the client has caught something that was not thrown on purpose.
    fn has_failed(&self) -> bool {
        let program = self.machine.setting().program;
        let thrown = self.machine.top().names.get(THROWN).map(|value| self.machine.known(value));
        let Some(Value::Object(exception)) = thrown else { return false };
        let class = program.class_named(self.machine.objects()[exception].class);
        class.is_some_and(|class| ExceptionKind::FAILURES.contains(&program.exception_kind(class)))
    }

    /// The variable that the next condition of the client asks.
    fn asked(&self) -> Option<&'a str> {
        if self.machine.depth() > 1 {
            return None;
        }
        let top = self.machine.top();
        let procedure = &self.machine.setting().program.procedures[top.procedure];
        let (_, edge) = procedure.cfa.edges_from(top.location).next()?;
        match &edge.operation {
            Operation::Assume(Condition::Compare { left: Operand::Local(local), .. }) => {
                Some(procedure.locals[*local].name.as_str())
            }
            _ => None,
        }
    }
}
