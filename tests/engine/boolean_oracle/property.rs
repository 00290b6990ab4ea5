//! Random properties of a program: their text and their semantics.

use hrglass::base::Random;
use hrglass::logic::{Binary, Unary};
use hrglass::program::cfa::Location;
use hrglass::program::cfa::ProcedureId;
use hrglass::program::guarded::Ersm;
use serde_json::{Value, json};

use super::generate::{Declared, Generated};
use super::reference::Calls;
use crate::support::ltl::{Ltl, Op};

/// One side of a comparison.
#[derive(Clone, Debug)]
enum Operand {
    Constant(i64),
    /// A variable, possibly a local one of a procedure.
    Variable(Option<&'static str>, String),
}

/// A proposition about a state.
#[derive(Clone, Debug)]
enum Atom {
    Label(Option<&'static str>, String),
    In(&'static str),
    During(&'static str),
    Terminated,
    Failed,
    /// A variable is not 0, or the negation.
    Truth(bool, Operand),
    Compare(Operand, &'static str, Operand),
}

/// Three propositions; the set of those that hold in a state is a number below 8.
#[derive(Clone, Debug)]
pub struct Atoms([Atom; 3]);

impl Atoms {
    pub fn random(random: &mut Random, program: &Generated) -> Self {
        Self(std::array::from_fn(|_| Atom::random(random, program)))
    }

    pub fn text(&self, atom: usize) -> String {
        self.0[atom].text()
    }

    /// The procedures of which is asked whether they are on the call stack.
    pub fn watched(&self, ersm: &Ersm) -> Calls {
        self.0.iter().fold(0, |all, atom| match atom {
            Atom::During(procedure) => all | bit(ersm, procedure),
            _ => all,
        })
    }

    /// The propositions that hold in a state, with these procedures on the call stack.
    pub fn labels(&self, ersm: &Ersm, component: ProcedureId, place: Location, values: &[i64], calls: Calls) -> u8 {
        let holds = |atom: &Atom| match atom {
            Atom::During(procedure) => calls & bit(ersm, procedure) != 0,
            _ => atom.holds(ersm, component, place, values),
        };
        self.0.iter().enumerate().map(|(bit, atom)| u8::from(holds(atom)) << bit).sum()
    }
}

fn bit(ersm: &Ersm, procedure: &str) -> Calls {
    1 << ersm.component_named(procedure).expect("it is declared").0
}

impl Operand {
    fn random(random: &mut Random, program: &Generated) -> Self {
        let own = random.one_of(&program.procedures);
        let locals: Vec<&Declared> = own.locals.iter().collect();
        let globals: Vec<&Declared> = program.globals.iter().collect();
        match random.below(4) {
            0 | 1 if !locals.is_empty() => {
                let qualified = random.one_in(2).then_some(own.name);
                Operand::Variable(qualified, random.one_of(&locals).name.clone())
            }
            0..=2 if !globals.is_empty() => Operand::Variable(None, random.one_of(&globals).name.clone()),
            _ => Operand::Constant(program.constant(random)),
        }
    }

    fn text(&self) -> String {
        match self {
            Operand::Constant(value) => value.to_string(),
            Operand::Variable(None, name) => name.clone(),
            Operand::Variable(Some(procedure), name) => format!("{procedure}::{name}"),
        }
    }

    /// Its value; none if it is not in scope.
    fn value(&self, ersm: &Ersm, component: ProcedureId, values: &[i64]) -> Option<i64> {
        let (procedure, name) = match self {
            Operand::Constant(value) => return Some(*value),
            Operand::Variable(procedure, name) => (procedure, name),
        };
        let own = &ersm.components[component];
        if procedure.is_some_and(|p| p != own.name) {
            return None;
        }
        let local = own.locals.iter().position(|v| v.name == *name).map(|i| ersm.globals.len() + i);
        let variable = local.or_else(|| ersm.globals.iter().position(|v| v.name == *name));
        variable.map(|v| values[v])
    }
}

impl Atom {
    fn random(random: &mut Random, program: &Generated) -> Self {
        let own = random.one_of(&program.procedures);
        match random.below(14) {
            12 | 13 => Atom::During(own.name),
            0 => Atom::Terminated,
            1 => Atom::Failed,
            2 => Atom::In(own.name),
            3..=5 if !own.labels.is_empty() => {
                Atom::Label(random.one_in(2).then_some(own.name), random.one_of(&own.labels).clone())
            }
            3..=8 => Atom::Truth(!random.one_in(3), Operand::random(random, program)),
            _ => {
                let operator = *random.one_of(&["==", "!=", "<", "<=", ">", ">="]);
                Atom::Compare(Operand::random(random, program), operator, Operand::random(random, program))
            }
        }
    }

    fn text(&self) -> String {
        match self {
            Atom::Label(None, label) => format!("{{at({label})}}"),
            Atom::Label(Some(procedure), label) => format!("{{at({procedure}::{label})}}"),
            Atom::In(procedure) => format!("{{in({procedure})}}"),
            Atom::During(procedure) => format!("{{during({procedure})}}"),
            Atom::Terminated => "{terminated}".to_owned(),
            Atom::Failed => "{failed}".to_owned(),
            Atom::Truth(true, operand) => format!("{{{}}}", operand.text()),
            Atom::Truth(false, operand) => format!("{{!{}}}", operand.text()),
            Atom::Compare(a, operator, b) => format!("{{{} {operator} {}}}", a.text(), b.text()),
        }
    }

    fn holds(&self, ersm: &Ersm, component: ProcedureId, place: Location, values: &[i64]) -> bool {
        let own = &ersm.components[component];
        let value = |operand: &Operand| operand.value(ersm, component, values);
        match self {
            Atom::Label(procedure, label) => {
                procedure.is_none_or(|p| p == own.name) && own.cfa.locations[place].labels.contains(label)
            }
            Atom::In(procedure) => own.name == *procedure,
            Atom::During(_) => unreachable!("it depends on the call stack"),
            Atom::Terminated => component == ersm.entry && place == own.cfa.exit,
            Atom::Failed => own.cfa.locations[place].is_fault,
            Atom::Truth(positive, operand) => value(operand).is_some_and(|value| (value != 0) == *positive),
            Atom::Compare(a, operator, b) => match (value(a), value(b)) {
                (Some(a), Some(b)) => match *operator {
                    "==" => a == b,
                    "!=" => a != b,
                    "<" => a < b,
                    "<=" => a <= b,
                    ">" => a > b,
                    _ => a >= b,
                },
                _ => false,
            },
        }
    }
}

/// The text of a formula.
pub fn text(ltl: &Ltl, atoms: &Atoms) -> String {
    ltl.text(|atom| atoms.text(atom as usize))
}

/// The same formula without constants and equivalences, and with negations only before propositions, so that all of its
/// subformulas contribute to its truth.
pub fn monotone(ltl: &Ltl) -> Ltl {
    let mut nodes = Vec::new();
    translate(&ltl.0, ltl.0.len() - 1, true, &mut nodes);
    Ltl(nodes)
}

/// Appends a subformula, or its negation.
fn translate(ops: &[Op], at: usize, positive: bool, nodes: &mut Vec<Op>) -> usize {
    let start = nodes.len();
    let op = match ops[at] {
        Op::True | Op::False => {
            if matches!(ops[at], Op::True) == positive {
                Op::True
            } else {
                Op::False
            }
        }
        Op::Atom(atom) if positive => Op::Atom(atom),
        Op::Atom(atom) => {
            nodes.push(Op::Atom(atom));
            Op::Unary(Unary::Not, nodes.len() - 1)
        }
        Op::Unary(Unary::Not, a) => return translate(ops, a, !positive, nodes),
        Op::Unary(operator, a) => {
            let a = translate(ops, a, positive, nodes);
            if let constant @ (Op::True | Op::False) = nodes[a] {
                constant
            } else {
                Op::Unary(
                    match operator {
                        Unary::Finally if !positive => Unary::Globally,
                        Unary::Globally if !positive => Unary::Finally,
                        other => other,
                    },
                    a,
                )
            }
        }
        Op::Binary(Binary::Implies, a, b) => {
            let a = translate(ops, a, !positive, nodes);
            let b = translate(ops, b, positive, nodes);
            binary(if positive { Binary::Or } else { Binary::And }, a, b, nodes)
        }
        Op::Binary(Binary::Iff, a, b) => {
            let both = |first: bool, nodes: &mut Vec<Op>| {
                let a = translate(ops, a, first, nodes);
                let b = translate(ops, b, first == positive, nodes);
                let op = binary(Binary::And, a, b, nodes);
                nodes.push(op);
                nodes.len() - 1
            };
            let same = both(true, nodes);
            let other = both(false, nodes);
            binary(Binary::Or, same, other, nodes)
        }
        Op::Binary(operator, a, b) => {
            let a = translate(ops, a, positive, nodes);
            let b = translate(ops, b, positive, nodes);
            let dual = match operator {
                Binary::And => Binary::Or,
                Binary::Or => Binary::And,
                Binary::Until => Binary::Release,
                Binary::Release => Binary::Until,
                Binary::WeakUntil => Binary::StrongRelease,
                _ => Binary::WeakUntil,
            };
            // `!(a W b)` is `!b U (!a & !b)`, which is `!a M !b`.
            binary(if positive { operator } else { dual }, a, b, nodes)
        }
    };
    // Constants are propagated upwards.
    if matches!(op, Op::True | Op::False) {
        nodes.truncate(start);
    }
    nodes.push(op);
    nodes.len() - 1
}

/// An operation, simplified if an operand is constant.
fn binary(operator: Binary, a: usize, b: usize, nodes: &[Op]) -> Op {
    let constant = |at: usize| match nodes[at] {
        Op::True => Some(true),
        Op::False => Some(false),
        _ => None,
    };
    let (left, right) = (constant(a), constant(b));
    let to_constant = |value: bool| if value { Op::True } else { Op::False };
    match (operator, left, right) {
        (Binary::And | Binary::StrongRelease, Some(false), _) => Op::False,
        (Binary::And | Binary::Until | Binary::Release | Binary::StrongRelease, _, Some(false)) => Op::False,
        (Binary::Or | Binary::WeakUntil, Some(true), _) => Op::True,
        (Binary::Or | Binary::Until | Binary::Release | Binary::WeakUntil, _, Some(true)) => Op::True,
        (_, Some(a), Some(b)) => to_constant(match operator {
            Binary::And | Binary::StrongRelease => a && b,
            _ => b,
        }),
        // All other cases are equivalent to one operand, or to a simpler operation on it.
        _ => Op::Binary(operator, a, b),
    }
}

/// A monitor over three propositions; a guard is the set of numbers of [`Atoms::labels`] for which it is true.
#[derive(Clone, Debug)]
pub struct Watch {
    /// Source, guard, target.
    pub edges: Vec<(usize, u8, usize)>,
    pub target: Vec<usize>,
    pub repeating: Vec<usize>,
}

impl Watch {
    pub fn random(random: &mut Random) -> Self {
        let states = 1 + random.below(3);
        let count = states + random.below(4);
        let mut edges: Vec<(usize, u8, usize)> = (0..count)
            .map(|i| (if i < states { i } else { random.below(states) }, guard(random), random.below(states)))
            .collect();
        // A state often has a self-loop.
        if !random.one_in(3) {
            edges.push((0, u8::MAX, 0));
        }
        let some = |random: &mut Random| -> Vec<usize> {
            let mentioned = |state: &usize| *state == 0 || edges.iter().any(|e| e.0 == *state || e.2 == *state);
            (0..states).filter(mentioned).filter(|_| random.one_in(2)).collect()
        };
        let (mut target, mut repeating) = (Vec::new(), Vec::new());
        match random.below(5) {
            0 | 1 => target = some(random),
            2 | 3 => repeating = some(random),
            _ => (target, repeating) = (some(random), some(random)),
        }
        target.retain(|state| *state > 0 || random.one_in(20));
        if target.is_empty() && repeating.is_empty() {
            repeating.push(0);
        }
        Self { edges, target, repeating }
    }

    pub fn document(&self, name: &str, atoms: &Atoms) -> Value {
        let state = |s: &usize| format!("s{s}");
        let states = |all: &[usize]| all.iter().map(state).collect::<Vec<_>>();
        let edge = |(from, guard, to): &(usize, u8, usize)| {
            let mut edge = json!({"from": state(from), "to": state(to)});
            if *guard != u8::MAX {
                edge["guard"] = json!(guard_text(*guard, atoms));
            }
            edge
        };
        let edges: Vec<Value> = self.edges.iter().map(edge).collect();
        let mut document = json!({"name": name, "initial": "s0", "edges": edges});
        if !self.target.is_empty() {
            document["target"] = json!(states(&self.target));
        }
        if !self.repeating.is_empty() {
            document["repeating"] = json!(states(&self.repeating));
        }
        document
    }
}

/// The label sets in which a proposition holds.
const HOLDS: [u8; 3] = [0b1010_1010, 0b1100_1100, 0b1111_0000];

fn guard(random: &mut Random) -> u8 {
    let mut literal = || {
        let atom = HOLDS[random.below(3)];
        if random.one_in(3) { !atom } else { atom }
    };
    let (a, b) = (literal(), literal());
    match random.below(6) {
        0 => u8::MAX,
        1..=3 => a,
        4 => a & b,
        _ => a | b,
    }
}

/// A guard as a disjunction of label sets, or as a literal if it is one.
fn guard_text(guard: u8, atoms: &Atoms) -> String {
    for (atom, holds) in HOLDS.iter().enumerate() {
        if guard == *holds {
            return atoms.text(atom);
        }
        if guard == !*holds {
            return format!("!{}", atoms.text(atom));
        }
    }
    let set = |labels: u8| {
        let literal = |atom: usize| {
            let text = atoms.text(atom);
            if labels >> atom & 1 == 1 { text } else { format!("!{text}") }
        };
        (0..3).map(literal).collect::<Vec<_>>().join(" & ")
    };
    let sets: Vec<String> = (0..8).filter(|labels| guard >> labels & 1 == 1).map(|l| format!("({})", set(l))).collect();
    if sets.is_empty() { "false".to_owned() } else { sets.join(" | ") }
}
