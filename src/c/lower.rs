//! Translates checked functions to control-flow automata: those that the entry function may reach.
//!
//! One edge is one three-address operation; operands are evaluated from left to right. Variables whose address is not taken are locals,
//! structures and small arrays of them are locals for each part; static variables are fields of the object of
//! static fields. A variable whose address is taken is a reference to an object of its own.

mod access;
mod addressed;
mod allocate;
mod bit_fields;
mod blocks;
mod call;
mod condition;
mod constants;
mod elements;
mod expression;
mod floating;
mod foreign;
mod indexed;
mod jumps;
mod literals;
mod memory;
mod objects;
mod place;
mod pointers;
mod ranges;
mod scopes;
mod start;
mod statement;
mod statics;
mod texts;

use crate::unsupported::Construct;
use std::rc::Rc;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::lexer::Name;
use super::sequence::Order;
use super::typed::{
    COMPOUND_LITERAL, Checked, Function, FunctionId, Initial, Node, StatementId, StatementKind, VariableId,
};
use super::types::{Integer, StructId, Type, TypeId};
use super::{COptions, DataModel};
use access::Content;
use addressed::Addressed;
use allocate::{Wanted, allocators};
use base::{Diagnostic, FileId, Idx, IndexVec, Message, Span, did_you_mean, msg};
use indexed::Indexed;
use jumps::Jumps;
use memory::{Slot, Storage};
use place::Place;
use program::cfa::{Cfa, Location, ProcedureId};
use program::graph::Graph;
use program::objects::{
    Class, ClassId, Comparison, Condition, Field, FieldId, IntegerType, Liveness, LocalId, LocalKind, Management,
    Names, Operand, Operation, OperationEdge, Procedure, Program, Role, Rvalue, STATICS, Storage as StorageClass,
    Type as Lowered,
};
use program::statics::{first_values, hand_over_statics, prepend, take_statics};
use ranges::Range;
use scopes::OpenBlock;
use start::rename;

/// Maximum number of cells of an array that are tracked, and of parts of a structure.
const CELLS: u64 = 64;

/// A string literal: its place, and what is in it.
type Literal = (Span, Rc<[u8]>);

struct Lowering<'a> {
    checked: &'a Checked,
    options: COptions<'a>,
    diagnostics: &'a mut Vec<Diagnostic>,
    /// Classes and fields; procedures are added at the end.
    program: Program,
    /// The class of the object of static fields, and the superclass of all others.
    statics_class: ClassId,
    root: ClassId,
    classes: IndexMap<StructId, ClassId, FxBuildHasher>,
    /// Where the members of structures are.
    layouts: FxHashMap<StructId, Rc<[Storage]>>,
    /// The classes of variables whose address is taken, and the field with the value.
    cells: FxHashMap<TypeId, (ClassId, FieldId)>,
    /// The classes of objects elsewhere than on the heap, by the classes of their types.
    elsewhere: FxHashMap<(ClassId, StorageClass), ClassId>,
    /// For each part, the class of the objects there, and the field that leads up.
    containers: FxHashMap<FieldId, (ClassId, FieldId)>,
    /// The members and elements that are objects of their own.
    addressed: Addressed,
    /// The types of which there are blocks, and the arrays that are some.
    indexed: Indexed,
    /// The classes of blocks, by those of their elements.
    blocks_of: FxHashMap<ClassId, ClassId>,
    /// The fields with the index and the length of pointers in fields.
    field_ranges: FxHashMap<FieldId, (FieldId, FieldId)>,
    /// The static fields with those of the pointer that a function has returned.
    returned_range: Option<(FieldId, FieldId)>,
    /// The classes of objects that must not be written, by those of others that are there.
    constants: FxHashMap<ClassId, ClassId>,
    /// The static fields and locals that refer to such objects.
    constant_fields: FxHashSet<FieldId>,
    constant_locals: FxHashSet<LocalId>,
    /// Static variables in the order of their first use.
    static_storage: FxHashMap<VariableId, Storage>,
    static_order: Vec<VariableId>,
    /// The fields that refer to the objects of string literals, by the places and contents of these.
    texts: IndexMap<Literal, (FieldId, TypeId), FxBuildHasher>,
    /// How many classes and static variables have each name.
    class_names: FxHashMap<String, u32>,
    static_names: FxHashMap<String, u32>,
    /// Functions, with the types of the objects that they allocate, where callers know these.
    procedures: FxHashMap<(FunctionId, Option<Wanted>), ProcedureId>,
    /// Functions to lower: they are procedures in this order, after the entry.
    queue: Vec<(FunctionId, Option<Wanted>)>,
    /// The functions that may return memory without a type.
    allocators: FxHashSet<FunctionId>,
    /// Functions of others that are called, with the first call of each.
    foreign: IndexMap<Name, Span, FxBuildHasher>,
    /// Functions that already have a note.
    noted: FxHashSet<(Name, &'static str)>,
    // For the procedure being lowered:
    graph: Graph,
    statics: Option<LocalId>,
    storage: FxHashMap<VariableId, Storage>,
    /// The index and the length of pointers that have some; of others they are 0 and 1.
    ranges: FxHashMap<LocalId, Range>,
    /// The variables with the numbers of elements of blocks.
    lengths: FxHashMap<LocalId, VariableId>,
    /// Where the values of variables are that are no objects and have none inside.
    places: FxHashMap<VariableId, Place>,
    labels: Vec<Location>,
    label_names: Vec<Name>,
    jumps: Jumps,
    /// The blocks around the statement being lowered.
    blocks: Vec<OpenBlock>,
    /// The locals that refer to objects that live as long as the call.
    function_objects: Vec<LocalId>,
    /// Where `break` and `continue` lead, and how many blocks are around that.
    breaks: Vec<(Location, usize)>,
    continues: Vec<(Location, usize)>,
    cases: Vec<(Vec<Location>, Location)>,
    result: TypeId,
    /// What it allocates for its caller, and the parameters that hold the size of that.
    allocated: Option<Wanted>,
    sizes: FxHashSet<VariableId>,
    /// The type of the objects that the call being lowered is to return.
    wanted: Option<TypeId>,
    /// The location from which no run goes on: what the program assumes is not true.
    halt: Option<Location>,
    /// Locals of the type `_Bool`.
    truth_values: FxHashSet<LocalId>,
    /// The statements in which the order of evaluation decides, or may decide.
    unordered: FxHashMap<StatementId, Order>,
    /// Whether it was said that operands are taken to be evaluated from left to right.
    assumes_order: bool,
    /// Locals that are declared without a value.
    undefined: Vec<(LocalId, Span)>,
    /// Whether what is not supported is left out.
    is_quiet: bool,
}

