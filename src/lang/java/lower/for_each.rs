//! `for (T x : xs)` (JLS 14.14.2).

use super::super::library::Throws;
use super::super::syntax::{ExprId, StmtId, TypeRef};
use super::super::types::Ty;
use super::call::Pending;
use super::{Lowering, Name, Typed};
use crate::base::Span;
use crate::program::objects::{ClassId, Condition, Operand, Rvalue};

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
        let value = self.actual(value, place);
        let iterable = self.table.find_path(&["Iterable".into()], None);
        match value.ty {
            Ty::Class(class) if iterable.is_some_and(|iterable| self.table.is_subtype(class, iterable)) => {
                self.for_each_object(each, class, value, labels, span);
                return;
            }
            Ty::Class(class) if self.is_container(class) || self.table.element(value.ty).is_some() => {
                self.for_each_element(each, class, value, labels, span);
                return;
            }
            Ty::Class(class) if self.table.is_incomplete(class) || self.table.classes[class].library.is_some() => {
                let ty = self.table.type_name(value.ty);
                self.error("java/unsupported", place, format!("`for` cannot iterate over `{ty}`"));
            }
            Ty::Error => {}
            ty => {
                let ty = self.table.type_name(ty);
                self.error("java/type", place, format!("`{ty}` is neither an array nor `Iterable`"));
            }
        }
        // For the diagnostics of the body.
        let (inside, after) = (self.graph.fresh(), self.graph.fresh());
        self.graph.goto(inside, span);
        self.enter_loop(labels, after, inside);
        self.graph.here = inside;
        self.element_and_body(each, Typed::error(), span);
        self.end_of_round(inside, span);
        self.end_of_loop(after, false);
    }

    /// Over an array or a collection of the library: any number of rounds, whose elements are not followed.
    fn for_each_element(&mut self, each: &ForEach<'_>, class: ClassId, value: Typed, labels: Vec<Name>, span: Span) {
        let is_container = self.is_container(class);
        let object = self.table.object();
        let own = self.table.element(value.ty).unwrap_or(Ty::Class(object));
        self.require_array(value, span);
        let (head, inside, after) = (self.graph.fresh(), self.graph.fresh(), self.graph.fresh());
        self.graph.goto(head, span);
        self.graph.here = head;
        self.graph.branch(Condition::Unknown, inside, after, span);
        self.enter_loop(labels, after, head);
        self.graph.here = inside;
        if is_container && self.calls_something(each.body) {
            // The body may change the collection.
            self.library_throws(Throws::Maybe("ConcurrentModificationException"), &[], span);
        }
        let element = match own {
            Ty::Class(_) if value.never_null && self.is_string_array(value.ty) => self.opaque(None, own, span),
            Ty::Error => Typed::error(),
            own => self.unknown(None, own, span),
        };
        self.element_and_body(each, Typed { erased: value.erased || is_container, ..element }, span);
        self.end_of_round(head, span);
        self.end_of_loop(after, false);
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
            span: place,
        };
        let iterator = self.resolved(call(class, value, "iterator"), &[]);
        let Ty::Class(of_iterator) = iterator.ty else { return };
        let kept = self.temporary(iterator.ty);
        self.assign(kept, Rvalue::Operand(iterator.operand), place);
        let iterator = Typed { slot: None, ..Typed { operand: Operand::Local(kept), ..iterator } };
        let (head, inside, after) = (self.graph.fresh(), self.graph.fresh(), self.graph.fresh());
        self.graph.statement = span;
        self.graph.goto(head, span);
        self.graph.here = head;
        let more = self.resolved(call(of_iterator, iterator, "hasNext"), &[]);
        self.test(more, inside, after, place);
        self.enter_loop(labels, after, head);
        self.graph.here = inside;
        let next = self.resolved(call(of_iterator, iterator, "next"), &[]);
        self.element_and_body(each, next, span);
        self.end_of_round(head, span);
        self.end_of_loop(after, false);
    }

    /// Declares the variable and executes the body.
    fn element_and_body(&mut self, each: &ForEach<'_>, element: Typed, span: Span) {
        let mark = self.variables.len();
        let element = if each.ty.is_none() { self.actual(element, span) } else { element };
        let (ty, erased, generic) = match each.ty {
            Some(ty) => {
                let (of, erased) = self.variable_type(ty);
                (of, erased, self.table.generic(ty, self.scope))
            }
            None => (element.ty, element.erased, element.generic),
        };
        let local = self.declare(each.name, ty, each.is_final, span);
        if let Some(variable) = self.variables.last_mut() {
            (variable.erased, variable.generic) = (erased, generic);
        }
        if element.ty == Ty::Error {
            self.unknown(Some((local, ty)), ty, span);
        } else if element.ty != ty || !self.graph.redirect(element.operand, local) {
            let operand = self.convert(element, ty, Some((local, ty)), span);
            if operand != Operand::Local(local) {
                self.assign(local, Rvalue::Operand(operand), span);
            }
        }
        self.statement(each.body);
        self.variables.truncate(mark);
    }
}
