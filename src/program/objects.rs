//! Programs with objects: classes, and procedures whose edges are operations on objects and numbers.
//!
//! Each edge has one operation in three-address form, so that a step of a run is one edge. Independent of surface
//! languages and heaps.

mod assertions;
mod calls;
mod client;
mod collections;
mod contents;
mod divisors;
mod exceptions;
mod execution;
mod floating;
mod format;
mod fresh;
mod held;
mod integer;
mod liveness;
mod memory;
mod narrow;
mod never_null;
mod number;
mod operation;
mod parts;
mod print;
mod range;
mod text;
mod unhandled;
mod untracked;
mod unused;

use std::collections::BTreeMap;

use fixedbitset::FixedBitSet;
use smallvec::SmallVec;

use super::cfa::{Cfa, Location, ProcedureId, Transition};
use base::{Idx, IndexVec, Message, Span, newtype_index};

pub use client::{ClientCall, ClientLimits};
pub use collections::CollectionPart;
pub use contents::{Content, Contents, Objects, Sites};
pub use exceptions::{ExceptionKind, RAISED, seen_class};
pub use execution::{BlockFunction, Computation, Execution, Function, Instead, Step};
pub use floating::FloatFunction;
pub use format::{ArrayFunction, Conversion, FormatPart, RandomFunction};
pub use integer::{IntegerType, Names};
pub use liveness::Liveness;
pub use memory::{ALLOCATED, Management, Role, Storage};
pub use number::{CharacterFunction, NumberFunction};
pub use operation::{Binary, Call, Callee, Comparison, Condition, Failure, Operand, Operation, Rvalue, Unary};
pub use parts::Branches;
pub use range::Range;
use text::OBJECTS;
pub use text::{SPELLED_LENGTH, TEXTS, TextFunction, TextPart, compare_texts, hash_of_text, number_of_text, text_of};
pub use untracked::{NotFollowed, UntrackedReferences};

newtype_index! {
    /// A class.
    pub struct ClassId;
    /// A field, declared by one class.
    pub struct FieldId;
    /// A local variable, parameter or temporary of one procedure.
    pub struct LocalId;
}

/// The local that holds the exception in flight.
pub const EXCEPTION: &str = "@exception";
/// The class of the object that holds the static fields, and the local that refers to it. Being a keyword, it is never
/// a name in a Java program.
pub const STATICS: &str = "static";

/// The name of the most general client of a class, which makes objects of it and calls its methods in any order.
pub const CLIENT: &str = "*";

/// The variable of a client that says whether something is called now.
pub const CHOSEN: &str = "chosen";

/// The variable of a client that says whether what a call has thrown ends the run.
pub const PASSED: &str = "passed";

/// The variable of a client for what a call has thrown.
pub const THROWN: &str = "thrown";

/// Begins the names of variables for what the caller of the entry method holds.
pub const HELD_BY_CALLER: &str = "caller.";

/// The class of the argument of `main` in Java.
pub const COMMAND_LINE: &str = "String[]";

/// Whether a class of the library is that of strings, or one of those of boxes: they are final.
pub fn is_final(class: &str) -> bool {
    ["String", "Boolean", "Byte", "Character", "Short", "Integer", "Long", "Float", "Double"].contains(&class)
}

/// Whether a variable is named by the program: it is not a temporary, result or exception, nor the reference to the
/// object that holds the static fields, nor what the caller holds. Only such variables count for `{visited}`.
pub fn is_program_name(variable: &str) -> bool {
    !variable.starts_with(['$', '@']) && variable != STATICS && !variable.starts_with(HELD_BY_CALLER)
}

/// The type of a variable, field or result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// `boolean`.
    Boolean,
    /// Integers of some width.
    Integer(IntegerType),
    /// A number whose value is never tracked (`float`, `double`).
    Float,
    /// A reference to an object of this class or a subclass, or null.
    Reference(ClassId),
    /// No value.
    Void,
}

impl Type {
    /// Whether values of this type are references.
    pub fn is_reference(self) -> bool {
        matches!(self, Type::Reference(_))
    }

    /// The least and the greatest number of this type as [values](IntegerType); booleans are 0 or 1. `None` if its values
    /// are not integers, or are never tracked.
    pub fn range(self) -> Option<(i64, i64)> {
        match self {
            Type::Boolean => Some((0, 1)),
            Type::Integer(ty) => Some(ty.range()),
            Type::Float | Type::Reference(_) | Type::Void => None,
        }
    }
}

