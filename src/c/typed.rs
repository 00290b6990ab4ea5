//! The program with names and types resolved and all conversions explicit.

use crate::unsupported::Construct;
use std::rc::Rc;

use super::attributes::Attributes;
use super::lexer::Name;
use super::types::{Qualified, TypeId, Types};
use base::{IndexVec, Span, newtype_index};
use program::objects::{Binary, Comparison, FloatFunction};

/// The name of the variables for compound literals.
pub(crate) const COMPOUND_LITERAL: &str = "$literal";

newtype_index! {
    /// A variable or parameter.
    pub struct VariableId;
    /// A function, with or without a body.
    pub struct FunctionId;
    /// A statement.
    pub struct StatementId;
    /// A label of a function.
    pub struct LabelId;
}

/// A checked program.
pub(crate) struct Checked {
    pub types: Types,
    pub variables: IndexVec<VariableId, Variable>,
    pub functions: IndexVec<FunctionId, Function>,
    pub statements: IndexVec<StatementId, Statement>,
    /// The variables that live as long as the run, with their initial values.
    pub statics: Vec<(VariableId, Option<Initial>)>,
    /// What is done before or after the run of the entry function, and is not modelled.
    pub around: Option<(Construct, Span)>,
}

/// A variable or parameter.
pub(crate) struct Variable {
    pub name: Name,
    pub ty: Qualified,
    pub span: Span,
    /// Whether it lives as long as the run.
    pub is_static: bool,
    /// Whether it is defined in the program; only variables that live as long as the run may not be.
    pub is_defined: bool,
    /// The function that declares it, if it is not at file scope.
    pub function: Option<FunctionId>,
    /// Whether its address is taken.
    pub is_addressed: bool,
    /// How many variables with its name it hides.
    pub shadows: usize,
    /// The variable with the number of its elements, if it is an array of variable size.
    pub length: Option<VariableId>,
}

/// A function.
pub(crate) struct Function {
    pub name: Name,
    pub ty: TypeId,
    pub span: Span,
    /// Whether it was called before it was declared.
    pub is_implicit: bool,
    /// Whether it is declared not to return.
    pub never_returns: bool,
    /// An attribute of it that is not modelled.
    pub attribute: Option<Name>,
    pub body: Option<Body>,
}

impl Function {
    /// Notes what the attributes of a declaration say.
    pub(crate) fn note(&mut self, attributes: &Attributes) {
        self.never_returns |= attributes.never_returns;
        self.attribute = self.attribute.take().or_else(|| attributes.other.clone());
    }
}

/// The body of a function.
pub(crate) struct Body {
    pub parameters: Vec<VariableId>,
    pub statement: StatementId,
    pub labels: Vec<Name>,
    pub span: Span,
}

/// The initial value of a variable.
pub(crate) struct Initial {
    /// The values of parts: the path of members and elements to each of them.
    pub parts: Vec<(Vec<u64>, Node)>,
    /// Whether all other parts are zero.
    pub is_list: bool,
}

/// A statement.
pub(crate) struct Statement {
    pub kind: StatementKind,
    pub span: Span,
}

/// The kind of a statement.
pub(crate) enum StatementKind {
    Expression(Node),
    Declare(VariableId, Option<Initial>),
    Block(Vec<StatementId>),
    /// The conditions of a chain with their statements, and the last `else`.
    If(Vec<(Node, StatementId)>, Option<StatementId>),
    While(Node, StatementId),
    DoWhile(StatementId, Node),
    For {
        first: Option<StatementId>,
        condition: Option<Node>,
        step: Option<Node>,
        body: StatementId,
    },
    /// The value, the statement, the least and greatest number of each case, and whether there is a default.
    Switch(Node, StatementId, Vec<(i64, i64)>, bool),
    /// A case of the innermost `switch`.
    Case(usize, StatementId),
    Default(StatementId),
    Label(LabelId, StatementId),
    Goto(LabelId),
    Break,
    Continue,
    Return(Option<Node>),
    Unsupported(Construct),
}

