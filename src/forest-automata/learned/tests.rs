//! What grammars derive is compared with the graphs of the automata from which they were learned.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use expect_test::{Expect, expect};

use super::names::Names;
use super::shapes::{Port, Shape, ShapeId, Shapes};
use super::{Learned, document};
use crate::semantics::ForestProgram;
use crate::{ForestAutomata, ShownForests};
use analysis::Shown;
use base::{Idx, Severity, Silent};
use graph_grammars::GraphGrammars;
use heap_grammar::grammar::{self, Grammar, derivations};
use heap_grammar::heap::{Alphabet, Canoniser, ExternalOrder, Heap, VertexId, print_heap};
use report::heap::LeftOut;
use report::{AnalysisName, Report, SCHEMA, Verdict};
use task::{Loaded, NoFiles, example, load};
use tree_automata::forest::{Forest, ForestAlphabet, Graph, Label, Leaf, NodeKind, Part, RootId, Value};
use tree_automata::{Rule, StateId};

/// Most objects of the heaps that are compared.
const OBJECTS: usize = 5;

fn run<A: analysis::Analysis>(loaded: &Loaded) -> (Report, Box<dyn Shown>) {
    let (schema, task) = (SCHEMA.to_owned(), loaded.task.title.clone());
    let (diagnostics, properties) = Default::default();
    let analysis = AnalysisName::Forest;
    let mut report = Report { schema, analysis, task, diagnostics, tried: Vec::new(), properties, exploration: None };
    let shown = analysis::run::<A>(loaded, &mut report, &mut Silent);
    let shown = shown.unwrap_or_else(|| panic!("{:?}", report.diagnostics));
    (report, shown)
}

/// A program that was explored.
fn explored(id: &str) -> Box<ShownForests> {
    let mut loaded = load(example(id).expect("an example"), id, &mut NoFiles);
    loaded.properties.clear();
    let shown: Box<dyn Any> = run::<ForestAutomata>(&loaded).1;
    shown.downcast().expect("forest automata")
}

/// Heaps of a grammar.
struct Heaps<'a> {
    system: &'a ForestProgram,
    alphabet: Alphabet,
    grammar: Grammar,
}

impl Heaps<'_> {
    /// The part of a graph that some values lead to, in canonical form; these are external where they are objects.
    fn heap(&mut self, graph: &Graph, externals: &[Value]) -> Heap {
        let mut heap = Heap::with_null();
        let mut vertices: BTreeMap<RootId, VertexId> = BTreeMap::new();
        let mut open: Vec<RootId> = externals.iter().filter_map(|value| value.root()).collect();
        let roots = open.clone();
        while let Some(root) = open.pop() {
            if vertices.contains_key(&root) {
                continue;
            }
            let node = &graph.nodes[root.index()];
            let ty = self.alphabet.ty(self.system.class_name(node.kind.expect("a kind")));
            vertices.insert(root, heap.add_vertex(ty));
            open.extend(node.values.iter().filter_map(|(_, value)| value.root()));
        }
        for (&root, &vertex) in &vertices {
            let node = &graph.nodes[root.index()];
            for &(selector, value) in &node.values {
                let target = match value.leaf {
                    Leaf::Null => heap.null().expect("null"),
                    Leaf::Reference(root) => vertices[&root],
                    _ => continue,
                };
                let label = self.alphabet.selector(&self.system.selector_name(node.kind, selector));
                heap.set_selector(vertex, label, target);
            }
        }
        let mut distinct: Vec<VertexId> = Vec::new();
        roots.iter().map(|root| vertices[root]).for_each(|v| {
            if !distinct.contains(&v) {
                distinct.push(v)
            }
        });
        heap.set_externals(distinct);
        canonical(heap)
    }

    fn print(&self, heap: &Heap) -> String {
        print_heap(heap, &self.alphabet)
    }

    /// One nonterminal edge: at each tentacle an external object of this kind, or null.
    fn edge(&mut self, name: &str, kinds: &[Option<NodeKind>]) -> Heap {
        let mut heap = Heap::with_null();
        let tentacles: Vec<VertexId> = kinds
            .iter()
            .map(|kind| match kind {
                Some(kind) => heap.add_vertex(self.alphabet.ty(self.system.class_name(*kind))),
                None => heap.null().expect("null"),
            })
            .collect();
        let externals: Vec<VertexId> = tentacles.iter().copied().filter(|v| Some(*v) != heap.null()).collect();
        heap.set_externals(externals);
        heap.add_nonterminal(self.alphabet.find_nonterminal(name).expect("a nonterminal"), tentacles);
        canonical(heap)
    }

    /// Whether some sequence of folds leads to one edge.
    fn folds_to(&self, heap: &Heap, is_wanted: impl Fn(&Heap) -> bool) -> bool {
        let all = self.grammar.foldings(heap, 20_000).expect("few");
        all.iter().any(|(folded, _)| is_wanted(folded))
    }
}

