//! Objects of the library whose content a run knows, such as arrays, and the functions on them. Abstractions do not follow them.

use std::ops::Range;
use std::rc::Rc;

use smallvec::SmallVec;

use super::arithmetic::overflows;
use super::number::{of_character, of_numbers};
use super::random::Generator;
use super::spelled::PartOfText;
use super::text::{self, Argument, OfText, parsed};
use super::{End, LibraryId, Machine, Origin, Symbol, Value};
use base::Idx;
use program::objects::{
    ClassId, Computation, Failure, Function, Operand, OperationEdge, Rvalue, Step, TextFunction, TextPart,
    compare_texts, hash_of_text, text_of,
};

/// A run makes at most so many objects of the library, …
const OBJECTS: usize = 50_000;
/// … with so many elements, …
const ELEMENTS: usize = 1 << 20;
/// … and copies, fills and sorts so many.
const WORK: usize = 1 << 25;

/// An object of the library whose content is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LibraryObject {
    /// Its class.
    pub class: ClassId,
    /// What is in it.
    pub content: Content,
}

/// What is in an object of the library.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Content {
    /// The elements of an array.
    Elements(Vec<Value>),
    /// The number or truth value in a box.
    Boxed(Value),
    /// The characters of a text.
    Text(Rc<str>),
    /// Those that a builder of texts has, if they are known.
    Builder(Option<Rc<str>>),
    /// A generator of pseudo-random numbers.
    Random(Generator),
}

/// What a text or box is for comparisons with others.
#[derive(PartialEq, Eq)]
pub(super) enum Payload {
    /// One of the input, of a type that has no other values than these: they are ordered as their numbers are.
    Given(i64),
    /// A text.
    Text(String),
    /// A box of this class with a number or truth value.
    Boxed(ClassId, i64),
    /// Anything else, which equals only itself.
    Array,
}

/// What a function has done.
pub(super) enum Computed {
    /// This is its result.
    Value(Value),
    /// It has no result.
    Nothing,
    /// Its arguments are out of bounds.
    OutOfBounds,
}

/// Why nothing is known of the result of a function.
#[derive(Clone, Copy)]
pub(super) enum Missing {
    /// It depends on this open number.
    Number(Symbol),
    /// It depends on an object that is not known.
    Object,
    /// The same, and what it has done to others is not known, either.
    Effect,
    /// There are too many objects.
    Room,
}

pub(super) type Result<T> = std::result::Result<T, Missing>;

impl<'a> Machine<'a> {
    /// The objects of the library whose content is known.
    pub fn library_object(&self, id: LibraryId) -> &LibraryObject {
        &self.library[id]
    }

    /// Whether an index was taken to be within bounds that are not known.
    pub fn assumes_bounds(&self) -> bool {
        self.assumes_bounds
    }

    /// Whether an index was out of bounds where nothing handles the exception: abstractions take it to be within them.
    pub fn has_left_bounds(&self) -> bool {
        self.left_bounds
    }

    /// Whether one of them, or a block, has an object of the program in it.
    pub fn has_objects_in_library(&self) -> bool {
        let is_object = |value: &Value| matches!(value, Value::Object(_));
        let mut blocks = self.objects.iter().flat_map(|object| &object.block);
        if blocks.any(|block| block.values().any(|value| is_object(&value))) {
            return true;
        }
        self.library.iter().any(|object| match &object.content {
            Content::Elements(elements) => elements.iter().any(is_object),
            Content::Boxed(_) | Content::Text(_) | Content::Builder(_) | Content::Random(_) => false,
        })
    }

