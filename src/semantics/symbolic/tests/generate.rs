//! Random machines.

use std::collections::BTreeMap;

use super::explicit::Machine;
use crate::base::{FileId, Idx, IndexVec, Random, Span};
use crate::logic::{
    Binary as Connective, Formula, FormulaId, Formulas, Monitor, MonitorEdge, MonitorState, MonitorStateId,
    Proposition, PropositionId, Unary as Negation,
};
use crate::program::cfa::{Cfa, EdgeId, Location, ProcedureId};
use crate::program::guarded::{
    Action, Binary, Component, Domain, Edge, Ersm, Expression, Instruction, Place, Unary, Variable, VariableId,
};

pub(super) struct Task {
    pub ersm: Ersm,
    pub monitor: Monitor,
    pub formulas: Formulas,
    pub truth: Box<dyn Fn(ProcedureId, Location, PropositionId) -> Expression>,
}

impl Task {
    pub(super) fn machine(&self) -> Machine<'_> {
        Machine { ersm: &self.ersm, monitor: &self.monitor, formulas: &self.formulas, truth: &*self.truth }
    }

    pub(super) fn text(&self) -> String {
        format!("{:#?}\n{:#?}", self.ersm, self.monitor)
    }
}

pub(super) fn nowhere() -> Span {
    Span { file: FileId(0), start: 0, end: 0 }
}

pub(super) fn variable(name: &str, domain: Domain, initial: Option<i64>) -> Variable {
    Variable { name: name.to_owned(), domain, initial, span: nowhere() }
}

pub(super) fn places(count: usize) -> IndexVec<Location, Place> {
    IndexVec::filled(Place { span: nowhere(), labels: Vec::new(), is_fault: false }, count)
}

/// An edge that assigns; what is `None` is forgotten.
pub(super) fn assign(from: u32, to: u32, guard: Option<Expression>, values: Vec<(u32, Option<Expression>)>) -> Edge {
    let forget = values.iter().filter(|(_, value)| value.is_none()).map(|(target, _)| VariableId(*target)).collect();
    let assigned = values.into_iter().filter_map(|(target, value)| Some((VariableId(target), value?)));
    let action = Action::Assign(assigned.collect());
    Edge { source: Location(from), target: Location(to), guard, action, forget, span: nowhere() }
}

fn domain(random: &mut Random) -> Domain {
    match random.below(6) {
        0 => Domain::Integer { low: 0, high: 3 },
        1 => Domain::Integer { low: -1, high: 1 },
        2 => Domain::Integer { low: 2, high: 2 },
        _ => Domain::Boolean,
    }
}

fn random_variable(name: String, random: &mut Random) -> Variable {
    let domain = domain(random);
    let initial =
        (!random.one_in(4)).then(|| domain.low() + random.below((domain.high() - domain.low() + 1) as usize) as i64);
    variable(&name, domain, initial)
}

/// What expressions may be made of.
struct Scope(Vec<Domain>);

impl Scope {
    fn one_of(&self, random: &mut Random, is_boolean: bool) -> Option<Expression> {
        let fits = |d: &Domain| (*d == Domain::Boolean) == is_boolean;
        let own: Vec<usize> = (0..self.0.len()).filter(|&i| fits(&self.0[i])).collect();
        (!own.is_empty()).then(|| Expression::variable(VariableId::at(*random.one_of(&own))))
    }

    fn boolean(&self, random: &mut Random, depth: usize) -> Expression {
        const LOGICAL: [Binary; 6] =
            [Binary::And, Binary::Or, Binary::Xor, Binary::Implies, Binary::Equal, Binary::NotEqual];
        const COMPARISON: [Binary; 6] =
            [Binary::Equal, Binary::NotEqual, Binary::Less, Binary::LessEqual, Binary::Greater, Binary::GreaterEqual];
        match random.below(if depth == 0 { 2 } else { 7 }) {
            0 if random.one_in(3) => Expression::constant(random.below(2) as i64),
            0..=2 => self.one_of(random, true).unwrap_or(Expression::constant(1)),
            3 => self.boolean(random, depth - 1).unary(Unary::Not),
            4 => {
                let right = self.boolean(random, depth - 1);
                self.boolean(random, depth - 1).binary(*random.one_of(&LOGICAL), right)
            }
            _ => {
                let right = self.integer(random, depth - 1);
                self.integer(random, depth - 1).binary(*random.one_of(&COMPARISON), right)
            }
        }
    }

