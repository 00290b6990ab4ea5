//! What symbols after a step are, over symbols before it: weakest preconditions.

use super::sizes::Along;
use super::symbols::{Changed, FramedSymbol, HeapView, Symbol, Symbols, Written};
use bitvec::{TermId, Terms};
use heap_grammar::heap::{Heap, VertexId};
use numbers::{Encoder, Number, sort_of};
use program::objects::{Call, FieldId, LocalId, Operand, Operation, OperationEdge, Procedure, Rvalue, Type};

use super::super::numbers::only_edge_into;
use super::super::{Instance, Semantics};

/// What symbols are after a step.
pub(super) trait Step {
    /// The program.
    fn semantics(&self) -> &Semantics;

    /// A symbol after the step, over symbols before it.
    fn before(&self, terms: &mut Terms, symbols: &mut Symbols, symbol: Symbol) -> TermId;

    /// Whether what a symbol is about is there after the step.
    fn is_defined(&self, symbol: Symbol) -> bool;
}

/// A step of one procedure.
pub(super) struct SimpleStep<'a> {
    pub from: HeapView<'a>,
    pub edge: &'a OperationEdge,
    /// The heap after the operation, in which locals lead to the same objects as in the next state.
    pub after: &'a Heap,
    /// Whether an exception was thrown instead, which has changed nothing.
    pub throws: bool,
}

/// A call.
pub(super) struct CallStep<'a> {
    pub from: HeapView<'a>,
    pub call: &'a Call,
    pub callee: Instance,
}

/// The return from a call.
pub(super) struct ReturnStep<'a> {
    /// The caller, before the call.
    pub caller: HeapView<'a>,
    pub call: &'a Call,
    /// The callee, where it ends.
    pub callee: HeapView<'a>,
    /// Whether it returns, and throws nothing.
    pub returns: bool,
    /// What the callee may have changed.
    pub written: &'a Written,
}

/// So many steps are looked back.
const LOOKED_BACK: usize = 8;

/// Where an object was before a step.
enum Origin {
    /// This one.
    Same(VertexId),
    /// It is new.
    New,
    /// That is not known.
    Unknown,
}

/// A value of which nothing is known.
fn open(terms: &mut Terms, ty: Type) -> TermId {
    terms.variable(sort_of(ty))
}

/// The value of a field of a new object.
fn default(terms: &mut Terms, ty: Type) -> TermId {
    if ty.is_reference() { Terms::TRUE } else { terms.constant(sort_of(ty), 0) }
}

/// The value of an operand in a heap, as one of a type.
fn operand(view: HeapView<'_>, terms: &mut Terms, symbols: &mut Symbols, operand: Operand, ty: Type) -> Option<TermId> {
    let mut values = |terms: &mut Terms, local: LocalId| view.local(terms, symbols, local);
    Encoder { terms }.operand(operand, ty, &mut values)
}

/// The value of a field as one of another type.
fn converted(terms: &mut Terms, value: TermId, own: Type, ty: Type) -> Option<TermId> {
    match own {
        Type::Integer(own) => Encoder { terms }.fit_type(Number { term: value, signed: own.signed }, ty),
        _ => (sort_of(own) == sort_of(ty)).then_some(value),
    }
}

/// The object that is passed, if it is followed.
fn passed(view: HeapView<'_>, operand: Operand) -> Option<VertexId> {
    operand.local().and_then(|local| view.object(local))
}

/// The parameters and the receiver of a procedure with what a call passes.
pub(super) fn arguments<'a>(procedure: &'a Procedure, call: &'a Call) -> impl Iterator<Item = (LocalId, Operand)> + 'a {
    let receiver = procedure.receiver.zip(call.receiver);
    receiver.into_iter().chain(procedure.parameters.iter().copied().zip(call.arguments.iter().copied()))
}