    /// Executes what abstractions do not see of an edge, and goes on at its target.
    ///
    /// # Errors
    /// If the run has ended.
    pub(super) fn arrive(&mut self, edge: &'a OperationEdge) -> std::result::Result<(), End> {
        for step in edge.then() {
            match step {
                Step::Assign { target, value } => {
                    self.want(value);
                    let value = self.evaluate(*target, value);
                    self.assign(*target, value);
                }
                Step::Compute(computation) => match self.compute(computation) {
                    Ok(Computed::OutOfBounds) => return self.raise(computation),
                    Ok(_) => {}
                    Err(missing) => {
                        if let Missing::Number(symbol) = missing {
                            self.wanted.get_or_insert(symbol);
                        }
                        match (missing, computation.target) {
                            (Missing::Room, _) => return Err(End::TooLarge),
                            (Missing::Effect, _) => return Err(End::Stuck),
                            (_, Some(target)) => {
                                let value = self.evaluate(target, &Rvalue::Unknown);
                                self.assign(target, value);
                            }
                            (Missing::Number(_), None) => return Err(End::Stuck),
                            (Missing::Object, None) => {}
                        }
                    }
                },
            }
        }
        self.top_mut().location = edge.target;
        Ok(())
    }

    /// Notes which open number an expression needs.
    fn want(&mut self, value: &Rvalue) {
        if matches!(value, Rvalue::Unary(..) | Rvalue::Binary { .. })
            && let Some(symbol) = value.operands().find_map(|operand| self.open_symbol(&operand))
        {
            self.wanted.get_or_insert(symbol);
        }
    }

    fn open_symbol(&self, operand: &Operand) -> Option<Symbol> {
        if let Value::Open(symbol) = self.operand(operand) { Some(symbol) } else { None }
    }

    /// The open number on which the steps depend that only execution takes at an edge.
    pub(super) fn wanted(&self, edge: &'a OperationEdge) -> Option<Symbol> {
        let execution = edge.execution.as_ref().filter(|_| !self.symbols.is_empty())?;
        // To attempt it may copy large arrays.
        let mut may_want = self.has_open_elements;
        let defined = edge.operation.defines();
        execution.for_each_use(|local| {
            let value = self.operand(&Operand::Local(local));
            may_want |= defined == Some(local) || matches!(value, Value::Open(_)) || self.is_spelled(value);
        });
        if !may_want {
            return None;
        }
        let mut attempt = self.clone();
        // How it ends is seen when it is executed.
        _ = attempt.execute(edge);
        attempt.wanted.filter(|symbol| symbol.index() < self.symbols.len())
    }

    /// Throws what a computation raises; nothing handles it, or it would have been tested before.
    pub(super) fn raise(&mut self, computation: &Computation) -> std::result::Result<(), End> {
        let program = self.setting.program;
        if self.is_manual() {
            return Err(End::Failed(Failure::OutOfBounds));
        }
        let procedure = &program.procedures[self.top().procedure];
        let exception = Value::Object(self.allocate(computation.raises.ok_or(End::Stuck)?)?);
        self.assign(procedure.exception, exception);
        self.top_mut().location = procedure.exceptional_exit;
        self.left_bounds = true;
        Ok(())
    }

    /// Computes a function, and assigns its result.
    pub(super) fn compute(&mut self, computation: &Computation) -> Result<Computed> {
        let arguments = self.arguments(&computation.arguments);
        let computed = self.apply(&computation.function, &arguments);
        self.assumes_bounds |= matches!(computed, Err(Missing::Object)) && computation.raises.is_some();
        let computed = computed?;
        if let (Computed::Value(value), Some(target)) = (&computed, computation.target) {
            self.assign(target, *value);
        }
        Ok(computed)
    }

    /// Whether a test holds.
    pub(super) fn test(&self, function: &Function, arguments: &[Operand]) -> Result<bool> {
        self.truth(function, &self.arguments(arguments))
    }

    fn arguments(&self, operands: &[Operand]) -> SmallVec<[Value; 4]> {
        operands.iter().map(|operand| self.operand(operand)).collect()
    }

