//! Texts of the input of which a run looks at a part only: how long they are, and single characters. The rest stays open.

use std::ops::RangeInclusive;
use std::rc::Rc;

use smallvec::SmallVec;

use super::library::{Missing, Result};
use super::text::OfText;
use super::{Machine, OpenNumber, Origin, Symbol, Value};
use base::Idx;
use program::objects::{
    Comparison, Condition, Function, IntegerType, Operand, Operation, Procedure, SPELLED_LENGTH, Step, TextFunction,
    Type, number_of_text,
};

/// The number of the first text that is spelled while a program runs; no text has it for good.
pub(super) const SPELLED: i64 = 1 << 52;

/// The letters with which a text begins of which nothing is asked but all of it: those that are texts, numbers, blanks and signs.
const LETTERS: [u8; 5] = [b'a', b'1', b' ', b'-', b'.'];

/// The letters that every language writes as they are.
pub(super) const PLAIN: RangeInclusive<i64> = 32..=126;

/// So many literals and characters of a program are tried.
const TRIED: usize = 12;

/// A text of the input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Spelling {
    /// The open number that is its length.
    length: Symbol,
    /// Its first character, if it has one: the others come next.
    first: Option<Symbol>,
}

impl<'a> Machine<'a> {
    /// Begins a text of which nothing is known yet; returns its number.
    pub(super) fn spell(&mut self, text: Symbol) -> i64 {
        let number = SPELLED + self.spellings.len() as i64;
        let origin = Origin::Length(text);
        let length = Rc::make_mut(&mut self.symbols).push(OpenNumber {
            ty: Type::Integer(IntegerType::INT),
            origin,
            is_object: false,
            value: None,
        });
        Rc::make_mut(&mut self.spellings).push(Spelling { length, first: None });
        number
    }

    /// Sets the length of a text: it has characters now.
    pub(super) fn set_length(&mut self, text: Symbol, length: i64) {
        let ty = Type::Integer(IntegerType::CHAR);
        let letters: SmallVec<[Symbol; SPELLED_LENGTH]> = (0..length)
            .map(|_| {
                let open = OpenNumber { ty, origin: Origin::Letter(text), is_object: false, value: None };
                Rc::make_mut(&mut self.symbols).push(open)
            })
            .collect();
        let Some(Value::Opaque(number)) = self.symbols[text].value.map(Value::Opaque) else { return };
        if let Some(position) = position(number) {
            Rc::make_mut(&mut self.spellings)[position].first = letters.first().copied();
        }
    }

    /// Whether a value is such a text.
    pub(super) fn is_spelled(&self, value: Value) -> bool {
        !self.spellings.is_empty() && self.spelling(value).is_some()
    }

    /// The text that a value is, if it is one that is spelled.
    fn spelling(&self, text: Value) -> Option<&Spelling> {
        let Value::Opaque(number) = self.known(text) else { return None };
        self.spellings.get(position(number)?)
    }

    /// How many characters such a text has, if that is known.
    fn length_of(&self, spelling: &Spelling) -> Result<i64> {
        self.symbols[spelling.length].value.ok_or(Missing::Number(spelling.length))
    }

    /// The open numbers that are its characters.
    fn letters(&self, spelling: &Spelling) -> Result<impl Iterator<Item = Symbol> + use<>> {
        let length = usize::try_from(self.length_of(spelling)?).unwrap_or(0);
        let first = spelling.first.map_or(0, Symbol::index);
        Ok((first..first + length).map(Symbol::at))
    }

    /// All of a text with a number.
    pub(super) fn spelled(&self, number: i64) -> Option<Result<String>> {
        let spelling = self.spellings.get(position(number)?)?;
        let letter = |symbol: Symbol| {
            let letter = self.symbols[symbol].value.ok_or(Missing::Number(symbol))?;
            u32::try_from(letter).ok().and_then(char::from_u32).ok_or(Missing::Object)
        };
        Some(self.letters(spelling).and_then(|letters| letters.map(letter).collect()))
    }

