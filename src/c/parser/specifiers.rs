//! Declaration specifiers (C11 6.7.1 to 6.7.5).

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use rustc_hash::FxHasher;

use super::super::attributes::Attributes;
use super::super::lexer::Name;
use super::super::syntax::{Declarator, EnumLayout, ExprKind, MemberDeclaration, Specifiers, Storage, TypeSpecifier};
use super::super::types::{DataModel, Integer, Rank};
use super::{ExprId, Parsed, Parser};
use base::{Span, msg, text};

/// What declaration specifiers say about an arithmetic type.
#[derive(Default)]
struct Words {
    signed: u32,
    unsigned: u32,
    short: u32,
    long: u32,
    base: Option<&'static str>,
    complex: bool,
}

impl Parser<'_> {
    /// Whether a declaration starts here.
    pub(super) fn starts_declaration(&self) -> bool {
        let mut ahead = 0;
        while self.keyword(ahead) == Some("__extension__") {
            ahead += 1;
        }
        match self.keyword(ahead) {
            Some("__attribute__") => !self.at_attribute_statement(),
            Some(
                "typedef" | "extern" | "static" | "auto" | "register" | "inline" | "_Noreturn" | "_Thread_local"
                | "_Alignas",
            ) => true,
            _ => self.starts_type(ahead),
        }
    }

    /// Whether attributes are followed by `;`, as for `fallthrough`.
    fn at_attribute_statement(&self) -> bool {
        let mut depth = 0_usize;
        let mut ahead = 1;
        while let Some(token) = self.tokens.peek_nth(ahead) {
            ahead += 1;
            if token.is("(") {
                depth += 1;
            } else if token.is(")") {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return self.at_symbol(ahead, ";");
                }
            }
        }
        false
    }

    /// Whether a type name starts there.
    pub(super) fn starts_type(&self, ahead: usize) -> bool {
        match self.keyword(ahead) {
            // It may also start an expression.
            Some("__extension__") => self.starts_type(ahead + 1),
            Some(keyword) => {
                matches!(
                    keyword,
                    "short"
                        | "long"
                        | "signed"
                        | "unsigned"
                        | "_Complex"
                        | "struct"
                        | "union"
                        | "enum"
                        | "typeof"
                        | "const"
                        | "volatile"
                        | "restrict"
                        | "_Atomic"
                        | "__seg_fs"
                        | "__seg_gs"
                        | "__auto_type"
                        | "__attribute__"
                ) || is_type_word(keyword)
            }
            None => self.name_at(ahead).is_some_and(|name| self.names_type(&name.text)),
        }
    }

    pub(super) fn specifiers(&mut self) -> Parsed<Specifiers> {
        let start = self.tokens.here();
        let mut storage: Option<Storage> = None;
        let (mut constant, mut any, mut is_thread_local, mut is_inline) = (false, false, false, false);
        // Qualifiers with which values are not accessed as usual.
        let mut other_access: Option<&'static str> = None;
        let mut words = Words::default();
        let mut ty: Option<TypeSpecifier> = None;
        while self.keyword(0) == Some("__extension__") {
            self.tokens.advance();
        }
        let mut attributes = Attributes::default();
        loop {
            attributes.merge(self.attributes());
            let span = self.tokens.here();
            let Some(keyword) = self.keyword(0) else {
                let is_free = ty.is_none() && words.base.is_none();
                let is_free = is_free && words.signed + words.unsigned + words.short + words.long == 0;
                let Some(name) = self.name_at(0).filter(|name| is_free && self.names_type(&name.text)) else { break };
                ty = Some(TypeSpecifier::Named(name.text.clone(), span));
                self.tokens.advance();
                continue;
            };
            any = true;
            match keyword {
                "typedef" | "extern" | "static" | "auto" | "register" => {
                    let class = match keyword {
                        "typedef" => Storage::Typedef,
                        "extern" => Storage::Extern,
                        "static" => Storage::Static,
                        _ => Storage::Automatic,
                    };
                    if storage.replace(class).is_some() {
                        return self.fail(msg!("there are two storage classes"));
                    }
                }
                "const" => constant = true,
                "volatile" | "restrict" => {}
                "inline" => is_inline = true,
                "_Noreturn" => attributes.never_returns = true,
                // What threads do is not followed, so that there is one.
                "_Thread_local" => is_thread_local = true,
                "_Atomic" | "__seg_fs" | "__seg_gs" => {
                    other_access = Some(keyword);
                    if keyword == "_Atomic" && self.at_symbol(1, "(") {
                        if ty.is_some() || !words.is_empty() {
                            return self.fail(msg!("there are two types"));
                        }
                        self.tokens.advance();
                        ty = Some(self.nested(Self::type_of)?);
                        continue;
                    }
                }
                "_Alignas" => {
                    self.tokens.advance();
                    let alignment = self.alignment()?;
                    attributes.alignments.push(alignment);
                    attributes.add(&"aligned".into(), None);
                    continue;
                }
                "signed" => words.signed += 1,
                "unsigned" => words.unsigned += 1,
                "short" => words.short += 1,
                "long" => words.long += 1,
                "_Complex" => words.complex = true,
                _ if is_type_word(keyword) => {
                    if words.base.replace(keyword).is_some() || ty.is_some() {
                        return self.fail(msg!("there are two types"));
                    }
                }
                "struct" | "union" | "enum" | "typeof" | "__auto_type" => {
                    if ty.is_some() || words.base.is_some() {
                        return self.fail(msg!("there are two types"));
                    }
                    self.tokens.advance();
                    ty = Some(match keyword {
                        "enum" => self.enumeration(span)?,
                        "__auto_type" => TypeSpecifier::Floating(AUTO_TYPE),
                        "typeof" => self.nested(Self::type_of)?,
                        _ => self.structure(keyword == "union", span)?,
                    });
                    continue;
                }
                _ => break,
            }
            self.tokens.advance();
        }
        let span = self.tokens.since(start);
        let is_implicit = ty.is_none() && words.is_empty();
        if is_implicit && !any {
            return self.unexpected(msg!("a declaration"));
        }
        let is_missing = |base| matches!(base, "__int128" | "_Float16") && self.model == DataModel::Ilp32;
        let ty = match ty {
            Some(ty) if words.is_empty() => ty,
            None if words.base.is_some_and(is_missing) => {
                return self.fail(msg!("this type needs pointers of 64 bits"));
            }
            None => match words.resolve() {
                Some(ty) => ty,
                None => return self.fail(msg!("these words make no type")),
            },
            Some(_) => return self.fail(msg!("these words make no type")),
        };
        let ty = match other_access {
            Some("_Atomic") => TypeSpecifier::Atomic(Rc::new(ty)),
            other => other.map_or(ty, TypeSpecifier::Floating),
        };
        Ok(Specifiers { storage, constant, is_thread_local, is_inline, ty: Rc::new(ty), attributes, span, is_implicit })
    }

    /// What stands between the parentheses of `_Alignas`.
    fn alignment(&mut self) -> Parsed<ExprId> {
        let start = self.tokens.here();
        self.expect("(")?;
        if !self.starts_type(0) {
            let size = self.conditional()?;
            self.expect(")")?;
            return Ok(size);
        }
        let name = self.type_name()?;
        self.expect(")")?;
        let span = self.tokens.since(start);
        self.expression_node(ExprKind::AlignOfType(name), span, &[])
    }

    fn type_of(&mut self) -> Parsed<TypeSpecifier> {
        self.expect("(")?;
        let ty = if self.starts_type(0) {
            TypeSpecifier::TypeOfType(self.type_name()?)
        } else {
            TypeSpecifier::TypeOf(self.expression()?)
        };
        self.expect(")")?;
        Ok(ty)
    }

    fn structure(&mut self, is_union: bool, span: Span) -> Parsed<TypeSpecifier> {
        let mut attributes = self.attributes();
        let tag = self.eat_name();
        if !self.at("{") {
            return match tag {
                Some(tag) => {
                    let is_packed = attributes.change_layout();
                    let (members, spelling, assertions) = (None, 0, Vec::new());
                    let tag = Some(tag);
                    Ok(TypeSpecifier::Struct { is_union, tag, members, spelling, assertions, is_packed, span })
                }
                None => self.unexpected(msg!("a tag or `{{`")),
            };
        }
        let start = self.tokens.position();
        let mut assertions = Vec::new();
        let members = self.nested(|this| {
            this.tokens.advance();
            let mut members = Vec::new();
            while !this.eat("}") {
                if this.eat(";") {
                    continue;
                }
                if this.keyword(0) == Some("_Static_assert") {
                    assertions.push(this.static_assertion()?);
                    continue;
                }
                members.push(this.member_declaration()?);
            }
            Ok(members)
        })?;
        attributes.merge(self.attributes());
        let is_packed = attributes.change_layout();
        let spelling = self.spelling_since(start);
        if let Some((name, _)) = tag.as_ref().filter(|_| self.scopes.len() == 1) {
            self.defined.insert((name.clone(), is_union), spelling);
        }
        let (members, span) = (Some(members), self.tokens.since(span));
        Ok(TypeSpecifier::Struct { is_union, tag, members, spelling, assertions, is_packed, span })
    }

    /// A number of the tokens from a position to here.
    fn spelling_since(&self, start: usize) -> u64 {
        let mut hasher = FxHasher::default();
        self.tokens.read_since(start).iter().for_each(|token| token.text.hash(&mut hasher));
        hasher.finish()
    }

    fn member_declaration(&mut self) -> Parsed<MemberDeclaration> {
        let specifiers = self.specifiers()?;
        if specifiers.storage.is_some() || specifiers.is_thread_local {
            return self.fail(msg!("a member has no storage class"));
        }
        let mut declarators = Vec::new();
        if self.eat(";") {
            return Ok(MemberDeclaration { specifiers, declarators });
        }
        loop {
            let declarator = if self.at(":") { Declarator::default() } else { self.declarator(false)? };
            let width = if self.eat(":") { Some(self.conditional()?) } else { None };
            if declarator.name.is_none() && width.is_none() {
                return self.unexpected(msg!("the name of a member"));
            }
            let mut declarator = declarator;
            self.warn_untyped(&specifiers, &declarator);
            declarator.attributes.merge(self.attributes());
            declarators.push((declarator, width));
            if !self.eat(",") {
                break;
            }
        }
        self.expect(";")?;
        Ok(MemberDeclaration { specifiers, declarators })
    }

    fn enumeration(&mut self, span: Span) -> Parsed<TypeSpecifier> {
        let mut attributes = self.attributes();
        let tag = self.eat_name();
        if !self.eat("{") {
            return match tag {
                Some(tag) => {
                    Ok(TypeSpecifier::Enum { tag: Some(tag), enumerators: None, layout: EnumLayout::Usual, span })
                }
                None => self.unexpected(msg!("a tag or `{{`")),
            };
        }
        let mut enumerators: Vec<(Name, Span, Option<ExprId>)> = Vec::new();
        loop {
            let (name, at) = self.expect_name(text!("the name of a constant"))?;
            self.attributes();
            let value = if self.eat("=") { Some(self.conditional()?) } else { None };
            self.declare(&name, false);
            enumerators.push((name, at, value));
            if !self.eat(",") || self.at("}") {
                break;
            }
        }
        self.expect("}")?;
        attributes.merge(self.attributes());
        let layout = match attributes.change_layout() {
            false => EnumLayout::Usual,
            true if attributes.only_pack() => EnumLayout::Packed,
            true => EnumLayout::Other,
        };
        let span = self.tokens.since(span);
        Ok(TypeSpecifier::Enum { tag, enumerators: Some(enumerators), layout, span })
    }
}

