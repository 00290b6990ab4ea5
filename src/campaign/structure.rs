//! Data structures for random tasks: classes, and nonterminals with the fields that their tentacles give to objects.

use serde_json::{Value as Json, json};

use super::feature::Feature;

/// A class that grammars use.
#[derive(Clone, Debug)]
pub(super) struct Class {
    pub name: String,
    /// The class that it extends, and whose fields it inherits.
    pub parent: Option<usize>,
    pub fields: Vec<Field>,
}

/// A field of objects.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub name: String,
    pub ty: FieldType,
    pub usage: FieldUsage,
    /// Whether rules may mention it.
    pub in_rules: bool,
}

/// The type of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FieldType {
    /// An object of this class, or null.
    Class(usize),
    Boolean,
    Integer,
}

/// The use of a field in the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FieldUsage {
    /// It is declared, and statements may access it.
    Accessed,
    /// It is declared but never accessed.
    Declared,
    /// It is not declared.
    Undeclared,
}

/// The vertex expected at a tentacle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Tentacle {
    /// An object of a class, to which the nonterminal gives these fields.
    Source(usize, Vec<String>),
    /// An object of a class.
    Object(usize),
    /// An object of a class, or null.
    Any(usize),
    Null,
    /// This constant.
    Number(&'static str),
}

/// A nonterminal.
#[derive(Clone, Debug)]
pub(super) struct Symbol {
    pub name: String,
    pub tentacles: Vec<Tentacle>,
}

/// A data structure.
#[derive(Clone, Debug)]
pub(super) struct Structure {
    pub name: String,
    /// The first class refers to itself.
    pub classes: Vec<Class>,
    pub symbols: Vec<Symbol>,
    /// The grammar in task notation.
    pub grammar: Json,
    pub features: Vec<Feature>,
}

impl Class {
    pub(crate) fn new(name: &str, fields: Vec<Field>) -> Self {
        Self { name: name.to_owned(), parent: None, fields }
    }
}

impl Field {
    pub(crate) fn reference(name: &str, to: usize) -> Self {
        Self::new(name, FieldType::Class(to))
    }

    pub(crate) fn new(name: &str, ty: FieldType) -> Self {
        Self { name: name.to_owned(), ty, usage: FieldUsage::Accessed, in_rules: true }
    }
}

impl Structure {
    pub(crate) fn has(&self, feature: Feature) -> bool {
        self.features.contains(&feature)
    }

    /// The fields of objects of a class, inherited ones first.
    pub(crate) fn fields(&self, class: usize) -> impl Iterator<Item = &Field> {
        let class = &self.classes[class];
        class.parent.into_iter().flat_map(|parent| &self.classes[parent].fields).chain(&class.fields)
    }

    /// The reference fields of a class that the program may access, with the classes that they refer to.
    pub(crate) fn references(&self, class: usize) -> impl Iterator<Item = (&str, usize)> {
        self.fields(class).filter_map(|field| match field.ty {
            FieldType::Class(to) if field.usage == FieldUsage::Accessed => Some((field.name.as_str(), to)),
            _ => None,
        })
    }

    /// Whether an object of one class can be used where the other is wanted.
    pub(crate) fn fits(&self, class: usize, wanted: usize) -> bool {
        class == wanted || self.classes[class].parent == Some(wanted)
    }

    /// A class other than the first that does not extend it.
    pub(crate) fn second(&self) -> Option<usize> {
        (1..self.classes.len()).find(|&c| self.classes[c].parent.is_none())
    }

    /// The class that extends the first.
    pub(crate) fn subclass(&self) -> Option<usize> {
        self.classes.iter().position(|c| c.parent.is_some())
    }

    /// Adds a class that extends the first.
    pub(crate) fn add_subclass(&mut self) {
        self.classes.push(Class { name: "M".to_owned(), parent: Some(0), fields: Vec::new() });
    }
}

/// Grammar, classes and nonterminals; the first class refers to itself. `next:1` is a field that refers to the second
/// class; `*0` is a tentacle that gives an object of the first class all its fields, `!0` is attached to such an
/// object, `?0` to such an object or null, `-` to null.
const SHIPPED: &[(&str, &[&str], &[&str])] = &[
    ("SLList", &["ListNode next:0"], &["RefSLList *0 ?0"]),
    ("CSLList", &["ListNode next:0"], &["RefCSLList *0", "RefSLList *0 ?0"]),
    ("DLList", &["DLListNode next:0 prev:0"], &["RefDLList ?0 *0 *0 ?0"]),
    ("BT", &["BTNode left:0 right:0"], &["RefBT *0 -", "RefTP *0 !0 -"]),
    ("TailList", &["ListNode next:0", "TailList head:0 tail:0"], &["RefTailList *1 -", "RefTailSegment *0 *0 ?0"]),
    ("HeadList", &["HeadListNode next:0 head:0"], &["RefHeadList *0 ?0", "RefHeadSegment *0 ?0 !0"]),
    (
        "NestedList",
        &["NestedListNode next:0 inner:1", "ListNode next:1"],
        &["RefNestedList *0 -", "RefSLList *1 ?1", "RefNestedSegment *0 !0 -"],
    ),
    ("SkipList", &["SkipListNode next:0 skip:0"], &["RefSkipList *0 -", "RefSkipGap *0 !0 -"]),
    ("ParentTree", &["ParentTreeNode left:0 right:0 parent:0"], &["RefParentTree *0 -", "RefParentSubtree *0 !0 -"]),
    (
        "LinkedTree",
        &["LinkedTreeNode left:0 right:0 next:0"],
        &["RefLinkedTree *0 *0 -", "RefLinkedSubtree *0 *0 !0 -"],
    ),
];

/// The names of the built-in grammars that random tasks use.
pub(crate) fn shipped_names() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|(name, ..)| *name)
}

/// The structure of a built-in grammar.
pub(super) fn shipped(name: &str) -> Option<Structure> {
    let (name, classes, symbols) = SHIPPED.iter().find(|(n, ..)| *n == name)?;
    let class = |text: &&str| {
        let mut words = text.split(' ');
        let name = words.next()?;
        let fields = words.filter_map(|w| w.split_once(':')).map(|(f, c)| Field::reference(f, c.parse().unwrap_or(0)));
        Some(Class::new(name, fields.collect()))
    };
    let classes: Vec<Class> = classes.iter().filter_map(class).collect();
    let tentacle = |word: &str| {
        let class = word[1..].parse().unwrap_or(0);
        match &word[..1] {
            "*" => Tentacle::Source(class, classes[class].fields.iter().map(|f| f.name.clone()).collect()),
            "!" => Tentacle::Object(class),
            "?" => Tentacle::Any(class),
            _ => Tentacle::Null,
        }
    };
    let symbol = |text: &&str| {
        let mut words = text.split(' ');
        Some(Symbol { name: words.next()?.to_owned(), tentacles: words.map(tentacle).collect() })
    };
    let symbols = symbols.iter().filter_map(symbol).collect();
    let grammar = json!({"predefined": name});
    Some(Structure { name: (*name).to_owned(), classes, symbols, grammar, features: Vec::new() })
}
