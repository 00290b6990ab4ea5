//! The operations on the edges of control-flow automata.

use super::{ClassId, FieldId, IntegerType, LocalId, Location, ProcedureId};
use base::{Message, msg};

/// An operand: a local or a constant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    /// The value of a local.
    Local(LocalId),
    /// The null reference.
    Null,
    /// An integer constant.
    Integer(i64),
    /// A boolean constant.
    Boolean(bool),
}

impl Operand {
    /// The local, if it is one.
    pub fn local(self) -> Option<LocalId> {
        match self {
            Operand::Local(local) => Some(local),
            Operand::Null | Operand::Integer(_) | Operand::Boolean(_) => None,
        }
    }
}

/// A unary operator on numbers or booleans.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Unary {
    /// `~x` of a number of this type.
    Complement(IntegerType),
    /// `!b`.
    Not,
    /// `(type) x`: the number of this type with the same lowest bits; of a narrower operand the same number.
    Convert(IntegerType),
}

/// A binary operator on numbers of one type, or on booleans. Results wrap around.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Binary {
    /// `a + b`.
    Add,
    /// `a - b`.
    Subtract,
    /// `a * b`.
    Multiply,
    /// `a / b`, rounding towards zero; the front end ensures that `b` is not zero.
    Divide,
    /// `a % b`; the front end ensures that `b` is not zero.
    Remainder,
    /// `a & b`, on booleans too.
    And,
    /// `a | b`, on booleans too.
    Or,
    /// `a ^ b`, on booleans too.
    Xor,
    /// `a << b`; of the distance only the lowest bits count, as many as make it less than the width.
    ShiftLeft,
    /// `a >> b`: fills in the sign if the type has one.
    ShiftRight,
    /// `a >>> b`: fills in zeros.
    ShiftRightUnsigned,
}

impl Binary {
    /// How it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Binary::Add => "+",
            Binary::Subtract => "-",
            Binary::Multiply => "*",
            Binary::Divide => "/",
            Binary::Remainder => "%",
            Binary::And => "&",
            Binary::Or => "|",
            Binary::Xor => "^",
            Binary::ShiftLeft => "<<",
            Binary::ShiftRight => ">>",
            Binary::ShiftRightUnsigned => ">>>",
        }
    }
}

/// The right-hand side of an assignment.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Rvalue {
    /// The value of an operand.
    Operand(Operand),
    /// A unary operation.
    Unary(Unary, Operand),
    /// A binary operation.
    Binary {
        /// The operator.
        operator: Binary,
        /// The type of the result, and of the operands unless they are narrower; booleans count as `int`.
        ty: IntegerType,
        /// First operand.
        left: Operand,
        /// Second operand.
        right: Operand,
    },
    /// Some value of the target's type, which is not modelled: a number that is not known, or a reference that is not *followed*: null,
    /// or any object.
    Unknown,
    /// A reference to some object of the target's type that is not followed.
    Object,
    /// A reference to some object that is not followed and belongs to no class of the program: a string, a box, an array.
    Opaque,
    /// Any value of the target's type; each occurs in some run: a random number. A reference is not followed; where the program manages its
    /// memory it is *undefined*: it was never given a value, so that it may equal anything, but must be neither dereferenced nor freed.
    Drawn,
}

impl Rvalue {
    /// Calls `visit` for the operands of which it is computed.
    pub fn for_each_operand(&mut self, mut visit: impl FnMut(&mut Operand)) {
        match self {
            Rvalue::Operand(operand) | Rvalue::Unary(_, operand) => visit(operand),
            Rvalue::Binary { left, right, .. } => [left, right].into_iter().for_each(visit),
            Rvalue::Unknown | Rvalue::Object | Rvalue::Opaque | Rvalue::Drawn => {}
        }
    }