/// A program: `(classes, fields, procedures)`.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// All classes, including library classes provided by the language (such as `Object`).
    pub classes: IndexVec<ClassId, Class>,
    /// All fields of all classes.
    pub fields: IndexVec<FieldId, Field>,
    /// The classes of the objects in fields whose types say nothing of them, as far as type arguments of the program do.
    pub held: BTreeMap<FieldId, Vec<ClassId>>,
    /// All procedures with a body.
    pub procedures: IndexVec<ProcedureId, Procedure>,
    /// The class of exceptions thrown by dereferences of null; present if some edge handles them.
    pub null_dereference: Option<ClassId>,
    /// The procedure of which the calls are checked if runs start in a [client](Program::is_client) that makes all others only to come to
    /// them, and ends where one fails.
    pub checked: Option<ProcedureId>,
    /// How its language names types and null.
    pub names: Names,
    /// How its memory is managed.
    pub management: Management,
}

/// A class.
#[derive(Clone, Default, Debug)]
pub struct Class {
    /// Its name, which is also the type of its vertices in heaps.
    pub name: String,
    /// The class that it extends.
    pub superclass: Option<ClassId>,
    /// The interfaces that it implements or extends itself, in order.
    pub interfaces: Vec<ClassId>,
    /// Whether no object has just this class: an interface, or an abstract class.
    pub is_abstract: bool,
    /// Whether functions may be objects of it. There may be more of them than the program has classes: those of code that does not run.
    pub has_functions: bool,
    /// The fields that it declares itself, in order.
    pub fields: Vec<FieldId>,
    /// The procedures that it declares itself, in order.
    pub procedures: Vec<ProcedureId>,
    /// Whether its objects only tell apart what another object was like at different times, as those of collections do that iterators
    /// compare. One that only the object itself refers to is as good as null, which no iterator has.
    pub is_token: bool,
    /// Whether code outside of the program can make objects of it.
    pub is_open: bool,
    /// What is wrong when a run ends with an object of it; `None`: what its superclass says.
    pub exception: Option<ExceptionKind>,
    /// Where its objects are.
    pub storage: Storage,
    /// The position of its declaration; `None` for classes provided by the language.
    pub span: Option<Span>,
}

/// A field.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name, which is also the label of its selector edges in heaps.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// The class that declares it.
    pub class: ClassId,
    /// What it is for.
    pub role: Role,
    /// The position of its declaration.
    pub span: Span,
}

/// What a local is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LocalKind {
    /// A variable that the program declares, or the object on which a method is called.
    Declared,
    /// An intermediate value: assigned before it is read, and not reassigned while its value is needed.
    Temporary,
    /// A variable that the language implies: the result, the exception in flight, the reference to the object with the static fields, and
    /// others that front ends need.
    Synthetic,
}

/// A local variable, parameter or temporary.
#[derive(Clone, Debug)]
pub struct Local {
    /// Its name; those of temporaries start with `$`, those of others that are not [declared](LocalKind::Declared) with `@`, except for
    /// [`STATICS`]. Locals of disjoint scopes may share a name; they are never live together.
    pub name: String,
    /// What it is.
    pub kind: LocalKind,
    /// Its type.
    pub ty: Type,
    /// The part of the source text in which it is in scope; `None` if that is the whole procedure.
    pub scope: Option<Span>,
}

/// A procedure: `(locals, control-flow automaton, exceptional exit)`.
///
/// Invariants: no edge leaves the exceptional exit or the error location; the edges of a location with a condition cover all cases; at the
/// entry, parameters (the receiver first) and, in callees, static fields are bound, and no other locals.
#[derive(Clone, Debug)]
pub struct Procedure {
    /// Its simple name; constructors are `<init>`.
    pub name: String,
    /// The class that declares it.
    pub class: ClassId,
    /// The local `this`, for instance methods and constructors.
    pub receiver: Option<LocalId>,
    /// The parameters without the receiver, in order.
    pub parameters: Vec<LocalId>,
    /// The local that refers to the object that holds the static fields, if the procedure or one that it may call uses
    /// them. The entry procedure assigns it first, and every call passes it on.
    pub statics: Option<LocalId>,
    /// The type of its result.
    pub result: Type,
    /// All locals.
    pub locals: IndexVec<LocalId, Local>,
    /// The local [`RETURN`](base::RETURN); unbound at the exit of a procedure without result.
    pub returned: LocalId,
    /// The local [`EXCEPTION`]; bound at the exceptional exit.
    pub exception: LocalId,
    /// Its locations and edges.
    pub cfa: Cfa<OperationEdge>,
    /// The location at which it ends with an exception.
    pub exceptional_exit: Location,
    /// The location at which the run ends with a [failure](Operation::Fail), or is not [followed](Operation::GiveUp) any further; `None` if the
    /// procedure has none.
    pub error: Option<Location>,
    /// The location at which it ends the run, as `exit` and `abort` do; `None` if it does not.
    pub ended: Option<Location>,
    /// Whether some index in it may be out of bounds without an edge that says so: bounds are not modelled, and nothing handles
    /// the exception.
    pub ignores_bounds: bool,
    /// The source range of the whole declaration.
    pub span: Span,
}

