//! The product of a boolean program with an automaton as a pushdown system, by definition: the control states hold the
//! globals and, while a procedure returns, its results; the stack symbols hold the locals, and which procedures the propositions
//! ask for are on the stack up to there.

use std::collections::BTreeSet;
use std::hash::Hash;

use hrglass::logic::{Binary, Unary};
use hrglass::program::cfa::{Location, ProcedureId};
use hrglass::program::guarded::Action;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::meaning::{Meaning, Values};
use super::property::Watch;
use crate::support::buchi::Guesses;
use crate::support::ltl::{Ltl, Op};
use crate::support::saturation::{Pushdown, Rule, Word};

/// A set of procedures, as bits.
pub type Calls = u32;

/// The propositions that hold in a state with these of the watched procedures on the call stack, as bits.
type LabelsOf<'a> = dyn Fn(ProcedureId, Location, &[i64], Calls) -> u8 + 'a;

/// The propositions of a program.
pub struct Labels<'a> {
    /// Those that hold in a state.
    pub of: &'a LabelsOf<'a>,
    /// The procedures for which they ask.
    pub watched: Calls,
}

/// An automaton that reads the states of a program.
pub trait Automaton {
    /// Its states at the first state of the program.
    fn starts(&self, labels: u8) -> Vec<u32>;
    /// Its successors at the next state of the program, with the acceptance sets visited on the way.
    fn moves(&self, state: u32, labels: u8, next: u8) -> Vec<(u32, u32)>;
    /// Whether it accepts, whatever happens next.
    fn has_found(&self, state: u32, labels: u8) -> bool;
    /// The set of all acceptance sets.
    fn acceptance_sets(&self) -> u32;
}

/// The guesses for a formula whose subformulas are all positive: accepts the runs that violate it.
pub struct Violation(Guesses);

impl Violation {
    /// `None` if the formula is too long, or has more than `most` temporal operators.
    pub fn new(ltl: &Ltl, most: usize) -> Option<Self> {
        let is_temporal = |op: &&Op| match op {
            Op::Unary(operator, _) => *operator != Unary::Not,
            Op::Binary(operator, ..) => !matches!(operator, Binary::And | Binary::Or),
            _ => false,
        };
        // Guesses are sets of at most 32 subformulas.
        let is_small = ltl.0.len() <= 32 && ltl.0.iter().filter(is_temporal).count() <= most;
        is_small.then(|| Self(Guesses::new(ltl)))
    }
}

impl Automaton for Violation {
    fn starts(&self, labels: u8) -> Vec<u32> {
        (0..self.0.count).filter(|&guess| !self.0.at(labels, guess).holds).map(|guess| guess as u32).collect()
    }

    fn moves(&self, state: u32, labels: u8, next: u8) -> Vec<(u32, u32)> {
        let visited = self.0.at(labels, state as usize).kept;
        let fits = |guess: &usize| self.0.at(next, *guess).before == state as usize;
        (0..self.0.count).filter(fits).map(|guess| (guess as u32, visited)).collect()
    }

    /// Even if everything left to the next state is true there, the formula is false.
    fn has_found(&self, state: u32, _: u8) -> bool {
        state as usize == self.0.count - 1
    }

    fn acceptance_sets(&self) -> u32 {
        self.0.promises
    }
}

impl Automaton for Watch {
    fn starts(&self, _: u8) -> Vec<u32> {
        vec![0]
    }

    fn moves(&self, state: u32, labels: u8, _: u8) -> Vec<(u32, u32)> {
        let visited = u32::from(self.repeating.contains(&(state as usize)));
        let enabled = self.edges.iter().filter(|e| e.0 == state as usize && e.1 >> labels & 1 == 1);
        enabled.map(|&(_, _, target)| (target as u32, visited)).collect()
    }

    fn has_found(&self, state: u32, labels: u8) -> bool {
        let is_target = |state: u32| self.target.contains(&(state as usize));
        is_target(state) || self.moves(state, labels, 0).iter().any(|&(target, _)| is_target(target))
    }

