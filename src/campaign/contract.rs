//! Random contracts, right and wrong, and their comparison with runs.
//!
//! A contract is a claim of the user, which the analysis trusts. So a run that violates one refutes nothing, and a run
//! that satisfies all of them must agree with the analysis.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::simulation::known_objects;
use base::{Patience, RETURN, Random};
use graph_grammars::heap_program::Contract;
use heap_grammar::grammar::Grammar;
use heap_grammar::heap::document::HeapDocument;
use heap_grammar::heap::{Alphabet, Heap};
use interpreter::{Machine, Places, Value, places};
use program::cfa::ProcedureId;
use program::objects::{Procedure, STATICS};
use rsm::NodeId;
use session::run;
use task::{NoFiles, load};

/// Maximum number of progress reports of the analysis from which contracts are taken.
const PATIENCE: u32 = 100;

/// Maximum number of contracts of a task.
const CONTRACTS: usize = 3;

/// Adds contracts of one method to a task: the results of analysing its body or, if `spoiled`, different ones. Does
/// nothing if there is no result that contracts can express.
pub(super) fn add_contracts(task: &mut Json, spoiled: bool, random: &mut Random) {
    let loaded = load(&task.to_string(), "task.json", &mut NoFiles);
    let session = run(&loaded, &mut Patience(PATIENCE));
    let Some((system, rsm)) = session.machine().filter(|(_, rsm)| rsm.stop.is_none()) else { return };
    let model = system.model();
    let (program, alphabet) = (&model.program, &model.alphabet);
    let procedure_of =
        |node: NodeId| system.points().instance(system.points().instance_of(rsm.nodes[node].state.point)).procedure;
    let heap_of = |node: NodeId| system.store().get(rsm.nodes[node].state.heap);
    let mut found: BTreeMap<ProcedureId, Vec<(Heap, Vec<Heap>)>> = BTreeMap::new();
    for component in rsm.components.iter().skip(1) {
        let &[entry] = component.entries.as_slice() else { continue };
        let throws = component.exits.iter().any(|&exit| system.is_exceptional_exit(rsm.nodes[exit].state));
        let heaps: Vec<Heap> = std::iter::once(entry).chain(component.exits.iter().copied()).map(heap_of).collect();
        if component.faults.is_empty() && !throws && heaps.iter().all(|heap| can_be_written(heap, alphabet)) {
            let after = heaps[1..].to_vec();
            found.entry(procedure_of(entry)).or_default().push((heaps[0].clone(), after));
        }
    }
    let procedures: Vec<ProcedureId> = found.keys().copied().collect();
    let Some(&procedure) = procedures.get(random.below(procedures.len().max(1))) else { return };
    let written = |(before, after): &(Heap, Vec<Heap>)| {
        let after: Vec<Json> = after.iter().map(|heap| document(heap, alphabet, result_name)).collect();
        let before = document(before, alphabet, |name| parameter_name(&program.procedures[procedure], name));
        json!({"precondition": before, "postconditions": after})
    };
    let mut contracts: Vec<Json> = found[&procedure].iter().take(CONTRACTS).map(written).collect();
    if spoiled {
        spoil(&mut contracts, random);
    }
    task["contracts"] = json!([{"name": "contracts.json",
        "contract": {"method": program.qualified_name(procedure), "contracts": contracts}}]);
}

/// Whether contracts can express a heap: it has neither markings nor static fields.
fn can_be_written(heap: &Heap, alphabet: &Alphabet) -> bool {
    heap.vertices().all(|v| alphabet.type_name(heap.vertex_type(v)) != STATICS)
        && !heap.variables().iter().any(|&(v, _)| alphabet.variable_name(v).starts_with('%'))
}

