//! Grammars and initial heaps for a program that comes without them: what its classes and their builders suggest.

use std::collections::BTreeMap;

use crate::base::{FileId, Sources};
use crate::lang::java::{JavaOptions, parse_java};
use crate::structures::{StructureGrammar, Structures, samples};
use crate::task::{GrammarSource, HeapSource, PROPOSED};

/// What is proposed for a program.
#[derive(Default)]
pub(super) struct Proposal {
    /// A grammar for each family of classes.
    pub grammars: Vec<GrammarSource>,
    /// The heaps on which the entry method starts; none if it starts from the empty heap.
    pub initial: Vec<HeapSource>,
    /// What is assumed of the parameters, a sentence each.
    pub assumptions: Vec<String>,
    /// What may be wrong with it, a sentence each.
    pub doubts: Vec<String>,
}

/// Programs with more classes get no proposal: it would take too long.
const CLASS_LIMIT: usize = 300;

/// A proposal for a Java program that starts in the method `entry`. It is empty if the program has errors, or too many classes.
pub(super) fn propose(sources: &Sources, files: &[FileId], entry: &str, options: &JavaOptions) -> Proposal {
    let (Some((program, entry)), _) = parse_java(sources, files, options, entry) else { return Proposal::default() };
    if program.classes.len() > CLASS_LIMIT {
        return Proposal::default();
    }
    let mut structures = Structures::of(&program);
    let mut proposal = Proposal::default();
    let samples = samples(sources, files, &structures, options);
    if let Some(origin) = structures.learn(&samples) {
        let doubt = format!(
            "no known structure fits what `{origin}` builds, so verdicts may be about other heaps than you mean"
        );
        proposal.doubts.push(doubt);
    }
    structures.assume_payload(entry, &samples);
    for (family, grammar) in structures.grammars().into_iter().enumerate() {
        let name = Some(format!("{PROPOSED}{}", structures.words(family).replace('`', "")));
        proposal.grammars.push(match grammar {
            StructureGrammar::Definitions(definitions) => {
                GrammarSource { name, definitions: Some(definitions), ..GrammarSource::default() }
            }
            StructureGrammar::Predefined { name: predefined, rename } => {
                let rename: BTreeMap<String, String> = rename.into_iter().filter(|(given, own)| given != own).collect();
                GrammarSource { predefined: Some(predefined.to_owned()), rename, ..GrammarSource::default() }
            }
        });
    }
    let inputs = structures.inputs(entry);
    if !inputs.formulas.is_empty() {
        let formula = Some(inputs.formulas.join("\n| "));
        proposal.initial.push(HeapSource { formula, ..HeapSource::default() });
    }
    if inputs.is_cut {
        proposal
            .doubts
            .push("there are too many kinds of initial heaps: verdicts are about some of them only".to_owned());
    }
    proposal.assumptions = inputs.assumptions;
    proposal
}
