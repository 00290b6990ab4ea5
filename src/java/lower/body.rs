//! Methods and constructors.

use super::call::Application;
use rustc_hash::FxHashMap;

use super::super::assigned;
use super::super::classes::{CONSTRUCTOR, ClassTable, FieldPosition, Inferred, MethodId};
use super::super::syntax::{Expr, ExprId, ExprKind, Member, MethodDecl, Receiver, StmtId, StmtKind, Tree};
use super::super::types::Ty;
use super::elements::Elements;
use super::{Emitter, Lowering, ProcedureKind, Typed, Variable};
use base::{Diagnostic, FileId, IndexVec, Span, msg};
use program::cfa::{Cfa, Location};
use program::graph::Graph;
use program::objects::{ClassId, LocalId, LocalKind, Operand, Operation, Procedure, Type};

/// The span for a procedure of a class that is not declared; only declared classes have procedures.
pub(crate) const NOWHERE: Span = Span { file: FileId(0), start: 0, end: 0 };

/// The control-flow automaton of a method.
pub(super) fn procedure(table: &mut ClassTable<'_>, diagnostics: &mut Vec<Diagnostic>, method: MethodId) -> Procedure {
    let object = table.object();
    let throwable = table.throwable();
    let info = &table.methods[method];
    let (class, declaration) = (info.class, info.declaration);
    let (name, result, is_static) = (info.name.to_string(), info.result, info.is_static);
    let kind = if name == CONSTRUCTOR { ProcedureKind::Constructor } else { ProcedureKind::Method };
    let parameters = info.parameters.clone();
    let span = declaration.map(|d| d.span).or(table.classes[class].span).unwrap_or(NOWHERE);
    let type_parameters = declaration.map_or(&[][..], |d| &d.type_parameters);
    let (function, generic) = (info.function, info.result_generic);
    let graph = Graph::new(result.lowered(object), Type::Reference(throwable), span);
    let mut lowering = Lowering::new(table, diagnostics, kind, class, graph);
    lowering.code.scope.type_parameters = type_parameters;
    lowering.result = result;
    if let Some(e) = function {
        return lowering.function_procedure(e, name, &parameters, span);
    }
    let returned = lowering.code.graph.returned;
    lowering.generics.insert(returned, generic);
    if !is_static {
        lowering.code.this = Some(lowering.code.graph.local("this", LocalKind::Declared, Type::Reference(class)));
        lowering.code.receiver = lowering.code.this;
    }
    let has_program_arguments = has_program_arguments(lowering.code.table, method);
    let mut locals = Vec::new();
    if let Some(declaration) = declaration {
        for (parameter, info) in declaration.parameters.iter().zip(&parameters) {
            let (ty, is_final) = (info.ty, parameter.is_final);
            let local = lowering.declare(&parameter.name, ty, is_final, parameter.span);
            lowering.generics.insert(local, info.generic);
            if let Some(variable) = lowering.variables.last_mut() {
                variable.erased = info.erased;
                variable.generic = info.generic;
                variable.never_null = has_program_arguments;
            }
            locals.push(local);
        }
    } else {
        // The constructor of an anonymous class.
        locals = parameters.iter().map(|info| lowering.code.temporary(info.ty)).collect();
    }
    lowering.code.cast_parameters(method, &locals, span);
    let body = declaration.and_then(|d| d.body);
    if kind == ProcedureKind::Constructor {
        lowering.constructor(body, &locals, span);
    } else if let Some(body) = body {
        lowering.body = Some(body);
        lowering.statement(body);
    }
    lowering.end(span);
    lowering.finish(name, locals, span)
}