    fn integer(&self, random: &mut Random, depth: usize) -> Expression {
        const ARITHMETIC: [Binary; 7] = [
            Binary::Add,
            Binary::Subtract,
            Binary::Multiply,
            Binary::Divide,
            Binary::Remainder,
            Binary::ShiftLeft,
            Binary::ShiftRight,
        ];
        let expression = match random.below(if depth == 0 { 2 } else { 5 }) {
            0 => Expression::constant(random.below(5) as i64 - 1),
            1 | 2 => self.one_of(random, false).unwrap_or(Expression::constant(1)),
            3 => {
                let parts = [self.boolean(random, depth - 1), self.integer(random, depth - 1)];
                let mut all: Vec<Instruction> = parts.into_iter().flat_map(|e| e.0).collect();
                all.extend(self.integer(random, depth - 1).unary(Unary::Negate).0);
                all.extend([Instruction::Select, Instruction::Fit(Domain::Integer { low: -3, high: 2 })]);
                Expression(all)
            }
            _ => {
                let right = self.integer(random, depth - 1);
                self.integer(random, depth - 1).binary(*random.one_of(&ARITHMETIC), right)
            }
        };
        let is_small = expression.range(|v| self.0[v.index()]).is_some();
        if is_small { expression } else { Expression::constant(2) }
    }

    fn any(&self, random: &mut Random) -> Expression {
        if random.one_in(3) { self.integer(random, 2) } else { self.boolean(random, 2) }
    }

    fn targets(&self, random: &mut Random, chance: usize) -> Vec<VariableId> {
        (0..self.0.len()).filter(|_| random.one_in(chance)).map(VariableId::at).collect()
    }
}

fn component(own: usize, ersm: &Ersm, random: &mut Random) -> Component {
    let base = ersm.components[ProcedureId::at(own)].clone();
    let domains = |component: &Component| ersm.globals.iter().chain(&component.locals).map(|v| v.domain).collect();
    let scope = Scope(domains(&base));
    let count = 3 + random.below(3);
    let mut all = places(count);
    all[Location(1)].is_fault = random.one_in(12);
    let exit = Location::at(count - 1);
    let mut edges: IndexVec<EdgeId, Edge> = IndexVec::new();
    for source in all.indices().filter(|&place| place != exit && !all[place].is_fault) {
        for nth in 0..1 + random.below(2) {
            // Mostly onwards, so that calls end.
            let is_plain = nth == 0 && !random.one_in(4);
            let onwards = source.index() + 1 + random.below(count - source.index() - 1);
            let target = if is_plain || random.one_in(2) { onwards } else { random.below(count) };
            let guard = (!is_plain && random.one_in(2)).then(|| scope.boolean(random, 2));
            let mut forget = if random.one_in(3) { scope.targets(random, 3) } else { Vec::new() };
            let action = if random.one_in(2) {
                // Mostly without recursion, so that cycles need calls that end.
                let first = if random.one_in(3) { 0 } else { (own + 1).min(ersm.components.len() - 1) };
                let callee = ProcedureId::at(first + random.below(ersm.components.len() - first));
                let called = &ersm.components[callee];
                let arguments = called.parameters.iter().map(|_| scope.any(random)).collect();
                let mut free = scope.targets(random, 2);
                let results = called.results.iter().map(|_| free.pop()).collect::<Vec<_>>();
                forget.retain(|v| !results.contains(&Some(*v)));
                Action::Call { callee, arguments, results }
            } else {
                let assigned = scope.targets(random, 3);
                forget.retain(|v| !assigned.contains(v));
                Action::Assign(assigned.into_iter().map(|v| (v, scope.any(random))).collect())
            };
            edges.push(Edge { source, target: Location::at(target), guard, action, forget, span: nowhere() });
        }
    }
    let invariant = random.one_in(8).then(|| scope.boolean(random, 2));
    let cfa = Cfa { locations: all, edges, entry: Location(0), exit };
    Component { cfa, invariant, ..base }
}

