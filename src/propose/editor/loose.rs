//! Finds files given by a user by the paths in tasks, even if folders are missing or added.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::NamedText;
use base::{CollectByInsertion, Message, msg};
use task::{Files, file_name};

/// The components of a path with `.` and `..` resolved; `..` at the top is ignored.
pub(super) fn parts(path: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    for part in path.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts
}

/// Files in memory.
///
/// A path is resolved relative to the document, then relative to the top, then as the file with the longest common
/// suffix, if there is only one; folders likewise.
pub(super) struct LooseFiles<'a> {
    files: &'a [NamedText],
    /// The paths of `files`.
    paths: Vec<Vec<&'a str>>,
    /// The folder of the document that refers to the files.
    folder: &'a [&'a str],
    /// The files that have been read.
    pub used: BTreeSet<usize>,
    /// The files among them that were found only by their names.
    pub by_name: BTreeSet<usize>,
}

impl<'a> LooseFiles<'a> {
    /// The files, with the folder of the document that refers to them.
    pub(super) fn new(files: &'a [NamedText], folder: &'a [&'a str]) -> Self {
        let paths = files.iter().map(|file| parts(&file.name)).collect();
        Self { files, paths, folder, used: BTreeSet::new(), by_name: BTreeSet::new() }
    }

    /// The position among `paths` that `wanted` resolves to and the number of matching components at its end; or why
    /// there is none.
    fn find(&self, wanted: &[&str], paths: &[&[&str]]) -> Result<(usize, usize), Message> {
        let beside = [self.folder, wanted].concat();
        let rank = |path: &&[&str]| {
            let shared = path.iter().rev().zip(wanted.iter().rev()).take_while(|(a, b)| a == b).count();
            (*path == beside, *path == wanted, shared, Reverse(path.len()))
        };
        let ranks: Vec<_> = paths.iter().map(rank).collect();
        let best = ranks.iter().copied().max().filter(|&(beside, top, shared, _)| beside || top || shared > 0);
        let Some(best) = best else { return Err(msg!("it is not among the opened files")) };
        let found: Vec<usize> = (0..paths.len()).filter(|&i| ranks[i] == best).collect();
        match found.as_slice() {
            &[one] => Ok((one, best.2)),
            several => {
                let names = Message::any_of(several.iter().map(|&i| Message::code(paths[i].join("/"))));
                Err(msg!("it may be {names}"))
            }
        }
    }
}

impl Files for LooseFiles<'_> {
    fn read(&mut self, path: &str) -> Result<String, Message> {
        let wanted = parts(path);
        let paths: Vec<&[&str]> = self.paths.iter().map(Vec::as_slice).collect();
        let (found, shared) = self.find(&wanted, &paths)?;
        self.used.insert(found);
        if shared == 1 && wanted.len() > 1 && self.paths[found].len() > 1 {
            self.by_name.insert(found);
        }
        Ok(self.files[found].text.clone())
    }

    fn list(&mut self, path: &str) -> Result<Vec<String>, Message> {
        let folders: BTreeSet<&[&str]> =
            self.paths.iter().flat_map(|p| (0..p.len()).map(|n| &p[..n])).collect_by_insertion();
        let folders: Vec<&[&str]> = folders.into_iter().collect();
        let all = || self.files.iter().map(|file| file_name(&file.name).to_owned());
        let names: BTreeSet<String> = match self.find(&parts(path), &folders) {
            Ok((found, _)) => {
                let inside = self.paths.iter().filter_map(|p| p.strip_prefix(folders[found]));
                inside.filter(|rest| rest.len() == 1).map(|rest| rest[0].to_owned()).collect_by_insertion()
            }
            // Without folders, everything may be in this one.
            Err(_) if self.paths.iter().all(|p| p.len() == 1) => all().collect_by_insertion(),
            Err(why) => return Err(why),
        };
        Ok(names.into_iter().collect())
    }
}
