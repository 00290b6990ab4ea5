//! The syntax tree. Names are slices of the source; expressions are flat, so that chains of any length need no recursion.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use base::{FileId, Span};
use program::cfa::Location;
use program::guarded::{Binary, Domain, Unary};

/// A name and its position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Name<'a> {
    /// The name, including any braces.
    pub text: &'a str,
    /// Its position.
    pub span: Span,
}

impl Name<'_> {
    /// Whether it is `_`, which ignores a result.
    pub(crate) fn is_ignored(self) -> bool {
        self.text == "_"
    }
}

/// The constants by name, in text order.
pub(crate) type Constants<'a> = IndexMap<&'a str, Constant, FxBuildHasher>;

/// A named number.
pub(crate) struct Constant {
    /// The number.
    pub value: i64,
    /// The position of its declaration.
    pub span: Span,
}

/// A whole program, from all files.
#[derive(Default)]
pub(crate) struct Program<'a> {
    /// The constants.
    pub constants: Constants<'a>,
    /// The global variables.
    pub globals: Vec<Declared<'a>>,
    /// The procedures.
    pub functions: Vec<Function<'a>>,
}

/// A declared variable or parameter.
pub(crate) struct Declared<'a> {
    /// Its name.
    pub name: Name<'a>,
    /// Its domain.
    pub domain: Domain,
    /// Its initial value.
    pub initial: Option<i64>,
}

/// A procedure.
pub(crate) struct Function<'a> {
    /// Its name.
    pub name: Name<'a>,
    /// Its parameters.
    pub parameters: Vec<Declared<'a>>,
    /// The domains of its results.
    pub results: Vec<Domain>,
    /// The position of the result types.
    pub results_span: Span,
    /// Its local variables.
    pub locals: Vec<Declared<'a>>,
    /// `enforce e` and `abortif e`, the latter with `true`.
    pub invariants: Vec<(Expr<'a>, bool)>,
    /// Its statements.
    pub body: Vec<Stmt<'a>>,
    /// Its labels, in text order.
    pub labels: Vec<(Name<'a>, Location)>,
    /// The number of places of its statements.
    pub places: u32,
    /// The final `end`.
    pub end: Span,
    /// The whole procedure.
    pub span: Span,
}

/// A statement.
pub(crate) struct Stmt<'a> {
    /// Its first place; places are numbered in text order.
    pub place: Location,
    /// The statement; for `if` and `while` the part before the first inner statement.
    pub span: Span,
    /// Its kind.
    pub kind: StmtKind<'a>,
}

/// The kind of a statement.
pub(crate) enum StmtKind<'a> {
    /// `skip`, `print(…)` (whose values are checked) or nothing after a label.
    Skip(Vec<Expr<'a>>),
    /// `x, y := a, b constrain c`.
    Assign {
        /// The targets.
        targets: Vec<Name<'a>>,
        /// The right sides.
        values: Vec<Expr<'a>>,
        /// The constraint.
        constraint: Option<Expr<'a>>,
    },
    /// `x, _ := f(a, b)`.
    Call {
        /// The targets; `None`: all results are ignored.
        targets: Option<Vec<Name<'a>>>,
        /// The callee.
        callee: Name<'a>,
        /// The arguments.
        arguments: Vec<Expr<'a>>,
    },
    /// `if a then … elsif b then … else … fi`.
    If {
        /// The cases before `else`; the place of the first is that of the statement.
        branches: Vec<Branch<'a>>,
        /// The statements after `else`.
        otherwise: Vec<Stmt<'a>>,
    },
    /// `while a do … od`.
    While(Expr<'a>, Vec<Stmt<'a>>),
    /// `goto L, M`.
    Goto(Vec<Name<'a>>),
    /// `return a, b`.
    Return(Vec<Expr<'a>>),
    /// `assert a`.
    Assert(Expr<'a>),
    /// `assume a`.
    Assume(Expr<'a>),
    /// `dead x, y`.
    Dead(Vec<Name<'a>>),
}

/// A case of an `if`.
pub(crate) struct Branch<'a> {
    /// The place of its condition.
    pub place: Location,
    /// From `if` or `elsif` to the end of the condition.
    pub span: Span,
    /// The condition.
    pub condition: Expr<'a>,
    /// The statements if it holds.
    pub body: Vec<Stmt<'a>>,
}

/// An expression in postfix form.
pub(crate) struct Expr<'a> {
    /// Operands before operators, each with its span.
    pub nodes: Vec<(Node<'a>, Span)>,
    /// The whole expression.
    pub span: Span,
}

impl Expr<'_> {
    /// A placeholder for an unreadable expression.
    pub(crate) fn unreadable(file: FileId) -> Self {
        let span = Span::new(file, 0, 0);
        Self { nodes: vec![(Node::Constant(1), span)], span }
    }

    /// Whether it is `*`.
    pub(crate) fn is_choice(&self) -> bool {
        matches!(self.nodes[..], [(Node::Choice, _)])
    }
}

/// An operand or operator.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Node<'a> {
    /// A number, `T` (1) or `F` (0).
    Constant(i64),
    /// `x`.
    Variable(Name<'a>),
    /// `f::x`.
    Qualified(Name<'a>, Name<'a>),
    /// `'x`.
    Next(Name<'a>),
    /// `*`.
    Choice,
    /// An operator with one operand.
    Unary(Unary),
    /// An operator with two operands.
    Binary(Binary),
    /// `a ? b : c`.
    Select,
}
