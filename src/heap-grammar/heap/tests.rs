//! Canonical forms against the definition: brute-force isomorphism on small random heaps.

use std::collections::BTreeSet;

use super::*;
use base::{Idx, Random};

/// A heap with up to five vertices, few variables and externals, and edges that repeat often.
fn random_heap(random: &mut Random) -> Heap {
    let mut heap = Heap::new();
    let count = 1 + random.below(5);
    for _ in 0..count {
        heap.add_vertex(TypeId(2 + u32::at(random.below(2) * random.below(2))));
    }
    let vertex = |random: &mut Random| VertexId::at(random.below(count));
    for _ in 0..random.below(5) {
        let (source, label, target) = (vertex(random), Selector(u32::at(random.below(2))), vertex(random));
        heap.set_selector(source, label, target);
    }
    for _ in 0..random.below(4) {
        let rank = 1 + random.below(3);
        let label = Nonterminal(u32::at(rank));
        let tentacles: Vec<VertexId> = (0..rank).map(|_| vertex(random)).collect();
        heap.add_nonterminal(label, tentacles);
    }
    for variable in 0..random.below(2) {
        let target = vertex(random);
        heap.bind(Variable(u32::at(10 + variable)), target);
    }
    if random.below(3) == 0 {
        let first = random.below(count);
        heap.set_externals([first, (first + 1) % count].into_iter().take(1 + usize::from(count > 1)).map(VertexId::at));
    }
    heap
}

/// The heap with its vertices renamed; lists are sorted, so equal graphs are equal values.
fn renamed(heap: &Heap, image: &[usize], order: ExternalOrder) -> Heap {
    let image = |v: VertexId| VertexId::at(image[v.index()]);
    let mut vertices: Vec<(VertexId, TypeId)> = heap.vertices().map(|v| (image(v), heap.vertex_type(v))).collect();
    vertices.sort_unstable();
    let mut result = Heap::new();
    vertices.iter().for_each(|&(_, ty)| _ = result.add_vertex(ty));
    heap.selector_edges().for_each(|(s, l, t)| result.set_selector(image(s), l, image(t)));
    let mut edges: Vec<NonterminalEdge> = heap.nonterminals().to_vec();
    edges.iter_mut().for_each(|e| e.tentacles.iter_mut().for_each(|t| *t = image(*t)));
    edges.sort_unstable();
    edges.into_iter().for_each(|e| result.add_nonterminal(e.label, e.tentacles));
    heap.variables().iter().for_each(|&(v, t)| result.bind(v, image(t)));
    let mut externals: Vec<VertexId> = heap.externals().iter().map(|&v| image(v)).collect();
    if order == ExternalOrder::Free {
        externals.sort_unstable();
    }
    result.set_externals(externals);
    result
}

fn permutations(n: usize) -> Vec<Vec<usize>> {
    (0..n).fold(vec![Vec::new()], |all, next| {
        let insert = |p: Vec<usize>| {
            (0..=p.len()).map(move |at| {
                let mut longer = p.clone();
                longer.insert(at, next);
                longer
            })
        };
        all.into_iter().flat_map(insert).collect()
    })
}

/// The least renaming over all permutations: equal iff isomorphic, by definition.
fn brute_force(heap: &Heap, order: ExternalOrder) -> String {
    let all = permutations(heap.vertex_bound());
    all.iter().map(|p| format!("{:?}", renamed(heap, p, order))).min().expect("at least one permutation")
}

fn canonical(mut heap: Heap, order: ExternalOrder) -> Heap {
    Canoniser::default().canonicalise(&mut heap, order);
    heap
}

