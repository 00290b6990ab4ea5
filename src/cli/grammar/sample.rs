//! `hrglass grammar sample`.

use clap::{ValueEnum, value_parser};

use super::{Outcome, complain, print};
use base::{Message, Random, did_you_mean, msg};
use draw::export::dot;
use graph_grammars::heap_view;
use heap_grammar::grammar::{Derivations, Grammar, Sampler};
use heap_grammar::heap::document::HeapDocument;
use heap_grammar::heap::{
    Alphabet, Canoniser, ExternalOrder, Heap, Nonterminal, TypeId, Variable, VertexId, print_heap,
};

/// Maximum number of objects in a heap.
const SIZE_LIMIT: u32 = 1_000;

/// Random heaps have at most this number of objects more than the smallest one, unless specified otherwise.
const USUAL_RANGE: u32 = 10;

#[derive(clap::Args)]
pub(super) struct Sample {
    /// A grammar as JSON or, in a file `.sl`, as definitions; or the name of a predefined one
    #[arg(value_name = "FILE")]
    pub file: String,
    /// The nonterminal that the heaps are derived from [default: the first of the grammar]
    #[arg(long, value_name = "NAME")]
    nonterminal: Option<String>,
    /// The vertices at its tentacles, in order: `null`, a variable, or `_` for an object without a variable; the same variable at
    /// several tentacles is one object [default: null where the first rule has null, `_` elsewhere]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    at: Vec<String>,
    /// Maximum number of heaps
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = value_parser!(u32).range(1..=10_000))]
    count: u32,
    /// Minimum number of objects; null and numbers do not count
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = value_parser!(u32).range(..=i64::from(SIZE_LIMIT)))]
    min_objects: u32,
    /// Maximum number of objects [default: unlimited; with `--seed` ten more than the smallest heap]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(..=i64::from(SIZE_LIMIT)))]
    max_objects: Option<u32>,
    /// Draw heaps at random instead of listing the smallest; a seed always gives the same heaps
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The output format
    #[arg(long, value_enum, default_value = "notation")]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// In short notation, one heap per line.
    Notation,
    /// As initial heaps of tasks, one heap per line.
    Json,
    /// Pictures for Graphviz.
    Dot,
}

impl Sample {
    /// Prints heaps of a grammar without errors.
    pub(super) fn run(&self, mut alphabet: Alphabet, grammar: &Grammar) -> Outcome {
        let start = self.start(&mut alphabet, grammar);
        let (start, least, most) = match start.and_then(|start| self.sizes(grammar, start)) {
            Ok(found) => found,
            Err(why) => {
                complain(&format!("hrglass: {why}\n"));
                return Outcome::WrongInput;
            }
        };
        let mut printed = 0;
        let mut show = |heap: Heap| {
            print(&self.text(heap, &alphabet));
            printed += 1;
        };
        let mut gave_up = false;
        match self.seed {
            Some(seed) => {
                let (sampler, mut random) = (Sampler::new(grammar, &start, most), Random::scattered(seed));
                let mut canoniser = Canoniser::default();
                (0..self.count).map_while(|_| sampler.draw(least..=most, &mut random)).for_each(|mut heap| {
                    canoniser.canonicalise(&mut heap, ExternalOrder::Fixed);
                    show(heap);
                });
            }
            None => {
                let mut derivations = Derivations::new(grammar, &start, most);
                let wanted = derivations.by_ref().filter(|heap| heap.objects() >= least);
                wanted.take(self.count as usize).for_each(&mut show);
                gave_up = printed < self.count && derivations.gave_up();
            }
        }
        if gave_up {
            let why = msg!("gave up after {printed} heaps: there are too many ways to derive them");
            let help = msg!("`--seed 1` draws random heaps of any size");
            complain(&format!("hrglass: {why}\n  = {}\n", msg!("help: {help}")));
            return Outcome::Undecided;
        }
        if printed == 0 {
            let smallest = grammar.smallest(&start).unwrap_or_default();
            let why = msg!("there is no such heap with {least} to {most} objects; the smallest has {smallest}");
            complain(&format!("hrglass: {why}\n"));
            return Outcome::WrongInput;
        }
        Outcome::Satisfied
    }

