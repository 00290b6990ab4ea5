//! What the classes and methods of a program are called in Java, and whether a test beside them may use these names.

use super::test_class::ClassName;
use base::{CompactSort, Sources, Span};
use program::cfa::ProcedureId;
use program::objects::{ClassId, Field, Operation, Procedure, Program};

/// The names of a program, as a test in the package of its entry class sees them.
pub(super) struct Names<'a> {
    pub program: &'a Program,
    pub sources: &'a Sources,
    package: Option<String>,
}

impl<'a> Names<'a> {
    pub(super) fn new(program: &'a Program, sources: &'a Sources, entry: ProcedureId) -> Self {
        let span = program.procedures[entry].span;
        Self { program, sources, package: package(&sources.file(span.file).text) }
    }

    /// The package of the test.
    pub(super) fn package(&self) -> Option<&str> {
        self.package.as_deref()
    }

    fn text(&self, span: Span) -> &'a str {
        self.sources.file(span.file).text.get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    /// A class that objects in a heap have; `None` if it is neither one of the program nor a public one of the library.
    pub(super) fn class(&self, name: &str) -> Option<ClassName> {
        let id = self.program.class_named(name)?;
        let Some(span) = self.program.classes[id].span else {
            let source = Some("Object".to_owned());
            return (name == "Object").then(|| ClassName { binary: "java.lang.Object".to_owned(), source });
        };
        let package = package(&self.sources.file(span.file).text);
        if let Some(package) = package.as_ref().filter(|_| span.is_of_library()) {
            let binary = format!("{package}.{name}");
            return self.has_word(span, "public", "class").then(|| ClassName { source: Some(binary.clone()), binary });
        }
        // Where several packages have a class with this name, it tells which one is meant.
        let prefix = package.as_ref().map(|package| package.replace('.', "$") + "$");
        let name = prefix.and_then(|prefix| name.strip_prefix(&*prefix)).unwrap_or(name);
        let is_near = package == self.package && self.is_accessible(id);
        let binary = package.map_or(name.to_owned(), |package| format!("{package}.{name}"));
        Some(ClassName { binary, source: is_near.then(|| name.replace('$', ".")) })
    }

    fn is_accessible(&self, class: ClassId) -> bool {
        let name = &self.program.classes[class].name;
        let ends = name.match_indices('$').map(|(at, _)| at).chain([name.len()]);
        let around = ends.filter_map(|end| self.program.class_named(&name[..end]));
        around.filter_map(|class| self.program.classes[class].span).all(|span| !self.has_word(span, "private", "class"))
    }

    /// Whether a word stands before another one in the head of a declaration.
    fn has_word(&self, span: Span, word: &str, before: &str) -> bool {
        let words = self.text(span).split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'));
        words.take_while(|w| *w != before && *w != "interface").any(|w| w == word)
    }

    /// Whether a method may be called by its name.
    pub(super) fn is_callable(&self, procedure: &Procedure) -> bool {
        let text = self.text(procedure.span);
        let head = text.split('{').next().unwrap_or_default();
        // Numbers are not converted to these types in calls.
        let is_narrow = |word: &str| matches!(word, "byte" | "short" | "char");
        let parameters = head.split(|c: char| !c.is_alphanumeric()).any(is_narrow);
        let near = self.class(&self.program.classes[procedure.class].name).is_some_and(|class| class.source.is_some());
        near && !parameters && !self.has_word(procedure.span, "private", &procedure.name)
    }

    /// Whether `new C()` only makes an object, and a test may say so.
    pub(super) fn is_plain(&self, class: ClassId) -> bool {
        let ancestry = self.program.ancestry(class).filter(|&class| self.program.classes[class].span.is_some());
        let Some(span) = self.program.classes[class].span else { return true };
        !self.has_word(span, "abstract", "class")
            && !self.text(span).trim_start().starts_with("interface")
            && ancestry.into_iter().all(|class| self.is_idle(class))
    }

