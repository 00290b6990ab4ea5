//! The program files in a directory.

use std::collections::BTreeSet;

use crate::load::Loader;
use base::{CollectByInsertion, Span, msg};

/// Adds the file of `class` below `directory`, and every other file there whose class is mentioned in an added file.
///
/// If `class` has no file of its own, all files are added: any of them may declare it.
pub(super) fn collect(directory: &str, class: &str, span: Span, loader: &mut Loader<'_>) {
    let (package, simple) = class.rsplit_once('.').map_or((String::new(), class), |(p, c)| (p.replace('.', "/"), c));
    let directory = if package.is_empty() { directory.to_owned() } else { format!("{directory}/{package}") };
    let directory = directory.trim_end_matches('/');
    let listed = loader.files.list(directory);
    let mut others: BTreeSet<String> = match &listed {
        Ok(names) => names.iter().filter_map(|n| n.strip_suffix(".java")).map(str::to_owned).collect_by_insertion(),
        Err(_) => BTreeSet::new(),
    };
    let mut wanted = vec![simple.to_owned()];
    if listed.is_ok() && !others.contains(simple) {
        if others.is_empty() {
            loader.error("settings/no-program", span, msg!("`{directory}` has no Java files"));
        }
        wanted = others.iter().cloned().collect();
    }
    others.retain(|name| !wanted.contains(name));
    let mut next = 0;
    while let Some(name) = wanted.get(next) {
        next += 1;
        let name = format!("{name}.java");
        let Some(file) = loader.read_path(&format!("{directory}/{name}"), span) else { continue };
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let text = loader.loaded.sources.file(file).text.clone();
        for word in text.split(|c| !is_part(c)) {
            if others.remove(word) {
                wanted.push(word.to_owned());
            }
        }
        loader.add_program_file(&name, file);
    }
}
