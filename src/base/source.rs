//! Source files and positions in them.

use super::index::{Idx, IndexVec};
use super::library;
use crate::newtype_index;

newtype_index! {
    /// A source file of the task.
    pub struct FileId;
}

/// A half-open range of bytes `start..end` of one file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// First byte after the range.
    pub end: u32,
}

impl Span {
    /// Whether it is in a file of the [library].
    pub fn is_of_library(self) -> bool {
        self.file.index() >= library::FIRST
    }

    /// The range `start..end` of `file`.
    pub fn new(file: FileId, start: usize, end: usize) -> Self {
        let clamp = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Self { file, start: clamp(start), end: clamp(end.max(start)) }
    }

    /// The smallest range that covers both; `other` must be of the same file.
    pub fn to(self, other: Span) -> Span {
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Whether all of another range is in this one.
    pub fn contains(self, other: Span) -> bool {
        self.file == other.file && self.start <= other.start && other.end <= self.end
    }

    /// The same, but only this range if the other one ends before it, or is of another file.
    pub fn cover(self, other: Span) -> Span {
        if self.file == other.file && other.end >= self.start { self.to(other) } else { self }
    }
}

/// A value and its position in the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Its position.
    pub span: Span,
}

/// A named text with the positions of its lines.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// Its name, such as `SLList.java`.
    pub name: String,
    /// The whole text.
    pub text: String,
    line_starts: Vec<u32>,
}

impl SourceFile {
    /// Indexes the lines of `text`. Lines end with LF, CR LF or CR.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let (name, text) = (name.into(), text.into());
        let bytes = text.as_bytes();
        let mut line_starts = vec![0];
        for (i, &b) in bytes.iter().enumerate() {
            if b == b'\n' || (b == b'\r' && bytes.get(i + 1) != Some(&b'\n')) {
                line_starts.push(u32::try_from(i + 1).unwrap_or(u32::MAX));
            }
        }
        Self { name, text, line_starts }
    }

    /// Line and column of a byte, both from 1; the column counts UTF-16 code units, as editors do.
    pub fn position(&self, byte: u32) -> (u32, u32) {
        let line = self.line_starts.partition_point(|&start| start <= byte).max(1) - 1;
        let start = self.line_starts[line] as usize;
        let mut end = (byte as usize).min(self.text.len()).max(start);
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        let column = self.text.get(start..end).map_or(0, |s| s.encode_utf16().count());
        (u32::at(line) + 1, u32::at(column) + 1)
    }

    /// The byte at a line and column, as [`position`](Self::position) has them; absent beyond the end of the line.
    pub fn byte(&self, [line, column]: [u32; 2]) -> Option<usize> {
        let start = *self.line_starts.get((line as usize).checked_sub(1)?)? as usize;
        let mut units = (column as usize).checked_sub(1)?;
        for (at, c) in self.line(line).char_indices() {
            if units < c.len_utf16() {
                return Some(start + at);
            }
            units -= c.len_utf16();
        }
        (units == 0).then(|| start + self.line(line).len())
    }

    /// The text of a line (from 1) without its line break; empty beyond the last line.
    pub fn line(&self, line: u32) -> &str {
        let Some(&start) = (line as usize).checked_sub(1).and_then(|l| self.line_starts.get(l)) else { return "" };
        let end = self.line_starts.get(line as usize).map_or(self.text.len(), |&e| e as usize);
        self.text[start as usize..end].trim_end_matches(['\n', '\r'])
    }
}

/// The files of a task, in the order given.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: IndexVec<FileId, SourceFile>,
}

impl Sources {
    /// Adds a file.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        self.files.push(SourceFile::new(name, text))
    }

    /// The file, which may be one of the [library].
    pub fn file(&self, id: FileId) -> &SourceFile {
        match id.index().checked_sub(library::FIRST) {
            Some(position) => library::file(position),
            None => &self.files[id],
        }
    }

    /// All files in order.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter_enumerated()
    }

    /// The line (from 1) on which a range starts.
    pub fn line_of(&self, span: Span) -> u32 {
        self.file(span.file).position(span.start).0
    }

    /// Whether a range starts on this line of the file of this name, or of any file.
    pub fn is_line(&self, span: Span, file: Option<&str>, line: u32) -> bool {
        file.is_none_or(|name| name == self.file(span.file).name) && self.line_of(span) == line
    }
}

/// Plain numbers as indices, for tables whose rows need no type of their own.
impl Idx for u32 {
    fn at(position: usize) -> Self {
        u32::try_from(position).unwrap_or(u32::MAX)
    }
    fn index(self) -> usize {
        self as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_where_their_positions_are() {
        let file = SourceFile::new("text", "aä😀b\r\n\nc");
        for (byte, _) in file.text.char_indices().filter(|(_, c)| !c.is_control()) {
            let (line, column) = file.position(byte as u32);
            assert_eq!(file.byte([line, column]), Some(byte));
        }
        assert_eq!(
            [[1, 6], [1, 7], [2, 1], [3, 2], [4, 1], [0, 1]].map(|place| file.byte(place)),
            [Some(8), None, Some(10), Some(12), None, None]
        );
    }
}
