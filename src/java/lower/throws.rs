//! Implicit exceptions, such as those of library methods.

use super::super::classes::MethodId;
use super::super::library::Throws;
use super::super::texts;
use super::super::types::Ty;
use super::array::{INDEX, SIZE};
use super::{Emitter, Typed};
use base::{Diagnostic, Message, Span, msg};
use program::objects::{ClassId, Comparison, Condition, Function, LocalId, Operand, Step};

impl Emitter<'_, '_> {
    /// The exceptions of a library method for these arguments.
    pub(super) fn library_throws(&mut self, throws: Throws, arguments: &[Typed], span: Span) {
        const INVALID: &str = "IllegalArgumentException";
        match (throws, arguments) {
            (Throws::OutOfBounds(exception), _) => self.out_of_bounds(exception, None, span),
            (Throws::Null, &[argument, ..]) => self.require_argument(argument, span),
            (Throws::Resized, &[argument, size]) => {
                self.require_argument(argument, span);
                if !matches!(size.operand, Operand::Integer(0..)) {
                    self.out_of_bounds(SIZE, Some((Function::IsNegative, vec![size.operand])), span);
                }
            }
            (Throws::AnyNull, arguments) => arguments.iter().for_each(|&a| self.require_argument(a, span)),
            (Throws::Maybe("NumberFormatException"), &[argument]) if !argument.ty.is_reference() => {}
            (Throws::Maybe(exception), _) => self.throw_if(None, exception, span),
            (Throws::Join, &[separator, ref parts @ ..]) => {
                self.require_argument(separator, span);
                if let &[only] = parts
                    && !self.table.is_string(only.ty)
                {
                    self.require_argument(only, span);
                }
            }
            (Throws::Pattern | Throws::Replacement, &[pattern, ref rest @ ..]) => {
                let is_pattern = self.literal_text(pattern).is_some_and(texts::is_pattern);
                let is_right = throws == Throws::Pattern
                    || rest.iter().all(|&value| self.literal_text(value).is_some_and(texts::is_replacement));
                arguments.iter().for_each(|&argument| self.require_argument(argument, span));
                if !(is_pattern && is_right) {
                    self.may_throw(msg!("whether this is a regular expression with a replacement is not known"), span);
                }
            }
            (Throws::Negative, &[bound]) => {
                self.throw_unless_at_least(0, bound, INVALID, span);
            }
            (Throws::NotPositive, &[bound]) => {
                self.throw_unless(Comparison::Greater, bound, Typed::new(Operand::Integer(0), Ty::Int), INVALID, span);
            }
            (Throws::Divisor, &[_, divisor]) => {
                let divisor = self.unboxed(divisor, span);
                self.check_divisor(divisor.operand, span);
            }
            (Throws::NullElement, &[collection, ..]) => {
                self.require_argument(collection, span);
                if !self.table.element(collection.ty).is_some_and(Ty::is_primitive) {
                    let why = msg!("whether an element is null, or not comparable, is not known");
                    let test = (Function::HasNull, vec![collection.operand]);
                    self.give_up_if(Some(test), why, span);
                }
            }
            (Throws::Part | Throws::PartOrMore, &[array, start, end, ..]) => {
                self.require_argument(array, span);
                let arguments = [array, start, end].map(|argument| argument.operand);
                let test = Function::LeavesArray(throws == Throws::PartOrMore);
                self.out_of_bounds(INDEX, Some((test, arguments.to_vec())), span);
            }
            (Throws::PartWithElements, &[array, ..]) => {
                self.library_throws(Throws::NullElement, &[array], span);
                self.library_throws(Throws::Part, arguments, span);
            }
            (Throws::Copy, &[from, start, to, at, count]) => {
                self.require_argument(from, span);
                self.require_argument(to, span);
                match (self.table.element(from.ty), self.table.element(to.ty)) {
                    (Some(one), Some(other)) if one.is_primitive() || other.is_primitive() => {
                        if one != other {
                            self.throw_new("ArrayStoreException", span);
                            self.graph.here = self.graph.fresh();
                        }
                    }
                    (Some(Ty::Class(one)), Some(Ty::Class(other))) if self.table.is_subtype(one, other) => {}
                    _ => {
                        self.may_throw(msg!("whether the elements of one array fit into the other is not known"), span)
                    }
                }
                let arguments = [from, start, to, at, count].map(|argument| argument.operand);
                self.out_of_bounds(INDEX, Some((Function::MovesOutside, arguments.to_vec())), span);
            }
            (Throws::EmptyRange, &[least, bound]) => self.throw_unless(Comparison::Less, least, bound, INVALID, span),
            _ => {}
        }
    }

    /// Throws an exception for some values, which are not followed; executions can test whether they are such.
    pub(super) fn throw_if(&mut self, test: Option<(Function, Vec<Operand>)>, exception: &str, span: Span) {
        let (fails, after) = (self.graph.fresh(), self.graph.fresh());
        match test {
            Some(test) => self.graph.branch_unless(test, after, fails, span),
            None => self.graph.branch(Condition::Unknown, after, fails, span),
        }
        self.graph.here = fails;
        self.throw_new(exception, span);
        self.graph.here = after;
    }

