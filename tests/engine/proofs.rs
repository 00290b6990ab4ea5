//! Proof structures as shown: the rules on their edges, and the order of their construction.

use std::path::{Path, PathBuf};

use crate::support::folder::Folder;
use crate::support::tasks::tasks;
use hrglass::base::Silent;
use hrglass::report::Verdict;
use hrglass::report::claim::PropertyKind;
use hrglass::report::proof::{AssertionStatus, AssertionView, ProofEdgeView, ProofView};
use hrglass::report::space::EdgeKind;
use hrglass::session::run;
use hrglass::task::{Strategy, load};

/// A proof, with its description for error messages.
struct Shown {
    name: String,
    verdict: Verdict,
    proof: ProofView,
}

/// The proofs of a task with every strategy.
fn proofs(path: &Path) -> Vec<Shown> {
    let text = std::fs::read_to_string(path).expect("a task file");
    let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
    let mut loaded = load(&text, &path.display().to_string(), &mut Folder(folder));
    loaded.task.options.strategy = Strategy::All;
    let session = run(&loaded, &mut Silent);
    let shown = |(position, property): (u32, &hrglass::report::PropertyReport)| Shown {
        name: format!("{}: {} {}", path.display(), property.id, property.strategy),
        verdict: property.judgement.verdict,
        proof: session.proof(position).expect("a small proof"),
    };
    // What the only run of a program decides has none.
    let is_executed = |property: &hrglass::report::PropertyReport| {
        let judgement = &property.judgement;
        let is_run = judgement.run.as_ref().is_some_and(|run| run.prefix.iter().all(|step| step.index.is_none()));
        is_run || judgement.reason.as_ref().is_some_and(|reason| reason.contains("one run"))
    };
    let formulas = (0..).zip(&session.report().properties);
    let formulas = formulas.filter(|(_, p)| p.claim.kind == PropertyKind::Ltl && !is_executed(p));
    formulas.map(shown).collect()
}

fn all_proofs() -> Vec<Shown> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let some =
        ["hierarchy/traverse-with-swap", "recursion/traverse-tree", "control-flow/flag", "lists/find-middle-faulty"];
    let some = some.map(|name| root.join(format!("examples/{name}.json")));
    let folders = ["tests/tasks/hierarchy", "tests/tasks/unsound", "tests/tasks/soundness"];
    let all = folders.iter().flat_map(|folder| tasks(folder)).map(|(path, _)| path);
    let paths: Vec<PathBuf> = some.into_iter().chain(all).collect();
    let found: Vec<Shown> = paths.iter().flat_map(|path| proofs(path)).collect();
    let has = |what: fn(&Shown) -> bool| found.iter().any(what);
    assert!(has(|s| s.proof.cycle.is_some()) && has(|s| s.proof.assertions.iter().any(|a| a.contract > 0)));
    let is = |wanted: AssertionStatus| found.iter().any(|s| s.proof.assertions.iter().any(|a| a.status == wanted));
    assert!(is(AssertionStatus::Proved) && is(AssertionStatus::Refuted) && is(AssertionStatus::HandedOn));
    for strategy in [Strategy::TopLevel, Strategy::Rsm, Strategy::OnTheFly, Strategy::Hybrid] {
        let (own, cycles) = found
            .iter()
            .filter(|s| s.name.ends_with(strategy.name()))
            .fold((0, 0), |(own, cycles), s| (own + 1, cycles + u32::from(s.proof.cycle.is_some())));
        assert!(own > 40 && cycles > 3, "{}: {own} {cycles}", strategy.name());
    }
    found
}

fn ends<'p>(proof: &'p ProofView, edge: &ProofEdgeView) -> [&'p AssertionView; 2] {
    [edge.source, edge.target].map(|end| &proof.assertions[end as usize])
}

#[test]
fn every_edge_says_its_rules() {
    for Shown { name, proof, .. } in all_proofs() {
        for edge in &proof.edges {
            let rules: Vec<&str> = edge.rules.split(' ').collect();
            let calls = rules.iter().filter(|r| **r == "contract").count();
            assert_eq!(calls, usize::from(edge.kind == EdgeKind::Summary), "{name}: {}", edge.rules);
            for part in rules.split(|r| *r == "contract") {
                let (last, before) = part.split_last().expect("the step to the next state");
                assert_eq!(*last, "X", "{name}: {}", edge.rules);
                assert!(before.iter().all(|r| ["⊭", "∨", "∧", "U", "R"].contains(r)), "{name}: {}", edge.rules);
            }
        }
        for assertion in &proof.assertions {
            let last = assertion.rules.split(' ').next_back();
            match assertion.status {
                AssertionStatus::Proved => assert_eq!(assertion.rules, "⊨", "{name}"),
                AssertionStatus::Refuted => assert_eq!(last, Some("⊭"), "{name}"),
                _ => assert_eq!(assertion.rules, "", "{name}"),
            }
        }
    }
}