    /// The operands of which it is computed.
    pub fn operands(&self) -> impl Iterator<Item = Operand> {
        let (one, other) = match self {
            Rvalue::Operand(operand) | Rvalue::Unary(_, operand) => (Some(*operand), None),
            Rvalue::Binary { left, right, .. } => (Some(*left), Some(*right)),
            Rvalue::Unknown | Rvalue::Object | Rvalue::Opaque | Rvalue::Drawn => (None, None),
        };
        one.into_iter().chain(other)
    }
}

/// A comparison of two operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Comparison {
    /// `==`, on references too.
    Equal,
    /// `!=`, on references too.
    NotEqual,
    /// `<`.
    Less,
    /// `<=`.
    LessEqual,
    /// `>`.
    Greater,
    /// `>=`.
    GreaterEqual,
}

impl Comparison {
    /// How it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Comparison::Equal => "==",
            Comparison::NotEqual => "!=",
            Comparison::Less => "<",
            Comparison::LessEqual => "<=",
            Comparison::Greater => ">",
            Comparison::GreaterEqual => ">=",
        }
    }

    /// Whether it holds of two values.
    pub fn compare<T: Ord>(self, left: &T, right: &T) -> bool {
        match self {
            Comparison::Equal => left == right,
            Comparison::NotEqual => left != right,
            Comparison::Less => left < right,
            Comparison::LessEqual => left <= right,
            Comparison::Greater => left > right,
            Comparison::GreaterEqual => left >= right,
        }
    }

    /// The comparison that says the same with the operands exchanged.
    #[must_use]
    pub fn mirrored(self) -> Self {
        match self {
            Comparison::Equal | Comparison::NotEqual => self,
            Comparison::Less => Comparison::Greater,
            Comparison::LessEqual => Comparison::GreaterEqual,
            Comparison::Greater => Comparison::Less,
            Comparison::GreaterEqual => Comparison::LessEqual,
        }
    }

    /// The comparison that holds exactly when this one does not (on totally ordered values).
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Comparison::Equal => Comparison::NotEqual,
            Comparison::NotEqual => Comparison::Equal,
            Comparison::Less => Comparison::GreaterEqual,
            Comparison::LessEqual => Comparison::Greater,
            Comparison::Greater => Comparison::LessEqual,
            Comparison::GreaterEqual => Comparison::Less,
        }
    }
}

/// The condition of an assume edge. Boolean locals are compared with a boolean constant. A comparison with an operand of an
/// unsigned type of 64 bits compares unsigned numbers. References to an object and to its [first part](super::Role::Part) are equal;
/// this matters only for those of type `void *`, and after conversions of these.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Condition {
    /// `left comparison right`.
    Compare {
        /// The comparison.
        comparison: Comparison,
        /// First operand.
        left: Operand,
        /// Second operand.
        right: Operand,
    },
    /// `operand instanceof class` (false for null), or its negation.
    InstanceOf {
        /// The reference.
        operand: Operand,
        /// The class to test for.
        class: ClassId,
        /// Whether the test is negated.
        negated: bool,
    },
    /// The same, but false if it is not known, as of an object that is not followed: a cast that a compiler inserts for a type argument
    /// fails only for an object that is known to be of another class.
    KnownInstanceOf {
        /// The reference.
        operand: Operand,
        /// The class.
        class: ClassId,
        /// Whether the test is negated.
        negated: bool,
    },
    /// Whether the result of an operation is not a number of its type, or its negation.
    Overflows {
        /// The operator: add, subtract, multiply, divide or shift left.
        operator: Binary,
        /// The type, which is signed.
        ty: IntegerType,
        /// First operand.
        left: Operand,
        /// Second operand.
        right: Operand,
        /// Whether the test is negated.
        negated: bool,
    },
    /// May be true or false: the comparison of untracked numbers, a nondeterministic choice.
    Unknown,
    /// Whether an index is out of bounds, or its negation. Bounds are not modelled, so both are possible, unless
    /// nothing handles the exception: then only the negation is.
    OutOfBounds {
        /// Whether the test is negated.
        negated: bool,
    },
}

