//! One task: what the analysis says of it, against what concrete runs do.

mod disagreement;
mod exhaust;
mod run;
mod sample;

use serde_json::Value as Json;

use super::simulation::{AbstractSpace, mention};
use super::statistics::CampaignStatistics;
use analysis::Claim;
use base::{Idx, Patience, Random};
use disagreement::disagreement;
use exhaust::exhaust;
use graph_grammars::heap_program::{Contract, HeapModel};
use graph_grammars::{read_contracts, read_properties};
use heap_grammar::heap::{Alphabet, Heap, Role, build_heap};
use interpreter::Setting;
use interpreter::bind_parameters;
use ltl::logic::{Binary, Formula, Formulas, Operand, Proposition, VariableRef};
use report::Verdict;
use report::assumption::AssumptionKind;
use report::remedy::Remedy;
use sample::sample;
use session::{Session, run};
use task::separation::with_documents;
use task::{Loaded, NoFiles, load};

/// How much is tried for one task.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CampaignEffort {
    /// Inputs drawn from each initial heap.
    pub inputs: usize,
    /// Runs on each of them.
    pub runs: usize,
    /// Steps of a run, at most.
    pub steps: usize,
}

/// What is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FindingKind {
    /// A concrete state is not in the abstract machine.
    Uncovered,
    /// The analysis has a whole state space, but a run asks for what its input does not have.
    Stuck,
    /// Memory safety is satisfied, but a run dereferences null or ends with an exception.
    MemorySafety,
    /// A property is satisfied, but a run does not have it.
    Property,
    /// A property is satisfied that says that every run comes somewhere, but a run has not come there in very many steps.
    Endless,
    /// A property is violated, but every run of the program has it.
    Invented,
    /// Strategies that look at the same do not agree.
    Disagreement,
}

/// What a run has refuted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// What is wrong.
    pub kind: FindingKind,
    /// For people.
    pub message: String,
}

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
    /// Whether it only says that every run comes somewhere.
    is_about_coming: bool,
}

/// A task that was analysed.
struct Case<'a> {
    session: &'a Session,
    setting: Setting<'a>,
    formulas: &'a Formulas,
    claims: Vec<Claimed>,
    /// Names of variables that formulas keep visible.
    skipped: &'a [String],
    /// Whether some formula compares something with a number or boolean.
    compares_numbers: bool,
    /// What the user claims of calls.
    contracts: &'a [Contract],
    space: Option<AbstractSpace<'a>>,
    safe: bool,
    /// Whether the analysis says that the program follows a field of which the heaps of the task say nothing.
    leaves_out_field: bool,
    steps: usize,
}

/// Runs a task, which must be free of paths, abstractly and concretely, and compares. The first finding counts.
pub fn judge(
    task: &Json,
    effort: CampaignEffort,
    random: &mut Random,
    statistics: &mut CampaignStatistics,
) -> Option<Finding> {
    judge_changed(task, effort, random, statistics, |_| {})
}

