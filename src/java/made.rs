//! Of which classes of the library, and of which lambda expressions, there are objects. Only their methods can be called: a `List` that a
//! program never makes as a `LinkedList` is none.

use std::collections::BTreeSet;

use fixedbitset::FixedBitSet;

use super::classes::ClassTable;
use super::library::usual_class;
use base::{Diagnostic, Idx, msg};
use program::cfa::{EdgeId, ProcedureId};
use program::objects::{
    Callee, ClassId, Computation, Condition, Function, Operation, Procedure, Program, Rvalue, Step, Type,
};

/// What runs from the entry method may make and call.
struct Made<'a, 't> {
    table: &'a ClassTable<'t>,
    program: &'a Program,
    /// The classes of which objects are made, as far as that is asked.
    classes: BTreeSet<ClassId>,
    procedures: FixedBitSet,
    /// Methods to look at.
    open: Vec<ProcedureId>,
    /// Methods that are called on objects of a class, or a subclass, that nothing has made yet.
    waiting: Vec<(ClassId, ProcedureId)>,
}

impl<'a, 't> Made<'a, 't> {
    fn new(table: &'a ClassTable<'t>, program: &'a Program, open: Vec<ProcedureId>) -> Self {
        let procedures = FixedBitSet::with_capacity(program.procedures.len());
        Self { table, program, classes: BTreeSet::new(), procedures, open, waiting: Vec::new() }
    }

    /// Whether objects of a class exist only where code that is known makes them.
    fn is_asked(&self, class: ClassId) -> bool {
        self.table.is_function(class) || self.table.is_given(class)
    }

    /// Whether some object belongs to a class.
    fn exists(&self, class: ClassId) -> bool {
        let is_own = |own: ClassId| {
            !self.program.classes[own].is_abstract && !self.is_asked(own) && self.program.is_subtype(own, class)
        };
        !self.is_asked(class)
            || self.classes.iter().any(|&made| self.program.is_subtype(made, class))
            || self.program.classes.indices().any(is_own)
    }

    fn make(&mut self, class: ClassId) {
        if self.is_asked(class) && self.classes.insert(class) {
            let waiting = std::mem::take(&mut self.waiting);
            waiting.into_iter().for_each(|(on, callee)| self.call(on, callee));
        }
    }

    /// A call on an object of a class.
    fn call(&mut self, on: ClassId, callee: ProcedureId) {
        match self.exists(on) {
            true => self.open.push(callee),
            false => self.waiting.push((on, callee)),
        }
    }

    fn look(&mut self) {
        while let Some(id) = self.open.pop() {
            if self.procedures.put(id.index()) {
                continue;
            }
            let program = self.program;
            for edge in &program.procedures[id].cfa.edges {
                match &edge.operation {
                    Operation::New { class, .. } => self.make(*class),
                    Operation::Call(call) => match &call.callee {
                        Callee::Static(callee) => match program.procedures[*callee].receiver {
                            Some(_) => self.call(program.procedures[*callee].class, *callee),
                            None => self.open.push(*callee),
                        },
                        Callee::Virtual(all) => all.iter().for_each(|&(class, callee)| self.call(class, callee)),
                    },
                    _ => {}
                }
            }
        }
    }

    /// The classes of the library whose objects a run may be given: those that some method of the program makes, or what it calls, and for
    /// each type of its parameters and fields of which there are none the usual one.
    fn given(&self, entry: ProcedureId) -> BTreeSet<ClassId> {
        let procedure = &self.program.procedures[entry];
        let parameters = procedure.receiver.iter().chain(&procedure.parameters);
        let mut types: Vec<Type> = parameters.map(|&local| procedure.locals[local].ty).collect();
        // What clients pass.
        if self.program.is_client(entry) {
            let passed = procedure.cfa.edges.iter().filter_map(|edge| match edge.operation {
                Operation::Assign { target, value: Rvalue::Object } => Some(procedure.locals[target].ty),
                _ => None,
            });
            types.extend(passed);
        }
        if !types.iter().any(|ty| ty.is_reference()) {
            return BTreeSet::new();
        }
        let own = self.program.procedures.iter_enumerated();
        let own = own.filter(|(_, procedure)| self.table.is_of_program(procedure.class));
        let is_main = |procedure: &Procedure| procedure.name == "main" && procedure.receiver.is_none();
        let (main, others): (Vec<_>, Vec<_>) = own.partition(|(_, procedure)| is_main(procedure));
        let [by_main, by_others] = [main, others].map(|procedures| {
            let mut all = Made::new(self.table, self.program, procedures.into_iter().map(|(id, _)| id).collect());
            all.look();
            all.classes
        });
        // What only `main` makes of classes that have no name for users, such as the list of `Arrays.asList`, is what it tries a method with.
        let by_main = by_main.into_iter().filter(|&class| self.table.is_public(class));
        let made = by_main.chain(by_others).filter(|&class| self.table.is_given(class));
        let mut made: BTreeSet<ClassId> = made.collect();
        let own = self.program.fields.iter().filter(|field| self.table.is_of_program(field.class));
        types.extend(own.map(|field| field.ty));
        for ty in types {
            let Type::Reference(class) = ty else { continue };
            if self.table.is_given(class) && !made.iter().any(|&made| self.program.is_subtype(made, class)) {
                let name = &self.program.classes[class].name;
                let usual = usual_class(name).and_then(|usual| self.program.class_named(usual));
                made.insert(usual.unwrap_or(class));
            }
        }
        made
    }
}

