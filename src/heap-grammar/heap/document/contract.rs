//! Contracts of methods: the effect of a call on the part of the heap that it reaches.

use serde_json::{Value, json};

use super::read::name;
use super::{HeapDocument, Renaming};
use base::json::{Fields, JsonNode};
use base::{Diagnostic, Severity, Span, msg, text};

/// The contracts of one method.
#[derive(Clone, Debug)]
pub struct ContractDocument {
    /// The method: `Class.method`, `method`, or a signature `<Class: Result method(Parameters)>`.
    pub method: String,
    /// Its contracts, one for each precondition.
    pub contracts: Vec<Contract>,
    /// The position of the method's name.
    pub span: Span,
}

/// The effect of a method on heaps of one shape. The cutpoints are the externals of all heaps, in the same order.
#[derive(Clone, Debug)]
pub struct Contract {
    /// The heap before the call.
    pub precondition: HeapDocument,
    /// The heaps after it.
    pub postconditions: Vec<HeapDocument>,
}

impl ContractDocument {
    /// The contracts in `node`, or `None` together with errors.
    pub fn read(node: &JsonNode, diagnostics: &mut Vec<Diagnostic>) -> Option<ContractDocument> {
        let mut fields = Fields::new(node, text!("a contract file"), diagnostics)?;
        let method = fields.require("method", diagnostics);
        let contracts = fields.require("contracts", diagnostics).and_then(|n| n.array(text!("contracts"), diagnostics));
        fields.finish(Severity::Warning, diagnostics);
        let span = method?.span;
        let method = name(method?, text!("the method"), diagnostics)?;
        let contracts: Option<Vec<Contract>> = contracts?.iter().map(|c| Contract::read(c, diagnostics)).collect();
        Some(ContractDocument { method, contracts: contracts?, span })
    }

    /// The document as JSON. [`ContractDocument::read`] is its inverse.
    pub fn to_value(&self) -> Value {
        let contract = |c: &Contract| {
            let postconditions: Vec<Value> = c.postconditions.iter().map(HeapDocument::to_value).collect();
            json!({"precondition": c.precondition.to_value(), "postconditions": postconditions})
        };
        json!({"method": self.method, "contracts": self.contracts.iter().map(contract).collect::<Vec<_>>()})
    }

    /// Renames types and selectors of all heaps.
    pub fn rename(&mut self, renaming: &Renaming, diagnostics: &mut Vec<Diagnostic>) {
        for contract in &mut self.contracts {
            for heap in std::iter::once(&mut contract.precondition).chain(&mut contract.postconditions) {
                heap.rename(renaming, diagnostics);
            }
        }
    }
}

impl Contract {
    fn read(node: &JsonNode, diagnostics: &mut Vec<Diagnostic>) -> Option<Contract> {
        let mut fields = Fields::new(node, text!("a contract"), diagnostics)?;
        let before = fields.require("precondition", diagnostics);
        let after = fields.require("postconditions", diagnostics);
        fields.finish(Severity::Warning, diagnostics);
        let precondition = HeapDocument::read(before?, diagnostics)?;
        let mut postconditions = Vec::new();
        for heap in after?.array(text!("the postconditions"), diagnostics)? {
            let postcondition = HeapDocument::read(heap, diagnostics)?;
            if postcondition.externals.len() != precondition.externals.len() {
                let (found, expected) = (postcondition.externals.len(), precondition.externals.len());
                let message = msg!("the postcondition has {found} external nodes, its precondition {expected}");
                diagnostics.push(Diagnostic::error("contract/externals", heap.span, message));
                return None;
            }
            postconditions.push(postcondition);
        }
        Some(Contract { precondition, postconditions })
    }
}
