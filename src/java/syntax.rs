//! The syntax tree. Expressions and statements live in arenas, so that no tree is dropped recursively.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::lexer::Name;
use base::{FileId, IndexVec, Span, Text, newtype_index};

newtype_index! {
    /// An expression of a [`Tree`].
    pub struct ExprId;
    /// A statement of a [`Tree`].
    pub struct StmtId;
}

/// The classes of all files, with their expressions and statements.
#[derive(Default)]
pub(crate) struct Tree {
    /// Every expression; children come before parents.
    pub expressions: IndexVec<ExprId, Expr>,
    /// Every statement; children come before parents.
    pub statements: IndexVec<StmtId, Stmt>,
    /// Every class; nested ones come after their enclosing class.
    pub classes: Vec<ClassDecl>,
    /// The files of the classes of the library that are named, by these names; and whether some such name is qualified.
    pub named_library: BTreeMap<Name, (FileId, bool)>,
    /// The texts that are literals, as far as they are known.
    pub texts: FxHashMap<ExprId, Box<str>>,
    /// Whether a statement is a `try`.
    pub has_try: bool,
    /// The packages of files that name one.
    pub packages: FxHashMap<FileId, String>,
    /// The imports of classes, of all files.
    pub imports: Vec<Import>,
    /// The static imports of all files.
    pub static_imports: Vec<StaticImport>,
    /// The names of the variables and fields that expressions change, once that is asked.
    pub changed: OnceCell<FxHashSet<Name>>,
}

/// `import p.C;` or `import p.*;`
pub(crate) struct Import {
    /// The file it applies to.
    pub file: FileId,
    /// The package, or the class around.
    pub package: String,
    /// The class; `None` for all of them.
    pub class: Option<Name>,
}

/// `import static C.m;` or `import static C.*;`
pub(crate) struct StaticImport {
    /// The file it applies to.
    pub file: FileId,
    /// The class, with its package.
    pub class: String,
    /// The name of the members; `None` for all of them.
    pub member: Option<Name>,
}

impl Tree {
    /// The package of a file; empty if it names none.
    pub(crate) fn package(&self, file: FileId) -> &str {
        self.packages.get(&file).map_or("", String::as_str)
    }

    /// What a file imports a class from by its name.
    pub(crate) fn imported_by_name(&self, file: FileId, name: &str) -> Option<&str> {
        let mut imports = self.imports.iter().filter(|import| import.file == file);
        imports.find(|import| import.class.as_deref() == Some(name)).map(|import| &*import.package)
    }

    /// Whether a simple name in a file may be that of a class in this package.
    pub(crate) fn sees(&self, file: FileId, package: &str, name: &str) -> bool {
        match self.imported_by_name(file, name) {
            Some(from) => from == package,
            None => {
                let all = |import: &Import| import.file == file && import.class.is_none() && import.package == package;
                package == "java.lang" || self.package(file) == package || self.imports.iter().any(all)
            }
        }
    }

    /// The names of an expression that consists only of names.
    pub(crate) fn path_of(&self, e: ExprId) -> Option<Vec<Name>> {
        let mut path = Vec::new();
        let mut next = e;
        loop {
            match &self.expressions[next].kind {
                ExprKind::Name(name) => {
                    path.push(name.clone());
                    path.reverse();
                    return Some(path);
                }
                ExprKind::Field { object, name } => {
                    path.push(name.clone());
                    next = *object;
                }
                _ => return None,
            }
        }
    }

    /// The classes from which a name may be imported in a file.
    pub(crate) fn imported<'a>(&'a self, file: FileId, name: &'a str) -> impl Iterator<Item = &'a str> {
        let fits = move |i: &&StaticImport| i.file == file && i.member.as_ref().is_none_or(|member| **member == *name);
        self.static_imports.iter().filter(fits).map(|import| import.class.as_str())
    }
}