    /// The result of a function that is true or false.
    fn truth(&self, function: &Function, arguments: &[Value]) -> Result<bool> {
        Ok(match (function, arguments) {
            (Function::IsOutside, &[array, index]) => {
                if let Some(part) = self.of_part(TextFunction::CharacterAt, array, &[index]) {
                    return Ok(matches!(part?, PartOfText::Known(_)));
                }
                let length = match self.text(array) {
                    Ok(text) => text.len(),
                    Err(Missing::Number(symbol)) => return Err(Missing::Number(symbol)),
                    Err(_) => self.elements(array)?.len(),
                };
                within(number(index)?, length).is_none()
            }
            (Function::OutOfBounds | Function::IsExecuted, _) => true,
            (&Function::OfFloats(function, single), numbers) => {
                function.value(single, &self.modelled(numbers)?).ok_or(Missing::Object)? != 0
            }
            (&Function::InstanceOf(class), &[object]) => match self.known(object) {
                Value::Null => false,
                Value::Object(id) => {
                    let own = self.setting.program.class_named(self.objects[id].class).ok_or(Missing::Object)?;
                    self.is_instance(own, class).ok_or(Missing::Object)?
                }
                Value::Library(id) => self.is_instance(self.library[id].class, class).ok_or(Missing::Object)?,
                Value::Open(symbol) => return Err(Missing::Number(symbol)),
                _ => return Err(Missing::Object),
            },
            (Function::IsIdentity(others), &[object]) => match self.known(object) {
                Value::Object(id) => !others.contains(self.objects[id].class),
                Value::Library(id) => matches!(self.library[id].content, Content::Elements(_)),
                _ => false,
            },
            (Function::IsNegative, sizes) => numbers(sizes)?.iter().any(|&size| size < 0),
            (Function::MovesOutside, &[from, start, to, at, count]) => {
                let (from, to) = (self.elements(from)?.len(), self.elements(to)?.len());
                ranges((from, number(start)?), (to, number(at)?), number(count)?).is_none()
            }
            (Function::HasNull, &[array]) => self.elements(array)?.contains(&Value::Null),
            (&Function::LeavesArray(may_exceed), &[array, start, end]) => {
                let length = self.elements(array)?.len() as i64;
                let (start, end) = (number(start)?, number(end)?);
                !(0..=length).contains(&start) || !may_exceed && !(0..=length).contains(&end)
            }
            (&Function::LeavesText(function, None), &[text, ref rest @ ..])
                if let Some(part) = self.of_part(function, text, rest) =>
            {
                matches!(part?, PartOfText::Known(OfText::Outside))
            }
            (&Function::LeavesText(function, part), &[text, ref rest @ ..]) => {
                self.of_text(function, text, rest, part)? == OfText::Outside
            }
            (&Function::IsNoNumber(ty), &[text]) => {
                // There are digits of other alphabets, too.
                let text =
                    self.text(text).and_then(|text| if text.is_ascii() { Ok(text) } else { Err(Missing::Object) });
                parsed(&text?, ty).is_none()
            }
            (Function::HaveEqualElements, &[Value::Null, Value::Null]) => true,
            (Function::HaveEqualElements, &[Value::Null, other] | &[other, Value::Null]) => {
                self.elements(other)?;
                false
            }
            (Function::HaveEqualElements, &[one, other]) => self.numbers_in(one)? == self.numbers_in(other)?,
            (&Function::Overflows(operator, ty), numbers) => match self.modelled(numbers)?[..] {
                [a, b] => overflows(operator, ty, a, b).ok_or(Missing::Object)?,
                _ => return Err(Missing::Object),
            },
            (Function::AreEqual, &[Value::Null, Value::Open(symbol)] | &[Value::Open(symbol), Value::Null]) => {
                return Err(Missing::Number(symbol));
            }
            (
                Function::AreEqual,
                &[one @ (Value::Object(_) | Value::Null), other] | &[one, other @ (Value::Object(_) | Value::Null)],
            ) => self.are_same(one, other),
            (Function::AreEqual, &[one, other]) => match (self.payload(one)?, self.payload(other)?) {
                (Payload::Array, _) | (_, Payload::Array) => self.are_same(one, other),
                (Payload::Given(one), Payload::Given(other)) => one == other,
                (Payload::Given(_), _) | (_, Payload::Given(_)) => return Err(Missing::Object),
                (one, other) => one == other,
            },
            _ => return Err(Missing::Object),
        })
    }