/// A method without its code.
pub(super) fn outline(table: &mut ClassTable<'_>, method: MethodId) -> Procedure {
    let mut nothing = Vec::new();
    let object = table.object();
    let info = &table.methods[method];
    let (class, name, is_static, result) = (info.class, info.name.to_string(), info.is_static, info.result);
    let (types, declaration) = (info.parameters.clone(), info.declaration);
    let span = declaration.map(|d| d.span).or(table.classes[class].span).unwrap_or(NOWHERE);
    let graph = Graph::new(result.lowered(object), Type::Reference(object), span);
    let mut lowering = Lowering::new(table, &mut nothing, ProcedureKind::Method, class, graph);
    lowering.code.receiver =
        (!is_static).then(|| lowering.code.graph.local("this", LocalKind::Declared, Type::Reference(class)));
    lowering.result = result;
    let parameters = declaration.map_or(&[][..], |d| &d.parameters).iter().zip(types);
    let locals = parameters.map(|(p, info)| lowering.bind(&p.name, info.ty, p.is_final, p.span)).collect();
    lowering.code.graph.goto(lowering.code.graph.exit, span);
    lowering.finish(name, locals, span)
}

impl<'a, 't> Lowering<'a, 't> {
    /// The lowering of a static procedure without result; the caller adjusts it.
    pub(super) fn new(
        table: &'a mut ClassTable<'t>,
        diagnostics: &'a mut Vec<Diagnostic>,
        kind: ProcedureKind,
        class: ClassId,
        graph: Graph,
    ) -> Self {
        Self {
            tree: table.tree,
            code: Emitter::new(table, diagnostics, kind, class, graph),
            body: None,
            result: Ty::Void,
            variables: Vec::new(),
            generics: FxHashMap::default(),
            expected: None,
            expected_of_call: Vec::new(),
            elements: Elements::default(),
        }
    }
}

impl Lowering<'_, '_> {
    /// A new local in scope.
    pub(super) fn declare(&mut self, name: &super::Name, ty: Ty, is_final: bool, span: Span) -> LocalId {
        if self.variable(name).is_some() {
            self.code.error("java/duplicate", span, msg!("variable `{name}` is already declared"));
        }
        self.bind(name, ty, is_final, span)
    }

    /// A new local in scope, which may hide another one.
    pub(super) fn bind(&mut self, name: &super::Name, ty: Ty, is_final: bool, origin: Span) -> LocalId {
        let local = self.code.variable(name, ty);
        self.variables.push(Variable { is_final, ..Variable::unassigned(name.clone(), origin, local, ty) });
        local
    }

    /// Ends the scopes of all variables but the first ones, which is where `span` ends; no scope begins before it.
    pub(super) fn leave(&mut self, remaining: usize, span: Span) {
        for Variable { local, origin, .. } in self.variables.drain(remaining..) {
            if origin.file == span.file {
                let start = origin.start.max(span.start);
                self.code.graph.set_scope(local, Span { start, ..span });
            }
        }
    }

    /// The procedure that has been lowered.
    pub(super) fn finish(self, name: String, parameters: Vec<LocalId>, span: Span) -> Procedure {
        let Lowering { mut code, result, elements, .. } = self;
        elements.settle(&mut code);
        let Emitter { table, diagnostics, graph, owner, receiver, statics, .. } = code;
        let object = table.object();
        let mut procedure = Procedure {
            name,
            class: owner,
            receiver,
            parameters,
            statics,
            result: result.lowered(object),
            locals: IndexVec::new(),
            returned: graph.returned,
            exception: graph.exception,
            cfa: Cfa { locations: IndexVec::new(), edges: IndexVec::new(), entry: Location(0), exit: Location(0) },
            exceptional_exit: Location(0),
            error: None,
            ended: None,
            ignores_bounds: false,
            span,
        };
        graph.finish(&mut procedure);
        assigned::check(&procedure, diagnostics);
        procedure
    }

    /// The end of the body.
    pub(super) fn end(&mut self, span: Span) {
        let exit = self.code.graph.exit;
        let brace = Span { start: span.end.saturating_sub(1).max(span.start), ..span };
        if self.code.graph.alive {
            if self.result != Ty::Void && self.result != Ty::Error {
                self.code.error("java/flow", brace, msg!("missing `return` at the end of this method"));
            }
            self.code.graph.statement = brace;
            self.code.graph.goto(exit, brace);
        }
        if self.code.graph.is_full() {
            let advice = msg!("split it into several methods; `finally` blocks are copied to every exit");
            self.code
                .diagnostics
                .push(Diagnostic::error("java/size", span, msg!("this method is too large")).suggest(advice));
        }
    }

