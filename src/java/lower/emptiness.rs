//! Whether collections are empty that only one variable of a method refers to. Nothing else is known of collections.

use super::super::library::{self, Result as Known, Throws};
use super::super::syntax::{ExprId, ExprKind, Receiver, StmtId};
use super::super::types::Ty;
use super::call::Pending;
use super::{Lowering, Name, Typed};
use base::Span;
use program::objects::{Comparison, Condition, LocalId, Operand, Rvalue};

/// What a method of a collection does with regard to whether the collection is empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Access {
    /// It adds something.
    Adds,
    /// It takes something away, if there is anything.
    Takes,
    /// It takes everything away.
    Clears,
    /// It tells whether there is nothing.
    Tests,
    /// It changes nothing.
    Reads,
}

impl Access {
    /// That of a method; `None` if its result may be used to change the collection, or if nothing is known of it.
    fn of(method: &str, arguments: usize) -> Option<Self> {
        Some(match (method, arguments) {
            ("add" | "push" | "offer" | "addFirst" | "addLast" | "offerFirst" | "offerLast", 1) | ("put", 2) => {
                Self::Adds
            }
            ("pop" | "poll" | "remove" | "removeFirst" | "removeLast" | "pollFirst" | "pollLast", 0)
            | ("remove", 1) => Self::Takes,
            ("clear", 0) => Self::Clears,
            ("isEmpty" | "empty", 0) => Self::Tests,
            ("size" | "peek" | "element" | "getFirst" | "getLast" | "peekFirst" | "peekLast", 0)
            | ("contains" | "containsKey" | "containsValue" | "get", 1)
            | ("getOrDefault", 2) => Self::Reads,
            _ => return None,
        })
    }
}

impl Lowering<'_, '_> {
    /// Follows whether the collection is empty that a variable gets where it is declared, if nothing else can refer to it.
    pub(super) fn follow_emptiness(&mut self, name: &Name, local: LocalId, initial: ExprId, span: Span) {
        let ExprKind::New(creation) = &self.expression(initial).kind else { return };
        let class = match self.code.named_type(&creation.class) {
            Some(Ty::Class(class)) if creation.arguments.is_empty() && creation.body.is_none() => class,
            _ => return,
        };
        if self.code.table.is_container(class) && self.is_only_called(name, local) {
            let empty = self.code.temporary(Ty::Boolean);
            self.code.assign(empty, Rvalue::Operand(Operand::Boolean(true)), span);
            self.emptiness.insert(local, empty);
        }
    }

    /// Whether a variable of this method is used for nothing but calls of methods whose effects are known, and only in the method itself.
    fn is_only_called(&self, name: &Name, local: LocalId) -> bool {
        let Some(code) = self.body else { return false };
        let is_use = |e: ExprId| matches!(&self.expression(e).kind, ExprKind::Name(used) if used == name);
        let (mut statements, mut expressions): (Vec<StmtId>, Vec<ExprId>) = (vec![code], Vec::new());
        let (mut uses, mut calls) = (0, 0);
        while let Some(id) = statements.pop() {
            let statement = &self.tree.statements[id];
            statement.kind.for_each_child(|inner| statements.push(inner), |e| expressions.push(e));
        }
        while let Some(e) = expressions.pop() {
            let kind = &self.expression(e).kind;
            if let ExprKind::Call { receiver: Receiver::Of(object), name: method, arguments } = kind
                && is_use(*object)
                && Access::of(method, arguments.len()).is_some()
                // Else the receiver is copied.
                && !arguments.iter().any(|&argument| self.assigns(argument, local))
            {
                calls += 1;
            }
            uses += usize::from(is_use(e));
            kind.for_each_child(|inner| expressions.push(inner));
        }
        // Those elsewhere in its text are in functions, local classes and switches.
        let around = self.tree.statements[code].span;
        let is_inside = |span: Span| span.file == around.file && around.start <= span.start && span.end <= around.end;
        let ids = self.tree.expressions.indices();
        let all = ids.filter(|&e| is_use(e) && is_inside(self.span(e))).count();
        uses == calls && uses == all
    }

    /// A call of a method of a collection of which it is followed whether it is empty.
    pub(super) fn of_collection(
        &mut self,
        call: &Pending<'_>,
        arguments: &[Typed],
        known: Known,
        throws: Option<Throws>,
    ) -> Option<Typed> {
        let Operand::Local(collection) = call.receiver?.operand else { return None };
        let empty = *self.emptiness.get(&collection)?;
        let access = Access::of(call.name, arguments.len())?;
        let span = call.span;
        let is_empty = Condition::Compare {
            comparison: Comparison::Equal,
            left: Operand::Local(empty),
            right: Operand::Boolean(true),
        };
        let becomes =
            |lowering: &mut Self, value| lowering.code.assign(empty, Rvalue::Operand(Operand::Boolean(value)), span);
        if let Some(Throws::Maybe(exception)) = throws {
            let there = self.code.graph.fresh();
            let fails = self.code.graph.fresh();
            self.code.graph.branch(is_empty.clone(), fails, there, span);
            self.code.graph.here = fails;
            self.code.throw_new(exception, span);
            self.code.graph.here = there;
        } else if let Some(throws) = throws {
            self.code.library_throws(throws, arguments, span);
        }
        let class = self.code.table.type_name(Ty::Class(call.class));
        let is_new = access == Access::Adds && call.name == "add" && library::is_set(&class);
        if access == Access::Tests || is_new {
            let result = self.code.place(call.target, Ty::Boolean);
            let (yes, no, after) = (self.code.graph.fresh(), self.code.graph.fresh(), self.code.graph.fresh());
            self.code.graph.branch(is_empty, yes, no, span);
            for (start, value) in [(yes, true), (no, false)] {
                self.code.graph.here = start;
                let found = if is_new && !value { Rvalue::Unknown } else { Rvalue::Operand(Operand::Boolean(value)) };
                self.code.assign(result, found, span);
                becomes(self, !is_new && value);
                self.code.graph.goto(after, span);
            }
            self.code.graph.here = after;
            return Some(Typed::new(Operand::Local(result), Ty::Boolean));
        }
        let result = match known {
            Known::Receiver | Known::Identity => return None,
            known => self.code.known(known, arguments, call.target, span),
        };
        match access {
            Access::Adds => becomes(self, false),
            Access::Clears => becomes(self, true),
            Access::Takes => self.code.assign(empty, Rvalue::Unknown, span),
            Access::Tests | Access::Reads => {}
        }
        Some(result)
    }
}