    /// What a text or box is.
    pub(super) fn payload(&self, value: Value) -> Result<Payload> {
        match self.known(value) {
            Value::SOME | Value::GIVEN_OBJECT => Err(Missing::Object),
            Value::Opaque(number) if let Some(text) = self.spelled(number) => text.map(Payload::Text),
            Value::Opaque(number) if self.is_text(number) => Ok(Payload::Text(text_of(number))),
            Value::Opaque(number) => Ok(Payload::Given(number)),
            Value::Open(symbol) => Err(Missing::Number(symbol)),
            Value::Library(id) => match &self.library[id].content {
                Content::Text(text) => Ok(Payload::Text(text.to_string())),
                &Content::Boxed(value) => Ok(Payload::Boxed(self.library[id].class, number(self.known(value))?)),
                Content::Elements(_) | Content::Builder(_) | Content::Random(_) => Ok(Payload::Array),
            },
            _ => Err(Missing::Object),
        }
    }

    /// Whether the input has this number for a text.
    fn is_text(&self, number: i64) -> bool {
        let program = self.setting.program;
        self.symbols.iter().any(|open| open.value == Some(number) && program.is_text(open.ty))
    }

    /// The text that a value is.
    fn text(&self, value: Value) -> Result<String> {
        if let Value::Library(id) = self.known(value)
            && let Content::Builder(text) = &self.library[id].content
        {
            return text.as_ref().map(ToString::to_string).ok_or(Missing::Object);
        }
        match self.payload(value)? {
            Payload::Text(text) => Ok(text),
            Payload::Given(_) | Payload::Boxed(..) | Payload::Array => Err(Missing::Object),
        }
    }

    /// A value as a part of a text (JLS 5.1.11).
    pub(super) fn part_of_text(&self, part: TextPart, value: Value) -> Result<String> {
        let character = |number: i64| u32::try_from(number).ok().and_then(char::from_u32).ok_or(Missing::Object);
        Ok(match (part, value) {
            (TextPart::Characters, array) => {
                self.numbers_in(array)?.into_iter().map(character).collect::<Result<String>>()?
            }
            (TextPart::Number, value) => number(value)?.to_string(),
            (TextPart::Character, value) => character(number(value)?)?.to_string(),
            (TextPart::Truth, value) => (number(value)? != 0).to_string(),
            (TextPart::Reference, value) if self.known(value) == Value::Null => "null".to_owned(),
            (TextPart::Reference, value) if let Ok(text) = self.text(value) => text,
            (TextPart::Reference, value) => match self.payload(value)? {
                Payload::Text(text) => text,
                Payload::Boxed(class, number) => match &*self.setting.program.classes[class].name {
                    "Character" => character(number)?.to_string(),
                    "Boolean" => (number != 0).to_string(),
                    _ => number.to_string(),
                },
                Payload::Given(_) | Payload::Array => return Err(Missing::Object),
            },
            (TextPart::Unknown, _) => return Err(Missing::Object),
        })
    }

    /// A function on a text or builder and arguments, the last of which becomes a text, if in some way.
    fn of_text(
        &self,
        function: TextFunction,
        text: Value,
        arguments: &[Value],
        part: Option<TextPart>,
    ) -> Result<OfText> {
        let count = arguments.len();
        let argument = |(position, &value): (usize, &Value)| match (self.known(value), part) {
            (value, Some(part)) if position + 1 == count => Ok(Argument::Text(self.part_of_text(part, value)?)),
            (value @ (Value::Number(_) | Value::Open(_)), _) => Ok(Argument::Number(number(value)?)),
            (value, _) => Ok(Argument::Text(self.text(value)?)),
        };
        let arguments: Vec<Argument> = arguments.iter().enumerate().map(argument).collect::<Result<_>>()?;
        text::of_text(function, &self.text(text)?, &arguments).ok_or(Missing::Object)
    }