/// A class or interface.
pub(crate) struct ClassDecl {
    /// Its simple name.
    pub name: Name,
    /// The position of the name.
    pub name_span: Span,
    /// Position in [`Tree::classes`] of the enclosing class.
    pub outer: Option<usize>,
    /// Whether it is an interface.
    pub is_interface: bool,
    /// Whether its objects belong to an object of the enclosing class.
    pub is_inner: bool,
    /// Its kind if it is not modelled: an annotation. Its members are not read.
    pub unmodelled: Option<Text>,
    /// The constants, if it is an enum.
    pub constants: Option<Vec<Name>>,
    /// The components, if it is a record.
    pub components: Option<Vec<Parameter>>,
    /// Where it is declared, if it is a local or anonymous class; its name is then unique.
    pub local: Option<LocalClass>,
    /// Whether the library declares it.
    pub is_library: bool,
    /// Its modifiers.
    pub modifiers: Modifiers,
    /// Its type variables.
    pub type_parameters: Vec<TypeParameter>,
    /// Its superclass.
    pub superclass: Option<TypeRef>,
    /// The interfaces that it implements, or extends if it is an interface.
    pub interfaces: Vec<TypeRef>,
    /// Its members in order.
    pub members: Vec<Member>,
    /// The whole declaration.
    pub span: Span,
}

/// What is special about a local or anonymous class.
pub(crate) struct LocalClass {
    /// Its name in the text; anonymous classes have none.
    pub simple_name: Option<Name>,
    /// The type variables of the methods around it, innermost first.
    pub type_parameters: Vec<TypeParameter>,
}

/// The relevant modifiers.
#[derive(Clone, Copy, Default)]
pub(crate) struct Modifiers {
    /// `static`.
    pub is_static: bool,
    /// `abstract`.
    pub is_abstract: bool,
    /// `final`.
    pub is_final: bool,
    /// `private`.
    pub is_private: bool,
    /// `public`.
    pub is_public: bool,
    /// `native`.
    pub is_native: bool,
    /// `default`, of a method of an interface.
    pub is_default: bool,
}

/// `T` or `T extends Bound`.
#[derive(Clone)]
pub(crate) struct TypeParameter {
    /// The variable.
    pub name: Name,
    /// Its erasure, if not `Object`.
    pub bound: Option<TypeRef>,
}

/// A type as written.
#[derive(Clone)]
pub(crate) struct TypeRef {
    /// `["int"]`, `["java", "util", "Random"]`, …; `["?"]` for a wildcard without a bound.
    pub path: Vec<Name>,
    /// The type arguments of the last name; of a wildcard, the bound.
    pub arguments: Vec<TypeRef>,
    /// Those of the names before it: `Outer<A>.Inner`.
    pub outer_arguments: Vec<TypeRef>,
    /// Whether the last name has no type arguments, not even `<>`: for a generic class, a raw type.
    pub is_bare: bool,
    /// Number of bracket pairs.
    pub dimensions: u32,
    /// Its position.
    pub span: Span,
}

/// A member of a class.
pub(crate) enum Member {
    /// A field.
    Field(FieldDecl),
    /// A method or constructor.
    Method(MethodDecl),
    /// An initialiser block of instances.
    Initializer(StmtId),
    /// An initialiser block of the class.
    StaticInitializer(StmtId),
}

/// A field.
pub(crate) struct FieldDecl {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: TypeRef,
    /// Its modifiers.
    pub modifiers: Modifiers,
    /// Its initial value.
    pub initializer: Option<ExprId>,
    /// The declarator.
    pub span: Span,
}

/// A method or constructor.
pub(crate) struct MethodDecl {
    /// Its name; that of the class for constructors.
    pub name: Name,
    /// The position of the name.
    pub name_span: Span,
    /// Its result type; none for constructors.
    pub result: Option<TypeRef>,
    /// Its modifiers.
    pub modifiers: Modifiers,
    /// Its type variables.
    pub type_parameters: Vec<TypeParameter>,
    /// Its parameters in order.
    pub parameters: Vec<Parameter>,
    /// Its body.
    pub body: Option<StmtId>,
    /// The whole declaration.
    pub span: Span,
    /// Whether it is not written, like the methods of every enum or record.
    pub is_implicit: bool,
}

/// A parameter.
#[derive(Clone)]
pub(crate) struct Parameter {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: TypeRef,
    /// Whether it is `final`.
    pub is_final: bool,
    /// Whether it is variadic.
    pub is_variadic: bool,
    /// Its position.
    pub span: Span,
}

/// An expression.
pub(crate) struct Expr {
    /// Its kind.
    pub kind: ExprKind,
    /// Its position.
    pub span: Span,
    /// Height of the tree below it.
    pub depth: u32,
    /// Whether it contains an assignment to a local or field.
    pub assigns: bool,
}