impl SimpleStep<'_> {
    /// What holds of the symbols before it, if it is taken.
    pub(super) fn guard(&self, terms: &mut Terms, symbols: &mut Symbols) -> TermId {
        if self.throws {
            return Terms::TRUE;
        }
        let Self { from, edge, .. } = self;
        let procedure = from.procedure();
        let mut guard = Terms::TRUE;
        let dereferenced = match edge.operation {
            Operation::RequireNonNull(operand) => Some(operand),
            _ => procedure.dereferences(&edge.operation),
        };
        let mut values = |terms: &mut Terms, local: LocalId| from.local(terms, symbols, local);
        if let Some(operand) = dereferenced
            && let Some(is_null) = (Encoder { terms: &mut *terms }).is_null(operand, &mut values)
        {
            guard = terms.not(is_null);
        }
        if let Operation::Assume(condition) = &edge.operation
            && let Some(holds) = (Encoder { terms: &mut *terms }).condition(condition, &mut values)
        {
            guard = terms.and(guard, holds);
            let computed = self.just_computed(terms, symbols);
            guard = terms.and(guard, computed);
        }
        // Effects of one operation differ in what they read.
        if let Some(target) = edge.operation.defines() {
            let value = self.assigned(terms, symbols, target);
            if let Some(known) = self.after().shown(terms, target)
                && symbols.are_in(terms, value)
            {
                let agrees = terms.same(value, known);
                guard = terms.and(guard, agrees);
            }
        }
        guard
    }

    /// What locals are that were computed just before, on the only way here: a test is about what it compares, not about the variables
    /// of the compiler in which that is.
    fn just_computed(&self, terms: &mut Terms, symbols: &mut Symbols) -> TermId {
        let Self { from, edge, .. } = self;
        let procedure = from.procedure();
        let (mut changed, mut stored): (Vec<LocalId>, Vec<FieldId>) = (Vec::new(), Vec::new());
        let mut equations = Vec::new();
        let mut at = edge.source;
        for _ in 0..LOOKED_BACK {
            let Some(before) = only_edge_into(procedure, at).filter(|before| before.target == at) else { break };
            match &before.operation {
                Operation::Call(_) => break,
                Operation::Store { field, .. } => stored.push(*field),
                operation => {
                    let mut is_same = true;
                    operation
                        .for_each_use(|used| is_same &= !changed.contains(&used) && operation.defines() != Some(used));
                    if let Operation::Load { field, .. } = operation {
                        is_same &= !stored.contains(field);
                    }
                    if let Some(target) = operation.defines().filter(|target| is_same && !changed.contains(target))
                        && let Some((_, variable)) = from.local(terms, symbols, target)
                    {
                        let computed = Self { edge: before, after: self.after, throws: false, from: *from };
                        let value = computed.assigned(terms, symbols, target);
                        if symbols.are_in(terms, value) && terms.sort(value) == terms.sort(variable) {
                            equations.push(terms.same(variable, value));
                        }
                    }
                }
            }
            changed.extend(before.operation.defines());
            at = before.source;
        }
        terms.all(&equations)
    }

    /// The heap after the operation.
    fn after(&self) -> HeapView<'_> {
        HeapView { heap: self.after, ..self.from }
    }

    /// A size after the step. Nothing inside of nonterminal edges has changed.
    fn size(
        &self,
        terms: &mut Terms,
        symbols: &mut Symbols,
        symbol: Symbol,
        (base, field, along): (LocalId, Option<FieldId>, Along),
    ) -> TermId {
        let Self { from, edge, .. } = self;
        if from.heap.nonterminals() == self.after.nonterminals()
            && let Some(vertex) = self.after().vertex(base)
            && let Some(size) = self.after().size(terms, symbols, vertex, field, along)
        {
            return size;
        }
        let sizes = symbols.sizes(from.semantics);
        let operation_changes = match edge.operation {
            Operation::Store { field: stored, .. } => Some(stored) == field || sizes.fields(along).contains(&stored),
            Operation::Free(_) | Operation::End(_) => true,
            _ => false,
        };
        match self.defines(base) || !self.throws && operation_changes {
            true => open(terms, from.semantics.type_of(symbol)),
            false => from.value(terms, symbols, symbol),
        }
    }

    /// Whether a field that is stored through a local is that of an object.
    fn is_stored_in(&self, base: LocalId, object: VertexId, field: FieldId) -> bool {
        let stored = self.from.object(base).and_then(|stored| self.from.holder(stored, field));
        stored.is_some() && stored == self.from.holder(object, field)
    }

    /// Whether a symbol is about another object after the step.
    pub(super) fn moves(&self, symbol: Symbol) -> bool {
        symbol.base().is_some_and(|base| self.defines(base))
    }

    fn defines(&self, local: LocalId) -> bool {
        let handled = self.throws && local == self.from.procedure().exception;
        handled || !self.throws && self.edge.operation.defines() == Some(local)
    }

    /// The value that is assigned to a local.
    fn assigned(&self, terms: &mut Terms, symbols: &mut Symbols, target: LocalId) -> TermId {
        let Self { from, edge, .. } = self;
        let ty = from.procedure().locals[target].ty;
        let value = match &edge.operation {
            // The exception.
            _ if self.throws => Some(Terms::FALSE),
            Operation::Assign { value, .. } => {
                let mut values = |terms: &mut Terms, local: LocalId| from.local(terms, symbols, local);
                Encoder { terms: &mut *terms }.rvalue(value, ty, &mut values)
            }
            Operation::Load { base, field, .. } => from.object(*base).and_then(|object| {
                let value = from.field(terms, symbols, object, *field);
                converted(terms, value, from.semantics.model.program.fields[*field].ty, ty)
            }),
            Operation::New { .. } => Some(Terms::FALSE),
            _ => None,
        };
        value.unwrap_or_else(|| open(terms, ty))
    }

    /// Where the object was to which a local leads after the step.
    fn origin(&self, local: LocalId) -> Origin {
        let Self { from, edge, .. } = self;
        let same = |object: Option<VertexId>| object.map_or(Origin::Unknown, Origin::Same);
        if !self.defines(local) {
            return same(from.object(local));
        }
        if self.throws {
            return Origin::Unknown;
        }
        match &edge.operation {
            Operation::Assign { value: Rvalue::Operand(Operand::Local(other)), .. } => same(from.object(*other)),
            Operation::New { .. } => Origin::New,
            Operation::Load { .. } => {
                // Another local may lead there, too, and did before.
                let after = self.after();
                let object = after.object(local);
                let other = after.bases().find(|&(other, at)| other != local && Some(at) == object);
                same(other.and_then(|(other, _)| from.object(other)))
            }
            _ => Origin::Unknown,
        }
    }
}

