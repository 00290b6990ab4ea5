//! Functions on whole arrays.

use std::cmp::Ordering;
use std::ops::Range;

use super::library::{Computed, Content, Missing, Payload, Result, effect, hash_of_box, number};
use super::{Machine, Value};
use program::objects::{ArrayFunction, ClassId, TextPart, hash_of_text};

/// A text may have so many characters.
const LENGTH: usize = 1 << 16;

impl Machine<'_> {
    /// The places of an array, or those between two indices. What is thrown otherwise has been tested before, unless the second is less.
    pub(super) fn part_of_array(&self, array: Value, range: &[Value]) -> Result<Range<usize>> {
        let length = self.elements(array)?.len();
        let &[start, end] = range else { return Ok(0..length) };
        let index = |value: Value| usize::try_from(effect(number(value))?).map_err(|_| Missing::Effect);
        let range = index(start)?..index(end)?;
        if range.start <= range.end && range.end <= length { Ok(range) } else { Err(Missing::Effect) }
    }

    /// Numbers, texts or boxes in their order. Which of several equal ones comes first matters for boxes and texts, whose identity is seen.
    pub(super) fn sorted(&self, elements: &[Value]) -> Result<Vec<Value>> {
        let known = elements.iter().map(|&value| match self.known(value) {
            value @ Value::Number(_) => Ok((number(value)?, Payload::Array, value)),
            value => Ok((0, self.payload(value)?, value)),
        });
        let mut known: Vec<(i64, Payload, Value)> = known.collect::<Result<_>>()?;
        let mut missing = None;
        known.sort_by(|(one, a, _), (other, b, _)| match (a, b) {
            (Payload::Array, Payload::Array) => one.cmp(other),
            _ => match self.difference(a, b) {
                Ok(difference) => difference.cmp(&0),
                Err(why) => {
                    missing = Some(why);
                    Ordering::Equal
                }
            },
        });
        match missing {
            Some(missing) => Err(missing),
            None => Ok(known.into_iter().map(|(.., value)| value).collect()),
        }
    }

    pub(super) fn of_array(
        &mut self,
        function: ArrayFunction,
        class: Option<ClassId>,
        array: Value,
        rest: &[Value],
    ) -> Result<Computed> {
        let value = match (function, rest) {
            (ArrayFunction::Text | ArrayFunction::DeepText, []) => {
                let text = self.text_of_array(array, function == ArrayFunction::DeepText, 0)?;
                Value::Library(self.hold(class.ok_or(Missing::Object)?, Content::Text(text.into()))?)
            }
            (ArrayFunction::HashCode, []) if array == Value::Null => Value::Number(0),
            (ArrayFunction::HashCode, []) => {
                let mut hash: i32 = 1;
                for &element in self.elements(array)? {
                    hash = hash.wrapping_mul(31).wrapping_add(self.hash_of_element(array, element)? as i32);
                }
                Value::Number(i64::from(hash))
            }
            (ArrayFunction::Search, &[wanted]) => {
                let (numbers, wanted) = (self.numbers_in(array)?, number(wanted)?);
                Value::Number(search(&numbers, wanted))
            }
            (ArrayFunction::Part(default), &[start, end]) => {
                let (class, length) = (self.class_of(array)?, self.elements(array)?.len());
                let index = |value: Value| usize::try_from(effect(number(value))?).map_err(|_| Missing::Effect);
                let (start, end) = (index(start)?, index(end)?);
                // Another exception is thrown if the end is before the start.
                if start > end || start > length {
                    return Err(Missing::Effect);
                }
                self.has_room(end - start)?;
                let more = std::iter::repeat(self.operand(&default));
                let elements = self.elements(array)?[start..].iter().copied().chain(more).take(end - start).collect();
                self.add_array(class, elements)?
            }
            _ => return Err(Missing::Object),
        };
        Ok(Computed::Value(value))
    }

    /// The name of the type of the elements of an array.
    fn type_of_elements(&self, array: Value) -> Result<&str> {
        let class = &self.setting.program.classes[self.class_of(array)?].name;
        class.strip_suffix("[]").ok_or(Missing::Object)
    }

    /// The text of the elements of an array (`Arrays.toString`, `Arrays.deepToString`).
    fn text_of_array(&self, array: Value, is_deep: bool, depth: usize) -> Result<String> {
        let array = self.known(array);
        if array == Value::Null {
            return Ok("null".to_owned());
        }
        let part = match self.type_of_elements(array)? {
            "char" => TextPart::Character,
            "boolean" => TextPart::Truth,
            "float" | "double" => TextPart::Unknown,
            "byte" | "short" | "int" | "long" => TextPart::Number,
            _ => TextPart::Reference,
        };
        let mut text = "[".to_owned();
        for (at, &element) in self.elements(array)?.iter().enumerate() {
            if at > 0 {
                text += ", ";
            }
            let element = self.known(element);
            // What an array in itself is for is not followed.
            match self.elements(element) {
                Ok(_) if is_deep && depth < 8 => text += &self.text_of_array(element, true, depth + 1)?,
                Ok(_) => return Err(Missing::Object),
                Err(_) => text += &self.part_of_text(part, element)?,
            }
            if text.len() > LENGTH {
                return Err(Missing::Object);
            }
        }
        Ok(text + "]")
    }

    fn hash_of_element(&self, array: Value, element: Value) -> Result<i64> {
        let element = self.known(element);
        Ok(match (self.type_of_elements(array)?, element) {
            ("boolean", Value::Number(truth)) => hash_of_box("Boolean", truth),
            ("long", Value::Number(number)) => hash_of_box("Long", number),
            ("float" | "double", _) => return Err(Missing::Object),
            (_, Value::Number(number)) => number,
            (_, Value::Null) => 0,
            (_, value) => match self.payload(value)? {
                Payload::Text(text) => hash_of_text(&text),
                Payload::Boxed(class, number) => hash_of_box(&self.setting.program.classes[class].name, number),
                Payload::Given(_) | Payload::Array => return Err(Missing::Object),
            },
        })
    }
}

/// The index that a binary search of the JDK finds among numbers, which need not be sorted.
fn search(numbers: &[i64], wanted: i64) -> i64 {
    let (mut low, mut high) = (0_i64, numbers.len() as i64 - 1);
    while low <= high {
        let middle = (low + high) / 2;
        match numbers[middle as usize].cmp(&wanted) {
            Ordering::Equal => return middle,
            Ordering::Less => low = middle + 1,
            Ordering::Greater => high = middle - 1,
        }
    }
    -low - 1
}
