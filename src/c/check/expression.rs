//! Expressions: names, members, calls, casts, `sizeof`.

use super::super::constants::floating_value;
use super::super::syntax::{Designator, ExprKind};
use super::super::typed::bit_width;
use super::super::types::Rank;
use super::operators::ValueUse;
use super::*;
use crate::unsupported::Construct;
use base::{msg, text};

impl<'t> Checker<'t> {
    /// The value of an expression: arrays and functions decay to pointers.
    pub(super) fn value(&mut self, e: ExprId) -> Node {
        let node = self.expression(e);
        self.decayed(node)
    }

    pub(super) fn decayed(&mut self, node: Node) -> Node {
        let span = node.span;
        match self.types.get(node.ty).clone() {
            Type::Array(of, _) | Type::Variable(of) => {
                let ty = self.types.intern(Type::Pointer(of));
                Node::new(Kind::Decay(Box::new(node)), ty, span)
            }
            Type::Function(_) => {
                let ty = self.types.pointer_to(node.ty);
                Node::new(Kind::Address(Box::new(node)), ty, span)
            }
            _ => match self.promoted_bit_field(&node) {
                Some(ty) => Node::new(Kind::Convert(Box::new(node)), ty, span),
                None => Node { constant: false, ..node },
            },
        }
    }

    /// `int`, if a bit-field of another type of this size becomes one: it has all of its values (6.3.1.1).
    pub(super) fn promoted_bit_field(&self, node: &Node) -> Option<TypeId> {
        let width = bit_width(&self.types, node)?;
        let integer = self.types.integer(node.ty)?;
        (integer.rank == Rank::Int && !integer.signed && width < 32).then_some(TypeId::INT)
    }

    /// The type of an expression that is not evaluated.
    pub(super) fn unevaluated(&mut self, e: ExprId) -> Node {
        let unchecked = self.unchecked.len();
        let node = self.expression(e);
        self.unchecked.truncate(unchecked);
        node
    }

    /// A scalar value.
    pub(super) fn scalar(&mut self, e: ExprId) -> Node {
        let node = self.value(e);
        self.require_scalar(node)
    }

    fn require_scalar(&mut self, node: Node) -> Node {
        if node.ty == TypeId::ERROR || self.types.is_scalar(node.ty) {
            return node;
        }
        let name = self.type_name(node.ty);
        self.error("c/type", node.span, msg!("a number or pointer is needed, but this is of type `{name}`"))
    }

    /// An expression, without the conversions of its value. What recurs most has a small stack frame.
    pub(super) fn expression(&mut self, e: ExprId) -> Node {
        let tree = self.tree;
        let expr = &tree.expressions[e];
        let span = expr.span;
        match &expr.kind {
            ExprKind::Prefix(prefix, operand) => self.prefix(*prefix, *operand, span),
            ExprKind::Infix(infix, left, right) => self.infix(*infix, *left, *right, span),
            ExprKind::Compound(operator, place, value) => self.compound(*operator, *place, *value, span),
            ExprKind::Conditional(condition, yes, no) => self.conditional(*condition, *yes, *no, span),
            ExprKind::Call(callee, arguments) => self.call(*callee, arguments, span),
            ExprKind::Index(array, index) => self.index(*array, *index, span),
            ExprKind::Member { object, member, span: at, arrow } => {
                let object = if *arrow { self.value(*object) } else { self.expression(*object) };
                self.member(object, member, *at, *arrow, span)
            }
            ExprKind::Comma(first, second) => {
                let first = self.value(*first);
                let second = self.value(*second);
                let ty = second.ty;
                Node::new(Kind::Comma(Box::new(first), Box::new(second)), ty, span)
            }
            kind => self.other_expression(kind, span),
        }
    }