/// An operator between two operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub(crate) enum BinaryOperator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    And,
    Or,
    Xor,
    ShiftLeft,
    ShiftRight,
    ShiftRightUnsigned,
    AndThen,
    OrElse,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

/// An operator before its operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub(crate) enum UnaryOperator {
    Plus,
    Minus,
    Complement,
    Not,
}

/// A literal; floating-point numbers have values, except very long hexadecimal ones.
#[derive(Clone, Copy, PartialEq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub(crate) enum Literal {
    Int(i32),
    Long(i64),
    Character(u16),
    Float(Option<f64>),
    Double(Option<f64>),
    Boolean(bool),
    Text,
    Null,
}

/// The receiver of a call.
pub(crate) enum Receiver {
    /// `m()`.
    Implicit,
    /// `super.m()`.
    Super,
    /// `C.super.m()`.
    SuperOf(ExprId),
    /// `e.m()`, where `e` may also name a class.
    Of(ExprId),
}

/// The kinds of expressions.
pub(crate) enum ExprKind {
    /// A literal.
    Literal(Literal),
    /// A simple name.
    Name(Name),
    /// `e.name`; also a qualified name.
    Field {
        /// The object, or a prefix of a qualified name.
        object: ExprId,
        /// The last name.
        name: Name,
    },
    /// `array[index]`.
    Index {
        /// The array.
        array: ExprId,
        /// The position.
        index: ExprId,
    },
    /// `super.name`.
    SuperField(Name),
    /// `this`.
    This,
    /// `C.this`.
    ThisOf(ExprId),
    /// A method call.
    Call {
        /// The receiver.
        receiver: Receiver,
        /// The method.
        name: Name,
        /// The arguments.
        arguments: Vec<ExprId>,
    },
    /// `this(..)` or `super(..)`.
    ConstructorCall {
        /// Which of them.
        is_super: bool,
        /// The object before `.super(..)`.
        outer: Option<ExprId>,
        /// The arguments.
        arguments: Vec<ExprId>,
    },
    /// `new C(..)`, `e.new C(..)`, `new C(..) { .. }`, and constants of enums.
    New(Creation),
    /// A lambda expression.
    Lambda(Lambda),
    /// `e::m`, `C::m`, `super::m`; the name of constructors is `<init>`.
    Reference {
        /// The object or class.
        receiver: Receiver,
        /// The method.
        name: Name,
    },
    /// `new T[n][]`, or `new T[] { .. }`.
    NewArray {
        /// The type of the array.
        ty: TypeRef,
        /// The sizes that are given.
        sizes: Vec<ExprId>,
        /// The initial values.
        values: Option<ExprId>,
    },
    /// `{ .. }` as the value of an array.
    ArrayValues(Vec<ExprId>),
    /// `C.class`; none for other types.
    ClassLiteral(Option<ExprId>),
    /// `-e`, `!e`, ….
    Unary(UnaryOperator, ExprId),
    /// `++e`, `e--`, ….
    Increment {
        /// Whether the operator stands first.
        prefix: bool,
        /// Whether it is `--`.
        decrement: bool,
        /// The target.
        target: ExprId,
    },
    /// `e op e`.
    Binary(BinaryOperator, ExprId, ExprId),
    /// `e = e`, `e op= e`.
    Assign {
        /// The target.
        target: ExprId,
        /// The operator before `=`.
        operator: Option<BinaryOperator>,
        /// The right side.
        value: ExprId,
    },
    /// `c ? a : b`.
    Conditional(ExprId, ExprId, ExprId),
    /// `(T) e`.
    Cast(TypeRef, ExprId),
    /// `e instanceof T` or `e instanceof T name`.
    InstanceOf {
        /// The object.
        operand: ExprId,
        /// The type.
        ty: TypeRef,
        /// The pattern variable.
        binding: Option<Name>,
    },
    /// A switch expression.
    Switch(Switch),
    /// `? T`, which no file contains: any value of the type, but null in `?! T`.
    Any {
        /// The type.
        ty: TypeRef,
        /// Whether it is not null.
        is_object: bool,
    },
    /// A syntax error, already reported.
    Erroneous,
}

/// The creation of an object.
pub(crate) struct Creation {
    /// The class.
    pub class: TypeRef,
    /// The arguments.
    pub arguments: Vec<ExprId>,
    /// The object before `.new`.
    pub outer: Option<ExprId>,
    /// Position in [`Tree::classes`] of the anonymous class.
    pub body: Option<usize>,
    /// Whether it is a constant of an enum.
    pub is_constant: bool,
}

