//! Texts for people, in the language that they read.
//!
//! What the engine says is written in English where it is said, with [`msg!`](crate::msg). A [`Language`] has translations of these
//! templates; while one [is spoken](Language::speak), messages are made in it. Nothing may depend on what a message says.

use std::borrow::Borrow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::{self, Display, Write};
use std::ops::Deref;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::msg;

/// A text for people, in the language that was spoken when it was made.
///
/// [`msg!`](crate::msg) makes them.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Message(String);

impl Message {
    /// The template in the language that is spoken, with what fills its places.
    ///
    /// Called by [`msg!`](crate::msg), in whose templates `{}` is a place, and `{{` and `}}` are braces.
    pub fn new(template: &'static str, arguments: &[&dyn Display]) -> Self {
        SPOKEN.with_borrow(|language| {
            let translated = language.as_ref().and_then(|language| language.templates.get(template));
            Self(filled(translated.map_or(template, String::as_str), arguments))
        })
    }

    /// A text that is the same in all languages, such as one that the user has written.
    pub fn verbatim(text: impl Display) -> Self {
        Self(text.to_string())
    }

    /// A name or a piece of a program, between backquotes.
    pub fn code(code: impl Display) -> Self {
        let code = code.to_string();
        let shown = code.chars().map(|c| if c.is_control() { c.escape_default().to_string() } else { c.to_string() });
        Self(format!("`{}`", shown.collect::<String>()))
    }

