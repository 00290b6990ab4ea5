//! What a run does where abstractions see less. None of them follows what is in arrays, boxes and texts; an execution does.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::{
    ArrayFunction, Binary, CharacterFunction, ClassId, FieldId, FloatFunction, FormatPart, IntegerType, LocalId,
    NumberFunction, Operand, Program, RandomFunction, Rvalue, TextFunction, TextPart,
};
use crate::cfa::ProcedureId;

/// What execution does on an edge, besides the operation that abstractions see, or instead of it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Execution {
    /// Instead of the operation, if all that it takes is known.
    pub instead: Option<Instead>,
    /// Afterwards, one after the other.
    pub then: Vec<Step>,
}

/// What execution does instead of an operation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Instead {
    /// Computes what the operation assigns.
    Compute(Computation),
    /// Tests the result of a function, a truth value, or its negation: the condition of the operation.
    Test {
        /// The function.
        function: Function,
        /// Its arguments.
        arguments: Vec<Operand>,
        /// Whether the test is negated.
        negated: bool,
    },
    /// Passes these operands in a call. In the operation, null stands for those that no abstraction needs.
    Pass {
        /// The receiver.
        receiver: Option<Operand>,
        /// The arguments without the receiver.
        arguments: Vec<Operand>,
    },
}

/// A step that only execution takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// `target := value`.
    Assign {
        /// The local assigned.
        target: LocalId,
        /// The value.
        value: Rvalue,
    },
    /// `target := function(arguments)`.
    Compute(Computation),
}

/// `target := function(arguments)`. If the arguments are not known, the target gets some value of its type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Computation {
    /// The local assigned, if there is a result.
    pub target: Option<LocalId>,
    /// The function.
    pub function: Function,
    /// Its arguments.
    pub arguments: Vec<Operand>,
    /// The class of the exception with which the procedure ends if they are out of bounds, unless it was tested before that they are not.
    pub raises: Option<ClassId>,
}

/// A function on what only executions follow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Function {
    /// A new array of these sizes, of arrays if there are several.
    NewArray {
        /// The classes of the array, of its elements, and so on, as many as there are sizes.
        classes: Vec<ClassId>,
        /// The innermost elements.
        default: Operand,
    },
    /// A new array of this class with these elements.
    ArrayOf(ClassId),
    /// The number of elements of an array.
    Length,
    /// The element of an array at an index.
    Element,
    /// Assigns the element of an array at an index.
    SetElement,
    /// Whether an index is outside of an array.
    IsOutside,
    /// Takes an index to be within bounds that are not known.
    AssumeBounds,
    /// What is true where an index is known to be out of bounds.
    OutOfBounds,
    /// Whether some number is negative.
    IsNegative,
    /// A new array with the same elements.
    Clone,
    /// A new array with the first elements of one, as many as a number says; those that it lacks are this.
    CopyOf(Operand),
    /// Assigns all elements of an array, or those between two indices, which come second.
    Fill,
    /// Copies elements: from an array and an index to another one, so many.
    Move,
    /// Whether that would leave one of the arrays.
    MovesOutside,
    /// Sorts an array of numbers, texts or boxes, or the part of it between two indices.
    Sort,
    /// Whether some element of an array is null.
    HasNull,
    /// Whether the part of an array between two indices is not within it; it may be, but for its end, if this is so.
    LeavesArray(bool),
    /// A function on an array. The class of its result, if that is a text.
    OfArray(ArrayFunction, Option<ClassId>),
    /// Whether two arrays of numbers have the same elements, or both are null.
    HaveEqualElements,
    /// A function on numbers of this type.
    OfNumbers(NumberFunction, IntegerType),
    /// A function on floating-point numbers; its value is rounded to a `float` if so.
    OfFloats(FloatFunction, bool),
    /// Whether the exact result of an operation is not a number of this type.
    Overflows(Binary, IntegerType),
    /// A function on a character.
    OfCharacter(CharacterFunction),
    /// A box of this class with a number or truth value in it.
    Box(ClassId),
    /// What is in a box.
    Unbox,
    /// A literal text, of the class of texts.
    Text(ClassId, Rc<str>),
    /// A text of this class from values that are converted in these ways.
    Concatenate(ClassId, Vec<TextPart>),
    /// Whether an object is of a class, of which there may be others than abstractions know.
    InstanceOf(ClassId),
    /// Whether two texts or boxes are equal.
    AreEqual,
    /// The hash code of a text or a box.
    HashCode,
    /// What is true in every execution.
    IsExecuted,
    /// Whether an object is of none of these classes, which say themselves what is equal, and is no text or box.
    IsIdentity(Rc<BTreeSet<Rc<str>>>),
    /// Puts the elements of a hash map or set into the order of a table; those of other classes than these have an unknown place.
    Arrange(Rc<BTreeSet<Rc<str>>>),
    /// The order of elements that the specification leaves open, which executions do not follow.
    AnyOrder,
    /// A function on a text or builder of texts. The class of its result if that is a text or array, and that of the elements, if they are
    /// texts.
    OfText(TextFunction, Rc<[ClassId]>),
    /// Whether an index of such a function is outside of the text. The last argument becomes a text in this way, if in one.
    LeavesText(TextFunction, Option<TextPart>),
    /// A new builder of texts of this class, with a text if there is one.
    NewBuilder(ClassId),
    /// A new text of this class from a format and its arguments.
    Format(ClassId, Rc<[FormatPart]>),
    /// A new generator of pseudo-random numbers of this class, made from a number.
    NewRandom(ClassId),
    /// What a generator draws next.
    OfRandom(RandomFunction),
    /// Changes the text of a builder.
    Build(TextFunction, Option<TextPart>),
    /// The number of this type that a text says.
    Parse(IntegerType),
    /// Whether a text says no number of this type.
    IsNoNumber(IntegerType),
    /// How a text or box compares with another one: a number with the sign of their difference.
    CompareTo,
    /// A function on a [block](BlockFunction).
    OfBlock(BlockFunction),
}

