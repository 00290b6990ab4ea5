//! The options: names, arguments, meanings.

use crate::Options;
use base::{Message, msg};

/// How many arguments an option takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Arity {
    /// None.
    None,
    /// Exactly one.
    One,
    /// All tokens up to the next option, at least one.
    Many,
}

/// The effect of an option.
#[derive(Clone, Copy)]
pub(super) enum Effect {
    Description,
    Load,
    RootPath,
    Class,
    Classpath,
    Method,
    Initial,
    Grammar,
    PredefinedGrammar,
    Rename,
    Contract,
    ModelChecking,
    McSkip,
    MaxStates,
    MaxHeap,
    Hierarchical,
    /// Sets options.
    Set(fn(&mut Options)),
    /// Ignored, for the given reason.
    Ignored(fn() -> Message),
    /// Not supported, for the given reason.
    Unsupported(fn() -> Message),
}

/// An option.
pub(super) struct Spec {
    /// `--long`.
    pub long: &'static str,
    /// `-short`.
    pub short: Option<&'static str>,
    /// Its arguments.
    pub arity: Arity,
    /// What it does.
    pub effect: Effect,
}

const fn spec(long: &'static str, short: Option<&'static str>, arity: Arity, effect: Effect) -> Spec {
    Spec { long, short, arity, effect }
}

const EXPORT: fn() -> Message =
    || msg!("it controls an export of another tool; see `hrglass explore` and `--format json`");
const LOGGING: fn() -> Message = || msg!("it controls the log of another tool");
const SYMBOLIC_HEAPS: fn() -> Message =
    || msg!("its notation is not supported; write `--grammar FILE.sl` and `--initial FILE.sl`, or provide JSON");

/// All options.
pub(super) const OPTIONS: &[Spec] = {
    use Arity::{Many, None as No, One};
    use Effect::*;
    &[
        spec("description", Some("d"), One, Description),
        spec("load", Some("l"), One, Load),
        spec("read", None, One, Load),
        spec("root-path", Some("rp"), One, RootPath),
        spec("class", Some("c"), One, Class),
        spec("classpath", Some("cp"), One, Classpath),
        spec("method", Some("m"), One, Method),
        spec("initial", Some("i"), One, Initial),
        spec("grammar", Some("g"), One, Grammar),
        spec("predefined-grammar", Some("pg"), One, PredefinedGrammar),
        spec("rename", Some("r"), Many, Rename),
        spec("contract", None, One, Contract),
        spec("admissible-abstraction", Some("a"), No, Set(|o| o.admissible_abstraction = true)),
        spec("admissible-constants", None, No, Set(|o| o.admissible_constants = true)),
        spec("admissible-markings", None, No, Set(|o| o.admissible_markings = true)),
        spec("admissible-full", None, No, Set(|o| o.admissible_full = true)),
        spec("no-chain-abstraction", None, No, Set(|o| o.chain_abstraction = false)),
        spec("no-rule-collapsing", None, No, Set(|o| o.rule_collapsing = false)),
        spec("indexed", None, No, Unsupported(|| msg!("indexed grammars are not supported"))),
        spec("post-processing", None, No, Set(|o| o.post_processing = true)),
        spec("canonical", None, No, Set(|o| o.canonical = true)),
        spec("model-checking", Some("mc"), One, ModelChecking),
        spec("hierarchical-model-checking", None, No, Hierarchical),
        spec("mc-skip", None, One, McSkip),
        spec("no-garbage-collector", Some("ngc"), No, Set(|o| o.garbage_collection = false)),
        spec("max-state-space", Some("ms"), One, MaxStates),
        spec("max-heap", Some("mh"), One, MaxHeap),
        spec("export", Some("e"), One, Ignored(EXPORT)),
        spec("export-grammar", None, One, Ignored(EXPORT)),
        spec("export-large-states", None, One, Ignored(EXPORT)),
        spec("export-contracts", None, One, Ignored(EXPORT)),
        spec("save-contracts", None, One, Ignored(EXPORT)),
        spec("quiet", Some("q"), No, Ignored(LOGGING)),
        spec("verbose", Some("v"), No, Ignored(LOGGING)),
        spec("debug", None, No, Ignored(LOGGING)),
        spec("abstraction-rule", None, One, Unsupported(|| msg!("rules used only for abstraction are not supported"))),
        spec("inductive-predicates", Some("sid"), One, Unsupported(SYMBOLIC_HEAPS)),
        spec("initial-heap", Some("ih"), One, Unsupported(SYMBOLIC_HEAPS)),
        spec("predicate", None, No, Unsupported(|| msg!("the analysis of integer predicates is not supported"))),
    ]
};

/// The option with this `name` (without dashes): a long or short name, or an unambiguous prefix of a long name.
pub(super) fn find(name: &str) -> Result<&'static Spec, Vec<&'static str>> {
    if let Some(exact) = OPTIONS.iter().find(|o| o.long == name || o.short == Some(name)) {
        return Ok(exact);
    }
    let mut candidates = OPTIONS.iter().filter(|o| !name.is_empty() && o.long.starts_with(name));
    match (candidates.next(), candidates.next()) {
        (Some(only), None) => Ok(only),
        (Some(first), Some(second)) => {
            Err([first.long, second.long].into_iter().chain(candidates.map(|o| o.long)).collect())
        }
        (None, _) => Err(Vec::new()),
    }
}
