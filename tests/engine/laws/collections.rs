//! Random tasks with lists and maps of Java's library: chains of cells and entries, of which nonterminals hide parts.

use hrglass::base::Random;
use serde_json::{Value as Json, json};

const CELL: &str = "CellList$Cell";
const ENTRY: &str = "EntryChain$Entry";

const PROGRAM: &str = "import java.util.*;
class Node { }
class Lists {
    static void run(ArrayList<Node> list, HashMap<Node, Node> map, Node x, Node y) {
        Node z = null;
        z = x;
        y = z;
        list = null;
    }
    static void make() {
        new ArrayList<Node>().add(null);
        new HashMap<Node, Node>().put(null, null);
    }
}";

/// A heap that is written.
#[derive(Default)]
struct Writer {
    nodes: Vec<Json>,
    selectors: Vec<Json>,
    hyperedges: Vec<Json>,
}

impl Writer {
    fn node(&mut self, ty: &str) -> usize {
        self.nodes.push(json!({"type": ty, "number": 1}));
        self.nodes.len() - 1
    }

    fn field(&mut self, origin: usize, label: &str, target: usize) {
        self.selectors.push(json!({"label": label, "origin": origin, "target": target}));
    }

    fn edge(&mut self, label: &str, tentacles: &[usize]) {
        self.hyperedges.push(json!({"label": label, "tentacles": tentacles}));
    }

    fn written(self, externals: &[usize], variables: &[(&str, usize)]) -> Json {
        let variables: Vec<Json> =
            variables.iter().map(|(name, target)| json!({"name": name, "target": target})).collect();
        json!({"nodes": self.nodes, "externals": externals, "variables": variables, "selectors": self.selectors,
            "hyperedges": self.hyperedges})
    }
}

/// `Path(x, y)`, `Tail(x, null)` and `Same(x, y, v)`, in which all cells have one value.
fn rules(name: &str, cell: &str, contents: &[&str]) -> Vec<Json> {
    let rule = |of: &str, ends: &[&str], is_last: bool| {
        let mut rule = Writer::default();
        let first = rule.node(cell);
        let externals: Vec<usize> =
            std::iter::once(first).chain(ends.iter().map(|end| rule.node(end)).collect::<Vec<_>>()).collect();
        let value = if of == "Same" { externals[2] } else { rule.node("Node") };
        contents.iter().for_each(|content| rule.field(first, content, value));
        let next = if is_last { externals[1] } else { rule.node(cell) };
        rule.field(first, "next", next);
        if !is_last {
            let others: Vec<usize> = std::iter::once(next).chain(externals[1..].iter().copied()).collect();
            rule.edge(&format!("{of}{name}"), &others);
        }
        rule.written(&externals, &[])
    };
    let symbol = |of: &str, ends: &[&str]| {
        let rules = [true, false].map(|is_last| rule(of, ends, is_last));
        json!({"nonterminal": format!("{of}{name}"), "rank": 1 + ends.len(), "rules": rules})
    };
    vec![symbol("Path", &[cell]), symbol("Tail", &["NULL"]), symbol("Same", &[cell, "Node"])]
}

/// A chain that begins with what is returned, of visible cells and nonterminals.
fn chain(random: &mut Random, heap: &mut Writer, name: &str, cell: &str, contents: &[&str], values: &[usize]) -> usize {
    let null = 0;
    let (length, mut next) = (random.below(4), null);
    for _ in 0..length {
        let own = heap.node(cell);
        match random.below(4) {
            0 if next == null => heap.edge(&format!("Tail{name}"), &[own, null]),
            0 => heap.edge(&format!("Path{name}"), &[own, next]),
            1 if next != null => heap.edge(&format!("Same{name}"), &[own, next, values[1 + random.below(2)]]),
            _ => {
                for content in contents {
                    let fresh = if random.below(4) == 0 { Some(heap.node("Node")) } else { None };
                    let value = fresh.unwrap_or(values[random.below(values.len())]);
                    heap.field(own, content, value);
                }
                heap.field(own, "next", next);
            }
        }
        next = own;
    }
    next
}

/// A random task.
pub fn task(random: &mut Random) -> Json {
    let mut heap = Writer::default();
    let [null, list, map, x, y] = ["NULL", "ArrayList", "HashMap", "Node", "Node"].map(|ty| heap.node(ty));
    let values = [null, x, y];
    let first = chain(random, &mut heap, "Cells", CELL, &["value"], &values);
    heap.field(list, "first", first);
    let first = chain(random, &mut heap, "Entries", ENTRY, &["key", "value"], &values);
    heap.field(map, "first", first);
    let bound =
        [("null", null), ("@parameter0:", list), ("@parameter1:", map), ("@parameter2:", x), ("@parameter3:", y)];
    let initial = heap.written(&[], &bound);
    let grammar = [rules("Cells", CELL, &["value"]), rules("Entries", ENTRY, &["key", "value"])].concat();
    let orders = ["==", "!=", "<", "<=", ">", ">="];
    let sizes = ["list", "map"].into_iter().flat_map(|of| {
        let order = orders[random.below(orders.len())];
        (0..4).map(move |number| format!("{{size({of}) {order} {number}}}"))
    });
    let sizes: Vec<String> = sizes.collect();
    let contained = ["contains(list", "containsKey(map", "containsValue(map"]
        .into_iter()
        .flat_map(|held| ["x", "y", "z", "null"].map(|element| format!("{{{held},{element})}}")));
    let formula = sizes.into_iter().chain(contained).collect::<Vec<_>>().join(" | ");
    json!({
        "schema": "hrglass.task/1", "title": "collections", "analysis": "heap",
        "program": {"language": "java", "entry": "Lists.run", "files": [{"name": "Lists.java", "text": PROGRAM}]},
        "grammars": [{"name": "chains", "grammar": grammar}], "initial": [{"name": "both", "heap": initial}],
        "properties": [{"id": "F1", "ltl": format!("G ({formula})")}], "options": {"strategy": "top-level"},
    })
}
