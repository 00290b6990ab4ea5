//! Regions as conditions to be read. A diagram decides every predicate by itself, although one may follow from others; what is left
//! here are few and short conditions that mean the same.

use base::{CompactSort, Observer, Stop};
use bdd::Bdd;
use bitvec::{Answer, Solver, TermId, Terms};

use super::regions::Regions;

/// A region of more cubes stays as it is.
const CUBES: usize = 64;

/// A question may take so many conflicts and clauses; what is not found out is not left out.
const CONFLICTS: u64 = 1_000;
const CLAUSES: u64 = 1_000_000;

/// Conditions that, where all those in `given` hold, hold together exactly in a region: what all its states share, and a disjunction
/// of the rest.
///
/// # Errors
/// If the observer ends it.
pub(super) fn readable(
    regions: &mut Regions,
    region: Bdd,
    given: &[TermId],
    terms: &mut Terms,
    observer: &mut dyn Observer,
) -> Result<Vec<TermId>, Stop> {
    let exact = regions.term(terms, region);
    let outside = terms.not(exact);
    let mut question = Question { given, solver: Solver::with_limits(CONFLICTS, CLAUSES), terms, observer };
    if question.excludes(&[outside])? {
        return Ok(Vec::new());
    }
    let Some(cubes) = regions.cubes(region, CUBES) else { return Ok(vec![exact]) };
    let mut found: Vec<Vec<TermId>> = Vec::new();
    for cube in cubes {
        let decided =
            cube.into_iter().map(|(predicate, value)| if value { predicate } else { question.terms.not(predicate) });
        let mut literals: Vec<TermId> = decided.collect();
        if question.excludes(&literals)? {
            continue;
        }
        // The largest are left out first, if the rest is still inside.
        let sizes = literals.iter().map(|&literal| (question.terms.size(&[literal]), literal));
        let mut sizes: Vec<(usize, TermId)> = sizes.collect();
        sizes.compact_sort();
        literals = sizes.into_iter().map(|(_, literal)| literal).collect();
        for position in (0..literals.len()).rev() {
            let without: Vec<TermId> = literals.iter().copied().filter(|&other| other != literals[position]).collect();
            if question.excludes(&[&without[..], &[outside]].concat())? {
                literals = without;
            }
        }
        if !found.contains(&literals) {
            found.push(literals);
        }
    }
    // Those that the others cover.
    for position in (0..found.len()).rev() {
        let others = found.iter().enumerate().filter(|&(other, _)| other != position);
        let mut uncovered = found[position].clone();
        for (_, cube) in others {
            let inside = question.terms.all(cube);
            uncovered.push(question.terms.not(inside));
        }
        if question.excludes(&uncovered)? {
            found.remove(position);
        }
    }
    let (first, others) = found.split_first().map_or((&[][..], &[][..]), |(first, others)| (&first[..], others));
    let mut all: Vec<TermId> =
        first.iter().copied().filter(|literal| others.iter().all(|cube| cube.contains(literal))).collect();
    let rest = found.iter().map(|cube| cube.iter().copied().filter(|literal| !all.contains(literal)).collect());
    let rest: Vec<Vec<TermId>> = rest.collect();
    let rest: Vec<TermId> = rest.iter().map(|cube| question.terms.all(cube)).collect();
    all.push(question.terms.any(&rest));
    all.retain(|&condition| condition != Terms::TRUE);
    Ok(all)
}

/// Questions to one solver.
struct Question<'a, 'o> {
    given: &'a [TermId],
    solver: Solver,
    terms: &'a mut Terms,
    observer: &'o mut dyn Observer,
}

impl Question<'_, '_> {
    /// Whether these conditions certainly exclude each other.
    fn excludes(&mut self, conditions: &[TermId]) -> Result<bool, Stop> {
        let all = [self.given, conditions].concat();
        match self.solver.check(self.terms, &all, self.observer) {
            Ok(answer) => Ok(answer == Answer::Unsatisfiable),
            Err(stop) if stop.ends_the_run() => Err(stop),
            Err(_) => Ok(false),
        }
    }
}
