//! Resolves names and types, finds all mistakes (C11 6.5 to 6.9), and makes conversions explicit.
//!
//! What is valid C but not supported becomes a [`Kind::Unsupported`], which is an error only where it is lowered.

mod addresses;
pub(crate) mod call;
mod declare;
mod expression;
mod floating;
mod fold;
mod generic;
mod initial;
mod linked;
mod operators;
mod specified;
mod statement;

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::lexer::Name;
use super::syntax::{ExprId, External, StaticAssertion, Storage, Tree};
use super::typed::{
    Body, COMPOUND_LITERAL, Checked, Function, FunctionId, Initial, Kind, LabelId, Node, Statement, StatementId,
    StatementKind, Variable, VariableId,
};
use super::types::{DataModel, Integer, Qualified, StructId, Type, TypeId, Types};
use base::{CompactSort, Diagnostic, Idx, IndexVec, Message, Span, Text, bound, did_you_mean, msg};

/// What a name stands for.
#[derive(Clone, Copy)]
enum Entity {
    Type(TypeId, bool),
    Constant(i64, TypeId),
    Variable(VariableId),
    Function(FunctionId),
}

/// What a tag stands for.
#[derive(Clone, Copy)]
enum Tag {
    Struct(StructId, bool),
    Enum(TypeId),
}

#[derive(Default)]
struct Scope {
    names: FxHashMap<Name, (Entity, Span)>,
    tags: FxHashMap<Name, Tag>,
}

/// An enclosing construct.
#[derive(Default)]
struct Switch {
    ty: Option<Integer>,
    cases: Vec<(i64, i64)>,
    /// The same cases by their least numbers, as they are ordered.
    ranges: BTreeMap<i128, i128>,
    has_default: bool,
    /// How many blocks in expressions are around it.
    expression_blocks: usize,
}

struct Checker<'a> {
    tree: &'a Tree,
    diagnostics: &'a mut Vec<Diagnostic>,
    types: Types,
    scopes: Vec<Scope>,
    variables: IndexVec<VariableId, Variable>,
    functions: IndexVec<FunctionId, Function>,
    statements: IndexVec<StatementId, Statement>,
    statics: Vec<(VariableId, Option<Initial>)>,
    /// Variables and functions with linkage, of all files.
    linked: FxHashMap<Name, Entity>,
    /// Those that only one file sees.
    internal: FxHashMap<Name, Entity>,
    files: linked::Files,
    /// Calls without a prototype, whose arguments are checked at the end.
    unchecked: Vec<(FunctionId, Vec<TypeId>, Span)>,
    /// Whether an initial value of a static variable is read.
    in_static: bool,
    // In a function:
    function: Option<FunctionId>,
    result: TypeId,
    addressed: Rc<FxHashSet<Name>>,
    /// The numbers of elements of the arrays of variable size in a declarator.
    lengths: Vec<Node>,
    labels: Vec<(Name, Option<Span>, Span)>,
    label_numbers: FxHashMap<Name, LabelId>,
    switches: Vec<Switch>,
    /// The blocks in expressions that are around a statement, and how many there were.
    expression_blocks: Vec<u32>,
    expression_block_count: u32,
    /// The blocks in expressions around labels, and around jumps to them.
    label_blocks: FxHashMap<LabelId, Vec<u32>>,
    gotos: Vec<(LabelId, Vec<u32>, Span)>,
    /// How many loops, and loops or switches, are around a statement.
    loops: u32,
    breakables: u32,
    warned: FxHashSet<Name>,
    /// How many names were not declared, and how often types were found out in advance.
    unknown: usize,
    advances: usize,
}

/// Maximum number of unknown names with a suggestion.
const SUGGESTIONS: usize = 50;

