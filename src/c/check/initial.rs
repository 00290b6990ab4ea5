//! Initial values of variables (C11 6.7.9).

use super::super::sequence::has_effects;
use super::super::syntax::{Designator, ExprKind, Initialiser};
use super::super::unsupported::Construct;
use super::operators::ValueUse;
use super::*;
use base::{msg, text};

/// Maximum number of parts with an initial value.
const PARTS: usize = 5_000;
/// Maximum number of expressions whose types are found out in advance: they may contain each other.
const ADVANCES: usize = 5_000;

/// Values with effects, which would take place for each element of a range, are not supported.
fn give_up_effects(parts: &mut [(Vec<u64>, Node)]) {
    for (_, value) in parts.iter_mut().filter(|(_, value)| has_effects(value)) {
        *value = Node::unsupported(Construct::EffectsInRange, value.ty, value.span);
    }
}

/// A position inside of an aggregate.
struct Level {
    ty: TypeId,
    next: u64,
    /// Whether braces enclose it, so that it takes no values beyond them.
    braced: bool,
}

impl<'a> Checker<'a> {
    /// The initial value of a variable; completes the type of an array without a size.
    pub(super) fn initial(&mut self, variable: VariableId, given: &Initialiser, is_static: bool) -> Initial {
        let ty = self.variables[variable].ty.ty;
        let mut parts = Vec::new();
        let mut longest = 0;
        let around = std::mem::replace(&mut self.in_static, is_static);
        self.value_of(ty, given, &mut Vec::new(), &mut parts, &mut longest);
        if let Type::Array(of, None) = self.types.get(ty).clone() {
            let complete = self.types.intern(Type::Array(of, Some(longest)));
            self.variables[variable].ty.ty = complete;
        }
        if is_static {
            for (_, node) in &parts {
                self.require_constant(node);
            }
        }
        let is_list = match given {
            Initialiser::List(..) => true,
            Initialiser::Expression(e) => {
                matches!(self.tree.expressions[*e].kind, ExprKind::Text(_) | ExprKind::WideText(..))
                    || self.literal_of(ty, *e).is_some()
            }
        };
        self.in_static = around;
        Initial { parts, is_list }
    }

    /// Static variables have constant initial values.
    fn require_constant(&mut self, node: &Node) {
        let mut at = node;
        loop {
            match &at.kind {
                Kind::Integer(_)
                | Kind::Floating(_)
                | Kind::Null
                | Kind::Error
                | Kind::Unsupported(_)
                | Kind::Text(_)
                | Kind::Function(_) => return,
                Kind::Convert(inner) | Kind::Decay(inner) | Kind::Member(inner, _)
                    if self.types.integer(at.ty).is_none() =>
                {
                    at = inner
                }
                Kind::Address(inner) => match &inner.kind {
                    Kind::Variable(variable) if self.variables[*variable].is_static => return,
                    Kind::Function(_) => return,
                    Kind::Member(..) | Kind::Index(..) => at = inner,
                    _ => break,
                },
                Kind::Index(array, index) if index.number().is_some() => at = array,
                Kind::Advance(pointer, index) if index.number().is_some() => at = pointer,
                Kind::Variable(variable) => {
                    let variable = &self.variables[*variable];
                    if variable.is_static && !self.types.is_scalar(variable.ty.ty) && !std::ptr::eq(at, node) {
                        return;
                    }
                    break;
                }
                _ => break,
            }
        }
        self.error("c/constant", node.span, msg!("the initial value of a static variable must be constant"));
    }

    /// The initial value of an object: an expression, or a list in braces.
    fn value_of(
        &mut self,
        ty: TypeId,
        given: &Initialiser,
        path: &mut Vec<u64>,
        parts: &mut Vec<(Vec<u64>, Node)>,
        longest: &mut u64,
    ) {
        if ty == TypeId::ERROR || parts.len() > PARTS {
            return;
        }
        match given {
            Initialiser::Expression(e) => match self.literal_of(ty, *e) {
                Some(literal) => self.value_of(ty, literal, path, parts, longest),
                None => self.expression_of(ty, *e, path, parts, longest),
            },
            Initialiser::List(list, span) => {
                if self.types.is_scalar(ty) {
                    match list.as_slice() {
                        [(designators, inner)]
                            if designators.is_empty() && matches!(inner, Initialiser::Expression(_)) =>
                        {
                            self.value_of(ty, inner, path, parts, longest);
                        }
                        _ => drop(self.error("c/type", *span, msg!("a number or pointer has one initial value"))),
                    }
                    return;
                }
                // A string in braces.
                if let [(designators, Initialiser::Expression(e))] = list.as_slice()
                    && designators.is_empty()
                    && self.is_text_for(ty, *e)
                {
                    return self.expression_of(ty, *e, path, parts, longest);
                }
                self.list_of(ty, list, *span, path, parts, longest);
            }
        }
    }