/// An edge of a control-flow automaton.
#[derive(Clone, Debug)]
pub struct OperationEdge {
    /// The source location.
    pub source: Location,
    /// The target location.
    pub target: Location,
    /// The operation that it executes.
    pub operation: Operation,
    /// If the operation dereferences null, the procedure continues here, with its [`EXCEPTION`] bound to a new object of
    /// [`Program::null_dereference`]. `None`: it cannot, or the run stays in an error state.
    pub on_null: Option<Location>,
    /// What execution does besides, or instead; nothing that an abstraction follows depends on it.
    pub execution: Option<Box<Execution>>,
    /// Its source range.
    pub span: Span,
    /// If it shows the value of the condition that its statement decides, such as that of `while (a && b)`: the value.
    pub condition: Option<bool>,
}

impl Program {
    /// Whether values of a type refer to objects of which the program declares no class, such as strings. They are not followed.
    pub fn is_foreign(&self, ty: Type) -> bool {
        matches!(ty, Type::Reference(class) if self.classes[class].span.is_none()) && !self.is_manual()
    }

    /// Whether values of a type are texts, or null.
    pub fn is_text(&self, ty: Type) -> bool {
        matches!(ty, Type::Reference(class) if self.classes[class].span.is_none() && self.classes[class].name == "String")
    }

    /// Whether objects of a type belong to no class of the program, as no class extends theirs: strings, boxes and arrays.
    pub fn is_final_foreign(&self, ty: Type) -> bool {
        let Type::Reference(class) = ty else { return false };
        let name = self.classes[class].name.as_str();
        self.is_foreign(ty) && (is_final(name) || name.ends_with("[]"))
    }

    /// Whether a class of which conditions ask is that of strings, or one of those of boxes.
    pub fn has_foreign(&self, class: ClassId) -> bool {
        self.classes[class].span.is_none() && is_final(&self.classes[class].name)
    }

    /// Whether a class is that of all objects. Conditions ask with it whether an object belongs to a class of the program.
    pub fn is_any(&self, class: ClassId) -> bool {
        self.classes[class].span.is_none() && self.classes[class].name == "Object"
    }

    /// The first and the last number of the objects that executions pass as values of a foreign type, and tell apart by their numbers.
    /// Types that ask for different classes have different ones; where texts fit, they are [texts](text_of).
    pub fn payload(&self, class: ClassId) -> (i64, i64) {
        let Class { span, name, .. } = &self.classes[class];
        let (texts, objects) = (TEXTS, OBJECTS);
        let type_number = match name.as_str() {
            "String" | "CharSequence" => return (1, texts),
            _ if span.is_some() => return (1, objects),
            "Object" => 0,
            "Comparable" => 1,
            _ => 2 + class.index() as i64,
        };
        let first = texts + objects * type_number + 1;
        (first, first + objects - 1)
    }

    /// Whether a parameter of this type is that of `main(String[] args)`: a given array, never null.
    pub fn is_command_line(&self, procedure: &Procedure, ty: Type) -> bool {
        let is_main = procedure.name == "main" && procedure.receiver.is_none() && procedure.parameters.len() == 1;
        is_main && matches!(ty, Type::Reference(class) if self.classes[class].name == COMMAND_LINE)
    }

    /// `class` and its superclasses, nearest first.
    pub fn ancestry(&self, class: ClassId) -> impl Iterator<Item = ClassId> {
        // A cyclic hierarchy is an error of the front end; the bound ensures termination even then.
        std::iter::successors(Some(class), |&c| self.classes[c].superclass).take(self.classes.len())
    }

    /// Whether `class` is `ancestor` or extends it.
    pub fn is_subclass(&self, class: ClassId, ancestor: ClassId) -> bool {
        self.ancestry(class).any(|c| c == ancestor)
    }

    /// Whether `class` is `ancestor`, extends it or implements it.
    pub fn is_subtype(&self, class: ClassId, ancestor: ClassId) -> bool {
        let (mut open, mut seen) = (vec![class], FixedBitSet::with_capacity(self.classes.len()));
        while let Some(class) = open.pop() {
            if class == ancestor {
                return true;
            }
            if !seen.put(class.index()) {
                open.extend(self.classes[class].superclass.iter().chain(&self.classes[class].interfaces));
            }
        }
        false
    }

    /// The class with this name.
    pub fn class_named(&self, name: &str) -> Option<ClassId> {
        self.classes.iter_enumerated().find(|(_, c)| c.name == name).map(|(id, _)| id)
    }