    /// `this(..)`, or `super(..)` and the initialisers; then the body.
    fn constructor(&mut self, body: Option<StmtId>, parameters: &[LocalId], span: Span) {
        let first = body.and_then(|body| match &self.tree.statements[body].kind {
            StmtKind::Block(statements) => statements.first().copied(),
            _ => None,
        });
        let call = first.and_then(|first| match self.tree.statements[first].kind {
            StmtKind::Expression(e) => match &self.expression(e).kind {
                ExprKind::ConstructorCall { is_super, outer, arguments } => {
                    Some((*is_super, (*outer, arguments), e, first))
                }
                _ => None,
            },
            _ => None,
        });
        match call {
            Some((is_super, (outer, arguments), e, first)) => {
                self.code.graph.statement = self.tree.statements[first].span;
                let span = self.span(e);
                let outer = outer.map(|outer| self.qualifier(outer));
                self.constructor_call(is_super, outer, arguments, span);
                if is_super {
                    self.initialisers();
                }
            }
            None => {
                self.code.graph.statement = Span { end: span.start, ..span };
                match self.code.table.classes[self.code.class].super_constructor {
                    Some(method) => self.anonymous_constructor(method, parameters, span),
                    None => self.constructor_call(true, None, &[], span),
                }
                self.initialisers();
            }
        }
        let Some(body) = body else { return };
        let StmtKind::Block(statements) = &self.tree.statements[body].kind else { return };
        self.block(&statements[usize::from(call.is_some())..], self.tree.statements[body].span);
    }

    /// Calls another constructor on `this`; `outer` is the object around that of the superclass, if it is written.
    fn constructor_call(&mut self, is_super: bool, outer: Option<Typed>, arguments: &[super::ExprId], span: Span) {
        let class = if is_super { self.code.table.classes[self.code.class].superclass } else { Some(self.code.class) };
        let (Some(class), Some(this)) = (class, self.code.this) else { return };
        let values = self.arguments(arguments);
        if self.code.table.classes[class].library.is_some() {
            self.code.library_constructor(class, &values, span);
            return;
        }
        let types = self.code.types_of(&values);
        let found = self.code.table.overload(class, CONSTRUCTOR, &types);
        if let Some((method, arity)) = found.chosen() {
            if is_super {
                self.assign_hidden(this, class, outer, span);
            }
            let operands = self.converted(
                &Application { method, arity, arguments: &values, through: None },
                &Inferred::new(),
                span,
            );
            if let Some(procedure) = self.code.table.methods[method].procedure {
                self.code.constructor_edge(procedure, this, operands, span);
            }
        } else {
            self.code.report_overload(class, CONSTRUCTOR, &types, found, span);
        }
    }

    /// The constructor of an anonymous class calls that of its superclass with all its arguments (JLS 15.9.5.1).
    fn anonymous_constructor(&mut self, method: MethodId, parameters: &[LocalId], span: Span) {
        let Some(this) = self.code.this else { return };
        self.assign_hidden(this, self.code.table.methods[method].class, None, span);
        let operands = parameters.iter().map(|&parameter| Operand::Local(parameter)).collect();
        if let Some(procedure) = self.code.table.methods[method].procedure {
            self.code.constructor_edge(procedure, this, operands, span);
        }
    }