/// A lambda expression.
pub(crate) struct Lambda {
    /// Its parameters in order.
    pub parameters: Vec<LambdaParameter>,
    /// What it does.
    pub body: LambdaBody,
}

/// A parameter of a lambda expression.
pub(crate) struct LambdaParameter {
    /// Its name.
    pub name: Name,
    /// Its type, if it is written.
    pub ty: Option<TypeRef>,
    /// Its position.
    pub span: Span,
}

/// The body of a lambda expression.
#[derive(Clone, Copy)]
pub(crate) enum LambdaBody {
    /// An expression: the result, or a statement.
    Expression(ExprId),
    /// A block.
    Block(StmtId),
}

/// A statement.
pub(crate) struct Stmt {
    /// Its kind.
    pub kind: StmtKind,
    /// Its position: the whole of a simple statement, the header of a compound one.
    pub span: Span,
    /// Height of the tree below it.
    pub depth: u32,
}

/// The kinds of statements.
pub(crate) enum StmtKind {
    /// `{ .. }`.
    Block(Vec<StmtId>),
    /// One declarator of a declaration of locals.
    Local {
        /// The type; `None` for `var`.
        ty: Option<TypeRef>,
        /// The local.
        name: Name,
        /// Whether it is `final`.
        is_final: bool,
        /// Its initial value.
        initializer: Option<ExprId>,
    },
    /// `e;`.
    Expression(ExprId),
    /// `if`.
    If {
        /// The condition.
        condition: ExprId,
        /// The first branch.
        then: StmtId,
        /// The second branch.
        otherwise: Option<StmtId>,
    },
    /// `while`.
    While(ExprId, StmtId),
    /// `do`.
    Do(StmtId, ExprId),
    /// `for (;;)`.
    For {
        /// The initialisers.
        init: Vec<StmtId>,
        /// The condition.
        condition: Option<ExprId>,
        /// The updates.
        update: Vec<ExprId>,
        /// The body.
        body: StmtId,
    },
    /// `for (T name : collection)`.
    ForEach {
        /// The type; `None` for `var`.
        ty: Option<TypeRef>,
        /// The variable.
        name: Name,
        /// Whether it is `final`.
        is_final: bool,
        /// What is iterated over.
        collection: ExprId,
        /// The body.
        body: StmtId,
    },
    /// The declaration of a local class, by its position in [`Tree::classes`].
    LocalClass(usize),
    /// `label: statement`.
    Labelled(Name, StmtId),
    /// `break`.
    Break(Option<Name>),
    /// `continue`.
    Continue(Option<Name>),
    /// `yield e;`, also the value of an arrow in a switch expression.
    Yield(ExprId),
    /// `switch`.
    Switch(Switch),
    /// `return`.
    Return(Option<ExprId>),
    /// `throw`.
    Throw(ExprId),
    /// `try`.
    Try {
        /// The block.
        body: StmtId,
        /// The handlers in order.
        catches: Vec<Catch>,
        /// The block at the end.
        finally: Option<StmtId>,
    },
    /// `assert`.
    Assert(ExprId, Option<ExprId>),
    /// `synchronized (e) { .. }`.
    Synchronized(ExprId, StmtId),
    /// `;`, or a syntax error, already reported.
    Empty,
}

/// A switch statement or expression.
pub(crate) struct Switch {
    /// The selector.
    pub selector: ExprId,
    /// The groups of labels in order.
    pub groups: Vec<SwitchGroup>,
}

/// Labels of a switch with their statements.
pub(crate) struct SwitchGroup {
    /// The constants.
    pub labels: Vec<ExprId>,
    /// Whether `default` is among the labels.
    pub is_default: bool,
    /// Whether an arrow follows, so that nothing falls through.
    pub arrow: bool,
    /// The statements.
    pub body: Vec<StmtId>,
    /// The position of the labels.
    pub span: Span,
}

/// A handler.
pub(crate) struct Catch {
    /// The classes it handles.
    pub types: Vec<TypeRef>,
    /// The exception.
    pub name: Name,
    /// The block.
    pub body: StmtId,
    /// The header.
    pub span: Span,
    /// Whether it is not written: it closes a resource.
    pub is_implicit: bool,
}

