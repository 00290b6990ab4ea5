//! One task: what the analysis says of it, against what concrete runs do.

use serde_json::Value as Json;

use super::contract::Trust;
use super::input;
use super::monitored::twin;
use super::record::Record;
use super::simulation::{Follower, Lost, Space, faulty_edge, mention};
use super::statistics::Statistics;
use crate::analysis::Claim;
use crate::analysis::graph_grammars::{read_contracts, read_properties};
use crate::base::{Idx, Patience, Random};
use crate::heap::{Alphabet, Heap, Role, build_heap};
use crate::logic::{Formulas, Operand, Proposition, Truth, VariableRef};
use crate::program::objects::Type;
use crate::report::evidence::EvidenceStatus;
use crate::report::{PropertyReport, Report, Verdict};
use crate::semantics::concrete::{Decision, End, Machine, OpenNumber, Origin, Setting};
use crate::semantics::heap_program::{Contract, Model, bind_parameters};
use crate::session::{Session, run};
use crate::task::{Loaded, NoFiles, Strategy, load};

/// How much is tried for one task.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Inputs drawn from each initial heap.
    pub inputs: usize,
    /// Runs on each of them.
    pub runs: usize,
    /// Steps of a run, at most.
    pub steps: usize,
}

/// What is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A concrete state is not in the abstract machine.
    Uncovered,
    /// The analysis has a whole state space, but a run asks for what its input does not have.
    Stuck,
    /// Memory safety is satisfied, but a run dereferences null or ends with an exception.
    MemorySafety,
    /// A property is satisfied, but a run does not have it.
    Property,
    /// Strategies that look at the same do not agree.
    Disagreement,
}

/// What a run has refuted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// What is wrong.
    pub kind: Kind,
    /// For people.
    pub message: String,
}

/// All runs of a task are tried if it has at most this many inputs for each initial heap …
const ALL_INPUTS: usize = 12;
/// … and at most this many runs on each.
const ALL_RUNS: usize = 40;

/// The analysis of one task may ask so often whether it may go on.
const PATIENCE: u32 = 400;

/// A verdict about a property.
struct Claimed {
    id: String,
    strategy: String,
    claim: Claim,
    verdict: Verdict,
    /// Whether it is about runs on which calls that are one step return.
    assumes_returns: bool,
}

/// What all runs tried so far say of a claim.
#[derive(Clone, Copy)]
struct Tally {
    holds: bool,
    fails: bool,
}

/// A task that was analysed.
struct Case<'a> {
    session: &'a Session,
    setting: Setting<'a>,
    formulas: &'a Formulas,
    claims: Vec<Claimed>,
    /// Names of variables that formulas keep visible.
    mentioned: &'a [String],
    skipped: &'a [String],
    /// Whether some formula compares something with a number or boolean.
    compares_numbers: bool,
    /// What the user claims of calls.
    contracts: &'a [Contract],
    space: Option<Space<'a>>,
    safe: bool,
    steps: usize,
}

/// How a run went.
struct Ran {
    is_final: bool,
    repeats: bool,
    is_safe: bool,
    /// In the order of claims.
    truths: Vec<Truth>,
}

/// Runs a task, which must be free of paths, abstractly and concretely, and compares. The first finding counts.
pub fn judge(task: &Json, effort: Effort, random: &mut Random, statistics: &mut Statistics) -> Option<Finding> {
    judge_changed(task, effort, random, statistics, |_| {})
}

