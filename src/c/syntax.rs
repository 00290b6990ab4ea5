//! The syntax tree of a C program, before names and types are resolved.

use crate::unsupported::Construct;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::attributes::Attributes;
use super::lexer::Name;
use super::types::Integer;
use base::{IndexVec, Span, newtype_index};
use program::objects::{Binary, Comparison};

newtype_index! {
    /// An expression.
    pub struct ExprId;
    /// A statement.
    pub struct StmtId;
}

/// The trees of all files.
#[derive(Default)]
pub(crate) struct Tree {
    pub expressions: IndexVec<ExprId, Expr>,
    pub statements: IndexVec<StmtId, Stmt>,
    pub externals: Vec<External>,
    /// The names of variables whose address is taken somewhere.
    pub addressed: FxHashSet<Name>,
    /// Names between parentheses that are called: `(f)(x)`, which may be meant as a conversion.
    pub parenthesised: FxHashSet<ExprId>,
    /// Names that stand for something else for the assembler, as pragmas say.
    pub renamed: FxHashSet<Name>,
    /// What is done before or after the run of the entry function, and is not modelled.
    pub around: Option<(Construct, Span)>,
}

/// An external declaration.
pub(crate) enum External {
    Declaration(Declaration),
    Function(Definition),
    Assertion(StaticAssertion),
    /// Another file starts: names without external linkage end. The structures and unions that it defines outside of functions.
    File(Rc<FxHashMap<Tagged, u64>>),
}

/// The tag of a structure or union, and whether it is a union.
pub(crate) type Tagged = (Name, bool);

/// `_Static_assert(condition, "text");`
pub(crate) struct StaticAssertion {
    pub condition: ExprId,
    /// What is said if it does not hold; nothing in C23.
    pub text: Option<Rc<[u8]>>,
    pub span: Span,
}

/// The definition of a function.
pub(crate) struct Definition {
    pub specifiers: Specifiers,
    pub declarator: Declarator,
    pub body: StmtId,
    /// The names of its variables whose address is taken.
    pub addressed: Rc<FxHashSet<Name>>,
    /// The labels that it defines.
    pub span: Span,
}

/// A declaration.
pub(crate) struct Declaration {
    pub specifiers: Specifiers,
    pub declarators: Vec<(Declarator, Option<Initialiser>)>,
    pub span: Span,
}

/// A storage class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Storage {
    Typedef,
    Extern,
    Static,
    /// `auto`, `register`.
    Automatic,
}

/// Declaration specifiers.
#[derive(Clone)]
pub(crate) struct Specifiers {
    pub storage: Option<Storage>,
    pub constant: bool,
    /// `_Thread_local`, `__thread`.
    pub is_thread_local: bool,
    pub is_inline: bool,
    pub ty: Rc<TypeSpecifier>,
    pub attributes: Attributes,
    pub span: Span,
    /// Whether they only have storage classes and qualifiers.
    pub is_implicit: bool,
}

impl Specifiers {
    /// Those of a declaration that has none: of an `int`.
    pub(crate) fn implicit(span: Span) -> Self {
        let ty = Rc::new(TypeSpecifier::Integer(Integer::INT));
        let attributes = Attributes::default();
        Self {
            storage: None,
            constant: false,
            is_thread_local: false,
            is_inline: false,
            ty,
            attributes,
            span,
            is_implicit: true,
        }
    }
}

/// What attributes make of the layout of an enumeration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EnumLayout {
    /// They change nothing.
    Usual,
    /// They pack it.
    Packed,
    /// They change it in a way that is not modelled.
    Other,
}

