//! The library: predefined grammars and example tasks.
//!
//! With the feature `library` they are part of the program. In the modules of the page they are not: there they are a file, which
//! the page fetches once and gives to each module as it starts.

#[cfg(feature = "library")]
use included::{examples as known_examples, grammars as known_grammars};
#[cfg(not(feature = "library"))]
pub use provided::provide;
#[cfg(not(feature = "library"))]
use provided::{examples as known_examples, grammars as known_grammars};

/// Names and texts, in the order in which they are to be shown.
type Texts = &'static [(&'static str, &'static str)];

/// Name and JSON text of each predefined grammar.
pub fn predefined_grammars() -> Texts {
    known_grammars()
}

/// The text of the predefined grammar `name`.
pub fn predefined_grammar(name: &str) -> Option<&'static str> {
    text(predefined_grammars(), name)
}

/// Name and task document of each example, in the order in which they are to be shown. The documents are self-contained.
pub fn examples() -> Texts {
    known_examples()
}

/// The task document of the example `id`.
pub fn example(id: &str) -> Option<&'static str> {
    text(examples(), id)
}

fn text(texts: Texts, name: &str) -> Option<&'static str> {
    texts.iter().find(|(n, _)| *n == name).map(|&(_, text)| text)
}

/// Grammars and examples as part of the program. `scripts/engine.mjs` reads the two lists for the page.
#[cfg(feature = "library")]
mod included {
    use super::Texts;

    macro_rules! grammars {
        ($($name:literal),* $(,)?) => {
            &[$(($name, include_str!(concat!("../../grammars/", $name, ".json")))),*]
        };
    }

    macro_rules! examples {
        ($($name:literal),* $(,)?) => {
            &[$(($name, include_str!(concat!("../../examples/", $name, ".json")))),*]
        };
    }

    pub(super) fn grammars() -> Texts {
        grammars![
            "SLList",
            "DLList",
            "BT",
            "BT_conf",
            "CSLList",
            "HeadList",
            "LinkedTree",
            "NestedList",
            "ParentTree",
            "SkipList",
            "TailList",
        ]
    }