    /// Whether a string initialises an array of characters.
    fn is_text_for(&self, ty: TypeId, e: ExprId) -> bool {
        let Type::Array(of, _) = self.types.get(ty) else { return false };
        let Some(element) = self.types.integer(of.ty) else { return false };
        match &self.tree.expressions[e].kind {
            ExprKind::Text(_) => element.size(self.types.model) == 1,
            ExprKind::WideText(_, ty) => ty == &element,
            _ => false,
        }
    }

    fn expression_of(
        &mut self,
        ty: TypeId,
        e: ExprId,
        path: &[u64],
        parts: &mut Vec<(Vec<u64>, Node)>,
        longest: &mut u64,
    ) {
        let span = self.tree.expressions[e].span;
        if let (Type::Array(of, size), true) = (self.types.get(ty).clone(), self.is_text_for(ty, e)) {
            let units: Vec<i64> = match &self.tree.expressions[e].kind {
                ExprKind::Text(Some(text)) => text.iter().map(|&byte| i64::from(byte)).collect(),
                ExprKind::WideText(text, _) => text.iter().map(|&unit| i64::from(unit)).collect(),
                // It was reported.
                _ => return,
            };
            let element = self.types.integer(of.ty).unwrap_or(Integer::CHAR);
            if path.is_empty() {
                *longest = units.len() as u64 + 1;
            }
            for (number, unit) in (0_u64..).zip(units).take_while(|(number, _)| size.is_none_or(|size| *number < size))
            {
                let value = element.wrap(unit, self.types.model);
                let mut own = path.to_vec();
                own.push(number);
                parts.push((own, Node::new(Kind::Integer(value), of.ty, span)));
            }
            return;
        }
        match self.types.get(ty) {
            Type::Array(..) | Type::Variable(_) => {
                self.error("c/type", span, msg!("an array needs its initial values in braces"));
            }
            _ => {
                let value = self.value(e);
                let value = self.assigned(value, ty, ValueUse::Assign);
                parts.push((path.to_vec(), value));
            }
        }
    }

