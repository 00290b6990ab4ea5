//! Built-in grammars and example tasks.

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

/// Name and JSON text of each predefined grammar.
pub const PREDEFINED_GRAMMARS: &[(&str, &str)] = grammars![
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
];

/// The text of the predefined grammar `name`.
pub fn predefined_grammar(name: &str) -> Option<&'static str> {
    PREDEFINED_GRAMMARS.iter().find(|(n, _)| *n == name).map(|&(_, text)| text)
}

/// Name and task document of each built-in example. The documents are self-contained.
const EXAMPLES: &[(&str, &str)] = examples![
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
    "memory-safety/remove-last-faulty",
    "memory-safety/remove-last",
    "doubly-linked/reverse",
    "doubly-linked/insert",
    "doubly-linked/insert-faulty",
    "doubly-linked/remove",
    "trees/leftmost",
    "trees/rotate",
    "trees/lindstrom",
    "trees/parent-pointers",
    "recursion/build",
    "recursion/reverse",
    "recursion/mirror",
    "recursion/traverse-tree",
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
];

/// The built-in examples, in display order.
pub fn examples() -> &'static [(&'static str, &'static str)] {
    EXAMPLES
}

/// The task document of the example `id`.
pub fn example(id: &str) -> Option<&'static str> {
    EXAMPLES.iter().find(|(n, _)| *n == id).map(|&(_, text)| text)
}
