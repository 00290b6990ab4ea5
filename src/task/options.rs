//! The options of a task.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::document::Analysis;
use base::json::{Fields, JsonNode};
use base::{Diagnostic, Limits, Severity, Span, Text, did_you_mean, msg, text};

/// How a formula is checked across procedure calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Strategy {
    /// A call is one step of its caller; states inside callees are not checked.
    TopLevel,
    /// The recursive state machine of all procedures is explored first and then checked.
    Rsm,
    /// States are generated on demand; nothing is kept.
    OnTheFly,
    /// States are generated on demand and kept for the next formula.
    #[default]
    Hybrid,
    /// For boolean programs: state by state, on demand.
    Explicit,
    /// For boolean programs: sets of states as binary decision diagrams.
    Symbolic,
    /// Several in turn, until one has the answer: explicit and symbolic for boolean programs; for programs in large blocks all
    /// that they have; for programs by forest automata sets of heaps that are merged less and less.
    Auto,
    /// For programs in large blocks: all runs of so many blocks at once.
    Bounded,
    /// For programs in large blocks: so many blocks in a row without a failure are followed by none.
    KInduction,
    /// For programs in large blocks: clauses over predicates that are inductive.
    Pdr,
    /// For programs in large blocks: what is reached in terms of predicates, refined along paths that no run takes.
    Predicates,
    /// All of them.
    All,
}

impl Strategy {
    /// Every strategy.
    pub const ALL: [Strategy; 12] = [
        Strategy::TopLevel,
        Strategy::Rsm,
        Strategy::OnTheFly,
        Strategy::Hybrid,
        Strategy::Explicit,
        Strategy::Symbolic,
        Strategy::Auto,
        Strategy::Bounded,
        Strategy::KInduction,
        Strategy::Pdr,
        Strategy::Predicates,
        Strategy::All,
    ];

    /// Its name in documents and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Strategy::TopLevel => "top-level",
            Strategy::Rsm => "rsm",
            Strategy::OnTheFly => "on-the-fly",
            Strategy::Hybrid => "hybrid",
            Strategy::Explicit => "explicit",
            Strategy::Symbolic => "symbolic",
            Strategy::Auto => "auto",
            Strategy::Bounded => "bounded",
            Strategy::KInduction => "k-induction",
            Strategy::Pdr => "pdr",
            Strategy::Predicates => "predicates",
            Strategy::All => "all",
        }
    }

    /// The strategies that `self` stands for, in comparison order. The default stands for that of the analysis.
    pub fn each(self, analysis: Analysis) -> Vec<Strategy> {
        match (self, analysis) {
            (Strategy::All, Analysis::Heap) => {
                vec![Strategy::TopLevel, Strategy::Rsm, Strategy::OnTheFly, Strategy::Hybrid]
            }
            (Strategy::All, Analysis::Boolean) => vec![Strategy::Explicit, Strategy::Symbolic],
            (Strategy::All, Analysis::Blocks) => {
                // Longer runs are looked at without end.
                vec![Strategy::Pdr, Strategy::Predicates, Strategy::KInduction, Strategy::Bounded]
            }
            (Strategy::Hybrid, Analysis::Boolean | Analysis::Blocks)
            | (Strategy::Hybrid | Strategy::All, Analysis::Forest) => {
                vec![Strategy::Auto]
            }
            (one, _) => vec![one],
        }
    }

    /// Whether an analysis supports it, possibly as its default.
    pub fn fits(self, analysis: Analysis) -> bool {
        match self {
            Strategy::All | Strategy::Hybrid => true,
            Strategy::TopLevel | Strategy::Rsm | Strategy::OnTheFly => analysis == Analysis::Heap,
            Strategy::Explicit | Strategy::Symbolic => analysis == Analysis::Boolean,
            Strategy::Auto => analysis != Analysis::Heap,
            Strategy::Bounded | Strategy::KInduction | Strategy::Pdr | Strategy::Predicates => {
                analysis == Analysis::Blocks
            }
        }
    }
}

/// How the options of the abstraction are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Abstraction {
    /// They are those that the task gives.
    #[default]
    Fixed,
    /// First those that the task gives, then more precise ones, until all properties are decided. Arguments that methods only pass on
    /// are left out.
    Auto,
}