    pub(super) fn examples() -> Texts {
        examples![
            "lists/reverse",
            "lists/find-middle",
            "lists/find-middle-faulty",
            "lists/insert",
            "lists/append",
            "lists/drop-first",
            "lists/zip",
            "lists/ring",
            "lists/queue",
            "lists/list-of-lists",
            "lists/skip-list",
            "lists/own-grammar",
            "lists/even-list",
            "lists/stack-formula",
            "lists/append-definitions",
            "own/stack",
            "own/queue",
            "own/deque-faulty",
            "own/sorted-list",
            "own/merge-sort",
            "own/same-tree-faulty",
            "own/sentinels",
            "own/doubly-linked",
            "own/ring",
            "own/carousel",
            "own/recent-files",
            "own/polynomial",
            "own/search-tree",
            "own/successor-faulty",
            "own/expression-faulty",
            "own/event-queue",
            "own/folders",
            "own/leftist-heap",
            "own/sketch",
            "own/list-of-lists",
            "own/trie",
            "own/courses",
            "own/iterator-faulty",
            "own/bank-faulty",
            "own/pool-faulty",
            "own/persistent-list",
            "memory-safety/remove-last-faulty",
            "memory-safety/remove-last",
            "doubly-linked/reverse",
            "doubly-linked/insert",
            "doubly-linked/insert-faulty",
            "doubly-linked/remove",
            "trees/leftmost",
            "trees/search-formula",
            "trees/rotate",
            "trees/lindstrom",
            "trees/parent-pointers",
            "recursion/build",
            "recursion/reverse",
            "recursion/mirror",
            "recursion/traverse-tree",
            "endings/traverse",
            "endings/reverse",
            "endings/find-middle",
            "endings/merge",
            "endings/delete-least",
            "endings/mirror",
            "endings/ackermann",
            "endings/ring",
            "endings/allocate",
            "hierarchy/traverse-with-swap",
            "hierarchy/skip-a-callee",
            "hierarchy/reverse-inside",
            "hierarchy/round-a-ring",
            "hierarchy/who-holds-the-lock",
            "paper/figure-2-3",
            "paper/figure-2-5",
            "paper/figure-2-6",
            "paper/figure-2-9",
            "paper/figure-2-10",
            "paper/figure-2-11",
            "paper/figure-3-2",
            "paper/figure-3-3",
            "paper/figure-3-4",
            "paper/figure-3-5",
            "paper/figure-4-1",
            "paper/figure-5-1",
            "inheritance/dispatch",
            "inheritance/mixed-list",
            "control-flow/flag",
            "control-flow/switch",
            "control-flow/finally",
            "control-flow/uncaught",
            "monitors/read-after-close",
            "monitors/turns",
            "boolean/figure-1",
            "boolean/locks",
            "boolean/locks-repaired",
            "boolean/quicksort-faulty",
            "boolean/quicksort",
            "boolean/mutual-recursion",
            "boolean/infinite-recursion",
            "boolean/starvation",
            "boolean/division",
            "boolean/parity",
            "c/binary-search",
            "c/binary-search-mended",
            "c/rules",
            "c/advanced-rule",
            "c/locks-5",
            "c/locks-10",
            "c/locks-15",
            "c/locks-faulty",
            "c/driver",
            "c/gcd",
            "c/sort",
            "c/division",
            "c/delay",
            "c/twins",
            "c/mccarthy",
            "c/ackermann",
            "forest/sll-delete",
            "forest/sll-reverse",
            "forest/sll-bubble-sort",
            "forest/sll-insertion-sort",
            "forest/sll-merge-sort",
            "forest/sll-of-cslls",
            "forest/sll-with-head",
            "forest/sll-of-01-slls",
            "forest/sll-linux",
            "forest/dll-insert",
            "forest/dll-reverse",
            "forest/dll-insertion-sort-1",
            "forest/dll-insertion-sort-2",
            "forest/cdll",
            "forest/dll-of-cdlls",
            "forest/sll-of-two-cdlls-linux",
            "forest/given-box-dll",
            "forest/given-box-rings",
            "forest/given-box-missing",
            "forest/tree",
            "forest/tree-with-stack",
            "forest/tree-with-parents",
            "forest/tree-dsw",
            "forest/sll-delete-all-faulty",
            "forest/sll-of-01-slls-faulty",
            "forest/sll-delete-faulty",
            "forest/dll-insert-faulty",
            "forest/dll-delete-faulty",
            "forest/cdll-faulty",
            "forest/sll-linux-faulty",
            "forest/tree-faulty",
            "forest/tree-with-parents-faulty",
            "forest/sll-reverse-faulty",
            "forest/recursive-sll-build",
            "forest/recursive-sll-destroy",
            "forest/recursive-sll-append",
            "forest/recursive-sll-reverse",
            "forest/recursive-sll-delete",
            "forest/recursive-tree-build",
            "forest/recursive-tree-destroy",
            "forest/recursive-tree-insert",
            "forest/recursive-tree-copy",
            "forest/recursive-tree-mirror",
            "forest/java-list-reverse",
            "forest/java-doubly-linked",
            "forest/java-tree",
            "forest/java-list-of-lists",
            "forest/java-remove-faulty",
            "unknown/a-small-budget",
            "unknown/nothing-describes-it",
            "unknown/a-field-that-is-not-followed",
            "unknown/only-what-is-built",
            "unknown/a-number-from-outside",
            "unknown/a-class-of-the-library",
            "unknown/runs-up-to-a-length",
            "unknown/calls-too-deep",
            "unknown/state-by-state",
            "learned/reverse",
            "learned/doubly-linked",
            "learned/mirror",
            "heaps-in-c/reverse",
            "heaps-in-c/reverse-faulty",
            "heaps-in-c/free-from-end",
            "heaps-in-c/traverse-tree",
        ]
    }
}

/// Grammars and examples that someone provides.
#[cfg(not(feature = "library"))]
mod provided {
    use std::sync::OnceLock;

    use super::Texts;

    #[derive(Default)]
    struct Library {
        grammars: Texts,
        examples: Texts,
    }

    static LIBRARY: OnceLock<Library> = OnceLock::new();

    /// Provides grammars and examples, once, as pairs of a name and a text. Until then there are none.
    pub fn provide(grammars: Vec<(String, String)>, examples: Vec<(String, String)>) {
        LIBRARY.get_or_init(|| Library { grammars: kept(grammars), examples: kept(examples) });
    }

    fn kept(texts: Vec<(String, String)>) -> Texts {
        texts.into_iter().map(|(name, text)| (&*name.leak(), &*text.leak())).collect::<Vec<_>>().leak()
    }

    pub(super) fn grammars() -> Texts {
        LIBRARY.get().map_or(&[], |library| library.grammars)
    }

    pub(super) fn examples() -> Texts {
        LIBRARY.get().map_or(&[], |library| library.examples)
    }
}
