//! Pictures of what a task defines, beside the text that defines it: monitors as automata, the rules of grammars as hypergraphs.

use serde::Serialize;

use super::code::Code;
use crate::edit::{self, TextRange, Units, WrittenMonitor, WrittenNonterminal, written_monitors, written_nonterminals};
use base::json::{JsonNode, position_in_string};
use base::{Diagnostic, FileId, Rendered, Severity, Sources, Span, has_errors, msg};
use draw::heap_drawing::heap_scene;
use draw::monitor_drawing::monitor_scene;
use draw::scene::Scene;
use heap_grammar::grammar::definitions::{Notation, Scope};
use heap_grammar::heap::VariableKind;
use heap_grammar::heap::document::HeapDocument;
use heap_grammar::separation::{Definition, Formula, Name};
use ltl::logic::{Formulas, parse_condition, parse_formula, parse_formula_with};
use report::heap::{HeapView, NonterminalView, SelectorView, VertexKind, VertexView};
use report::monitor::{MonitorEdgeView, MonitorStateView, MonitorView};
use task::separation::scope_classes;
use task::wording::Subject;
use task::{AliasReader, Loaded, MonitorText, NamedGrammar, NoFiles, load, load_grammars, load_monitors};

mod initial;
#[cfg(test)]
mod tests;

pub use initial::{InitialPicture, InitialPictures, initial_pictures};

/// The names of the texts in messages.
const MONITORS: &str = "monitors";
const GRAMMARS: &str = "grammars";
const DOCUMENT: &str = "task.json";

/// Larger monitors and rules are not drawn: nobody could read them.
const EDGE_LIMIT: usize = 200;
const RULE_LIMIT: usize = 200;
const NODE_LIMIT: usize = 60;

/// The monitors of a text as pictures.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct MonitorPictures {
    /// The monitors, in the order of the text; null if some of them cannot be read.
    pub monitors: Option<Vec<MonitorPicture>>,
    /// How the monitors are written, as far as that can be read.
    pub written: Vec<WrittenMonitor>,
    /// What is wrong with the text. Positions in guards are in files of their own, named after their edges.
    pub diagnostics: Vec<Rendered>,
}

/// A monitor as a picture.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct MonitorPicture {
    /// The monitor.
    pub monitor: MonitorView,
    /// Its picture: the states are its places, the edges its blocks. Null if it has too many edges.
    pub scene: Option<Scene>,
}

/// The grammars of a text as pictures.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct GrammarPictures {
    /// The nonterminals, in the order of the text; null if some of them cannot be read.
    pub nonterminals: Option<Vec<NonterminalPicture>>,
    /// The nonterminals whose rules are written as JSON, as far as they can be read.
    pub written: Vec<WrittenNonterminal>,
    /// What is wrong with the text.
    pub diagnostics: Vec<Rendered>,
}

/// The rules of a nonterminal as pictures.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct NonterminalPicture {
    /// Its name.
    pub name: String,
    /// The number of its tentacles.
    pub rank: u32,
    /// The position of its grammar in the text.
    pub grammar: u32,
    /// Its rules.
    pub rules: Vec<RulePicture>,
    /// The number of rules that are too many, or too large, to be drawn.
    pub hidden: u32,
}

/// A rule as a picture.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct RulePicture {
    /// The right-hand side; vertices are numbered as in the document.
    pub heap: HeapView,
    /// Its picture.
    pub scene: Scene,
    /// What it is written in.
    #[serde(rename = "in")]
    pub place: RulePlace,
    /// Where it is written in the text; a predefined one where its grammar is named.
    pub range: TextRange,
}

/// What a rule is written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum RulePlace {
    /// The text itself.
    Text,
    /// The definitions of its grammar, which are a string of the text.
    Definitions,
    /// A predefined grammar.
    Library,
}

/// Draws the monitors of a task, a JSON array. Never panics. `subject`: what their guards are about, unless they are not checked.
pub fn monitor_pictures(text: &str, subject: Option<Subject>) -> MonitorPictures {
    let mut loaded = load_monitors(text, MONITORS);
    // Everything else leaves something out.
    let is_whole =
        loaded.diagnostics.iter().all(|found| found.severity != Severity::Error || found.code == "task/monitor");
    let monitors = is_whole.then(|| loaded.task.monitors.iter().map(|text| picture_of(&monitor_view(text))).collect());
    if let Some(subject) = subject {
        check_guards(&mut loaded, subject);
    }
    let written = written_monitors(text);
    MonitorPictures { monitors, written, diagnostics: rendered(&loaded.diagnostics, &loaded.sources) }
}

