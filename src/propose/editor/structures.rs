//! Grammars and initial heaps for a program that comes without them: what its classes and their builders suggest.

use base::{Message, msg};
use std::collections::BTreeMap;

use super::code::Code;
use crate::structures::{Sample, StructureGrammar, Structures};
use program::cfa::ProcedureId;
use program::objects::{Operation, Program};
use task::{GrammarSource, HeapSource, PROPOSED};

/// What is proposed for a program.
#[derive(Default)]
pub(super) struct Proposal {
    /// A grammar for each family of classes.
    pub grammars: Vec<GrammarSource>,
    /// The heaps on which the entry starts; none if it starts from the empty heap.
    pub initial: Vec<HeapSource>,
    /// What is assumed of the parameters, a sentence each.
    pub assumptions: Vec<Message>,
    /// What may be wrong with it, a sentence each.
    pub doubts: Vec<Message>,
}

/// Programs with more classes get no proposal: it would take too long.
const CLASS_LIMIT: usize = 300;

/// The structures of a program, with the evidence for them, and the origin of a heap that they do not fit; `None` if it has too many classes.
/// More heaps are built to learn from if no known structures fit, or if holders may lead to one object in several ways, which few heaps show.
/// If nothing can be learned, the heaps themselves are what runs start on; where none is given to the entry, they start on no heap, and the
/// structure that is nearest is good enough to abstract with.
pub(super) fn structures<'p>(
    code: &Code<'_>,
    program: &'p Program,
    entry: Option<ProcedureId>,
) -> Option<(Structures<'p>, Vec<Sample>, Option<String>)> {
    if program.classes.len() > CLASS_LIMIT {
        return None;
    }
    // What runs do not look at needs no structure.
    if let Some(entry) = entry.filter(|&entry| uses_elements(program, entry)) {
        let mut structures = Structures::with_elements(program, entry, code.present_elements(program));
        let samples = samples_of(code, &structures, Some(entry));
        // Others could only be learned, which no collections are.
        if structures.learn(&samples).is_none() && !structures.may_share() {
            return Some((structures, samples, None));
        }
    }
    let mut structures = Structures::for_entry(program, entry);
    let mut samples = samples_of(code, &structures, entry);
    let mut misfit = structures.learn(&samples);
    if (misfit.is_some() || structures.may_share())
        && let Some(more) = code.more_samples(&structures)
    {
        samples.extend(more);
        misfit = structures.learn(&samples).filter(|_| !structures.generalise(&samples));
    }
    let is_given = entry.is_none_or(|entry| structures.are_given_to(&program.procedures[entry]));
    misfit = misfit.filter(|_| is_given && !structures.enumerate(&samples));
    Some((structures, samples, misfit))
}

/// The heaps that a program builds, and those that it gives to a procedure.
fn samples_of(code: &Code<'_>, structures: &Structures<'_>, entry: Option<ProcedureId>) -> Vec<Sample> {
    let mut samples = code.samples(structures);
    samples.extend(entry.into_iter().flat_map(|entry| code.given_samples(structures, entry)));
    samples
}

/// Whether runs use elements of collections.
fn uses_elements(program: &Program, entry: ProcedureId) -> bool {
    let reached = program.reachable(entry);
    let mut edges = reached.iter().flat_map(|&id| &program.procedures[id].cfa.edges);
    edges.any(|edge| match &edge.operation {
        Operation::Load { field, .. } | Operation::Store { field, .. } => program.held.contains_key(field),
        _ => false,
    })
}

/// A proposal for a program that starts in the procedure `entry`. It is empty if the program has errors, or too many classes.
pub(super) fn propose(code: &Code<'_>, entry: &str) -> Proposal {
    let proposal = proposed(code, code.parse(entry));
    // Without initial heaps, a program in C has only the fields that it uses.
    match proposal.initial.is_empty() && code.is_c() {
        true => proposed(code, code.read(entry, false).0),
        false => proposal,
    }
}

fn proposed(code: &Code<'_>, program: Option<(Program, ProcedureId)>) -> Proposal {
    let Some((program, entry)) = program else { return Proposal::default() };
    let Some((mut structures, samples, misfit)) = structures(code, &program, Some(entry)) else {
        return Proposal::default();
    };
    structures.assume_payload(entry, &samples);
    let mut proposal = chosen(&structures, entry);
    let doubt = |origin| {
        msg!("no known structure fits what `{origin}` builds, so verdicts may be about other heaps than you mean")
    };
    proposal.doubts.splice(0..0, misfit.map(doubt));
    proposal
}

/// The proposal that the chosen structures make for runs that start in a procedure.
pub(super) fn chosen(structures: &Structures<'_>, entry: ProcedureId) -> Proposal {
    let grammars = (0..structures.families().len()).filter_map(|family| grammar(structures, family)).collect();
    let inputs = structures.inputs(entry);
    let mut proposal = Proposal { grammars, ..Proposal::default() };
    if !inputs.formulas.is_empty() {
        let formula = Some(inputs.formulas.join("\n| "));
        proposal.initial.push(HeapSource {
            formula,
            partial: inputs.is_partial || inputs.is_cut,
            ..HeapSource::default()
        });
    }
    if inputs.is_cut {
        proposal
            .doubts
            .push(msg!("there are too many kinds of initial heaps, so nothing is proved: some are left out"));
    }
    proposal.assumptions =
        inputs.assumptions.iter().map(|assumption| assumption.words(structures.program().names)).collect();
    proposal
}

/// The grammar of the chosen structure of a family, if it has one.
pub(super) fn grammar(structures: &Structures<'_>, family: usize) -> Option<GrammarSource> {
    let words = base::Language::in_english(|| structures.words(family).words());
    let name = Some(format!("{PROPOSED}{}", words.as_str().replace('`', "")));
    Some(match structures.grammar(family)? {
        StructureGrammar::Definitions(definitions) => {
            GrammarSource { name, definitions: Some(definitions), ..GrammarSource::default() }
        }
        StructureGrammar::Predefined { name: predefined, rename } => {
            let rename: BTreeMap<String, String> = rename.into_iter().filter(|(given, own)| given != own).collect();
            GrammarSource { predefined: Some(predefined.to_owned()), rename, ..GrammarSource::default() }
        }
    })
}