/// A heap over the given grammar, with the variables that contracts can name.
fn document(heap: &Heap, alphabet: &Alphabet, name: impl Fn(&str) -> Option<String>) -> Json {
    let mut heap = heap.clone();
    heap.relabel(|_, label| alphabet.nonterminal(label).origin);
    let mut document = HeapDocument::of(&heap, alphabet);
    document.variables.retain_mut(|variable| {
        let is_constant = alphabet.find_variable(&variable.name).is_some_and(|v| alphabet.constant(v).is_some());
        let named = if is_constant { Some(variable.name.clone()) } else { name(&variable.name) };
        named.map(|name| variable.name = name).is_some()
    });
    document.to_value()
}

fn parameter_name(procedure: &Procedure, name: &str) -> Option<String> {
    if procedure.receiver.is_some_and(|this| procedure.locals[this].name == name) {
        return Some("@this:".to_owned());
    }
    let position = procedure.parameters.iter().position(|&local| procedure.locals[local].name == name)?;
    Some(format!("@parameter{position}:"))
}

fn result_name(name: &str) -> Option<String> {
    (name == RETURN).then(|| RETURN.to_owned())
}

/// Makes contracts mostly wrong: one postcondition is removed, returns null instead, or is taken from another contract.
fn spoil(contracts: &mut [Json], random: &mut Random) {
    let other = contracts[random.below(contracts.len())]["postconditions"].clone();
    let place = random.below(contracts.len());
    let Some(after) = contracts[place]["postconditions"].as_array_mut().filter(|after| !after.is_empty()) else {
        return;
    };
    let position = random.below(after.len());
    match random.below(3) {
        0 => _ = after.remove(position),
        1 => {
            let variables = after[position]["variables"].as_array().cloned().unwrap_or_default();
            let null = variables.iter().find(|v| v["name"] == "null").map_or(json!(0), |v| v["target"].clone());
            for variable in after[position]["variables"].as_array_mut().into_iter().flatten() {
                if variable["name"] == RETURN {
                    variable["target"] = null.clone();
                }
            }
        }
        _ => {
            let count = |heap: &Json| heap["externals"].as_array().map_or(0, Vec::len);
            let fitting = other.as_array().and_then(|other| other.first()).cloned();
            if let Some(fitting) = fitting.filter(|heap| count(heap) == count(&after[position])) {
                after[position] = fitting;
            }
        }
    }
}

/// A call whose heap is described by some preconditions.
struct TrustedCall {
    /// The number of frames.
    depth: usize,
    /// By contract, the possible values of its externals.
    ways: Vec<(usize, Vec<Places>)>,
    /// Whether the analysis skips the body.
    is_skipped: bool,
}

/// The contracts of a task, observed along one run.
pub(super) struct Trust<'a> {
    contracts: &'a [Contract],
    language: (&'a Grammar, &'a Alphabet),
    depth: usize,
    calls: Vec<TrustedCall>,
    /// Calls that have returned, with the states in which they did.
    returned: Vec<(TrustedCall, Machine<'a>)>,
    /// Whether some call has violated its contracts, or it cannot be decided whether they apply.
    is_broken: bool,
    /// Whether it is unknown for some call if the analysis skips its body.
    is_unclear: bool,
}

impl<'a> Trust<'a> {
    /// Starts at the first state of a run.
    pub(crate) fn new(contracts: &'a [Contract], language: (&'a Grammar, &'a Alphabet)) -> Self {
        let (calls, returned) = (Vec::new(), Vec::new());
        Self { contracts, language, depth: 1, calls, returned, is_broken: false, is_unclear: false }
    }

