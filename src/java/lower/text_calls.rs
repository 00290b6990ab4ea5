//! What executions compute of methods of texts, builders of texts, and boxes.

use super::super::library::unboxed;
use super::super::types::Ty;
use super::array::SIZE;
use super::call::Pending;
use super::text::part_of;
use super::{Emitter, Typed};
use base::Span;
use program::objects::{Computation, Function, IntegerType, Operand, RandomFunction, Step, TextFunction, TextPart};

/// What an index outside of a text throws.
const TEXT_INDEX: &str = "StringIndexOutOfBoundsException";

fn is_builder(class: &str) -> bool {
    matches!(class, "StringBuilder" | "StringBuffer")
}

/// What a method of a text or builder computes of it.
fn read(class: &str, method: &str, arguments: usize) -> Option<TextFunction> {
    use TextFunction as F;
    if class != "String" && class != "CharSequence" && !is_builder(class) {
        return None;
    }
    Some(match (method, arguments) {
        ("length", 0) => F::Length,
        ("isEmpty", 0) => F::IsEmpty,
        ("charAt", 1) => F::CharacterAt,
        ("substring", 1 | 2) | ("subSequence", 2) => F::Part,
        ("indexOf", 1 | 2) => F::IndexOf,
        ("lastIndexOf", 1 | 2) => F::LastIndexOf,
        ("toString", 0) => F::Same,
        _ if class != "String" => return None,
        ("isBlank", 0) => F::IsBlank,
        ("contains", 1) => F::Contains,
        ("startsWith", 1 | 2) => F::StartsWith,
        ("endsWith", 1) => F::EndsWith,
        ("equalsIgnoreCase", 1) => F::EqualsIgnoringCase,
        ("compareToIgnoreCase", 1) => F::CompareIgnoringCase,
        ("concat", 1) => F::With,
        ("replace", 2) => F::Replaced,
        ("repeat", 1) => F::Repeated,
        ("trim", 0) => F::Trimmed,
        ("strip", 0) => F::Stripped,
        ("stripLeading", 0) => F::StrippedBefore,
        ("stripTrailing", 0) => F::StrippedBehind,
        ("codePointAt", 1) => F::CharacterAt,
        ("toUpperCase", 0) => F::UpperCase,
        ("toLowerCase", 0) => F::LowerCase,
        ("toCharArray", 0) => F::Characters,
        ("split", 1 | 2) => F::Split,
        ("matches", 1) => F::Matches,
        ("replaceAll", 2) => F::MatchesReplaced,
        ("replaceFirst", 2) => F::MatchReplaced,
        _ => return None,
    })
}

/// What a method of a builder makes of its text.
fn changed(class: &str, method: &str, arguments: usize) -> Option<TextFunction> {
    use TextFunction as F;
    if !is_builder(class) {
        return None;
    }
    Some(match (method, arguments) {
        ("append", 1) => F::With,
        ("insert", 2) => F::WithInside,
        ("replace", 3) => F::WithInstead,
        ("delete", 2) => F::Without,
        ("deleteCharAt", 1) => F::WithoutCharacter,
        ("setCharAt", 2) => F::WithCharacter,
        ("setLength", 1) => F::OfLength,
        ("reverse", 0) => F::Reversed,
        _ => return None,
    })
}

/// How the last argument becomes a text, if that is what it is for.
fn part(function: TextFunction, arguments: &[Typed]) -> Option<TextPart> {
    use TextFunction as F;
    let &last = arguments.last()?;
    match function {
        F::With | F::WithInside | F::WithInstead | F::WithCharacter => Some(part_of(last.ty)),
        _ => None,
    }
}

/// What executions compute of a method of boxes, or of what can be compared with others.
fn of_payload(class: &str, method: &str, arguments: usize) -> Option<Function> {
    let is_payload = class == "String" || class == "Comparable" || unboxed(class).is_some();
    Some(match (method, arguments) {
        ("equals", 1) if is_payload => Function::AreEqual,
        ("compareTo", 1) if is_payload => Function::CompareTo,
        ("hashCode", 0) if is_payload || class == "Object" => Function::HashCode,
        ("intValue" | "longValue", 0) if matches!(class, "Byte" | "Short" | "Integer") => Function::Unbox,
        ("longValue", 0) if class == "Long" => Function::Unbox,
        ("charValue", 0) if class == "Character" => Function::Unbox,
        ("booleanValue", 0) if class == "Boolean" => Function::Unbox,
        _ => return None,
    })
}