#[test]
fn canonical_forms_are_equal_exactly_for_isomorphic_heaps() {
    let mut random = Random::new(0x0123_4567_89AB_CDEF);
    for order in [ExternalOrder::Fixed, ExternalOrder::Free] {
        let heaps: Vec<Heap> = (0..3_000).map(|_| random_heap(&mut random)).collect();
        let classes: Vec<(String, String)> =
            heaps.iter().map(|h| (brute_force(h, order), format!("{:?}", canonical(h.clone(), order)))).collect();
        let (by_definition, by_form, pairs): (BTreeSet<&String>, BTreeSet<&String>, BTreeSet<_>) =
            (classes.iter().map(|c| &c.0).collect(), classes.iter().map(|c| &c.1).collect(), classes.iter().collect());
        assert!(by_definition.len() > 500, "the heaps differ");
        assert_eq!((by_definition.len(), by_form.len()), (pairs.len(), pairs.len()), "the two relations are the same");
    }
}

#[test]
fn canonical_form_is_idempotent_and_ignores_the_order_of_construction() {
    let mut random = Random::scattered(42);
    for _ in 0..2_000 {
        let heap = random_heap(&mut random);
        let form = canonical(heap.clone(), ExternalOrder::Fixed);
        assert_eq!(canonical(form.clone(), ExternalOrder::Fixed), form);
        let all = permutations(heap.vertex_bound());
        let permuted = renamed(&heap, &all[random.below(all.len())], ExternalOrder::Fixed);
        assert_eq!(canonical(permuted, ExternalOrder::Fixed), form);
    }
}

#[test]
fn renumbering_and_external_order_say_where_things_went() {
    let mut random = Random::scattered(7);
    let mut canoniser = Canoniser::default();
    for _ in 0..500 {
        let heap = random_heap(&mut random);
        let mut form = heap.clone();
        canoniser.canonicalise(&mut form, ExternalOrder::Free);
        let image = canoniser.renumbering();
        for (source, label, target) in heap.selector_edges() {
            assert_eq!(form.target(image(source), label), Some(image(target)));
        }
        for (new, &old) in canoniser.external_order().iter().enumerate() {
            assert_eq!(form.externals()[new], image(heap.externals()[old]));
        }
    }
}

/// Forty equal components without a variable: any order of them gives the same form, so only one is tried.
#[test]
fn many_equal_components_take_no_time() {
    let mut heap = Heap::with_null();
    for _ in 0..40 {
        let (a, b) = (heap.add_vertex(TypeId(2)), heap.add_vertex(TypeId(2)));
        heap.set_selector(a, Selector(0), b);
        heap.set_selector(b, Selector(0), a);
    }
    let form = canonical(heap.clone(), ExternalOrder::Fixed);
    assert_eq!(canonical(form.clone(), ExternalOrder::Fixed), form);
}

#[test]
fn interned_heaps_come_back() {
    let mut random = Random::scattered(99);
    let mut store = HeapStore::default();
    for _ in 0..500 {
        let heap = canonical(random_heap(&mut random), ExternalOrder::Fixed);
        let id = store.intern(&heap).expect("small");
        assert_eq!(store.get(id), heap);
        assert_eq!(store.intern(&heap), Ok(id));
    }
}

#[test]
fn large_numbers_come_back_from_the_store() {
    let mut store = HeapStore::default();
    for number in [253, 254, 255, 256, 257, 511, 0xFF00, 0xFFFF] {
        let mut heap = Heap::with_null();
        let vertex = heap.add_vertex(TypeId(number));
        heap.set_selector(vertex, Selector(number), vertex);
        heap.bind(Variable(number), vertex);
        let id = store.intern(&heap).expect("not too large");
        assert_eq!(store.get(id), heap);
    }
    let mut heap = Heap::with_null();
    heap.add_vertex(TypeId(0x1_0000));
    assert_eq!(store.intern(&heap), Err(TooLarge));
}

/// Users know states by these numbers, which links and exported files may contain.
#[test]
fn names_of_heaps_stay() {
    let mut store = HeapStore::default();
    let id = store.intern(&Heap::with_null()).expect("small");
    assert_eq!(store.content_hash(id), 0xE7C9_E423_1D4E_3E49);
    let mut heap = Heap::new();
    heap.add_vertex(TypeId(2));
    heap.set_selector(VertexId(0), Selector(300), VertexId(0));
    heap.bind(Variable(0), VertexId(0));
    let id = store.intern(&heap).expect("small");
    assert_eq!(store.content_hash(id), 0x08B0_3647_F149_2BB7);
}

