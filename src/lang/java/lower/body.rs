//! Methods and constructors.

use std::collections::HashSet;

use rustc_hash::FxHashMap;

use super::super::super::graph::Graph;
use super::super::classes::{CONSTRUCTOR, ClassTable, FieldPosition, MethodId, TypeScope};
use super::super::syntax::{ExprKind, Member, StmtId, StmtKind};
use super::super::types::Ty;
use super::super::{JavaOptions, assigned};
use super::elements::Elements;
use super::{Lowering, Typed, Variable};
use crate::base::{Diagnostic, FileId, IndexVec, Span};
use crate::program::cfa::{Cfa, Location};
use crate::program::objects::{ClassId, LocalId, Operand, Operation, Procedure, Type};

/// The span for a procedure of a class that is not declared; only declared classes have procedures.
pub const NOWHERE: Span = Span { file: FileId(0), start: 0, end: 0 };

/// The control-flow automaton of a method.
pub fn procedure(
    table: &mut ClassTable<'_>,
    options: &JavaOptions,
    diagnostics: &mut Vec<Diagnostic>,
    method: MethodId,
) -> Procedure {
    let object = table.object();
    let throwable = table.library("Throwable").unwrap_or(object);
    let info = &table.methods[method];
    let (class, declaration) = (info.class, info.declaration);
    let (name, result, is_static) = (info.name.to_string(), info.result, info.is_static);
    let parameters = info.parameters.clone();
    let span = declaration.map(|d| d.span).or(table.classes[class].span).unwrap_or(NOWHERE);
    let type_parameters = declaration.map_or(&[][..], |d| &d.type_parameters);
    let (function, generic) = (info.function, info.result_generic);
    let graph = Graph::new(result.lowered(object), Type::Reference(throwable), span);
    let scope = TypeScope { class: Some(class), type_parameters };
    let mut lowering = Lowering::new(table, options, diagnostics, scope, class, graph);
    lowering.result = result;
    if let Some(e) = function {
        return lowering.function_procedure(e, name, &parameters, span);
    }
    let returned = lowering.graph.returned;
    lowering.generics.insert(returned, generic);
    lowering.is_static = is_static;
    if !is_static {
        lowering.this = Some(lowering.graph.local("this", Type::Reference(class)));
        lowering.receiver = lowering.this;
    }
    let has_program_arguments = lowering.has_program_arguments(method);
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
        locals = parameters.iter().map(|info| lowering.temporary(info.ty)).collect();
    }
    lowering.cast_parameters(method, &locals, span);
    let body = declaration.and_then(|d| d.body);
    if name == CONSTRUCTOR {
        lowering.is_constructor = true;
        lowering.constructor(body, &locals, span);
    } else if let Some(body) = body {
        lowering.code = Some(body);
        lowering.statement(body);
    }
    lowering.end(span);
    lowering.finish(name, locals, span)
}

/// A method without its code.
pub fn outline(table: &mut ClassTable<'_>, method: MethodId) -> Procedure {
    let mut nothing = Vec::new();
    let object = table.object();
    let info = &table.methods[method];
    let (class, name, is_static, result) = (info.class, info.name.to_string(), info.is_static, info.result);
    let (types, declaration) = (info.parameters.clone(), info.declaration);
    let span = declaration.map(|d| d.span).or(table.classes[class].span).unwrap_or(NOWHERE);
    let graph = Graph::new(result.lowered(object), Type::Reference(object), span);
    let scope = TypeScope { class: Some(class), type_parameters: &[] };
    let options = JavaOptions::default();
    let mut lowering = Lowering::new(table, &options, &mut nothing, scope, class, graph);
    lowering.receiver = (!is_static).then(|| lowering.graph.local("this", Type::Reference(class)));
    lowering.result = result;
    let parameters = declaration.map_or(&[][..], |d| &d.parameters).iter().zip(types);
    let locals = parameters.map(|(p, info)| lowering.bind(&p.name, info.ty, p.is_final, p.span)).collect();
    lowering.graph.goto(lowering.graph.exit, span);
    lowering.finish(name, locals, span)
}

impl<'a, 't> Lowering<'a, 't> {
    /// The lowering of a static method without result; the caller adjusts it.
    pub(super) fn new(
        table: &'a mut ClassTable<'t>,
        options: &'a JavaOptions,
        diagnostics: &'a mut Vec<Diagnostic>,
        scope: TypeScope<'t>,
        class: ClassId,
        graph: Graph,
    ) -> Self {
        Self {
            tree: table.tree,
            table,
            options,
            diagnostics,
            noted: HashSet::new(),
            graph,
            owner: class,
            class,
            receiver: None,
            is_static: true,
            is_constructor: false,
            this: None,
            statics: None,
            is_static_initialiser: false,
            scope,
            result: Ty::Void,
            generics: FxHashMap::default(),
            variables: Vec::new(),
            scopes: Vec::new(),
            code: None,
            emptiness: FxHashMap::default(),
            elements: Elements::default(),
        }
    }
}