    fn other_expression(&mut self, kind: &'t ExprKind, span: Span) -> Node {
        match kind {
            ExprKind::Name(name) => self.name(name, span),
            ExprKind::Integer(value, ty) => {
                let ty = self.types.integer_type(*ty);
                Node::new(Kind::Integer(*value), ty, span)
            }
            ExprKind::Floating(text, name) => {
                let ty = self.types.intern(Type::Floating(name));
                match self.types.precision(ty) {
                    Some(_) => {
                        let known = floating_value(text, name).filter(|_| self.types.model == DataModel::Lp64);
                        Node::new(Kind::Floating(known.map(|value| value.to_bits().cast_signed())), ty, span)
                    }
                    None => Node::unsupported(Construct::OtherNumber, ty, span),
                }
            }
            ExprKind::Text(text) => {
                let count = text.as_ref().map_or(1, |text| text.len() as u64 + 1);
                let of = Qualified { ty: TypeId::CHAR, constant: false };
                let ty = self.types.intern(Type::Array(of, Some(count)));
                Node::new(Kind::Text(text.clone()), ty, span)
            }
            ExprKind::WideText(text, element) => {
                let of = Qualified { ty: self.types.integer_type(*element), constant: false };
                let ty = self.types.intern(Type::Array(of, Some(text.len() as u64 + 1)));
                Node::new(Kind::Text(None), ty, span)
            }
            ExprKind::Assign(place, value) => {
                let place = self.place(*place);
                let value = self.value(*value);
                let (ty, error) = (place.ty, place.ty == TypeId::ERROR);
                let value = self.assigned(value, ty, ValueUse::Assign);
                if error { value } else { Node::new(Kind::Assign(Box::new(place), Box::new(value)), ty, span) }
            }
            ExprKind::Step { operand, by, is_postfix } => {
                let place = self.place(*operand);
                let ty = place.ty;
                if ty == TypeId::ERROR {
                    return place;
                }
                if self.is_unsupported_number(ty) {
                    return Node::unsupported(Construct::OtherNumber, ty, span);
                }
                if let Some(to) = self.types.pointee(ty)
                    && !self.types.is_complete(to.ty)
                    && to.ty != TypeId::VOID
                {
                    return self.error("c/type", span, msg!("the size of what this points to is not known"));
                }
                let place = self.require_scalar(place);
                Node::new(Kind::Step { place: Box::new(place), by: *by, is_postfix: *is_postfix }, ty, span)
            }
            ExprKind::Cast(name, operand) => {
                let to = self.named_type(name).ty;
                let operand = self.value(*operand);
                self.cast(operand, to, span)
            }
            ExprKind::Literal(name, initialiser) => {
                let ty = self.named_type(name);
                if self.types.is_function(ty.ty)
                    || ty.ty == TypeId::VOID
                    || matches!(self.types.get(ty.ty), Type::Variable(_))
                {
                    return self.error("c/type", span, msg!("there are no values of this type"));
                }
                let is_static = self.function.is_none();
                let variable = Variable {
                    name: COMPOUND_LITERAL.into(),
                    ty,
                    span,
                    is_static,
                    is_defined: true,
                    function: self.function,
                    is_addressed: is_static,
                    shadows: 0,
                    length: None,
                };
                let variable = self.variables.push(variable);
                let initial = self.initial(variable, initialiser, is_static);
                let ty = self.variables[variable].ty.ty;
                // Outside of functions it is a static variable without a name (C11 6.5.2.5).
                if is_static {
                    self.statics.push((variable, Some(initial)));
                    return Node {
                        constant: self.variables[variable].ty.constant,
                        ..Node::new(Kind::Variable(variable), ty, span)
                    };
                }
                Node::new(Kind::Literal(variable, Rc::new(initial)), ty, span)
            }
            ExprKind::SizeOf(operand) => {
                let node = self.unevaluated(*operand);
                if bit_width(&self.types, &node).is_some() {
                    return self.error("c/type", span, msg!("a bit-field has no size"));
                }
                if let Kind::Unsupported(what @ Construct::Function(_)) = node.kind {
                    // Its type is not known.
                    let size_type = self.types.size_type();
                    return Node::unsupported(what, self.types.integer_type(size_type), span);
                }
                self.size_of(node.ty, span)
            }
            ExprKind::SizeOfType(name) => {
                let ty = self.named_type(name).ty;
                self.size_of(ty, span)
            }
            ExprKind::AlignOfType(name) | ExprKind::PreferredAlignOfType(name) => {
                let is_preferred = matches!(kind, ExprKind::PreferredAlignOfType(_));
                let of = self.named_type(name).ty;
                let size_type = self.types.size_type();
                let ty = self.types.integer_type(size_type);
                match self.types.layout(of) {
                    Some(_) if is_preferred && self.types.is_wide_number(of) => Node::new(Kind::Integer(8), ty, span),
                    Some((_, align)) => Node::new(Kind::Integer(align.cast_signed()), ty, span),
                    None if self.types.is_complete(of) => Node::unsupported(Construct::TypeAlignment, ty, span),
                    None => self.error("c/type", span, msg!("this type is not complete")),
                }
            }
            ExprKind::OffsetOf(name, path) => self.offset_of(name, path, span),
            ExprKind::TypesCompatible(one, other) => {
                let (one, other) = (self.named_type(one).ty, self.named_type(other).ty);
                Node::new(Kind::Integer(i64::from(one == other)), TypeId::INT, span)
            }
            ExprKind::Generic(chooses, choices) => self.generic(*chooses, choices, span),
            ExprKind::Statement(block) => {
                if self.function.is_none() {
                    return self.error(
                        "c/declaration",
                        span,
                        msg!("a block in an expression needs a function around it"),
                    );
                }
                let (statement, ty) = self.block_expression(*block);
                Node::new(Kind::Block(statement), ty, span)
            }
            ExprKind::Unsupported(what) => Node::unsupported(what.clone(), TypeId::INT, span),
            // Those above.
            _ => Node::error(span),
        }
    }

