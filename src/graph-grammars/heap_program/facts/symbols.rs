//! What predicates are about, and what a heap says of it.

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

use super::super::layout::NOWHERE;
use super::super::transfer::AbstractValue;
use super::super::{Instance, Semantics};
use super::sizes::{Along, OBJECT_BITS, Sizes};
use super::step::arguments;
use bitvec::{Substitution, TermId, Terms};
use heap_grammar::heap::{Heap, VertexId};
use numbers::{VariableText, sort_of};
use program::cfa::ProcedureId;
use program::objects::{FieldId, IntegerType, LocalId, Operand, Operation, Procedure, Program, Type, is_program_name};

/// What a predicate may be about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Symbol {
    /// A number, a truth value, or whether a reference is null.
    Local(Instance, LocalId),
    /// The same of a field of the object to which a local leads.
    Field { of: Instance, base: LocalId, field: FieldId },
    /// How many objects are reached from where a local leads, or from a field of the object there.
    Size { of: Instance, base: LocalId, field: Option<FieldId>, along: Along },
}

impl Symbol {
    /// The local whose object it is about.
    pub(super) fn base(self) -> Option<LocalId> {
        match self {
            Symbol::Local(..) => None,
            Symbol::Field { base, .. } | Symbol::Size { base, .. } => Some(base),
        }
    }

    /// The same about the object of another local.
    pub(super) fn about(self, of: Instance, base: LocalId) -> Self {
        match self {
            Symbol::Local(..) => Symbol::Local(of, base),
            Symbol::Field { field, .. } => Symbol::Field { of, base, field },
            Symbol::Size { field, along, .. } => Symbol::Size { of, base, field, along },
        }
    }
}

/// The type of numbers of objects.
const SIZE: Type = Type::Integer(IntegerType { bits: 32, signed: true });

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
    /// How many objects are inside of a nonterminal edge, by its position, and the number of its heap in a step or on a path.
    inside: FxHashMap<(u32, usize), TermId>,
    /// That it is not too large.
    bounds: FxHashMap<TermId, TermId>,
    /// The structures of the program, once sizes are followed.
    sizes: Option<Rc<Sizes>>,
}

impl Symbols {
    /// The variable of a symbol.
    pub(super) fn variable(&mut self, terms: &mut Terms, frame: u32, symbol: Symbol, ty: Type) -> TermId {
        let framed = FramedSymbol { frame, symbol };
        let variable = *self.variables.entry(framed).or_insert_with(|| terms.variable(sort_of(ty)));
        self.of.insert(variable, framed);
        variable
    }

    /// A formula with the bounds of numbers of objects in it.
    pub(super) fn bounded(&self, terms: &mut Terms, formula: TermId) -> TermId {
        if self.bounds.is_empty() {
            return formula;
        }
        let variables = terms.variables(formula).into_iter().map(|variable| terms.term_of(variable));
        let mut all: Vec<TermId> = variables.filter_map(|variable| self.bounds.get(&variable).copied()).collect();
        all.push(formula);
        terms.all(&all)
    }

    /// The structures of the program.
    pub(super) fn sizes(&mut self, semantics: &Semantics) -> Rc<Sizes> {
        Rc::clone(self.sizes.get_or_insert_with(|| Rc::new(Sizes::new(semantics))))
    }