impl Abstraction {
    /// Both, by name.
    pub const ALL: [(&'static str, Abstraction); 2] = [("fixed", Abstraction::Fixed), ("auto", Abstraction::Auto)];
}

/// The order in which states are explored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Search {
    /// The state found last is explored first.
    #[default]
    DepthFirst,
    /// The state found first is explored first; runs are short.
    BreadthFirst,
}

/// The options and budgets of an analysis.
///
/// [`Options::canonical`] implies [`Options::admissible_full`], [`Options::admissible_constants`] and
/// [`Options::admissible_markings`] and switches [`Options::chain_abstraction`] off: in loaded options they are consistent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", default)]
pub struct Options {
    /// How formulas are checked across calls.
    pub strategy: Strategy,
    /// How the options of the abstraction are found.
    pub abstraction: Abstraction,
    /// Whether unreachable vertices are removed.
    pub garbage_collection: bool,
    /// Whether vertices with variables stay concrete.
    pub admissible_abstraction: bool,
    /// With admissible abstraction: whether constants count as variables.
    pub admissible_constants: bool,
    /// With admissible abstraction: whether markings of neighbours count as variables.
    pub admissible_markings: bool,
    /// With admissible abstraction: whether all selectors of all variables are materialised in every state.
    pub admissible_full: bool,
    /// Whether only states at merge points are abstracted, not every state.
    pub chain_abstraction: bool,
    /// Whether rules with merged external vertices are used for abstraction.
    pub rule_collapsing: bool,
    /// With admissible abstraction: whether final states are merged after a full abstraction.
    pub post_processing: bool,
    /// Whether all states are kept in canonical form.
    pub canonical: bool,
    /// Whether forest automata learn boxes; otherwise they use only those that the task gives.
    pub learn_boxes: bool,
    /// The number of states over all procedures at which the analysis gives up.
    pub max_states: u32,
    /// The number of vertices of one heap at which the analysis gives up.
    pub max_heap: u32,
    /// The number of seconds after which the analysis gives up, if a clock is available.
    pub seconds: Option<u32>,
    /// The number of megabytes at which the analysis gives up, if memory can be measured.
    pub memory: Option<u32>,
    /// The order in which states are explored.
    pub search: Search,
    /// Methods without a body that are assumed to change nothing and to return an unknown value or null.
    pub assume_pure: Vec<String>,
    /// Methods whose calls are one step in every strategy.
    pub mc_skip: Vec<String>,
}

impl Default for Options {
    fn default() -> Self {
        let limits = Limits::default();
        Self {
            strategy: Strategy::default(),
            abstraction: Abstraction::default(),
            garbage_collection: true,
            admissible_abstraction: false,
            admissible_constants: false,
            admissible_markings: false,
            admissible_full: false,
            chain_abstraction: true,
            rule_collapsing: true,
            post_processing: false,
            canonical: false,
            learn_boxes: true,
            max_states: limits.states,
            max_heap: limits.heap_vertices,
            seconds: None,
            memory: None,
            search: Search::default(),
            assume_pure: Vec::new(),
            mc_skip: Vec::new(),
        }
    }
}

impl Options {
    /// The limits of searches.
    pub fn limits(&self) -> Limits {
        Limits { states: self.max_states, heap_vertices: self.max_heap }
    }

    /// The options that differ from their defaults, as JSON.
    pub fn to_value(&self) -> Value {
        // Plain data with string keys: serialisation cannot fail.
        let mut value = serde_json::to_value(self).unwrap_or_default();
        let default = serde_json::to_value(Self::default()).unwrap_or_default();
        if let Value::Object(members) = &mut value {
            members.retain(|key, member| default.get(key) != Some(member));
        }
        value
    }

