//! The predefined grammars of hrglass, as JSON documents.

macro_rules! texts {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!($name, ".json")))),*]
    };
}

/// Name and text of each, in the order in which they are to be shown.
pub const GRAMMARS: &[(&str, &str)] = texts![
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
