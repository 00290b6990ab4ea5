//! The library of Java: classes that programs use without giving them, in Java.
//!
//! Their names are always known. With the feature `library` their texts are part of the program; in the page they are a file, which is
//! fetched when a program names one of them.

use std::sync::OnceLock;

use super::index::Idx;
use super::source::{FileId, SourceFile};
use java_library::CLASSES;

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