    /// A function that looks at a part of a text; `None` if it looks at all of it, or the text is not spelled.
    pub(super) fn of_part(
        &self,
        function: TextFunction,
        text: Value,
        arguments: &[Value],
    ) -> Option<Result<PartOfText>> {
        let spelling = self.spelling(text)?;
        Some(match (function, arguments) {
            (TextFunction::Length, []) => Ok(PartOfText::Number(spelling.length)),
            (TextFunction::IsEmpty, []) => {
                self.length_of(spelling).map(|length| PartOfText::Known(OfText::Number(i64::from(length == 0))))
            }
            (TextFunction::CharacterAt, &[index]) => (|| {
                let index = super::library::number(self.known(index))?;
                let mut letters = self.letters(spelling)?;
                let letter = usize::try_from(index).ok().and_then(|index| letters.nth(index));
                Ok(letter.map_or(PartOfText::Known(OfText::Outside), PartOfText::Number))
            })(),
            (TextFunction::Characters, []) => {
                self.letters(spelling).map(|letters| PartOfText::Numbers(letters.collect()))
            }
            _ => return None,
        })
    }

    /// The number of the text that an open reference has become: where nothing has asked for a character, it is any.
    pub(super) fn settled(&self, number: i64) -> i64 {
        let Some(spelling) = position(number).and_then(|position| self.spellings.get(position)) else { return number };
        let Ok(letters) = self.letters(spelling) else { return 1 };
        let letter = |symbol: Symbol| self.symbols[symbol].value.and_then(|letter| u8::try_from(letter).ok());
        let text: String = letters.map(|symbol| char::from(letter(symbol).unwrap_or(LETTERS[0]))).collect();
        number_of_text(&text).unwrap_or(1)
    }

    /// What a text is tried to be besides any: the short literals of the program.
    pub(super) fn literals(&self) -> Vec<i64> {
        let mut found = Vec::new();
        for edge in self.own_procedures().flat_map(|procedure| &procedure.cfa.edges) {
            for step in edge.then() {
                if let Step::Compute(computation) = step
                    && let Function::Text(_, text) = &computation.function
                    && text.bytes().all(|letter| PLAIN.contains(&i64::from(letter)))
                    && let Some(number) = number_of_text(text)
                    && found.len() < TRIED
                    && !found.contains(&number)
                {
                    found.push(number);
                }
            }
        }
        found
    }

    /// What a character is tried to be: one that the program compares with something, or one of the usual ones.
    pub(super) fn letters_tried(&self) -> Vec<i64> {
        let mut found: Vec<i64> = Vec::new();
        for procedure in self.own_procedures() {
            let is_letter = |operand: Operand| matches!(operand, Operand::Local(local) if procedure.locals[local].ty == Type::Integer(IntegerType::CHAR));
            for edge in &procedure.cfa.edges {
                if let Operation::Assume(Condition::Compare { comparison, left, right: Operand::Integer(number) }) =
                    edge.operation
                    && comparison == Comparison::Equal
                    && is_letter(left)
                    && PLAIN.contains(&number)
                    && found.len() < TRIED
                    && !found.contains(&number)
                {
                    found.push(number);
                }
            }
        }
        let usual = LETTERS.map(i64::from);
        let (first, others) = usual.split_at(2);
        [first, &found, others].concat()
    }

    fn own_procedures(&self) -> impl Iterator<Item = &'a Procedure> {
        self.setting.program.procedures.iter().filter(|procedure| !procedure.span.is_of_library())
    }
}

/// What a function finds that looks at a part of a text.
pub(super) enum PartOfText {
    /// It is known.
    Known(OfText),
    /// A number that is open, or was.
    Number(Symbol),
    /// So are the elements of an array.
    Numbers(Vec<Symbol>),
}

fn position(number: i64) -> Option<usize> {
    usize::try_from(number.checked_sub(SPELLED)?).ok()
}