fn picture_of(monitor: &MonitorView) -> MonitorPicture {
    let scene = (monitor.edges.len() <= EDGE_LIMIT).then(|| monitor_scene(monitor));
    MonitorPicture { monitor: monitor.clone(), scene }
}

/// A monitor as data. Its states are those that it mentions; the initial one comes first.
fn monitor_view(text: &MonitorText) -> MonitorView {
    let mut view = MonitorView { name: text.name.clone(), ..MonitorView::default() };
    let mut state = |name: &str| -> u32 {
        let known = view.states.iter().position(|state| state.name == name);
        let number = known.unwrap_or_else(|| {
            view.states.push(MonitorStateView {
                name: name.to_owned(),
                is_initial: view.states.is_empty(),
                is_target: text.target.iter().any(|target| target == name),
                is_repeating: text.repeating.iter().any(|repeating| repeating == name),
            });
            view.states.len() - 1
        });
        number as u32
    };
    state(&text.initial);
    for edge in &text.edges {
        let (source, target) = (state(&edge.from), state(&edge.to));
        view.edges.push(MonitorEdgeView { source, target, guard: edge.guard.clone() });
    }
    view
}

/// Reports guards that are no formulas about one state.
fn check_guards(loaded: &mut Loaded, subject: Subject) {
    let mut formulas = Formulas::new();
    for &guard in loaded.guards.iter().flatten().flatten() {
        let text = &loaded.sources.file(guard).text;
        let (formula, found) = match subject.is_of_heaps() {
            true => parse_formula(text, guard, &mut formulas),
            false => parse_formula_with(parse_condition, text, guard, &mut formulas),
        };
        loaded.diagnostics.extend(found);
        if formula.is_some_and(|formula| !formulas.is_propositional(formula)) {
            let span = Span::new(guard, 0, text.len());
            let message = msg!("a guard is about one state, so it has no temporal operators");
            loaded.diagnostics.push(Diagnostic::error("task/monitor", span, message));
        }
    }
}

/// Draws the rules of the grammars of a task, a JSON array; in definitions, classes may be left out that follow from the program of the task in
/// `document`. Never panics.
pub fn grammar_pictures(text: &str, document: &str) -> GrammarPictures {
    let mut loaded = load_grammars(text, GRAMMARS);
    if loaded.grammars.iter().any(|own| !own.definitions.is_empty()) {
        define(&mut loaded, &scope_of(&load(document, DOCUMENT, &mut NoFiles)));
    }
    let mut room = RULE_LIMIT;
    let document = edit::read(text).filter(|_| !has_errors(&loaded.diagnostics));
    let nonterminals = document.map(|document| {
        let units = Units::new(text);
        let written =
            document.items().iter().zip(0..).map(|(node, number)| Written { text, units: &units, node, number });
        written
            .zip(&loaded.grammars)
            .flat_map(|(written, grammar)| nonterminals_of(&written, grammar, &mut room))
            .collect()
    });
    let written = written_nonterminals(text);
    GrammarPictures { nonterminals, written, diagnostics: rendered(&loaded.diagnostics, &loaded.sources) }
}

/// The classes of the program of a task.
fn scope_of(task: &Loaded) -> Scope {
    match Code::of(task) {
        Some(code) => Scope { classes: scope_classes(&code.outline()), is_complete: true, ..Scope::default() },
        None => Scope::default(),
    }
}

/// Turns definitions into rules.
fn define(loaded: &mut Loaded, scope: &Scope) {
    let resolve = |class: &mut Name| class.text = scope.resolve(&class.text).to_owned();
    for definition in loaded.grammars.iter_mut().flat_map(|own| &mut own.definitions) {
        definition.parameters.iter_mut().filter_map(|parameter| parameter.class.as_mut()).for_each(resolve);
        definition.cases.iter_mut().flat_map(Formula::classes_mut).for_each(resolve);
    }
    let own = loaded.grammars.iter().flat_map(NamedGrammar::nonterminals).map(str::to_owned).collect();
    let mut aliases = AliasReader::new(scope, own);
    for case in loaded.grammars.iter_mut().flat_map(|own| &mut own.definitions).flat_map(|own| &mut own.cases) {
        aliases.replace(case, &mut loaded.diagnostics);
    }
    if has_errors(&loaded.diagnostics) {
        return;
    }
    let used: Vec<NamedGrammar> = aliases.grammars().into_iter().collect();
    let known = loaded.grammars.iter().chain(&used).map(|own| &own.grammar);
    let mut notation = Notation::new(scope.clone(), known);
    let texts: Vec<&[Definition]> = loaded.grammars.iter().map(|own| own.definitions.as_slice()).collect();
    let grammars = notation.define(&texts, &mut loaded.diagnostics);
    for (own, grammar) in loaded.grammars.iter_mut().zip(grammars).filter(|(own, _)| !own.definitions.is_empty()) {
        own.grammar = grammar;
    }
}