/// A function on a block: an object of a program in C that is several in a row, each of which has all fields of its class. An object that was
/// not made one has one element, itself. Indices are within bounds, as branches on numbers have tested before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BlockFunction {
    /// Makes an object a block of so many elements, which are 0 and null.
    Make,
    /// The value of a field of the element at an index.
    Element(FieldId),
    /// Assigns it.
    SetElement(FieldId),
    /// Takes the values from elements: from an index on, so many.
    Forget,
    /// Makes them 0 and null.
    Clear,
    /// Assigns a field of elements: from an index on, so many.
    Fill(FieldId),
    /// Assigns elements: from an index on, those of another block from an index on, so many; they may overlap.
    Move,
    /// How many elements from an index on are not 0, before the first one that is.
    TextLength(FieldId),
    /// Its argument, which abstractions do not see.
    Hidden,
}

impl Function {
    /// Whether it does nothing but compute its result, and always does.
    pub fn is_pure(&self) -> bool {
        match self {
            Function::OfText(function, _) => !matches!(function, TextFunction::CharacterAt | TextFunction::Part),
            Function::ArrayOf(_)
            | Function::Length
            | Function::IsOutside
            | Function::IsNegative
            | Function::Clone
            | Function::MovesOutside
            | Function::LeavesArray(_)
            | Function::HasNull
            | Function::Format(..)
            | Function::HaveEqualElements
            | Function::OfNumbers(..)
            | Function::OfFloats(..)
            | Function::Overflows(..)
            | Function::OfCharacter(_)
            | Function::Box(_)
            | Function::Unbox
            | Function::Text(..)
            | Function::Concatenate(..)
            | Function::InstanceOf(_)
            | Function::AreEqual
            | Function::HashCode
            | Function::IsExecuted
            | Function::IsIdentity(_)
            | Function::IsNoNumber(_)
            | Function::LeavesText(..)
            | Function::CompareTo
            | Function::OfBlock(BlockFunction::Element(_) | BlockFunction::Hidden) => true,
            Function::NewArray { .. }
            | Function::Element
            | Function::SetElement
            | Function::AssumeBounds
            | Function::OutOfBounds
            | Function::CopyOf(_)
            | Function::Fill
            | Function::Move
            | Function::AnyOrder
            | Function::Arrange(_)
            | Function::NewBuilder(_)
            | Function::NewRandom(_)
            | Function::OfRandom(_)
            | Function::OfArray(..)
            | Function::Build(..)
            | Function::Parse(_)
            | Function::Sort
            | Function::OfBlock(_) => false,
        }
    }
}