    /// What a function on a text returns, as an object of these classes.
    fn result_of_text(&mut self, result: OfText, classes: &[ClassId]) -> Result<Computed> {
        let class = |position: usize| classes.get(position).copied().ok_or(Missing::Object);
        let value = match result {
            OfText::Outside => return Ok(Computed::OutOfBounds),
            OfText::Number(number) => Value::Number(number),
            OfText::Text(text) => Value::Library(self.hold(class(0)?, Content::Text(text.into()))?),
            OfText::Characters(numbers) => {
                self.add_array(class(0)?, numbers.into_iter().map(Value::Number).collect())?
            }
            OfText::Texts(texts) => {
                let mut elements = Vec::with_capacity(texts.len());
                for text in texts {
                    elements.push(Value::Library(self.hold(class(1)?, Content::Text(text.into()))?));
                }
                self.add_array(class(0)?, elements)?
            }
        };
        Ok(Computed::Value(value))
    }

    /// Sets the text of a builder, if it is one that the run has made: of others it is not known anyway.
    fn set_builder(&mut self, builder: Value, text: Option<Rc<str>>) -> Result<Computed> {
        let Value::Library(id) = self.known(builder) else { return Ok(Computed::Nothing) };
        self.work_on(text.as_ref().map_or(0, |text| text.len()))?;
        let class = self.library[id].class;
        Rc::make_mut(&mut self.library)[id] = Rc::new(LibraryObject { class, content: Content::Builder(text) });
        Ok(Computed::Nothing)
    }

    /// A box of a class. Small numbers have one box each (JLS 5.1.7).
    fn boxed(&mut self, class: ClassId, value: Value) -> Result<LibraryId> {
        match value {
            Value::Number(-128..=127) => self.interned(class, Content::Boxed(value)),
            _ => self.hold(class, Content::Boxed(value)),
        }
    }

    /// The one object of a class with this content.
    fn interned(&mut self, class: ClassId, content: Content) -> Result<LibraryId> {
        let key = (class, content);
        if let Some(&known) = self.interned.get(&key) {
            return Ok(known);
        }
        let id = self.hold(class, key.1.clone())?;
        Rc::make_mut(&mut self.interned).insert(key, id);
        Ok(id)
    }

