//! What was learned, as a graph grammar: the states of tree automata are nonterminals, their transitions are rules.
//!
//! *Find* the sets of heaps where they are generalised; *learn* the shapes in them; *derive* their rules, and those that put two pieces together;
//! *name* them; *write* the document, which is checked like any other.

mod compose;
mod document;
mod formula;
mod names;
mod rules;
mod shapes;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::explored::ExploredForests;
use crate::semantics::{ForestId, ForestProgram, ForestState};
use base::{Idx, Sources};
use heap_grammar::grammar::document::GrammarDocument;
use program::cfa::{Location, ProcedureId};
use report::heap::LeftOut;
use task::Task;
use tree_automata::forest::{Forest, Leaf, NodeKind, Normal, Part, Selector, Value};
use tree_automata::{StateId, TreeAutomaton};

use names::Names;
use rules::Rules;
use shapes::{ShapeId, Shapes, below};

/// Where a program comes from.
#[derive(Clone)]
pub struct Origin {
    /// The task.
    pub task: Task,
    /// The entry procedure that it names; another one may call it with initial heaps.
    pub entry: ProcedureId,
    /// The nonterminals of its grammars.
    pub nonterminals: BTreeSet<String>,
}

/// A graph grammar that was learned.
pub(crate) struct LearnedGrammar {
    /// The grammar.
    pub document: GrammarDocument,
    /// What it does not say.
    pub left_out: Vec<LeftOut>,
    /// A formula that should hold with it, about shapes of variables.
    pub formula: Option<String>,
}

impl LearnedGrammar {
    /// Learns a grammar whose nonterminals have other names than those of the task.
    pub(super) fn new(explored: &ExploredForests, sources: &Sources, origin: &Origin) -> Self {
        let Learned { mut shapes, mut rules, kept, held } = Learned::new(explored, origin.entry);
        let names = Names::new(&shapes, &rules, &kept, &origin.nonterminals);
        let document = document::write(&mut shapes, &mut rules, kept, &names);
        let name = |held: &Held| {
            let name = names.of(held.shape);
            document.nonterminals.iter().any(|nonterminal| nonterminal.name == name).then(|| name.to_owned())
        };
        let held: Vec<(Held, String)> = held.into_iter().filter_map(|held| Some((held, name(&held)?))).collect();
        let formula = formula::formula(explored, sources, origin, &held);
        Self { document, left_out: shapes.left_out.into_iter().collect(), formula }
    }
}

/// What a variable leads to at a place where sets are generalised, or at the end of the program.
#[derive(Clone, Copy, Debug)]
struct Held {
    procedure: ProcedureId,
    location: Location,
    register: usize,
    shape: ShapeId,
    may_be_null: bool,
    /// Whether it always leads to this shape, unless it is null.
    is_always: bool,
}

/// Shapes with their rules.
struct Learned<'a> {
    shapes: Shapes<'a>,
    rules: Rules,
    /// Those that become nonterminals.
    kept: Vec<ShapeId>,
    held: Vec<Held>,
}

impl<'a> Learned<'a> {
    fn new(explored: &'a ExploredForests, entry: ProcedureId) -> Self {
        let mut shapes = Shapes::new(&explored.system);
        let (mut top, mut held): (Vec<ShapeId>, Vec<Held>) = Default::default();
        for (place, Sets { largest, is_cut }) in spots(explored, entry) {
            let forests: Vec<&Forest> = largest.into_iter().map(|id| explored.system.forest(id)).collect();
            if is_cut {
                shapes.left_out.insert(LeftOut::Sets);
            }
            forests.iter().for_each(|forest| learn(&mut shapes, forest, &mut top));
            let registers = forests.iter().map(|forest| forest.registers.len()).max().unwrap_or(0);
            let found = (0..registers).filter_map(|register| hold(&mut shapes, place, &forests, register, &mut top));
            held.extend(found.map(|held| Held { is_always: held.is_always && !is_cut, ..held }));
        }
        let mut rules = Rules::default();
        rules.complete(&mut shapes);
        rules::spread(&mut shapes, &rules);
        // What has no parts that repeat needs no nonterminal.
        top.retain(|&shape| rules.of[shape].iter().any(|body| !body.edges.is_empty()));
        for &shape in &top {
            if let Some(body) = compose::factored(&mut shapes, shape) {
                rules.of[shape] = vec![body];
            }
        }
        let mut replaced = rules.resolve();
        for shape in &mut top {
            let is_whole = shapes.known[*shape].is_whole;
            *shape = last(&replaced, *shape);
            shapes.known[*shape].is_whole |= is_whole;
        }
        replaced.extend(rules.without_narrow(&mut shapes, &mut top));
        held.iter_mut().for_each(|held| held.shape = last(&replaced, held.shape));
        let kept = rules.needed(&top);
        rules.compose(&mut shapes, &kept);
        Self { shapes, rules, kept, held }
    }
}

/// What has taken the place of a shape.
fn last(replaced: &BTreeMap<ShapeId, ShapeId>, mut shape: ShapeId) -> ShapeId {
    while let Some(&other) = replaced.get(&shape) {
        shape = other;
    }
    shape
}

/// A place in a program.
type Place = (ProcedureId, Location);

/// The sets of heaps at a place.
#[derive(Default)]
struct Sets {
    largest: Vec<ForestId>,
    /// Whether there are more.
    is_cut: bool,
}

/// Most sets of heaps of a place that are looked at.
const SETS: usize = 40;

