//! How the collections of the library are made, for all that looks into them: chains of cells or entries.

/// Collections that are chains of objects of one class.
#[derive(Debug)]
pub struct Chain {
    /// The class that all of them extend.
    pub collection: &'static str,
    /// Fields of collections that say nothing of what is in them, besides [`FIRST`].
    pub bookkeeping: &'static [&'static str],
    /// The class of the objects in the chain.
    pub link: &'static str,
    /// The fields of such an object that users of the collection see.
    pub contents: &'static [&'static str],
    /// The class that all iterators extend.
    pub iterator: &'static str,
    /// The fields that lead from an iterator to its collection.
    pub iterated: &'static [&'static str],
    /// The class of what is between an iterator and its collection.
    pub view: Option<&'static str>,
}

/// The field of a collection with the first object of its chain; null if the collection is empty.
pub const FIRST: &str = "first";
/// The field of these objects, and of iterators, with the next one; null behind the last one.
pub const NEXT: &str = "next";
/// The field of a collection with the number of its elements.
pub const SIZE: &str = "size";
/// The field of a hash map or set with the size of the JDK's table.
pub const TABLE: &str = "table";
/// The field of a collection with what iterators of it have seen.
pub const VERSION: &str = "version";
/// The field of an iterator with the version of its collection when it last looked.
pub const EXPECTED: &str = "expected";
/// Fields of iterators that say nothing of where they are.
pub const OF_ITERATORS: [&str; 4] = ["last", "index", "end", EXPECTED];
/// The field of entries with the key.
pub const KEY: &str = "key";
/// The field of cells with the element, and of entries with the value.
pub const VALUE: &str = "value";
/// The field of cells and entries with a hash code.
pub const HASH: &str = "hash";

/// Lists, sets and queues.
pub static CELLS: Chain = Chain {
    collection: "CellList",
    bookkeeping: &[SIZE, VERSION, "near", TABLE],
    link: "CellList$Cell",
    contents: &[VALUE],
    iterator: "CellList$Walk",
    iterated: &["list"],
    view: None,
};

/// Maps.
pub static ENTRIES: Chain = Chain {
    collection: "EntryChain",
    bookkeeping: &[SIZE, VERSION, TABLE, "isByAccess", "evicts"],
    link: "EntryChain$Entry",
    contents: &[KEY, VALUE],
    iterator: "EntryChain$Walk",
    iterated: &["view", "map"],
    view: Some("EntryChain$View"),
};

/// Both kinds.
pub static CHAINS: [&Chain; 2] = [&CELLS, &ENTRIES];

#[cfg(all(test, feature = "texts"))]
mod tests {
    use super::*;
    use crate::{CLASSES, TEXTS};

    fn text(class: &str) -> &'static str {
        let position = CLASSES.iter().position(|(name, _)| *name == class);
        position.map_or("", |position| TEXTS[position])
    }

    /// The fields that the outer class of a file declares.
    fn fields(text: &str) -> Vec<&str> {
        let declared = text.lines().filter_map(|line| line.strip_prefix("    ")?.strip_suffix(';'));
        let declared = declared.filter(|line| !line.starts_with(' ') && !line.contains(['(', '{']));
        declared.filter_map(|line| line.split(" = ").next()?.split(' ').next_back()).collect()
    }

    fn extends(class: &str, ancestor: &str) -> bool {
        class == ancestor
            || text(class)
                .split_once(" extends ")
                .and_then(|(_, rest)| rest.split(['<', ' ']).next())
                .is_some_and(|superclass| !text(superclass).is_empty() && extends(superclass, ancestor))
    }

    /// A field that is not mentioned here would be a selector in pictures. Comparators are one.
    #[test]
    fn all_fields_of_collections_are_known() {
        for chain in CHAINS {
            let known = |field: &&str| *field == FIRST || *field == "order" || chain.bookkeeping.contains(field);
            let all: Vec<&str> =
                CLASSES.iter().map(|&(name, _)| name).filter(|name| extends(name, chain.collection)).collect();
            assert!(all.len() > 5, "{all:?}");
            let declared: Vec<&str> = all.iter().flat_map(|class| fields(text(class))).collect();
            assert!(declared.iter().all(known), "{declared:?}");
            assert!([FIRST, SIZE, VERSION].iter().all(|field| declared.contains(field)), "{declared:?}");
            for class in [chain.link, chain.iterator].into_iter().chain(chain.view) {
                let (outer, inner) = class.split_once('$').unwrap_or_default();
                assert!(text(outer).contains(&format!("class {inner}<")), "{class}");
            }
            for field in chain.contents.iter().chain(chain.iterated).chain(&[NEXT, EXPECTED, HASH]) {
                let is_declared = |end: &str| text(chain.collection).contains(&format!(" {field}{end}"));
                assert!([";", ","].into_iter().any(is_declared), "{field}");
            }
        }
    }
}