/// As [`judge`]; what the analysis claims may be changed before.
fn judge_changed(
    task: &Json,
    effort: Effort,
    random: &mut Random,
    statistics: &mut Statistics,
    change: impl FnOnce(&mut Case<'_>),
) -> Option<Finding> {
    let loaded = load(&task.to_string(), "task.json", &mut NoFiles);
    let session = run(&loaded, &mut Patience(PATIENCE));
    let report = session.report();
    let (Some((system, rsm)), Some(safety)) = (session.machine(), report.memory_safety()) else {
        statistics.refused += 1;
        return None;
    };
    if let Some(found) = report.diagnostics.iter().find(|d| d.code == "internal/disagreement") {
        return Some(Finding { kind: Kind::Disagreement, message: found.message.clone() });
    }
    let model = &**system.model();
    let mut alphabet = model.alphabet.clone();
    let initial = initial_heaps(&loaded, model, &mut alphabet);
    let contracts = read_contracts(&loaded, &model.program, model.entry, &mut alphabet, &mut Vec::new());
    let (properties, formulas) = read_properties(&loaded);
    let mut claims = Vec::new();
    for property in &properties {
        for judged in report.properties.iter().filter(|p| p.id == property.id) {
            let (id, strategy, verdict) = (property.id.clone(), judged.strategy.clone(), judged.judgement.verdict);
            let assumes_returns = judged.judgement.assumption.is_some();
            claims.push(Claimed { id, strategy, claim: property.claim.clone(), verdict, assumes_returns });
        }
        if let Some(message) = disagreement(report, &property.id) {
            return Some(Finding { kind: Kind::Disagreement, message });
        }
    }
    let variables = || formulas.propositions().flat_map(|(_, p)| p.variables());
    let mentioned = session.kept_variables();
    let mentions: Vec<(VariableRef, String)> = variables().map(mention).collect();
    let space = Space { system, rsm, grammar: &model.given, alphabet: &alphabet, mentions: &mentions };
    let mut case = Case {
        session: &session,
        setting: Setting { program: &model.program, entry: model.entry, alphabet: &alphabet, grammar: &model.given },
        formulas: &formulas,
        claims,
        mentioned: &mentioned,
        skipped: &loaded.task.options.mc_skip,
        compares_numbers: formulas.propositions().any(|(_, p)| compares_number(p)),
        contracts: &contracts,
        space: rsm.stop.is_none().then_some(space),
        safe: safety.verdict == Verdict::Satisfied,
        steps: effort.steps,
    };
    change(&mut case);
    statistics.tasks += 1;
    statistics.explored += u64::from(case.space.is_some());
    for verdict in case.claims.iter().map(|c| c.verdict).chain([safety.verdict]) {
        *match verdict {
            Verdict::Satisfied => &mut statistics.satisfied,
            Verdict::Violated => &mut statistics.violated,
            Verdict::Unknown => &mut statistics.unknown,
        } += 1;
    }
    let found = match exhaust(&case, safety.verdict, &initial, statistics) {
        Ok(true) => None,
        Ok(false) => sample(&case, &initial, effort, random, statistics).err(),
        Err(finding) => Some(finding),
    };
    statistics.failures += u64::from(found.is_some());
    found
}

/// Where a formula is satisfied and the monitor that looks for violations of it has found one, or the other way round, though
/// both have looked at the same abstract runs, or at a run that was executed.
fn disagreement(report: &Report, id: &str) -> Option<String> {
    let of = |id: &str| report.properties.iter().filter(move |p| p.id == id).collect::<Vec<&PropertyReport>>();
    let twins = of(&twin(id));
    let pairs = of(id).into_iter().zip(twins).flat_map(|(a, b)| [(a, b), (b, a)]);
    let differ = |(satisfied, violated): &(&PropertyReport, &PropertyReport)| {
        let [holds, fails] = [satisfied, violated].map(|p| &p.judgement);
        let is_confirmed = fails.evidence.as_ref().is_some_and(|e| e.status == EvidenceStatus::Confirmed);
        let is_first = holds.reason.is_none() && holds.assumption.is_none();
        (holds.verdict, fails.verdict) == (Verdict::Satisfied, Verdict::Violated)
            && holds.assumption.is_none()
            && (is_confirmed || is_first)
    };
    let (satisfied, violated) = pairs.into_iter().find(differ)?;
    Some(format!("with {}, {} is satisfied and {} is violated", satisfied.strategy, satisfied.id, violated.id))
}

/// The initial heaps as they are given, with parameters bound.
fn initial_heaps(loaded: &Loaded, model: &Model, alphabet: &mut Alphabet) -> Vec<Heap> {
    let built = loaded.initial.iter().filter_map(|i| build_heap(&i.heap, alphabet, Role::Program).ok());
    let mut heaps: Vec<Heap> = built.collect();
    if heaps.is_empty() {
        heaps.push(Heap::with_null());
    }
    for heap in &mut heaps {
        // What is wrong with them the run of the task has said.
        bind_parameters(heap, &model.program, model.entry, alphabet, None, &mut Vec::new());
    }
    heaps
}

/// Tries all runs, if they are few; whether they were.
fn exhaust(case: &Case<'_>, safety: Verdict, initial: &[Heap], statistics: &mut Statistics) -> Result<bool, Finding> {
    let mut inputs = Vec::new();
    for heap in initial {
        let Some(all) = input::all(case.setting.grammar, heap, ALL_INPUTS) else { return Ok(false) };
        inputs.extend(all);
    }
    let needed = case.needed(|_| true);
    let mut tallies = vec![Tally { holds: true, fails: false }; case.claims.len()];
    let mut is_safe = true;
    let mut is_complete = true;
    for input in &inputs {
        // The options taken, and how many there were: the last that has more is counted up.
        let mut path: Vec<(usize, usize)> = Vec::new();
        for run in 0.. {
            let mut position = 0;
            let mut counts = true;
            let mut choose = |machine: &Machine<'_>, decision: &Decision| {
                counts &= match decision {
                    Decision::Number(symbol, _) => machine.symbols()[*symbol].ty == Type::Boolean,
                    Decision::Branch(_) | Decision::Derive(_) => true,
                };
                if position == path.len() {
                    path.push((0, decision.options()));
                }
                position += 1;
                path[position - 1].0
            };
            let ran = case.run(input, &needed, &mut choose, statistics)?;
            is_complete &= counts && (ran.is_final || ran.repeats && path.is_empty());
            is_safe &= ran.is_safe;
            for (tally, truth) in tallies.iter_mut().zip(&ran.truths) {
                tally.holds &= *truth == Truth::True;
                tally.fails |= *truth == Truth::False;
            }
            while path.last().is_some_and(|&(option, count)| option + 1 == count) {
                path.pop();
            }
            let Some(last) = path.last_mut() else { break };
            last.0 += 1;
            if run == ALL_RUNS || !is_complete {
                return Ok(false);
            }
        }
    }
    if is_complete && !inputs.is_empty() {
        statistics.exhausted += 1;
        let of_claims = case.claims.iter().map(|c| c.verdict).zip(tallies);
        let of_safety = (safety, Tally { holds: is_safe, fails: !is_safe });
        for (verdict, tally) in of_claims.chain([of_safety]) {
            match verdict {
                Verdict::Satisfied => statistics.satisfied_confirmed += u64::from(tally.holds),
                Verdict::Violated => {
                    statistics.violated_confirmed += u64::from(tally.fails);
                    statistics.violated_unconfirmed += u64::from(tally.holds);
                }
                Verdict::Unknown => {}
            }
        }
    }
    Ok(is_complete)
}

