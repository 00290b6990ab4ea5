//! One concrete run, against everything that the analysis claims.

use super::super::contract::Trust;
use super::super::record::Record;
use super::super::simulation::{Follower, Lost, faulty_edge};
use super::super::statistics::CampaignStatistics;
use super::{Case, Finding, FindingKind};
use heap_grammar::heap::Heap;
use interpreter::{Decision, End, Machine, OpenNumber};
use ltl::logic::Truth;
use program::objects::Type;
use report::Verdict;
use task::Strategy;

/// A run with so many steps on a small input does not look like one that comes to an end.
const ENDLESS: usize = 1_000;

/// Chooses an option of a decision.
pub(super) type Choose<'c> = dyn FnMut(&Machine<'_>, &Decision) -> usize + 'c;

/// How a run went.
pub(super) struct Ran {
    pub is_final: bool,
    pub repeats: bool,
    pub is_safe: bool,
    /// In the order of claims.
    pub truths: Vec<Truth>,
}

impl Case<'_> {
    /// One run on an input without nonterminals, compared with everything that is claimed.
    pub(super) fn run(
        &self,
        input: &Heap,
        needed: &[bool],
        choose: &mut Choose<'_>,
        statistics: &mut CampaignStatistics,
    ) -> Result<Ran, Finding> {
        statistics.runs += 1;
        let mut run = Run::new(self, input, needed, statistics)?;
        run.execute(choose, statistics)?;
        if !run.trust.holds(&run.machine) {
            // Of such a run the analysis says nothing.
            statistics.distrusted += 1;
            let truths = vec![Truth::Unknown; self.claims.len()];
            return Ok(Ran { is_final: false, repeats: false, is_safe: true, truths });
        }
        statistics.trusted += run.trust.returned();
        statistics.followed += u64::from(run.follower.is_some());
        let is_final = run.end.is_some_and(End::is_final);
        statistics.ended += u64::from(is_final || run.repeats);
        run.check_progress()?;
        let is_safe = run.check_safety(statistics)?;
        let truths = run.check_properties(is_final, statistics)?;
        run.check_endings(statistics)?;
        Ok(Ran { is_final, repeats: run.repeats, is_safe, truths })
    }

    /// A number that the input leaves open and that propositions may look at: then it is decided at once, as runs that leave it
    /// open say nothing about them.
    pub(super) fn read_number(&self, machine: &Machine<'_>) -> Option<Decision> {
        let is_of_input = |open: &OpenNumber<'_>| open.value.is_none() && !open.origin.is_unmodelled();
        let (symbol, open) = machine.symbols().iter_enumerated().find(|(_, open)| is_of_input(open))?;
        let options: &[i64] = if open.ty == Type::Boolean { &[0, 1] } else { &[0, 1, 2, -1, 7] };
        self.compares_numbers.then(|| Decision::Number(symbol, options.into()))
    }
}

/// A run with all that observes it.
struct Run<'r> {
    case: &'r Case<'r>,
    machine: Machine<'r>,
    /// What propositions see.
    record: Record<'r>,
    /// Whether contracts of the task hold.
    trust: Trust<'r>,
    /// The abstract states that describe the concrete one, if the whole state space is known and they are not too many.
    follower: Option<Follower<'r>>,
    end: Option<End>,
    repeats: bool,
}

impl<'r> Run<'r> {
    fn new(
        case: &'r Case<'r>,
        input: &'r Heap,
        needed: &'r [bool],
        statistics: &mut CampaignStatistics,
    ) -> Result<Self, Finding> {
        let machine = Machine::new(case.setting, input);
        let record = Record::new(case.formulas, needed, case.session.sources(), case.skipped, &machine);
        let trust = Trust::new(case.contracts, (case.setting.grammar, case.setting.alphabet));
        let mut follower = None;
        if let Some(space) = case.space {
            follower = covered(Follower::new(space, &machine), statistics)?;
            statistics.covered_in_entry += u64::from(follower.is_some());
        }
        Ok(Self { case, machine, record, trust, follower, end: None, repeats: false })
    }

    /// Executes it until it ends, repeats itself, breaks a contract or has had its steps.
    fn execute(&mut self, choose: &mut Choose<'_>, statistics: &mut CampaignStatistics) -> Result<(), Finding> {
        for _ in 0..self.case.steps {
            self.step(choose);
            let fault = self.end == Some(End::NullDereference);
            if self.end.is_some() && !fault {
                break;
            }
            statistics.steps += 1;
            let is_entry = self.trust.look(&self.machine, fault);
            if self.trust.is_broken() {
                break;
            }
            if self.trust.is_inside() {
                continue;
            }
            self.repeats = self.record.look(&self.machine, fault);
            if !self.check_covered(fault, statistics)? {
                break;
            }
            if is_entry {
                self.trust.enter(self.follower.as_ref().and_then(Follower::is_trusted));
            }
            if fault || self.repeats {
                break;
            }
        }
        Ok(())
    }

