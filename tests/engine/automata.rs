//! An analysis added from outside, following CONTRIBUTING: finite automata in JSON. Its state space, proof, run, table
//! and pictures need no code of their own.

use hrglass::analysis::{
    Analysis, Attempt, CheckedProperty, Claim, DescribeStates, Pass, PropertyReader, Shown, SourcePlace, proof_view,
    state_space,
};
use hrglass::base::{Diagnostic, Limits, Message, Observer, Silent, Stop};
use hrglass::draw::export::picture::{Picture, PictureFormat};
use hrglass::draw::folding::ChartOptions;
use hrglass::logic::{Formulas, Proposition, PropositionId, Truth};
use hrglass::report::content::ContentKind;
use hrglass::report::evidence::Evidence;
use hrglass::report::proof::ProofView;
use hrglass::report::space::StateSpaceView;
use hrglass::report::{
    ExplorationStatistics, Judgement, PropertyReport, PropertyStatistics, Report, Run, RunStep, Verdict,
};
use hrglass::rsm::{NodeId, Order, RecursiveSystem, Rsm, Step, explore};
use hrglass::session::run_analysis;
use hrglass::tableau::{self, CheckVerdict, Labelled, ProofOutcome};
use hrglass::task::{Loaded, NoFiles, load};

/// A state: its name, which is also the only proposition that holds there, and its successors.
#[derive(Clone, serde::Deserialize)]
struct Node(String, Vec<u32>);

/// The analysis: an automaton with its properties. The first state is the initial one.
struct Automata {
    nodes: Vec<Node>,
    formulas: Formulas,
    properties: Vec<CheckedProperty>,
}

impl RecursiveSystem for &Automata {
    type State = u32;

    fn entry(&mut self, states: &mut Vec<u32>) -> Result<(), Stop> {
        states.push(0);
        Ok(())
    }

    fn step(&mut self, &state: &u32, states: &mut Vec<u32>) -> Result<Step, Stop> {
        states.extend(&self.nodes[state as usize].1);
        Ok(Step::Internal)
    }
}

impl Labelled for &Automata {
    fn label(&mut self, state: u32, id: PropositionId) -> Result<Truth, Stop> {
        let name = &self.nodes[state as usize].0;
        Ok(Truth::from(*self.formulas.proposition(id) == Proposition::Condition(name.clone())))
    }
}

impl DescribeStates<u32> for &Automata {
    const CONTENTS: ContentKind = ContentKind::Valuations;

    fn place(&self, state: u32) -> SourcePlace {
        SourcePlace {
            method: "automaton".to_owned(),
            file: "a.json".to_owned(),
            line: state + 1,
            ..SourcePlace::default()
        }
    }

    fn name(&self, state: u32) -> String {
        self.nodes[state as usize].0.clone()
    }

    fn location(&self, state: u32) -> u32 {
        state
    }

    fn content(&self, state: u32) -> (u32, u32) {
        (state, 0)
    }

    fn operation(&self, _: u32, next: Option<u32>) -> String {
        next.map_or(String::new(), |next| format!("to {}", self.name(next)))
    }
}

impl Pass for &Automata {
    type Property = CheckedProperty;
    type Kept = ProofOutcome<u32>;
    type Precision = ();

    const ROUNDS: u32 = 0;

    fn attempt(&mut self, property: &CheckedProperty, observer: &mut dyn Observer) -> Attempt<ProofOutcome<u32>, ()> {
        let Claim::Holds(_, formula) = property.claim else { panic!("no monitors here") };
        let outcome = tableau::check(self, &self.formulas, formula, &Limits::default(), observer);
        let step = |failing: &tableau::FailingState<u32>| RunStep {
            state: self.name(failing.state),
            index: Some(failing.state),
            line: failing.state + 1,
            ..RunStep::default()
        };
        let judgement = match (&outcome.verdict, outcome.run(100)) {
            (CheckVerdict::Violated, Some(run)) => {
                let (prefix, cycle) = run.split(run.states().map(step).collect());
                // Automata are concrete, so their runs need no execution.
                Judgement::suspected(None, Run { prefix, cycle }).with_evidence(Evidence::executed())
            }
            (CheckVerdict::Unknown(stop), _) => Judgement::unknown(stop, None),
            _ => Judgement::satisfied(),
        };
        let (id, claim, strategy) = (property.id.clone(), property.text.clone(), "explicit".to_owned());
        let report = PropertyReport { id, claim, strategy, judgement, statistics: PropertyStatistics::default() };
        Attempt { report, kept: outcome, refinement: None }
    }