/// Whether a step depends on the order of elements that the specification leaves open.
fn is_any_order(step: &Step) -> bool {
    matches!(step, Step::Compute(Computation { function: Function::Arrange(_) | Function::AnyOrder, .. }))
}

/// Removes calls on objects of which there are none from the code that runs from `entry` may come to, and says that their classes have no
/// objects. Returns what has to be assumed of the library.
pub(crate) fn settle(table: &ClassTable<'_>, program: &mut Program, entry: ProcedureId) -> Vec<Diagnostic> {
    let mut made = Made::new(table, program, vec![entry]);
    made.given(entry).into_iter().for_each(|class| made.make(class));
    made.look();
    let exists: Vec<bool> = program.classes.indices().map(|class| made.exists(class)).collect();
    let has_own = |class: ClassId| !made.is_asked(class) || made.classes.contains(&class);
    let has_own: Vec<bool> = program.classes.indices().map(has_own).collect();
    let reached: Vec<ProcedureId> = made.procedures.ones().map(ProcedureId::at).collect();
    let edges = || reached.iter().flat_map(|&id| &program.procedures[id].cfa.edges);
    let mut assumed = Vec::new();
    if edges().any(|edge| edge.then().iter().any(is_any_order)) {
        let sentence = msg!("hash maps and sets go through their elements in the order of insertion");
        assumed.push(Diagnostic::note("assumption/order", None, sentence));
    }
    let is_inserted = |operation: &Operation| matches!(operation, Operation::Assume(Condition::KnownInstanceOf { .. }));
    if edges().any(|edge| is_inserted(&edge.operation)) && !table.is_unchecked {
        assumed.push(Diagnostic::note(
            "assumption/types",
            None,
            msg!("variables hold only what their type arguments allow"),
        ));
    }
    let mut changed: Vec<(ProcedureId, EdgeId, Operation)> = Vec::new();
    for &id in &reached {
        for (at, edge) in program.procedures[id].cfa.edges.iter_enumerated() {
            let operation = match &edge.operation {
                Operation::Call(call) => {
                    let callee = match &call.callee {
                        Callee::Static(callee) => match &program.procedures[*callee] {
                            called if called.receiver.is_some() && !exists[called.class.index()] => {
                                Callee::Virtual(Vec::new())
                            }
                            _ => continue,
                        },
                        Callee::Virtual(all) => {
                            Callee::Virtual(all.iter().copied().filter(|(class, _)| exists[class.index()]).collect())
                        }
                    };
                    Operation::Call(program::objects::Call { callee, ..call.clone() })
                }
                Operation::Assume(Condition::InstanceOf { class, negated, .. }) if !exists[class.index()] => {
                    match negated {
                        true => Operation::Skip,
                        false => Operation::Assume(Condition::NEVER),
                    }
                }
                // Its type does not tell what a variable holds.
                &Operation::Assume(Condition::KnownInstanceOf { operand, class, negated }) if table.is_unchecked => {
                    Operation::Assume(Condition::InstanceOf { operand, class, negated })
                }
                _ => continue,
            };
            changed.push((id, at, operation));
        }
    }
    if !table.is_unchecked {
        let (mut failing, why) = (Vec::new(), msg!("a type argument that decides what happens here is not followed"));
        for &id in &reached {
            let cfa = &program.procedures[id].cfa;
            let tests = cfa.edges.iter().filter(|edge| is_inserted(&edge.operation));
            let fails = tests.flat_map(|edge| cfa.edges_from(edge.target));
            failing.extend(fails.map(|(at, _)| (id, at, Operation::GiveUp(Box::new(why.clone())))));
        }
        changed.extend(failing);
    }
    for (id, at, operation) in changed {
        program.procedures[id].cfa.edges[at].operation = operation;
    }
    for (class, has_own) in program.classes.iter_mut().zip(has_own) {
        class.is_abstract |= !has_own;
    }
    assumed
}