    /// Observes the next state of the run; `fault` means that null has been dereferenced without a handler. Returns
    /// whether the state is the first one of a call to which contracts apply, so that [`enter`](Self::enter) must be
    /// called.
    pub(crate) fn look(&mut self, machine: &Machine<'a>, fault: bool) -> bool {
        if self.contracts.is_empty() || self.is_broken {
            return false;
        }
        let top = machine.top();
        let procedure = &machine.setting().program.procedures[top.procedure];
        let is_entered = machine.depth() > std::mem::replace(&mut self.depth, machine.depth());
        if is_entered && top.location != procedure.cfa.exit {
            match self.applying(machine) {
                None => self.is_broken = true,
                Some(ways) if ways.is_empty() => {}
                Some(ways) => {
                    self.calls.push(TrustedCall { depth: self.depth, ways, is_skipped: false });
                    return true;
                }
            }
        } else if fault {
            self.is_broken = !self.calls.is_empty();
        } else if self.calls.last().is_some_and(|call| call.depth == self.depth) {
            if top.location == procedure.exceptional_exit {
                self.is_broken = true;
            } else if top.location == procedure.cfa.exit {
                self.returned.extend(self.calls.pop().map(|call| (call, machine.clone())));
            }
        }
        false
    }

    /// Reports whether the analysis uses the contract instead of the body of the call just entered, if that is known.
    pub(crate) fn enter(&mut self, trusts: Option<bool>) {
        self.is_unclear |= trusts.is_none();
        if let Some(call) = self.calls.last_mut() {
            call.is_skipped = trusts == Some(true);
        }
    }

    /// Whether the analysis skips the current state.
    pub(crate) fn is_inside(&self) -> bool {
        self.calls.iter().any(|call| call.is_skipped)
    }

    /// Whether some call has violated its contracts.
    pub(crate) fn is_broken(&self) -> bool {
        self.is_broken
    }

    /// Whether it is unknown which states of calls the analysis skips.
    pub(crate) fn is_unclear(&self) -> bool {
        self.is_unclear
    }

    /// Whether every call to which contracts apply has satisfied them; `machine` is the last state of the run.
    pub(crate) fn holds(&self, machine: &Machine<'a>) -> bool {
        self.calls.is_empty() && self.holds_so_far(machine)
    }

    /// Whether every call that has returned has satisfied its contracts.
    pub(crate) fn holds_so_far(&self, machine: &Machine<'a>) -> bool {
        !self.is_broken && self.returned.iter().all(|(call, at)| self.keeps(call, at, machine))
    }

    /// The number of returned calls to which contracts apply.
    pub(crate) fn returned(&self) -> u64 {
        self.returned.len() as u64
    }

    /// The contracts that may apply to the call just entered.
    fn applying(&self, machine: &Machine<'a>) -> Option<Vec<(usize, Vec<Places>)>> {
        let procedure = &machine.setting().program.procedures[machine.top().procedure];
        let own = self.contracts.iter().enumerate().filter(|(_, c)| c.procedure == machine.top().procedure);
        let objects = known_objects(machine, machine);
        let bound = procedure.receiver.iter().chain(&procedure.parameters).map(|&local| {
            let value = machine.known(machine.top().local(local));
            (procedure.locals[local].name.as_str(), value)
        });
        let variables: BTreeMap<&str, Value> = bound.collect();
        let mut applying = Vec::new();
        for (number, contract) in own {
            let nothing = Places::new();
            let ways = places(&[(&contract.precondition, &nothing)], &variables, &objects, self.language)?.remove(0);
            if !ways.is_empty() {
                applying.push((number, ways));
            }
        }
        Some(applying)
    }

    /// Whether a call has returned in a heap of each contract that applies, for all possible values of its externals;
    /// `last` determines numbers that were decided later.
    fn keeps(&self, call: &TrustedCall, at: &Machine<'a>, last: &Machine<'a>) -> bool {
        let objects = known_objects(at, last);
        let procedure = &at.setting().program.procedures[at.top().procedure];
        let result = last.known(at.top().local(procedure.returned));
        let variables: BTreeMap<&str, Value> = [(RETURN, result)].into();
        call.ways.iter().all(|(contract, ways)| {
            let after = &self.contracts[*contract].postconditions;
            ways.iter().all(|way| {
                let asked: Vec<(&Heap, &Places)> = after.iter().map(|heap| (heap, way)).collect();
                let found = places(&asked, &variables, &objects, self.language);
                found.is_some_and(|found| found.iter().any(|places| !places.is_empty()))
            })
        })
    }
}