    /// Reads the options in `node`. Invalid members are reported and get their default.
    pub(super) fn read(node: &JsonNode, diagnostics: &mut Vec<Diagnostic>) -> Options {
        let mut options = Options::default();
        let Some(mut fields) = Fields::new(node, Text::Code("options"), diagnostics) else { return options };
        if let Some(node) = fields.take("strategy") {
            let names = Strategy::ALL.map(Strategy::name);
            if let Some(position) = choice(node, text!("strategy"), &names, diagnostics) {
                options.strategy = Strategy::ALL[position];
            }
        }
        if let Some(node) = fields.take("abstraction") {
            let names = Abstraction::ALL.map(|(name, _)| name);
            if let Some(position) = choice(node, text!("abstraction"), &names, diagnostics) {
                options.abstraction = Abstraction::ALL[position].1;
            }
        }
        let given_chain =
            fields.take("chainAbstraction").and_then(|n| n.boolean(Text::Code("chainAbstraction"), diagnostics));
        options.chain_abstraction = given_chain.unwrap_or(options.chain_abstraction);
        let flags: [(&'static str, &mut bool); 9] = [
            ("garbageCollection", &mut options.garbage_collection),
            ("admissibleAbstraction", &mut options.admissible_abstraction),
            ("admissibleConstants", &mut options.admissible_constants),
            ("admissibleMarkings", &mut options.admissible_markings),
            ("admissibleFull", &mut options.admissible_full),
            ("ruleCollapsing", &mut options.rule_collapsing),
            ("postProcessing", &mut options.post_processing),
            ("canonical", &mut options.canonical),
            ("learnBoxes", &mut options.learn_boxes),
        ];
        for (key, flag) in flags {
            if let Some(given) = fields.take(key).and_then(|n| n.boolean(Text::Code(key), diagnostics)) {
                *flag = given;
            }
        }
        for (key, number) in [("maxStates", &mut options.max_states), ("maxHeap", &mut options.max_heap)] {
            if let Some(given) = fields.take(key).and_then(|n| n.natural(Text::Code(key), diagnostics)) {
                *number = given;
            }
        }
        for (key, number) in [("seconds", &mut options.seconds), ("memory", &mut options.memory)] {
            *number = fields.take(key).and_then(|n| n.natural(Text::Code(key), diagnostics));
        }
        if let Some(node) = fields.take("search")
            && let Some(position) = choice(node, text!("search"), &["depthFirst", "breadthFirst"], diagnostics)
        {
            options.search = [Search::DepthFirst, Search::BreadthFirst][position];
        }
        for (key, names) in [("assumePure", &mut options.assume_pure), ("mcSkip", &mut options.mc_skip)] {
            if let Some(items) = fields.take(key).and_then(|n| n.array(Text::Code(key), diagnostics)) {
                names.extend(items.iter().filter_map(|n| n.string(text!("the name of a method"), diagnostics)));
            }
        }
        if let Some(indexed) = fields.take("indexed")
            && indexed.boolean(Text::Code("indexed"), diagnostics) == Some(true)
        {
            diagnostics.push(Diagnostic::error(
                "task/indexed",
                indexed.span,
                msg!("indexed grammars are not supported"),
            ));
        }
        fields.finish(Severity::Error, diagnostics);
        if options.canonical && given_chain == Some(true) {
            let message = msg!("`canonical` abstracts every state; `chainAbstraction` has no effect");
            diagnostics.push(Diagnostic::warning("task/options", node.span, message));
        }
        options.settle(node.span, diagnostics);
        options
    }

    /// Applies the consequences of `canonical`; reports options that exclude each other or have no effect.
    pub(super) fn settle(&mut self, span: Span, diagnostics: &mut Vec<Diagnostic>) {
        let refining = [
            (self.admissible_constants, "admissibleConstants"),
            (self.admissible_markings, "admissibleMarkings"),
            (self.admissible_full, "admissibleFull"),
            (self.post_processing, "postProcessing"),
            (self.canonical, "canonical"),
        ];
        if !self.admissible_abstraction {
            for (_, name) in refining.iter().filter(|(given, _)| *given) {
                let message = match *name {
                    "canonical" => {
                        msg!("without `admissibleAbstraction`, `{name}` only switches chain abstraction off")
                    }
                    _ => msg!("without `admissibleAbstraction`, `{name}` has no effect"),
                };
                diagnostics.push(Diagnostic::warning("task/options", span, message));
            }
        }
        if self.canonical {
            if self.post_processing {
                let message = msg!("`canonical` and `postProcessing` exclude each other");
                diagnostics.push(Diagnostic::error("task/options", span, message));
            }
            self.admissible_full = true;
            self.admissible_constants = true;
            self.admissible_markings = true;
            self.chain_abstraction = false;
        }
    }
}

/// The position of the string `node` in `names`; reports anything else.
pub(super) fn choice(node: &JsonNode, what: Text, names: &[&str], diagnostics: &mut Vec<Diagnostic>) -> Option<usize> {
    let text = node.string(what, diagnostics)?;
    let position = names.iter().position(|&n| n == text);
    if position.is_none() {
        let message = msg!("there is no {what} `{text}`");
        let suggestion = did_you_mean(&text, names.iter().copied());
        diagnostics.push(Diagnostic::error("task/unknown-value", node.span, message).suggest(suggestion));
    }
    position
}
