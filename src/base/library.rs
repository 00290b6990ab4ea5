//! The library of Java: classes that programs use without giving them, in Java.
//!
//! Their names are always known. With the feature `library` their texts are part of the program; in the page they are a file, which is
//! fetched when a program names one of them.

use std::sync::OnceLock;

use super::index::Idx;
use super::source::{FileId, SourceFile};
use java_library::{CLASSES, METHODS, METHODS_FOR_OBJECTS};

/// The number of the first file of the library: tasks have fewer.
pub(super) const FIRST: usize = 1 << 24;

static FILES: OnceLock<Vec<SourceFile>> = OnceLock::new();
static PROVIDER: OnceLock<fn() -> Vec<String>> = OnceLock::new();

/// The texts of all classes.
fn texts() -> Vec<String> {
    if let Some(provider) = PROVIDER.get() {
        return provider();
    }
    #[cfg(feature = "library")]
    return java_library::TEXTS.iter().map(|&text| text.to_owned()).collect();
    #[cfg(not(feature = "library"))]
    Vec::new()
}

/// A file of the library. It is empty if its text is not there.
pub(super) fn file(position: usize) -> &'static SourceFile {
    let files = FILES.get_or_init(|| {
        let mut texts = texts().into_iter();
        let file = |&(name, package): &(&str, &str)| {
            let path = format!("{}/{name}.java", package.replace('.', "/"));
            SourceFile::new(path, texts.next().unwrap_or_default())
        };
        CLASSES.iter().map(file).collect()
    });
    &files[position]
}

fn position(name: &str) -> Option<usize> {
    CLASSES.binary_search_by(|(class, _)| (*class).cmp(name)).ok()
}

/// The file of the class of the library with this simple name.
pub fn library_file(name: &str) -> Option<FileId> {
    position(name).map(|position| FileId::at(FIRST + position))
}

/// The classes of the library, with their files, that may have a method with this name for another class; a static one is behind the name of
/// that class, if it is the one before.
pub fn library_files_with<'a>(
    before: Option<&'a str>,
    method: &'a str,
) -> impl Iterator<Item = (&'static str, FileId)> {
    let plain = METHODS.iter().filter(move |&&(of, ..)| of != "Arrays" || before == Some(of));
    let for_objects = METHODS_FOR_OBJECTS.iter().filter(move |&&(of, ..)| before == Some(of));
    let named = plain.chain(for_objects).filter(move |&&(_, name, _)| name == method);
    named.filter_map(|&(_, _, class)| Some((class, library_file(class)?)))
}

/// The class of the library that has a method of another one as a static method; one of an object takes that as its first argument.
pub fn library_class_with(class: &str, method: &str) -> Option<&'static str> {
    found(METHODS, class, method)
}

/// The class of the library that has a static method of another one for arrays of objects, and objects through which it goes.
pub fn library_class_for_objects(class: &str, method: &str) -> Option<&'static str> {
    found(METHODS_FOR_OBJECTS, class, method)
}

fn found(methods: &[(&str, &str, &'static str)], class: &str, method: &str) -> Option<&'static str> {
    methods.iter().find(|&&(of, name, _)| (of, name) == (class, method)).map(|&(_, _, class)| class)
}

/// The package of the class of the library with this simple name.
pub fn library_package(name: &str) -> Option<&'static str> {
    position(name).map(|position| CLASSES[position].1)
}

/// The simple names of the classes of the library.
pub fn library_names() -> impl Iterator<Item = &'static str> {
    CLASSES.iter().map(|&(name, _)| name)
}

/// Says how the texts of the library are got when a program first names a class of it, in the order of their names. They take the place of
/// those that are part of the program.
pub fn provide_library(texts: fn() -> Vec<String>) {
    PROVIDER.get_or_init(|| texts);
}
