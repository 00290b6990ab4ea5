//! Heaps as in the theory: vertices, edges with labels, external vertices. Independent of the engine.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A label or class, numbered by [`Names`].
pub type Name = u16;

/// Labels and classes of one task.
#[derive(Default)]
pub struct Names {
    numbers: RefCell<BTreeMap<Rc<str>, Name>>,
    texts: RefCell<Vec<Rc<str>>>,
}

impl Names {
    pub fn number(&self, text: &str) -> Name {
        if let Some(known) = self.find(text) {
            return known;
        }
        let text: Rc<str> = text.into();
        let number = Name::try_from(self.texts.borrow().len()).expect("few names");
        self.numbers.borrow_mut().insert(Rc::clone(&text), number);
        self.texts.borrow_mut().push(text);
        number
    }

    pub fn find(&self, text: &str) -> Option<Name> {
        self.numbers.borrow().get(text).copied()
    }

    pub fn text(&self, name: Name) -> Rc<str> {
        Rc::clone(&self.texts.borrow()[usize::from(name)])
    }
}

/// The kind of a vertex. There is one vertex for null and one for each number, whether anything is attached to it or
/// not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    Null,
    /// A number, or a boolean as 0 or 1.
    Number(i64),
    /// An object of a class.
    Object(Name),
    /// Any kind allowed by the [demands](Graph::demands): a tentacle of an isolated nonterminal edge.
    Open,
}

/// A hypergraph; concrete if it has no nonterminal edges.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Graph {
    pub kinds: Vec<Kind>,
    /// Selector edges: source, field, target.
    pub fields: Vec<(usize, Name, usize)>,
    /// Nonterminal edges.
    pub edges: Vec<(Name, Vec<usize>)>,
    /// Variables of the program and markings; constants are represented by kinds of vertices.
    pub variables: Vec<(Name, usize)>,
    pub externals: Vec<usize>,
    /// The kinds that rules require of open vertices.
    pub demands: Vec<(usize, Kind)>,
}

impl Graph {
    pub fn target(&self, source: usize, field: Name) -> Option<usize> {
        self.fields.iter().find(|(s, f, _)| (*s, *f) == (source, field)).map(|(.., t)| *t)
    }

    pub fn variable(&self, name: Name) -> Option<usize> {
        self.variables.iter().find(|(n, _)| *n == name).map(|(_, v)| *v)
    }

    pub fn is_object(&self, vertex: usize) -> bool {
        matches!(self.kinds[vertex], Kind::Object(_) | Kind::Open)
    }

    pub fn objects(&self) -> usize {
        (0..self.kinds.len()).filter(|&v| self.is_object(v)).count()
    }

    /// The vertex of a constant, added if it is missing.
    pub fn constant(&mut self, kind: Kind) -> usize {
        self.kinds.iter().position(|k| *k == kind).unwrap_or_else(|| {
            self.kinds.push(kind);
            self.kinds.len() - 1
        })
    }

    /// The vertices reachable along fields from some vertices, these included.
    pub fn reached(&self, from: impl IntoIterator<Item = usize>) -> Vec<bool> {
        let mut reached = vec![false; self.kinds.len()];
        let mut open: Vec<usize> = from.into_iter().collect();
        while let Some(vertex) = open.pop() {
            if !std::mem::replace(&mut reached[vertex], true) {
                open.extend(self.fields.iter().filter(|(s, ..)| *s == vertex).map(|(.., t)| *t));
            }
        }
        reached
    }

    /// The part reachable from variables and external vertices, in a concrete heap.
    pub fn without_garbage(&self) -> Graph {
        let roots = self.variables.iter().map(|(_, v)| *v).chain(self.externals.iter().copied());
        let reached = self.reached(roots);
        self.restricted(|v| reached[v] || !self.is_object(v))
    }

    /// The part consisting of these vertices, in their order.
    pub fn restricted(&self, keep: impl Fn(usize) -> bool) -> Graph {
        let kept: Vec<usize> = (0..self.kinds.len()).filter(|&v| keep(v)).collect();
        self.renumbered(&kept)
    }