    fn acceptance_sets(&self) -> u32 {
        1
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Control {
    /// The globals, and the state of the automaton.
    Here(Values, u32),
    /// A procedure is returning: globals, results, the state of the automaton at the exit, and the propositions there.
    Leaving(Values, Vec<i64>, u32, u8),
    Found,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Symbol {
    Bottom,
    /// A location with locals, and the watched procedures on the stack.
    At(ProcedureId, Location, Values, Calls),
    /// A suspended call, with the edge and the locals of the caller, and the watched procedures on the stack up to the latter.
    Waiting(ProcedureId, usize, Values, Calls),
}

/// A set with numbered elements.
type Numbered<T> = IndexSet<T, FxBuildHasher>;

/// The reachable part of the pushdown system.
struct Builder<'a, A> {
    meaning: Meaning<'a>,
    labels: &'a Labels<'a>,
    automaton: &'a A,
    controls: Numbered<Control>,
    symbols: Numbered<Symbol>,
    rules: Vec<Rule>,
    seen: FxHashSet<(u32, u32)>,
    open: Vec<(u32, u32)>,
    /// By component, its suspended calls and the control states in which it returns.
    waiting: FxHashMap<ProcedureId, Vec<u32>>,
    leaving: FxHashMap<ProcedureId, Vec<u32>>,
}

/// Whether the automaton accepts some run of the program; `None` if there are more than `most` rules.
pub fn finds<A: Automaton>(meaning: Meaning<'_>, labels: &Labels, automaton: &A, most: usize) -> Option<bool> {
    let acceptance_sets = automaton.acceptance_sets();
    let pushdown = pushdown(meaning, labels, automaton, most)?;
    Some(pushdown.has_fair_run(acceptance_sets))
}

/// A state on top of the call stack.
pub type State = (ProcedureId, Location, Values);

/// All reachable states; `None` if there are more than `most` rules.
pub fn states(meaning: Meaning<'_>, most: usize) -> Option<BTreeSet<State>> {
    let always = Watch { edges: vec![(0, u8::MAX, 0)], target: Vec::new(), repeating: Vec::new() };
    let nothing = Labels { of: &|_, _, _, _| 0, watched: 0 };
    let mut builder = Builder::new(meaning, &nothing, &always);
    builder.explore(most)?;
    let (controls, symbols) = (builder.controls.clone(), builder.symbols.clone());
    let state = |(control, symbol): (u32, u32)| match (&controls[control as usize], &symbols[symbol as usize]) {
        (Control::Here(globals, _), Symbol::At(component, place, locals, _)) => {
            Some((*component, *place, [&globals[..], locals].concat()))
        }
        _ => None,
    };
    Some(builder.finish().reachable().into_iter().filter_map(|(_, head)| state(head)).collect())
}

fn pushdown<A: Automaton>(meaning: Meaning<'_>, labels: &Labels, automaton: &A, most: usize) -> Option<Pushdown> {
    let mut builder = Builder::new(meaning, labels, automaton);
    builder.explore(most)?;
    Some(builder.finish())
}

impl<'a, A: Automaton> Builder<'a, A> {
    fn new(meaning: Meaning<'a>, labels: &'a Labels<'a>, automaton: &'a A) -> Self {
        Self {
            meaning,
            labels,
            automaton,
            controls: Numbered::default(),
            symbols: Numbered::default(),
            rules: Vec::new(),
            seen: FxHashSet::default(),
            open: Vec::new(),
            waiting: FxHashMap::default(),
            leaving: FxHashMap::default(),
        }
    }

    fn control(&mut self, control: Control) -> u32 {
        self.controls.insert_full(control).0 as u32
    }

    fn symbol(&mut self, symbol: Symbol) -> u32 {
        self.symbols.insert_full(symbol).0 as u32
    }

    fn visit(&mut self, head: (u32, u32)) {
        if self.seen.insert(head) {
            self.open.push(head);
        }
    }

    fn labels(&self, component: ProcedureId, place: Location, values: &[i64], calls: Calls) -> u8 {
        (self.labels.of)(component, place, values, calls)
    }

    /// The watched procedures on a stack with a call of a component on top of these.
    fn with_call(&self, component: ProcedureId, below: Calls) -> Calls {
        below | 1 << component.0 & self.labels.watched
    }

    /// The symbol of a state of the program.
    fn at(&mut self, component: ProcedureId, place: Location, values: &[i64], calls: Calls) -> u32 {
        self.symbol(Symbol::At(component, place, values[self.meaning.globals()..].to_vec(), calls))
    }

    fn here(&mut self, values: &[i64], state: u32) -> u32 {
        self.control(Control::Here(values[..self.meaning.globals()].to_vec(), state))
    }

    fn explore(&mut self, most: usize) -> Option<()> {
        let bottom = self.symbol(Symbol::Bottom);
        self.waiting.entry(self.meaning.0.entry).or_default().push(bottom);
        for (control, top) in self.starts() {
            self.visit((control, top));
        }
        while let Some(head) = self.open.pop() {
            if self.rules.len() > most {
                return None;
            }
            self.expand(head);
        }
        Some(())
    }

    fn starts(&mut self) -> Vec<(u32, u32)> {
        let entry = self.meaning.0.entry;
        let (place, calls) = (self.meaning.0.components[entry].cfa.entry, self.with_call(entry, 0));
        let mut starts = Vec::new();
        for values in self.meaning.initial() {
            for state in self.automaton.starts(self.labels(entry, place, &values, calls)) {
                starts.push((self.here(&values, state), self.at(entry, place, &values, calls)));
            }
        }
        starts
    }

    fn finish(mut self) -> Pushdown {
        let bottom = self.symbol(Symbol::Bottom);
        let initial = self.starts().into_iter().map(|(control, top)| (control, top, bottom)).collect();
        let (controls, symbols) = (self.controls.len() as u32, self.symbols.len() as u32);
        Pushdown { controls, symbols, rules: self.rules, initial }
    }

    fn rule(&mut self, from: (u32, u32), to: u32, word: Word, visited: u32) {
        self.rules.push(Rule { from, to, word, visited });
        match word {
            Word::Nothing => {}
            Word::One(top) | Word::Two(top, _) => self.visit((to, top)),
        }
    }

    fn expand(&mut self, head: (u32, u32)) {
        let control = self.controls[head.0 as usize].clone();
        let symbol = self.symbols[head.1 as usize].clone();
        match (control, symbol) {
            (Control::Found, _) => self.rule(head, head.0, Word::One(head.1), self.automaton.acceptance_sets()),
            (Control::Here(globals, state), Symbol::At(component, place, locals, calls)) => {
                self.step(head, state, (component, place), &[globals, locals].concat(), calls);
            }
            // The program has ended.
            (Control::Leaving(globals, results, state, labels), Symbol::Bottom) => {
                for (next, visited) in self.automaton.moves(state, labels, labels) {
                    let control = self.control(Control::Leaving(globals.clone(), results.clone(), next, labels));
                    self.rule(head, control, Word::One(head.1), visited);
                }
                self.find(head, state, labels);
            }
            (Control::Leaving(globals, results, state, labels), Symbol::Waiting(component, edge, locals, calls)) => {
                let edge = &self.meaning.0.components[component].cfa.edges.as_slice()[edge];
                for values in self.meaning.returned(component, edge, (&globals, &results), &locals) {
                    let symbol = self.at(component, edge.target, &values, calls);
                    let next = self.labels(component, edge.target, &values, calls);
                    for (next, visited) in self.automaton.moves(state, labels, next) {
                        let control = self.here(&values, next);
                        self.rule(head, control, Word::One(symbol), visited);
                    }
                }
            }
            (control, symbol) => unreachable!("{control:?} on {symbol:?}"),
        }
    }

    fn find(&mut self, head: (u32, u32), state: u32, labels: u8) {
        if self.automaton.has_found(state, labels) {
            let found = self.control(Control::Found);
            self.rule(head, found, Word::One(head.1), 0);
        }
    }

    fn step(
        &mut self,
        head: (u32, u32),
        state: u32,
        (component, place): (ProcedureId, Location),
        values: &[i64],
        calls: Calls,
    ) {
        let labels = self.labels(component, place, values, calls);
        self.find(head, state, labels);
        let own = &self.meaning.0.components[component];
        if place == own.cfa.exit {
            let (globals, results) =
                (values[..self.meaning.globals()].to_vec(), self.meaning.results(component, values));
            let control = self.control(Control::Leaving(globals, results, state, labels));
            self.rule(head, control, Word::Nothing, 0);
            let known = self.leaving.entry(component).or_default();
            if !known.contains(&control) {
                known.push(control);
                for symbol in self.waiting.get(&component).cloned().unwrap_or_default() {
                    self.visit((control, symbol));
                }
            }
            return;
        }
        if own.cfa.locations[place].is_fault {
            for (next, visited) in self.automaton.moves(state, labels, labels) {
                let control = self.here(values, next);
                self.rule(head, control, Word::One(head.1), visited);
            }
            return;
        }
        let edges: Vec<usize> = self.meaning.edges(component, place, values).into_iter().map(|(id, _)| id).collect();
        for id in edges {
            let edge = &own.cfa.edges.as_slice()[id];
            let (target, below) = match &edge.action {
                Action::Assign(_) => ((component, edge.target), None),
                Action::Call { callee, .. } => {
                    let locals = values[self.meaning.globals()..].to_vec();
                    let below = self.symbol(Symbol::Waiting(component, id, locals, calls));
                    let known = self.waiting.entry(*callee).or_default();
                    if !known.contains(&below) {
                        known.push(below);
                        for control in self.leaving.get(callee).cloned().unwrap_or_default() {
                            self.visit((control, below));
                        }
                    }
                    ((*callee, self.meaning.0.components[*callee].cfa.entry), Some(below))
                }
            };
            let next = match below {
                None => self.meaning.assigned(component, edge, values),
                Some(_) => self.meaning.called(edge, values),
            };
            let calls = self.with_call(target.0, calls);
            for next in next {
                let symbol = self.at(target.0, target.1, &next, calls);
                let labels_next = self.labels(target.0, target.1, &next, calls);
                let word = below.map_or(Word::One(symbol), |below| Word::Two(symbol, below));
                for (state, visited) in self.automaton.moves(state, labels, labels_next) {
                    let control = self.here(&next, state);
                    self.rule(head, control, word, visited);
                }
            }
        }
    }
}
