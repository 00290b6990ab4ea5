//! The files of classes that a program in Java uses and that nobody has named: found as compilers find them, by package and name.

use std::collections::{BTreeMap, BTreeSet};

use super::{COUNT_LIMIT, NamedText, listed_names};
use base::{CollectByInsertion, Diagnostic, Message, Sources, msg};
use java::{FileClasses, file_classes};
use task::Files;

/// What stands between the names of folders.
const SEPARATORS: [char; 2] = ['/', '\\'];

/// Where the files of a package are.
struct SourcePath {
    /// The folder of the file that is looked at, empty or with a separator at its end.
    folder: String,
    /// The package of this file.
    package: String,
}

impl SourcePath {
    fn new(file: &str, package: &str) -> Self {
        let folder = file.rfind(SEPARATORS).map_or("", |last| &file[..=last]);
        Self { folder: folder.to_owned(), package: package.to_owned() }
    }

    /// The folder and the name of the file of a class. It is found from the folder of the own package, through the packages that both have.
    /// A file that is in another folder may have packages beside it.
    fn place(&self, class: &str) -> (String, String) {
        let (package, name) = class.rsplit_once('.').unwrap_or(("", class));
        let parts = |package: &str| -> Vec<String> {
            package.split('.').filter(|name| !name.is_empty()).map(str::to_owned).collect()
        };
        let (own, other) = (parts(&self.package), parts(package));
        let shared = own.iter().zip(&other).take_while(|(own, other)| own == other).count();
        let (start, down) = match self.above(&own[shared..]) {
            Some(start) => (start, &other[shared..]),
            None => (self.folder.clone(), &other[..]),
        };
        (down.iter().fold(start, |folder, name| folder + name + "/"), format!("{name}.java"))
    }

    /// The folder around these ones, which are at the end of the own one; `None` if they are not.
    fn above(&self, names: &[String]) -> Option<String> {
        let mut folder = self.folder.clone();
        let mut names = names.iter().rev().peekable();
        while let Some(&name) = names.peek() {
            let around = folder.trim_end_matches(SEPARATORS);
            let start = around.rfind(SEPARATORS).map_or(0, |at| at + 1);
            match &around[start..] {
                "." => {
                    folder.truncate(start);
                    continue;
                }
                // What the current folder is called is not known here.
                "" | ".." => folder.push_str("../"),
                own if own == name => folder.truncate(start),
                _ => return None,
            }
            names.next();
        }
        Some(folder)
    }
}

/// The files of folders, each listed once.
#[derive(Default)]
struct Folders(BTreeMap<String, BTreeSet<String>>);

impl Folders {
    fn has(&mut self, folder: &str, file: &str, files: &mut dyn Files) -> bool {
        if !self.0.contains_key(folder) {
            let names = files.list(folder).unwrap_or_default();
            self.0.insert(folder.to_owned(), names.into_iter().collect());
        }
        self.0.get(folder).is_some_and(|names| names.contains(file))
    }
}

/// Files that a program in Java needs, besides those that are given.
#[derive(Default)]
pub struct NeededFiles {
    /// The files, each before those that it alone needs.
    pub files: Vec<NamedText>,
    /// Which they are, as a note; or why not all could be read.
    pub found: Option<Diagnostic>,
}

/// Reads the files of classes that files in Java name and none of them declares, and of classes that these name in turn. A file is where
/// compilers look for it: in the folder of its package, or for the same package beside the file that names the class. Names of files are
/// compared as they are written, also where the system ignores case.
pub fn needed_files(given: &[NamedText], files: &mut dyn Files) -> NeededFiles {
    let mut needed = NeededFiles::default();
    let (mut sources, mut folders) = (Sources::default(), Folders::default());
    let mut classes: Vec<FileClasses> = Vec::new();
    let mut declared: BTreeSet<String> = BTreeSet::new();
    let mut names: BTreeSet<String> = given.iter().map(|file| file.name.clone()).collect_by_insertion();
    let mut next = 0;
    loop {
        // All that is declared is known before a name is looked up.
        for NamedText { name, text } in given.iter().chain(&needed.files).skip(classes.len()) {
            let file = sources.add(&**name, &**text);
            let own = file_classes(&sources, file);
            declared.extend(own.declared.iter().cloned());
            classes.push(own);
        }
        let Some(FileClasses { package, named, .. }) = classes.get_mut(next).map(std::mem::take) else { break };
        let path = SourcePath::new(given.iter().chain(&needed.files).nth(next).map_or("", |file| &file.name), &package);
        next += 1;
        for candidates in named {
            let mut place = |class: &String| {
                let (folder, name) = path.place(class);
                folders.has(&folder, &name, files).then(|| folder + &name)
            };
            let found = candidates.iter().take_while(|&class| !declared.contains(class)).find_map(&mut place);
            let Some(name) = found.filter(|name| names.insert(name.clone())) else { continue };
            if needed.files.len() >= COUNT_LIMIT {
                needed.found = Some(too_many());
                return needed;
            }
            match files.read(&name) {
                Ok(text) => needed.files.push(NamedText { name, text }),
                Err(why) => {
                    needed.found = Some(unreadable(&name, &why));
                    return needed;
                }
            }
        }
    }
    let names: Vec<&str> = needed.files.iter().map(|file| file.name.as_str()).collect();
    if !names.is_empty() {
        let message = msg!("classes that the program uses were also read from {}", listed_names(&names));
        needed.found = Some(Diagnostic::note("task/source-path", None, message));
    }
    needed
}

fn too_many() -> Diagnostic {
    let message = msg!("the program uses more than {COUNT_LIMIT} files that are not given");
    Diagnostic::error("task/source-path", None, message).suggest(msg!("give the files that belong to it, or a folder"))
}

fn unreadable(name: &str, why: &Message) -> Diagnostic {
    Diagnostic::error("task/source-path", None, msg!("cannot read `{name}`: {why}"))
}
