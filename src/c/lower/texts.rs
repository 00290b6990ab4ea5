//! Functions of the library on texts and bytes, where pointers to these have an index: the loops that they are.
//!
//! All accesses are those of the call, so that they fail where the function is called. Comparisons give -1, 0 or 1.

use super::access::Content;
use super::blocks::Element;
use super::statement::is_constant;
use super::*;
use base::msg;
use program::objects::{Binary, Comparison, Condition, Unary};

/// The functions on texts, whose first arguments are pointers.
const TEXTS: [&str; 13] = [
    "strlen", "strnlen", "strcpy", "strncpy", "strcat", "strncat", "strcmp", "strncmp", "strchr", "strrchr", "strdup",
    "memcmp", "memchr",
];

/// The functions on memory of any type.
const BYTES: [&str; 3] = ["memcpy", "memmove", "memset"];

/// How many of the first arguments of a function are pointers into blocks; 0 if it is none of those here.
pub(super) fn pointers_of(name: &str, arguments: &[Node]) -> usize {
    let count = match name {
        "strlen" | "strnlen" | "strchr" | "strrchr" | "strdup" | "memchr" | "memset" => 1,
        _ if TEXTS.contains(&name) || BYTES.contains(&name) => 2,
        _ => return 0,
    };
    let expected = match name {
        "strlen" | "strdup" => 1,
        "strnlen" | "strcpy" | "strcat" | "strcmp" | "strchr" | "strrchr" => 2,
        _ => 3,
    };
    if arguments.len() == expected { count } else { 0 }
}

/// Where a loop over elements is.
struct Loop {
    head: Location,
    /// The number of rounds.
    round: LocalId,
}