/// The embeddings of a pattern into a heap by definition: all maps of its vertices are tried.
fn embeddings_by_definition(body: &Heap, heap: &Heap, blocked: &[bool]) -> BTreeSet<(Vec<VertexId>, Vec<u32>)> {
    let ends = |heap: &Heap, vertex: VertexId| {
        let selectors = heap.selector_edges().flat_map(|(source, _, target)| [source, target]);
        let tentacles = heap.nonterminals().iter().flat_map(|edge| edge.tentacles.iter().copied());
        let others = heap.variables().iter().map(|&(_, v)| v).chain(heap.externals().iter().copied());
        selectors.chain(tentacles).chain(others).filter(|&v| v == vertex).count()
    };
    let is_one = |image: &[VertexId]| {
        body.vertices().all(|v| {
            let here = image[v.index()];
            heap.vertex_type(here).stands_for(body.vertex_type(v))
                && body.selectors(v).iter().all(|&(label, t)| heap.target(here, label) == Some(image[t.index()]))
                && (body.selectors(v).is_empty() || !blocked[here.index()])
                && (body.is_external(v) || ends(body, v) == ends(heap, here))
        })
    };
    let (size, count) = (heap.vertex_bound(), body.vertex_bound());
    let mut found = BTreeSet::new();
    for mut number in 0..size.pow(u32::at(count)) {
        let mut image: Vec<VertexId> = Vec::new();
        for _ in 0..count {
            image.push(VertexId::at(number % size));
            number /= size;
        }
        let is_injective = image.iter().collect::<BTreeSet<_>>().len() == count;
        if !is_injective || !is_one(&image) {
            continue;
        }
        let mut chosen: Vec<Vec<u32>> = vec![Vec::new()];
        for edge in body.nonterminals() {
            let fits = |position: usize| {
                let there = &heap.nonterminals()[position];
                let tentacles = edge.tentacles.iter().map(|t| image[t.index()]);
                there.label == edge.label && tentacles.eq(there.tentacles.iter().copied())
            };
            let places: Vec<u32> = (0..heap.nonterminals().len()).filter(|&p| fits(p)).map(u32::at).collect();
            let with = |before: &Vec<u32>, place: u32| before.iter().copied().chain([place]).collect::<Vec<u32>>();
            let pairs = chosen.iter().flat_map(|before| places.iter().map(move |&place| (before, place)));
            chosen = pairs.filter(|(before, place)| !before.contains(place)).map(|(b, place)| with(b, place)).collect();
        }
        for mut positions in chosen {
            positions.sort_unstable();
            found.insert((image.clone(), positions));
        }
    }
    found
}

#[test]
fn patterns_are_found_wherever_they_are() {
    let mut random = Random::new(0xE3B_EDD);
    let mut found = [0; 3];
    for _ in 0..6_000 {
        let mut body = random_heap(&mut random);
        body.retain_variables(|_| false);
        body.retain_vertices(|v| v.index() < 4);
        let mut heap = random_heap(&mut random);
        if random.below(4) > 0 {
            let attached: Vec<VertexId> =
                body.externals().iter().map(|_| VertexId::at(random.below(heap.vertex_bound()))).collect();
            if heap.insert(&body, &attached).is_none() || heap.vertex_bound() > 7 {
                continue;
            }
        }
        let blocked: Vec<bool> = heap.vertices().map(|_| random.below(6) == 0).collect();
        let expected = embeddings_by_definition(&body, &heap, &blocked);
        let host = Host::new(&heap, Blocked { sources: blocked, ..Blocked::default() });
        let all = Pattern::new(&body).find_all(&host, &mut EmbeddingEffort::for_heap(&heap)).expect("little work");
        let all: BTreeSet<(Vec<VertexId>, Vec<u32>)> = all
            .into_iter()
            .map(|embedding| {
                let mut positions = embedding.nonterminals.to_vec();
                positions.sort_unstable();
                (embedding.vertices.to_vec(), positions)
            })
            .collect();
        assert_eq!(all, expected, "{body:?} in {heap:?}");
        found[all.len().min(2)] += 1;
    }
    assert!(found.iter().all(|&times| times > 300), "none, one and several: {found:?}");
}