impl ExprKind {
    /// Calls `visit` for every direct subexpression, in order of evaluation, without the statements of a switch.
    pub(crate) fn for_each_child(&self, mut visit: impl FnMut(ExprId)) {
        match self {
            ExprKind::Literal(_) | ExprKind::Name(_) | ExprKind::SuperField(_) => {}
            ExprKind::This | ExprKind::ThisOf(_) | ExprKind::Any { .. } | ExprKind::Erroneous => {}
            ExprKind::ClassLiteral(_) | ExprKind::Lambda(_) => {}
            ExprKind::Reference { receiver, .. } => {
                if let Receiver::Of(object) = receiver {
                    visit(*object);
                }
            }
            ExprKind::Field { object, .. } => visit(*object),
            ExprKind::Index { array, index, .. } => [*array, *index].into_iter().for_each(visit),
            ExprKind::Call { receiver, arguments, .. } => {
                if let Receiver::Of(receiver) = receiver {
                    visit(*receiver);
                }
                arguments.iter().copied().for_each(visit);
            }
            ExprKind::ConstructorCall { outer, arguments, .. } | ExprKind::New(Creation { outer, arguments, .. }) => {
                outer.iter().chain(arguments).copied().for_each(visit);
            }
            ExprKind::NewArray { sizes, values, .. } => sizes.iter().chain(values).copied().for_each(visit),
            ExprKind::ArrayValues(values) => values.iter().copied().for_each(visit),
            ExprKind::Unary(_, e) | ExprKind::Cast(_, e) => visit(*e),
            ExprKind::Increment { target, .. } => visit(*target),
            ExprKind::Binary(_, left, right) => [*left, *right].into_iter().for_each(visit),
            ExprKind::Assign { target, value, .. } => [*target, *value].into_iter().for_each(visit),
            ExprKind::Conditional(c, a, b) => [*c, *a, *b].into_iter().for_each(visit),
            ExprKind::InstanceOf { operand, .. } => visit(*operand),
            ExprKind::Switch(switch) => visit(switch.selector),
        }
    }
}

impl StmtKind {
    /// Calls `statement` and `expression` for every direct part.
    pub(crate) fn for_each_child(&self, mut statement: impl FnMut(StmtId), mut expression: impl FnMut(ExprId)) {
        match self {
            StmtKind::Block(body) => body.iter().copied().for_each(statement),
            StmtKind::Local { initializer, .. } => initializer.iter().copied().for_each(expression),
            StmtKind::Expression(e) | StmtKind::Yield(e) | StmtKind::Throw(e) => expression(*e),
            StmtKind::If { condition, then, otherwise } => {
                expression(*condition);
                std::iter::once(*then).chain(*otherwise).for_each(statement);
            }
            StmtKind::While(e, body) | StmtKind::Do(body, e) | StmtKind::Synchronized(e, body) => {
                expression(*e);
                statement(*body);
            }
            StmtKind::For { init, condition, update, body } => {
                init.iter().copied().for_each(&mut statement);
                condition.iter().chain(update).copied().for_each(expression);
                statement(*body);
            }
            StmtKind::ForEach { collection, body, .. } => {
                expression(*collection);
                statement(*body);
            }
            StmtKind::Labelled(_, body) => statement(*body),
            StmtKind::Switch(switch) => {
                expression(switch.selector);
                switch.for_each_statement(statement);
            }
            StmtKind::Return(e) => e.iter().copied().for_each(expression),
            StmtKind::Try { body, catches, finally } => {
                statement(*body);
                catches.iter().map(|c| c.body).chain(*finally).for_each(statement);
            }
            StmtKind::Assert(condition, message) => std::iter::once(*condition).chain(*message).for_each(expression),
            StmtKind::Break(_) | StmtKind::Continue(_) | StmtKind::Empty | StmtKind::LocalClass(_) => {}
        }
    }
}

impl Switch {
    /// Calls `visit` for every statement of its groups.
    pub(crate) fn for_each_statement(&self, visit: impl FnMut(StmtId)) {
        self.groups.iter().flat_map(|g| g.body.iter().copied()).for_each(visit);
    }
}

impl TypeRef {
    /// The type as written, without type arguments.
    pub(crate) fn text(&self) -> String {
        format!("{}{}", self.path.join("."), "[]".repeat(self.dimensions.min(8) as usize))
    }
}