/// Checks the files of a program.
pub(crate) fn check(tree: &Tree, model: DataModel, diagnostics: &mut Vec<Diagnostic>) -> Checked {
    let mut this = Checker {
        tree,
        diagnostics,
        types: Types::new(model),
        scopes: vec![Scope::default()],
        variables: IndexVec::new(),
        functions: IndexVec::new(),
        statements: IndexVec::new(),
        statics: Vec::new(),
        linked: FxHashMap::default(),
        internal: FxHashMap::default(),
        files: linked::Files::default(),
        unchecked: Vec::new(),
        in_static: false,
        function: None,
        result: TypeId::VOID,
        addressed: Rc::default(),
        lengths: Vec::new(),
        labels: Vec::new(),
        label_numbers: FxHashMap::default(),
        switches: Vec::new(),
        expression_blocks: Vec::new(),
        expression_block_count: 0,
        label_blocks: FxHashMap::default(),
        gotos: Vec::new(),
        loops: 0,
        breakables: 0,
        warned: FxHashSet::default(),
        unknown: 0,
        advances: 0,
    };
    for external in &tree.externals {
        match external {
            External::File(defined) => {
                this.scopes = vec![Scope::default()];
                this.internal.clear();
                this.files.next(defined);
            }
            External::Declaration(declaration) => {
                this.declaration(declaration);
            }
            External::Function(definition) => this.definition(definition),
            External::Assertion(assertion) => this.static_assertion(assertion),
        }
    }
    this.check_calls();
    this.check_statics();
    if this.types.too_deep {
        this.diagnostics.push(Diagnostic::error("c/size", None, msg!("a type is nested too deeply")));
    }
    Checked {
        types: this.types,
        variables: this.variables,
        functions: this.functions,
        statements: this.statements,
        statics: this.statics,
        around: tree.around.clone(),
    }
}

