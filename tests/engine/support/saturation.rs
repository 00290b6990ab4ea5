//! Pushdown systems, by saturation of automata that read stacks.
//!
//! Bouajjani, Esparza and Maler, "Reachability analysis of pushdown automata: application to model checking", CONCUR
//! 1997; with labels on the rules as in Esparza, Hansel, Rossmanith and Schwoon, "Efficient algorithms for model checking
//! pushdown systems", CAV 2000.

use std::collections::BTreeSet;

use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::FxHashMap;

/// A control state and the topmost stack symbol.
pub type Head = (u32, u32);

/// The symbols that replace the topmost symbol.
#[derive(Clone, Copy, Debug)]
pub enum Word {
    Nothing,
    One(u32),
    /// The new topmost symbol, and the one below.
    Two(u32, u32),
}

/// A rule, with the acceptance sets that its application visits, as bits.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    pub from: Head,
    pub to: u32,
    pub word: Word,
    pub visited: u32,
}

/// A pushdown system: control states and stack symbols are numbered from 0.
pub struct Pushdown {
    pub controls: u32,
    pub symbols: u32,
    pub rules: Vec<Rule>,
    /// The initial configurations: control state, topmost symbol, and the bottom symbol below it.
    pub initial: Vec<(u32, u32, u32)>,
}

/// A transition of an automaton, from a state with a symbol to a state, with the acceptance sets visited while the
/// stack symbol is removed.
type Arrow = (Head, u32, u32);

impl Pushdown {
    /// Whether some infinite run visits all of these acceptance sets infinitely often.
    pub fn has_fair_run(&self, acceptance_sets: u32) -> bool {
        let mut automaton = Predecessors::new(self);
        automaton.saturate();
        for head in self.repeating_heads(&automaton, acceptance_sets) {
            automaton.add((head, automaton.accepting, 0));
        }
        for symbol in 0..self.symbols {
            automaton.add(((automaton.accepting, symbol), automaton.accepting, 0));
        }
        automaton.saturate();
        self.initial.iter().any(|&(control, top, bottom)| {
            let middle: Vec<u32> = automaton.targets((control, top)).iter().map(|&(q, _)| q).collect();
            let accepts = |q: u32| automaton.targets((q, bottom)).iter().any(|&(q, _)| q == automaton.accepting);
            middle.into_iter().any(|q| q == automaton.accepting || accepts(q))
        })
    }

    /// Heads from which a run returns to the head, with the stack below unchanged, and visits all acceptance sets on
    /// the way.
    fn repeating_heads(&self, automaton: &Predecessors, acceptance_sets: u32) -> Vec<Head> {
        let mut graph = DiGraph::<Head, u32>::new();
        let mut nodes: Vec<Option<NodeIndex>> = vec![None; automaton.from.len()];
        let mut edge = |from: Head, to: Head, visited: u32| {
            let [from, to] =
                [from, to].map(|head| *nodes[automaton.index(head)].get_or_insert_with(|| graph.add_node(head)));
            graph.add_edge(from, to, visited);
        };
        for rule in &self.rules {
            match rule.word {
                Word::Nothing => {}
                Word::One(symbol) => edge(rule.from, (rule.to, symbol), rule.visited),
                Word::Two(top, below) => {
                    edge(rule.from, (rule.to, top), rule.visited);
                    for &(control, visited) in automaton.targets((rule.to, top)) {
                        edge(rule.from, (control, below), rule.visited | visited);
                    }
                }
            }
        }
        let components = tarjan_scc(&graph);
        let mut component_of = vec![0; graph.node_count()];
        for (number, component) in components.iter().enumerate() {
            component.iter().for_each(|node| component_of[node.index()] = number);
        }
        let mut visited_in: Vec<Option<u32>> = vec![None; components.len()];
        for edge in graph.raw_edges() {
            let number = component_of[edge.source().index()];
            if number == component_of[edge.target().index()] {
                visited_in[number] = Some(visited_in[number].unwrap_or(0) | edge.weight);
            }
        }
        let is_fair = |node: &NodeIndex| visited_in[component_of[node.index()]] == Some(acceptance_sets);
        graph.node_indices().filter(is_fair).map(|node| graph[node]).collect()
    }