impl Step for SimpleStep<'_> {
    fn semantics(&self) -> &Semantics {
        self.from.semantics
    }

    fn before(&self, terms: &mut Terms, symbols: &mut Symbols, symbol: Symbol) -> TermId {
        let Self { from, edge, .. } = self;
        match symbol {
            Symbol::Local(_, local) if self.defines(local) => self.assigned(terms, symbols, local),
            Symbol::Local(_, local) => match from.local(terms, symbols, local) {
                Some((_, value)) => value,
                None => terms.variable(bitvec::Sort::Boolean),
            },
            Symbol::Field { base, field, .. } => {
                let ty = from.semantics.model.program.fields[field].ty;
                match self.origin(base) {
                    // Memory that is allocated has no value in C.
                    Origin::New if from.semantics.is_manual() => open(terms, ty),
                    Origin::New => default(terms, ty),
                    Origin::Unknown => open(terms, ty),
                    Origin::Same(object) => match edge.operation {
                        Operation::Store { base, field: stored, value }
                            if !self.throws && stored == field && self.is_stored_in(base, object, field) =>
                        {
                            operand(*from, terms, symbols, value, ty).unwrap_or_else(|| open(terms, ty))
                        }
                        _ => from.field(terms, symbols, object, field),
                    },
                }
            }
            Symbol::Size { base, field, along, .. } => self.size(terms, symbols, symbol, (base, field, along)),
        }
    }

    fn is_defined(&self, symbol: Symbol) -> bool {
        self.after().defines(symbol)
    }
}

impl CallStep<'_> {
    /// The caller's vertex to which a local of the callee leads.
    fn passed_as(&self, local: LocalId) -> Option<VertexId> {
        let Self { from, call, callee } = self;
        let procedure = from.semantics.procedure(*callee);
        match arguments(procedure, call).find(|&(given, _)| given == local) {
            Some((_, value)) => from.vertex_of(value),
            None if procedure.statics == Some(local) => {
                from.procedure().statics.and_then(|statics| from.object(statics))
            }
            None => None,
        }
    }
}

