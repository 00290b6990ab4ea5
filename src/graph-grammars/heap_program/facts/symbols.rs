//! What predicates are about, and what a heap says of it.

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::layout::NOWHERE;
use super::super::transfer::AbstractValue;
use super::super::{Instance, Semantics};
use bitvec::{Substitution, TermId, Terms};
use heap_grammar::heap::{Heap, VertexId};
use numbers::{VariableText, sort_of};
use program::cfa::ProcedureId;
use program::objects::{Field, FieldId, LocalId, Operand, Operation, Procedure, Program, Type, is_program_name};

/// What a predicate may be about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Symbol {
    /// A number, a truth value, or whether a reference is null.
    Local(Instance, LocalId),
    /// The same of a field of the object to which a local leads.
    Field { of: Instance, base: LocalId, field: FieldId },
}

/// A symbol of a call: in a step 0 is the procedure itself and 1 its callee, on a path every call has its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct FramedSymbol {
    pub frame: u32,
    pub symbol: Symbol,
}

/// The variables of terms.
#[derive(Default)]
pub(super) struct Symbols {
    variables: FxHashMap<FramedSymbol, TermId>,
    of: FxHashMap<TermId, FramedSymbol>,
}

impl Symbols {
    /// The variable of a symbol.
    pub(super) fn variable(&mut self, terms: &mut Terms, frame: u32, symbol: Symbol, ty: Type) -> TermId {
        let framed = FramedSymbol { frame, symbol };
        let variable = *self.variables.entry(framed).or_insert_with(|| terms.variable(sort_of(ty)));
        self.of.insert(variable, framed);
        variable
    }

    /// The symbol of a variable, unless it stands for what is not known.
    pub(super) fn of(&self, variable: TermId) -> Option<FramedSymbol> {
        self.of.get(&variable).copied()
    }

    /// Whether a term is about a symbol.
    pub(super) fn are_in(&self, terms: &Terms, term: TermId) -> bool {
        terms.variables(term).into_iter().any(|variable| self.of.contains_key(&terms.term_of(variable)))
    }
}

/// Which fields procedures may change, with all that they call.
#[derive(Default)]
pub(super) struct Writes {
    of: BTreeMap<ProcedureId, Rc<FxHashSet<FieldId>>>,
}

impl Writes {
    /// The fields that a procedure may change.
    pub(super) fn of(&mut self, program: &Program, procedure: ProcedureId) -> Rc<FxHashSet<FieldId>> {
        let written = self.of.entry(procedure).or_insert_with(|| {
            let reachable = program.reachable(procedure);
            let edges = reachable.into_iter().flat_map(|id| &program.procedures[id].cfa.edges);
            let written = edges.filter_map(|edge| match edge.operation {
                Operation::Store { field, .. } => Some(field),
                _ => None,
            });
            Rc::new(written.collect())
        });
        Rc::clone(written)
    }
}

impl Semantics {
    /// A symbol as it is written in the program, if it is a part of it.
    pub(super) fn text(&self, symbol: Symbol) -> Option<VariableText> {
        let name = |instance: Instance, local: LocalId| {
            let name = &self.procedure(instance).locals[local].name;
            is_program_name(name).then_some(name)
        };
        let (text, ty) = match symbol {
            Symbol::Local(instance, local) => {
                (name(instance, local)?.clone(), self.procedure(instance).locals[local].ty)
            }
            Symbol::Field { of, base, field } => {
                let Field { name: field, ty, .. } = &self.model.program.fields[field];
                let is_static = self.procedure(of).statics == Some(base);
                let text = if is_static { field.clone() } else { format!("{}.{field}", name(of, base)?) };
                (text, *ty)
            }
        };
        match ty {
            Type::Integer(ty) => Some(VariableText::Integer(text, ty)),
            Type::Boolean => Some(VariableText::Condition(text)),
            Type::Reference(_) => {
                Some(VariableText::Condition(format!("{text} == {}", self.model.program.names.null())))
            }
            Type::Float | Type::Void => None,
        }
    }
}

/// A heap in the eyes of a procedure.
#[derive(Clone, Copy)]
pub(super) struct HeapView<'a> {
    pub semantics: &'a Semantics,
    pub instance: Instance,
    pub heap: &'a Heap,
    /// Which call it is.
    pub frame: u32,
}

/// Whether values of a type are followed.
pub(super) fn is_followed(ty: Type) -> bool {
    matches!(ty, Type::Boolean | Type::Integer(_) | Type::Reference(_))
}