#[test]
fn the_notation_reads_what_it_prints() {
    let mut alphabet = Alphabet::default();
    alphabet.declare("List", vec![false, true]);
    let text = "x -> a; %mark -> b; a.next -> b; b.flag -> 1; List(b, null); ext(a, b)";
    let heap = canonical(parse_heap(text, &mut alphabet, "Node").unwrap(), ExternalOrder::Fixed);
    let printed = print_heap(&heap, &alphabet);
    assert_eq!(
        canonical(parse_heap(&printed, &mut alphabet, "Node").unwrap(), ExternalOrder::Fixed),
        heap,
        "{printed}"
    );
    assert!(parse_heap("Lost(a)", &mut alphabet, "Node").is_err());
    assert!(parse_heap("List(a)", &mut alphabet, "Node").is_err());
}

#[test]
fn garbage_is_what_nothing_reaches() {
    let mut alphabet = Alphabet::default();
    alphabet.declare("List", vec![false, true]);
    // Nothing is reachable backwards along a list, so the list in front of `x` is garbage.
    let text = "x -> a; a.next -> b; List(g, a); List(b, null); h.next -> a";
    let mut heap = parse_heap(text, &mut alphabet, "Node").unwrap();
    assert!(Reach::default().collect_garbage(&mut heap, &alphabet));
    assert_eq!(print_heap(&canonical(heap, ExternalOrder::Fixed), &alphabet), "x -> v1; v1.next -> v2; List(v2, null)");
}

#[track_caller]
fn check_thinned(text: &str, expected: &str) {
    let mut alphabet = Alphabet::default();
    alphabet.declare("List", vec![false, true]);
    let mut form = |text: &str| canonical(parse_heap(text, &mut alphabet, "Node").unwrap(), ExternalOrder::Fixed);
    let (before, expected) = (form(text), form(expected));
    let mut heap = before.clone();
    let changed = Reach::default().thin_garbage(&mut heap, &alphabet, &mut Canoniser::default());
    assert_eq!(canonical(heap.clone(), ExternalOrder::Fixed), expected, "{}", print_heap(&heap, &alphabet));
    assert_eq!(changed, before != expected);
}

#[test]
fn two_of_equal_parts_of_garbage_are_kept() {
    let live = "x -> a; a.next -> b; List(b, null)";
    check_thinned(
        &format!("{live}; List(c, null); List(d, null); List(e, null); List(f, null)"),
        &format!("{live}; List(c, null); List(d, null)"),
    );
    // Parts with several vertices, including a cycle.
    let ring = |name: &str| format!("{name}.next -> {name}1; {name}1.next -> {name}; {name}1.flag -> 1");
    let rings = |names: &[&str]| names.iter().map(|n| ring(n)).collect::<Vec<_>>().join("; ");
    check_thinned(&format!("{live}; {}", rings(&["c", "d", "e"])), &format!("{live}; {}", rings(&["c", "d"])));
    // Non-isomorphic parts, vertices that are not garbage, and parts that lead to these.
    for kept in [
        "List(c, null); List(d, null); e.next -> null",
        "c.next -> null; d.next -> null; e.next -> e",
        "List(c, null); List(d, null); List(e, null); ext(e)",
        "List(c, null); List(d, null); List(e, null); %mark -> e",
        "c.next -> a; d.next -> a; e.next -> a",
        "List(c, a); List(d, a); List(e, a)",
    ] {
        check_thinned(&format!("{live}; {kept}"), &format!("{live}; {kept}"));
    }
}

