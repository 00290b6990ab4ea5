//! Programs beside an observer, such as the automaton of a formula: one control-flow automaton for both.
//!
//! A location of the product is one of the program with a state of the observer, so that the observer needs no variables, and
//! what is proved is about those of the program. What the observer asks of a state becomes a branch. A run that it accepts leads
//! to the error location: whatever decides reachability decides whether there is one.

use std::collections::BTreeMap;

use base::{CompactSort, IndexVec, Stop, newtype_index};
use program::cfa::{Cfa, EdgeId, Location};
use program::objects::{Comparison, Operation};

use super::flat::{FlatAction, FlatEdge, FlatPlace, FlatProgram, FlatVariable, FrameId};

newtype_index! {
    /// An observation.
    pub struct ObservationId;
}

/// A value that is observed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum FlatValue {
    /// That of a variable; of a reference, whether it is null.
    Variable(FlatVariable),
    /// A number.
    Number(i128),
    /// A truth value, or whether a reference is null.
    Boolean(bool),
}

/// A question about a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FlatObservation {
    /// A comparison. Numbers are compared as numbers, whatever their types; truth values only for equality.
    Compare {
        /// The comparison.
        comparison: Comparison,
        /// First operand.
        left: FlatValue,
        /// Second operand.
        right: FlatValue,
    },
    /// Something that is not followed: the answer may be yes or no.
    Unknown,
}

impl FlatObservation {
    /// The variables on which it depends.
    pub(super) fn variables(&self) -> impl Iterator<Item = FlatVariable> + use<> {
        let values = match *self {
            FlatObservation::Compare { left, right, .. } => [Some(left), Some(right)],
            FlatObservation::Unknown => [None, None],
        };
        values.into_iter().filter_map(|value| match value {
            Some(FlatValue::Variable(variable)) => Some(variable),
            _ => None,
        })
    }
}

/// Where a run is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum RunPlace {
    /// At a location of the program; not at its error location.
    At(Location),
    /// It has failed by this step, and stays there.
    Failed(EdgeId),
}

/// How a step leads to the error location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FailingStep {
    /// It is a failure.
    Fails,
    /// It dereferences null, and nothing handles that.
    DereferencesNull,
    /// It ends the entry procedure with an exception.
    Throws,
    /// It may stand for an exception anywhere in the procedure.
    Anywhere,
}

/// What an observer does in a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Observed<S> {
    /// It asks a question. It is asked again with the answer.
    Asks(FlatObservation),
    /// It follows the next step of the program in this state.
    Goes(S),
    /// It accepts the run, however that continues.
    Accepts,
    /// It does not accept the run, however that continues.
    Rejects,
}

/// Something that follows the runs of a program. Where a run ends it accepts or rejects.
pub trait RunObserver {
    /// Its states.
    type State: Clone + Ord;

    /// Its state at the start of a run.
    fn start(&self) -> Self::State;

    /// Its state after a step of the program that it follows.
    fn step(&mut self, state: &Self::State, edge: &FlatEdge) -> Self::State;

    /// What it does in a state of the program at `place`, given the answers to the questions that it has asked there, in order.
    ///
    /// # Errors
    /// If it cannot go on.
    fn observe(
        &mut self,
        place: RunPlace,
        state: &Self::State,
        answers: &[bool],
    ) -> Result<Observed<Self::State>, Stop>;
}

impl<'p> FlatProgram<'p> {
    /// How a step that leads to the error location does so.
    pub fn failing_step(&self, edge: &FlatEdge) -> FailingStep {
        match (edge.action, &self.origin(edge).operation) {
            (FlatAction::Nothing, _) => FailingStep::Anywhere,
            (FlatAction::NullDereference, _) if self.origin(edge).on_null.is_none() => FailingStep::DereferencesNull,
            (FlatAction::Operation, Operation::Fail(_)) => FailingStep::Fails,
            _ => FailingStep::Throws,
        }
    }

    /// An observation with this result, as a condition.
    pub fn observation(&self, observation: ObservationId, holds: bool) -> String {
        let FlatObservation::Compare { comparison, left, right } = self.observations[observation] else {
            return "[?]".to_owned();
        };
        let comparison = if holds { comparison } else { comparison.negated() };
        let is_reference = |value| matches!(value, FlatValue::Variable(x) if self.type_of(x).is_reference());
        let text = |value| match value {
            FlatValue::Variable(variable) => self.name_of(variable).to_owned(),
            FlatValue::Number(n) => n.to_string(),
            FlatValue::Boolean(b) => b.to_string(),
        };
        let (is_equal, other) = (comparison == Comparison::Equal, [(left, right), (right, left)]);
        match other.into_iter().find(|&(value, _)| is_reference(value)) {
            Some((value, FlatValue::Boolean(is_null))) => {
                let sign = if is_equal == is_null { "==" } else { "!=" };
                format!("[{} {sign} null]", text(value))
            }
            _ => format!("[{} {} {}]", text(left), comparison.symbol(), text(right)),
        }
    }

    /// Where a run is, in its procedure.
    pub fn place(&self, place: RunPlace) -> FlatPlace {
        let edge = match place {
            RunPlace::At(location) => return self.cfa.locations[location],
            RunPlace::Failed(edge) => &self.cfa.edges[edge],
        };
        match self.failing_step(edge) {
            FailingStep::Throws => {
                FlatPlace { frame: FrameId(0), location: self.procedure(FrameId(0)).exceptional_exit }
            }
            _ => self.cfa.locations[edge.source],
        }
    }

