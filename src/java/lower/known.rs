//! Calls of methods of the library that the front end knows itself.

use super::super::classes::{Overload, TermId};
use super::super::library::{self, Result as Known, Throws};
use super::super::syntax::ExprId;
use super::super::types::Ty;
use super::call::{Invocation, Pending};
use super::hints::Called;
use super::{Destination, Lowering, Target, Typed};
use base::Span;
use program::objects::Operand;

impl Lowering<'_, '_> {
    /// A static library method, output, or a method of a class that is not given, if it is one of these.
    pub(super) fn known_static(
        &mut self,
        object: ExprId,
        invocation: &Invocation<'_>,
        target: Target,
        results: &[TermId],
        span: Span,
    ) -> Option<Typed> {
        let &Invocation { name, arguments, .. } = invocation;
        if self.is_output(object) {
            return Some(self.output(name, arguments, span));
        }
        let class = self.library_path(object)?;
        if (&*class, &**name, arguments.len()) == ("System", "exit", 1) {
            let values = self.arguments(arguments);
            values.into_iter().for_each(|status| _ = self.code.unboxed(status, span));
            self.code.graph.end_run(span);
            self.code.graph.here = self.code.graph.fresh();
            return Some(Typed::new(Operand::Null, Ty::Void));
        }
        if let Some(text) = self.text_function(&class, name, arguments, target, span) {
            return Some(text);
        }
        let of_objects = self.code.table.elsewhere_for_objects(&class, name);
        if of_objects.is_some() || library::static_method(&class, name, arguments.len()).is_some() {
            let called = of_objects.map(|class| Called { class, name, through: None, results });
            let values = self.arguments_of(called.as_ref(), arguments);
            if let Some(own) = of_objects.filter(|_| self.code.table.are_for_objects(&values)) {
                let call =
                    Pending { class: own, receiver: None, by_super: false, name, target, used: true, results, span };
                return Some(self.resolved(call, &values));
            }
            if library::static_method(&class, name, arguments.len()).is_none() {
                return Some(self.code.no_code(&class, name, span));
            }
            return self.code.static_call(&class, name, &values, target, span);
        }
        if self.named_class(object).is_some() {
            return None;
        }
        self.arguments(arguments);
        if self.code.assumes_pure(&class, name) {
            return Some(self.code.unknown(
                target,
                target.map_or(Ty::Any, |target| if target.ty.is_primitive() { target.ty } else { Ty::Any }),
                span,
            ));
        }
        Some(self.code.no_code(&class, name, span))
    }

    /// The class that an expression names, if the program does not declare it. It is without `java.lang` and `java.util`.
    pub(super) fn library_path(&mut self, e: ExprId) -> Option<String> {
        let path = self.code.table.path_of(e)?;
        if self.is_variable(path.first()?) {
            return None;
        }
        if library::package_of(path.last()?).is_some() && !self.code.table.is_of_library(&path, Some(self.code.class)) {
            return None;
        }
        let found = self.code.table.find_path(&path, Some(self.code.class));
        if found.is_some_and(|class| self.code.table.classes[class].library.is_none()) {
            return None;
        }
        if let [class @ .., field] = path.as_slice()
            && let Some(class) = self.code.table.find_path(class, Some(self.code.class))
            && self.code.table.field(class, field).is_some()
        {
            return None;
        }
        let path: Vec<&str> = path.iter().map(|n| &**n).collect();
        let path = path.strip_prefix(&["java", "lang"]).unwrap_or(&path);
        let path = path.strip_prefix(&["java", "util"]).unwrap_or(path);
        // By convention, class names start with a capital letter; others are more likely typos.
        path.last().is_some_and(|last| last.starts_with(char::is_uppercase)).then(|| path.join("."))
    }