    fn refined(&self, (): (), _: &mut dyn Observer) -> Self {
        self
    }
}

impl Analysis for Automata {
    type Strategy = ();
    type Input = Automata;
    type Property = CheckedProperty;
    type Kept = ProofOutcome<u32>;
    type Explored = Rsm<u32>;
    type Pass<'a> = &'a Automata;

    fn read(loaded: &Loaded) -> (Option<Automata>, Vec<Diagnostic>) {
        let mut reader = PropertyReader::of_conditions(loaded);
        let properties = reader.properties();
        let PropertyReader { formulas, mut found, .. } = reader;
        let text = &loaded.sources.file(loaded.program_files[0]).text;
        let nodes: Result<Vec<Node>, _> = serde_json::from_str(text);
        found.extend(nodes.as_ref().err().map(|why| Diagnostic::error("automaton", None, Message::verbatim(why))));
        (nodes.ok().filter(|_| found.is_empty()).map(|nodes| Automata { nodes, formulas, properties }), found)
    }

    fn prepare(input: Automata, _: &Loaded, _: &mut dyn Observer) -> Self {
        input
    }

    fn properties(&self) -> &[CheckedProperty] {
        &self.properties
    }

    fn strategies(_: &Loaded) -> Vec<()> {
        vec![()]
    }

    fn pass(&self, (): (), _: bool, _: &mut dyn Observer) -> &Automata {
        self
    }

    fn explore(&self, mut pass: &Automata, report: &mut Report, observer: &mut dyn Observer) -> Rsm<u32> {
        report.exploration = Some(ExplorationStatistics::default());
        explore(&mut pass, Order::BreadthFirst, &Limits::default(), observer)
    }

    fn show(self, rsm: Rsm<u32>, proofs: Vec<ProofOutcome<u32>>, _: &mut [PropertyReport]) -> Box<dyn Shown> {
        Box::new(ShownAutomaton { automaton: self, rsm, proofs })
    }
}

struct ShownAutomaton {
    automaton: Automata,
    rsm: Rsm<u32>,
    proofs: Vec<ProofOutcome<u32>>,
}

impl Shown for ShownAutomaton {
    fn state_space(&self) -> Option<StateSpaceView> {
        Some(state_space(&self.rsm, &&self.automaton))
    }

    fn proof(&self, property: u32) -> Option<ProofView> {
        let outcome = self.proofs.get(property as usize)?;
        let node = |state| self.rsm.nodes.iter_enumerated().find(|(_, node)| node.state == state).map(|(id, _)| id);
        let run = outcome.run(100);
        let at = |state| -> (Option<u32>, Option<NodeId>) { (Some(state), node(state)) };
        Some(proof_view(&outcome.proof, run.as_ref(), &self.automaton.formulas, &&self.automaton, at))
    }
}

#[test]
fn an_automaton_gets_everything() {
    let task = r#"{ "schema": "hrglass.task/1", "program": { "entry": "a", "files": [{ "name": "a.java", "text":
        "[[\"idle\", [0, 1]], [\"busy\", [2]], [\"done\", [0]]]" }] },
        "properties": [{ "id": "ends", "ltl": "G ({busy} -> F {done})" }, { "id": "works", "ltl": "F {busy}" }] }"#;
    let mut session = run_analysis::<Automata>(&load(task, "task.json", &mut NoFiles), &mut Silent);
    let report = session.report();
    assert!(report.diagnostics.is_empty(), "{:?}", report.diagnostics);
    let verdicts: Vec<Verdict> = report.properties.iter().map(|p| p.judgement.verdict).collect();
    assert_eq!(verdicts, [Verdict::Satisfied, Verdict::Violated]);
    let run = report.properties[1].judgement.run.as_ref().expect("a run");
    let names = |steps: &[RunStep]| steps.iter().map(|step| step.state.clone()).collect::<Vec<_>>();
    assert_eq!((names(&run.prefix), names(&run.cycle)), (vec![], vec!["idle".to_owned()]));
    let space = session.state_space().expect("a state space");
    assert_eq!((space.states.len(), space.edges.len()), (3, 4));
    assert!(session.proof(0).expect("a proof").failing.is_empty());
    let pictures = [Picture::Space { options: ChartOptions::default() }, Picture::Proof { number: 1 }];
    for (picture, format) in pictures.iter().flat_map(|p| [PictureFormat::Svg, PictureFormat::Dot].map(|f| (p, f))) {
        assert!(session.picture(picture, format).is_some_and(|text| text.contains("a.json")), "{picture:?} {format:?}");
    }
}