    pub(super) fn name(&mut self, name: &Name, span: Span) -> Node {
        match self.entity(name) {
            Some(Entity::Variable(variable)) => {
                let ty = self.variables[variable].ty;
                Node { constant: ty.constant, ..Node::new(Kind::Variable(variable), ty.ty, span) }
            }
            Some(Entity::Function(function)) => {
                let ty = self.functions[function].ty;
                Node::new(Kind::Function(function), ty, span)
            }
            Some(Entity::Constant(value, ty)) => Node::new(Kind::Integer(value), ty, span),
            Some(Entity::Type(..)) => self.error("c/type", span, msg!("`{name}` is a type, not a value")),
            None => {
                if matches!(&**name, "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__")
                    && let Some(function) = self.function
                {
                    let text = self.functions[function].name.as_bytes().to_vec();
                    let of = Qualified { ty: TypeId::CHAR, constant: true };
                    let ty = self.types.intern(Type::Array(of, Some(text.len() as u64 + 1)));
                    return Node::new(Kind::Text(Some(text.into())), ty, span);
                }
                self.unknown_name(name, span)
            }
        }
    }

    /// Something that can be assigned.
    pub(super) fn place(&mut self, e: ExprId) -> Node {
        let node = self.expression(e);
        let span = node.span;
        if node.ty == TypeId::ERROR {
            return node;
        }
        if !is_lvalue(&node) {
            return self.error("c/type", span, msg!("this cannot be assigned"));
        }
        if matches!(self.types.get(node.ty), Type::Array(..) | Type::Variable(_) | Type::Function(_)) {
            return self.error("c/type", span, msg!("an array cannot be assigned as a whole"));
        }
        if node.ty == TypeId::VOID || !self.types.is_complete(node.ty) {
            return self.error("c/type", span, msg!("this has no complete type"));
        }
        if node.constant || self.has_constant_member(node.ty) {
            return self.error("c/type", span, msg!("this is `const`, so that it cannot be assigned"));
        }
        node
    }

    fn has_constant_member(&self, ty: TypeId) -> bool {
        let mut open = vec![ty];
        let mut steps = 0;
        while let Some(ty) = open.pop() {
            steps += 1;
            let members = match self.types.get(ty) {
                Type::Struct(id) => self.types.structs[*id].members.as_deref().unwrap_or_default(),
                _ => continue,
            };
            if steps > 10_000 || members.iter().any(|member| member.ty.constant) {
                return true;
            }
            open.extend(members.iter().map(|member| match self.types.get(member.ty.ty) {
                Type::Array(of, _) => of.ty,
                _ => member.ty.ty,
            }));
        }
        false
    }

