//! Data structures that random tasks are about: classes, and nonterminals with what their tentacles give objects.

use crate::base::Random;
use serde_json::{Value as Json, json};

/// A class that grammars know.
#[derive(Clone, Debug)]
pub(super) struct Class {
    pub name: String,
    /// Names of reference fields, and which class they refer to.
    pub fields: Vec<(String, usize)>,
}

/// What is at a tentacle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Tentacle {
    /// An object of a class, which gets these fields there.
    Source(usize, Vec<String>),
    /// An object of a class.
    Object(usize),
    /// An object of a class, or null.
    Any(usize),
    Null,
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
    pub classes: Vec<Class>,
    pub symbols: Vec<Symbol>,
    /// The grammar as tasks name it.
    pub grammar: Json,
}

/// Grammar, classes and nonterminals; the first class refers to itself. `next:1` is a field that refers to the second class; `*0` is a tentacle at which an
/// object of the first class gets all its fields, `!0` one with such an object, `?0` with it or null, `-` with null.
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

/// The names of the predefined grammars that random tasks use.
pub fn shipped_names() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|(name, ..)| *name)
}

/// The structure of a predefined grammar.
pub(super) fn shipped(name: &str) -> Option<Structure> {
    let (name, classes, symbols) = SHIPPED.iter().find(|(n, ..)| *n == name)?;
    let class = |text: &&str| {
        let mut words = text.split(' ');
        let name = words.next()?.to_owned();
        let fields = words.filter_map(|w| w.split_once(':')).map(|(f, c)| (f.to_owned(), c.parse().unwrap_or(0)));
        Some(Class { name, fields: fields.collect() })
    };
    let classes: Vec<Class> = classes.iter().filter_map(class).collect();
    let tentacle = |word: &str| {
        let class = word[1..].parse().unwrap_or(0);
        match &word[..1] {
            "*" => Tentacle::Source(class, classes[class].fields.iter().map(|(f, _)| f.clone()).collect()),
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
    Some(Structure { name: (*name).to_owned(), classes, symbols, grammar: json!({"predefined": name}) })
}

/// A structure with a random grammar, which may be refused.
pub(super) fn random_structure(random: &mut Random) -> Structure {
    let count = 1 + random.below(2);
    let fields: Vec<(String, usize)> = ["f", "g"].iter().take(count).map(|f| ((*f).to_owned(), 0)).collect();
    let names: Vec<String> = fields.iter().map(|(f, _)| f.clone()).collect();
    let symbol = |name: &str, random: &mut Random| {
        let rank = 1 + random.below(3);
        let tentacle = |position: usize, random: &mut Random| match random.below(10) {
            0 if names.len() > 1 => Tentacle::Source(0, vec![random.one_of(&names).clone()]),
            1 => Tentacle::Source(0, names.clone()),
            _ if position == 0 => Tentacle::Source(0, names.clone()),
            2 | 3 => Tentacle::Object(0),
            4 => Tentacle::Null,
            _ => Tentacle::Any(0),
        };
        Symbol { name: name.to_owned(), tentacles: (0..rank).map(|p| tentacle(p, random)).collect() }
    };
    let symbols = ["X", "Y"][..1 + random.below(2)].iter().map(|name| symbol(name, random)).collect();
    let classes = vec![Class { name: "N".to_owned(), fields }];
    let mut structure = Structure { name: "random".to_owned(), classes, symbols, grammar: Json::Null };
    let mut nonterminals = Vec::new();
    for symbol in &structure.symbols {
        let count = 2 + random.below(3);
        let rules = (0..count).filter_map(|number| rule(&structure, symbol, number, random));
        let rules: Vec<Json> = rules.collect();
        nonterminals.push(json!({"nonterminal": symbol.name, "rank": symbol.tentacles.len(), "rules": rules}));
    }
    structure.grammar = json!({"name": "random.json", "grammar": nonterminals});
    structure
}

/// A rule; the first of a nonterminal derives no others.
fn rule(structure: &Structure, symbol: &Symbol, number: usize, random: &mut Random) -> Option<Json> {
    for _ in 0..8 {
        let mut draft = Draft::default();
        for tentacle in &symbol.tentacles {
            let (class, open) = match tentacle {
                Tentacle::Source(class, fields) => (Some(*class), fields.clone()),
                Tentacle::Object(class) | Tentacle::Any(class) => (Some(*class), Vec::new()),
                Tentacle::Null => (None, Vec::new()),
            };
            // Grammars whose selectors are hidden for ever are refused.
            draft.nodes.push(Node { class, open, is_reached: true, is_direct: !random.one_in(4) });
        }
        let (inner, edges) = if number == 0 { (0, 0) } else { (random.below(3), 1 + random.below(2)) };
        for _ in 0..inner {
            draft.add_object(structure, 0);
        }
        draft.fill(structure, edges, random);
        // A rule must derive something.
        let is_unit = draft.selectors.is_empty() && inner == 0 && draft.edges.len() < 2;
        if !is_unit && draft.nodes.iter().all(|n| n.is_reached) {
            return Some(draft.json(structure, 0..symbol.tentacles.len(), &[]));
        }
    }
    None
}

/// An initial heap, with parameters of these classes.
pub(super) fn random_heap(structure: &Structure, parameters: &[usize], random: &mut Random) -> Json {
    let mut draft = Draft::default();
    draft.nodes.push(Node { class: None, open: Vec::new(), is_reached: true, is_direct: false });
    for _ in 0..random.below(4) {
        let class = random.below(structure.classes.len());
        draft.add_object(structure, class);
    }
    draft.add_object(structure, 0);
    // Mostly what the structure is there for.
    let edges = 1 + random.below(3);
    draft.fill(structure, edges, random);
    let mut variables = vec![("null".to_owned(), 0)];
    for (position, &class) in parameters.iter().enumerate() {
        let objects: Vec<usize> = (0..draft.nodes.len()).filter(|&n| draft.nodes[n].class == Some(class)).collect();
        let target = if objects.is_empty() || random.one_in(5) { 0 } else { *random.one_of(&objects) };
        variables.push((format!("@parameter{position}:"), target));
    }
    if random.one_in(6) {
        variables.push(("ghost".to_owned(), random.below(draft.nodes.len())));
    }
    draft.json(structure, 0..0, &variables)
}

struct Node {
    /// None: null.
    class: Option<usize>,
    /// Fields that have no value yet.
    open: Vec<String>,
    is_reached: bool,
    /// Fields come from selectors only.
    is_direct: bool,
}

/// A heap in the making.
#[derive(Default)]
struct Draft {
    nodes: Vec<Node>,
    selectors: Vec<(usize, String, usize)>,
    edges: Vec<(String, Vec<usize>)>,
}

impl Draft {
    fn add_object(&mut self, structure: &Structure, class: usize) {
        let open = structure.classes[class].fields.iter().map(|(f, _)| f.clone()).collect();
        self.nodes.push(Node { class: Some(class), open, is_reached: false, is_direct: false });
    }

    /// Gives all objects their fields: by about so many nonterminal edges, and by selectors.
    fn fill(&mut self, structure: &Structure, edges: usize, random: &mut Random) {
        for _ in 0..edges {
            let symbol = random.one_of(&structure.symbols);
            let Some(tentacles) = self.tentacles(symbol, random) else { continue };
            for (tentacle, &node) in symbol.tentacles.iter().zip(&tentacles) {
                match tentacle {
                    Tentacle::Source(_, fields) => self.nodes[node].open.retain(|f| !fields.contains(f)),
                    _ => self.nodes[node].is_reached = true,
                }
            }
            self.edges.push((symbol.name.clone(), tentacles));
        }
        for source in 0..self.nodes.len() {
            let Some(class) = self.nodes[source].class else { continue };
            for field in std::mem::take(&mut self.nodes[source].open) {
                let fields = structure.classes[class].fields.iter();
                let to = fields.into_iter().find(|(f, _)| *f == field).map_or(class, |&(_, to)| to);
                let fits = |n: &usize| self.nodes[*n].class.is_none_or(|c| c == to);
                let all: Vec<usize> = (0..self.nodes.len()).filter(fits).collect();
                let new: Vec<usize> =
                    all.iter().copied().filter(|&n| !self.nodes[n].is_reached && n != source).collect();
                let choice = if new.is_empty() || random.one_in(4) { &all } else { &new };
                let target = *random.one_of(choice);
                self.nodes[target].is_reached = true;
                self.selectors.push((source, field, target));
            }
        }
    }

    /// Nodes at which an edge fits.
    fn tentacles(&self, symbol: &Symbol, random: &mut Random) -> Option<Vec<usize>> {
        let mut chosen: Vec<usize> = Vec::new();
        for tentacle in &symbol.tentacles {
            let fits = |n: &usize| {
                let node = &self.nodes[*n];
                match tentacle {
                    Tentacle::Source(class, fields) => {
                        node.class == Some(*class)
                            && !node.is_direct
                            && fields.iter().all(|f| node.open.contains(f))
                            && !chosen.contains(n)
                    }
                    Tentacle::Object(class) => node.class == Some(*class),
                    Tentacle::Any(class) => node.class.is_none_or(|c| c == *class),
                    Tentacle::Null => node.class.is_none(),
                }
            };
            let all: Vec<usize> = (0..self.nodes.len()).filter(fits).collect();
            if all.is_empty() {
                return None;
            }
            chosen.push(*random.one_of(&all));
        }
        Some(chosen)
    }

    fn json(&self, structure: &Structure, externals: std::ops::Range<usize>, variables: &[(String, usize)]) -> Json {
        let ty = |node: &Node| node.class.map_or("NULL", |class| structure.classes[class].name.as_str());
        let nodes: Vec<Json> = self.nodes.iter().map(|n| json!({"type": ty(n), "number": 1})).collect();
        let variables: Vec<Json> = variables.iter().map(|(n, t)| json!({"name": n, "target": t})).collect();
        let selectors: Vec<Json> =
            self.selectors.iter().map(|(s, l, t)| json!({"label": l, "origin": s, "target": t})).collect();
        let edges: Vec<Json> = self.edges.iter().map(|(l, ts)| json!({"label": l, "tentacles": ts})).collect();
        json!({"nodes": nodes, "externals": externals.collect::<Vec<_>>(), "variables": variables,
            "selectors": selectors, "hyperedges": edges})
    }
}