    fn apply(&mut self, function: &Function, arguments: &[Value]) -> Result<Computed> {
        Ok(match (function, arguments) {
            (Function::NewArray { classes, default }, sizes) => {
                let sizes: SmallVec<[usize; 4]> =
                    numbers(sizes)?.into_iter().filter_map(|size| usize::try_from(size).ok()).collect();
                if sizes.len() < arguments.len() {
                    return Ok(Computed::OutOfBounds);
                }
                Computed::Value(self.new_array(classes, &sizes, self.operand(default))?)
            }
            (Function::ArrayOf(class), elements) => {
                elements.iter().for_each(|&element| self.note_element(element));
                Computed::Value(self.add_array(*class, elements.to_vec())?)
            }
            (Function::Length, &[array]) => {
                Computed::Value(Value::Number(i64::try_from(self.elements(array)?.len()).unwrap_or(i64::MAX)))
            }
            (Function::Element, &[array, index]) => {
                let elements = self.elements(array)?;
                within(number(index)?, elements.len()).map_or(Computed::OutOfBounds, |at| Computed::Value(elements[at]))
            }
            (Function::SetElement, &[array, index, value]) => {
                let length = self.elements(array)?.len();
                let Some(at) = within(effect(number(index))?, length) else { return Ok(Computed::OutOfBounds) };
                self.note_element(value);
                self.elements_mut(array)?[at] = value;
                Computed::Nothing
            }
            (Function::AssumeBounds, _) => {
                self.assumes_bounds = true;
                Computed::Nothing
            }
            (Function::OutOfBounds, _) => Computed::OutOfBounds,
            (Function::Clone, &[array]) => {
                let (class, elements) = (self.class_of(array)?, self.elements(array)?.to_vec());
                Computed::Value(self.add_array(class, elements)?)
            }
            (Function::CopyOf(default), &[array, size]) => {
                let (class, elements) = (self.class_of(array)?, self.elements(array)?);
                let Ok(size) = usize::try_from(number(size)?) else { return Ok(Computed::OutOfBounds) };
                self.has_room(size)?;
                let more = std::iter::repeat(self.operand(default));
                let elements = elements.iter().copied().chain(more).take(size).collect();
                Computed::Value(self.add_array(class, elements)?)
            }
            (Function::Fill, &[array, ref range @ .., value]) => {
                let range = self.part_of_array(array, range)?;
                self.work_on(range.len())?;
                self.note_element(value);
                self.elements_mut(array)?[range].fill(value);
                Computed::Nothing
            }
            (Function::Move, &[from, start, to, at, count]) => {
                let length = self.elements(to)?.len();
                let source = effect(self.elements(from))?.len();
                let [start, at, count] = [start, at, count].map(|argument| effect(number(argument)));
                let Some((source, target)) = ranges((source, start?), (length, at?), count?) else {
                    return Ok(Computed::OutOfBounds);
                };
                self.work_on(source.len())?;
                let moved = self.elements(from)?[source].to_vec();
                self.elements_mut(to)?[target].copy_from_slice(&moved);
                Computed::Nothing
            }
            (Function::Sort, &[array, ref range @ ..]) => {
                let range = self.part_of_array(array, range)?;
                self.work_on(range.len())?;
                let sorted = effect(self.sorted(&self.elements(array)?[range.clone()]))?;
                self.elements_mut(array)?[range].copy_from_slice(&sorted);
                Computed::Nothing
            }
            (&Function::OfArray(function, class), &[array, ref rest @ ..]) => {
                self.of_array(function, class, array, rest)?
            }
            (&Function::OfNumbers(function, ty), numbers) => {
                let value = of_numbers(function, ty, &self.modelled(numbers)?);
                Computed::Value(Value::Number(value.ok_or(Missing::Object)?))
            }
            (&Function::OfFloats(function, single), numbers) => {
                let value = function.value(single, &self.modelled(numbers)?);
                Computed::Value(Value::Number(value.ok_or(Missing::Object)?))
            }
            (&Function::OfCharacter(function), &[character]) => {
                let value = of_character(function, self.modelled(&[character])?[0]);
                Computed::Value(Value::Number(value.ok_or(Missing::Object)?))
            }
            (&Function::Box(class), &[value]) => {
                self.note_element(value);
                Computed::Value(Value::Library(self.boxed(class, value)?))
            }
            (Function::Unbox, &[boxed]) => match self.known(boxed) {
                Value::Library(id) if let Content::Boxed(value) = self.library[id].content => Computed::Value(value),
                Value::Open(symbol) => return Err(Missing::Number(symbol)),
                _ => return Err(Missing::Object),
            },
            (Function::Text(class, text), []) => {
                Computed::Value(Value::Library(self.interned(*class, Content::Text(text.clone()))?))
            }
            (Function::Concatenate(class, parts), values) => {
                let mut text = String::new();
                for (&part, &value) in parts.iter().zip(values) {
                    text += &self.part_of_text(part, value)?;
                }
                Computed::Value(Value::Library(self.hold(*class, Content::Text(text.into()))?))
            }
            (Function::CompareTo, &[one, other]) => {
                let difference = self.difference(&self.payload(one)?, &self.payload(other)?)?;
                Computed::Value(Value::Number(difference))
            }
            (Function::HashCode, &[value]) => Computed::Value(Value::Number(match self.payload(value) {
                Ok(Payload::Text(text)) => hash_of_text(&text),
                Ok(Payload::Boxed(class, number)) => hash_of_box(&self.setting.program.classes[class].name, number),
                Ok(Payload::Given(_) | Payload::Array) => return Err(Missing::Object),
                Err(missing) => return Err(missing),
            })),
            (Function::OfText(function, classes), &[text, ref rest @ ..])
                if let Some(part) = self.of_part(*function, text, rest) =>
            {
                match part? {
                    PartOfText::Known(result) => self.result_of_text(result, classes)?,
                    PartOfText::Number(symbol) => Computed::Value(self.known(Value::Open(symbol))),
                    PartOfText::Numbers(letters) => {
                        let letters: Vec<Value> = letters.into_iter().map(|it| self.known(Value::Open(it))).collect();
                        letters.iter().for_each(|&letter| self.note_element(letter));
                        let class = classes.first().copied().ok_or(Missing::Object)?;
                        Computed::Value(self.add_array(class, letters)?)
                    }
                }
            }
            (Function::OfText(function, classes), &[text, ref rest @ ..]) => {
                let result = self.of_text(*function, text, rest, None)?;
                self.result_of_text(result, classes)?
            }
            (&Function::Build(function, part), &[builder, ref rest @ ..]) => {
                match self.of_text(function, builder, rest, part) {
                    Ok(OfText::Outside) => Computed::OutOfBounds,
                    Ok(OfText::Text(text)) => self.set_builder(builder, Some(text.into()))?,
                    Err(missing @ (Missing::Number(_) | Missing::Room)) => return Err(missing),
                    Ok(_) | Err(_) => self.set_builder(builder, None)?,
                }
            }
            (&Function::NewBuilder(class), text) => {
                let text = match text {
                    &[text] => self.text(text)?,
                    _ => String::new(),
                };
                Computed::Value(Value::Library(self.hold(class, Content::Builder(Some(text.into())))?))
            }
            (Function::Format(class, parts), values) => {
                let text = self.formatted(parts, values)?;
                Computed::Value(Value::Library(self.hold(*class, Content::Text(text.into()))?))
            }
            (&Function::NewRandom(class), &[seed]) => {
                let generator = Content::Random(Generator::new(number(seed)?));
                Computed::Value(Value::Library(self.hold(class, generator)?))
            }
            (&Function::OfRandom(function), &[generator, ref arguments @ ..]) => {
                self.draw(function, generator, arguments)?
            }
            (&Function::Parse(ty), &[text]) => {
                Computed::Value(Value::Number(parsed(&self.text(text)?, ty).ok_or(Missing::Object)?))
            }
            (Function::Arrange(with_equality), &[collection]) => {
                self.arrange(collection, with_equality).ok_or(Missing::Effect)?;
                Computed::Value(Value::Null)
            }
            (Function::AnyOrder, _) => return Err(Missing::Effect),
            (Function::OfBlock(function), arguments) => self.of_block(function, arguments)?,
            _ => Computed::Value(Value::Number(i64::from(self.truth(function, arguments)?))),
        })
    }