fn canonical(mut heap: Heap) -> Heap {
    Canoniser::default().canonicalise(&mut heap, ExternalOrder::Fixed);
    heap
}

/// The graphs of a shape with these kinds at its ports, or null, and at most so many nodes.
fn graphs(shapes: &Shapes<'_>, shape: &Shape, kinds: &[Option<NodeKind>], nodes: usize) -> BTreeSet<Graph> {
    let mut alphabet: ForestAlphabet = shapes.alphabet.clone();
    let mut forest = Forest { automaton: shape.automaton.clone(), ..Forest::default() };
    let numbers: Vec<Option<RootId>> = kinds
        .iter()
        .scan(0, |next, kind| {
            let number = kind.map(|_| RootId::at(*next));
            *next += usize::from(kind.is_some());
            Some(number)
        })
        .collect();
    for state in forest.automaton.states().collect::<Vec<StateId>>() {
        let rules = forest.automaton.rules(state).to_vec();
        let renamed = rules.into_iter().map(|rule| match alphabet.leaf(rule.symbol) {
            Some(Leaf::Reference(port)) => {
                let leaf = numbers[port.index()].map_or(Leaf::Null, Leaf::Reference);
                Rule { symbol: alphabet.symbol(Label::Leaf(leaf)), children: rule.children }
            }
            _ => rule,
        });
        let renamed = renamed.collect();
        forest.automaton.replace(state, renamed);
    }
    for (port, kind) in kinds.iter().enumerate() {
        let Some(kind) = *kind else { continue };
        let state = forest.automaton.add_state();
        let own = shape.roots[port].map_or(&[][..], |root| shape.automaton.rules(root));
        let mut rules: Vec<Rule> = Vec::new();
        for rule in own {
            let Label::Node(given, edges) = alphabet.label(rule.symbol).clone() else { continue };
            if given.is_none_or(|given| given == kind) {
                let symbol = alphabet.symbol(Label::Node(Some(kind), edges));
                rules.push(Rule { symbol, children: rule.children.clone() });
            }
        }
        if shape.roots[port].is_none() {
            let symbol = alphabet.symbol(Label::Node(Some(kind), Default::default()));
            rules.push(Rule { symbol, children: Default::default() });
        }
        forest.automaton.replace(state, rules);
        let root = forest.roots.push(state);
        forest.registers.push(Value::reference(root, Part::WHOLE));
    }
    forest.members(&alphabet, nodes)
}

/// All that ports may be: null or an object of a kind.
fn attachments(shapes: &Shapes<'_>, shape: ShapeId) -> Vec<Vec<Option<NodeKind>>> {
    let known = &shapes.known[shape];
    let mut found: Vec<Vec<Option<NodeKind>>> = vec![Vec::new()];
    for (port, Port { kinds, .. }) in known.ports.iter().enumerate() {
        let own = shapes.own_kinds(shape);
        let options: Vec<Option<NodeKind>> = match port {
            0 if !known.is_box => own.into_iter().map(Some).collect(),
            _ if known.roots[port].is_some() => kinds.iter().copied().map(Some).collect(),
            _ => kinds.iter().copied().map(Some).chain([None]).collect(),
        };
        found = found
            .iter()
            .flat_map(|ports| options.iter().map(|&o| ports.iter().copied().chain([o]).collect()))
            .collect();
    }
    found
}

