//! The operations on the edges of control-flow automata.

use super::{ClassId, FieldId, LocalId, Location, ProcedureId};

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

/// A unary operator on numbers or booleans.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Unary {
    /// `-x`.
    Negate,
    /// `~x`.
    Complement,
    /// `!b`.
    Not,
    /// `(byte) x`.
    ToByte,
    /// `(short) x`.
    ToShort,
    /// `(char) x`.
    ToChar,
    /// `(int) x`.
    ToInt,
    /// `(long) x`.
    ToLong,
}

/// A binary operator on numbers or booleans; `wide` ones work on 64 bits, others on 32, both wrap around.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Binary {
    /// `a + b`.
    Add,
    /// `a - b`.
    Subtract,
    /// `a * b`.
    Multiply,
    /// `a / b`, rounding towards zero; the front end has made sure that `b` is not zero.
    Divide,
    /// `a % b`; the front end has made sure that `b` is not zero.
    Remainder,
    /// `a & b`, on booleans too.
    And,
    /// `a | b`, on booleans too.
    Or,
    /// `a ^ b`, on booleans too.
    Xor,
    /// `a << b`.
    ShiftLeft,
    /// `a >> b`.
    ShiftRight,
    /// `a >>> b`.
    ShiftRightUnsigned,
}

/// The value that an assignment gives.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Rvalue {
    /// That of an operand.
    Operand(Operand),
    /// A unary operation.
    Unary(Unary, Operand),
    /// A binary operation on 32 or (`wide`) 64 bits.
    Binary {
        /// What.
        operator: Binary,
        /// On 64 bits.
        wide: bool,
        /// First operand.
        left: Operand,
        /// Second operand.
        right: Operand,
    },
    /// Some value of the type of the target, which is not modelled.
    Unknown,
    /// Any value of the type of the target, and each is that of some run: a random number.
    Drawn,
}

/// How two operands are compared.
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

/// What an assume edge asks. Boolean locals are compared with a boolean constant.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Condition {
    /// `left comparison right`.
    Compare {
        /// How.
        comparison: Comparison,
        /// First operand.
        left: Operand,
        /// Second operand.
        right: Operand,
    },
    /// `operand instanceof class` (false on null), or its negation.
    InstanceOf {
        /// The reference.
        operand: Operand,
        /// The class asked for.
        class: ClassId,
        /// Whether the answer must be no.
        negated: bool,
    },
    /// May be taken or not: the comparison of untracked numbers, a nondeterministic choice.
    Unknown,
    /// Whether an index is outside of bounds, which are not modelled, or its negation. Either may be taken; where nothing
    /// handles the exception that the former leads to, the latter is.
    OutOfBounds {
        /// Whether the answer must be no.
        negated: bool,
    },
}

/// Which procedure a call starts.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Callee {
    /// This one (static methods, constructors, private and `super` calls).
    Static(ProcedureId),
    /// That of the receiver's class; the table lists every class that the receiver may have, in order of their ids. It is
    /// empty if no class implements what is called, so that the receiver can only be null.
    Virtual(Vec<(ClassId, ProcedureId)>),
}

impl Callee {
    /// Every procedure that may be meant, in order of the table.
    pub fn candidates(&self) -> impl Iterator<Item = ProcedureId> + '_ {
        let (one, many) = match self {
            Callee::Static(procedure) => (Some(*procedure), &[][..]),
            Callee::Virtual(table) => (None, table.as_slice()),
        };
        one.into_iter().chain(many.iter().map(|&(_, procedure)| procedure))
    }
}

/// A call: evaluates nothing, its operands are ready; a null receiver is a null dereference.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Call {
    /// Where the result goes, if it is used.
    pub target: Option<LocalId>,
    /// What is called.
    pub callee: Callee,
    /// The receiver, for instance methods and constructors.
    pub receiver: Option<Operand>,
    /// The arguments without the receiver.
    pub arguments: Vec<Operand>,
    /// Where the caller goes on, with its [`EXCEPTION`](super::EXCEPTION) bound, when the callee ends with an exception.
    pub exceptional: Location,
}

/// What an edge does. Where a dereference of null leads is a property of the [edge](super::Edge::on_null).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Operation {
    /// Nothing.
    Skip,
    /// `target := value`.
    Assign {
        /// Where to.
        target: LocalId,
        /// What.
        value: Rvalue,
    },
    /// Goes on only if the condition may hold.
    Assume(Condition),
    /// Dereferences null if the operand is null, else does nothing.
    RequireNonNull(Operand),
    /// `target := base.field`.
    Load {
        /// Where to.
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
        /// What.
        value: Operand,
    },
    /// `target := new class`, all fields at their defaults; constructors are called separately.
    New {
        /// Where to.
        target: LocalId,
        /// The class of the object.
        class: ClassId,
    },
    /// A call.
    Call(Call),
}

impl Operation {
    /// The local that it assigns.
    pub fn defines(&self) -> Option<LocalId> {
        match self {
            Operation::Assign { target, .. } | Operation::Load { target, .. } | Operation::New { target, .. } => {
                Some(*target)
            }
            Operation::Call(call) => call.target,
            Operation::Skip | Operation::Assume(_) | Operation::RequireNonNull(_) | Operation::Store { .. } => None,
        }
    }

    /// Calls `visit` for every local that it reads.
    pub fn for_each_use(&self, mut visit: impl FnMut(LocalId)) {
        let mut operand = |o: &Operand| {
            if let Operand::Local(local) = o {
                visit(*local);
            }
        };
        match self {
            Operation::Skip | Operation::New { .. } => {}
            Operation::Assign { value, .. } => match value {
                Rvalue::Operand(o) | Rvalue::Unary(_, o) => operand(o),
                Rvalue::Binary { left, right, .. } => {
                    operand(left);
                    operand(right);
                }
                Rvalue::Unknown | Rvalue::Drawn => {}
            },
            Operation::Assume(condition) => match condition {
                Condition::Compare { left, right, .. } => {
                    operand(left);
                    operand(right);
                }
                Condition::InstanceOf { operand: o, .. } => operand(o),
                Condition::Unknown | Condition::OutOfBounds { .. } => {}
            },
            Operation::RequireNonNull(o) => operand(o),
            Operation::Load { base, .. } => visit(*base),
            Operation::Store { base, value, .. } => {
                operand(value);
                visit(*base);
            }
            Operation::Call(call) => call.receiver.iter().chain(&call.arguments).for_each(operand),
        }
    }
}