    /// The same, unless no size is followed.
    pub(super) fn known_sizes(&self) -> Option<Rc<Sizes>> {
        self.sizes.clone()
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

/// The objects of which a procedure may change a field, with all that it calls.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Changed {
    /// Those to which these lead all the time: the receiver, parameters, what holds the static fields.
    Given(SmallVec<[LocalId; 2]>),
    /// Any.
    Any,
}

/// What a procedure may change.
pub(super) type Written = FxHashMap<FieldId, Changed>;

/// What procedures may change.
#[derive(Default)]
pub(super) struct Writes {
    of: BTreeMap<ProcedureId, Rc<Written>>,
}

impl Writes {
    /// What a procedure may change.
    pub(super) fn of(&mut self, program: &Program, procedure: ProcedureId) -> Rc<Written> {
        if let Some(known) = self.of.get(&procedure) {
            return Rc::clone(known);
        }
        let mut found: Vec<(ProcedureId, Written)> =
            program.reachable(procedure).into_iter().map(|id| (id, Written::default())).collect();
        let mut has_changed = true;
        while std::mem::take(&mut has_changed) {
            for at in 0..found.len() {
                let written = written(program, found[at].0, &found);
                has_changed |= found[at].1 != written;
                found[at].1 = written;
            }
        }
        for (id, written) in found {
            self.of.entry(id).or_insert_with(|| Rc::new(written));
        }
        Rc::clone(&self.of[&procedure])
    }
}

/// What a procedure may change, as far as it is known of those that it calls.
fn written(program: &Program, id: ProcedureId, known: &[(ProcedureId, Written)]) -> Written {
    let procedure = &program.procedures[id];
    let is_given = |local: LocalId| procedure.statics == Some(local) || procedure.is_unchanged(local);
    let changed = |operand: Option<Operand>| match operand {
        Some(Operand::Local(local)) if is_given(local) => Changed::Given(smallvec![local]),
        _ => Changed::Any,
    };
    let mut found = Written::default();
    let mut add = |field: FieldId, more: Changed| match (found.entry(field).or_insert_with(|| more.clone()), more) {
        (Changed::Given(all), Changed::Given(more)) => {
            for local in more {
                if !all.contains(&local) {
                    all.push(local);
                }
            }
            all.sort_unstable();
        }
        (all, Changed::Any) => *all = Changed::Any,
        (Changed::Any, _) => {}
    };
    for edge in &procedure.cfa.edges {
        match &edge.operation {
            Operation::Store { base, field, .. } => add(*field, changed(Some(Operand::Local(*base)))),
            Operation::Call(call) => {
                for callee in call.callee.candidates() {
                    let called = &program.procedures[callee];
                    let of_callee = known.iter().find(|(id, _)| *id == callee).map(|(_, written)| written);
                    for (&field, of_callee) in of_callee.into_iter().flatten() {
                        let Changed::Given(locals) = of_callee else {
                            add(field, Changed::Any);
                            continue;
                        };
                        for &local in locals {
                            let passed = match called.statics == Some(local) {
                                true => procedure.statics.map(Operand::Local),
                                false => {
                                    arguments(called, call).find(|&(given, _)| given == local).map(|(_, value)| value)
                                }
                            };
                            add(field, changed(passed));
                        }
                    }
                }
            }
            _ => {}
        }
    }
    found
}

impl Semantics {
    /// A symbol as it is written in the program, if it is a part of it.
    pub(super) fn text(&self, symbol: Symbol, sizes: Option<&Sizes>) -> Option<VariableText> {
        let name = |instance: Instance, local: LocalId| {
            let name = &self.procedure(instance).locals[local].name;
            is_program_name(name).then_some(name)
        };
        let field_name = |of: Instance, base: LocalId, field: FieldId| {
            let field = &self.model.program.fields[field].name;
            let is_static = self.procedure(of).statics == Some(base);
            Some(if is_static { field.clone() } else { format!("{}.{field}", name(of, base)?) })
        };
        let text = match symbol {
            Symbol::Local(instance, local) => name(instance, local)?.clone(),
            Symbol::Field { of, base, field } => field_name(of, base, field)?,
            Symbol::Size { of, base, field, along } => {
                let place = match field {
                    Some(field) => field_name(of, base, field)?,
                    None => name(of, base)?.clone(),
                };
                let links = sizes?.fields(along).iter().map(|&link| self.model.program.fields[link].name.as_str());
                format!("size({place}, [{}])", links.collect::<Vec<_>>().join(", "))
            }
        };
        match self.type_of(symbol) {
            Type::Integer(ty) => Some(VariableText::Integer(text, ty)),
            Type::Boolean => Some(VariableText::Condition(text)),
            Type::Reference(_) => {
                Some(VariableText::Condition(format!("{text} == {}", self.model.program.names.null())))
            }
            Type::Float | Type::Void => None,
        }
    }

