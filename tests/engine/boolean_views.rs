//! Views of boolean programs: failing runs are in the state space, and the values shown are those of the run.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::tasks::tasks;
use hrglass::base::{Idx, Silent};
use hrglass::draw::export::picture::{Picture, PictureFormat};
use hrglass::report::claim::PropertyKind;
use hrglass::report::space::{EdgeKind, StateKind, StateSpaceView};
use hrglass::report::{Report, RunStep, Verdict};
use hrglass::session::Session;
use hrglass::session::run;
use hrglass::task::{NoFiles, Strategy, load};

fn sessions() -> Vec<(String, Session)> {
    let all =
        ["tests/tasks/boolean", "examples/boolean"].into_iter().filter(|folder| std::path::Path::new(folder).is_dir());
    let ran = all.flat_map(tasks).map(|(path, text)| {
        let name = path.display().to_string();
        let mut loaded = load(&text.to_string(), &name, &mut NoFiles);
        loaded.task.options.strategy = Strategy::All;
        (name, run(&loaded, &mut Silent))
    });
    ran.collect()
}

/// The failing runs in a report, each with the start of its cycle.
fn failing(report: &Report) -> Vec<(String, Vec<&RunStep>, usize)> {
    let violated = report.properties.iter().filter(|p| p.judgement.verdict == Verdict::Violated);
    let runs = violated.filter_map(|p| {
        let run = p.judgement.run.as_ref()?;
        let steps = run.prefix.iter().chain(&run.cycle).collect();
        Some((format!("{} {}", p.id, p.strategy), steps, run.prefix.len()))
    });
    runs.collect()
}

/// The successors of a state in a run: unresolved states in between are not steps of the run.
struct Successors<'s> {
    space: &'s StateSpaceView,
    edges: BTreeMap<u32, Vec<(u32, EdgeKind)>>,
    returns: BTreeMap<u32, Vec<u32>>,
}

impl<'s> Successors<'s> {
    fn new(space: &'s StateSpaceView) -> Self {
        let (mut edges, mut returns) = (BTreeMap::<_, Vec<_>>::new(), BTreeMap::<_, Vec<_>>::new());
        for edge in &space.edges {
            edges.entry(edge.source).or_default().push((edge.target, edge.kind));
            if let (EdgeKind::Summary, Some(exit)) = (edge.kind, edge.exit) {
                returns.entry(exit).or_default().push(edge.target);
            }
        }
        Self { space, edges, returns }
    }

    fn of(&self, state: u32) -> BTreeSet<u32> {
        let next = self.edges.get(&state).into_iter().flatten().map(|&(target, _)| target);
        let mut open: Vec<u32> = next.chain(self.returns.get(&state).into_iter().flatten().copied()).collect();
        let mut found = BTreeSet::new();
        let at = |state: u32| {
            let state = &self.space.states[state as usize];
            (state.component, state.location)
        };
        while let Some(state) = open.pop() {
            if found.insert(state) {
                let same = self.edges.get(&state).into_iter().flatten().filter(|(target, _)| at(*target) == at(state));
                open.extend(same.map(|&(target, _)| target));
            }
        }
        found
    }
}

#[test]
fn failing_runs_are_in_the_state_space() {
    let (mut steps_seen, mut runs) = (0, 0);
    for (name, mut session) in sessions() {
        let Some(space) = session.state_space() else {
            assert!(!session.report().diagnostics.is_empty(), "{name}: nothing is shown");
            continue;
        };
        let successors = Successors::new(&space);
        let whole = session.report().exploration.as_ref().is_some_and(|e| !e.partial);
        for (property, steps, back) in failing(session.report()) {
            let property = format!("{name}: {property}");
            runs += 1;
            for (position, step) in steps.iter().enumerate() {
                let Some(index) = step.index else {
                    assert!(!whole, "{property}: step {position} is nowhere");
                    continue;
                };
                steps_seen += 1;
                let state = &space.states[index.index()];
                assert_eq!((&state.file, state.line), (&step.file, step.line), "{property}: step {position}");
                assert_eq!(space.components[state.component.index()].procedure, step.method);
                let values = session.valuation(state.content).expect("a state of the state space");
                let told: BTreeMap<&str, &str> =
                    step.values.iter().map(|v| (v.name.as_str(), v.value.as_str())).collect();
                for variable in values.globals.iter().chain(&values.locals).filter(|v| !v.is_open) {
                    assert_eq!(told[variable.name.as_str()], variable.value, "{property}: step {position}");
                }
                let next = steps.get(position + 1).or_else(|| steps.get(back).filter(|_| position >= back));
                if let Some(next) = next.and_then(|next| next.index) {
                    let found = successors.of(index);
                    assert!(found.contains(&next), "{property}: step {position} leads from {index} to {next}");
                }
            }
        }
    }
    assert!(runs > 20 && steps_seen > 200, "{runs} runs, {steps_seen} steps");
}

#[test]
fn every_view_has_a_picture() {
    let (mut proofs, mut failed) = (0, 0);
    for (name, mut session) in sessions() {
        let Some(space) = session.state_space() else { continue };
        assert_eq!(session.contracts().map(|c| c.len()), Some(space.components.len()), "{name}");
        failed += space.states.iter().filter(|s| s.kind == StateKind::Failed).count();
        let last = space.states.len() as u32 - 1;
        let mut pictures = vec![
            Picture::Space { options: Default::default() },
            Picture::Heap { number: space.states[last.index()].content, along: None, raw: false },
            Picture::HeapDiff {
                number: space.states[last.index()].content,
                before: space.states[0].content,
                along: None,
                raw: false,
            },
            Picture::Component { number: None, open: Vec::new() },
            Picture::Component { number: Some(0), open: Vec::new() },
        ];
        let report = session.report().clone();
        for (number, property) in (0..).zip(&report.properties) {
            let is_formula = property.statistics.nodes.is_none() && property.claim.kind == PropertyKind::Ltl;
            assert_eq!(session.proof(number).is_some(), is_formula, "{name}: {} {}", property.id, property.strategy);
            if is_formula {
                proofs += 1;
                pictures.push(Picture::Proof { number });
            }
        }
        for picture in &pictures {
            use PictureFormat::{Dot, Json, Scene, Svg, Tikz};
            // Large state spaces are drawn by the page, and not exported to files of megabytes.
            let formats: &[PictureFormat] =
                if space.states.len() > 2_000 { &[Json] } else { &[Svg, Dot, Tikz, Json, Scene] };
            for &format in formats {
                let text = session.picture(picture, format);
                assert!(text.is_some_and(|text| !text.is_empty()), "{name}: {picture:?} as {format:?}");
            }
        }
    }
    assert!(proofs > 10 && failed > 0, "{proofs} proofs, {failed} failed assertions");
}