/// An expression.
#[derive(Clone)]
pub(crate) struct Node {
    pub kind: Kind,
    pub ty: TypeId,
    /// Whether the lvalue is `const`.
    pub constant: bool,
    pub span: Span,
}

/// A unary operator on numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sign {
    Negate,
    Complement,
}

/// The kind of an expression. Operands have exactly the types that the operation needs.
#[derive(Clone)]
pub(crate) enum Kind {
    /// A number, as [integers](program::objects::IntegerType) of its type are held.
    Integer(i64),
    /// A floating-point number, as [functions](FloatFunction) hold it, if it is known.
    Floating(Option<i64>),
    Null,
    /// A string literal, an lvalue.
    Text(Option<Rc<[u8]>>),
    /// An lvalue.
    Variable(VariableId),
    Function(FunctionId),
    /// An lvalue.
    Dereference(Box<Node>),
    /// A member by number; an lvalue if the object is one.
    Member(Box<Node>, usize),
    /// An element of an array; an lvalue.
    Index(Box<Node>, Box<Node>),
    /// A compound literal: a variable with its initial value; an lvalue.
    Literal(VariableId, Rc<Initial>),
    Address(Box<Node>),
    /// The pointer to the first element of an array.
    Decay(Box<Node>),
    /// To the type of the node: between integers other than `_Bool` and floating-point numbers, or between pointers.
    Convert(Box<Node>),
    /// 1 if the scalar is not zero or null, else 0.
    Truth(Box<Node>),
    Not(Box<Node>),
    Unary(Sign, Box<Node>),
    /// Both operands have the type of the result, but the distance of a shift any integer type.
    Binary(Binary, Box<Node>, Box<Node>),
    Compare(Comparison, Box<Node>, Box<Node>),
    /// A pointer plus a number.
    Advance(Box<Node>, Box<Node>),
    Difference(Box<Node>, Box<Node>),
    And(Box<Node>, Box<Node>),
    Or(Box<Node>, Box<Node>),
    Conditional(Box<Node>, Box<Node>, Box<Node>),
    /// GNU: `a ?: b`; the second is the conversion of the first, as a function of its value.
    Comma(Box<Node>, Box<Node>),
    Assign(Box<Node>, Box<Node>),
    /// `place op= value`, computed in this type.
    Compound(Binary, Box<Node>, Box<Node>, TypeId),
    Step {
        place: Box<Node>,
        by: i64,
        is_postfix: bool,
    },
    Call(FunctionId, Vec<Node>),
    /// A function on floating-point numbers.
    Math(FloatFunction, Vec<Node>),
    /// `({ … })`: a block, whose last expression has the value.
    Block(StatementId),
    /// The value is not used.
    Discard(Box<Node>),
    /// Something that is not supported.
    Unsupported(Construct),
    /// After an error.
    Error,
}

impl StatementKind {
    /// Whether it evaluates its own expressions again after what is inside of it.
    pub(crate) fn is_loop(&self) -> bool {
        matches!(self, Self::While(..) | Self::DoWhile(..) | Self::For { .. })
    }

    /// Calls `visit` for the expressions of a statement; those of statements inside of it are none of its own.
    pub(crate) fn for_each_expression<'n>(&'n self, mut visit: impl FnMut(&'n Node)) {
        match self {
            StatementKind::Expression(node)
            | StatementKind::While(node, _)
            | StatementKind::DoWhile(_, node)
            | StatementKind::Switch(node, ..) => visit(node),
            StatementKind::Declare(_, initial) => {
                initial.iter().flat_map(|initial| &initial.parts).for_each(|(_, node)| visit(node));
            }
            StatementKind::If(chain, _) => chain.iter().for_each(|(node, _)| visit(node)),
            StatementKind::For { condition, step, .. } => condition.iter().chain(step).for_each(visit),
            StatementKind::Return(value) => value.iter().for_each(visit),
            StatementKind::Block(_)
            | StatementKind::Case(..)
            | StatementKind::Default(_)
            | StatementKind::Label(..)
            | StatementKind::Goto(_)
            | StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Unsupported(_) => {}
        }
    }