fn signature(own: usize, globals: usize, random: &mut Random) -> Component {
    let mut locals: Vec<Variable> = (0..random.below(3)).map(|i| random_variable(format!("l{i}"), random)).collect();
    let own_ids: Vec<VariableId> = (0..locals.len()).map(|i| VariableId::at(globals + i)).collect();
    let parameters: Vec<VariableId> = own_ids.iter().copied().filter(|_| random.one_in(2)).collect();
    for parameter in &parameters {
        locals[parameter.index() - globals].initial = None;
    }
    let results = own_ids.into_iter().filter(|_| random.one_in(2)).collect();
    Component {
        name: format!("p{own}"),
        locals,
        parameters,
        results,
        cfa: Cfa { locations: IndexVec::new(), edges: IndexVec::new(), entry: Location(0), exit: Location(0) },
        invariant: None,
        span: nowhere(),
    }
}

fn ersm(random: &mut Random) -> Ersm {
    let globals: Vec<Variable> = (0..random.below(3)).map(|i| random_variable(format!("g{i}"), random)).collect();
    let components = (0..2 + random.below(2)).map(|own| signature(own, globals.len(), random)).collect();
    let mut ersm = Ersm { constants: BTreeMap::new(), globals, components, entry: ProcedureId(0) };
    let bodies = (0..ersm.components.len()).map(|own| component(own, &ersm, random)).collect();
    ersm.components = bodies;
    ersm
}

fn guard(formulas: &mut Formulas, random: &mut Random) -> FormulaId {
    let mut atom = |random: &mut Random| {
        let line = 1 + random.below(3) as u32;
        formulas.atom(Proposition::At { file: None, line })
    };
    let (a, b) = (atom(random), atom(random));
    match random.below(8) {
        0 => a,
        1 => formulas.unary(Negation::Not, a),
        2 => formulas.binary(*random.one_of(&[Connective::And, Connective::Or, Connective::Iff]), a, b),
        3 => formulas.binary(Connective::Implies, a, b),
        _ => formulas.intern(Formula::True),
    }
}

fn monitor(formulas: &mut Formulas, random: &mut Random) -> Monitor {
    let count = 1 + random.below(4);
    let conditions = match random.below(5) {
        0 => None,
        1 => Some(0),
        2 => Some(1),
        _ => Some(2),
    };
    let chance = if conditions.is_none() { 2 } else { 12 };
    let mut states: IndexVec<MonitorStateId, MonitorState> = IndexVec::new();
    for i in 0..count {
        // A target at the start would be no question.
        states.push(MonitorState { name: i.to_string(), is_target: i > 0 && random.one_in(chance) });
    }
    let mut edges = Vec::new();
    for source in states.indices() {
        for _ in 0..1 + random.below(2) {
            let met: Vec<u32> = (0..conditions.unwrap_or(0)).filter(|_| random.one_in(3)).collect();
            let guard = if met.is_empty() || random.one_in(3) {
                guard(formulas, random)
            } else {
                formulas.atom(Proposition::At { file: None, line: 3 })
            };
            let target = MonitorStateId::at(random.below(count));
            edges.push(MonitorEdge { source, target, guard, met });
        }
    }
    let mut initial = vec![MonitorStateId(0)];
    if count > 2 && random.one_in(4) && !states[MonitorStateId(2)].is_target {
        initial.push(MonitorStateId(2));
    }
    Monitor { states, initial, edges, conditions }
}

pub(super) fn task(random: &mut Random) -> Task {
    let ersm = ersm(random);
    let mut formulas = Formulas::new();
    let monitor = monitor(&mut formulas, random);
    let scopes: Vec<usize> = ersm.components.indices().map(|component| ersm.scope(component)).collect();
    let lines: Vec<u32> = formulas
        .propositions()
        .map(|(_, p)| match p {
            Proposition::At { line, .. } => *line,
            _ => 0,
        })
        .collect();
    let truth = move |component: ProcedureId, place: Location, proposition: PropositionId| {
        let scope = scopes[component.index()];
        match lines[proposition.index()] {
            1 if scope > 0 => Expression::variable(VariableId(0)).unary(Unary::IsNonzero),
            2 if scope > 0 => Expression::variable(VariableId::at(scope - 1)).unary(Unary::Not),
            _ => Expression::constant(i64::from(component != ProcedureId(0) && place.0 % 2 == 1)),
        }
    };
    Task { ersm, monitor, formulas, truth: Box::new(truth) }
}