impl Checker<'_> {
    fn error(&mut self, code: &'static str, span: Span, message: Message) -> Node {
        self.diagnostics.push(Diagnostic::error(code, span, message));
        bound(self.diagnostics);
        Node::error(span)
    }

    fn warn(&mut self, code: &'static str, span: Span, message: Message) {
        self.diagnostics.push(Diagnostic::warning(code, span, message));
        bound(self.diagnostics);
    }

    fn entity(&self, name: &str) -> Option<Entity> {
        self.scopes.iter().rev().find_map(|scope| scope.names.get(name)).map(|(entity, _)| *entity)
    }

    fn tag(&self, name: &str) -> Option<Tag> {
        self.scopes.iter().rev().find_map(|scope| scope.tags.get(name)).copied()
    }

    fn at_file_scope(&self) -> bool {
        self.scopes.len() == 1
    }

    fn scope(&mut self) -> &mut Scope {
        if self.scopes.is_empty() {
            self.scopes.push(Scope::default());
        }
        let last = self.scopes.len() - 1;
        &mut self.scopes[last]
    }

    fn type_name(&self, ty: TypeId) -> String {
        self.types.name(ty)
    }

    /// Whether one more unknown name gets a suggestion: these take time, and nobody reads so many.
    fn suggests(&mut self) -> bool {
        self.unknown += 1;
        self.unknown <= SUGGESTIONS
    }

    /// The error for a name that is not declared.
    fn unknown_name(&mut self, name: &Name, span: Span) -> Node {
        let suggests = self.suggests();
        let scopes = self.scopes.iter().filter(|_| suggests);
        let known: Vec<Name> = scopes.flat_map(|scope| scope.names.keys().cloned()).collect();
        let mut advice = base::closest(name, sorted(&known)).map(|near| msg!("did you mean `{near}`?"));
        let header = match &**name {
            "NULL" | "size_t" | "offsetof" => Some("stddef.h"),
            "INT_MAX" | "INT_MIN" | "UINT_MAX" | "LONG_MAX" | "LONG_MIN" | "CHAR_BIT" => Some("limits.h"),
            "true" | "false" | "bool" => Some("stdbool.h"),
            "errno" => Some("errno.h"),
            "stdin" | "stdout" | "stderr" | "EOF" => Some("stdio.h"),
            _ => None,
        };
        if let Some(header) = header {
            advice = Some(msg!("`#include <{header}>` declares it"));
        }
        let error = Diagnostic::error("c/unknown-name", span, msg!("`{name}` is not declared"));
        self.diagnostics.push(error.suggest(advice));
        bound(self.diagnostics);
        Node::error(span)
    }

    /// An integer constant expression.
    fn constant(&mut self, e: ExprId, what: Text) -> Option<(i64, TypeId)> {
        let node = self.value(e);
        match node.kind {
            Kind::Integer(value) => Some((value, node.ty)),
            Kind::Error => None,
            _ => {
                self.error("c/constant", node.span, msg!("{what} is not an integer constant"));
                None
            }
        }
    }

    /// `_Static_assert`: if it does not hold, it is an error.
    fn static_assertion(&mut self, assertion: &StaticAssertion) {
        let node = self.value(assertion.condition);
        let mut unsupported = None;
        node.for_each_part(&mut |part| {
            if let Kind::Unsupported(what) = &part.kind {
                unsupported.get_or_insert_with(|| what.words());
            }
        });
        if let Some(what) = unsupported {
            let message = msg!("this assertion is not checked: {what} is not supported yet");
            self.diagnostics.push(Diagnostic::note("c/ignored", assertion.span, message));
            return;
        }
        let holds = match node.number() {
            _ if node.ty == TypeId::ERROR => return,
            Some(value) => value != 0,
            None => {
                self.error("c/constant", node.span, msg!("the condition is not an integer constant"));
                return;
            }
        };
        if !holds {
            let text = assertion.text.as_deref().map(|text| Message::code(String::from_utf8_lossy(text)));
            let message = match text {
                Some(text) => msg!("the static assertion does not hold: {text}"),
                None => msg!("the static assertion does not hold"),
            };
            self.error("c/static-assertion", assertion.span, message);
        }
    }

    fn statement(&mut self, kind: StatementKind, span: Span) -> StatementId {
        self.statements.push(Statement { kind, span })
    }

    /// The arguments of calls without a prototype fit the definition.
    fn check_calls(&mut self) {
        for (function, given, span) in std::mem::take(&mut self.unchecked) {
            let callee = &self.functions[function];
            if callee.body.is_none() {
                continue;
            }
            let Type::Function(signature) = self.types.get(callee.ty).clone() else { continue };
            let Some(parameters) = signature.parameters else { continue };
            let name = callee.name.clone();
            let fits = |(&given, &wanted): (&TypeId, &TypeId)| {
                let integers = self.types.integer(given).zip(self.types.integer(wanted));
                given == wanted
                    || integers.is_some_and(|(given, wanted)| {
                        given.bits(self.types.model) == wanted.bits(self.types.model) && given.signed == wanted.signed
                    })
            };
            if given.len() != parameters.len() || !given.iter().zip(&parameters).all(fits) {
                let message = msg!(
                    "the arguments do not fit the definition of `{name}`, which is not declared with its parameters here"
                );
                let error = Diagnostic::error("c/call", span, message);
                self.diagnostics.push(error.suggest(msg!("declare `{name}` with its parameters before this call")));
            }
        }
    }

    /// Static variables have complete types at the end.
    fn check_statics(&mut self) {
        for at in 0..self.statics.len() {
            let variable = &self.variables[self.statics[at].0];
            let (ty, span) = (variable.ty, variable.span);
            match self.types.get(ty.ty).clone() {
                // A tentative definition without a size has one element.
                Type::Array(of, None) if variable.is_defined => {
                    let complete = self.types.intern(Type::Array(of, Some(1)));
                    self.variables[self.statics[at].0].ty.ty = complete;
                }
                _ if !self.types.is_complete(ty.ty) && variable.is_defined => {
                    let name = self.type_name(ty.ty);
                    self.error("c/type", span, msg!("`{name}` is not complete"));
                }
                _ => {}
            }
        }
    }
}

/// Names in their order.
fn sorted(names: &[Name]) -> Vec<&str> {
    let mut names: Vec<&str> = names.iter().map(|name| &**name).collect();
    names.compact_sort();
    names
}