/// A grammar as it is written.
struct Written<'t> {
    text: &'t str,
    units: &'t Units,
    node: &'t JsonNode,
    /// Its position in the text.
    number: u32,
}

/// The nonterminals of a grammar; `room` is the number of rules that may still be drawn.
fn nonterminals_of(written: &Written<'_>, grammar: &NamedGrammar, room: &mut usize) -> Vec<NonterminalPicture> {
    let nonterminals = grammar.grammar.nonterminals.iter();
    let picture = |nonterminal: &heap_grammar::grammar::document::NonterminalDocument| {
        let drawn: Vec<&HeapDocument> =
            nonterminal.rules.iter().filter(|rule| rule.nodes.len() <= NODE_LIMIT).take(*room).collect();
        *room -= drawn.len();
        NonterminalPicture {
            name: nonterminal.name.clone(),
            rank: nonterminal.rank,
            grammar: written.number,
            hidden: (nonterminal.rules.len() - drawn.len()) as u32,
            rules: drawn.into_iter().map(|rule| rule_picture(written, rule, grammar)).collect(),
        }
    };
    nonterminals.map(picture).collect()
}

fn rule_picture(written: &Written<'_>, rule: &HeapDocument, grammar: &NamedGrammar) -> RulePicture {
    let Written { text, units, node, .. } = written;
    let place = match () {
        () if !grammar.definitions.is_empty() => RulePlace::Definitions,
        () if rule.span.file == FileId(0) => RulePlace::Text,
        () => RulePlace::Library,
    };
    let range = match (place, node.get("definitions")) {
        (RulePlace::Text, _) => units.range(rule.span),
        (RulePlace::Definitions, Some(definitions)) => {
            let at = |byte: u32| position_in_string(text, definitions, byte as usize);
            units.between(at(rule.span.start), at(rule.span.end))
        }
        _ => units.range(node.span),
    };
    let heap = heap_view(rule);
    RulePicture { scene: heap_scene(&heap), heap, place, range }
}

/// What the picture of a heap document shows.
fn heap_view(heap: &HeapDocument) -> HeapView {
    let vertex = |(number, ty): (u32, &str)| {
        let names = |wanted: fn(VariableKind) -> bool| -> Vec<String> {
            let here = heap.variables.iter().filter(|own| own.target == number && wanted(VariableKind::of(&own.name)));
            here.map(|own| own.name.trim_start_matches('%').to_owned()).collect()
        };
        VertexView {
            ty: ty.to_owned(),
            kind: match ty {
                "NULL" => VertexKind::Null,
                "int" => VertexKind::Constant,
                _ => VertexKind::Object,
            },
            external: heap.externals.iter().position(|external| external.value == number).map(|i| i as u32 + 1),
            variables: names(|kind| kind == VariableKind::Program),
            markings: names(|kind| matches!(kind, VariableKind::Marking { .. })),
            constants: names(|kind| matches!(kind, VariableKind::Constant(_))),
            number: None,
        }
    };
    let selector = |edge: &heap_grammar::heap::document::SelectorDocument| SelectorView {
        source: edge.origin,
        target: edge.target,
        label: edge.label.clone(),
    };
    let nonterminal = |edge: &heap_grammar::heap::document::HyperedgeDocument| NonterminalView {
        label: edge.label.clone(),
        tentacles: edge.tentacles.clone(),
    };
    HeapView {
        vertices: (0u32..).zip(heap.nodes.iter().map(|node| node.value.as_str())).map(vertex).collect(),
        selectors: heap.selectors.iter().map(selector).collect(),
        nonterminals: heap.hyperedges.iter().map(nonterminal).collect(),
        ..HeapView::default()
    }
}

fn rendered(diagnostics: &[Diagnostic], sources: &Sources) -> Vec<Rendered> {
    diagnostics.iter().map(|found| found.render(sources)).collect()
}