impl Lowering<'_> {
    /// A call of such a function: its value.
    pub(super) fn library(&mut self, name: &str, arguments: &[Node], node: &Node) -> Option<Operand> {
        let span = node.span;
        let pointers = pointers_of(name, arguments);
        let types: Vec<TypeId> =
            arguments[..pointers].iter().filter_map(|argument| self.element_type(argument)).collect();
        let &ty = types.first().filter(|&&ty| types.len() == pointers && types.iter().all(|&other| other == ty))?;
        let is_bytes = BYTES.contains(&name);
        if !is_bytes && self.checked.types.layout(ty).map(|layout| layout.0) != Some(1) {
            return None;
        }
        if name == "memset" && !self.can_fill(&arguments[1], ty) {
            return None;
        }
        let mut elements = Vec::new();
        let mut numbers = Vec::new();
        for (position, argument) in arguments.iter().enumerate() {
            if position >= pointers {
                let number = self.value(argument);
                numbers.push((number, argument.ty));
                continue;
            }
            let mut value = self.value(self.unconverted(argument));
            for later in &arguments[position + 1..] {
                value = self.protected(value, later);
            }
            elements.push(self.element_of(value, ty, span));
        }
        match (name, elements.as_slice(), numbers.as_slice()) {
            ("memset", &[to], &[(byte, of), size]) => self.set_bytes(&to, ty, (byte, of), size, span),
            ("memcpy" | "memmove", &[to, from], &[size]) => {
                self.copy_bytes(name, &to, &from, ty, size, span);
            }
            ("strlen" | "strnlen", &[from], bound) => {
                let bound = bound.first().map(|&(bound, ty)| self.as_index(bound, ty, span));
                let length = self.text_length(&from, ty, bound, span);
                return Some(self.index_as(length, node.ty, span));
            }
            ("strdup", &[from], _) => {
                let length = self.text_length(&from, ty, None, span);
                let length = self.sum(length, Operand::Integer(1), Binary::Add, span);
                let block = self.new_block(ty, (StorageClass::Heap, false), length, span);
                let index = Operand::Integer(0);
                let to = Element { block, index, length, is_within: true, is_there: true, is_pointed: false };
                let from = Element { is_within: true, ..from };
                self.move_elements(&to, &from, ty, length, span);
                return Some(Operand::Local(block));
            }
            ("strcpy", &[to, from], _) => self.copy_text(&to, Operand::Integer(0), &from, ty, None, span),
            ("strncpy", &[to, from], &[(bound, of)]) => {
                let bound = self.as_index(bound, of, span);
                self.copy_bounded(&to, &from, ty, bound, span);
            }
            ("strcat" | "strncat", &[to, from], bound) => {
                let bound = bound.first().map(|&(bound, ty)| self.as_index(bound, ty, span));
                let length = self.text_length(&to, ty, None, span);
                self.copy_text(&to, length, &from, ty, bound, span);
            }
            ("strcmp" | "strncmp" | "memcmp", &[a, b], bound) => {
                let bound = bound.first().map(|&(bound, ty)| self.as_index(bound, ty, span));
                return Some(self.compared(name != "memcmp", (&a, &b), ty, bound, node.ty, span));
            }
            ("strchr" | "strrchr" | "memchr", &[from], &[(wanted, of), ref bound @ ..]) => {
                let bound = bound.first().map(|&(bound, ty)| self.as_index(bound, ty, span));
                return Some(self.found(name, &from, ty, (wanted, of), bound, span));
            }
            _ => return None,
        }
        let to = elements.first()?;
        Some(self.pointer_to(to.block, (to.index, to.length), span))
    }

    /// The type of the elements that an argument leads to, if pointers to it have an index.
    fn element_type(&self, argument: &Node) -> Option<TypeId> {
        let ty = self.checked.types.pointee(self.unconverted(argument).ty)?.ty;
        Some(self.indexed.kept_as(ty)).filter(|&ty| self.indexed.contains(ty) && ty != TypeId::VOID)
    }

    /// The element that a pointer leads to.
    pub(super) fn element_of(&mut self, pointer: Operand, ty: TypeId, span: Span) -> Element {
        let block = match pointer {
            Operand::Local(local) => local,
            constant => {
                let class = Lowered::Reference(self.class_of(ty));
                let null = self.graph.temporary(class);
                self.assign(null, Rvalue::Operand(constant), span);
                null
            }
        };
        let (index, length) = self.range(pointer);
        Element { block, index, length, is_within: false, is_there: false, is_pointed: true }
    }

    /// Whether elements of a type can be filled with a byte: characters with any, others with 0.
    fn can_fill(&self, byte: &Node, ty: TypeId) -> bool {
        let is_byte = self.checked.types.layout(ty).is_some_and(|(size, _)| size == 1);
        is_constant(byte) == Some(0) || is_byte && self.checked.types.integer(ty).is_some()
    }

    /// An index as a number of another type.
    fn index_as(&mut self, index: Operand, ty: TypeId, span: Span) -> Operand {
        let to = self.integer_of(ty);
        let target = self.temporary(ty);
        self.assign(target, Rvalue::Unary(Unary::Convert(to), index), span);
        Operand::Local(target)
    }

    /// How many elements so many bytes are. If they are no whole number of elements, nothing is known of memory.
    fn elements_in(&mut self, (bytes, of): (Operand, TypeId), ty: TypeId, span: Span) -> Operand {
        let size = self.checked.types.layout(ty).map_or(1, |layout| layout.0).cast_signed().max(1);
        let bytes = self.as_index(bytes, of, span);
        match bytes {
            _ if size == 1 => bytes,
            Operand::Integer(bytes) if bytes % size == 0 => Operand::Integer(bytes / size),
            _ => {
                let right = Operand::Integer(size);
                let count = self.computed_index(Binary::Divide, bytes, right, span);
                let rest = self.computed_index(Binary::Remainder, bytes, right, span);
                let (whole, other) = (self.graph.fresh(), self.graph.fresh());
                let zero = Operand::Integer(0);
                let is_whole = Condition::Compare { comparison: Comparison::Equal, left: rest, right: zero };
                self.graph.branch(is_whole, whole, other, span);
                self.graph.here = other;
                self.graph.give_up(&msg!("bytes of an element are written"), span);
                self.graph.here = whole;
                count
            }
        }
    }

    fn computed_index(&mut self, operator: Binary, left: Operand, right: Operand, span: Span) -> Operand {
        let ty = self.index_type();
        let target = self.graph.temporary(Lowered::Integer(ty));
        self.assign(target, Rvalue::Binary { operator, ty, left, right }, span);
        Operand::Local(target)
    }

    /// Requires so many elements from one on. `is_written`: they are going to be.
    fn require_elements(&mut self, at: &Element, ty: TypeId, count: Operand, is_written: bool, span: Span) {
        let some = match count {
            Operand::Integer(0) => return,
            Operand::Integer(count) if count > 0 => None,
            _ => {
                let (none, some) = (self.graph.fresh(), self.graph.fresh());
                let zero = Operand::Integer(0);
                let is_zero = Condition::Compare { comparison: Comparison::Equal, left: count, right: zero };
                self.graph.branch(is_zero, none, some, span);
                self.graph.here = some;
                Some(none)
            }
        };
        self.touch_block(at, ty, span);
        // A number of bytes that is negative as an index is greater than any length.
        self.check_element(&Element { is_within: false, ..*at }, span);
        let last = self.sum(count, Operand::Integer(1), Binary::Subtract, span);
        let left = self.sum(at.length, at.index, Binary::Subtract, span);
        self.check_element(&Element { index: last, length: left, is_within: false, ..*at }, span);
        if is_written {
            self.require_no_constant(at.block, span);
            self.forget_element(at, ty, span);
        }
        if let Some(none) = some {
            self.graph.goto(none, span);
            self.graph.here = none;
        }
    }

    fn set_bytes(
        &mut self,
        to: &Element,
        ty: TypeId,
        (byte, of): (Operand, TypeId),
        size: (Operand, TypeId),
        span: Span,
    ) {
        let count = self.elements_in(size, ty, span);
        self.require_elements(to, ty, count, true, span);
        if byte == Operand::Integer(0) {
            self.fill_elements(to, ty, count, Content::Zero, span);
        } else {
            let (from, wanted) = (self.checked.types.integer(of), self.checked.types.integer(ty));
            let value = match from.zip(wanted) {
                Some((from, to)) => self.convert_integer(byte, from, to, ty, span),
                None => byte,
            };
            self.fill_with(to, ty, count, value, span);
        }
    }

    fn copy_bytes(
        &mut self,
        name: &str,
        to: &Element,
        from: &Element,
        ty: TypeId,
        size: (Operand, TypeId),
        span: Span,
    ) {
        let count = self.elements_in(size, ty, span);
        self.require_elements(from, ty, count, false, span);
        self.require_elements(to, ty, count, true, span);
        if name == "memcpy" {
            self.require_apart(to, from, count, span);
        }
        self.move_elements(to, from, ty, count, span);
    }

    /// `memcpy` must not copy between objects that overlap.
    fn require_apart(&mut self, to: &Element, from: &Element, count: Operand, span: Span) {
        let (same, after, near) = (self.graph.fresh(), self.graph.fresh(), self.graph.fresh());
        let (left, right) = (Operand::Local(to.block), Operand::Local(from.block));
        let is_same = Condition::Compare { comparison: Comparison::Equal, left, right };
        self.graph.branch(is_same, same, after, span);
        self.graph.here = same;
        let distance = self.sum(to.index, from.index, Binary::Subtract, span);
        let other = self.sum(from.index, to.index, Binary::Subtract, span);
        for (distance, next) in [(distance, self.graph.fresh()), (other, near)] {
            let is_far = Condition::Compare { comparison: Comparison::GreaterEqual, left: distance, right: count };
            self.graph.branch(is_far, after, next, span);
            self.graph.here = next;
        }
        self.give_up_memory(left, msg!("memory that overlaps is copied"), span);
        self.graph.goto(after, span);
        self.graph.here = after;
    }

    /// Begins a loop, which ends at `after` when there were so many rounds.
    fn rounds(&mut self, bound: Option<Operand>, after: Location, span: Span) -> Loop {
        let round = self.graph.temporary(Lowered::Integer(self.index_type()));
        self.assign(round, Rvalue::Operand(Operand::Integer(0)), span);
        let head = self.graph.fresh();
        self.graph.goto(head, span);
        self.graph.here = head;
        if let Some(bound) = bound {
            let inside = self.graph.fresh();
            // A bound that is negative as an index is greater than any length.
            let left = Operand::Local(round);
            let is_last = Condition::Compare { comparison: Comparison::Equal, left, right: bound };
            self.graph.branch(is_last, after, inside, span);
            self.graph.here = inside;
        }
        Loop { head, round }
    }

    fn next_round(&mut self, Loop { head, round }: &Loop, span: Span) {
        let (operator, ty) = (Binary::Add, self.index_type());
        let (left, right) = (Operand::Local(*round), Operand::Integer(1));
        self.assign(*round, Rvalue::Binary { operator, ty, left, right }, span);
        self.graph.goto(*head, span);
    }

    fn at(&mut self, at: &Element, distance: Operand, span: Span) -> Element {
        let index = self.sum(at.index, distance, Binary::Add, span);
        Element { index, ..*at }
    }

    fn read_at(&mut self, at: &Element, distance: Operand, ty: TypeId, span: Span) -> Operand {
        let (at, field) = (self.at(at, distance, span), self.cell(ty).1);
        let target = self.temporary(ty);
        self.read_element(target, &at, field, ty, span);
        Operand::Local(target)
    }

    fn write_at(&mut self, at: &Element, distance: Operand, value: Operand, ty: TypeId, span: Span) {
        let (at, field) = (self.at(at, distance, span), self.cell(ty).1);
        self.require_no_constant(at.block, span);
        self.write_element(&at, field, value, span);
    }

    /// Continues where a value is not 0; elsewhere at `zero`.
    fn unless_zero(&mut self, value: Operand, zero: Location, span: Span) {
        let next = self.graph.fresh();
        let is_zero = Condition::Compare { comparison: Comparison::Equal, left: value, right: Operand::Integer(0) };
        self.graph.branch(is_zero, zero, next, span);
        self.graph.here = next;
    }

    /// The number of elements before the first that is 0, at most so many.
    pub(super) fn text_length(&mut self, from: &Element, ty: TypeId, bound: Option<Operand>, span: Span) -> Operand {
        let after = self.graph.fresh();
        let rounds = self.rounds(bound, after, span);
        let value = self.read_at(from, Operand::Local(rounds.round), ty, span);
        self.unless_zero(value, after, span);
        self.next_round(&rounds, span);
        self.graph.here = after;
        Operand::Local(rounds.round)
    }

    /// Copies a text, or so much of it, to a place in another one, with a 0 after it.
    fn copy_text(
        &mut self,
        to: &Element,
        start: Operand,
        from: &Element,
        ty: TypeId,
        bound: Option<Operand>,
        span: Span,
    ) {
        let (after, ended) = (self.graph.fresh(), self.graph.fresh());
        let to = self.at(to, start, span);
        let rounds = self.rounds(bound, ended, span);
        let round = Operand::Local(rounds.round);
        let value = self.read_at(from, round, ty, span);
        self.write_at(&to, round, value, ty, span);
        self.unless_zero(value, after, span);
        self.next_round(&rounds, span);
        if bound.is_some() {
            self.graph.here = ended;
            self.write_at(&to, round, Operand::Integer(0), ty, span);
            self.graph.goto(after, span);
        }
        self.graph.here = after;
    }

    /// Copies so many characters of a text; if it has fewer, zeros after it.
    fn copy_bounded(&mut self, to: &Element, from: &Element, ty: TypeId, bound: Operand, span: Span) {
        let after = self.graph.fresh();
        let has_ended = self.graph.temporary(Lowered::Integer(IntegerType::INT));
        self.assign(has_ended, Rvalue::Operand(Operand::Integer(0)), span);
        let rounds = self.rounds(Some(bound), after, span);
        let round = Operand::Local(rounds.round);
        let (reads, fills, next) = (self.graph.fresh(), self.graph.fresh(), self.graph.fresh());
        let (left, right) = (Operand::Local(has_ended), Operand::Integer(0));
        self.graph.branch(Condition::Compare { comparison: Comparison::Equal, left, right }, reads, fills, span);
        self.graph.here = reads;
        let (value, zero) = (self.read_at(from, round, ty, span), self.graph.fresh());
        self.write_at(to, round, value, ty, span);
        self.unless_zero(value, zero, span);
        self.graph.goto(next, span);
        self.graph.here = zero;
        self.assign(has_ended, Rvalue::Operand(Operand::Integer(1)), span);
        self.graph.goto(next, span);
        self.graph.here = fills;
        self.write_at(to, round, Operand::Integer(0), ty, span);
        self.graph.goto(next, span);
        self.graph.here = next;
        self.next_round(&rounds, span);
        self.graph.here = after;
    }

    /// A character as a number without a sign, as functions of the library compare them.
    fn byte(&mut self, value: Operand, ty: TypeId, span: Span) -> Operand {
        let byte = IntegerType { bits: 8, signed: false };
        match self.checked.types.integer(ty) {
            Some(integer) if integer.signed => {
                let target = self.graph.temporary(Lowered::Integer(byte));
                self.assign(target, Rvalue::Unary(Unary::Convert(byte), value), span);
                Operand::Local(target)
            }
            _ => value,
        }
    }

    fn compared(
        &mut self,
        is_text: bool,
        (a, b): (&Element, &Element),
        ty: TypeId,
        bound: Option<Operand>,
        result: TypeId,
        span: Span,
    ) -> Operand {
        let target = self.temporary(result);
        let [equal, less, greater, after] = std::array::from_fn(|_| self.graph.fresh());
        let rounds = self.rounds(bound, equal, span);
        let round = Operand::Local(rounds.round);
        let [left, right] = [a, b].map(|at| {
            let value = self.read_at(at, round, ty, span);
            self.byte(value, ty, span)
        });
        let (same, other) = (self.graph.fresh(), self.graph.fresh());
        self.graph.branch(Condition::Compare { comparison: Comparison::Equal, left, right }, same, other, span);
        self.graph.here = other;
        self.graph.branch(Condition::Compare { comparison: Comparison::Less, left, right }, less, greater, span);
        self.graph.here = same;
        if is_text {
            self.unless_zero(left, equal, span);
        }
        self.next_round(&rounds, span);
        for (start, value) in [(equal, 0), (less, -1), (greater, 1)] {
            self.graph.here = start;
            self.assign(target, Rvalue::Operand(Operand::Integer(value)), span);
            self.graph.goto(after, span);
        }
        self.graph.here = after;
        Operand::Local(target)
    }

    /// The first or last place of a character, or null.
    fn found(
        &mut self,
        name: &str,
        from: &Element,
        ty: TypeId,
        (wanted, of): (Operand, TypeId),
        bound: Option<Operand>,
        span: Span,
    ) -> Operand {
        let number = Lowered::Integer(self.index_type());
        let target = self.graph.temporary(self.graph.type_of(from.block));
        let index = self.graph.temporary(number);
        self.assign(target, Rvalue::Operand(Operand::Null), span);
        self.assign(index, Rvalue::Operand(Operand::Integer(0)), span);
        let wanted = match self.checked.types.integer(of).zip(self.checked.types.integer(ty)) {
            Some((from, to)) => self.convert_integer(wanted, from, to, ty, span),
            None => wanted,
        };
        let after = self.graph.fresh();
        let rounds = self.rounds(bound, after, span);
        let round = Operand::Local(rounds.round);
        let value = self.read_at(from, round, ty, span);
        let (hit, other, next) = (self.graph.fresh(), self.graph.fresh(), self.graph.fresh());
        let is_wanted = Condition::Compare { comparison: Comparison::Equal, left: value, right: wanted };
        self.graph.branch(is_wanted, hit, other, span);
        self.graph.here = hit;
        self.assign(target, Rvalue::Operand(Operand::Local(from.block)), span);
        let found = self.sum(from.index, round, Binary::Add, span);
        self.assign(index, Rvalue::Operand(found), span);
        self.graph.goto(if name == "strrchr" { other } else { after }, span);
        self.graph.here = other;
        if name != "memchr" {
            self.unless_zero(value, after, span);
        }
        self.graph.goto(next, span);
        self.graph.here = next;
        self.next_round(&rounds, span);
        self.graph.here = after;
        self.ranges.insert(target, (Operand::Local(index), from.length));
        Operand::Local(target)
    }
}
