//! Statements (C11 6.8).

use super::super::syntax::{StmtId, StmtKind};
use super::operators::ValueUse;
use super::*;
use crate::unsupported::Construct;
use base::{msg, text};

impl Checker<'_> {
    /// The body of a function, in the scope of its parameters.
    pub(super) fn body_block(&mut self, block: StmtId) -> StatementId {
        let tree = self.tree;
        let stmt = &tree.statements[block];
        let StmtKind::Block(list) = &stmt.kind else { return self.checked(block) };
        let statements = self.list(list);
        self.statement(StatementKind::Block(statements), stmt.span)
    }

    fn list(&mut self, list: &[StmtId]) -> Vec<StatementId> {
        let mut statements = Vec::new();
        let mut hidden: Vec<(&Name, Option<LabelId>)> = Vec::new();
        for &item in list {
            match &self.tree.statements[item].kind {
                StmtKind::Declaration(declaration) => statements.extend(self.declaration(declaration)),
                StmtKind::Assertion(assertion) => self.static_assertion(assertion),
                StmtKind::LocalLabels(names) => {
                    for (name, span) in names {
                        if hidden.iter().any(|(other, _)| *other == name) {
                            self.error("c/declaration", *span, msg!("`{name}` is declared twice"));
                        }
                        let new = LabelId::at(self.labels.len());
                        self.labels.push((name.clone(), None, *span));
                        hidden.push((name, self.label_numbers.insert(name.clone(), new)));
                    }
                }
                _ => statements.push(self.checked(item)),
            }
        }
        for (name, outer) in hidden.into_iter().rev() {
            match outer {
                Some(outer) => self.label_numbers.insert(name.clone(), outer),
                None => self.label_numbers.remove(name),
            };
        }
        statements
    }

    /// `({ … })`, with the type of its last expression.
    pub(super) fn block_expression(&mut self, block: StmtId) -> (StatementId, TypeId) {
        let tree = self.tree;
        let stmt = &tree.statements[block];
        let StmtKind::Block(list) = &stmt.kind else { return (self.checked(block), TypeId::VOID) };
        self.scopes.push(Scope::default());
        self.expression_block_count += 1;
        self.expression_blocks.push(self.expression_block_count);
        let statements = self.list(list);
        self.expression_blocks.pop();
        self.scopes.pop();
        let ty = match (list.last().map(|&last| &tree.statements[last].kind), statements.last()) {
            (Some(StmtKind::Expression(Some(_))), Some(&last)) => match &self.statements[last].kind {
                StatementKind::Expression(node) => node.ty,
                _ => TypeId::VOID,
            },
            _ => TypeId::VOID,
        };
        (self.statement(StatementKind::Block(statements), stmt.span), ty)
    }

    fn in_scope(&mut self, stmt: StmtId) -> StatementId {
        self.scopes.push(Scope::default());
        let statement = self.checked(stmt);
        self.scopes.pop();
        statement
    }

    fn loop_body(&mut self, stmt: StmtId) -> StatementId {
        (self.loops, self.breakables) = (self.loops + 1, self.breakables + 1);
        let body = self.in_scope(stmt);
        (self.loops, self.breakables) = (self.loops - 1, self.breakables - 1);
        body
    }

    /// A condition of a loop or branch.
    fn condition(&mut self, e: ExprId) -> Node {
        let node = self.scalar(e);
        match self.is_unsupported_number(node.ty) {
            true => Node::unsupported(Construct::OtherNumber, TypeId::INT, node.span),
            false => node,
        }
    }

    fn checked(&mut self, stmt: StmtId) -> StatementId {
        let tree = self.tree;
        let Some(stmt) = tree.statements.get(stmt) else {
            return self.statement(StatementKind::Break, Span { file: base::FileId(0), start: 0, end: 0 });
        };
        let span = stmt.span;
        let kind = match &stmt.kind {
            StmtKind::Expression(None) => StatementKind::Block(Vec::new()),
            StmtKind::Expression(Some(e)) => StatementKind::Expression(self.value(*e)),
            StmtKind::Declaration(declaration) => {
                let declared = self.declaration(declaration);
                StatementKind::Block(declared)
            }
            StmtKind::Block(list) => {
                self.scopes.push(Scope::default());
                let statements = self.list(list);
                self.scopes.pop();
                StatementKind::Block(statements)
            }
            StmtKind::If(..) => {
                let mut chain = Vec::new();
                let mut at = stmt;
                let rest = loop {
                    let StmtKind::If(condition, yes, no) = &at.kind else { break None };
                    let condition = self.condition(*condition);
                    chain.push((condition, self.in_scope(*yes)));
                    match no {
                        None => break None,
                        Some(no) if matches!(tree.statements[*no].kind, StmtKind::If(..)) => at = &tree.statements[*no],
                        Some(no) => break Some(self.in_scope(*no)),
                    }
                };
                StatementKind::If(chain, rest)
            }
            StmtKind::While(condition, body) => {
                let condition = self.condition(*condition);
                StatementKind::While(condition, self.loop_body(*body))
            }
            StmtKind::DoWhile(body, condition) => {
                let body = self.loop_body(*body);
                StatementKind::DoWhile(body, self.condition(*condition))
            }
            StmtKind::For { first, condition, step, body } => {
                self.scopes.push(Scope::default());
                let first = first.map(|first| self.checked(first));
                let condition = condition.map(|condition| self.condition(condition));
                let step = step.map(|step| self.value(step));
                let body = self.loop_body(*body);
                self.scopes.pop();
                StatementKind::For { first, condition, step, body }
            }
            StmtKind::Switch(value, body) => self.switch(*value, *body),
            StmtKind::Case(from, to, inner) => {
                let number = self.case(*from, *to, span);
                self.check_case(span);
                let inner = self.checked(*inner);
                match number {
                    Some(number) => StatementKind::Case(number, inner),
                    None => StatementKind::Block(vec![inner]),
                }
            }
            StmtKind::Default(inner) => {
                match self.switches.last_mut() {
                    None => drop(self.error("c/syntax", span, msg!("`default` outside of a `switch`"))),
                    Some(switch) if switch.has_default => {
                        self.error("c/syntax", span, msg!("this `switch` has two `default`s"));
                    }
                    Some(switch) => switch.has_default = true,
                }
                self.check_case(span);
                StatementKind::Default(self.checked(*inner))
            }
            StmtKind::Label(name, at, inner) => {
                let label = self.defined_label(name, *at);
                StatementKind::Label(label, self.checked(*inner))
            }
            StmtKind::Goto(name, at) => StatementKind::Goto(self.goto(name, *at)),
            StmtKind::Break if self.breakables == 0 => {
                self.error("c/syntax", span, msg!("`break` outside of a loop or `switch`"));
                StatementKind::Break
            }
            StmtKind::Break => StatementKind::Break,
            StmtKind::Continue => {
                if self.loops == 0 {
                    self.error("c/syntax", span, msg!("`continue` outside of a loop"));
                }
                StatementKind::Continue
            }
            StmtKind::Return(None) => {
                if self.result != TypeId::VOID {
                    self.warn("c/return", span, msg!("the function returns a value, but this does not"));
                }
                StatementKind::Return(None)
            }
            StmtKind::Return(Some(value)) => {
                let value = self.value(*value);
                if self.result == TypeId::VOID {
                    if value.ty != TypeId::VOID {
                        self.warn("c/return", span, msg!("the function returns nothing, so that this value is lost"));
                    }
                    let discarded = Node { span, ..Node::new(Kind::Discard(Box::new(value)), TypeId::VOID, span) };
                    StatementKind::Return(Some(discarded))
                } else {
                    let result = self.result;
                    StatementKind::Return(Some(self.assigned(value, result, ValueUse::Return)))
                }
            }
            StmtKind::Unsupported(what) => StatementKind::Unsupported(what.clone()),
            // They are those of a list.
            StmtKind::LocalLabels(_) => StatementKind::Block(Vec::new()),
            StmtKind::Assertion(assertion) => {
                self.static_assertion(assertion);
                StatementKind::Block(Vec::new())
            }
        };
        self.statement(kind, span)
    }

    fn switch(&mut self, value: ExprId, body: StmtId) -> StatementKind {
        let value = self.value(value);
        let integer = self.types.integer(value.ty);
        if integer.is_none() && value.ty != TypeId::ERROR {
            self.error("c/type", value.span, msg!("`switch` needs an integer"));
        }
        let promoted = integer.map(Integer::promoted);
        let value = match promoted {
            Some(promoted) => {
                let to = self.types.integer_type(promoted);
                let span = value.span;
                self.converted(value, to, span)
            }
            None => value,
        };
        let expression_blocks = self.expression_blocks.len();
        self.switches.push(Switch { ty: promoted, expression_blocks, ..Switch::default() });
        self.breakables += 1;
        let body = self.in_scope(body);
        self.breakables -= 1;
        let switch = self.switches.pop().unwrap_or_default();
        StatementKind::Switch(value, body, switch.cases, switch.has_default)
    }

    fn goto(&mut self, name: &Name, span: Span) -> LabelId {
        let label = self.label(name, span);
        self.gotos.push((label, self.expression_blocks.clone(), span));
        label
    }

    fn defined_label(&mut self, name: &Name, span: Span) -> LabelId {
        let label = self.label(name, span);
        match &mut self.labels[label.index()].1 {
            Some(first) => {
                let error = Diagnostic::error("c/declaration", span, msg!("the label `{name}` is defined twice"));
                let error = error.label(*first, msg!("the first definition"));
                self.diagnostics.push(error);
            }
            undefined => *undefined = Some(span),
        }
        self.label_blocks.insert(label, self.expression_blocks.clone());
        label
    }

    fn label(&mut self, name: &Name, span: Span) -> LabelId {
        if let Some(&known) = self.label_numbers.get(name) {
            return known;
        }
        let new = LabelId::at(self.labels.len());
        self.labels.push((name.clone(), None, span));
        self.label_numbers.insert(name.clone(), new);
        new
    }

    /// No jump enters a block in an expression.
    pub(super) fn check_jumps(&mut self) {
        let labels = std::mem::take(&mut self.label_blocks);
        for (label, from, span) in std::mem::take(&mut self.gotos) {
            if labels.get(&label).is_some_and(|into| !from.starts_with(into)) {
                self.error("c/jump", span, msg!("a jump into a block in an expression"));
            }
        }
    }

    fn check_case(&mut self, span: Span) {
        if self.switches.last().is_some_and(|switch| switch.expression_blocks < self.expression_blocks.len()) {
            self.error("c/jump", span, msg!("the `switch` of this is outside of the block in an expression"));
        }
    }

    /// Adds a case to the innermost `switch`.
    fn case(&mut self, from: ExprId, to: Option<ExprId>, span: Span) -> Option<usize> {
        let (low, _) = self.constant(from, text!("the value of this case"))?;
        let high = match to {
            Some(to) => self.constant(to, text!("the value of this case"))?.0,
            None => low,
        };
        let model = self.types.model;
        let Some(switch) = self.switches.last_mut() else {
            self.error("c/syntax", span, msg!("`case` outside of a `switch`"));
            return None;
        };
        let ty = switch.ty?;
        let (low, high) = (ty.wrap(low, model), ty.wrap(high, model));
        // Bits of unsigned numbers, in their order.
        let key = |n: i64| if ty.signed { i128::from(n) } else { i128::from(n.cast_unsigned()) };
        let (first, last) = (key(low), key(high));
        let overlaps = switch.ranges.range(..=last).next_back().is_some_and(|(_, &end)| end >= first);
        if first <= last && overlaps {
            self.error("c/syntax", span, msg!("this `switch` has two cases for the same value"));
            return None;
        }
        if first <= last {
            switch.ranges.insert(first, last);
        }
        switch.cases.push((low, high));
        Some(switch.cases.len() - 1)
    }
}