impl Condition {
    /// What is never true.
    pub const NEVER: Self =
        Self::Compare { comparison: Comparison::Equal, left: Operand::Integer(0), right: Operand::Integer(1) };
}

/// The callee of a call.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Callee {
    /// A fixed procedure (static methods, constructors, private and `super` calls).
    Static(ProcedureId),
    /// The procedure of the receiver's class; the table lists every class that the receiver may have, in order of their
    /// ids. It is empty if no class implements the method, so that the receiver can only be null.
    Virtual(Vec<(ClassId, ProcedureId)>),
}

impl Callee {
    /// Every procedure that may be called, in order of the table.
    pub fn candidates(&self) -> impl Iterator<Item = ProcedureId> + '_ {
        let (one, many) = match self {
            Callee::Static(procedure) => (Some(*procedure), &[][..]),
            Callee::Virtual(table) => (None, table.as_slice()),
        };
        one.into_iter().chain(many.iter().map(|&(_, procedure)| procedure))
    }
}

/// A call. Its operands need no evaluation; a null receiver is a null dereference.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Call {
    /// The target of the result, if it is used.
    pub target: Option<LocalId>,
    /// The callee.
    pub callee: Callee,
    /// The receiver, for instance methods and constructors.
    pub receiver: Option<Operand>,
    /// The arguments without the receiver.
    pub arguments: Vec<Operand>,
    /// The location at which the caller continues, with its [`EXCEPTION`](super::EXCEPTION) bound, if the callee ends
    /// with an exception.
    pub exceptional: Location,
}

/// Why a run ends with a failure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Failure {
    /// It has come to what must not be reached: an error function, or the label `ERROR`.
    Reached,
    /// An assertion does not hold.
    Assertion,
    /// Division or remainder by zero.
    DivisionByZero,
    /// A shift by a negative distance, or by at least as many bits as there are.
    ShiftDistance,
    /// The result of a signed operation is not a number of its type.
    Overflow,
    /// An index is outside the bounds of an array.
    OutOfBounds,
    /// What is freed begins elsewhere than at the pointer.
    InvalidFree,
}

impl Failure {
    /// What has happened, in words.
    pub fn words(self) -> Message {
        match self {
            Failure::Reached => msg!("error"),
            Failure::Assertion => msg!("assertion fails"),
            Failure::DivisionByZero => msg!("division by zero"),
            Failure::ShiftDistance => msg!("shift distance out of range"),
            Failure::Overflow => msg!("overflow"),
            Failure::OutOfBounds => msg!("index out of bounds"),
            Failure::InvalidFree => msg!("an address inside of an object is freed"),
        }
    }
}

/// The operation of an edge. The handler of null dereferences belongs to the [edge](super::OperationEdge::on_null).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Operation {
    /// No effect.
    Skip,
    /// `target := value`.
    Assign {
        /// The local assigned.
        target: LocalId,
        /// The value.
        value: Rvalue,
    },
    /// Continues only if the condition may hold.
    Assume(Condition),
    /// Dereferences null if the operand is null; otherwise has no effect.
    RequireNonNull(Operand),
    /// `target := base.field`. If the class of the object has no such field, that of an object with the same
    /// [address](super::Role::Part) is meant; if there is none, nothing is known of the run.
    Load {
        /// The local assigned.
        target: LocalId,
        /// The object.
        base: LocalId,
        /// The field.
        field: FieldId,
    },
    /// `base.field := value`.
    Store {
        /// The object.
        base: LocalId,
        /// The field.
        field: FieldId,
        /// The value.
        value: Operand,
    },
    /// `target := new class`, with default values in all fields; constructors are called separately.
    New {
        /// The local assigned.
        target: LocalId,
        /// The class of the object.
        class: ClassId,
    },
    /// Gives back the memory of an object. Null: no effect. A live object of [storage](super::Storage) `Heap`, or a part that has its
    /// address ([first](super::Role::Part)): the object ends, with all of its parts. Anything else is an invalid free.
    Free(Operand),
    /// The block of a variable is left: the object that the local refers to ends, with all of its parts. No effect if the local has no
    /// value, or the object has ended.
    End(LocalId),
    /// A call.
    Call(Call),
    /// The run ends with a failure; leads to [`Procedure::error`](super::Procedure::error).
    Fail(Failure),
    /// The program does here what is not modelled, as these words say: nothing is known of how the run continues. Leads to
    /// [`Procedure::error`](super::Procedure::error).
    GiveUp(Box<Message>),
    /// The program uses memory here in a way that is not modelled, as these words say: nothing is known of what is in memory from here.
    /// Analyses that follow no memory go on; for all others it is like [`GiveUp`](Operation::GiveUp).
    GiveUpMemory {
        /// The pointer that is used so, or null.
        pointer: Operand,
        /// These words.
        why: Box<Message>,
    },
}

