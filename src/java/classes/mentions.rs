//! Which names occur where in the text.

use rustc_hash::FxHashSet;

use super::super::lexer::Name;
use super::super::syntax::{ExprKind, Tree};
use super::ClassTable;
use base::{CompactSort, FileId, Span};

/// The simple names in the expressions of a program.
pub(super) struct Mentions {
    /// By their positions.
    places: Vec<(FileId, u32, Name)>,
    /// Those in local classes, whose objects need the variables in other places, too.
    in_local_classes: FxHashSet<Name>,
}

impl Mentions {
    fn new(tree: &Tree) -> Self {
        let name = |kind: &ExprKind| if let ExprKind::Name(name) = kind { Some(name.clone()) } else { None };
        let named = tree.expressions.iter().filter_map(|e| Some((e.span.file, e.span.start, name(&e.kind)?)));
        let mut places: Vec<(FileId, u32, Name)> = named.collect();
        places.compact_sort();
        let mut this = Self { places, in_local_classes: FxHashSet::default() };
        let has_name = |local: &super::super::syntax::LocalClass| local.simple_name.is_some();
        for class in tree.classes.iter().filter(|class| class.local.as_ref().is_some_and(has_name)) {
            let names: Vec<Name> = this.within(class.span).cloned().collect();
            this.in_local_classes.extend(names);
        }
        this
    }

    fn within(&self, span: Span) -> impl Iterator<Item = &Name> {
        let before = |end: u32| self.places.partition_point(|&(file, at, _)| (file, at) < (span.file, end));
        self.places[before(span.start)..before(span.end)].iter().map(|(.., name)| name)
    }
}

impl ClassTable<'_> {
    /// The names that code in this place may use.
    pub(crate) fn mentioned(&mut self, within: Span) -> FxHashSet<Name> {
        let tree = self.tree;
        let mentions = self.mentions.get_or_insert_with(|| Mentions::new(tree));
        mentions.within(within).chain(&mentions.in_local_classes).cloned().collect()
    }
}