/// Tries some runs on some inputs.
fn sample(
    case: &Case<'_>,
    initial: &[Heap],
    effort: Effort,
    random: &mut Random,
    statistics: &mut Statistics,
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

/// Whether a proposition compares something with a number or boolean.
fn compares_number(proposition: &Proposition) -> bool {
    matches!(proposition, Proposition::Compare { right: Operand::Boolean(_) | Operand::Integer(_), .. })
}

impl<'a> Case<'a> {
    /// By proposition, whether some of the claims depend on it.
    fn needed(&self, which: impl Fn(&Claimed) -> bool) -> Vec<bool> {
        let mut needed = vec![false; self.formulas.propositions().count()];
        for claim in self.claims.iter().filter(|c| which(c)) {
            let propositions = claim.claim.refutation().propositions(self.formulas);
            propositions.into_iter().for_each(|p| needed[p.index()] = true);
        }
        needed
    }

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

    /// A number that the input leaves open and that propositions may look at: then it is decided at once, as runs that leave it
    /// open say nothing about them.
    fn read_number(&self, machine: &Machine<'_>) -> Option<Decision> {
        let is_of_input = |open: &OpenNumber<'_>| open.value.is_none() && open.origin != Origin::Operation;
        let (symbol, open) = machine.symbols().iter_enumerated().find(|(_, open)| is_of_input(open))?;
        let options: &[i64] = if open.ty == Type::Boolean { &[0, 1] } else { &[0, 1, 2, -1, 7] };
        self.compares_numbers.then(|| Decision::Number(symbol, options.into()))
    }

    /// One run on an input without nonterminals, compared with everything that is claimed.
    fn run(
        &self,
        input: &Heap,
        needed: &[bool],
        choose: &mut dyn FnMut(&Machine<'_>, &Decision) -> usize,
        statistics: &mut Statistics,
    ) -> Result<Ran, Finding> {
        statistics.runs += 1;
        let mut machine = Machine::new(self.setting, input);
        let mut record =
            Record::new(self.formulas, needed, self.session.sources(), self.mentioned, self.skipped, &machine);
        let language = (self.setting.grammar, self.setting.alphabet);
        let mut trust = Trust::new(self.contracts, language);
        let mut follower = None;
        if let Some(space) = self.space {
            follower = self.kept(Follower::new(space, &machine), statistics)?;
            statistics.covered_in_entry += u64::from(follower.is_some());
        }
        let mut end = None;
        let mut repeats = false;
        for _ in 0..self.steps {
            while let Some(decision) = machine.decision() {
                if decision.options() == 0 {
                    end = Some(End::Stuck);
                    break;
                }
                let option = choose(&machine, &decision);
                machine.decide(&decision, option);
            }
            end = end.or_else(|| machine.step().err());
            while let Some(decision) = self.read_number(&machine) {
                let option = choose(&machine, &decision);
                machine.decide(&decision, option);
            }
            let fault = end == Some(End::NullDereference);
            if end.is_some() && !fault {
                break;
            }
            statistics.steps += 1;
            let is_entry = trust.look(&machine, fault);
            if trust.is_broken() {
                break;
            }
            if trust.is_inside() {
                continue;
            }
            repeats = record.look(&machine, fault);
            if let Some(mut following) = follower.take() {
                let followed = following.follow(&machine, faulty_edge(&machine).filter(|_| fault));
                if matches!(followed, Err(Lost::Uncovered(_))) && !trust.holds_so_far(&machine) {
                    break;
                }
                follower = self.kept(followed.map(|()| following), statistics)?;
                if follower.is_some() {
                    *match (fault, machine.depth()) {
                        (true, _) => &mut statistics.covered_faults,
                        (false, 1) => &mut statistics.covered_in_entry,
                        (false, _) => &mut statistics.covered_in_callees,
                    } += 1;
                }
            }
            if is_entry {
                trust.enter(follower.as_ref().and_then(Follower::is_trusted));
            }
            if fault || repeats {
                break;
            }
        }
        if !trust.holds(&machine) {
            // Of such a run the analysis says nothing.
            statistics.distrusted += 1;
            let truths = vec![Truth::Unknown; self.claims.len()];
            return Ok(Ran { is_final: false, repeats: false, is_safe: true, truths });
        }
        statistics.trusted += trust.returned();
        statistics.followed += u64::from(follower.is_some());
        let is_final = end.is_some_and(End::is_final);
        statistics.ended += u64::from(is_final || repeats);
        let told = || format!("the run on {} ends: {end:?}", self.told(&machine));
        if end == Some(End::Stuck) && self.space.is_some() {
            return Err(Finding { kind: Kind::Stuck, message: told() });
        }
        let is_safe = !end.is_some_and(End::is_unsafe);
        statistics.unsafe_runs += u64::from(!is_safe);
        if self.safe && !is_safe {
            return Err(Finding { kind: Kind::MemorySafety, message: told() });
        }
        let mut truths = Vec::new();
        for claim in &self.claims {
            let at_top_level = claim.strategy == Strategy::TopLevel.name();
            let is_open = claim.assumes_returns && record.stays_in_call(at_top_level);
            let truth = match is_open || trust.is_unclear() && !at_top_level {
                true => Truth::Unknown,
                false => record.holds(&claim.claim, is_final, at_top_level),
            };
            statistics.judged += u64::from(truth != Truth::Unknown);
            statistics.failing += u64::from(truth == Truth::False);
            if truth == Truth::False && claim.verdict == Verdict::Satisfied {
                let message = format!("{} is satisfied with {}, but {}", claim.id, claim.strategy, told());
                return Err(Finding { kind: Kind::Property, message });
            }
            truths.push(truth);
        }
        Ok(Ran { is_final, repeats, is_safe, truths })
    }

    /// The input of a machine, for people.
    fn told(&self, machine: &Machine<'_>) -> String {
        crate::heap::print_heap(machine.input(), self.setting.alphabet).trim().replace('\n', "; ")
    }

    fn kept<T>(&self, followed: Result<T, Lost>, statistics: &mut Statistics) -> Result<Option<T>, Finding> {
        match followed {
            Ok(follower) => Ok(Some(follower)),
            Err(Lost::TooMuch) => {
                statistics.given_up += 1;
                Ok(None)
            }
            Err(Lost::Uncovered(message)) => Err(Finding { kind: Kind::Uncovered, message }),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::contract::add_contracts;
    use super::*;
    use crate::grammar::Grammar;

    /// A task whose inputs are all lists.
    fn task() -> Json {
        let text = "class N { N next;\nstatic void main(N a) {\na = rest(a);\na = a.next;\n}\n\
                    static N rest(N a) { return a.next; }\n}\n";
        json!({"schema": "hrglass.task/1", "title": "a claim",
            "grammars": [{"predefined": "SLList", "rename": {"ListNode": "N"}}],
            "program": {"language": "java", "entry": "N.main", "files": [{"name": "N.java", "text": text}]},
            "initial": [{"heap": {"nodes": [{"type": "NULL", "number": 1}, {"type": "N", "number": 1}],
                "externals": [], "variables": [{"name": "null", "target": 0}, {"name": "@parameter0:", "target": 1}],
                "selectors": [], "hyperedges": [{"label": "RefSLList", "tentacles": [1, 0]}]}}],
            "properties": [{"id": "F1", "ltl": "F {terminated}"}], "options": {"strategy": "rsm"}})
    }

    /// What is found if the analysis had claimed something else of a task.
    fn found_in(task: &Json, change: impl FnOnce(&mut Case<'_>)) -> Option<Kind> {
        let mut statistics = Statistics::default();
        let effort = Effort { inputs: 12, runs: 1, steps: 50 };
        let finding = judge_changed(task, effort, &mut Random::new(7), &mut statistics, change);
        assert!(statistics.tasks == 1 && statistics.runs > 0, "{statistics}");
        finding.map(|f| f.kind)
    }

    fn found(change: impl FnOnce(&mut Case<'_>)) -> Option<Kind> {
        found_in(&task(), change)
    }

    /// Contracts that hold change nothing; on runs on which they do not, nothing can be found.
    #[test]
    fn wrong_claims_are_found_if_contracts_hold() {
        let mut task = task();
        add_contracts(&mut task, false, &mut Random::new(1));
        let is_refuted = |task: &Json| {
            let safe = found_in(task, |case| case.safe = true) == Some(Kind::MemorySafety);
            let satisfied = found_in(task, |case| case.claims[0].verdict = Verdict::Satisfied) == Some(Kind::Property);
            assert_eq!(found_in(task, |_| {}), None);
            (safe, satisfied)
        };
        let contracts = "/contracts/0/contract/contracts";
        let of_rest = task.pointer(contracts).and_then(Json::as_array).expect("contracts of `rest`").len();
        assert!(of_rest > 0);
        assert_eq!(is_refuted(&task), (true, true));
        for contract in 0..of_rest {
            task.pointer_mut(&format!("{contracts}/{contract}")).expect("it is there")["postconditions"] = json!([]);
        }
        assert_eq!(is_refuted(&task), (false, false));
    }

    #[test]
    fn wrong_claims_are_found() {
        assert_eq!(found(|_| {}), None);
        assert_eq!(found(|case| case.safe = true), Some(Kind::MemorySafety));
        assert_eq!(found(|case| case.claims[0].verdict = Verdict::Satisfied), Some(Kind::Property));
        // Abstract heaps that describe next to nothing, as their nonterminals derive nothing.
        let grammar: &'static Grammar = Box::leak(Box::new(Grammar::new(&Alphabet::default(), [])));
        let shrink = |case: &mut Case<'_>| {
            let space = case.space.expect("a whole state space");
            case.space = Some(Space { grammar, ..space });
        };
        assert_eq!(found(shrink), Some(Kind::Uncovered));
    }
}