impl<'a> HeapView<'a> {
    pub(super) fn procedure(&self) -> &'a Procedure {
        self.semantics.procedure(self.instance)
    }

    /// The object to which a local leads.
    pub(super) fn object(&self, local: LocalId) -> Option<VertexId> {
        match self.semantics.operand(self.instance, self.heap, Operand::Local(local)) {
            AbstractValue::Reference(vertex) if self.heap.is_object(vertex) => Some(vertex),
            _ => None,
        }
    }

    /// The object with a field among those that have the address of an object.
    pub(super) fn holder(&self, object: VertexId, field: FieldId) -> Option<VertexId> {
        match self.semantics.is_manual() {
            true => self.semantics.with_field(self.heap, object, field).ok(),
            false => Some(object),
        }
    }

    /// The locals that lead to objects, with these.
    pub(super) fn bases(&self) -> impl Iterator<Item = (LocalId, VertexId)> + use<'a> {
        let view = *self;
        let locals = self.procedure().locals.iter_enumerated().filter(|(_, local)| local.ty.is_reference());
        locals.filter_map(move |(local, _)| Some((local, view.object(local)?)))
    }

    /// The type and value of a local, if such values are followed.
    pub(super) fn local(&self, terms: &mut Terms, symbols: &mut Symbols, local: LocalId) -> Option<(Type, TermId)> {
        let ty = self.procedure().locals.get(local)?.ty;
        if !is_followed(ty) {
            return None;
        }
        let value = self.semantics.operand(self.instance, self.heap, Operand::Local(local));
        let known = self.constant(terms, ty, value);
        let symbol = Symbol::Local(self.instance, local);
        Some((ty, known.unwrap_or_else(|| symbols.variable(terms, self.frame, symbol, ty))))
    }

    /// The value of a field of an object; a new variable if nothing names it.
    pub(super) fn field(&self, terms: &mut Terms, symbols: &mut Symbols, object: VertexId, field: FieldId) -> TermId {
        let ty = self.semantics.model.program.fields[field].ty;
        let selector = self.semantics.layout.fields[field].selector;
        // What is not modelled may change unseen.
        let Some(object) = self.holder(object, field).filter(|_| selector != NOWHERE) else {
            return terms.variable(sort_of(ty));
        };
        let value = self.heap.target(object, selector).map(|vertex| self.semantics.of_vertex(self.heap, vertex));
        if let Some(known) = value.and_then(|value| self.constant(terms, ty, value)) {
            return known;
        }
        // Of several locals that lead to the object the first one names it.
        match self.bases().find(|&(_, vertex)| self.holder(vertex, field) == Some(object)) {
            Some((base, _)) => {
                let symbol = Symbol::Field { of: self.instance, base, field };
                symbols.variable(terms, self.frame, symbol, ty)
            }
            None => terms.variable(sort_of(ty)),
        }
    }

    /// What a symbol of the procedure is.
    pub(super) fn value(&self, terms: &mut Terms, symbols: &mut Symbols, symbol: Symbol) -> TermId {
        let known = match symbol {
            Symbol::Local(_, local) => self.local(terms, symbols, local).map(|(_, value)| value),
            Symbol::Field { base, field, .. } => {
                self.object(base).map(|object| self.field(terms, symbols, object, field))
            }
        };
        let ty = match symbol {
            Symbol::Local(_, local) => self.procedure().locals[local].ty,
            Symbol::Field { field, .. } => self.semantics.model.program.fields[field].ty,
        };
        known.unwrap_or_else(|| symbols.variable(terms, self.frame, symbol, ty))
    }

    /// Facts of a state with this heap, over what its symbols are.
    pub(super) fn seen(&self, terms: &mut Terms, symbols: &mut Symbols, facts: TermId) -> TermId {
        let mut images = Substitution::default();
        for variable in terms.variables(facts) {
            let variable = terms.term_of(variable);
            if let Some(FramedSymbol { symbol, .. }) = symbols.of(variable) {
                let value = self.value(terms, symbols, symbol);
                images.put(variable, value);
            }
        }
        images.apply(terms, facts)
    }

    /// The value of a local as a constant, if the heap shows it.
    pub(super) fn shown(&self, terms: &mut Terms, local: LocalId) -> Option<TermId> {
        let value = self.semantics.operand(self.instance, self.heap, Operand::Local(local));
        self.constant(terms, self.procedure().locals[local].ty, value)
    }

    /// The value as a constant, if the heap shows it.
    fn constant(&self, terms: &mut Terms, ty: Type, value: AbstractValue) -> Option<TermId> {
        match (ty, value) {
            (Type::Boolean, AbstractValue::Number(value)) => Some(Terms::boolean(value != 0)),
            (Type::Integer(_), AbstractValue::Number(value)) => {
                Some(terms.constant(sort_of(ty), value.cast_unsigned() & sort_of(ty).mask()))
            }
            (Type::Reference(_), AbstractValue::Reference(vertex)) => {
                Some(Terms::boolean(Some(vertex) == self.heap.null()))
            }
            (Type::Reference(_), AbstractValue::Gone(_) | AbstractValue::Untracked(_)) => Some(Terms::FALSE),
            _ => None,
        }
    }

    /// The fields of an object that facts may be about.
    pub(super) fn fields(&self, object: VertexId) -> Vec<FieldId> {
        let class = self.semantics.layout.class(self.heap.vertex_type(object));
        let program = &self.semantics.model.program;
        let all = class
            .into_iter()
            .flat_map(|class| program.ancestry(class))
            .flat_map(|class| &program.classes[class].fields);
        let is_modelled = |field: &FieldId| {
            let info = &self.semantics.layout.fields[*field];
            info.selector != NOWHERE && is_followed(program.fields[*field].ty) && (info.primitive || info.untracked)
        };
        all.copied().filter(is_modelled).collect()
    }
}