impl Emitter<'_, '_> {
    /// Whether an index that a method of a text or builder gets is outside of it, as far as executions know.
    pub(super) fn leaves_text(
        &self,
        class: &str,
        name: &str,
        receiver: Typed,
        arguments: &[Typed],
    ) -> Option<(Function, Vec<Operand>)> {
        let function = read(class, name, arguments.len()).or_else(|| changed(class, name, arguments.len()))?;
        let operands = std::iter::once(&receiver).chain(arguments).map(|argument| argument.operand).collect();
        Some((Function::LeavesText(function, part(function, arguments)), operands))
    }

    /// Executions compute a method of texts, boxes, or what can be compared with others, if it is one that they know.
    pub(super) fn computed_payload(
        &mut self,
        class: &str,
        call: &Pending<'_>,
        receiver: Typed,
        arguments: &[Typed],
        value: Typed,
    ) {
        let count = arguments.len();
        let operands: Vec<Operand> =
            std::iter::once(&receiver).chain(arguments).map(|argument| argument.operand).collect();
        if class == "Random" {
            self.drawn_by_generator(call, value, operands);
        } else if let Some(function) = read(class, call.name, count) {
            let raises = matches!(function, TextFunction::CharacterAt | TextFunction::Part).then_some(TEXT_INDEX);
            let classes = match value.ty {
                Ty::Class(class) => std::iter::once(class).chain(self.table.library("String")).collect(),
                _ => [].into(),
            };
            self.computed(value, Function::OfText(function, classes), operands, raises);
        } else if changed(class, call.name, count).is_some() {
            self.build(class, call, receiver, arguments);
        } else if let Some(function) = of_payload(class, call.name, count) {
            if let (&[number], Some(target)) = (arguments, value.operand.local())
                && let Some(boxed) = self.executed_box(number, call.span)
            {
                let arguments = vec![receiver.operand, boxed];
                let computation = Computation { target: Some(target), function, arguments, raises: None };
                self.graph.execute(Step::Compute(computation), call.span);
            } else {
                self.computed(value, function, operands, None);
            }
        }
    }

    /// What a generator of pseudo-random numbers draws.
    fn drawn_by_generator(&mut self, call: &Pending<'_>, value: Typed, operands: Vec<Operand>) {
        let (function, is_value) = match call.name {
            "nextInt" => (RandomFunction::Int, true),
            "nextLong" => (RandomFunction::Long, true),
            "nextBoolean" => (RandomFunction::Boolean, true),
            "nextFloat" => (RandomFunction::Fraction(1), false),
            "nextDouble" => (RandomFunction::Fraction(2), false),
            "nextGaussian" => (RandomFunction::Gaussian, false),
            _ => (RandomFunction::Restart, false),
        };
        match is_value {
            true => self.computed(value, Function::OfRandom(function), operands, None),
            false => self.executed(Function::OfRandom(function), operands, None, call.span),
        }
    }

    /// A value of a primitive type in a box, which only executions know.
    fn executed_box(&mut self, value: Typed, span: Span) -> Option<Operand> {
        let boxed = self.table.boxed_type(value.ty);
        let Ty::Class(class) = boxed else { return None };
        if boxed == value.ty {
            return None;
        }
        let target = self.temporary(boxed);
        let function = Function::Box(class);
        let computation = Computation { target: Some(target), function, arguments: vec![value.operand], raises: None };
        self.graph.execute(Step::Compute(computation), span);
        Some(Operand::Local(target))
    }

    /// Executions change the text of a builder.
    pub(super) fn build(&mut self, class: &str, call: &Pending<'_>, receiver: Typed, arguments: &[Typed]) {
        let Some(function) = changed(class, call.name, arguments.len()) else { return };
        let mut operands: Vec<Operand> =
            std::iter::once(&receiver).chain(arguments).map(|argument| argument.operand).collect();
        let mut part = part(function, arguments);
        if let (Some(&text), Some(own), "append" | "insert") = (arguments.last(), part.as_mut(), call.name)
            && let Some(last) = operands.last_mut()
        {
            (*last, *own) = self.convert_argument(text, call.span);
        }
        self.executed(Function::Build(function, part), operands, Some(TEXT_INDEX), call.span);
    }