impl Step for CallStep<'_> {
    fn semantics(&self) -> &Semantics {
        self.from.semantics
    }

    fn before(&self, terms: &mut Terms, symbols: &mut Symbols, symbol: Symbol) -> TermId {
        let Self { from, call, callee } = self;
        let procedure = from.semantics.procedure(*callee);
        let argument =
            |local: LocalId| arguments(procedure, call).find(|&(given, _)| given == local).map(|(_, value)| value);
        match symbol {
            Symbol::Local(_, local) => {
                let ty = procedure.locals[local].ty;
                let value = match argument(local) {
                    Some(_) if procedure.receiver == Some(local) => Some(Terms::FALSE),
                    Some(value) => operand(*from, terms, symbols, value, ty),
                    None => None,
                };
                value.unwrap_or_else(|| open(terms, ty))
            }
            Symbol::Field { base, field, .. } => {
                match self.passed_as(base).filter(|&vertex| from.heap.is_object(vertex)) {
                    Some(object) => from.field(terms, symbols, object, field),
                    None => open(terms, from.semantics.model.program.fields[field].ty),
                }
            }
            Symbol::Size { base, field, along, .. } => {
                let size = self.passed_as(base).and_then(|vertex| from.size(terms, symbols, vertex, field, along));
                size.unwrap_or_else(|| open(terms, from.semantics.type_of(symbol)))
            }
        }
    }

    fn is_defined(&self, symbol: Symbol) -> bool {
        let is_there = |base: LocalId| self.passed_as(base).is_some_and(|vertex| self.from.defines_at(vertex, symbol));
        symbol.base().is_none_or(is_there)
    }
}

impl ReturnStep<'_> {
    /// What facts at the callee's exit say, and what is the same in caller and callee.
    pub(super) fn known_at_exit(&self, terms: &mut Terms, symbols: &mut Symbols, facts: TermId) -> TermId {
        let mut known = vec![self.callee.seen(terms, symbols, facts)];
        for variable in terms.variables(facts) {
            let Some(FramedSymbol { symbol, .. }) = symbols.of(terms.term_of(variable)) else { continue };
            if let Some(of_caller) = self.of_caller(terms, symbols, symbol) {
                let of_callee = self.callee.value(terms, symbols, symbol);
                known.push(terms.same(of_callee, of_caller));
            }
        }
        terms.all(&known)
    }

    /// A symbol of the callee at its exit over those of the caller, if it has not changed.
    fn of_caller(&self, terms: &mut Terms, symbols: &mut Symbols, symbol: Symbol) -> Option<TermId> {
        let Self { caller, call, callee, .. } = self;
        let procedure = callee.procedure();
        match symbol {
            Symbol::Local(_, local) => {
                let (_, value) = arguments(procedure, call).find(|&(given, _)| given == local)?;
                let is_same = procedure.is_unchanged(local) && procedure.receiver != Some(local);
                is_same.then(|| operand(*caller, terms, symbols, value, procedure.locals[local].ty)).flatten()
            }
            Symbol::Field { base, field, .. } => {
                let object = self.passed_to(base)?;
                (!self.may_change(object, field)).then(|| caller.field(terms, symbols, object, field))
            }
            Symbol::Size { base, field, along, .. } => {
                let object = self.passed_to(base)?;
                let is_same = self.is_size_kept(symbols, object, field, along);
                is_same.then(|| caller.size(terms, symbols, object, field, along)).flatten()
            }
        }
    }

    /// Whether a callee may change a field of an object of the caller.
    fn may_change(&self, object: VertexId, field: FieldId) -> bool {
        match self.written.get(&field) {
            None => false,
            Some(Changed::Any) => true,
            Some(Changed::Given(locals)) => {
                locals.iter().any(|&local| self.passed_to(local).is_none_or(|passed| passed == object))
            }
        }
    }

    /// Whether a callee does not change how many objects are reached from a vertex of the caller, or from one of its fields.
    fn is_size_kept(&self, symbols: &mut Symbols, vertex: VertexId, field: Option<FieldId>, along: Along) -> bool {
        let Self { caller, written, .. } = self;
        // It may free objects.
        if caller.semantics.is_manual() || field.is_some_and(|field| self.may_change(vertex, field)) {
            return false;
        }
        let sizes = symbols.sizes(caller.semantics);
        let from = field.map_or(Some(vertex), |field| caller.from(vertex, field));
        let is_outside = |local: &LocalId| {
            let passed = self.passed_to(*local);
            passed.zip(from).is_some_and(|(object, from)| !sizes.reaches(caller.heap, from, along, object))
        };
        sizes.fields(along).iter().all(|link| match written.get(link) {
            None => true,
            Some(Changed::Any) => false,
            Some(Changed::Given(locals)) => locals.iter().all(is_outside),
        })
    }

    /// Whether a local of the caller gets what the callee returns or throws.
    fn is_target(&self, local: LocalId) -> bool {
        match self.returns {
            true => self.call.target == Some(local),
            false => local == self.caller.procedure().exception,
        }
    }

    /// What the callee returns or throws.
    fn result(&self) -> LocalId {
        let inner = self.callee.procedure();
        if self.returns { inner.returned } else { inner.exception }
    }

    /// The caller's object to which a local of the callee leads all the time.
    fn passed_to(&self, local: LocalId) -> Option<VertexId> {
        let Self { caller, call, callee, .. } = self;
        let procedure = callee.procedure();
        if procedure.statics == Some(local) {
            return caller.procedure().statics.and_then(|statics| caller.object(statics));
        }
        let (_, value) = arguments(procedure, call).find(|&(given, _)| given == local)?;
        if procedure.is_unchanged(local) { passed(*caller, value) } else { None }
    }

    /// What leads to an object of the caller where the callee ends, as it has been passed.
    fn at_exit(&self, object: VertexId) -> Option<LocalId> {
        let Self { call, callee, .. } = self;
        let procedure = callee.procedure();
        let given = arguments(procedure, call).map(|(local, _)| local).chain(procedure.statics);
        given.into_iter().find(|&local| self.passed_to(local) == Some(object))
    }
}

