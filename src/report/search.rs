//! How programs become large blocks, and how proofs about them are sought, as data to be looked at.

use base::Message;
use serde::{Deserialize, Serialize};

use super::is_zero;
use super::space::StateKind;

/// A place of a program: a location of its control-flow automaton, or a head of blocks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SearchPlace {
    /// Qualified name of the procedure.
    pub procedure: String,
    /// Name of the file.
    pub file: String,
    /// Line of the statement about to be executed.
    pub line: u32,
    /// What is special about it.
    pub kind: StateKind,
    /// Whether it is the head of a loop.
    pub is_loop: bool,
    /// Whether a run that comes here is followed no further.
    pub is_cut: bool,
}

/// A rule that makes a control-flow automaton smaller.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum ReductionRule {
    /// A location with one incoming edge disappears.
    Sequence,
    /// Parallel edges become one.
    Choice,
    /// A location with several incoming and several outgoing edges disappears.
    AdvancedSequence,
}

/// An edge in the course of a reduction.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ReductionEdgeView {
    /// From this location …
    pub source: u32,
    /// … to this one.
    pub target: u32,
    /// The edges that it was made of, which existed before; of a step of the program none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<u32>,
    /// Whether it is one of them, and not one after the other.
    pub is_choice: bool,
    /// What it does: an operation of the program or `a; b` or `(a [] b)`; empty if that would be too long.
    pub command: String,
    /// The steps of the program in it.
    pub steps: u32,
    /// The paths of the program in it; at most `u32::MAX`.
    pub paths: u32,
}

/// An application of a rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ReductionStepView {
    /// The rule.
    pub rule: ReductionRule,
    /// The location that disappears; absent for a choice.
    pub location: Option<u32>,
    /// The edges that disappear.
    pub removed: Vec<u32>,
    /// The edges that take their place.
    pub added: Vec<u32>,
}

/// How a control-flow automaton becomes large blocks, one rule at a time.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ReductionView {
    /// The locations of the automaton.
    pub locations: Vec<SearchPlace>,
    /// All edges that ever existed, those of the automaton first.
    pub edges: Vec<ReductionEdgeView>,
    /// How many of them the automaton has.
    pub initial: u32,
    /// The steps.
    pub steps: Vec<ReductionStepView>,
}

impl ReductionView {
    /// Which edges exist after so many steps.
    pub fn edges_after(&self, steps: usize) -> Vec<bool> {
        let mut exists: Vec<bool> = (0..self.edges.len()).map(|edge| edge < self.initial as usize).collect();
        for step in self.steps.iter().take(steps) {
            step.removed.iter().for_each(|&edge| exists[edge as usize] = false);
            step.added.iter().for_each(|&edge| exists[edge as usize] = true);
        }
        exists
    }
}

/// How a search for a proof has ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum SearchEnd {
    /// No run fails.
    Proved,
    /// A run fails.
    Fails,
    /// Neither was found.
    Open {
        /// Why not.
        reason: Message,
    },
}

/// Sizes and figures of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SearchFigures {
    /// Places at which blocks begin and end.
    pub heads: u32,
    /// Blocks.
    pub blocks: u32,
    /// Graphs explored, or levels of frames.
    pub rounds: u32,
    /// Rounds that ended with new predicates.
    pub refinements: u32,
    /// Predicates at all heads.
    pub predicates: u32,
    /// Questions to the solvers.
    pub queries: u32,
    /// Nodes of the last graph.
    #[serde(skip_serializing_if = "is_zero")]
    pub nodes: u32,
}

/// Which blocks and regions predicate abstraction works with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", default)]
pub struct RefinementOptions {
    /// Whether every step of the program is a block of its own.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub small: bool,
    /// Whether regions are conjunctions only.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub cartesian: bool,
}

/// A region at a place, a node of an abstract reachability graph.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RegionView {
    /// The place.
    pub place: u32,
    /// The region: in one of these cases, all conditions of the case hold. Absent if there are too many.
    pub cases: Option<Vec<Vec<String>>>,
}

/// What an edge of an abstract reachability graph does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum RegionEdgeKind {
    /// A block.
    Block,
    /// A call begins.
    Call,
    /// A whole call.
    Summary,
}

/// An edge of an abstract reachability graph.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RegionEdgeView {
    /// From this node …
    pub source: u32,
    /// … to this one.
    pub target: u32,
    /// What it does.
    pub kind: RegionEdgeKind,
    /// Whether the region to which it leads is only a part of that of its target.
    pub is_covered: bool,
    /// Whether it is on the path of the round.
    pub is_on_path: bool,
}

/// A step of a path as a formula.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PathFormulaView {
    /// From this place …
    pub source: u32,
    /// … to this one.
    pub target: u32,
    /// When it is taken; absent if that would be too long.
    pub condition: Option<String>,
    /// Variables with their values afterwards; a value is absent if it would be too long.
    pub changes: Vec<(String, Option<String>)>,
    /// Whether its condition is one of those that contradict each other.
    pub is_needed: bool,
}

/// A predicate at a place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PredicateView {
    /// The place.
    pub place: u32,
    /// The predicate; absent if it would be too long.
    pub text: Option<String>,
}

/// A round of predicate abstraction with refinement.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RoundView {
    /// The nodes of the abstract reachability graph, the first ones if there are too many.
    pub nodes: Vec<RegionView>,
    /// Whether there are more nodes.
    pub is_cut_short: bool,
    /// The edges between them.
    pub edges: Vec<RegionEdgeView>,
    /// The path to the failure; empty if there is none.
    pub path: Vec<PathFormulaView>,
    /// The predicates that exclude it; none if a run takes it.
    pub predicates: Vec<PredicateView>,
}

/// Predicate abstraction with refinement, round by round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RefinementView {
    /// Where regions are.
    pub places: Vec<SearchPlace>,
    /// The rounds, the first ones if there are too many.
    pub rounds: Vec<RoundView>,
    /// How it has ended.
    pub end: SearchEnd,
    /// Sizes and figures.
    pub figures: SearchFigures,
}

/// A clause: what is never so within some number of blocks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ClauseView {
    /// The place.
    pub place: u32,
    /// The clause; absent if it would be too long.
    pub text: Option<String>,
}

/// What happens to frames.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum FrameEvent {
    /// Runs with one block more are looked at.
    Level {
        /// How many blocks they have at most.
        level: u32,
    },
    /// A clause holds in all runs of at most `level` blocks; some clauses say no more than it.
    Learned {
        /// The clause.
        clause: u32,
        /// The number of blocks.
        level: u32,
        /// Clauses that are no longer needed.
        subsumed: Vec<u32>,
    },
    /// A clause holds for runs of one block more than was known.
    Pushed {
        /// The clause.
        clause: u32,
        /// The number of blocks.
        level: u32,
    },
    /// A path that the predicates allow is taken by no run.
    Refined {
        /// The predicates that exclude it.
        predicates: Vec<PredicateView>,
    },
    /// All clauses of a level hold for one block more: they are inductive.
    Inductive {
        /// The number of blocks from which on all clauses hold for ever.
        level: u32,
    },
    /// A path was found that a run takes.
    Fails {
        /// How many blocks it has.
        blocks: u32,
    },
}

/// Property-directed reachability, event by event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FramesView {
    /// The places at which there are clauses.
    pub places: Vec<SearchPlace>,
    /// All clauses that were ever learned.
    pub clauses: Vec<ClauseView>,
    /// What happened, the first events if there are too many.
    pub events: Vec<FrameEvent>,
    /// How it has ended.
    pub end: SearchEnd,
    /// Sizes and figures.
    pub figures: SearchFigures,
}
