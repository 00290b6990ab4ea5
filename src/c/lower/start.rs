//! What is done before the entry function: static variables get their initial values.

use super::super::typed::Kind;
use super::*;
use program::objects::{Execution, Instead, Step};
use program::statics::Prepended;

impl Lowering<'_> {
    /// The first parameter of `main(count, words)` is not negative (C11 5.1.2.2.1).
    pub(super) fn count_arguments(&mut self, parameters: &[LocalId], span: Span) {
        let Some(&count) = parameters.first() else { return };
        let (halt, start) = (self.halt(), self.graph.fresh());
        let (left, right) = (Operand::Local(count), Operand::Integer(0));
        self.graph.branch(Condition::Compare { comparison: Comparison::Less, left, right }, halt, start, span);
        self.graph.here = start;
    }

    /// Functions of others could change static variables, which no analysis follows.
    pub(super) fn assume_pure(&mut self) {
        let variables = &self.checked.variables;
        if self.static_order.iter().all(|&variable| variables[variable].ty.constant) {
            return;
        }
        for (name, span) in std::mem::take(&mut self.foreign) {
            let words = msg!("`{name}` changes no global or static variable and nothing that one leads to");
            self.diagnostics.push(Diagnostic::note("assumption/pure", span, words));
        }
    }

    /// Static fields for the pointers that the entry function is given: its caller keeps them, so that what they lead to is not lost.
    pub(super) fn held_by_caller(&mut self, entry: &Procedure) -> Vec<(FieldId, LocalId)> {
        let is_given = |local: &LocalId| self.options.has_input && entry.locals[*local].ty.is_reference();
        let given: Vec<LocalId> = entry.parameters.iter().copied().filter(is_given).collect();
        let mut field = |local: LocalId| {
            let declared = &entry.locals[local];
            self.static_field(format!("caller.{}", declared.name), declared.ty, entry.span)
        };
        given.into_iter().map(|local| (field(local), local)).collect()
    }

    /// The operations that initialise static variables, in a procedure of their own.
    pub(super) fn initialisation(&mut self, span: Span) -> (Procedure, Vec<Prepended>) {
        self.begin(Lowered::Void, span);
        let checked = self.checked;
        let initials: FxHashMap<VariableId, &Initial> =
            checked.statics.iter().filter_map(|(id, initial)| Some((*id, initial.as_ref()?))).collect();
        // All objects are there before an initial value may be the address of one.
        let mut next = 0;
        while let Some(&variable) = self.static_order.get(next) {
            next += 1;
            let storage = self.static_storage[&variable].clone();
            self.allocate(&storage, checked.variables[variable].ty.ty, span);
            let values = initials.get(&variable).into_iter().flat_map(|initial| &initial.parts);
            values.for_each(|(_, value)| {
                value.for_each_part(&mut |part| match &part.kind {
                    Kind::Variable(used) if checked.variables[*used].is_static => _ = self.variable(*used),
                    Kind::Decay(array) => {
                        let element = checked.types.pointee(part.ty).map_or(TypeId::CHAR, |to| to.ty);
                        self.text(array, element);
                    }
                    _ => {}
                });
            });
        }
        self.allocate_texts(span);
        for variable in self.static_order.clone() {
            let (storage, declared) = (self.static_storage[&variable].clone(), &checked.variables[variable]);
            if let Some(&initial) = initials.get(&variable) {
                let place = self.place_of(&storage, declared.ty.ty, span);
                self.initialise_parts(&place, declared.ty.ty, initial, true);
            } else if !declared.is_defined && !matches!(storage, Storage::Unsupported(_)) {
                let place = self.place_of(&storage, declared.ty.ty, span);
                self.fill(&place, declared.ty.ty, Content::Any, span);
            }
        }
        let exit = self.graph.exit;
        self.graph.goto(exit, span);
        let procedure = self.finish("", Vec::new(), Lowered::Void, span);
        // Constant values need no branches.
        let mut operations = Vec::new();
        let mut at = procedure.cfa.entry;
        for _ in procedure.cfa.edges.iter() {
            let Some((_, edge)) = procedure.cfa.edges_from(at).next() else { break };
            let (mut operation, mut execution) = (edge.operation.clone(), edge.execution.clone());
            // Before the program starts, no pointer leads to what could be lost.
            if let Operation::GiveUpMemory { .. } = operation {
                operation = Operation::Skip;
                if let Some(execution) = &mut execution
                    && let Some(Instead::Compute(computation)) = execution.instead.take()
                {
                    execution.then.insert(0, Step::Compute(computation));
                }
            }
            if operation != Operation::Skip || execution.is_some() {
                operations.push((operation, execution));
            }
            at = edge.target;
        }
        (procedure, operations)
    }
}

/// Replaces the locals of an operation, and of what execution does.
pub(super) fn rename(
    operation: &mut Operation,
    execution: Option<&mut Execution>,
    moved: &FxHashMap<LocalId, LocalId>,
) {
    if let Some(execution) = execution {
        execution.for_each_local(|local| *local = moved.get(local).copied().unwrap_or(*local));
    }
    let local = |local: &mut LocalId| *local = moved.get(local).copied().unwrap_or(*local);
    let operand = |operand: &mut Operand| {
        if let Operand::Local(of) = operand {
            local(of);
        }
    };
    match operation {
        Operation::Assign { target, value } => {
            local(target);
            value.for_each_operand(operand);
        }
        Operation::Load { target, base, .. } => {
            local(target);
            local(base);
        }
        Operation::Store { base, value, .. } => {
            local(base);
            operand(value);
        }
        Operation::New { target, .. } => local(target),
        Operation::RequireNonNull(o) | Operation::Free(o) | Operation::GiveUpMemory { pointer: o, .. } => operand(o),
        Operation::End(variable) => local(variable),
        Operation::Skip | Operation::Assume(_) | Operation::Call(_) | Operation::Fail(_) | Operation::GiveUp(_) => {}
    }
}