impl Step for ReturnStep<'_> {
    fn semantics(&self) -> &Semantics {
        self.caller.semantics
    }

    fn before(&self, terms: &mut Terms, symbols: &mut Symbols, symbol: Symbol) -> TermId {
        let Self { caller, callee, .. } = self;
        let result = self.result();
        match symbol {
            Symbol::Local(_, local) => {
                let ty = caller.procedure().locals[local].ty;
                let value = match self.is_target(local) {
                    true => operand(*callee, terms, symbols, Operand::Local(result), ty),
                    false => caller.local(terms, symbols, local).map(|(_, value)| value),
                };
                value.unwrap_or_else(|| open(terms, ty))
            }
            Symbol::Field { base, field, .. } => {
                let of_callee = match self.is_target(base) {
                    true => Some(result),
                    false => caller.object(base).and_then(|object| self.at_exit(object)),
                };
                let of_caller =
                    caller.object(base).filter(|&object| !self.is_target(base) && !self.may_change(object, field));
                match (of_caller, of_callee) {
                    (Some(object), _) => caller.field(terms, symbols, object, field),
                    (None, Some(base)) => callee.value(terms, symbols, symbol.about(callee.instance, base)),
                    (None, None) => open(terms, caller.semantics.model.program.fields[field].ty),
                }
            }
            Symbol::Size { base, field, along, .. } => {
                if self.is_target(base) {
                    return callee.value(terms, symbols, symbol.about(callee.instance, result));
                }
                let Some(vertex) = caller.vertex(base) else { return open(terms, caller.semantics.type_of(symbol)) };
                if !caller.heap.is_object(vertex) || self.is_size_kept(symbols, vertex, field, along) {
                    return caller.value(terms, symbols, symbol);
                }
                match self.at_exit(vertex) {
                    Some(base) => callee.value(terms, symbols, symbol.about(callee.instance, base)),
                    None => open(terms, caller.semantics.type_of(symbol)),
                }
            }
        }
    }

    fn is_defined(&self, symbol: Symbol) -> bool {
        match symbol.base() {
            Some(base) if self.is_target(base) => {
                self.callee.defines(symbol.about(self.callee.instance, self.result()))
            }
            Some(base) => match self.caller.object(base).and_then(|object| self.at_exit(object)) {
                Some(inner) => self.callee.defines(symbol.about(self.callee.instance, inner)),
                None => self.caller.defines(symbol),
            },
            None => true,
        }
    }
}