/// As [`judge`]; what the analysis claims may be changed before.
fn judge_changed(
    task: &Json,
    effort: CampaignEffort,
    random: &mut Random,
    statistics: &mut CampaignStatistics,
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
        return Some(Finding { kind: FindingKind::Disagreement, message: found.message.to_string() });
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
            let assumes_returns = judged.judgement.assumes(AssumptionKind::Returns);
            let claim = property.claim.clone();
            let is_about_coming = is_about_coming(&claim, &formulas);
            claims.push(Claimed { id, strategy, claim, verdict, assumes_returns, is_about_coming });
        }
        if let Some(message) = disagreement(report, &property.id) {
            return Some(Finding { kind: FindingKind::Disagreement, message });
        }
    }
    let variables = || formulas.propositions().flat_map(|(_, p)| p.variables());
    let mentions: Vec<(VariableRef, String)> = variables().map(mention).collect();
    let space = AbstractSpace { system, rsm, grammar: &model.given, alphabet: &alphabet, mentions: &mentions };
    let mut case = Case {
        session: &session,
        setting: Setting { program: &model.program, entry: model.entry, alphabet: &alphabet, grammar: &model.given },
        formulas: &formulas,
        claims,
        skipped: &loaded.task.options.mc_skip,
        compares_numbers: formulas.propositions().any(|(_, p)| compares_number(p)),
        contracts: &contracts,
        space: rsm.stop.is_none().then_some(space),
        safe: safety.verdict == Verdict::Satisfied,
        leaves_out_field: safety.remedies.iter().any(|remedy| matches!(remedy, Remedy::Field { .. })),
        steps: effort.steps,
    };
    change(&mut case);
    statistics.tasks += 1;
    statistics.explored += u64::from(case.space.is_some());
    for verdict in case.claims.iter().map(|c| c.verdict).chain([safety.verdict]) {
        *match verdict {
            Verdict::Satisfied => &mut statistics.satisfied,
            Verdict::Violated => &mut statistics.violated,
            Verdict::Suspected => &mut statistics.suspected,
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

/// The initial heaps as they are given, with parameters bound.
fn initial_heaps(loaded: &Loaded, model: &HeapModel, alphabet: &mut Alphabet) -> Vec<Heap> {
    let written = with_documents(loaded, Some((&model.program, model.entry)), &mut Vec::new());
    let built = written.initial.iter().filter_map(|i| build_heap(&i.heap, alphabet, Role::Program).ok());
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

impl Case<'_> {
    /// By proposition, whether some of the claims depend on it.
    fn needed(&self, which: impl Fn(&Claimed) -> bool) -> Vec<bool> {
        let mut needed = vec![false; self.formulas.propositions().count()];
        for claim in self.claims.iter().filter(|c| which(c)) {
            let propositions = claim.claim.refutation().propositions(self.formulas);
            propositions.into_iter().for_each(|p| needed[p.index()] = true);
        }
        needed
    }
}

/// Whether every run that satisfies a claim does so because of what has happened on it by some time.
fn is_about_coming(claim: &Claim, formulas: &Formulas) -> bool {
    let Claim::Holds(_, normal) = claim else { return false };
    let mut parts = formulas.subformulas(normal.formula()).into_iter();
    parts.all(|part| !matches!(formulas.formula(part), Formula::Binary(Binary::Release, ..)))
}

/// Whether a proposition compares something with a number or boolean.
fn compares_number(proposition: &Proposition) -> bool {
    matches!(proposition, Proposition::Compare { right: Operand::Boolean(_) | Operand::Integer(_), .. })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::contract::add_contracts;
    use super::*;
    use heap_grammar::grammar::Grammar;

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
    fn found_in(task: &Json, change: impl FnOnce(&mut Case<'_>)) -> Option<FindingKind> {
        let mut statistics = CampaignStatistics::default();
        let effort = CampaignEffort { inputs: 12, runs: 1, steps: 50 };
        let finding = judge_changed(task, effort, &mut Random::new(7), &mut statistics, change);
        assert!(statistics.tasks == 1 && statistics.runs > 0, "{statistics}");
        finding.map(|f| f.kind)
    }

    fn found(change: impl FnOnce(&mut Case<'_>)) -> Option<FindingKind> {
        found_in(&task(), change)
    }

    /// Contracts that hold change nothing; on runs on which they do not, nothing can be found.
    #[test]
    fn wrong_claims_are_found_if_contracts_hold() {
        let mut task = task();
        add_contracts(&mut task, false, &mut Random::new(1));
        let is_refuted = |task: &Json| {
            let safe = found_in(task, |case| case.safe = true) == Some(FindingKind::MemorySafety);
            let satisfied =
                found_in(task, |case| case.claims[0].verdict = Verdict::Satisfied) == Some(FindingKind::Property);
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
        assert_eq!(found(|case| case.safe = true), Some(FindingKind::MemorySafety));
        assert_eq!(found(|case| case.claims[0].verdict = Verdict::Satisfied), Some(FindingKind::Property));
        // Abstract heaps that describe next to nothing, as their nonterminals derive nothing.
        let grammar: &'static Grammar = Box::leak(Box::new(Grammar::default()));
        let shrink = |case: &mut Case<'_>| {
            let space = case.space.expect("a whole state space");
            case.space = Some(AbstractSpace { grammar, ..space });
        };
        assert_eq!(found(shrink), Some(FindingKind::Uncovered));
    }
}