/// Lowers a program, for runs that start in the function `entry`.
pub(crate) fn lower(
    checked: &Checked,
    unordered: FxHashMap<StatementId, Order>,
    options: COptions<'_>,
    entry: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<(Program, ProcedureId)> {
    let entry = entry.trim().trim_end_matches("()");
    let mut defined = checked.functions.iter_enumerated().filter(|(_, function)| function.body.is_some());
    let Some((start, _)) = defined.find(|(_, function)| &*function.name == entry) else {
        let names = checked.functions.iter().filter(|f| f.body.is_some()).map(|f| &*f.name);
        let message = msg!("there is no function `{entry}` with a body");
        diagnostics.push(Diagnostic::error("c/entry", None, message).suggest(did_you_mean(entry, names)));
        return None;
    };
    let mut addressed = Addressed::new(checked, start);
    // Heaps that are given have no blocks.
    let indexed = match options.has_input {
        true => Indexed::default(),
        false => Indexed::new(checked, start, &mut addressed),
    };
    let mut lowering = Lowering::new(checked, options, addressed, indexed, diagnostics);
    lowering.unordered = unordered;
    lowering.run(start);
    Some((lowering.program, ProcedureId::at(0)))
}

/// All structures with their members, and the functions with a body, without code.
pub(crate) fn outline(checked: &Checked) -> Program {
    let mut diagnostics = Vec::new();
    let options = COptions { model: checked.types.model, has_input: true, ..COptions::default() };
    let (addressed, indexed) = (Addressed::default(), Indexed::default());
    let mut lowering = Lowering::new(checked, options, addressed, indexed, &mut diagnostics);
    let mut procedures: IndexVec<ProcedureId, Procedure> = IndexVec::new();
    for function in checked.functions.iter().filter(|function| function.body.is_some()) {
        procedures.push(lowering.declared(function));
    }
    let structures = checked.types.structs.iter_enumerated().filter(|(_, structure)| structure.members.is_some());
    structures.for_each(|(id, _)| _ = lowering.class_of_struct(id));
    lowering.lay_out_all(&[]);
    let (class, all) = (lowering.statics_class, procedures.indices().collect());
    lowering.program.classes[class].procedures = all;
    lowering.program.procedures = procedures;
    lowering.program
}

impl<'a> Lowering<'a> {
    fn new(
        checked: &'a Checked,
        options: COptions<'a>,
        addressed: Addressed,
        indexed: Indexed,
        diagnostics: &'a mut Vec<Diagnostic>,
    ) -> Self {
        let names = Names::C { has_wide_long: checked.types.model == DataModel::Lp64 };
        let mut program = Program { names, management: Management::Manual, ..Program::default() };
        let class = |name: &str, storage| Class { name: name.to_owned(), storage, ..Class::default() };
        let root = program.classes.push(class("void", StorageClass::Heap));
        let statics_class = program.classes.push(class(STATICS, StorageClass::Static));
        Self {
            checked,
            options,
            diagnostics,
            program,
            statics_class,
            root,
            classes: IndexMap::default(),
            layouts: FxHashMap::default(),
            cells: FxHashMap::default(),
            elsewhere: FxHashMap::default(),
            containers: FxHashMap::default(),
            addressed,
            indexed,
            blocks_of: FxHashMap::default(),
            field_ranges: FxHashMap::default(),
            returned_range: None,
            constants: FxHashMap::default(),
            constant_fields: FxHashSet::default(),
            constant_locals: FxHashSet::default(),
            static_storage: FxHashMap::default(),
            static_order: Vec::new(),
            texts: IndexMap::default(),
            class_names: FxHashMap::default(),
            static_names: FxHashMap::default(),
            procedures: FxHashMap::default(),
            queue: Vec::new(),
            allocators: allocators(checked),
            foreign: IndexMap::default(),
            noted: FxHashSet::default(),
            graph: Graph::new(Lowered::Void, Lowered::Reference(root), Span::new(FileId(0), 0, 0)),
            statics: None,
            storage: FxHashMap::default(),
            ranges: FxHashMap::default(),
            lengths: FxHashMap::default(),
            places: FxHashMap::default(),
            labels: Vec::new(),
            label_names: Vec::new(),
            jumps: Jumps::default(),
            blocks: Vec::new(),
            function_objects: Vec::new(),
            breaks: Vec::new(),
            continues: Vec::new(),
            cases: Vec::new(),
            result: TypeId::VOID,
            allocated: None,
            sizes: FxHashSet::default(),
            wanted: None,
            halt: None,
            truth_values: FxHashSet::default(),
            unordered: FxHashMap::default(),
            assumes_order: false,
            undefined: Vec::new(),
            is_quiet: false,
        }
    }

    fn run(&mut self, start: FunctionId) {
        let mut procedures: IndexVec<ProcedureId, Procedure> = IndexVec::new();
        let entry = self.function(start, true);
        procedures.push(entry);
        let mut next = 0;
        while let Some(&(function, allocated)) = self.queue.get(next) {
            next += 1;
            self.allocated = allocated;
            let procedure = self.function(function, false);
            procedures.push(procedure);
        }
        if self.options.has_input {
            let body = self.checked.functions[start].body.as_ref();
            self.lay_out_all(body.map_or(&[], |body| &body.parameters));
        }
        let (first, mut operations) = self.initialisation(procedures[ProcedureId::at(0)].span);
        let given_up = operations.pop_if(|(last, _)| matches!(last, Operation::GiveUp(_)));
        let class = self.statics_class;
        let held = self.held_by_caller(&procedures[ProcedureId::at(0)]);
        let has_statics = !self.static_order.is_empty() || !self.texts.is_empty() || self.returned_range.is_some();
        if has_statics || !held.is_empty() {
            let entry = &mut procedures[ProcedureId::at(0)];
            let statics = take_statics(entry, class);
            let mut operations = operations;
            let mut moved: FxHashMap<LocalId, LocalId> = FxHashMap::default();
            for (id, local) in first.locals.iter_enumerated() {
                let target = if Some(id) == first.statics { statics } else { entry.locals.push(local.clone()) };
                moved.insert(id, target);
            }
            operations
                .iter_mut()
                .for_each(|(operation, execution)| rename(operation, execution.as_deref_mut(), &moved));
            let store = |(field, value)| Operation::Store { base: statics, field, value: Operand::Local(value) };
            let first = std::iter::once(Operation::New { target: statics, class }).chain(held.into_iter().map(store));
            operations.splice(0..0, first.map(|operation| (operation, None)));
            prepend(entry, operations);
            hand_over_statics(&mut procedures);
        }
        if let Some((Operation::GiveUp(why), _)) = given_up {
            let entry = &mut procedures[ProcedureId::at(0)];
            entry.give_up(&why, entry.span);
        }
        let all: Vec<ProcedureId> = procedures.indices().collect();
        self.program.classes[class].procedures = all;
        self.program.procedures = procedures;
        self.assume_pure();
        self.assume_first_values(start);
    }

    /// Starts a procedure.
    fn begin(&mut self, result: Lowered, span: Span) {
        self.graph = Graph::new(result, Lowered::Reference(self.root), span);
        self.statics = None;
        self.halt = None;
        self.storage.clear();
        self.ranges.clear();
        self.lengths.clear();
        self.places.clear();
        self.constant_locals.clear();
        self.breaks.clear();
        self.continues.clear();
        self.cases.clear();
        self.undefined.clear();
        self.truth_values.clear();
        self.labels.clear();
        self.label_names.clear();
        self.jumps = Jumps::default();
        self.blocks.clear();
        self.function_objects.clear();
    }

    fn function(&mut self, id: FunctionId, is_entry: bool) -> Procedure {
        let checked = self.checked;
        let function = &checked.functions[id];
        let signature = match checked.types.get(function.ty) {
            Type::Function(signature) => signature.clone(),
            _ => super::types::Signature { result: TypeId::VOID, parameters: None, variadic: false },
        };
        let Some(body) = &function.body else {
            self.begin(Lowered::Void, function.span);
            return self.finish(&function.name, Vec::new(), Lowered::Void, function.span);
        };
        let result = match signature.result {
            TypeId::VOID => Some(Lowered::Void),
            ty => self.lowered(ty),
        };
        self.begin(result.unwrap_or(Lowered::Void), body.span);
        self.result = signature.result;
        if result.is_none() {
            self.unsupported(&Construct::StructureResult, function.span);
        }
        let result = result.unwrap_or(Lowered::Void);
        if signature.variadic {
            self.unsupported(&Construct::VariadicFunction, function.span);
        }
        if let Some(attribute) = &function.attribute {
            self.unsupported(&Construct::Attribute(attribute.clone()), function.span);
        }
        if let Some((what, span)) = checked.around.as_ref().filter(|_| is_entry) {
            self.unsupported(what, *span);
        }
        self.accompany(self.graph.returned, signature.result);
        self.labels = body.labels.iter().map(|_| self.graph.fresh()).collect();
        self.label_names = body.labels.clone();
        self.jumps = Jumps::new(checked, body.statement);
        self.remember_sizes(body);
        let is_drawn = is_entry && !self.options.has_input;
        let mut parameters = Vec::new();
        for &parameter in &body.parameters {
            let local = self.parameter(parameter, is_drawn);
            parameters.extend(local);
            let range = local.and_then(|local| self.ranges.get(&local).copied());
            parameters.extend(range.iter().flat_map(|&(index, length)| [index, length]).filter_map(Operand::local));
        }
        let second = body.parameters.get(1).map(|&parameter| checked.variables[parameter].ty.ty);
        if is_entry && &*function.name == "main" && second.is_some_and(|ty| checked.types.pointee(ty).is_some()) {
            self.count_arguments(&parameters, function.span);
        }
        self.statement(body.statement);
        self.fall_off(&function.name, body.span);
        self.drop_undefined();
        self.finish(&function.name, if is_drawn { Vec::new() } else { parameters }, result, body.span)
    }

    /// A function without its code.
    fn declared(&mut self, function: &Function) -> Procedure {
        let Type::Function(signature) = self.checked.types.get(function.ty) else {
            return self.finish(&function.name, Vec::new(), Lowered::Void, function.span);
        };
        let result = self.lowered(signature.result).unwrap_or(Lowered::Void);
        self.begin(result, function.span);
        let given = function.body.iter().flat_map(|body| &body.parameters);
        let parameters = given.filter_map(|&parameter| self.parameter(parameter, false)).collect();
        let exit = self.graph.exit;
        self.graph.goto(exit, function.span);
        self.finish(&function.name, parameters, result, function.span)
    }

    /// The end of a function without `return`.
    fn fall_off(&mut self, name: &str, span: Span) {
        let end = Span { start: span.end.saturating_sub(1).max(span.start), ..span };
        self.graph.statement = end;
        self.return_undefined(name == "main", end);
        self.end_function(end);
        let exit = self.graph.exit;
        self.graph.goto(exit, end);
    }

    /// Variables without an initial value have any value, if they are read before they are assigned. Removes the assignments of
    /// those that are not.
    fn drop_undefined(&mut self) {
        let mut draft = self.procedure("", Vec::new(), Lowered::Void, self.graph.statement);
        self.graph.clone().finish(&mut draft);
        let liveness = Liveness::with_execution(&draft, |operation, visit| operation.for_each_use(visit));
        let undefined: FxHashSet<(LocalId, Span)> = self.undefined.iter().copied().collect();
        let declares = |edge: &OperationEdge| match edge.operation {
            Operation::Assign { target, value: Rvalue::Drawn | Rvalue::Binary { .. } } => {
                Some((target, edge.span)).filter(|declared| undefined.contains(declared))
            }
            _ => None,
        };
        // Of the two edges for a truth value, only the last one counts.
        let mut needed: FxHashMap<(LocalId, Span), bool> = FxHashMap::default();
        for edge in &draft.cfa.edges {
            let is_first = draft
                .cfa
                .edges_from(edge.target)
                .next()
                .is_some_and(|(_, next)| declares(edge).is_some() && declares(next) == declares(edge));
            if let Some(declared) = declares(edge).filter(|_| !is_first) {
                *needed.entry(declared).or_default() |= liveness.is_live(edge.target, declared.0);
            }
        }
        self.graph.skip(|edge| declares(edge).is_some_and(|declared| !needed.get(&declared).is_some_and(|&n| n)));
    }

    fn procedure(&self, name: &str, parameters: Vec<LocalId>, result: Lowered, span: Span) -> Procedure {
        Procedure {
            name: name.to_owned(),
            class: self.statics_class,
            receiver: None,
            parameters,
            statics: self.statics,
            result,
            locals: IndexVec::new(),
            returned: self.graph.returned,
            exception: self.graph.exception,
            cfa: Cfa { locations: IndexVec::new(), edges: IndexVec::new(), entry: Location(0), exit: self.graph.exit },
            exceptional_exit: self.graph.exceptional_exit,
            error: None,
            ended: None,
            ignores_bounds: false,
            span,
        }
    }

    fn finish(&mut self, name: &str, parameters: Vec<LocalId>, result: Lowered, span: Span) -> Procedure {
        let mut procedure = self.procedure(name, parameters, result, span);
        if self.graph.is_full() {
            self.diagnostics.push(Diagnostic::error("c/size", span, msg!("`{name}` is too large")));
        }
        let graph = std::mem::replace(&mut self.graph, Graph::new(Lowered::Void, Lowered::Reference(self.root), span));
        graph.finish(&mut procedure);
        procedure
    }

    /// Gives up runs that come to something that is not supported.
    fn unsupported(&mut self, construct: &Construct, span: Span) {
        if self.is_quiet {
            return;
        }
        let why = msg!("{} is not supported yet", construct.words());
        self.graph.give_up(&why, span);
        let warning = Diagnostic::warning("c/unsupported", span, why);
        self.diagnostics.push(warning.suggest(construct.advice()));
    }

    /// Does something with what is not supported only where it is used.
    fn quietly<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.is_quiet, true);
        let result = run(self);
        self.is_quiet = before;
        result
    }

    /// Of what is in memory, nothing is known once this pointer is used here; why.
    fn give_up_memory(&mut self, pointer: Operand, why: Message, span: Span) {
        self.graph.emit(Operation::GiveUpMemory { pointer, why: Box::new(why) }, span);
    }

    /// Adds a note, once for each name and code.
    fn note(&mut self, code: &'static str, name: &Name, span: Span, message: Message) {
        if self.noted.insert((name.clone(), code)) {
            self.diagnostics.push(Diagnostic::note(code, span, message));
        }
    }

    fn integer_type(&self, integer: Integer) -> IntegerType {
        let bits = integer.size(self.model()) * 8;
        IntegerType { bits: u8::try_from(bits).unwrap_or(64), signed: integer.signed }
    }

    fn model(&self) -> DataModel {
        self.checked.types.model
    }

    /// The integer type of a value.
    fn integer_of(&self, ty: TypeId) -> IntegerType {
        self.integer_type(self.checked.types.integer(ty).unwrap_or(Integer::INT))
    }

    fn assign(&mut self, target: LocalId, value: Rvalue, span: Span) {
        self.graph.emit(Operation::Assign { target, value }, span);
    }

    fn temporary(&mut self, ty: TypeId) -> LocalId {
        let lowered = self.lowered(ty).unwrap_or(Lowered::Float);
        let local = self.graph.temporary(lowered);
        self.accompany(local, ty);
        local
    }

    /// The local that refers to the static fields.
    fn statics(&mut self) -> LocalId {
        let class = self.statics_class;
        *self.statics.get_or_insert_with(|| self.graph.local(STATICS, LocalKind::Synthetic, Lowered::Reference(class)))
    }

    /// The location at which the run ends.
    fn halt(&mut self) -> Location {
        match self.halt {
            Some(halt) => halt,
            None => *self.halt.insert(self.graph.fresh()),
        }
    }
}