/// Components of hundreds of indistinguishable vertices: not all orders are tried, and not even one refinement is
/// completed.
#[test]
fn large_components_of_alike_vertices_have_a_form() {
    let star = |hub: u32, leaves: u32| {
        let mut heap = Heap::with_null();
        let vertices: Vec<VertexId> = (0..=leaves).map(|_| heap.add_vertex(TypeId(2))).collect();
        let hub = vertices[hub as usize];
        vertices.iter().filter(|&&v| v != hub).for_each(|&v| heap.set_selector(v, Selector(0), hub));
        heap
    };
    let forms = [0, 7, 200].map(|hub| canonical(star(hub, 200), ExternalOrder::Fixed));
    assert!(forms[0] == forms[1] && forms[1] == forms[2]);
    assert_eq!(canonical(forms[0].clone(), ExternalOrder::Fixed), forms[0]);
    let mut ring = Heap::with_null();
    let vertices: Vec<VertexId> = (0..600).map(|_| ring.add_vertex(TypeId(2))).collect();
    for (at, &vertex) in vertices.iter().enumerate() {
        ring.set_selector(vertex, Selector(0), vertices[(at + 1) % vertices.len()]);
    }
    let form = canonical(ring, ExternalOrder::Fixed);
    assert_eq!((form.vertex_bound(), form.selector_edges().count()), (601, 600));
}

/// Everything that comes from a nonterminal edge keeps its origin, whatever is done to it; what is folded has all origins.
#[test]
fn objects_keep_their_origins() {
    let mut alphabet = Alphabet::default();
    let (class, next) = (alphabet.ty("N"), alphabet.selector("next"));
    let label = alphabet.declare("S", vec![false, true]);
    let mut heap = Heap::with_null();
    let [a, b] = [(); 2].map(|()| heap.add_vertex(class));
    heap.set_selector(a, next, b);
    heap.add_nonterminal(label, [b, VertexId(0)]);
    heap.bind(alphabet.variable("a"), a);
    // Parts: the edge, then a and b.
    assert_eq!(heap.part_counts(), (1, 2));
    assert_eq!(heap.follow(0, 3), 3);
    let mut body = Heap::new();
    let [first, last, inner] = [(); 3].map(|()| body.add_vertex(class));
    body.set_externals([first, last]);
    body.set_selector(first, next, inner);
    body.add_nonterminal(label, [inner, last]);
    let new = heap.add_vertex(class);
    heap.set_selector(new, next, a);
    heap.bind(alphabet.variable("b"), new);
    assert!(heap.replace(0, &body));
    Canoniser::default().canonicalise(&mut heap, ExternalOrder::Fixed);
    // From `a` on: a, b, what was inside of the edge; then the new object.
    let origins = |heap: &Heap| heap.origins().expect("it is followed").iter().map(|o| o.to_vec()).collect::<Vec<_>>();
    let (of_edges, of_objects) = (&origins(&heap)[..1], &mut origins(&heap)[1..].to_vec());
    of_objects.sort();
    assert_eq!((of_edges, of_objects.as_slice()), (&[vec![0]][..], &[vec![0], vec![1], vec![2], vec![3]][..]));
    // What follows `b` is folded, and then `b`.
    heap.unbind(alphabet.variable("a"));
    let pattern = Pattern::new(&body);
    for expected in [vec![0], vec![0, 2]] {
        let before = heap.clone();
        let host = Host::new(&before, Blocked::default());
        let embeddings = pattern.find_all(&host, &mut EmbeddingEffort::for_heap(&before)).expect("few");
        assert_eq!(embeddings.len(), 1);
        pattern.replace_image(&mut heap, &embeddings[0], label, &[0, 1]);
        heap.compact();
        assert_eq!(origins(&heap)[0], expected);
    }
    let unfollowed = parse_heap(&print_heap(&heap, &alphabet), &mut alphabet, "N").expect("a heap");
    let canonical = [heap, unfollowed].map(|heap| canonical(heap, ExternalOrder::Fixed));
    assert_eq!(canonical[0], canonical[1], "origins are no part of what a heap is");
}