    /// Several texts with the same between them, such as a comma.
    pub fn joined<'m>(all: impl IntoIterator<Item = &'m Self>, between: &str) -> Self {
        let all: Vec<&str> = all.into_iter().map(Self::as_str).collect();
        Self(all.join(between))
    }

    /// `a`, `a and b`, `a, b and c`.
    pub fn all_of(all: impl IntoIterator<Item = Self>) -> Self {
        let mut all: Vec<Self> = all.into_iter().collect();
        let Some(last) = all.pop() else { return Self::default() };
        if all.is_empty() { last } else { msg!("{} and {last}", Self::joined(&all, ", ")) }
    }

    /// `a`, `a or b`, `a, b or c`.
    pub fn any_of(all: impl IntoIterator<Item = Self>) -> Self {
        let mut all: Vec<Self> = all.into_iter().collect();
        let Some(last) = all.pop() else { return Self::default() };
        if all.is_empty() { last } else { msg!("{} or {last}", Self::joined(&all, ", ")) }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Its text.
impl Deref for Message {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for Message {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl PartialEq<&str> for Message {
    fn eq(&self, text: &&str) -> bool {
        self.0 == *text
    }
}

impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// What may fill a place of a template outside of backquotes: texts in the language that is spoken, and numbers. Names and pieces of programs
/// stand between backquotes, or are [`Message::verbatim`].
pub trait Words: Display {}

impl Words for Message {}

impl<W: Words + ?Sized> Words for &W {}

/// A text that is made when it is needed.
#[derive(Clone, Copy, Debug)]
pub enum Text {
    /// One that [`text!`](crate::text) has written.
    Words(fn() -> Message),
    /// A name, such as a key of JSON.
    Code(&'static str),
}

impl Text {
    /// The text in the language that is spoken.
    pub fn message(self) -> Message {
        match self {
            Text::Words(make) => make(),
            Text::Code(code) => Message::code(code),
        }
    }
}

impl Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl Words for Text {}

macro_rules! numbers_are_words {
    ($($number:ty)*) => { $(impl Words for $number {})* };
}

numbers_are_words!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

/// The same. Called by [`msg!`](crate::msg) where no code stands.
#[doc(hidden)]
pub fn word<W: Words>(word: &W) -> &W {
    word
}

/// Fills the places of a template: `{}` is the next one, `{0}` the first.
fn filled(template: &str, arguments: &[&dyn Display]) -> String {
    let mut text = String::with_capacity(template.len() + 16 * arguments.len());
    let (mut rest, mut next) = (template, 0);
    while let Some(at) = rest.find(['{', '}']) {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        if rest.starts_with("{{") || rest.starts_with("}}") {
            text.push_str(&rest[..1]);
            rest = &rest[2..];
            continue;
        }
        let end = rest.find('}').map_or(rest.len(), |end| end + 1);
        let number = rest[..end].trim_matches(['{', '}']);
        let argument = number.parse().unwrap_or(next);
        next += 1;
        if let Some(argument) = arguments.get(argument) {
            let _ = write!(text, "{argument}");
        }
        rest = &rest[end..];
    }
    text.push_str(rest);
    text
}

thread_local! {
    static SPOKEN: RefCell<Option<Rc<Language>>> = const { RefCell::new(None) };
}

/// All templates in German.
pub const GERMAN: &str = include_str!("german.json");

/// Translations of templates. In a translation, `{0}` is what fills the first place of the template, and `{}` the next one.
#[derive(Default, Debug)]
pub struct Language {
    code: String,
    templates: FxHashMap<String, String>,
}

impl Language {
    /// The language with this code, as in `de`, and these translations, each a pair of the English template and its translation.
    pub fn new(code: impl Into<String>, templates: impl IntoIterator<Item = (String, String)>) -> Self {
        Self { code: code.into(), templates: templates.into_iter().collect() }
    }

    /// The language with this code, and with the translations in a text of JSON: for each group an object of templates with their
    /// translations. [`GERMAN`] is such a text.
    ///
    /// # Errors
    /// If it is no such text.
    pub fn read(code: impl Into<String>, text: &str) -> Result<Self, serde_json::Error> {
        let groups: BTreeMap<String, BTreeMap<String, String>> = serde_json::from_str(text)?;
        Ok(Self::new(code, groups.into_values().flatten()))
    }

    /// German.
    pub fn german() -> Self {
        Self::read("de", GERMAN).unwrap_or_default()
    }

    /// The templates that have a translation, with it.
    pub fn translations(&self) -> impl Iterator<Item = (&str, &str)> {
        self.templates.iter().map(|(template, translation)| (template.as_str(), translation.as_str()))
    }

    /// The code of the language that is spoken.
    pub fn spoken() -> String {
        SPOKEN
            .with_borrow(|language| language.as_ref().map_or_else(|| "en".to_owned(), |language| language.code.clone()))
    }

    /// The translation of a template.
    pub fn translation(&self, template: &str) -> Option<&str> {
        self.templates.get(template).map(String::as_str)
    }

    /// From now on, this thread makes messages in this language; in English if there is none.
    pub fn speak(language: Option<Self>) {
        SPOKEN.set(language.map(Rc::new));
    }

    /// What `make` makes in English, whatever is spoken: names that documents keep.
    pub fn in_english<T>(make: impl FnOnce() -> T) -> T {
        let spoken = SPOKEN.take();
        let made = make();
        SPOKEN.set(spoken);
        made
    }
}

/// Makes a [`Message`] in the language that is spoken: `msg!("class `{}` has no field `{field}`", class)`. As in `format!`,
/// places take what stands behind the text, or the variable that they name.
#[macro_export]
macro_rules! msg {
    ($($tokens:tt)*) => { $crate::message!($crate, $($tokens)*) };
}

/// A [`Text`]: `text!("a number")` makes its [message](crate::msg) whenever it is shown, and costs nothing otherwise.
#[macro_export]
macro_rules! text {
    ($template:literal) => {
        $crate::Text::Words(|| $crate::msg!($template))
    };
}

/// A template of the program.
pub struct Template(#[doc(hidden)] pub &'static str);

inventory::collect!(Template);

/// All templates of the program, sorted. Only builds with debug assertions have a list of them.
pub fn templates() -> Vec<&'static str> {
    let mut all: Vec<&str> = inventory::iter::<Template>.into_iter().map(|template| template.0).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Lists a template.
#[doc(hidden)]
#[macro_export]
macro_rules! template {
    ($template:literal) => {
        #[cfg(debug_assertions)]
        $crate::inventory::submit! { $crate::Template($template) }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_filled_in_order() {
        let (field, count) = ("next", 3);
        let message = msg!("class `{}` has no field `{field}`: {{{count:>2}}}", "List");
        assert_eq!(message.as_str(), "class `List` has no field `next`: { 3}");
        assert_eq!(msg!("nothing").as_str(), "nothing");
    }

    #[test]
    fn translations_are_made_where_their_language_is_spoken() {
        let pair = |english: &str, german: &str| (english.to_owned(), german.to_owned());
        let german = [pair("`{}` has no `{}`", "kein `{1}` in `{0}`"), pair("a list", "eine Liste")];
        Language::speak(Some(Language::new("de", german)));
        let message = msg!("`{}` has no `{}`", msg!("a list"), "next");
        Language::speak(None);
        assert_eq!(message.as_str(), "kein `next` in `eine Liste`");
        assert_eq!(msg!("a list").as_str(), "a list");
    }

    #[test]
    fn templates_are_listed() {
        assert!(templates().contains(&"class `{}` has no field `{}`: {{{}}}"));
    }
}
