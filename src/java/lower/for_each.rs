//! `for (T x : xs)` (JLS 14.14.2).

use super::super::syntax::{ExprId, StmtId, TypeRef};
use super::super::types::Ty;
use super::call::Pending;
use super::condition::Branches;
use super::{Destination, Lowering, Name, Typed};
use base::{Span, msg};
use program::objects::{Binary, ClassId, Function, IntegerType, Operand, Rvalue, Step};

/// The header of the loop.
pub(super) struct ForEach<'e> {
    /// The type of the variable; `None` for `var`.
    pub ty: Option<&'e TypeRef>,
    /// The variable.
    pub name: &'e Name,
    /// Whether it is `final`.
    pub is_final: bool,
    /// What is iterated over.
    pub collection: ExprId,
    /// The body.
    pub body: StmtId,
}

impl Lowering<'_, '_> {
    pub(super) fn for_each(&mut self, each: &ForEach<'_>, labels: Vec<Name>, span: Span) {
        let place = self.span(each.collection);
        let value = self.value(each.collection);
        let value = self.code.actual(value, place);
        let iterable = self.code.table.find_path(&["Iterable".into()], None);
        match value.ty {
            Ty::Class(class) if iterable.is_some_and(|iterable| self.code.table.is_subtype(class, iterable)) => {
                self.for_each_object(each, class, value, labels, span);
                return;
            }
            Ty::Class(_) if self.code.table.element(value.ty).is_some() => {
                self.for_each_element(each, value, labels, span);
                return;
            }
            Ty::Class(class)
                if self.code.table.is_incomplete(class) || self.code.table.classes[class].library.is_some() =>
            {
                let ty = self.code.table.type_name(value.ty);
                self.code.error("java/unsupported", place, msg!("`for` cannot iterate over `{ty}`"));
            }
            Ty::Error => {}
            ty => {
                let ty = self.code.table.type_name(ty);
                self.code.error("java/type", place, msg!("`{ty}` is neither an array nor `Iterable`"));
            }
        }
        // For the diagnostics of the body.
        let (inside, after) = (self.code.graph.fresh(), self.code.graph.fresh());
        self.code.graph.goto(inside, span);
        self.code.enter_loop(labels, after, inside);
        self.code.graph.here = inside;
        self.element_and_body(each, Typed::error(), span);
        self.code.end_of_round(inside, span);
        self.code.end_of_loop(after, false);
    }

    /// Over an array: any number of rounds, whose elements are not followed. Executions count the rounds.
    fn for_each_element(&mut self, each: &ForEach<'_>, value: Typed, labels: Vec<Name>, span: Span) {
        let own = self.code.table.element(value.ty).unwrap_or(Ty::Error);
        self.code.require_array(value, span);
        let array = self.code.executed_copy(value.operand, value.ty, span);
        let next = self.code.executed_copy(Operand::Integer(0), Ty::Int, span);
        let (head, inside, after) = (self.code.graph.fresh(), self.code.graph.fresh(), self.code.graph.fresh());
        self.code.graph.goto(head, span);
        self.code.graph.here = head;
        let is_over = (Function::IsOutside, vec![array, next]);
        self.code.graph.branch_unless(is_over, inside, after, span);
        self.code.enter_loop(labels, after, head);
        self.code.graph.here = inside;
        let index = self.code.executed_copy(next, Ty::Int, span);
        let (operator, ty) = (Binary::Add, IntegerType::INT);
        let more = Rvalue::Binary { operator, ty, left: next, right: Operand::Integer(1) };
        if let Operand::Local(target) = next {
            self.code.graph.execute(Step::Assign { target, value: more }, span);
        }
        let element = match own {
            Ty::Class(_) if value.never_null && self.code.table.is_string_array(value.ty) => {
                self.code.opaque(None, own, span)
            }
            Ty::Error => Typed::error(),
            own => self.code.unknown(None, own, span),
        };
        if self.is_all_constants(each.collection) {
            self.code.graph.read_object(self.code.graph.emitted() - 1);
        }
        self.code.computed(element, Function::Element, vec![array, index], None);
        let generic = self.code.table.element_term(value.generic);
        self.element_and_body(each, Typed { erased: value.erased, generic, ..element }, span);
        self.code.end_of_round(head, span);
        self.code.end_of_loop(after, false);
    }

    /// Over the iterator of an object.
    fn for_each_object(&mut self, each: &ForEach<'_>, class: ClassId, value: Typed, labels: Vec<Name>, span: Span) {
        let place = self.span(each.collection);
        let call = |class, receiver: Typed, name: &'static str| Pending {
            class,
            receiver: Some(receiver),
            by_super: false,
            name,
            target: None,
            used: true,
            results: &[],
            span: place,
        };
        let iterator = self.resolved(call(class, value, "iterator"), &[]);
        let Ty::Class(of_iterator) = iterator.ty else { return };
        let kept = self.code.temporary(iterator.ty);
        self.code.assign(kept, Rvalue::Operand(iterator.operand), place);
        let iterator = Typed { slot: None, ..Typed { operand: Operand::Local(kept), ..iterator } };
        let (head, inside, after) = (self.code.graph.fresh(), self.code.graph.fresh(), self.code.graph.fresh());
        self.code.graph.statement = span;
        self.code.graph.goto(head, span);
        self.code.graph.here = head;
        let more = self.resolved(call(of_iterator, iterator, "hasNext"), &[]);
        self.code.test(more, Branches { yes: inside, no: after }, place);
        self.code.enter_loop(labels, after, head);
        self.code.graph.here = inside;
        let next = self.resolved(call(of_iterator, iterator, "next"), &[]);
        self.element_and_body(each, next, span);
        self.code.end_of_round(head, span);
        self.code.end_of_loop(after, false);
    }

    /// Declares the variable and executes the body.
    fn element_and_body(&mut self, each: &ForEach<'_>, element: Typed, span: Span) {
        let mark = self.variables.len();
        let element = if each.ty.is_none() { self.code.actual(element, span) } else { element };
        let (ty, erased, generic) = match each.ty {
            Some(ty) => {
                let (of, erased) = self.code.variable_type(ty);
                (of, erased, self.code.table.generic(ty, self.code.scope))
            }
            None => (element.ty, element.erased, element.generic),
        };
        let local = self.declare(each.name, ty, each.is_final, span);
        if let Some(variable) = self.variables.last_mut() {
            (variable.erased, variable.generic) = (erased, generic);
        }
        if element.ty == Ty::Error {
            self.code.unknown(Some(Destination { local, ty }), ty, span);
        } else if element.ty != ty || !self.code.graph.redirect(element.operand, local) {
            self.convert_into(element, Destination { local, ty }, span);
        }
        self.statement(each.body);
        self.leave(mark, self.tree.statements[each.body].span);
    }
}