    fn index(&mut self, array: ExprId, index: ExprId, span: Span) -> Node {
        let (mut array, mut index) = (self.expression(array), self.expression(index));
        // `1[a]` is `a[1]`.
        if self.types.integer(array.ty).is_some() {
            std::mem::swap(&mut array, &mut index);
        }
        let index = self.decayed(index);
        if array.ty == TypeId::ERROR || index.ty == TypeId::ERROR {
            return Node::error(span);
        }
        if self.types.integer(index.ty).is_none() {
            return self.error("c/type", index.span, msg!("an index must be an integer"));
        }
        match self.types.get(array.ty).clone() {
            Type::Array(of, _) | Type::Variable(of) => {
                Node { constant: of.constant, ..Node::new(Kind::Index(Box::new(array), Box::new(index)), of.ty, span) }
            }
            Type::Pointer(to) => {
                if !self.types.is_complete(to.ty) {
                    return self.error("c/type", span, msg!("the size of what this points to is not known"));
                }
                let ty = array.ty;
                let zero = index.number() == Some(0);
                let pointer = match zero {
                    true => array,
                    false => Node::new(Kind::Advance(Box::new(array), Box::new(index)), ty, span),
                };
                Node { constant: to.constant, ..Node::new(Kind::Dereference(Box::new(pointer)), to.ty, span) }
            }
            _ => self.error("c/type", array.span, msg!("only arrays and pointers have elements")),
        }
    }

    fn member(&mut self, object: Node, member: &Name, at: Span, arrow: bool, span: Span) -> Node {
        if object.ty == TypeId::ERROR {
            return Node::error(span);
        }
        let object = match (arrow, self.types.pointee(object.ty)) {
            (true, Some(to)) => {
                let span = object.span;
                Node { constant: to.constant, ..Node::new(Kind::Dereference(Box::new(object)), to.ty, span) }
            }
            (true, None) => {
                let name = self.type_name(object.ty);
                let error = Diagnostic::error("c/type", at, msg!("`->` needs a pointer, but this is of type `{name}`"));
                let is_struct = self.types.structure(object.ty).is_some();
                self.diagnostics.push(error.suggest(is_struct.then(|| msg!("write `.{member}`"))));
                return Node::error(span);
            }
            (false, _) => object,
        };
        let Some(structure) = self.types.structure(object.ty) else {
            let name = self.type_name(object.ty);
            let error = Diagnostic::error("c/type", at, msg!("a value of type `{name}` has no members"));
            let is_pointer = self.types.pointee(object.ty).is_some_and(|to| self.types.structure(to.ty).is_some());
            self.diagnostics.push(error.suggest(is_pointer.then(|| msg!("write `->{member}`"))));
            return Node::error(span);
        };
        if self.types.structs[structure].members.is_none() {
            let name = self.type_name(object.ty);
            return self.error("c/type", at, msg!("`{name}` is not complete"));
        }
        let Some(path) = self.types.member_path(structure, member) else {
            let name = self.type_name(object.ty);
            let names = if self.suggests() { self.member_names_of(object.ty) } else { Vec::new() };
            let error = Diagnostic::error("c/unknown-name", at, msg!("`{name}` has no member `{member}`"));
            self.diagnostics.push(error.suggest(did_you_mean(member, sorted(&names))));
            return Node::error(span);
        };
        path.into_iter().fold(object, |object, number| self.member_by_number(object, number, span))
    }

    fn member_names_of(&self, ty: TypeId) -> Vec<Name> {
        let Some(id) = self.types.structure(ty) else { return Vec::new() };
        self.types.structs[id].members.iter().flatten().filter_map(|member| member.name.clone()).collect()
    }

    pub(super) fn member_by_number(&mut self, object: Node, number: usize, span: Span) -> Node {
        let Some(id) = self.types.structure(object.ty) else { return Node::error(span) };
        let structure = &self.types.structs[id];
        let Some(member) = structure.members.as_ref().and_then(|members| members.get(number)) else {
            return Node::error(span);
        };
        // GCC computes in types of so many bits there.
        let is_wide = member.width.is_some() && self.types.integer(member.ty.ty).is_none_or(|i| i.rank > Rank::Int);
        let ty = member.ty;
        let constant = object.constant || ty.constant;
        let kind = match (structure.is_union, is_wide) {
            (true, _) => Kind::Unsupported(Construct::Union),
            (_, true) => Kind::Unsupported(Construct::BitField),
            _ => Kind::Member(Box::new(object), number),
        };
        Node { constant, ..Node::new(kind, ty.ty, span) }
    }

