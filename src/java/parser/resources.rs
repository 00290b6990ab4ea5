//! `try` with resources, as blocks with `finally` (JLS 14.20.3). Suppressed exceptions are dropped.

use super::super::lexer::Name;
use super::super::syntax::{BinaryOperator, Catch, ExprId, ExprKind, Literal, Receiver, StmtId, StmtKind};
use super::enums::type_named;
use super::{Parsed, Parser};
use base::{Span, msg};

/// A resource: its declaration, if it declares a variable, and the variable.
pub(super) struct Resource {
    declaration: Option<StmtId>,
    variable: ExprKind,
    span: Span,
}

impl Parser<'_> {
    /// The resources of a `try` up to the closing parenthesis.
    pub(super) fn resources(&mut self) -> Parsed<Vec<Resource>> {
        let mut resources = Vec::new();
        while !self.accept(")") {
            let start = self.tokens.here();
            if self.starts_declaration() {
                for declaration in self.locals()? {
                    let statement = &mut self.tree.statements[declaration];
                    let StmtKind::Local { name, is_final, .. } = &mut statement.kind else { continue };
                    *is_final = true;
                    let variable = ExprKind::Name(name.clone());
                    resources.push(Resource { declaration: Some(declaration), variable, span: statement.span });
                }
            } else {
                let e = self.expression()?;
                let span = self.tokens.since(start);
                // A variable or field, whose value is kept.
                let name: Name = format!("@resource{}", self.tokens.position()).into();
                let kind = StmtKind::Local { ty: None, name: name.clone(), is_final: true, initializer: Some(e) };
                let declaration = Some(self.statement_node(kind, span)?);
                resources.push(Resource { declaration, variable: ExprKind::Name(name), span });
            }
            if !self.accept(";") && !self.at(")") {
                return Err(self.expected(msg!("`;` or `)`")));
            }
        }
        Ok(resources)
    }

    /// A block that closes the resources after `body`, the last one first.
    pub(super) fn with_resources(&mut self, resources: Vec<Resource>, mut body: StmtId) -> Parsed<StmtId> {
        for (number, resource) in resources.into_iter().enumerate().rev() {
            body = self.with_resource(resource, number, body)?;
        }
        Ok(body)
    }

    /// `Throwable t = null; try { body } catch (Throwable e) { t = e; throw e; } finally { close }`.
    fn with_resource(&mut self, resource: Resource, number: usize, body: StmtId) -> Parsed<StmtId> {
        let span = resource.span;
        let throwable = || type_named("Throwable", span);
        let place = self.tokens.position();
        let [primary, caught] = ["primary", "caught"].map(|word| Name::from(format!("@{word}{place}_{number}")));
        let null = self.expression_at(ExprKind::Literal(Literal::Null), span)?;
        let (ty, name) = (Some(throwable()), primary.clone());
        let kind = StmtKind::Local { ty, name, is_final: false, initializer: Some(null) };
        let declared = self.statement_node(kind, span)?;
        let target = self.expression_at(ExprKind::Name(primary.clone()), span)?;
        let value = self.expression_at(ExprKind::Name(caught.clone()), span)?;
        let kept = self.expression_at(ExprKind::Assign { target, operator: None, value }, span)?;
        let kept = self.statement_node(StmtKind::Expression(kept), span)?;
        let thrown = self.statement_node(StmtKind::Throw(value), span)?;
        let handler = self.statement_node(StmtKind::Block(vec![kept, thrown]), span)?;
        let handler = Catch { types: vec![throwable()], name: caught.clone(), body: handler, span, is_implicit: true };
        let closing = self.closing(&resource.variable, primary, caught, throwable(), span)?;
        let catches = vec![handler];
        let kind = StmtKind::Try { body, catches, finally: Some(closing) };
        let guarded = self.statement_node(kind, span)?;
        let statements = resource.declaration.into_iter().chain([declared, guarded]).collect();
        self.statement_node(StmtKind::Block(statements), span)
    }

    /// `if (r != null) { if (t != null) { try { r.close(); } catch (Throwable e) { } } else { r.close(); } }`.
    fn closing(
        &mut self,
        variable: &ExprKind,
        primary: Name,
        caught: Name,
        throwable: super::super::syntax::TypeRef,
        span: Span,
    ) -> Parsed<StmtId> {
        let ExprKind::Name(resource) = variable else { return self.statement_node(StmtKind::Empty, span) };
        let (plain, silent) = (self.close(resource, span)?, self.close(resource, span)?);
        let nothing = self.statement_node(StmtKind::Block(Vec::new()), span)?;
        let catches = vec![Catch { types: vec![throwable], name: caught, body: nothing, span, is_implicit: true }];
        let silent = self.statement_node(StmtKind::Try { body: silent, catches, finally: None }, span)?;
        let failed = self.is_not_null(primary, span)?;
        let close =
            self.statement_node(StmtKind::If { condition: failed, then: silent, otherwise: Some(plain) }, span)?;
        let exists = self.is_not_null(resource.clone(), span)?;
        let close = self.statement_node(StmtKind::If { condition: exists, then: close, otherwise: None }, span)?;
        self.statement_node(StmtKind::Block(vec![close]), span)
    }

    fn close(&mut self, resource: &Name, span: Span) -> Parsed<StmtId> {
        let object = self.expression_at(ExprKind::Name(resource.clone()), span)?;
        let (receiver, name) = (Receiver::Of(object), "close".into());
        let call = self.expression_at(ExprKind::Call { receiver, name, arguments: Vec::new() }, span)?;
        let call = self.statement_node(StmtKind::Expression(call), span)?;
        self.statement_node(StmtKind::Block(vec![call]), span)
    }

    fn is_not_null(&mut self, variable: Name, span: Span) -> Parsed<ExprId> {
        let variable = self.expression_at(ExprKind::Name(variable), span)?;
        let null = self.expression_at(ExprKind::Literal(Literal::Null), span)?;
        self.expression_at(ExprKind::Binary(BinaryOperator::NotEqual, variable, null), span)
    }
}