    /// A new text or builder for executions, from the arguments of its constructor.
    pub(super) fn made_text(&mut self, value: Typed, arguments: &[Typed]) {
        let Ty::Class(class) = value.ty else { return };
        let name = self.table.classes[class].name.clone();
        if let ("String", &[array]) = (&*name, arguments)
            && self.table.element(array.ty) == Some(Ty::Char)
        {
            let function = Function::Concatenate(class, vec![TextPart::Characters]);
            return self.computed(value, function, vec![array.operand], None);
        }
        let is_text = |argument: &Typed| argument.ty.is_reference() && self.table.element(argument.ty).is_none();
        let (operands, size): (Vec<&Typed>, Vec<&Typed>) = arguments.iter().partition(|argument| is_text(argument));
        let operands: Vec<Operand> = operands.into_iter().map(|argument| argument.operand).collect();
        if size.iter().any(|argument| !argument.ty.is_integral()) {
            return;
        }
        match &*name {
            "Random" if let &[seed] = arguments => {
                self.computed(value, Function::NewRandom(class), vec![seed.operand], None);
            }
            _ if is_builder(&name) => self.computed(value, Function::NewBuilder(class), operands, Some(SIZE)),
            "String" => {
                let parts = vec![TextPart::Reference; operands.len()];
                self.computed(value, Function::Concatenate(class, parts), operands, None);
            }
            _ => {}
        }
    }

    /// The type of the number that a static method reads from a text.
    pub(super) fn parsed_type(&self, class: &str, name: &str, arguments: &[Typed]) -> Option<IntegerType> {
        let &[text] = arguments else { return None };
        match (class, name) {
            ("Integer", "parseInt" | "valueOf") if text.ty.is_reference() => Some(IntegerType::INT),
            ("Long", "parseLong" | "valueOf") if text.ty.is_reference() => Some(IntegerType::LONG),
            _ => None,
        }
    }

    /// What executions compute of a static method of boxes and texts.
    pub(super) fn static_payload(&mut self, class: &str, name: &str, arguments: &[Typed], value: Typed, span: Span) {
        let operands = || arguments.iter().map(|argument| argument.operand).collect::<Vec<Operand>>();
        if let Some(ty) = self.parsed_type(class, name, arguments) {
            let function = Function::Parse(ty);
            if let Ty::Class(boxed) = value.ty {
                let number = if class == "Long" { Ty::Long } else { Ty::Int };
                let number = self.temporary(number);
                let parse = Computation { target: Some(number), function, arguments: operands(), raises: None };
                self.graph.execute(Step::Compute(parse), span);
                let function = Function::Box(boxed);
                let arguments = vec![Operand::Local(number)];
                let boxing = Computation { target: value.operand.local(), function, arguments, raises: None };
                self.graph.execute(Step::Compute(boxing), span);
            } else {
                self.computed(value, function, operands(), None);
            }
            return;
        }
        match (class, name, arguments) {
            ("Integer" | "Long" | "Character" | "Boolean", "valueOf", &[number])
                if number.ty.is_integral() || number.ty == Ty::Boolean =>
            {
                if let Ty::Class(boxed) = value.ty {
                    self.computed(value, Function::Box(boxed), operands(), None);
                }
            }
            ("Long" | "Boolean", "hashCode", &[number]) => {
                let ty = if class == "Long" { Ty::Long } else { Ty::Boolean };
                if let Some(boxed) = self.executed_box(Typed { ty, ..number }, span) {
                    let (target, arguments) = (value.operand.local(), vec![boxed]);
                    let computation = Computation { target, function: Function::HashCode, arguments, raises: None };
                    self.graph.execute(Step::Compute(computation), span);
                }
            }
            ("Integer" | "Long" | "Boolean" | "Character", "toString", &[_]) => {
                // The parameter decides: `Integer.toString('a')` is a number.
                let part = match class {
                    "Boolean" => TextPart::Truth,
                    "Character" => TextPart::Character,
                    _ => TextPart::Number,
                };
                if let Ty::Class(text) = value.ty {
                    self.computed(value, Function::Concatenate(text, vec![part]), operands(), None);
                }
            }
            ("String", "join", [separator, texts @ ..]) if texts.iter().all(|text| self.table.is_string(text.ty)) => {
                let mut parts: Vec<Operand> = Vec::new();
                for text in texts {
                    if !parts.is_empty() {
                        parts.push(separator.operand);
                    }
                    parts.push(text.operand);
                }
                if let Ty::Class(text) = value.ty {
                    let function = Function::Concatenate(text, vec![TextPart::Reference; parts.len()]);
                    self.computed(value, function, parts, None);
                }
            }
            _ => {}
        }
    }
}