    fn size_of(&mut self, of: TypeId, span: Span) -> Node {
        let size_type = self.types.size_type();
        let ty = self.types.integer_type(size_type);
        match self.types.layout(of) {
            Some((size, _)) => Node::new(Kind::Integer(size.cast_signed()), ty, span),
            None if of == TypeId::ERROR => Node::error(span),
            // GNU: the size of a function is 1.
            None if self.types.is_function(of) => Node::new(Kind::Integer(1), ty, span),
            None if self.types.is_complete(of) => Node::unsupported(Construct::TypeSize, ty, span),
            None => {
                let name = self.type_name(of);
                self.error("c/type", span, msg!("`{name}` is not complete, so that it has no size"))
            }
        }
    }

    fn offset_of(&mut self, name: &super::super::syntax::TypeName, path: &[Designator], span: Span) -> Node {
        let mut ty = self.named_type(name).ty;
        let size_type = self.types.size_type();
        let result = self.types.integer_type(size_type);
        let mut offset = Some(0_u64);
        for designator in path {
            match designator {
                Designator::Member(member, at) => {
                    let found = self.types.structure(ty).and_then(|id| Some((id, self.types.member_path(id, member)?)));
                    let Some((mut id, numbers)) = found else {
                        if ty != TypeId::ERROR {
                            self.error("c/unknown-name", *at, msg!("there is no member `{member}`"));
                        }
                        return Node::error(span);
                    };
                    for number in numbers {
                        let own = self.types.offsets(id).and_then(|offsets| offsets.get(number).copied());
                        offset = offset.zip(own).map(|(sum, own)| sum + own);
                        let members = self.types.structs[id].members.as_deref().unwrap_or_default();
                        if members.get(number).is_some_and(|m| m.width.is_some()) {
                            return self.error("c/type", *at, msg!("a bit-field has no address"));
                        }
                        ty = members.get(number).map_or(TypeId::ERROR, |m| m.ty.ty);
                        id = self.types.structure(ty).unwrap_or(id);
                    }
                }
                Designator::Index(index, _) => {
                    let Some((index, _)) = self.constant(*index, text!("the index")) else { return Node::error(span) };
                    let Type::Array(of, _) = self.types.get(ty).clone() else {
                        return self.error("c/type", span, msg!("only arrays have elements"));
                    };
                    ty = of.ty;
                    let own = self.types.layout(ty).zip(u64::try_from(index).ok());
                    offset =
                        offset.zip(own).and_then(|(sum, ((size, _), index))| sum.checked_add(size.checked_mul(index)?));
                }
            }
        }
        match offset {
            Some(offset) => Node::new(Kind::Integer(offset.cast_signed()), result, span),
            None => Node::unsupported(Construct::MemberOffset, result, span),
        }
    }

    fn cast(&mut self, operand: Node, to: TypeId, span: Span) -> Node {
        let from = operand.ty;
        if to == TypeId::ERROR || from == TypeId::ERROR {
            return Node::error(span);
        }
        if to == TypeId::VOID {
            return Node::new(Kind::Discard(Box::new(operand)), to, span);
        }
        if from == to && self.types.structure(to).is_some() {
            // The same value, but no place.
            let nothing = Node::new(Kind::Integer(0), TypeId::INT, span);
            return Node::new(Kind::Comma(Box::new(nothing), Box::new(operand)), to, span);
        }
        if from == TypeId::VOID || !self.types.is_scalar(to) || !self.types.is_scalar(from) {
            // GNU: a cast to a union.
            let (a, b) = (self.type_name(from), self.type_name(to));
            return self.error("c/type", span, msg!("a value of type `{a}` cannot be converted to `{b}`"));
        }
        let pointers = (self.types.pointee(from).is_some(), self.types.pointee(to).is_some());
        match pointers {
            (true, false) | (false, true) if self.types.is_floating(from) || self.types.is_floating(to) => self.error(
                "c/type",
                span,
                msg!("a pointer and a floating-point number cannot be converted to each other"),
            ),
            _ => self.converted(operand, to, span),
        }
    }
}

/// Whether an expression designates an object.
pub(super) fn is_lvalue(node: &Node) -> bool {
    match &node.kind {
        Kind::Variable(_) | Kind::Dereference(_) | Kind::Index(..) | Kind::Literal(..) | Kind::Text(_) => true,
        Kind::Member(object, _) => is_lvalue(object),
        // It is reported when it is used.
        Kind::Unsupported(construct) => matches!(construct, Construct::Union | Construct::BitField),
        _ => false,
    }
}