    /// Calls `visit` for the statements in a statement, in their order.
    pub(crate) fn for_each_statement(&self, mut visit: impl FnMut(StatementId)) {
        match self {
            StatementKind::Block(list) => list.iter().copied().for_each(visit),
            StatementKind::If(chain, rest) => {
                chain.iter().map(|&(_, statement)| statement).chain(*rest).for_each(visit);
            }
            StatementKind::While(_, body) | StatementKind::DoWhile(body, _) | StatementKind::Switch(_, body, ..) => {
                visit(*body);
            }
            StatementKind::For { first, body, .. } => first.iter().chain([body]).copied().for_each(visit),
            StatementKind::Case(_, inner) | StatementKind::Default(inner) | StatementKind::Label(_, inner) => {
                visit(*inner);
            }
            StatementKind::Expression(_)
            | StatementKind::Declare(..)
            | StatementKind::Goto(_)
            | StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Return(_)
            | StatementKind::Unsupported(_) => {}
        }
    }
}

impl Kind {
    /// Calls `visit` for the operands. Values of compound literals and expressions in blocks are none.
    pub(crate) fn for_each_operand<'n>(&'n self, mut visit: impl FnMut(&'n Node)) {
        match self {
            Kind::Integer(_)
            | Kind::Floating(_)
            | Kind::Null
            | Kind::Text(_)
            | Kind::Variable(_)
            | Kind::Function(_)
            | Kind::Literal(..)
            | Kind::Block(_)
            | Kind::Unsupported(_)
            | Kind::Error => {}
            Kind::Dereference(a)
            | Kind::Member(a, _)
            | Kind::Address(a)
            | Kind::Decay(a)
            | Kind::Convert(a)
            | Kind::Truth(a)
            | Kind::Not(a)
            | Kind::Unary(_, a)
            | Kind::Step { place: a, .. }
            | Kind::Discard(a) => visit(a),
            Kind::Index(a, b)
            | Kind::Binary(_, a, b)
            | Kind::Compare(_, a, b)
            | Kind::Advance(a, b)
            | Kind::Difference(a, b)
            | Kind::And(a, b)
            | Kind::Or(a, b)
            | Kind::Assign(a, b)
            | Kind::Compound(_, a, b, _)
            | Kind::Comma(a, b) => {
                visit(a);
                visit(b);
            }
            Kind::Conditional(a, b, c) => {
                visit(a);
                visit(b);
                visit(c);
            }
            Kind::Call(_, arguments) | Kind::Math(_, arguments) => arguments.iter().for_each(visit),
        }
    }
}

/// The bits of the bit-field that an expression names, if it is one.
pub(crate) fn bit_width(types: &Types, node: &Node) -> Option<u32> {
    let Kind::Member(object, number) = &node.kind else { return None };
    types.structs[types.structure(object.ty)?].members.as_ref()?.get(*number)?.width
}

impl Node {
    /// Calls `visit` for the expression and all parts of it, also those of compound literals.
    pub(crate) fn for_each_part<'n>(&'n self, visit: &mut impl FnMut(&'n Node)) {
        visit(self);
        if let Kind::Literal(_, initial) = &self.kind {
            initial.parts.iter().for_each(|(_, value)| value.for_each_part(visit));
        }
        self.kind.for_each_operand(|operand| operand.for_each_part(visit));
    }

    pub(crate) fn new(kind: Kind, ty: TypeId, span: Span) -> Self {
        Self { kind, ty, constant: false, span }
    }

    pub(crate) fn error(span: Span) -> Self {
        Self::new(Kind::Error, TypeId::ERROR, span)
    }

    pub(crate) fn unsupported(construct: Construct, ty: TypeId, span: Span) -> Self {
        Self::new(Kind::Unsupported(construct), ty, span)
    }

    /// The value of a constant.
    pub(crate) fn number(&self) -> Option<i64> {
        match self.kind {
            Kind::Integer(value) => Some(value),
            _ => None,
        }
    }
}