    /// Initial values of fields and initialiser blocks, in the order in which they are written.
    fn initialisers(&mut self) {
        let hidden = std::mem::take(&mut self.variables);
        let Some(this) = self.code.this else { return };
        for member in self.code.table.classes[self.code.class].members {
            match member {
                Member::Field(declared) => {
                    let Some(value) = declared.initializer else { continue };
                    let class = &self.code.table.classes[self.code.class];
                    let position = class.field(&declared.name).filter(|&at| !class.fields[at].is_static);
                    let Some(position) = position else { continue };
                    let field = &class.fields[position];
                    let (Some(id), ty, is_ambiguous) = (field.id, field.ty, field.is_ambiguous) else { continue };
                    let generic = field.generic;
                    self.code.graph.statement = declared.span;
                    if is_ambiguous {
                        self.code.unmodelled_field(FieldPosition { class: self.code.class, position }, declared.span);
                    }
                    let value = self.value_of_type(value, ty, generic, declared.span);
                    self.code.graph.emit(Operation::Store { base: this, field: id, value }, declared.span);
                }
                Member::Initializer(block) => self.statement(*block),
                Member::Method(_) | Member::StaticInitializer(_) => {}
            }
        }
        self.variables = hidden;
    }
}

/// Whether the parameter of a method is the initial array with objects in it: nothing assigns it, no code in the program calls a method of
/// this name, and either the method only reads its elements, or nothing in the program assigns elements of any array.
fn has_program_arguments(table: &ClassTable<'_>, method: MethodId) -> bool {
    let info = &table.methods[method];
    let [parameter] = &info.parameters[..] else { return false };
    let Some(declaration) = info.declaration.filter(|_| &*info.name == "main" && info.is_static) else { return false };
    let Some(name) = declaration.parameters.first().map(|p| &p.name) else { return false };
    if !table.is_string_array(parameter.ty) {
        return false;
    }
    let tree = table.tree;
    let written = || tree.expressions.iter().filter(|e| !e.span.is_of_library());
    let is_called_or_assigned = |e: &Expr| match &e.kind {
        ExprKind::Call { receiver, name, .. } => &**name == "main" && !matches!(receiver, Receiver::Super),
        ExprKind::Reference { name, .. } => &**name == "main",
        ExprKind::Assign { target, .. } => is_name(tree, *target, name),
        _ => false,
    };
    let may_write = |e: &Expr| match &e.kind {
        // Methods of the library that may write null.
        ExprKind::Call { name, .. } => matches!(&**name, "arraycopy" | "asList" | "fill" | "setAll" | "toArray"),
        ExprKind::Assign { target, .. } => matches!(tree.expressions[*target].kind, ExprKind::Index { .. }),
        _ => false,
    };
    !written().any(is_called_or_assigned) && (is_only_read(tree, declaration, name) || !written().any(may_write))
}

/// Whether all that a method does with an array is to look at its length and at its elements.
fn is_only_read(tree: &Tree, method: &MethodDecl, array: &str) -> bool {
    let own = method.span;
    let is_inside = |span: Span| span.file == own.file && own.start <= span.start && span.end <= own.end;
    let is_array = |e: ExprId| is_name(tree, e, array);
    let is_element = |e: ExprId| matches!(tree.expressions[e].kind, ExprKind::Index { array, .. } if is_array(array));
    let (mut uses, mut reads) = (0, 0);
    for e in tree.expressions.iter().filter(|e| is_inside(e.span)) {
        match &e.kind {
            ExprKind::Name(name) if **name == *array => uses += 1,
            ExprKind::Index { array, .. } if is_array(*array) => reads += 1,
            ExprKind::Field { object, name } if &**name == "length" && is_array(*object) => reads += 1,
            ExprKind::Assign { target, .. } if is_element(*target) => return false,
            _ => {}
        }
    }
    for statement in tree.statements.iter().filter(|statement| is_inside(statement.span)) {
        if let StmtKind::ForEach { collection, .. } = statement.kind
            && is_array(collection)
        {
            reads += 1;
        }
    }
    uses == reads
}

/// Whether an expression is a simple name.
fn is_name(tree: &Tree, e: ExprId, name: &str) -> bool {
    matches!(&tree.expressions[e].kind, ExprKind::Name(own) if **own == *name)
}