    /// The part consisting of these vertices, in this order.
    fn renumbered(&self, order: &[usize]) -> Graph {
        let mut image = vec![usize::MAX; self.kinds.len()];
        order.iter().enumerate().for_each(|(new, &old)| image[old] = new);
        let is_kept = |v: &usize| image[*v] != usize::MAX;
        let field = |&(s, f, t): &(usize, Name, usize)| (image[s], f, image[t]);
        let mut graph = Graph {
            kinds: order.iter().map(|&v| self.kinds[v]).collect(),
            fields: self.fields.iter().filter(|(s, _, t)| is_kept(s) && is_kept(t)).map(field).collect(),
            edges: self
                .edges
                .iter()
                .filter(|(_, tentacles)| tentacles.iter().all(is_kept))
                .map(|(label, tentacles)| (*label, tentacles.iter().map(|&t| image[t]).collect()))
                .collect(),
            variables: self.variables.iter().filter(|(_, v)| is_kept(v)).map(|&(n, v)| (n, image[v])).collect(),
            externals: self.externals.iter().filter(|v| is_kept(v)).map(|&v| image[v]).collect(),
            demands: self.demands.iter().filter(|(v, _)| is_kept(v)).map(|&(v, k)| (image[v], k)).collect(),
        };
        graph.fields.sort_unstable();
        graph.edges.sort_unstable();
        graph.variables.sort_unstable();
        graph.demands.sort_unstable();
        graph.demands.dedup();
        graph
    }

    /// A form shared by isomorphic heaps: the least one over all orders of vertices compatible with colour refinement.
    /// Isolated constants do not count. `None` if there are too many orders.
    pub fn canonical(&self) -> Option<Graph> {
        let used = self.restricted(|v| self.is_object(v) || self.is_attached(v));
        let mut search = Search { graph: &used, best: None, leaves: 0 };
        let colours = (0..used.kinds.len()).map(|v| search.first_colour(v)).collect();
        search.run(colours)?;
        search.best
    }

    /// Whether an edge, a variable or the outside is attached to a vertex.
    pub fn is_attached(&self, vertex: usize) -> bool {
        self.fields.iter().any(|(s, _, t)| *s == vertex || *t == vertex)
            || self.edges.iter().any(|(_, tentacles)| tentacles.contains(&vertex))
            || self.variables.iter().any(|(_, v)| *v == vertex)
            || self.externals.contains(&vertex)
    }
}

/// Maximum number of orders of vertices.
const LEAVES: usize = 200;

struct Search<'g> {
    graph: &'g Graph,
    best: Option<Graph>,
    leaves: usize,
}