    /// How a text or box compares with another one.
    pub(super) fn difference(&self, one: &Payload, other: &Payload) -> Result<i64> {
        match (one, other) {
            (Payload::Text(one), Payload::Text(other)) => Ok(compare_texts(one, other)),
            (Payload::Given(one), Payload::Given(other)) => Ok(one - other),
            (Payload::Boxed(class, one), Payload::Boxed(same, other)) if class == same => {
                // Of numbers just the sign is specified, other than of characters.
                let difference = i128::from(*one) - i128::from(*other);
                let is_character = self.setting.program.classes[*class].name == "Character";
                Ok((if is_character { difference } else { difference.signum() }) as i64)
            }
            _ => Err(Missing::Object),
        }
    }

    /// A new array of arrays of these sizes.
    fn new_array(&mut self, classes: &[ClassId], sizes: &[usize], default: Value) -> Result<Value> {
        let ([class, classes @ ..], [size, sizes @ ..]) = (classes, sizes) else { return Ok(default) };
        self.has_room(*size)?;
        let mut elements = Vec::with_capacity(*size);
        for _ in 0..*size {
            elements.push(self.new_array(classes, sizes, default)?);
        }
        self.add_array(*class, elements)
    }

    pub(super) fn add_array(&mut self, class: ClassId, elements: Vec<Value>) -> Result<Value> {
        self.hold(class, Content::Elements(elements)).map(Value::Library)
    }

    /// A new object of the library.
    pub(super) fn hold(&mut self, class: ClassId, content: Content) -> Result<LibraryId> {
        let size = match &content {
            Content::Elements(elements) => elements.len(),
            Content::Text(text) => text.len(),
            Content::Builder(text) => text.as_ref().map_or(0, |text| text.len()),
            Content::Boxed(_) | Content::Random(_) => 1,
        };
        self.has_room(size)?;
        self.library_size += size;
        Ok(Rc::make_mut(&mut self.library).push(Rc::new(LibraryObject { class, content })))
    }