    /// The program beside an observer: a run leads to the error location iff the observer accepts it. `None` if there are more
    /// edges than allowed. Calls must not be kept.
    ///
    /// # Errors
    /// If the observer cannot go on.
    pub fn watched<O: RunObserver>(&self, observer: &mut O, edges: usize) -> Result<Option<Self>, Stop> {
        let mut product = Product {
            flat: self,
            observer,
            numbers: BTreeMap::new(),
            pending: Vec::new(),
            locations: [self.error, self.cut, self.cfa.exit].map(|at| self.cfa.locations[at]).into_iter().collect(),
            edges: Vec::new(),
            observations: IndexVec::new(),
        };
        let entry = product.arrive(RunPlace::At(self.cfa.entry), product.observer.start(), Vec::new());
        while let Some((node, at)) = product.pending.pop() {
            product.expand(node, at)?;
            if product.edges.len() > edges {
                return Ok(None);
            }
        }
        let Product { locations, mut edges, observations, .. } = product;
        edges.compact_sort_by_key(|edge| edge.source);
        let mut cfa = Cfa { locations, edges: edges.into_iter().collect(), entry, exit: ENDED };
        let mut ends = [ERROR, CUT];
        cfa.keep_reachable(&mut ends);
        let ([error, cut], thrown) = (ends, cfa.exit);
        let mut watched = self.clone();
        (watched.cfa, watched.observations) = (cfa, observations);
        (watched.thrown, watched.error, watched.cut) = (thrown, error, cut);
        Ok(Some(watched))
    }
}

/// Where all runs end that are accepted, that come to calls that are not followed, and that are not accepted.
const ERROR: Location = Location(0);
const CUT: Location = Location(1);
const ENDED: Location = Location(2);

/// A location of the product.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Node<S> {
    /// The observer has some answers about the state that the program has come to.
    Arrives(RunPlace, S, Vec<bool>),
    /// It follows the next step of the program.
    Leaves(Location, S),
}

struct Product<'f, 'p, O: RunObserver> {
    flat: &'f FlatProgram<'p>,
    observer: &'f mut O,
    numbers: BTreeMap<Node<O::State>, Location>,
    /// Those without their edges.
    pending: Vec<(Node<O::State>, Location)>,
    locations: IndexVec<Location, FlatPlace>,
    edges: Vec<FlatEdge>,
    observations: IndexVec<ObservationId, FlatObservation>,
}

impl<O: RunObserver> Product<'_, '_, O> {
    fn arrive(&mut self, place: RunPlace, state: O::State, answers: Vec<bool>) -> Location {
        self.number(Node::Arrives(place, state, answers), self.flat.place(place))
    }

    fn number(&mut self, node: Node<O::State>, place: FlatPlace) -> Location {
        if let Some(&known) = self.numbers.get(&node) {
            return known;
        }
        let number = self.locations.push(place);
        self.numbers.insert(node.clone(), number);
        self.pending.push((node, number));
        number
    }

    fn expand(&mut self, node: Node<O::State>, at: Location) -> Result<(), Stop> {
        let (place, state, answers) = match node {
            Node::Leaves(location, state) => {
                self.leave(location, &state, at);
                return Ok(());
            }
            Node::Arrives(place, state, answers) => (place, state, answers),
        };
        let frame = self.locations[at].frame;
        let edge = |target, action| FlatEdge { source: at, target, frame, edge: EdgeId(0), action };
        match self.observer.observe(place, &state, &answers)? {
            Observed::Asks(observation) => {
                let observation = self.observations.push(observation);
                for holds in [true, false] {
                    let answers = answers.iter().copied().chain([holds]).collect();
                    let target = self.arrive(place, state.clone(), answers);
                    self.edges.push(edge(target, FlatAction::Observe(observation, holds)));
                }
            }
            Observed::Accepts => self.edges.push(edge(ERROR, FlatAction::Conclude)),
            Observed::Rejects => self.edges.push(edge(ENDED, FlatAction::Conclude)),
            Observed::Goes(next) => match place {
                RunPlace::At(location) if answers.is_empty() => self.leave(location, &next, at),
                RunPlace::At(location) => {
                    // Other answers may lead to the same state.
                    let target = self.number(Node::Leaves(location, next), self.flat.place(place));
                    self.edges.push(edge(target, FlatAction::Conclude));
                }
                RunPlace::Failed(_) => self.edges.push(edge(ENDED, FlatAction::Conclude)),
            },
        }
        Ok(())
    }

    /// The steps of the program from a location.
    fn leave(&mut self, location: Location, state: &O::State, at: Location) {
        let flat = self.flat;
        for (id, step) in flat.cfa.edges_from(location) {
            let place = match step.target {
                target if target == flat.error => Some(RunPlace::Failed(id)),
                target => Some(RunPlace::At(target)).filter(|_| target != flat.cut),
            };
            let target = place.map_or(CUT, |place| {
                let state = self.observer.step(state, step);
                self.arrive(place, state, Vec::new())
            });
            self.edges.push(FlatEdge { source: at, target, ..*step });
        }
    }
}