fn mix(hash: u64, value: u64) -> u64 {
    (hash.rotate_left(5) ^ value).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl Search<'_> {
    fn first_colour(&self, vertex: usize) -> u64 {
        let mut colour = match self.graph.kinds[vertex] {
            Kind::Null => 1,
            Kind::Number(number) => mix(2, number.cast_unsigned()),
            Kind::Object(class) => mix(3, u64::from(class)),
            Kind::Open => 4,
        };
        for (name, _) in self.graph.variables.iter().filter(|(_, v)| *v == vertex) {
            colour = mix(colour, 5 + u64::from(*name));
        }
        for (position, _) in self.graph.externals.iter().enumerate().filter(|(_, v)| **v == vertex) {
            colour = mix(colour, 100_000 + position as u64);
        }
        for (_, demand) in self.graph.demands.iter().filter(|(v, _)| *v == vertex) {
            let number = match demand {
                Kind::Null => 200_000,
                Kind::Number(n) => mix(6, n.cast_unsigned()),
                Kind::Object(class) => 300_000 + u64::from(*class),
                Kind::Open => 7,
            };
            colour = colour.wrapping_add(mix(8, number));
        }
        colour
    }

    /// Refines colours until edges distinguish no more vertices.
    fn refine(&self, colours: &mut Vec<u64>) {
        let classes = |colours: &[u64]| {
            let mut all = colours.to_vec();
            all.sort_unstable();
            all.dedup();
            all.len()
        };
        let mut count = classes(colours);
        while count < colours.len() {
            let mut next: Vec<u64> = colours.iter().map(|&c| mix(c, 9)).collect();
            // Sums do not depend on the order of edges.
            for &(s, f, t) in &self.graph.fields {
                next[s] = next[s].wrapping_add(mix(mix(10, u64::from(f)), colours[t]));
                next[t] = next[t].wrapping_add(mix(mix(11, u64::from(f)), colours[s]));
            }
            for (label, tentacles) in &self.graph.edges {
                let edge = tentacles.iter().fold(u64::from(*label), |hash, &t| mix(hash, colours[t]));
                for (position, &t) in tentacles.iter().enumerate() {
                    next[t] = next[t].wrapping_add(mix(mix(12, position as u64), edge));
                }
            }
            *colours = next;
            let refined = classes(colours);
            if refined == count {
                return;
            }
            count = refined;
        }
    }

    fn run(&mut self, mut colours: Vec<u64>) -> Option<()> {
        self.refine(&mut colours);
        let mut order: Vec<usize> = (0..colours.len()).collect();
        order.sort_by_key(|&v| colours[v]);
        let alike = order.chunk_by(|&a, &b| colours[a] == colours[b]);
        // Isolated vertices are interchangeable.
        let tied = alike.into_iter().find(|class| class.len() > 1 && self.graph.is_attached(class[0]));
        let Some(tied) = tied else {
            self.leaves += 1;
            if self.leaves > LEAVES {
                return None;
            }
            let form = self.graph.renumbered(&order);
            if self.best.as_ref().is_none_or(|best| form < *best) {
                self.best = Some(form);
            }
            return Some(());
        };
        for &vertex in tied {
            let mut apart = colours.clone();
            apart[vertex] = mix(apart[vertex], 13);
            self.run(apart)?;
        }
        Some(())
    }
}

/// A heap in the notation of messages.
pub fn show(graph: &Graph, names: &Names) -> String {
    let vertex = |v: usize| match graph.kinds[v] {
        Kind::Null => "null".to_owned(),
        Kind::Number(number) => number.to_string(),
        Kind::Object(class) => format!("{}{v}", names.text(class)),
        Kind::Open => format!("?{v}"),
    };
    let list = |vs: &[usize]| vs.iter().map(|&v| vertex(v)).collect::<Vec<_>>().join(", ");
    let mut parts: Vec<String> = Vec::new();
    parts.extend(graph.variables.iter().map(|(n, v)| format!("{} -> {}", names.text(*n), vertex(*v))));
    parts.extend(graph.fields.iter().map(|(s, f, t)| format!("{}.{} -> {}", vertex(*s), names.text(*f), vertex(*t))));
    parts.extend(graph.edges.iter().map(|(l, ts)| format!("{}({})", names.text(*l), list(ts))));
    let alone = |v: &usize| graph.is_object(*v) && !graph.is_attached(*v);
    parts.extend((0..graph.kinds.len()).filter(alone).map(vertex));
    if !graph.externals.is_empty() {
        parts.push(format!("ext({})", list(&graph.externals)));
    }
    parts.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn isomorphic_heaps_have_one_form() {
        let ring = |order: [usize; 4]| Graph {
            kinds: vec![Kind::Object(0); 4],
            fields: (0..4).map(|i| (order[i], 1, order[(i + 1) % 4])).collect(),
            ..Graph::default()
        };
        let form = ring([0, 1, 2, 3]).canonical().expect("few orders");
        assert_eq!(ring([2, 0, 3, 1]).canonical(), Some(form.clone()));
        let mut two = ring([0, 1, 2, 3]);
        two.fields = vec![(0, 1, 1), (1, 1, 0), (2, 1, 3), (3, 1, 2)];
        assert_ne!(two.canonical(), Some(form));
    }
}