/// Compares what a learned grammar derives with the graphs of the automata; returns the names of the nonterminals and how many heaps were equal.
#[track_caller]
fn check(id: &str) -> (Vec<String>, usize) {
    let shown = explored(id);
    let Learned { mut shapes, mut rules, kept, held } = Learned::new(&shown.explored, shown.origin.entry);
    let names = Names::new(&shapes, &rules, &kept, &BTreeSet::new());
    let document = document::write(&mut shapes, &mut rules, kept.clone(), &names);
    let (alphabet, grammar) = Grammar::read(&document.to_json()).unwrap_or_else(|errors| panic!("{id}: {errors:?}"));
    let wrong = grammar::check(&alphabet, &grammar).into_iter().find(|d| d.severity == Severity::Error);
    assert_eq!(wrong, None, "{id}");
    let mut heaps = Heaps { system: &shown.explored.system, alphabet, grammar };
    let mut compared = 0;
    let written: Vec<String> = document.nonterminals.iter().map(|nonterminal| nonterminal.name.clone()).collect();
    let is_written = |shape: ShapeId| written.iter().any(|name| name == names.of(shape));
    // Otherwise it derives less, which is said.
    let is_complete = |shape: ShapeId| rules.needed(&[shape]).into_iter().all(is_written);
    let are_complete = kept.iter().all(|&shape| is_complete(shape));
    assert!(are_complete || shapes.left_out.contains(&LeftOut::Hidden), "{id}");
    for &shape in kept.iter().filter(|&&shape| is_complete(shape)) {
        let name = names.of(shape);
        for kinds in attachments(&shapes, shape) {
            let seed = heaps.edge(name, &kinds);
            let derived = derivations(&heaps.grammar, &seed, OBJECTS, 100_000);
            let derived: BTreeSet<String> = derived.iter().map(|heap| heaps.print(heap)).collect();
            let graphs = graphs(&shapes, &shapes.known[shape], &kinds, OBJECTS);
            let mut members = BTreeSet::new();
            for graph in &graphs {
                assert_eq!(graph.lost, 0);
                let heap = heaps.heap(graph, &graph.registers);
                members.insert(heaps.print(&heap));
                if heap.objects() < OBJECTS {
                    assert!(heaps.folds_to(&heap, |folded| *folded == seed), "{id}: {name}: {}", heaps.print(&heap));
                }
            }
            assert_eq!(derived, members, "{id}: {name} at {kinds:?}");
            compared += members.len();
        }
    }
    // The sets of heaps themselves.
    for held in held.iter().filter(|held| held.is_always && is_complete(held.shape)) {
        let name = names.of(held.shape);
        let own = shown.explored.rsm.nodes.iter().map(|node| node.state.state);
        for state in own.filter(|s| (s.procedure, s.location, s.fault) == (held.procedure, held.location, None)) {
            let forest = shown.explored.system.forest(state.forest);
            for graph in forest.members(&shown.explored.system.alphabet, 3) {
                let value = graph.registers[held.register];
                if value.root().is_none() {
                    continue;
                }
                let mut heap = heaps.heap(&graph, &[value]);
                heap.set_externals([]);
                let is_shape = |folded: &Heap| {
                    let edges = folded.nonterminals();
                    let label = edges.first().map(|edge| heaps.alphabet.nonterminal(edge.label).name.as_str());
                    edges.len() == 1 && label == Some(name) && folded.selector_edges().next().is_none()
                };
                assert!(heaps.folds_to(&heap, is_shape), "{id}: {name}: {}", heaps.print(&heap));
                compared += 1;
            }
        }
    }
    (written, compared)
}

/// Compares a list of examples: their nonterminals, and how many heaps were equal.
#[track_caller]
fn check_all(ids: &[&str], expected: &Expect) {
    let mut text = String::new();
    for id in ids {
        let (names, compared) = check(id);
        writeln!(text, "{id}: {}; {compared}", names.join(", ")).expect("a string");
    }
    expected.assert_eq(&text);
}