    /// The heads of all reachable configurations, each with the first head of the topmost frame: frames begin where a
    /// rule writes two symbols. `None` for the initial frame.
    ///
    /// The saturation of successors: Schwoon, "Model-checking pushdown systems", Munich 2002, section 3.1.4.
    pub fn reachable(&self) -> BTreeSet<(Option<Head>, Head)> {
        let mut rules: FxHashMap<Head, Vec<Rule>> = FxHashMap::default();
        self.rules.iter().for_each(|rule| rules.entry(rule.from).or_default().push(*rule));
        let mut found = BTreeSet::new();
        let mut open: Vec<(Option<Head>, Head)> = self.initial.iter().map(|&(q, top, _)| (None, (q, top))).collect();
        // The control states in which a frame is left; the frames below it, and the symbols that are then on top.
        let mut left: FxHashMap<Option<Head>, Vec<u32>> = FxHashMap::default();
        let mut below: FxHashMap<Option<Head>, Vec<(Option<Head>, u32)>> = FxHashMap::default();
        below.entry(None).or_default().extend(self.initial.iter().map(|&(_, _, bottom)| (None, bottom)));
        while let Some((frame, head)) = open.pop() {
            if !found.insert((frame, head)) {
                continue;
            }
            for rule in rules.get(&head).into_iter().flatten() {
                match rule.word {
                    Word::One(symbol) => open.push((frame, (rule.to, symbol))),
                    Word::Two(top, under) => {
                        let inner = Some((rule.to, top));
                        open.push((inner, (rule.to, top)));
                        below.entry(inner).or_default().push((frame, under));
                        open.extend(left.get(&inner).into_iter().flatten().map(|&control| (frame, (control, under))));
                    }
                    Word::Nothing => {
                        left.entry(frame).or_default().push(rule.to);
                        let under = below.get(&frame).into_iter().flatten();
                        open.extend(under.map(|&(outer, symbol)| (outer, (rule.to, symbol))));
                    }
                }
            }
        }
        found
    }
}

/// An automaton whose states are the control states and an accepting one. It accepts the configurations from which some
/// configuration accepted by the given transitions is reachable.
struct Predecessors {
    accepting: u32,
    symbols: u32,
    /// The transitions by source: target, acceptance sets.
    from: Vec<Vec<(u32, u32)>>,
    /// Rules `source, acceptance sets` that lead to a head: by rewriting, or by writing and removing a symbol above.
    to: Vec<Vec<(Head, u32)>>,
    /// Rules `source, symbol below, acceptance sets` that write two symbols, by the head that they lead to.
    pushes: Vec<Vec<(Head, u32, u32)>>,
    open: Vec<Arrow>,
}

impl Predecessors {
    fn new(system: &Pushdown) -> Self {
        let heads = ((system.controls + 1) * system.symbols) as usize;
        let mut automaton = Self {
            accepting: system.controls,
            symbols: system.symbols,
            from: vec![Vec::new(); heads],
            to: vec![Vec::new(); heads],
            pushes: vec![Vec::new(); heads],
            open: Vec::new(),
        };
        for rule in &system.rules {
            match rule.word {
                Word::Nothing => automaton.add((rule.from, rule.to, rule.visited)),
                Word::One(symbol) => {
                    let head = automaton.index((rule.to, symbol));
                    automaton.to[head].push((rule.from, rule.visited));
                }
                Word::Two(top, below) => {
                    let head = automaton.index((rule.to, top));
                    automaton.pushes[head].push((rule.from, below, rule.visited));
                }
            }
        }
        automaton
    }

    fn index(&self, (control, symbol): Head) -> usize {
        (control * self.symbols + symbol) as usize
    }

    fn targets(&self, head: Head) -> &[(u32, u32)] {
        &self.from[self.index(head)]
    }

    /// Adds a transition, or further acceptance sets to it.
    fn add(&mut self, (head, target, visited): Arrow) {
        let index = self.index(head);
        match self.from[index].iter_mut().find(|(known, _)| *known == target) {
            Some((_, known)) if *known | visited == *known => return,
            Some((_, known)) => *known |= visited,
            None => self.from[index].push((target, visited)),
        }
        self.open.push((head, target, visited));
    }

    fn saturate(&mut self) {
        while let Some((head, target, visited)) = self.open.pop() {
            let index = self.index(head);
            for rule in 0..self.to[index].len() {
                let (source, more) = self.to[index][rule];
                self.add((source, target, visited | more));
            }
            for rule in 0..self.pushes[index].len() {
                let (source, below, more) = self.pushes[index][rule];
                let inner = self.index((target, below));
                self.to[inner].push((source, visited | more));
                for arrow in 0..self.from[inner].len() {
                    let (target, rest) = self.from[inner][arrow];
                    self.add((source, target, visited | more | rest));
                }
            }
        }
    }
}