    /// What a compound literal of this type gives a static variable that it initialises, or a part of it: GNU has it as a list.
    fn literal_of(&mut self, ty: TypeId, e: ExprId) -> Option<&'a Initialiser> {
        let tree = self.tree;
        let ExprKind::Literal(name, initialiser) = &tree.expressions[e].kind else { return None };
        (self.in_static && self.named_type(name).ty == ty).then_some(&**initialiser)
    }

    /// The number of parts of an aggregate; `None` if it is not known.
    fn count(&self, ty: TypeId) -> Option<u64> {
        match self.types.get(ty) {
            Type::Array(_, size) => *size,
            Type::Struct(id) => {
                let structure = &self.types.structs[*id];
                let count = structure.members.as_ref().map_or(0, Vec::len) as u64;
                Some(if structure.is_union { count.min(1) } else { count })
            }
            _ => Some(0),
        }
    }

    fn part_type(&self, ty: TypeId, number: u64) -> TypeId {
        match self.types.get(ty) {
            Type::Array(of, _) => of.ty,
            Type::Struct(id) => {
                let members = self.types.structs[*id].members.as_deref().unwrap_or_default();
                usize::try_from(number).ok().and_then(|n| members.get(n)).map_or(TypeId::ERROR, |member| member.ty.ty)
            }
            _ => TypeId::ERROR,
        }
    }

    fn is_aggregate(&self, ty: TypeId) -> bool {
        matches!(self.types.get(ty), Type::Array(..) | Type::Struct(_))
    }

    fn list_of(
        &mut self,
        ty: TypeId,
        list: &[(Vec<Designator>, Initialiser)],
        span: Span,
        path: &mut Vec<u64>,
        parts: &mut Vec<(Vec<u64>, Node)>,
        longest: &mut u64,
    ) {
        if !self.is_aggregate(ty) || !self.types.is_complete(ty) && !matches!(self.types.get(ty), Type::Array(_, None))
        {
            self.error("c/type", span, msg!("this has no parts that values in braces could initialise"));
            return;
        }
        let base = path.len();
        let mut levels = vec![Level { ty, next: 0, braced: true }];
        let mut reach = 0;
        for (designators, value) in list {
            if parts.len() > PARTS {
                self.error("c/size", span, msg!("more than {PARTS} initial values"));
                return;
            }
            let mut last = None;
            if !designators.is_empty() {
                levels.truncate(1);
                path.truncate(base);
                for (depth, designator) in designators.iter().enumerate() {
                    if depth > 0 {
                        let Some(level) = levels.last() else { return };
                        let inner = self.part_type(level.ty, level.next);
                        path.push(level.next);
                        levels.push(Level { ty: inner, next: 0, braced: false });
                    }
                    let Some((from, to)) = self.designated(levels.last().map_or(ty, |l| l.ty), designator, span) else {
                        return;
                    };
                    for (position, &number) in from.iter().enumerate() {
                        if position > 0 {
                            let Some(level) = levels.last() else { return };
                            let inner = self.part_type(level.ty, level.next);
                            path.push(level.next);
                            levels.push(Level { ty: inner, next: 0, braced: false });
                        }
                        if let Some(level) = levels.last_mut() {
                            level.next = number;
                        }
                    }
                    last = to;
                }
            }
            // Levels that are full end.
            while levels.len() > 1
                && levels.last().is_some_and(|l| self.count(l.ty).is_some_and(|count| l.next >= count))
            {
                levels.pop();
                path.pop();
                if let Some(level) = levels.last_mut() {
                    level.next += 1;
                }
            }
            // Without braces, a value goes to the first scalar inside.
            loop {
                let Some(level) = levels.last() else { return };
                if self.count(level.ty).is_some_and(|count| level.next >= count) {
                    self.warn("c/initial", span, msg!("there are more initial values than parts"));
                    path.truncate(base);
                    return;
                }
                let part = self.part_type(level.ty, level.next);
                let fits = match value {
                    Initialiser::List(..) => true,
                    Initialiser::Expression(e) => {
                        !self.is_aggregate(part) || self.is_text_for(part, *e) || {
                            let is_struct = self.types.structure(part).is_some();
                            is_struct && self.quiet_type(*e) == part
                        }
                    }
                };
                if fits || self.count(part) == Some(0) {
                    break;
                }
                path.push(level.next);
                levels.push(Level { ty: part, next: 0, braced: false });
            }
            let Some(level) = levels.last() else { return };
            let (part, from) = (self.part_type(level.ty, level.next), level.next);
            let to = last.unwrap_or(from).max(from);
            for number in from..=to {
                if parts.len() > PARTS {
                    break;
                }
                path.push(number);
                // Later values override earlier ones of the same part, and a whole that is no list, as in GCC.
                let own = path.clone();
                parts
                    .retain(|(other, _)| designators.is_empty() || !other.starts_with(&own) && !own.starts_with(other));
                let first = parts.len();
                self.value_of(part, value, path, parts, &mut 0);
                path.pop();
                // GCC evaluates the value of a range once.
                if to > from {
                    give_up_effects(&mut parts[first..]);
                }
            }
            if let Some(level) = levels.last_mut() {
                level.next = to + 1;
            }
            reach = reach.max(levels[0].next + u64::from(levels.len() > 1));
        }
        path.truncate(base);
        let _ = levels.iter().all(|level| level.braced);
        if base == 0 {
            *longest = reach;
        }
    }

    /// The type of an expression whose diagnostics are not needed.
    fn quiet_type(&mut self, e: ExprId) -> TypeId {
        if !matches!(
            self.tree.expressions[e].kind,
            ExprKind::Name(_)
                | ExprKind::Prefix(..)
                | ExprKind::Member { .. }
                | ExprKind::Index(..)
                | ExprKind::Call(..)
                | ExprKind::Literal(..)
        ) {
            return TypeId::INT;
        }
        self.advances += 1;
        if self.advances > ADVANCES {
            if self.advances == ADVANCES + 1 {
                let span = self.tree.expressions[e].span;
                self.error("c/size", span, msg!("more than {ADVANCES} structures in lists of initial values"));
            }
            return TypeId::ERROR;
        }
        let before = self.diagnostics.len();
        let node = self.unevaluated(e);
        self.diagnostics.truncate(before);
        node.ty
    }

    /// The numbers on the way to a designated part, and the last one of a range.
    fn designated(&mut self, ty: TypeId, designator: &Designator, span: Span) -> Option<(Vec<u64>, Option<u64>)> {
        match designator {
            Designator::Member(name, at) => {
                let path = self.types.structure(ty).and_then(|id| self.types.member_path(id, name));
                if path.is_none() {
                    self.error("c/unknown-name", *at, msg!("there is no member `{name}`"));
                }
                Some((path?.into_iter().map(|number| number as u64).collect(), None))
            }
            Designator::Index(from, to) => {
                let Type::Array(_, size) = self.types.get(ty).clone() else {
                    self.error("c/type", span, msg!("only arrays have elements"));
                    return None;
                };
                let (from, _) = self.constant(*from, text!("the index"))?;
                let to = match to {
                    Some(to) => Some(self.constant(*to, text!("the index"))?.0),
                    None => None,
                };
                let valid =
                    |index: i64| u64::try_from(index).ok().filter(|&index| size.is_none_or(|size| index < size));
                let (Some(first), Some(last)) =
                    (valid(from), valid(to.unwrap_or(from)).filter(|_| to.is_none_or(|to| to >= from)))
                else {
                    self.error("c/type", span, msg!("the index is outside of the array"));
                    return None;
                };
                if last - first > PARTS as u64 {
                    self.error("c/size", span, msg!("more than {PARTS} initial values"));
                    return None;
                }
                Some((vec![first], to.map(|_| last)))
            }
        }
    }
}