/// The types with a number that GCC has beside those of the standard, by names that are keywords.
const GNU_TYPES: [&str; 12] = [
    "__int128",
    "__float80",
    "__float128",
    "_Float16",
    "_Float32",
    "_Float32x",
    "_Float64",
    "_Float64x",
    "_Float128",
    "_Decimal32",
    "_Decimal64",
    "_Decimal128",
];

/// The type that a variable has from its initial value.
pub(super) const AUTO_TYPE: &str = "__auto_type";

/// Whether a keyword alone is a type.
fn is_type_word(keyword: &str) -> bool {
    matches!(keyword, "void" | "char" | "int" | "float" | "double" | "_Bool") || GNU_TYPES.contains(&keyword)
}

impl Words {
    fn is_empty(&self) -> bool {
        self.base.is_none() && !self.complex && self.signed + self.unsigned + self.short + self.long == 0
    }

    /// The type that the words make (6.7.2); `int` if there are none.
    fn resolve(&self) -> Option<TypeSpecifier> {
        let plain = self.signed + self.unsigned + self.short + self.long == 0;
        if self.complex {
            return Some(TypeSpecifier::Floating(match (self.base, self.long) {
                (Some("float"), 0) => "float _Complex",
                (Some("double"), 0) => "double _Complex",
                (None, 0) if plain => "double _Complex",
                (Some("double"), 1) => "long double _Complex",
                _ => "_Complex",
            }));
        }
        if self.signed + self.unsigned > 1 {
            return None;
        }
        let signed = self.unsigned == 0;
        let integer = |rank| Some(TypeSpecifier::Integer(Integer { rank, signed }));
        match (self.base, self.short, self.long) {
            (Some("void"), ..) if plain => Some(TypeSpecifier::Void),
            (Some("_Bool"), ..) if plain => Some(TypeSpecifier::Integer(Integer::BOOL)),
            (Some("float"), ..) if plain => Some(TypeSpecifier::Floating("float")),
            (Some("double"), 0, 0) if plain => Some(TypeSpecifier::Floating("double")),
            (Some("double"), 0, 1) if self.signed + self.unsigned == 0 => Some(TypeSpecifier::Floating("long double")),
            (Some("__int128"), 0, 0) => Some(TypeSpecifier::Floating("__int128")),
            (Some(base), ..) if plain && GNU_TYPES.contains(&base) => Some(TypeSpecifier::Floating(base)),
            (Some("char"), 0, 0) if plain => Some(TypeSpecifier::Integer(Integer::CHAR)),
            (Some("char"), 0, 0) => integer(Rank::Char),
            (None | Some("int"), 1, 0) => integer(Rank::Short),
            (None | Some("int"), 0, 0) => integer(Rank::Int),
            (None | Some("int"), 0, 1) => integer(Rank::Long),
            (None | Some("int"), 0, 2) => integer(Rank::LongLong),
            _ => None,
        }
    }
}