    /// The type of what a symbol stands for.
    pub(super) fn type_of(&self, symbol: Symbol) -> Type {
        match symbol {
            Symbol::Local(instance, local) => self.procedure(instance).locals[local].ty,
            Symbol::Field { field, .. } => self.model.program.fields[field].ty,
            Symbol::Size { .. } => SIZE,
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
    /// Which heap it is, among those of a step or path.
    pub place: u32,
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
            Symbol::Size { base, field, along, .. } => {
                self.vertex(base).and_then(|vertex| self.size(terms, symbols, vertex, field, along))
            }
        };
        let ty = self.semantics.type_of(symbol);
        known.unwrap_or_else(|| symbols.variable(terms, self.frame, symbol, ty))
    }

    /// Where a local leads: to an object, or null.
    pub(super) fn vertex(&self, local: LocalId) -> Option<VertexId> {
        self.vertex_of(Operand::Local(local))
    }

    /// Where an operand leads: to an object, or null.
    pub(super) fn vertex_of(&self, operand: Operand) -> Option<VertexId> {
        match self.semantics.operand(self.instance, self.heap, operand) {
            AbstractValue::Reference(vertex) => Some(vertex),
            _ => None,
        }
    }

    /// Whether what a symbol of the procedure is about is there.
    pub(super) fn defines(&self, symbol: Symbol) -> bool {
        symbol.base().is_none_or(|base| self.vertex(base).is_some_and(|vertex| self.defines_at(vertex, symbol)))
    }

    /// Whether what a symbol is about is there if its base leads to a vertex. Where nothing is reached, nothing is compared: so what is
    /// known of structures that are not empty is not lost where one is.
    pub(super) fn defines_at(&self, vertex: VertexId, symbol: Symbol) -> bool {
        self.heap.is_object(vertex)
            && match symbol {
                Symbol::Size { field: Some(field), .. } => {
                    let from = self.from(vertex, field);
                    from.is_none_or(|from| self.heap.is_object(from))
                }
                _ => true,
            }
    }

    /// Where a field of an object leads.
    pub(super) fn from(&self, vertex: VertexId, field: FieldId) -> Option<VertexId> {
        let holder = self.holder(vertex, field).filter(|&vertex| self.heap.is_object(vertex))?;
        self.heap.target(holder, self.semantics.layout.fields[field].selector)
    }

    /// How many objects are reached from a vertex, or from one of its fields, as far as the heap tells.
    pub(super) fn size(
        &self,
        terms: &mut Terms,
        symbols: &mut Symbols,
        vertex: VertexId,
        field: Option<FieldId>,
        along: Along,
    ) -> Option<TermId> {
        let from = match field {
            Some(field) => self.from(vertex, field)?,
            None => vertex,
        };
        let sizes = symbols.sizes(self.semantics);
        let extent = sizes.extent(self.semantics, self.heap, from, along)?;
        let mut constant = extent.objects;
        let mut parts = Vec::new();
        for edge in extent.edges {
            constant += sizes.least(self.heap.nonterminals()[edge].label);
            let more = symbols.inside.entry((self.place, edge));
            let more = *more.or_insert_with(|| terms.variable(sort_of(SIZE)));
            symbols.bounds.entry(more).or_insert_with(|| {
                let limit = terms.constant(sort_of(SIZE), 1 << OBJECT_BITS);
                terms.unsigned_less(more, limit)
            });
            parts.push(more);
        }
        parts.push(terms.constant(sort_of(SIZE), constant));
        Some(terms.sum(&parts))
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