/// A type specifier.
pub(crate) enum TypeSpecifier {
    Void,
    Integer(Integer),
    /// A floating or complex type, or one of 128 bits.
    Floating(&'static str),
    /// `_Atomic`, of this type.
    Atomic(Rc<TypeSpecifier>),
    Struct {
        is_union: bool,
        tag: Option<(Name, Span)>,
        members: Option<Vec<MemberDeclaration>>,
        /// The same number for definitions that are written with the same tokens.
        spelling: u64,
        /// The static assertions among the members.
        assertions: Vec<StaticAssertion>,
        is_packed: bool,
        span: Span,
    },
    Enum {
        tag: Option<(Name, Span)>,
        enumerators: Option<Vec<(Name, Span, Option<ExprId>)>>,
        layout: EnumLayout,
        span: Span,
    },
    Named(Name, Span),
    TypeOf(ExprId),
    TypeOfType(Rc<TypeName>),
}

/// A declaration of members.
pub(crate) struct MemberDeclaration {
    pub specifiers: Specifiers,
    /// The members with the widths of bit-fields.
    pub declarators: Vec<(Declarator, Option<ExprId>)>,
}

/// A declarator.
#[derive(Clone, Default)]
pub(crate) struct Declarator {
    pub name: Option<(Name, Span)>,
    /// How the type is derived from that of the specifiers, step by step.
    pub derivations: Vec<Derivation>,
    pub attributes: Attributes,
}

/// One step of the derivation of a type.
#[derive(Clone)]
pub(crate) enum Derivation {
    Pointer { constant: bool },
    Array(Bound, Span),
    Function(Rc<Parameters>, Span),
}

/// The bound of an array.
#[derive(Clone, Copy)]
pub(crate) enum Bound {
    Missing,
    Given(ExprId),
    /// `[*]`.
    Star,
}

/// The parameters of a function.
pub(crate) struct Parameters {
    pub list: Vec<(Specifiers, Declarator)>,
    pub variadic: bool,
    /// `()`: nothing is said.
    pub unspecified: bool,
    /// Before C89: parameters by their names only.
    pub names: Vec<(Name, Span)>,
}

/// A type name.
pub(crate) struct TypeName {
    pub specifiers: Specifiers,
    pub declarator: Declarator,
    pub span: Span,
}

/// An initialiser.
pub(crate) enum Initialiser {
    Expression(ExprId),
    List(Vec<(Vec<Designator>, Initialiser)>, Span),
}

/// A designator of an initialiser.
pub(crate) enum Designator {
    Member(Name, Span),
    Index(ExprId, Option<ExprId>),
}

/// An expression.
pub(crate) struct Expr {
    pub kind: ExprKind,
    pub span: Span,
    /// The height of the tree.
    pub height: u32,
}

/// A unary operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Prefix {
    Plus,
    Negate,
    Complement,
    Not,
    Dereference,
    Address,
}

/// A binary operator other than assignments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Infix {
    Arithmetic(Binary),
    Compare(Comparison),
    And,
    Or,
}

/// The kind of an expression.
pub(crate) enum ExprKind {
    Name(Name),
    Integer(i64, Integer),
    /// A floating constant as it is written, and the name of its type.
    Floating(Name, &'static str),
    /// A string; `None` if it cannot be read.
    Text(Option<Rc<[u8]>>),
    /// A string of wide characters of this type.
    WideText(Rc<[u32]>, Integer),
    Prefix(Prefix, ExprId),
    Infix(Infix, ExprId, ExprId),
    Assign(ExprId, ExprId),
    /// `a op= b`.
    Compound(Binary, ExprId, ExprId),
    /// `++` and `--`.
    Step {
        operand: ExprId,
        by: i64,
        is_postfix: bool,
    },
    /// `c ? a : b`; GNU allows `c ?: b`.
    Conditional(ExprId, Option<ExprId>, ExprId),
    Comma(ExprId, ExprId),
    Call(ExprId, Vec<ExprId>),
    Index(ExprId, ExprId),
    /// `a.b` or `a->b`.
    Member {
        object: ExprId,
        member: Name,
        span: Span,
        arrow: bool,
    },
    Cast(Rc<TypeName>, ExprId),
    /// A compound literal.
    Literal(Rc<TypeName>, Rc<Initialiser>),
    SizeOf(ExprId),
    SizeOfType(Rc<TypeName>),
    AlignOfType(Rc<TypeName>),
    /// `__alignof__`, which is larger than `_Alignof` for some types.
    PreferredAlignOfType(Rc<TypeName>),
    OffsetOf(Rc<TypeName>, Vec<Designator>),
    TypesCompatible(Rc<TypeName>, Rc<TypeName>),
    /// `_Generic`: what chooses, and for each type, or for all others, what is chosen.
    Generic(ExprId, Vec<(Option<Rc<TypeName>>, ExprId)>),
    /// GNU: `({ … })`.
    Statement(StmtId),
    /// Something that is not supported: how it is called.
    Unsupported(Construct),
}

/// A statement.
pub(crate) struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

/// The kind of a statement.
pub(crate) enum StmtKind {
    Expression(Option<ExprId>),
    Declaration(Declaration),
    Assertion(StaticAssertion),
    Block(Vec<StmtId>),
    If(ExprId, StmtId, Option<StmtId>),
    While(ExprId, StmtId),
    DoWhile(StmtId, ExprId),
    For {
        first: Option<StmtId>,
        condition: Option<ExprId>,
        step: Option<ExprId>,
        body: StmtId,
    },
    Switch(ExprId, StmtId),
    /// GNU: a case may be a range.
    Case(ExprId, Option<ExprId>, StmtId),
    Default(StmtId),
    Label(Name, Span, StmtId),
    /// GNU: labels that only this block sees.
    LocalLabels(Vec<(Name, Span)>),
    Goto(Name, Span),
    Break,
    Continue,
    Return(Option<ExprId>),
    /// Something that is not supported: how it is called.
    Unsupported(Construct),
}