    /// Whether a class has a constructor without parameters that does nothing; without any it has that one.
    fn is_idle(&self, class: ClassId) -> bool {
        let all = self.program.classes[class].procedures.iter().map(|&id| &self.program.procedures[id]);
        let mut constructors = all.filter(|p| p.name == "<init>").peekable();
        constructors.peek().is_none() || constructors.any(|p| p.parameters.is_empty() && self.does_nothing(p))
    }

    /// Whether a constructor does nothing but call that of the class above it, and is not private.
    fn does_nothing(&self, constructor: &Procedure) -> bool {
        let simple = self.program.classes[constructor.class].name.rsplit('$').next().unwrap_or_default();
        let is_idle = |operation: &Operation| match operation {
            Operation::Skip => true,
            Operation::Call(call) => {
                let name = |id| self.program.procedures[id].name.as_str();
                call.arguments.is_empty() && call.callee.candidates().all(|id| name(id) == "<init>")
            }
            _ => false,
        };
        let own = Some(constructor.span) != self.program.classes[constructor.class].span;
        constructor.cfa.edges.iter().all(|edge| is_idle(&edge.operation))
            && !(own && self.has_word(constructor.span, "private", simple))
    }

    /// A field of the objects of a class.
    pub(super) fn field(&self, class: &str, name: &str) -> Option<&'a Field> {
        self.fields(class).find(|field| field.name == name)
    }

    fn fields(&self, class: &str) -> impl Iterator<Item = &'a Field> + use<'a> {
        let program = self.program;
        let class = program.class_named(class);
        let ancestry = class.into_iter().flat_map(|class| program.ancestry(class));
        ancestry.flat_map(|class| &program.classes[class].fields).map(|&field| &program.fields[field])
    }

    /// The names of the fields that refer to objects, sorted.
    pub(super) fn references(&self, class: &str) -> Vec<&'a str> {
        let references = self.fields(class).filter(|f| f.ty.is_reference());
        let mut names: Vec<&str> = references.map(|f| f.name.as_str()).collect();
        names.compact_sort();
        names
    }

    /// Whether the test may assign a field.
    pub(super) fn is_assignable(&self, field: &Field) -> bool {
        let text = &self.sources.file(field.span.file).text;
        let before = text.get(..field.span.start as usize).unwrap_or_default();
        let own = before.rsplit([';', '{', '}']).next().unwrap_or_default();
        let mut words = own.split(|c: char| !c.is_alphanumeric());
        let class = &self.program.classes[field.class].name;
        !words.any(|word| matches!(word, "private" | "final"))
            && self.class(class).is_some_and(|class| class.source.is_some())
    }
}

/// The package that a file declares: the first word after comments and annotations that are not arguments.
fn package(text: &str) -> Option<String> {
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let after = |start: &str, end: &str| rest.strip_prefix(start).map(|r| r.split_once(end).map_or("", |(_, r)| r));
        rest = match after("//", "\n").or_else(|| after("/*", "*/")).or_else(|| after("@", "\n")) {
            Some(rest) => rest,
            None => break,
        };
    }
    let name = rest.strip_prefix("package")?.split_once(';')?.0;
    let name: String = name.chars().filter(|c| !c.is_whitespace()).collect();
    let is_name = name.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '$'));
    (is_name && rest["package".len()..].starts_with(char::is_whitespace)).then_some(name)
}

/// Words in one, each with a capital letter: `F1-top-level` is `F1TopLevel`.
pub(super) fn in_one_word(text: &str) -> String {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.map(|word| word[..1].to_ascii_uppercase() + &word[1..]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_and_words() {
        assert_eq!(package("/* package x; */ // package y;\n\npackage a . b;\nclass C { }").as_deref(), Some("a.b"));
        assert_eq!(package("class C { }"), None);
        assert_eq!(package("packages.C x;"), None);
        assert_eq!(package("/* open"), None);
        assert_eq!(in_one_word("F1-top-level"), "F1TopLevel");
        assert_eq!(in_one_word("ähnlich"), "Hnlich");
    }
}