    /// An instance method of a library class, if it is one.
    pub(super) fn library_call(&mut self, call: &Pending<'_>, arguments: &[Typed], found: &Overload) -> Option<Typed> {
        let receiver = call.receiver?;
        if !matches!(found, Overload::Unknown | Overload::Unsuitable(_)) {
            return None;
        }
        if let Some(result) = self.code.of_every_object(call, receiver, arguments) {
            return Some(result);
        }
        if call.name == "formatted" && self.code.table.is_string(receiver.ty) {
            self.code.require(receiver, true, call.span);
            let values: Vec<Typed> = std::iter::once(receiver).chain(arguments.iter().copied()).collect();
            return Some(self.code.formatted_text(&values, call.target, call.span));
        }
        let classes: Vec<_> = self
            .code
            .table
            .supertypes(call.class)
            .into_iter()
            .filter(|&c| self.code.table.classes[c].library.is_some())
            .collect();
        let own = classes.first().copied()?;
        let names: Vec<super::Name> = classes.iter().map(|&c| self.code.table.classes[c].name.clone()).collect();
        let known = |class: &super::Name| library::instance_method(class, call.name, arguments.len());
        let by = names.iter().find(|&class| known(class).is_some());
        let known = by.and_then(known);
        if let Some(class) = by
            && self.code.may_call_back(class, call.name, call.span)
        {
            return Some(Typed::error());
        }
        let opaque = self.code.table.may_be_opaque(own);
        if known.is_none() && own != call.class && !names.iter().any(|class| library::declares(class, call.name)) {
            return None;
        }
        if known.is_some()
            && let Some(result) = self.code.overridden(call, receiver, arguments)
        {
            return Some(result);
        }
        // A subclass may override a library method; then the library's is only one of several callees.
        let is_overridden = self.code.table.classes.iter_enumerated().any(|(c, info)| {
            !info.is_abstract
                && self.code.table.is_subtype(c, call.class)
                && self.code.table.own_method(c, call.name, arguments.len()).is_some()
        });
        let class = self.code.table.type_name(Ty::Class(call.class));
        if let (Some(known), true, false) = (known, is_overridden, call.by_super) {
            let otherwise = |lowering: &mut Self, local| match known {
                Known::Identity => lowering.code.identity(receiver, arguments, call),
                known => {
                    let value =
                        lowering.code.known(known, arguments, Some(Destination { local, ty: Ty::Int }), call.span);
                    lowering.code.computed_payload(by.map_or("", |by| by), call, receiver, arguments, value);
                    value
                }
            };
            if let Some(result) = self.partly_overridden(call, receiver, arguments, otherwise) {
                return Some(result);
            }
        }
        let (Some(known), false) = (known, is_overridden && !call.by_super) else {
            if self.code.assumes_pure(&class, call.name) {
                self.code.require(receiver, opaque, call.span);
                return Some(self.code.unknown(call.target, Ty::Any, call.span));
            }
            return Some(self.code.no_code(&class, call.name, call.span));
        };
        let class = by.map_or("", |class| class);
        let opens: Vec<bool> = (0..arguments.len()).map(|n| library::opens(class, call.name, n)).collect();
        let arguments = &self.code.opened(arguments, &opens, call.span)[..];
        self.code.require(receiver, opaque, call.span);
        let throws = names.iter().find_map(|class| library::throws(class, call.name, arguments.len()));
        if let Some(throws) = throws {
            match (throws, arguments) {
                (Throws::OutOfBounds(exception), _)
                    if let Some(test) = self.code.leaves_text(class, call.name, receiver, arguments) =>
                {
                    self.code.out_of_bounds(exception, Some(test), call.span);
                }
                _ => self.code.library_throws(throws, arguments, call.span),
            }
        }
        if known == Known::Identity {
            return Some(self.code.identity(receiver, arguments, call));
        }
        if known == Known::Receiver {
            self.code.build(class, call, receiver, arguments);
            return Some(Typed { never_null: true, slot: None, ..receiver });
        }
        let value = self.code.known(known, arguments, call.target, call.span);
        self.code.computed_payload(class, call, receiver, arguments, value);
        Some(value)
    }
}