    /// Gives up the runs in which an exception is thrown, as nothing more is known of it.
    pub(super) fn may_throw(&mut self, why: Message, span: Span) {
        self.give_up_if(None, why, span);
    }

    /// The same, where executions can test whether that is so.
    fn give_up_if(&mut self, test: Option<(Function, Vec<Operand>)>, why: Message, span: Span) {
        let (throws, after) = (self.graph.fresh(), self.graph.fresh());
        match test {
            Some(test) => self.graph.branch_unless(test, after, throws, span),
            None => self.graph.branch(Condition::Unknown, after, throws, span),
        }
        self.graph.here = throws;
        self.error("java/unsupported", span, why);
        self.graph.here = after;
    }

    pub(super) fn require_argument(&mut self, argument: Typed, span: Span) {
        if argument.ty.is_reference() && !argument.never_null {
            self.require_opaque(argument.operand, span);
        }
    }

    /// An index may be out of bounds, as executions can test. Abstractions do not model bounds, and only handlers observe this.
    pub(super) fn out_of_bounds(&mut self, exception: &str, test: Option<(Function, Vec<Operand>)>, span: Span) {
        if !self.table.tree.has_try {
            self.graph.ignores_bounds = true;
            if test.is_none() {
                self.graph.execute(Step::assume_bounds(), span);
            }
            return;
        }
        let (fails, after) = (self.graph.fresh(), self.graph.fresh());
        let condition = Condition::OutOfBounds { negated: false };
        match test {
            Some(test) => self.graph.branch_by(condition, test, fails, after, span),
            None => self.graph.branch(condition, fails, after, span),
        }
        self.graph.here = fails;
        self.raise(exception, span);
        self.graph.here = after;
    }

    /// An index is out of bounds here, in the code of the library. That is an end of the run unless somebody observes it.
    pub(super) fn left_bounds(&mut self, exception: &str, span: Span) {
        self.out_of_bounds(exception, Some((Function::OutOfBounds, Vec::new())), span);
        self.executed(Function::OutOfBounds, Vec::new(), Some(exception), span);
        self.graph.end_run(span);
        self.graph.alive = false;
    }

    /// Throws an exception if a number is smaller.
    pub(super) fn throw_unless_at_least(&mut self, least: i64, number: Typed, exception: &str, span: Span) {
        let least = Typed::new(Operand::Integer(least), Ty::Int);
        self.throw_unless(Comparison::GreaterEqual, number, least, exception, span);
    }

    /// Throws an exception unless the comparison holds.
    fn throw_unless(&mut self, comparison: Comparison, a: Typed, b: Typed, exception: &str, span: Span) {
        if let (Operand::Integer(a), Operand::Integer(b)) = (a.operand, b.operand)
            && comparison.compare(&a, &b)
        {
            return;
        }
        let (a, b) = (self.unboxed(a, span), self.unboxed(b, span));
        if !a.ty.is_integral() || !b.ty.is_integral() {
            return;
        }
        let (fails, after) = (self.graph.fresh(), self.graph.fresh());
        self.graph.branch(Condition::Compare { comparison, left: a.operand, right: b.operand }, after, fails, span);
        self.graph.here = fails;
        self.throw_new(exception, span);
        self.graph.here = after;
    }

    /// The casts in a method that overrides one with type variables or other erased types as parameters: a
    /// caller through the overridden method may pass objects of any class.
    pub(super) fn cast_parameters(&mut self, method: MethodId, locals: &[LocalId], span: Span) {
        let overridden = self.table.overridden(method);
        for (position, &local) in locals.iter().enumerate() {
            let own = self.table.methods[method].parameters[position].ty;
            let Ty::Class(class) = own else { continue };
            let other = |&m: &MethodId| self.table.methods[m].parameters[position].ty != own;
            // The class of opaque values is unknown, so every cast would fail.
            if overridden.iter().any(other) && !self.table.is_opaque(class) {
                let is_compared = overridden.iter().any(|&m| self.table.compares(self.table.methods[m].class));
                let value = Typed { erased: !is_compared, ..Typed::new(Operand::Local(local), Ty::Class(class)) };
                self.checked_cast(value, class, span);
            }
        }
    }

    /// Reports handlers for exceptions of the virtual machine, which are never thrown here.
    pub(super) fn check_handled(&mut self, class: ClassId, span: Span) {
        if self.table.classes[class].library.is_none() {
            return;
        }
        match &*self.table.classes[class].name {
            name @ ("StackOverflowError" | "OutOfMemoryError") => {
                let message = msg!("a handler for `{name}` is not supported");
                let advice = msg!("stack and heap are assumed to be unlimited, so this handler would never run");
                // The run may come to the handler at any place before it.
                self.diagnostics.push(Diagnostic::error("java/unsupported", span, message).suggest(advice));
            }
            "Error" | "Throwable" => {
                let message = msg!(
                    "stack and heap are taken as unlimited, so that this handler sees no \
                               `StackOverflowError` and no `OutOfMemoryError`"
                );
                self.note("java/unlimited", span, message);
            }
            _ => {}
        }
    }
}