    /// Takes the decisions before the next step, the step, and those that propositions ask for after it.
    fn step(&mut self, choose: &mut Choose<'_>) {
        while let Some(decision) = self.machine.decision() {
            if decision.options() == 0 {
                self.end = Some(End::Stuck);
                break;
            }
            let option = choose(&self.machine, &decision);
            self.machine.decide(&decision, option);
        }
        self.end = self.end.or_else(|| self.machine.step().err());
        while let Some(decision) = self.case.read_number(&self.machine) {
            let option = choose(&self.machine, &decision);
            self.machine.decide(&decision, option);
        }
    }

    /// Whether the concrete state is in the abstract machine. False if it is not, because the run has broken a contract.
    fn check_covered(&mut self, fault: bool, statistics: &mut CampaignStatistics) -> Result<bool, Finding> {
        let Some(mut following) = self.follower.take() else { return Ok(true) };
        let followed = following.follow(&self.machine, faulty_edge(&self.machine).filter(|_| fault));
        if matches!(followed, Err(Lost::Uncovered(_))) && !self.trust.holds_so_far(&self.machine) {
            return Ok(false);
        }
        self.follower = covered(followed.map(|()| following), statistics)?;
        if self.follower.is_some() {
            *match (fault, self.machine.depth()) {
                (true, _) => &mut statistics.covered_faults,
                (false, 1) => &mut statistics.covered_in_entry,
                (false, _) => &mut statistics.covered_in_callees,
            } += 1;
        }
        Ok(true)
    }

    /// A run whose whole state space is known asks for nothing that its input lacks, unless the analysis says what that is.
    fn check_progress(&self) -> Result<(), Finding> {
        let is_stuck = self.end == Some(End::Stuck) && self.case.space.is_some() && !self.case.leaves_out_field;
        if is_stuck { Err(Finding { kind: FindingKind::Stuck, message: self.told() }) } else { Ok(()) }
    }

    /// Whether the run is safe, as every run is if memory safety is satisfied.
    fn check_safety(&self, statistics: &mut CampaignStatistics) -> Result<bool, Finding> {
        let is_safe = !self.end.is_some_and(End::is_unsafe);
        statistics.unsafe_runs += u64::from(!is_safe);
        if self.case.safe && !is_safe {
            return Err(Finding { kind: FindingKind::MemorySafety, message: self.told() });
        }
        Ok(is_safe)
    }

    /// What the run says of each claim. No run violates what is satisfied.
    fn check_properties(&self, is_final: bool, statistics: &mut CampaignStatistics) -> Result<Vec<Truth>, Finding> {
        let mut truths = Vec::new();
        for claim in &self.case.claims {
            let at_top_level = claim.strategy == Strategy::TopLevel.name();
            let is_open = claim.assumes_returns && self.record.stays_in_call(at_top_level);
            let truth = match is_open || self.trust.is_unclear() && !at_top_level {
                true => Truth::Unknown,
                false => self.record.holds(&claim.claim, is_final, at_top_level),
            };
            statistics.judged += u64::from(truth != Truth::Unknown);
            statistics.failing += u64::from(truth == Truth::False);
            if truth == Truth::False && claim.verdict == Verdict::Satisfied {
                let message = format!("{} is satisfied with {}, but {}", claim.id, claim.strategy, self.told());
                return Err(Finding { kind: FindingKind::Property, message });
            }
            truths.push(truth);
        }
        Ok(truths)
    }

    /// A run that was cut after very many steps has come to where it must come.
    fn check_endings(&self, statistics: &mut CampaignStatistics) -> Result<(), Finding> {
        if self.end.is_some() || self.repeats || self.case.steps < ENDLESS || self.trust.is_unclear() {
            return Ok(());
        }
        statistics.cut_late += 1;
        let mut claims = self.case.claims.iter().filter(|c| c.is_about_coming && c.verdict == Verdict::Satisfied);
        let late = claims.find(|claim| {
            let at_top_level = claim.strategy == Strategy::TopLevel.name();
            // It may be in a call that never returns, of which nothing is claimed.
            let is_open = claim.assumes_returns && self.machine.depth() > 1;
            !is_open && self.record.holds(&claim.claim, true, at_top_level) == Truth::False
        });
        let Some(claim) = late else { return Ok(()) };
        let message = format!("{} is satisfied with {}, but {}", claim.id, claim.strategy, self.told());
        Err(Finding { kind: FindingKind::Endless, message })
    }

    /// Its input and its end, for people.
    fn told(&self) -> String {
        let input = heap_grammar::heap::print_heap(self.machine.input(), self.case.setting.alphabet);
        format!("the run on {} ends: {:?}", input.trim().replace('\n', "; "), self.end)
    }
}

/// What was followed, unless that was given up. It is a finding if no abstract state describes the concrete one.
fn covered<T>(followed: Result<T, Lost>, statistics: &mut CampaignStatistics) -> Result<Option<T>, Finding> {
    match followed {
        Ok(follower) => Ok(Some(follower)),
        Err(Lost::TooMuch) => {
            statistics.given_up += 1;
            Ok(None)
        }
        Err(Lost::Uncovered(message)) => Err(Finding { kind: FindingKind::Uncovered, message }),
    }
}
