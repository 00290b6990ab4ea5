//! The library: predefined grammars and example tasks.
//!
//! With the feature `library` they are part of the program. In the page they are not: there they are a file, which the page fetches once
//! and gives to each engine as it starts.

use std::sync::OnceLock;

/// Names and texts, in the order in which they are to be shown.
type Texts = &'static [(&'static str, &'static str)];

#[derive(Clone, Copy)]
struct Library {
    grammars: Texts,
    examples: Texts,
}

#[cfg(feature = "library")]
const INCLUDED: Library = Library { grammars: grammars::GRAMMARS, examples: examples::EXAMPLES };
#[cfg(not(feature = "library"))]
const INCLUDED: Library = Library { grammars: &[], examples: &[] };

static PROVIDED: OnceLock<Library> = OnceLock::new();

fn library() -> Library {
    PROVIDED.get().copied().unwrap_or(INCLUDED)
}

/// Name and JSON text of each predefined grammar.
pub fn predefined_grammars() -> Texts {
    library().grammars
}

/// The text of the predefined grammar `name`.
pub fn predefined_grammar(name: &str) -> Option<&'static str> {
    text(predefined_grammars(), name)
}

/// Name and task document of each example, in the order in which they are to be shown. The documents are self-contained.
pub fn examples() -> Texts {
    library().examples
}

/// The task document of the example `id`.
pub fn example(id: &str) -> Option<&'static str> {
    text(examples(), id)
}

fn text(texts: Texts, name: &str) -> Option<&'static str> {
    texts.iter().find(|(n, _)| *n == name).map(|&(_, text)| text)
}

/// Provides grammars and examples, once, as pairs of a name and a text. They take the place of those that are part of the program.
pub fn provide(grammars: Vec<(String, String)>, examples: Vec<(String, String)>) {
    PROVIDED.get_or_init(|| Library { grammars: kept(grammars), examples: kept(examples) });
}

fn kept(texts: Vec<(String, String)>) -> Texts {
    texts.into_iter().map(|(name, text)| (&*name.leak(), &*text.leak())).collect::<Vec<_>>().leak()
}