    /// The start heap and the range of object counts, or why there are no heaps at all.
    fn sizes(&self, grammar: &Grammar, start: Heap) -> Result<(Heap, usize, usize), Message> {
        let smallest = grammar.smallest(&start).ok_or_else(|| msg!("no heap can be derived from this"))?;
        let least = self.min_objects;
        let most = match (self.max_objects, self.seed) {
            (Some(most), _) if most < least => {
                return Err(msg!("`--max-objects {most}` is less than `--min-objects {least}`"));
            }
            (Some(most), _) => most,
            (None, Some(_)) => (u32::try_from(smallest).unwrap_or(SIZE_LIMIT).max(least) + USUAL_RANGE).min(SIZE_LIMIT),
            (None, None) => SIZE_LIMIT,
        };
        Ok((start, least as usize, most as usize))
    }

    /// A heap with one edge of the nonterminal. Objects without a variable are external, to distinguish them.
    fn start(&self, alphabet: &mut Alphabet, grammar: &Grammar) -> Result<Heap, Message> {
        let label = self.label(alphabet)?;
        let (name, rank) = (Message::verbatim(&alphabet.nonterminal(label).name), alphabet.nonterminal(label).rank());
        if !self.at.is_empty() && self.at.len() != rank {
            return Err(msg!("{name} has {rank} tentacles, but `--at` names {}", self.at.len()));
        }
        let body = grammar.bodies(label).next().ok_or_else(|| msg!("{name} has no rules"))?;
        let mut heap = Heap::with_null();
        let mut unnamed = Vec::new();
        let mut tentacles = Vec::new();
        for (position, &external) in body.externals().iter().enumerate() {
            let ty = body.vertex_type(external);
            let fresh =
                |heap: &mut Heap| heap.null().filter(|_| ty == TypeId::NULL).unwrap_or_else(|| heap.add_vertex(ty));
            let vertex: VertexId = match self.at.get(position).map_or("_", |name| name.trim()) {
                "_" => {
                    let vertex = fresh(&mut heap);
                    unnamed.extend(heap.is_object(vertex).then_some(vertex));
                    vertex
                }
                "null" => heap.constant(Variable::NULL),
                name => {
                    let variable = alphabet.variable(name);
                    if name.is_empty() || alphabet.constant(variable).is_some() {
                        return Err(msg!("`{name}` in `--at` is not a variable name"));
                    }
                    let vertex = heap.variable(variable).unwrap_or_else(|| fresh(&mut heap));
                    heap.bind(variable, vertex);
                    vertex
                }
            };
            tentacles.push(vertex);
        }
        heap.add_nonterminal(label, tentacles);
        heap.set_externals(unnamed);
        Ok(heap)
    }

    fn label(&self, alphabet: &Alphabet) -> Result<Nonterminal, Message> {
        let Some(name) = &self.nonterminal else {
            let first = alphabet.nonterminals().next().map(|(label, _)| label);
            return first.ok_or_else(|| msg!("the grammar has no nonterminals"));
        };
        alphabet.find_nonterminal(name).ok_or_else(|| {
            let known = alphabet.nonterminals().map(|(_, info)| info.name.as_str());
            let why = msg!("there is no nonterminal `{name}`");
            did_you_mean(name, known).map_or(why.clone(), |advice| msg!("{why}; {advice}"))
        })
    }

    fn text(&self, mut heap: Heap, alphabet: &Alphabet) -> String {
        match self.format {
            Format::Notation => print_heap(&heap, alphabet) + "\n",
            Format::Json => {
                heap.set_externals([]);
                format!("{}\n", HeapDocument::of(&heap, alphabet).to_value())
            }
            Format::Dot => dot::heap(&heap_view(&heap, alphabet)),
        }
    }
}