impl Operation {
    /// Why nothing is known of a run from here, if the operation is not modelled.
    pub fn given_up(&self) -> Option<&Message> {
        match self {
            Operation::GiveUp(why) | Operation::GiveUpMemory { why, .. } => Some(why),
            _ => None,
        }
    }

    /// The local that it assigns.
    pub fn defines(&self) -> Option<LocalId> {
        match self {
            Operation::Assign { target, .. } | Operation::Load { target, .. } | Operation::New { target, .. } => {
                Some(*target)
            }
            Operation::Call(call) => call.target,
            Operation::Skip
            | Operation::Assume(_)
            | Operation::RequireNonNull(_)
            | Operation::Store { .. }
            | Operation::Free(_)
            | Operation::End(_)
            | Operation::Fail(_)
            | Operation::GiveUp(_)
            | Operation::GiveUpMemory { .. } => None,
        }
    }

    /// The reference that it dereferences: it must not be null. Loads of [parts](super::Role::Part) access nothing else.
    pub fn dereferences(&self) -> Option<Operand> {
        match self {
            Operation::RequireNonNull(operand) => Some(*operand),
            Operation::Load { base, .. } | Operation::Store { base, .. } => Some(Operand::Local(*base)),
            Operation::Call(call) => call.receiver,
            Operation::Skip
            | Operation::Assign { .. }
            | Operation::Assume(_)
            | Operation::New { .. }
            | Operation::Free(_)
            | Operation::End(_)
            | Operation::Fail(_)
            | Operation::GiveUp(_)
            | Operation::GiveUpMemory { .. } => None,
        }
    }

    /// Calls `visit` for every local that it reads.
    pub fn for_each_use(&self, mut visit: impl FnMut(LocalId)) {
        let mut operand = |o: &Operand| o.local().into_iter().for_each(&mut visit);
        match self {
            Operation::Skip | Operation::New { .. } | Operation::Fail(_) | Operation::GiveUp(_) => {}
            Operation::Assign { value, .. } => value.operands().for_each(|o| operand(&o)),
            Operation::Assume(condition) => match condition {
                Condition::Compare { left, right, .. } | Condition::Overflows { left, right, .. } => {
                    operand(left);
                    operand(right);
                }
                Condition::InstanceOf { operand: o, .. } | Condition::KnownInstanceOf { operand: o, .. } => operand(o),
                Condition::Unknown | Condition::OutOfBounds { .. } => {}
            },
            Operation::RequireNonNull(o) | Operation::Free(o) | Operation::GiveUpMemory { pointer: o, .. } => {
                operand(o)
            }
            Operation::Load { base, .. } => visit(*base),
            Operation::End(local) => visit(*local),
            Operation::Store { base, value, .. } => {
                operand(value);
                visit(*base);
            }
            Operation::Call(call) => call.receiver.iter().chain(&call.arguments).for_each(operand),
        }
    }
}