impl Execution {
    /// Calls `visit` for every local that it reads.
    pub fn for_each_use(&self, mut visit: impl FnMut(LocalId)) {
        if let Some(instead) = &self.instead {
            instead.for_each_use(&mut visit);
        }
        self.then.iter().for_each(|step| step.for_each_use(&mut visit));
    }

    /// Calls `visit` for every local that it mentions.
    pub fn for_each_local(&mut self, mut visit: impl FnMut(&mut LocalId)) {
        let mut operand = |operand: &mut Operand| {
            if let Operand::Local(local) = operand {
                visit(local);
            }
        };
        match &mut self.instead {
            Some(Instead::Compute(Computation { arguments, .. }) | Instead::Test { arguments, .. }) => {
                arguments.iter_mut().for_each(&mut operand);
            }
            Some(Instead::Pass { receiver, arguments }) => {
                receiver.iter_mut().chain(arguments).for_each(&mut operand);
            }
            None => {}
        }
        for step in &mut self.then {
            match step {
                Step::Compute(computation) => computation.arguments.iter_mut().for_each(&mut operand),
                Step::Assign { value, .. } => value.for_each_operand(&mut operand),
            }
        }
        if let Some(Instead::Compute(Computation { target: Some(target), .. })) = &mut self.instead {
            visit(target);
        }
        for step in &mut self.then {
            match step {
                Step::Compute(computation) => computation.target.iter_mut().for_each(&mut visit),
                Step::Assign { target, .. } => visit(target),
            }
        }
    }

    /// Replaces a local that it assigns by another one.
    pub(crate) fn redirect(&mut self, from: LocalId, to: LocalId) {
        if let Some(Instead::Compute(Computation { target: Some(target), .. })) = &mut self.instead
            && *target == from
        {
            *target = to;
        }
    }
}

impl Instead {
    /// Calls `visit` for every local that it reads.
    pub fn for_each_use(&self, visit: impl FnMut(LocalId)) {
        let (receiver, arguments) = match self {
            Instead::Compute(Computation { arguments, .. }) | Instead::Test { arguments, .. } => (None, arguments),
            Instead::Pass { receiver, arguments } => (receiver.as_ref(), arguments),
        };
        receiver.into_iter().chain(arguments).filter_map(|operand| operand.local()).for_each(visit);
    }
}

impl Step {
    /// Takes an index to be within bounds that are not known.
    pub fn assume_bounds() -> Self {
        let (target, function, arguments) = (None, Function::AssumeBounds, Vec::new());
        Step::Compute(Computation { target, function, arguments, raises: None })
    }

    /// The local that it assigns.
    pub fn defines(&self) -> Option<LocalId> {
        match self {
            Step::Assign { target, .. } => Some(*target),
            Step::Compute(computation) => computation.target,
        }
    }

    /// Calls `visit` for every local that it reads.
    pub fn for_each_use(&self, visit: impl FnMut(LocalId)) {
        match self {
            Step::Assign { value, .. } => value.operands().filter_map(Operand::local).for_each(visit),
            Step::Compute(computation) => computation.arguments.iter().filter_map(|o| o.local()).for_each(visit),
        }
    }

    /// Whether it does nothing but assign its target.
    pub(crate) fn is_pure(&self) -> bool {
        match self {
            Step::Assign { .. } => true,
            Step::Compute(computation) => computation.function.is_pure(),
        }
    }
}

impl Program {
    /// Makes executions know no more than abstractions do.
    pub fn forget_executions(&mut self) {
        let ids: Vec<ProcedureId> = self.procedures.indices().collect();
        for id in ids {
            let cfa = &mut self.procedures[id].cfa;
            let mut edges = cfa.edges.as_slice().to_vec();
            edges.iter_mut().for_each(|edge| edge.execution = None);
            cfa.edges = edges.into_iter().collect();
        }
    }
}
