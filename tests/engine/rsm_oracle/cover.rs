//! Searches with subsumption compared with searches without it, on random programs over three values: a state relates
//! the input value of its component to the current value, and covers the states that it includes.

use std::collections::BTreeSet;

use hrglass::base::{Limits, Random, Silent, Stop};
use hrglass::rsm::{Covering, CoveringSystem, Order, RecursiveSystem, Rsm, Step, explore};

/// A relation between values below 3, as 9 bits.
type Relation = u16;

const VALUES: usize = 3;
const IDENTITY: Relation = 0b100_010_001;

fn has(relation: Relation, from: usize, to: usize) -> bool {
    relation >> (from * VALUES + to) & 1 == 1
}

fn relation(holds: impl Fn(usize, usize) -> bool) -> Relation {
    let pairs = (0..VALUES).flat_map(|from| (0..VALUES).map(move |to| (from, to)));
    pairs.filter(|&(from, to)| holds(from, to)).map(|(from, to)| 1 << (from * VALUES + to)).sum()
}

fn compose(first: Relation, then: Relation) -> Relation {
    relation(|from, to| (0..VALUES).any(|via| has(first, from, via) && has(then, via, to)))
}

/// The values in the image of a relation, each related to itself.
fn image(of: Relation) -> Relation {
    relation(|from, to| from == to && (0..VALUES).any(|given| has(of, given, from)))
}

/// The operation at a location.
#[derive(Clone, Debug)]
enum Place {
    /// One of these edges: its target, and its effect on the value.
    Step(Vec<(usize, Relation)>),
    /// Calls a component with a value related to the current one, and continues at the next location with its result.
    Call {
        entry: usize,
        passed: Relation,
        target: usize,
    },
    Exit,
    Fault,
}

/// Components are ranges of locations, the first of which is the entry.
#[derive(Clone, Debug)]
struct Program {
    places: Vec<Place>,
    /// The initial values of the first component.
    initial: Relation,
    /// Whether a state covers the states that it includes; otherwise only itself.
    covers: bool,
    /// Whether states that have a pair in common are joined.
    joins: bool,
}

/// A location, and the relation of the component's input value to the current one.
type State = (usize, Relation);

impl Program {
    fn random(random: &mut Random) -> Self {
        let components = 1 + random.below(3);
        let size = 3 + random.below(4);
        let any = |random: &mut Random| random.below(1 << 9) as Relation & random.below(1 << 9) as Relation;
        let mut places = Vec::new();
        for component in 0..components {
            for own in 0..size {
                let inside = |random: &mut Random| component * size + random.below(size);
                let place = match random.below(8) {
                    _ if own == size - 1 => Place::Exit,
                    0 => Place::Fault,
                    1..=3 if components > 1 => {
                        let entry = random.below(components) * size;
                        Place::Call { entry, passed: any(random) | IDENTITY, target: inside(random) }
                    }
                    _ => Place::Step((0..=random.below(3)).map(|_| (inside(random), any(random))).collect()),
                };
                places.push(place);
            }
        }
        let initial = image(any(random) | 1);
        Self { places, initial, covers: false, joins: false }
    }
}

impl RecursiveSystem for Program {
    type State = State;

    fn entry(&mut self, states: &mut Vec<State>) -> Result<(), Stop> {
        states.push((0, self.initial));
        Ok(())
    }

    fn step(&mut self, &(place, given): &State, states: &mut Vec<State>) -> Result<Step, Stop> {
        let add = |states: &mut Vec<State>, place, relation| {
            if relation != 0 {
                states.push((place, relation));
            }
        };
        Ok(match &self.places[place] {
            Place::Step(edges) => {
                edges.iter().for_each(|&(target, effect)| add(states, target, compose(given, effect)));
                Step::Internal
            }
            Place::Call { entry, passed, .. } => {
                add(states, *entry, image(compose(given, *passed)));
                Step::Call
            }
            Place::Exit => Step::Exit,
            Place::Fault => Step::Fault,
        })
    }

    fn resume(&mut self, call: &State, _: &State, exit: &State, states: &mut Vec<State>) -> Result<(), Stop> {
        let Place::Call { passed, target, .. } = self.places[call.0] else { unreachable!("a call") };
        let after = compose(compose(call.1, passed), exit.1);
        if after != 0 {
            states.push((target, after));
        }
        Ok(())
    }

    /// Some order, with ties.
    fn rank(&self, state: &State) -> u64 {
        state.0 as u64 * 5 % 7
    }
}

impl CoveringSystem for Program {
    fn class(&self, state: &State) -> u64 {
        state.0 as u64
    }

