//! Random expressions of given types.

use super::features;
use super::model::{Model, OBJECT, RUNTIME_EXCEPTION, THROWABLE, Ty};
use super::writer::Writer;

/// The text of an expression, and how tightly its outermost operator binds.
#[derive(Clone, Debug)]
pub struct Expression {
    pub text: String,
    level: u8,
}

const ASSIGNMENT: u8 = 1;
const CONDITIONAL: u8 = 2;
const UNARY: u8 = 14;
const PRIMARY: u8 = 15;

/// The operators between numbers, by level.
const ARITHMETIC: [(&str, u8); 8] =
    [("*", 12), ("/", 12), ("%", 12), ("+", 11), ("-", 11), ("&", 7), ("^", 6), ("|", 5)];
const SHIFTS: [&str; 3] = ["<<", ">>", ">>>"];
const ORDER: [&str; 4] = ["<", "<=", ">", ">="];

fn primary(text: impl Into<String>) -> Expression {
    Expression { text: text.into(), level: PRIMARY }
}

fn unary(text: impl Into<String>) -> Expression {
    Expression { text: text.into(), level: UNARY }
}

impl Writer<'_> {
    /// The text of an expression as an operand of an operator of this level.
    fn operand(&mut self, e: Expression, level: u8) -> String {
        if e.level < level || self.random.one_in(16) { format!("({})", e.text) } else { e.text }
    }

    /// An expression that can be assigned to a variable of a type.
    pub fn assignable(&mut self, ty: Ty, depth: usize) -> Expression {
        let narrower: &[Ty] = match ty {
            Ty::Short => &[Ty::Byte],
            Ty::Int => &[Ty::Byte, Ty::Short, Ty::Char],
            Ty::Long => &[Ty::Byte, Ty::Short, Ty::Char, Ty::Int],
            Ty::Double => &[Ty::Int, Ty::Char, Ty::Long],
            _ => &[],
        };
        match self.random.below(6) {
            0 if !narrower.is_empty() => {
                let ty = narrower[self.random.below(narrower.len())];
                self.expression(ty, depth)
            }
            // Arms of different types are promoted.
            1 if matches!(ty, Ty::Int | Ty::Long) && depth > 0 => {
                let condition = self.operand_of(Ty::Boolean, depth - 1, CONDITIONAL + 1);
                let (a, b) = (narrower[self.random.below(narrower.len())], ty);
                let a = self.operand_of(a, depth - 1, ASSIGNMENT + 1);
                let b = self.operand_of(b, depth - 1, CONDITIONAL);
                Expression { text: format!("{condition} ? {a} : {b}"), level: CONDITIONAL }
            }
            _ => self.expression(ty, depth),
        }
    }

    /// An expression as the right side of an assignment: small constants may be narrowed, and `switch` may give it.
    pub fn assigned(&mut self, ty: Ty, depth: usize) -> Expression {
        if matches!(ty, Ty::Byte | Ty::Short | Ty::Char) && self.random.one_in(4) {
            return primary(["0", "1", "7", "100", "'a'", "Main.K"][self.random.below(6)]);
        }
        self.assignable(ty, depth)
    }

    fn operand_of(&mut self, ty: Ty, depth: usize, level: u8) -> String {
        let e = self.expression(ty, depth);
        self.operand(e, level)
    }

    /// An expression of a primitive type, or of a subtype of a class.
    pub fn expression(&mut self, ty: Ty, depth: usize) -> Expression {
        if depth == 0 || self.random.one_in(4) {
            return self.leaf(ty);
        }
        match ty {
            Ty::Boolean => self.boolean(depth - 1),
            Ty::Text => self.text(depth - 1),
            Ty::Class(class) => self.object(class, depth - 1),
            Ty::Box => {
                match self.random.below(4) {
                    0 => primary("null"),
                    // With arms of both kinds, the box is opened.
                    1 | 2 => {
                        let condition = self.operand_of(Ty::Boolean, depth - 1, CONDITIONAL + 1);
                        let mut arms = [Ty::Int, Ty::Box];
                        arms.swap(0, self.random.below(2));
                        let a = self.operand_of(arms[0], depth - 1, ASSIGNMENT + 1);
                        let b = self.operand_of(arms[1], depth - 1, CONDITIONAL);
                        Expression { text: format!("{condition} ? {a} : {b}"), level: CONDITIONAL }
                    }
                    _ => self.expression(Ty::Int, depth - 1),
                }
            }
            Ty::Double => match self.random.below(3) {
                0 => self.leaf(ty),
                1 => {
                    let e = self.operand_of(Ty::Int, depth - 1, UNARY);
                    unary(format!("(double) {e}"))
                }
                _ => {
                    let (operator, level) = ARITHMETIC[self.random.below(5)];
                    let a = self.operand_of(ty, depth - 1, level);
                    let b = self.operand_of(ty, depth - 1, level + 1);
                    Expression { text: format!("{a} {operator} {b}"), level }
                }
            },
            _ => self.number(ty, depth - 1),
        }
    }

    /// A literal, variable or the like.
    fn leaf(&mut self, ty: Ty) -> Expression {
        if !self.random.one_in(3)
            && let Some(name) = self.readable(ty)
        {
            return primary(name);
        }
        self.constant(ty)
    }

    /// A value that is nobody's variable.
    pub fn constant(&mut self, ty: Ty) -> Expression {
        let r = self.random.below(10);
        match ty {
            Ty::Boolean => primary(["true", "false"][r % 2]),
            Ty::Byte => unary(["(byte) 1", "(byte) -1", "(byte) 127", "(byte) 200", "(byte) 0"][r % 5]),
            Ty::Short => unary(["(short) 1", "(short) -7", "(short) 32767", "(short) 40000"][r % 4]),
            Ty::Char => primary(["'a'", "'0'", "'\\n'", "'\\u0041'", "'\\''", "'z'", "'\\\\'", "'\\101'"][r % 8]),
            Ty::Int => {
                if r == 0 {
                    return unary(["-1", "-2147483648", "Integer.MIN_VALUE", "-7"][self.random.below(4)]);
                }
                primary(["", "0", "1", "2", "3", "7", "0x10", "0b101", "Integer.MAX_VALUE", "1_000"][r])
            }
            Ty::Long => primary(["0L", "1L", "5L", "0x7fffffffffffffffL", "Long.MIN_VALUE", "40L"][r % 6]),
            Ty::Double => primary(["1.5", ".5e1", "0.0", "2d"][r % 4]),
            Ty::Text => primary(["\"a\"", "\"\"", "\"x\\ty\"", "\"\\u0041\\\"\""][r % 4]),
            Ty::Box => primary(["null", "5", "0"][r % 3]),
            Ty::Void => primary("null"),
            Ty::Class(class) => {
                if r == 0 {
                    return primary("null");
                }
                self.creation(class, 0).unwrap_or_else(|| primary("null"))
            }
        }
    }

    fn number(&mut self, ty: Ty, depth: usize) -> Expression {
        let is_narrow = !matches!(ty, Ty::Int | Ty::Long);
        loop {
            match self.random.below(12) {
                0 | 1 if is_narrow => return self.cast(ty, depth),
                0..=4 if !is_narrow => {
                    let (operator, level) = ARITHMETIC[self.random.below(8)];
                    let (a, b) = self.operand_types(ty);
                    let a = self.operand_of(a, depth, level);
                    let b = self.operand_of(b, depth, level + 1);
                    return Expression { text: format!("{a} {operator} {b}"), level };
                }
                5 if !is_narrow => {
                    let operator = *self.random.one_of(&SHIFTS);
                    let left = if ty == Ty::Int { self.promoted() } else { ty };
                    let right = if self.random.one_in(4) { Ty::Long } else { self.promoted() };
                    let a = self.operand_of(left, depth, 10);
                    let b = self.operand_of(right, depth, 11);
                    return Expression { text: format!("{a} {operator} {b}"), level: 10 };
                }
                6 if !is_narrow => {
                    let operator = ["-", "~", "+"][self.random.below(3)];
                    let operand = if ty == Ty::Int { self.promoted() } else { ty };
                    let e = self.operand_of(operand, depth, UNARY);
                    // `--` would be another operator.
                    let space = if e.starts_with(['-', '+']) { " " } else { "" };
                    return unary(format!("{operator}{space}{e}"));
                }
                6 => return self.cast(ty, depth),
                7 => return self.cast(ty, depth),
                8 => {
                    if let Some(e) = self.change(ty, depth) {
                        return e;
                    }
                }
                9 => return self.conditional(ty, depth),
                10 => {
                    if let Some(e) = self.call(ty, depth) {
                        return e;
                    }
                }
                11 => {
                    if let Some(e) = self.field_read(ty, depth) {
                        return e;
                    }
                }
                _ => {}
            }
        }
    }

    /// Types of operands whose result has type `int` or `long`.
    fn operand_types(&mut self, ty: Ty) -> (Ty, Ty) {
        let other = self.promoted();
        match (ty, self.random.below(3)) {
            (Ty::Int, _) => (self.promoted(), other),
            (_, 0) => (other, ty),
            (_, 1) => (ty, other),
            _ => (ty, ty),
        }
    }

    /// A type that is promoted to `int`.
    fn promoted(&mut self) -> Ty {
        [Ty::Int, Ty::Int, Ty::Int, Ty::Byte, Ty::Short, Ty::Char][self.random.below(6)]
    }

    fn cast(&mut self, ty: Ty, depth: usize) -> Expression {
        let mut from = [Ty::Int, Ty::Long, Ty::Short, Ty::Char, Ty::Byte][self.random.below(5)];
        if self.random.one_in(20) && self.has_numbers_of_no_value() {
            from = Ty::Double;
        }
        let e = self.operand_of(from, depth, UNARY);
        unary(format!("({}) {e}", self.model.name(ty)))
    }

    fn has_numbers_of_no_value(&self) -> bool {
        features::FLOATING_POINT
    }

    /// `x = e`, `x += e`, `x++` as a value.
    pub fn change(&mut self, ty: Ty, depth: usize) -> Option<Expression> {
        let (target, is_simple) = self.writable(ty, depth)?;
        let is_number = matches!(ty, Ty::Byte | Ty::Short | Ty::Char | Ty::Int | Ty::Long);
        let level = if is_simple { PRIMARY } else { UNARY };
        Some(match self.random.below(4) {
            0 if is_number => Expression { text: format!("{target}{}", ["++", "--"][self.random.below(2)]), level },
            1 if is_number => unary(format!("{}{target}", ["++", "--"][self.random.below(2)])),
            2 if is_number => {
                let operators = ["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", ">>>="];
                let operator = *self.random.one_of(&operators);
                let by = if self.random.one_in(4) { Ty::Long } else { self.promoted() };
                let e = self.operand_of(by, depth, ASSIGNMENT);
                Expression { text: format!("{target} {operator} {e}"), level: ASSIGNMENT }
            }
            2 if ty == Ty::Boolean => {
                let operator = ["&=", "|=", "^="][self.random.below(3)];
                let e = self.operand_of(ty, depth, ASSIGNMENT);
                Expression { text: format!("{target} {operator} {e}"), level: ASSIGNMENT }
            }
            _ => {
                let e = self.assigned(ty, depth);
                Expression { text: format!("{target} = {}", e.text), level: ASSIGNMENT }
            }
        })
    }

    fn conditional(&mut self, ty: Ty, depth: usize) -> Expression {
        let condition = self.operand_of(Ty::Boolean, depth, CONDITIONAL + 1);
        let a = self.operand_of(ty, depth, ASSIGNMENT + 1);
        let b = self.operand_of(ty, depth, CONDITIONAL);
        // What a subtype gives must not be less than what is asked for.
        Expression { text: format!("{condition} ? {a} : {b}"), level: CONDITIONAL }
    }

    fn boolean(&mut self, depth: usize) -> Expression {
        loop {
            match self.random.below(14) {
                0..=2 => {
                    let (a, b) = (self.integral(), self.integral());
                    let operator = *self.random.one_of(&ORDER);
                    let (a, b) = (self.operand_of(a, depth, 9), self.operand_of(b, depth, 10));
                    return Expression { text: format!("{a} {operator} {b}"), level: 9 };
                }
                3 => {
                    let (a, b) = (self.integral(), self.integral());
                    let (a, b) = (self.operand_of(a, depth, 8), self.operand_of(b, depth, 9));
                    return self.equation(a, b);
                }
                4 => {
                    let (operator, level) = [("&", 7), ("^", 6), ("|", 5), ("==", 8), ("!=", 8)][self.random.below(5)];
                    let (a, b) =
                        (self.operand_of(Ty::Boolean, depth, level), self.operand_of(Ty::Boolean, depth, level + 1));
                    return Expression { text: format!("{a} {operator} {b}"), level };
                }
                5 | 6 => {
                    let (operator, level) = [("&&", 4), ("||", 3)][self.random.below(2)];
                    let (a, b) =
                        (self.operand_of(Ty::Boolean, depth, level), self.operand_of(Ty::Boolean, depth, level + 1));
                    return Expression { text: format!("{a} {operator} {b}"), level };
                }
                7 => return unary(format!("!{}", self.operand_of(Ty::Boolean, depth, UNARY))),
                8 | 9 => return self.comparison_of_objects(depth),
                10 => return self.instance_test(depth),
                11 => {
                    if let Some(e) = self.call(Ty::Boolean, depth) {
                        return e;
                    }
                }
                12 => {
                    if let Some(e) = self.field_read(Ty::Boolean, depth) {
                        return e;
                    }
                }
                _ => {
                    if self.random.one_in(3) {
                        return self.conditional(Ty::Boolean, depth);
                    }
                    if let Some(e) = self.change(Ty::Boolean, depth) {
                        return e;
                    }
                }
            }
        }
    }

    fn integral(&mut self) -> Ty {
        [Ty::Int, Ty::Int, Ty::Int, Ty::Long, Ty::Byte, Ty::Short, Ty::Char][self.random.below(7)]
    }

    fn equation(&mut self, a: String, b: String) -> Expression {
        Expression { text: format!("{a} {} {b}", ["==", "!="][self.random.below(2)]), level: 8 }
    }

    fn comparison_of_objects(&mut self, depth: usize) -> Expression {
        let class = self.data_class();
        let a = self.operand_of(Ty::Class(class), depth, 8);
        // The static types must have objects in common, so one is a subtype of the other.
        let b = match self.random.below(3) {
            0 => "null".to_owned(),
            1 => self.readable(Ty::Class(class)).unwrap_or_else(|| "null".to_owned()),
            _ => format!("({}) {}", self.model.name(Ty::Class(class)), self.operand_of(Ty::Class(class), depth, UNARY)),
        };
        let a = if a == "null" { a } else { format!("({}) {}", self.model.name(Ty::Class(class)), wrapped(&a)) };
        self.equation(a, b)
    }

    fn instance_test(&mut self, depth: usize) -> Expression {
        let class = self.data_class();
        let below = self.model.instances(class);
        let to = if below.is_empty() { class } else { *self.random.one_of(&below) };
        let e = self.operand_of(Ty::Class(class), depth, PRIMARY);
        let name = self.model.name(Ty::Class(class));
        Expression { text: format!("({name}) {} instanceof {}", wrapped(&e), self.model.name(Ty::Class(to))), level: 9 }
    }

    fn text(&mut self, depth: usize) -> Expression {
        match self.random.below(4) {
            0 => self.leaf(Ty::Text),
            1 => primary("null"),
            _ => {
                let types = [Ty::Int, Ty::Boolean, Ty::Char, Ty::Text, Ty::Long];
                let ty = *self.random.one_of(&types);
                let e = if features::TO_STRING && self.random.one_in(3) {
                    let class = self.data_class();
                    self.operand_of(Ty::Class(class), depth, 12)
                } else {
                    self.operand_of(ty, depth, 12)
                };
                let literal = self.constant(Ty::Text).text;
                let text = if self.random.one_in(2) { format!("{literal} + {e}") } else { format!("{e} + {literal}") };
                Expression { text, level: 11 }
            }
        }
    }

    /// An object of a class, or null.
    fn object(&mut self, class: usize, depth: usize) -> Expression {
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
    fn down_cast(&mut self, class: usize, depth: usize) -> Option<Expression> {
        if Model::is_library(class) && class != OBJECT {
            return None;
        }
        let above: Vec<usize> =
            (0..self.model.classes.len()).filter(|&c| c != class && self.model.is_subclass(class, c)).collect();
        let from = *self.random.one_of(&above.iter().copied().chain([class]).collect::<Vec<_>>());
        if from == OBJECT && !features::OBJECT_VARIABLES {
            return None;
        }
        let e = self.operand_of(Ty::Class(from), depth, UNARY);
        let (to, from) = (self.model.name(Ty::Class(class)), self.model.name(Ty::Class(from)));
        // The compiler refuses casts that it knows to fail.
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

    /// Arguments for parameters of these types.
    pub fn arguments(&mut self, parameters: &[Ty], depth: usize) -> Vec<String> {
        let depth = depth.min(1);
        parameters
            .iter()
            .map(|&ty| match ty {
                // A plain `null` would fit several constructors.
                Ty::Class(class) => {
                    let e = self.expression(ty, depth);
                    if e.text == "null" || e.level == CONDITIONAL {
                        let name = self.model.name(Ty::Class(class));
                        format!("({name}) {}", wrapped(&e.text))
                    } else {
                        e.text
                    }
                }
                _ => self.assignable(ty, depth).text,
            })
            .collect()
    }

    /// A receiver: something of a class, as the operand of a dot.
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
    fn field_read(&mut self, ty: Ty, depth: usize) -> Option<Expression> {
        let (place, _) = self.field_place(ty, depth, false)?;
        // Most reads are safe, or nearly every run would end with one.
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

    /// A call whose result can be used as `ty`.
    pub fn call(&mut self, ty: Ty, depth: usize) -> Option<Expression> {
        let model = &self.model;
        let fits = |f: &super::model::Family| match ty {
            Ty::Void => true,
            Ty::Class(_) => model.is_subtype(f.result, ty),
            _ => f.result == ty,
        };
        let all: Vec<usize> =
            (0..model.families.len()).filter(|&f| fits(&model.families[f]) && self.may_call(f)).collect();
        if all.is_empty() {
            return None;
        }
        let family = *self.random.one_of(&all);
        Some(primary(self.call_of(family, depth)))
    }

    /// The text of a call.
    pub fn call_of(&mut self, family: usize, depth: usize) -> String {
        let own = self.model.families[family].clone();
        let mut arguments = Vec::new();
        if !own.is_leaf {
            arguments.push(self.scope.fuel.clone());
            self.scope.declared_throws += 1;
            self.scope.calls += 1;
        }
        let prefix = self.callee(family, depth);
        arguments.extend(self.arguments(&own.parameters, depth));
        format!("{prefix}{}({})", own.name, arguments.join(", "))
    }

    /// What stands before the name of a method that is called.
    fn callee(&mut self, family: usize, depth: usize) -> String {
        let own = self.model.families[family].clone();
        let class = self.scope.class;
        if own.is_static {
            let holders = own.bodies.clone();
            let holder = *self.random.one_of(&holders);
            return match self.random.below(4) {
                0 if holder == class => String::new(),
                1 if !self.model.classes[holder].is_interface => format!("{}.", self.receiver(holder, depth)),
                _ => format!("{}.", self.model.name(Ty::Class(holder))),
            };
        }
        let here = self.is_instance_of(own.owner);
        if here && self.random.one_in(3) {
            return ["", "this."][self.random.below(2)].to_owned();
        }
        // Private methods are not inherited.
        if own.is_private {
            return format!("(({}) {}).", self.model.name(Ty::Class(own.owner)), self.receiver(own.owner, depth));
        }
        let holder = {
            let all: Vec<usize> = (0..self.model.classes.len())
                .filter(|&c| !self.model.classes[c].name.is_empty() && self.model.is_subclass(c, own.owner))
                .filter(|&c| !self.model.instances(c).is_empty())
                .collect();
            if all.is_empty() || self.random.one_in(2) { own.owner } else { *self.random.one_of(&all) }
        };
        format!("{}.", self.receiver(holder, depth))
    }

    /// A class of data, mostly one of which there are variables.
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
fn wrapped(text: &str) -> String {
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
