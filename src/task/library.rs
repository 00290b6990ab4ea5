//! What is built in: predefined grammars and example tasks.

macro_rules! grammars {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../grammars/", $name, ".json")))),*]
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
const EXAMPLES: &[(&str, &str)] = &[];

/// The built-in examples, in the order in which they are to be shown.
pub fn examples() -> &'static [(&'static str, &'static str)] {
    EXAMPLES
}

/// The task document of the example `id`.
pub fn example(id: &str) -> Option<&'static str> {
    EXAMPLES.iter().find(|(n, _)| *n == id).map(|&(_, text)| text)
}