    /// `Class.method`; the name alone for functions, which belong to the class of static fields.
    pub fn qualified_name(&self, id: ProcedureId) -> String {
        let procedure = &self.procedures[id];
        match self.classes[procedure.class].name.as_str() {
            STATICS => procedure.name.clone(),
            class => format!("{class}.{}", procedure.name),
        }
    }
}

impl OperationEdge {
    /// What execution does instead of the operation.
    pub fn instead(&self) -> Option<&Instead> {
        self.execution.as_ref()?.instead.as_ref()
    }

    /// What execution does after the operation.
    pub fn then(&self) -> &[Step] {
        self.execution.as_ref().map_or(&[], |execution| &execution.then)
    }

    /// The targets of exceptions thrown by the operation: by a callee, and by a dereference of null.
    pub fn handlers(&self) -> impl Iterator<Item = Location> + use<> {
        let called = match &self.operation {
            Operation::Call(call) => Some(call.exceptional),
            _ => None,
        };
        called.into_iter().chain(self.on_null)
    }
}

impl Transition for OperationEdge {
    fn source(&self) -> Location {
        self.source
    }

    fn target(&self) -> Location {
        self.target
    }

    fn handlers(&self) -> impl Iterator<Item = Location> {
        OperationEdge::handlers(self)
    }

    fn is_call(&self) -> bool {
        matches!(self.operation, Operation::Call(_))
    }

    fn for_each_location(&mut self, visit: impl FnMut(&mut Location)) {
        let called = match &mut self.operation {
            Operation::Call(call) => Some(&mut call.exceptional),
            _ => None,
        };
        [&mut self.source, &mut self.target].into_iter().chain(called).chain(&mut self.on_null).for_each(visit);
    }
}

impl Procedure {
    /// Whether a comparison of these operands is one of unsigned numbers of 64 bits.
    pub fn compares_unsigned_64(&self, left: Operand, right: Operand) -> bool {
        let is_unsigned = |operand| match operand {
            Operand::Local(local) => matches!(self.locals[local].ty, Type::Integer(ty) if ty.is_unsigned_64()),
            Operand::Null | Operand::Integer(_) | Operand::Boolean(_) => false,
        };
        is_unsigned(left) || is_unsigned(right)
    }

    /// The reference that an operation dereferences, unless it is the object that holds the static fields, or the object
    /// whose method this is.
    pub fn dereferences(&self, operation: &Operation) -> Option<Operand> {
        let never_null = [self.statics, self.receiver].map(|local| local.map(Operand::Local));
        operation.dereferences().filter(|&found| !never_null.contains(&Some(found)))
    }

    /// Nothing is known of a run that comes to this procedure.
    pub fn give_up(&mut self, why: &Message, span: Span) {
        let edge = OperationEdge {
            source: self.cfa.entry,
            target: self.cfa.entry,
            operation: Operation::Skip,
            on_null: None,
            execution: None,
            condition: None,
            span,
        };
        self.cfa.edges = std::iter::once(edge).collect();
        self.give_up_at(|_| true, why);
    }

    /// Nothing is known of a run that comes to such an edge.
    pub fn give_up_at(&mut self, is_such: impl Fn(&OperationEdge) -> bool, why: &Message) {
        let mut edges = self.cfa.edges.as_slice().to_vec();
        for edge in edges.iter_mut().filter(|edge| is_such(edge)) {
            let error = *self.error.get_or_insert_with(|| self.cfa.locations.push(edge.span));
            (edge.operation, edge.target, edge.on_null) = (Operation::GiveUp(Box::new(why.clone())), error, None);
            edge.execution = None;
        }
        self.cfa.edges = edges.into_iter().collect();
        self.keep_reachable();
    }

    /// [`Cfa::merge_points`] with all locations at which it ends.
    pub fn merge_points(&self) -> IndexVec<Location, bool> {
        self.cfa.merge_points(&self.other_exits())
    }

    /// [`Cfa::cut_points`] with all locations at which it ends.
    pub fn cut_points(&self) -> IndexVec<Location, bool> {
        self.cfa.cut_points(&self.other_exits())
    }

    /// [`Cfa::keep_reachable`] with all locations at which it ends.
    pub fn keep_reachable(&mut self) {
        let mut exits = self.other_exits();
        self.cfa.keep_reachable(&mut exits);
        let mut exits = exits.into_iter();
        let own = [Some(&mut self.exceptional_exit), self.error.as_mut(), self.ended.as_mut()];
        own.into_iter().flatten().zip(&mut exits).for_each(|(own, exit)| *own = exit);
    }

    /// The locations at which it ends, other than the exit of its control-flow automaton.
    fn other_exits(&self) -> SmallVec<[Location; 3]> {
        std::iter::once(self.exceptional_exit).chain(self.error).chain(self.ended).collect()
    }
}
