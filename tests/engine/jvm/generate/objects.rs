//! Random expressions of reference types.

use super::expressions::{CONDITIONAL, Expression, PRIMARY, UNARY, primary, unary};
use super::model::{Model, OBJECT, RUNTIME_EXCEPTION, THROWABLE, Ty};
use super::writer::Writer;

impl Writer<'_> {
    pub fn comparison_of_objects(&mut self, depth: usize) -> Expression {
        let class = self.data_class();
        let a = self.operand_of(Ty::Class(class), depth, 8);
        // The static types must be compatible, so one is a subtype of the other.
        let b = match self.random.below(3) {
            0 => "null".to_owned(),
            1 => self.readable(Ty::Class(class)).unwrap_or_else(|| "null".to_owned()),
            _ => format!("({}) {}", self.model.name(Ty::Class(class)), self.operand_of(Ty::Class(class), depth, UNARY)),
        };
        let a = if a == "null" { a } else { format!("({}) {}", self.model.name(Ty::Class(class)), wrapped(&a)) };
        self.equation(a, b)
    }

    pub fn instance_test(&mut self, depth: usize) -> Expression {
        let class = self.data_class();
        let below = self.model.instances(class);
        let to = if below.is_empty() { class } else { *self.random.one_of(&below) };
        let e = self.operand_of(Ty::Class(class), depth, PRIMARY);
        let name = self.model.name(Ty::Class(class));
        Expression { text: format!("({name}) {} instanceof {}", wrapped(&e), self.model.name(Ty::Class(to))), level: 9 }
    }

    /// An object of a class, or null.
    pub fn object(&mut self, class: usize, depth: usize) -> Expression {
        for _ in 0..8 {
            let found = match self.random.below(10) {
                0 | 1 => self.creation(class, depth),
                2 => self.call(Ty::Class(class), depth),
                3 | 4 => self.field_read(Ty::Class(class), depth),
                5 => self.change(Ty::Class(class), depth),
                6 => Some(self.conditional(Ty::Class(class), depth)),
                7 => self.down_cast(class, depth),
                8 => self.is_instance_of(class).then(|| primary("this")),
                _ => Some(self.leaf(Ty::Class(class))),
            };
            if let Some(e) = found {
                return e;
            }
        }
        self.leaf(Ty::Class(class))
    }

    /// `(C) e` where `e` may be of another class.
    pub fn down_cast(&mut self, class: usize, depth: usize) -> Option<Expression> {
        if Model::is_library(class) && class != OBJECT {
            return None;
        }
        let above: Vec<usize> =
            (0..self.model.classes.len()).filter(|&c| c != class && self.model.is_subclass(class, c)).collect();
        let from = *self.random.one_of(&above.iter().copied().chain([class]).collect::<Vec<_>>());
        let e = self.operand_of(Ty::Class(from), depth, UNARY);
        let (to, from) = (self.model.name(Ty::Class(class)), self.model.name(Ty::Class(from)));
        // The compiler rejects casts that always fail.
        Some(unary(format!("({to}) ({from}) {}", wrapped(&e))))
    }

    /// `new C(..)`, if an object may be created here.
    pub fn creation(&mut self, class: usize, depth: usize) -> Option<Expression> {
        let all = self.creatable(class);
        let class = if all.is_empty() { return None } else { *self.random.one_of(&all) };
        let parameters = match self.model.classes[class].constructors.clone() {
            constructors if constructors.is_empty() => Vec::new(),
            constructors => self.random.one_of(&constructors).clone(),
        };
        let arguments = self.arguments(&parameters, depth);
        Some(primary(format!("new {}({})", self.model.name(Ty::Class(class)), arguments.join(", "))))
    }

    /// A receiver: an expression of a class, as the operand of a dot.
    pub fn receiver(&mut self, class: usize, depth: usize) -> String {
        let e = match self.random.below(6) {
            0 if self.is_instance_of(class) => return "this".to_owned(),
            0..=3 => self.readable(Ty::Class(class)).map(primary),
            _ => None,
        };
        let mut e = e.unwrap_or_else(|| self.expression(Ty::Class(class), depth.min(1)));
        if e.text == "null" && !self.random.one_in(8) {
            e = match self.readable(Ty::Class(class)) {
                Some(name) => primary(name),
                None => self.creation(class, 0).unwrap_or(e),
            };
        }
        let name = self.model.name(Ty::Class(class));
        if e.level < PRIMARY || e.text == "null" || e.text.starts_with("new ") {
            return format!("(({name}) {})", wrapped(&e.text));
        }
        e.text
    }

    /// The value of a field of some object.
    pub fn field_read(&mut self, ty: Ty, depth: usize) -> Option<Expression> {
        let (place, _) = self.field_place(ty, depth, false)?;
        // Most reads are guarded, because otherwise nearly every run would end with one.
        if let Some((object, _)) = place.rsplit_once('.')
            && !self.random.one_in(3)
            && self.scope.locals.iter().any(|l| l.name == object)
        {
            let instead = self.leaf(ty);
            let instead = self.operand(instead, CONDITIONAL);
            return Some(Expression { text: format!("{object} != null ? {place} : {instead}"), level: CONDITIONAL });
        }
        Some(primary(place))
    }

    /// A data class, usually one with variables.
    pub fn data_class(&mut self) -> usize {
        let classes = self.data.clone();
        *self.random.one_of(&classes)
    }

    /// An exception, for `throw`.
    pub fn exception(&mut self, depth: usize) -> String {
        let classes: Vec<usize> = (0..self.model.classes.len())
            .filter(|&c| self.model.is_subclass(c, THROWABLE))
            .filter(|&c| !self.model.is_checked(c) || self.scope.may_throw_checked && c >= super::model::LIBRARY.len())
            .filter(|&c| c > RUNTIME_EXCEPTION)
            .collect();
        let class = *self.random.one_of(&classes);
        if self.model.is_checked(class) {
            self.scope.declared_throws += 1;
        }
        if self.random.one_in(12) {
            return format!("({}) null", self.model.name(Ty::Class(class)));
        }
        if Model::is_library(class) {
            return format!("new {}()", self.model.name(Ty::Class(class)));
        }
        self.creation(class, depth).map_or_else(|| "new IllegalStateException()".to_owned(), |e| e.text)
    }
}

/// An expression as the operand of a cast.
pub fn wrapped(text: &str) -> String {
    let is_name = text.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.');
    if is_name || (text.starts_with('(') && is_closed(text)) { text.to_owned() } else { format!("({text})") }
}

/// Whether the first parenthesis is closed by the last character.
fn is_closed(text: &str) -> bool {
    let mut depth = 0;
    for (position, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return position + 1 == text.len();
        }
    }
    false
}