    /// Notes whether there are open numbers in arrays, before this is put into one.
    pub(super) fn note_element(&mut self, element: Value) {
        self.has_open_elements |= matches!(element, Value::Open(_) | Value::Given(_));
    }

    /// Whether there is room for one more object of this size.
    pub(super) fn has_room(&self, size: usize) -> Result<()> {
        let is_full = self.library.len() >= OBJECTS || self.library_size.saturating_add(size) > ELEMENTS;
        if is_full { Err(Missing::Room) } else { Ok(()) }
    }

    /// Counts elements that are worked on in one step.
    pub(super) fn work_on(&mut self, elements: usize) -> Result<()> {
        self.library_work = self.library_work.saturating_add(elements);
        if self.library_work > WORK { Err(Missing::Room) } else { Ok(()) }
    }

    pub(super) fn class_of(&self, value: Value) -> Result<ClassId> {
        match value {
            Value::Library(id) => Ok(self.library[id].class),
            _ => Err(Missing::Object),
        }
    }

    pub(super) fn elements(&self, array: Value) -> Result<&[Value]> {
        match array {
            Value::Library(id) if let Content::Elements(elements) = &self.library[id].content => Ok(elements),
            _ => Err(Missing::Object),
        }
    }

    fn elements_mut(&mut self, array: Value) -> Result<&mut Vec<Value>> {
        match array {
            Value::Library(id) => match &mut Rc::make_mut(&mut Rc::make_mut(&mut self.library)[id]).content {
                Content::Elements(elements) => Ok(elements),
                _ => Err(Missing::Object),
            },
            _ => Err(Missing::Object),
        }
    }

    /// The numbers that arguments are. Those that are results of what is not modelled need not be decided for their sake.
    fn modelled(&self, arguments: &[Value]) -> Result<SmallVec<[i64; 4]>> {
        numbers(arguments).map_err(|missing| match missing {
            Missing::Number(symbol) if self.symbols[symbol].origin == Origin::Operation => Missing::Object,
            missing => missing,
        })
    }

    /// The numbers that are the elements of an array.
    pub(super) fn numbers_in(&self, array: Value) -> Result<Vec<i64>> {
        self.elements(array)?.iter().map(|&element| number(self.known(element))).collect()
    }
}

/// The hash code of a box of this class.
pub(super) fn hash_of_box(class: &str, value: i64) -> i64 {
    match class {
        "Boolean" => {
            if value == 0 {
                1237
            } else {
                1231
            }
        }
        "Long" => i64::from((value ^ (value.cast_unsigned() >> 32).cast_signed()) as i32),
        _ => value,
    }
}

/// The number that a value is.
pub(super) fn number(value: Value) -> Result<i64> {
    match value {
        Value::Number(number) => Ok(number),
        Value::Open(symbol) => Err(Missing::Number(symbol)),
        _ => Err(Missing::Object),
    }
}

fn numbers(values: &[Value]) -> Result<SmallVec<[i64; 4]>> {
    values.iter().map(|&value| number(value)).collect()
}

/// If nothing is known of an argument, nothing is known of what the function changes.
pub(super) fn effect<T>(argument: Result<T>) -> Result<T> {
    argument.map_err(|missing| if let Missing::Object = missing { Missing::Effect } else { missing })
}

/// An index, if it is less than a length.
fn within(index: i64, length: usize) -> Option<usize> {
    usize::try_from(index).ok().filter(|&index| index < length)
}

/// The ranges between which so many elements are copied, from an index of one array, which has a length, to that of another one.
fn ranges(from: (usize, i64), to: (usize, i64), count: i64) -> Option<(Range<usize>, Range<usize>)> {
    let range = |(length, start): (usize, i64)| {
        let (start, end) = (usize::try_from(start).ok()?, usize::try_from(start.checked_add(count)?).ok()?);
        (start <= end && end <= length).then_some(start..end)
    };
    Some((range(from)?, range(to)?))
}