#[test]
fn grammars_derive_the_graphs_of_java_programs() {
    let ids = [
        "forest/java-list-reverse",
        "forest/java-doubly-linked",
        "forest/java-tree",
        "forest/java-list-of-lists",
        "forest/java-remove-faulty",
        "lists/append",
        "lists/ring",
        "lists/queue",
        "lists/zip",
        "lists/list-of-lists",
        "doubly-linked/reverse",
        "doubly-linked/insert",
        "trees/leftmost",
        "recursion/build",
        "recursion/mirror",
        "recursion/traverse-tree",
        "inheritance/dispatch",
        "inheritance/mixed-list",
    ];
    check_all(
        &ids,
        &expect![[r#"
            forest/java-list-reverse: List; 45
            forest/java-doubly-linked: ListRest, List, ListSegment; 26
            forest/java-tree: Tree; 116
            forest/java-list-of-lists: RowList, CellList, ListSegment; 352
            forest/java-remove-faulty: ListSegment, ListSegment2, List; 51
            lists/append: List; 23
            lists/ring: List, Ring; 36
            lists/queue: List, Queue, Part; 50
            lists/zip: List; 109
            lists/list-of-lists: RowList, CellList, ListSegment; 325
            doubly-linked/reverse: ListSegment, List, ListSegment2, List2, ListSegment3, List3; 86
            doubly-linked/insert: ListSegment, List, ListSegment2, List2, ListSegment3, List3; 47
            trees/leftmost: Tree; 102
            recursion/build: List; 20
            recursion/mirror: Tree; 146
            recursion/traverse-tree: Tree; 134
            inheritance/dispatch: ; 0
            inheritance/mixed-list: List; 10
        "#]],
    );
}

#[test]
fn grammars_derive_the_graphs_of_c_programs() {
    let ids = [
        "forest/sll-delete",
        "forest/sll-reverse",
        "forest/sll-merge-sort",
        "forest/sll-of-cslls",
        "forest/sll-with-head",
        "forest/sll-of-01-slls",
        "forest/sll-linux",
        "forest/dll-insert",
        "forest/dll-reverse",
        "forest/cdll",
        "forest/dll-of-cdlls",
        "forest/tree",
        "forest/tree-with-stack",
        "forest/recursive-sll-append",
        "forest/recursive-tree-copy",
    ];
    check_all(
        &ids,
        &expect![[r#"
            forest/sll-delete: ; 0
            forest/sll-reverse: List; 46
            forest/sll-merge-sort: List; 168
            forest/sll-of-cslls: List, Ring, ListSegment; 46
            forest/sll-with-head: ListSegment, node, Part, ListSegment2, ListSegment3, node2, Ring, Part2, ListSegment4, ListSegment5, Part3, Part4, Part5, node3, Part6, node4, Ring2, Part7, Part8, Part9; 279
            forest/sll-of-01-slls: ListSegment, List; 236
            forest/sll-linux: ; 0
            forest/dll-insert: ListRest, List, ListSegment; 32
            forest/dll-reverse: ListSegment, List, ListSegment2; 67
            forest/cdll: Ring, ListSegment, Part, Part2; 38
            forest/dll-of-cdlls: ListRest, Ring, cellListSegment, Part, List, nodeListSegment, ListRest2, Ring2, List2, Ring3, Part2; 75
            forest/tree: Tree, TreeSegment; 598
            forest/tree-with-stack: Tree, TreeSegment, List; 298
            forest/recursive-sll-append: ; 0
            forest/recursive-tree-copy: Tree; 123
        "#]],
    );
}

#[test]
fn lists_and_trees_are_what_someone_would_write() {
    for (id, name, renamed) in [
        ("forest/java-list-reverse", "SLList", [("RefSLList", "List"), ("ListNode", "Node")]),
        ("trees/leftmost", "BT", [("RefBT", "Tree"), ("BTNode", "Tree")]),
    ] {
        let learned = explored(id).learned().expect("forest automata");
        let mut given = task::predefined_grammar(name).expect("predefined").to_owned();
        renamed.into_iter().for_each(|(old, new)| given = given.replace(old, new));
        let [own, given] = [&learned.grammar, &given].map(|text| {
            let (alphabet, grammar) = Grammar::read(text).unwrap_or_else(|errors| panic!("{errors:?}"));
            let bodies = grammar.bodies(alphabet.find_nonterminal(&learned.nonterminals[0]).expect("a nonterminal"));
            // Without the rules that only help to fold.
            let bodies = bodies.filter(|body| body.selector_edges().next().is_some());
            bodies.map(|body| print_heap(&canonical(body.clone()), &alphabet)).collect::<BTreeSet<String>>()
        });
        assert_eq!(own, given);
        assert_eq!(learned.left_out, []);
    }
}

/// Whatever is checked with learned grammars is satisfied.
#[test]
fn graph_grammars_check_what_was_learned() {
    for (id, formula) in [
        ("forest/java-list-reverse", "G ({terminated} -> {return == null} | {L(List) of return})"),
        ("forest/java-doubly-linked", "G ({terminated} -> {return == null} | {L(List) of return})"),
        ("forest/java-tree", "G ({terminated} -> {return == null} | {L(Tree) of return})"),
        ("forest/java-list-of-lists", "G ({terminated} -> {return == null} | {L(RowList) of return})"),
    ] {
        let shown = explored(id);
        let learned = shown.learned().expect("forest automata");
        let grammar = serde_json::from_str(&learned.grammar).expect("strict JSON");
        let task = shown.origin.task.with_learned_grammar(grammar, learned.formula);
        let loaded = load(&task.to_json(), id, &mut NoFiles);
        assert_eq!(loaded.task.properties[0].ltl.as_deref(), Some(formula), "{id}");
        let (report, _) = run::<GraphGrammars>(&loaded);
        assert_eq!(report.properties.len(), 2, "{id}: {:?}", report.diagnostics);
        for property in &report.properties {
            assert_eq!(property.judgement.verdict, Verdict::Satisfied, "{id}: {}", property.id);
        }
    }
}

#[test]
fn what_is_left_out_is_said() {
    let left_out = |id: &str| explored(id).learned().expect("forest automata").left_out;
    assert_eq!(left_out("forest/sll-delete"), [LeftOut::Parts], "a pointer to a field");
    assert_eq!(left_out("forest/java-tree"), []);
}