#[test]
fn a_proof_grows_in_the_order_of_its_assertions() {
    for Shown { name, proof, .. } in all_proofs() {
        assert!(proof.assertions.is_sorted_by_key(|a| a.born), "{name}");
        let mut found = vec![u32::MAX; proof.assertions.len()];
        for edge in &proof.edges {
            let [source, target] = ends(&proof, edge);
            assert!(edge.step >= source.born.max(target.born) && edge.step > source.born, "{name}");
            assert!(edge.step <= proof.steps, "{name}");
            let first = &mut found[edge.target as usize];
            *first = edge.step.min(*first);
        }
        for (assertion, found) in proof.assertions.iter().zip(found) {
            assert_eq!(assertion.initial, assertion.born == 0, "{name}");
            assert!(
                assertion.initial || assertion.born == found,
                "{name}: it comes with the first edge that leads to it"
            );
            assert!(assertion.settled.is_none_or(|s| s > assertion.born && s <= proof.steps), "{name}");
        }
    }
}

#[test]
fn what_is_settled_rests_on_what_is_settled() {
    for Shown { name, verdict, proof } in all_proofs() {
        let last = Some(proof.steps);
        assert!(proof.failing.iter().all(|&a| proof.assertions[a as usize].settled.is_some()), "{name}");
        for assertion in &proof.assertions {
            match assertion.status {
                AssertionStatus::Refuted => assert_eq!(assertion.settled, last, "{name}"),
                AssertionStatus::Proved => assert!(assertion.settled.is_some(), "{name}"),
                _ => assert!(verdict != Verdict::Satisfied || assertion.settled.is_some(), "{name}"),
            }
        }
        for edge in &proof.edges {
            let [source, target] = ends(&proof, edge);
            if source.settled.is_some() && !proof.failing.contains(&edge.source) {
                assert!(target.settled.is_some_and(|s| Some(s) <= source.settled), "{name}");
                assert!(Some(edge.step) <= source.settled, "{name}");
            }
        }
    }
}

/// The edges that lie on some path that leads round for ever.
fn lasting(proof: &ProofView, edges: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut edges: Vec<usize> = edges.collect();
    loop {
        let goes_on = |&edge: &usize| edges.iter().any(|&next| proof.edges[next].source == proof.edges[edge].target);
        let left: Vec<usize> = edges.iter().copied().filter(goes_on).collect();
        if left.len() == edges.len() {
            return left;
        }
        edges = left;
    }
}

#[test]
fn measures_show_that_no_run_goes_on_for_ever() {
    let (mut cycles, mut calls) = (0, 0);
    for (path, _) in tasks("examples/endings") {
        for Shown { name, verdict, proof } in proofs(&path) {
            for edge in &proof.edges {
                let [source, target] = ends(&proof, edge);
                if let Some(measure) = edge.decreasing {
                    assert!(source.measures.len() > measure as usize, "{name}: {}", edge.rules);
                    assert!(!target.measures.is_empty(), "{name}: both ends are on a cycle");
                }
            }
            let measures = || proof.assertions.iter().flat_map(|assertion| &assertion.measures);
            assert!(measures().all(|measure| !measure.is_empty()), "{name}");
            if verdict != Verdict::Satisfied || !name.contains(": F1 ") {
                continue;
            }
            // Whatever goes on for ever violates `F {terminated}`.
            cycles += lasting(&proof, 0..proof.edges.len()).len();
            calls += proof.edges.iter().filter(|e| e.kind == EdgeKind::Call && e.decreasing.is_some()).count();
            let is_open = |edge: &usize| proof.edges[*edge].decreasing.is_none();
            assert!(lasting(&proof, (0..proof.edges.len()).filter(is_open)).is_empty(), "{name}");
        }
    }
    assert!(cycles > 100 && calls > 0, "{cycles} {calls}");
}