/// The sets of heaps that are largest where sets are generalised, and at the ends of the program and of its entry procedure.
fn spots(explored: &ExploredForests, entry: ProcedureId) -> Vec<(Place, Sets)> {
    let system: &ForestProgram = &explored.system;
    let mut spots: IndexMap<Place, Sets, FxBuildHasher> = IndexMap::default();
    for node in explored.rsm.nodes.iter() {
        let ForestState { procedure, location, fault, forest } = node.state.state;
        let is_end = location == system.program().procedures[procedure].cfa.exit
            && (node.component == ExploredForests::MAIN || procedure == entry);
        if fault.is_some() || !(is_end || system.is_head(procedure, location)) {
            continue;
        }
        // A set that may be larger is looked at as well: this only costs time.
        let includes = |large: ForestId, small: ForestId| {
            large == small || system.forest(large).includes(system.forest(small)).unwrap_or(false)
        };
        let Sets { largest, is_cut } = spots.entry((procedure, location)).or_default();
        if !largest.iter().any(|&large| includes(large, forest)) {
            largest.retain(|&small| !includes(forest, small));
            *is_cut |= largest.len() == SETS;
            if !*is_cut {
                largest.push(forest);
            }
        }
    }
    spots.into_iter().collect()
}

/// The shapes of states that repeat.
fn learn(shapes: &mut Shapes<'_>, forest: &Forest, top: &mut Vec<ShapeId>) {
    let plain = shapes.plain(&forest.automaton);
    for &start in forest.roots.iter() {
        let states = below(&plain.automaton, start);
        for &state in states.iter().filter(|state| below(&plain.automaton, **state).contains(state)) {
            let Some(attached) = shapes.of_state(&plain, state, None) else { continue };
            rules::attach(shapes, &attached, |shapes, leaf| {
                leaf.root().map_or(Vec::new(), |root| forest.kinds(&shapes.alphabet, root).into_vec())
            });
            add(top, attached.0);
        }
    }
}

fn add(top: &mut Vec<ShapeId>, shape: ShapeId) {
    if !top.contains(&shape) {
        top.push(shape);
    }
}

/// The shape of all that a variable leads to, in all sets of a place, whatever other variables there are.
fn hold(
    shapes: &mut Shapes<'_>,
    (procedure, location): Place,
    forests: &[&Forest],
    register: usize,
    top: &mut Vec<ShapeId>,
) -> Option<Held> {
    let (mut all, mut rules) = (TreeAutomaton::new(), Vec::new());
    let (mut may_be_null, mut is_always) = (false, true);
    for forest in forests {
        // Different calls have different numbers of registers for what callers refer to.
        let Some(&value) = forest.registers.get(register) else {
            is_always = false;
            continue;
        };
        match value {
            value if value.part == Part::WHOLE && value.root().is_some() => {
                match seen_from_outside(shapes, forest, value, top) {
                    Some(cases) => {
                        for (automaton, start) in cases {
                            let moved = all.append(&automaton);
                            rules.extend(all.rules(moved(start)).to_vec());
                        }
                    }
                    None => is_always = false,
                }
            }
            value => {
                may_be_null |= value.leaf == Leaf::Null;
                is_always &= value.leaf == Leaf::Null;
            }
        }
    }
    let start = all.add_state();
    all.replace(start, rules);
    let plain = shapes.plain(&all);
    is_always &= plain.losses(&[Some(start)]).is_empty();
    let attached = shapes.of_state(&plain, start, None)?;
    let shape = attached.0;
    shapes.known[shape].is_whole = true;
    rules::attach(shapes, &attached, |_, _| Vec::new());
    add(top, shape);
    Some(Held { procedure, location, register, shape, may_be_null, is_always })
}

/// Trees of all that a value leads to, as an object outside sees it that has the only reference to it. `None` if it is no tree, even with boxes.
fn seen_from_outside(
    shapes: &mut Shapes<'_>,
    forest: &Forest,
    value: Value,
    top: &mut Vec<ShapeId>,
) -> Option<Vec<(TreeAutomaton, StateId)>> {
    let reached = forest.reached(&shapes.alphabet, [value]);
    let mut part = forest.restricted(&mut shapes.alphabet, &reached, vec![value]);
    // What the object outside is does not matter.
    let (kind, selector) = (NodeKind::at(shapes.system.program().classes.len()), Selector(0));
    let outside = part.create(&mut shapes.alphabet, kind, [(selector, part.registers[0])]);
    part.registers[0] = Value::reference(outside, Part::WHOLE);
    let mut found = Vec::new();
    for Normal { mut forest, .. } in part.generalised(&mut shapes.alphabet, shapes.system.folding()).ok()? {
        let outside = forest.registers[0].root()?;
        let [rule] = forest.automaton.rules(forest.roots[outside]) else { return None };
        forest.roots[outside] = *rule.children.first()?;
        let roots: Vec<StateId> = forest.roots.iter().copied().collect();
        let (automaton, roots) = forest.automaton.trim(&roots);
        let forest = Forest { automaton, roots: roots.into_iter().collect(), registers: Vec::new() };
        learn(shapes, &forest, top);
        let start = forest.roots[outside];
        let all: Vec<StateId> = below(&forest.automaton, start).into_iter().chain([start]).collect();
        if shapes.leaves(&forest.automaton, &all).into_iter().any(|leaf| leaf.root().is_some()) {
            return None;
        }
        found.push((forest.automaton, start));
    }
    Some(found)
}