impl Lowering<'_, '_> {
    /// A new local in scope.
    pub(super) fn declare(&mut self, name: &super::Name, ty: Ty, is_final: bool, span: Span) -> LocalId {
        if self.variable(name).is_some() {
            self.error("java/duplicate", span, format!("variable `{name}` is already declared"));
        }
        self.bind(name, ty, is_final, span)
    }

    /// A new local in scope, which may hide another one.
    pub(super) fn bind(&mut self, name: &super::Name, ty: Ty, is_final: bool, origin: Span) -> LocalId {
        let object = self.table.object();
        let local = self.graph.local(name, ty.lowered(object));
        self.variables.push(Variable { is_final, ..Variable::unassigned(name.clone(), origin, local, ty) });
        local
    }

    /// The procedure that has been lowered.
    pub(super) fn finish(mut self, name: String, parameters: Vec<LocalId>, span: Span) -> Procedure {
        self.settle_elements();
        let Lowering { table, diagnostics, graph, owner, receiver, statics, result, .. } = self;
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
        let exit = self.graph.exit;
        let brace = Span { start: span.end.saturating_sub(1).max(span.start), ..span };
        if self.graph.alive {
            if self.result != Ty::Void && self.result != Ty::Error {
                self.error("java/flow", brace, "missing `return` at the end of this method");
            }
            self.graph.statement = brace;
            self.graph.goto(exit, brace);
        }
        if self.graph.is_full() {
            let advice = "split it into several methods; `finally` blocks are copied to every exit".to_owned();
            self.diagnostics.push(Diagnostic::error("java/size", span, "this method is too large").suggest(advice));
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
                self.graph.statement = self.tree.statements[first].span;
                let span = self.span(e);
                let outer = outer.map(|outer| self.qualifier(outer));
                self.constructor_call(is_super, outer, arguments, span);
                if is_super {
                    self.initialisers();
                }
            }
            None => {
                self.graph.statement = Span { end: span.start, ..span };
                match self.table.classes[self.class].super_constructor {
                    Some(method) => self.anonymous_constructor(method, parameters, span),
                    None => self.constructor_call(true, None, &[], span),
                }
                self.initialisers();
            }
        }
        let Some(body) = body else { return };
        let StmtKind::Block(statements) = &self.tree.statements[body].kind else { return };
        self.block(&statements[usize::from(call.is_some())..]);
    }

    /// Calls another constructor on `this`; `outer` is the object around that of the superclass, if it is written.
    fn constructor_call(&mut self, is_super: bool, outer: Option<Typed>, arguments: &[super::ExprId], span: Span) {
        let class = if is_super { self.table.classes[self.class].superclass } else { Some(self.class) };
        let (Some(class), Some(this)) = (class, self.this) else { return };
        let values = self.arguments(arguments);
        if self.table.classes[class].library.is_some() {
            self.library_constructor(class, &values, span);
            return;
        }
        let types = self.types_of(&values);
        let found = self.table.overload(class, CONSTRUCTOR, &types);
        if let Some((method, arity)) = found.chosen() {
            if is_super {
                self.assign_hidden(this, class, outer, span);
            }
            let operands = self.converted(method, arity, &values, None, span);
            if let Some(procedure) = self.table.methods[method].procedure {
                self.constructor_edge(procedure, this, operands, span);
            }
        } else {
            self.report_overload(class, CONSTRUCTOR, &types, found, span);
        }
    }

    /// The constructor of an anonymous class calls that of its superclass with all its arguments (JLS 15.9.5.1).
    fn anonymous_constructor(&mut self, method: MethodId, parameters: &[LocalId], span: Span) {
        let Some(this) = self.this else { return };
        self.assign_hidden(this, self.table.methods[method].class, None, span);
        let operands = parameters.iter().map(|&parameter| Operand::Local(parameter)).collect();
        if let Some(procedure) = self.table.methods[method].procedure {
            self.constructor_edge(procedure, this, operands, span);
        }
    }

    /// Initial values of fields and initialiser blocks, in the order in which they are written.
    fn initialisers(&mut self) {
        let hidden = std::mem::take(&mut self.variables);
        let Some(this) = self.this else { return };
        for member in self.table.classes[self.class].members {
            match member {
                Member::Field(declared) => {
                    let Some(value) = declared.initializer else { continue };
                    let fields = &self.table.classes[self.class].fields;
                    let Some(position) = fields.iter().position(|f| !f.is_static && f.name == declared.name) else {
                        continue;
                    };
                    let field = &fields[position];
                    let (Some(id), ty, is_ambiguous) = (field.id, field.ty, field.is_ambiguous) else { continue };
                    let generic = field.generic;
                    self.graph.statement = declared.span;
                    if is_ambiguous {
                        self.unmodelled_field(FieldPosition { class: self.class, position }, declared.span);
                    }
                    let value = self.value_of_type(value, ty, generic, declared.span);
                    self.graph.emit(Operation::Store { base: this, field: id, value }, declared.span);
                }
                Member::Initializer(block) => self.statement(*block),
                Member::Method(_) | Member::StaticInitializer(_) => {}
            }
        }
        self.variables = hidden;
    }
}