    fn covers(&mut self, known: &State, new: &State) -> Result<bool, Stop> {
        assert_eq!(known.0, new.0);
        Ok(known.1 & new.1 == new.1 && (self.covers || known == new))
    }

    fn join(&mut self, known: &State, new: &State) -> Result<Option<State>, Stop> {
        assert!(known.0 == new.0 && (!self.covers || known.1 & new.1 != new.1), "the new state is not covered");
        Ok((self.joins && known.1 & new.1 != 0).then_some((new.0, known.1 | new.1)))
    }
}

fn includes(known: &State, new: &State) -> bool {
    known.0 == new.0 && known.1 & new.1 == new.1
}

#[test]
fn what_is_covered_need_not_be_visited() {
    let mut random = Random::new(0x3C6E_F372_FE94_F82B);
    let (mut fewer, mut fewer_components, mut fewest, mut more, mut goals, mut skipped) = (0, 0, 0, 0, [0; 2], 0);
    for round in 0..20_000 {
        let mut program = Program::random(&mut random);
        let limits = Limits::default();
        let order = [Order::DepthFirst, Order::BreadthFirst, Order::Ranked][random.below(3)];
        let all = explore(&mut program, order, &limits, &mut Silent);
        let reachable: BTreeSet<State> = all.nodes.iter().map(|node| node.state).collect();
        let case = || format!("round {round}: {program:?}");
        // With equality as the order, nothing is skipped.
        let mut equal = program.clone();
        let same = explore(&mut Covering::new(&mut equal), order, &limits, &mut Silent);
        assert_eq!(same.nodes.len(), all.nodes.len(), "{}", case());
        let mut ordered = Program { covers: true, ..program.clone() };
        let found = explore(&mut Covering::new(&mut ordered), order, &limits, &mut Silent);
        assert!(found.stop.is_none() && all.stop.is_none());
        let states: BTreeSet<State> = found.nodes.iter().map(|node| node.state.state).collect();
        assert!(states.is_subset(&reachable), "{}", case());
        assert!(reachable.iter().all(|new| states.iter().any(|known| includes(known, new))), "{}", case());
        fewer += usize::from(found.nodes.len() < all.nodes.len());
        fewer_components += usize::from(found.components.len() < all.components.len());
        // Joined states cover all reachable ones, and others.
        let mut joining = Program { joins: true, ..ordered.clone() };
        let mut covering = Covering::new(&mut joining);
        let joined = explore(&mut covering, order, &limits, &mut Silent);
        assert!(joined.stop.is_none(), "{}", case());
        // What was joined before it was expanded only leads to the result.
        let left_out = covering.skipped();
        for (id, node) in joined.nodes.iter_enumerated().filter(|(_, node)| left_out.contains(&node.state)) {
            let [only] = joined.successors(id) else { panic!("one successor: {}", case()) };
            let result = &joined.nodes[*only];
            assert!(
                includes(&result.state.state, &node.state.state) && result.component == node.component,
                "{}",
                case()
            );
            skipped += 1;
        }
        let states: BTreeSet<State> = joined.nodes.iter().map(|node| node.state.state).collect();
        assert!(reachable.iter().all(|new| states.iter().any(|known| includes(known, new))), "{}", case());
        more += usize::from(!states.is_subset(&reachable));
        fewest += usize::from(joined.nodes.len() < found.nodes.len());
        // A goal that is also a goal in every covering state.
        let (place, pair) = (random.below(program.places.len()), 1 << random.below(9));
        let is_goal = |state: &State| state.0 == place && state.1 & pair != 0;
        let mut rsm = Rsm::default();
        let mut covering = Covering::new(&mut ordered);
        let goal = rsm.find(&mut covering, order, &limits, &mut Silent, |state| is_goal(&state.state));
        let goal = goal.expect("no limit is reached");
        assert_eq!(goal.is_some(), reachable.iter().any(is_goal), "{}", case());
        goals[usize::from(goal.is_some())] += 1;
        let Some(goal) = goal else { continue };
        // The run exists up to covering: executed with the successors of the system, it reaches a goal.
        let run = rsm.whole_run_to(goal, usize::MAX);
        assert!(is_goal(&rsm.nodes[*run.state(run.len() - 1)].state.state), "{}", case());
    }
    println!(
        "{fewer} with fewer states, {fewer_components} with fewer components, {fewest} with fewer joined, {more} with more"
    );
    assert!(fewest > 200 && more > 200 && skipped > 200, "{fewest}, {more}, {skipped}");
    assert!(fewer > 2000 && fewer_components > 300 && goals[0] > 2000 && goals[1] > 2000);
}
