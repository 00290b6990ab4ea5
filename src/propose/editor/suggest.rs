//! What a person can choose for a program in Java or C: where runs start, and the structures that its classes are.

use serde::Serialize;

use super::code::Code;
use super::entries::Candidate;
use super::structures::{chosen, grammar, structures};
use crate::structures::{InputAssumption, Sample, StructureWords, Structures};
use base::{Message, has_errors};
use draw::heap_drawing::heap_scene;
use draw::scene::Scene;
use program::cfa::ProcedureId;
use program::objects::{CLIENT, ClassId, Names, Program};
use report::heap::{HeapView, SelectorView, VertexKind, VertexView};
use task::{Abstraction, Analysis, GrammarSource, HeapSource, Language, Loaded, NoFiles, Task, load};

/// The name of the task document in messages, which are not shown.
const DOCUMENT: &str = "task.json";

/// What a person can choose for a program. Its methods are functions in C, and its classes structures.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Suggestions {
    /// The language of the program.
    pub language: Language,
    /// The methods in which runs can start, the most interesting ones first.
    pub entries: Vec<EntryMethod>,
    /// Whether the initial heaps are those that are proposed for the entry method.
    pub is_proposed: bool,
    /// What these assume.
    pub assumptions: Vec<InputAssumption>,
    /// The groups of classes that refer to each other.
    pub families: Vec<FamilyChoice>,
}

impl Suggestions {
    /// An assumption in the words of the language.
    pub fn in_words(&self, assumption: &InputAssumption) -> Message {
        // The widths of numbers make no difference to these.
        assumption.words(match self.language {
            Language::C => Names::C { has_wide_long: true },
            Language::Java | Language::Boolean => Names::Java,
        })
    }
}

/// A method in which runs can start.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct EntryMethod {
    /// Its name in tasks.
    pub name: String,
    /// The class that declares it; in C, the file.
    pub class: String,
    /// `insert(Node head, int value): Node`, `Stack.*` for all methods of a class, or its prototype in C.
    pub headline: String,
    /// Whether it has no receiver; only in Java.
    pub is_static: bool,
    /// Whether the task starts there.
    pub is_chosen: bool,
}

/// Classes that refer to each other, and the structures that they may be.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FamilyChoice {
    /// The names of the classes that the program declares; none if the library declares all of them, and there is nothing to choose.
    pub classes: Vec<String>,
    /// The position of the structure that the grammars of the task describe; null if they describe another one.
    pub chosen: Option<u32>,
    /// The structures, the likeliest first.
    pub candidates: Vec<StructureCandidate>,
}

/// A structure that classes may be.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct StructureCandidate {
    /// What it is.
    pub structure: StructureWords,
    /// In English: `list through next`.
    pub words: Message,
    /// How many heaps with objects of the classes the program built when its methods were tried.
    pub tried: u32,
    /// How the first one was built that is no such structure; null if all are.
    pub misfit: Option<String>,
    /// The smallest heaps.
    pub pictures: Vec<Scene>,
}

/// A task for heaps, and its program.
struct Read {
    loaded: Loaded,
    program: Program,
    /// The entry method, unless the program has none of this name or cannot be analysed from there.
    entry: Option<ProcedureId>,
}

impl Read {
    fn new(document: &str) -> Option<Self> {
        let loaded = load(document, DOCUMENT, &mut NoFiles);
        let Task { analysis, program: text, .. } = &loaded.task;
        let code = Code::of(&loaded).filter(|_| *analysis == Analysis::Heap)?;
        let (program, entry) = code.read_from(Some(&text.entry));
        let entry = entry.filter(|&id| code.find(&program, &text.entry) == Some(id));
        Some(Self { loaded, program, entry })
    }

    /// The structures that the grammars of the task describe, and the likeliest ones of other families; with the heaps that the program
    /// builds, and for each family whether the task describes it.
    fn structures(&self) -> Option<(Structures<'_>, Vec<Sample>, Vec<Option<usize>>)> {
        let (mut structures, samples, _) = structures(&Code::of(&self.loaded)?, &self.program, self.entry)?;
        let families = structures.families().len();
        let described = (0..families).map(|family| self.described(&mut structures, family, &samples)).collect();
        structures.assume(self.entry, &samples);
        Some((structures, samples, described))
    }

    /// The procedures in which runs can start.
    fn entries(&self) -> Vec<EntryMethod> {
        let Some(code) = Code::of(&self.loaded) else { return Vec::new() };
        let wanted = code.canonical(&self.program, &self.loaded.task.program.entry);
        let candidates = code.candidates(&self.program).into_iter();
        let entry = |Candidate { name, owner, headline, is_static, .. }| EntryMethod {
            is_chosen: wanted.as_ref() == Some(&name),
            name,
            class: owner,
            headline,
            is_static,
        };
        let client = |class: String| {
            let name = format!("{class}.{CLIENT}");
            let is_chosen = wanted.as_ref() == Some(&name);
            EntryMethod { headline: name.clone(), name, class, is_static: false, is_chosen }
        };
        code.classes_with_clients().into_iter().map(client).chain(candidates.map(entry)).collect()
    }

    /// The candidate of a family whose grammar the task has, which is chosen then. If several have the same one, initial heaps decide.
    fn described(&self, structures: &mut Structures<'_>, family: usize, samples: &[Sample]) -> Option<usize> {
        let before = structures.choice(family);
        let mut found: Vec<(bool, bool, usize)> = Vec::new();
        for candidate in 0..structures.families()[family].candidates.len() {
            structures.choose(family, candidate);
            structures.assume(self.entry, samples);
            let Some(wanted) = grammar(structures, family) else {
                // Without rules, only the heaps tell.
                if self.has_proposed_heaps(structures) {
                    found.push((false, candidate != before, candidate));
                }
                continue;
            };
            let is_same = |given: &GrammarSource| {
                (&given.predefined, &given.definitions, &given.rename)
                    == (&wanted.predefined, &wanted.definitions, &wanted.rename)
            };
            if self.loaded.task.grammars.iter().any(is_same) {
                found.push((!self.has_proposed_heaps(structures), candidate != before, candidate));
            }
        }
        let best = found.into_iter().min().map(|(.., candidate)| candidate);
        structures.choose(family, best.unwrap_or(before));
        best
    }

    /// Whether the task has the initial heaps that the structures propose.
    fn has_proposed_heaps(&self, structures: &Structures<'_>) -> bool {
        let Some(entry) = self.entry else { return false };
        let formulas =
            |task: &[HeapSource]| -> Vec<Option<String>> { task.iter().map(|heap| heap.formula.clone()).collect() };
        formulas(&self.loaded.task.initial) == formulas(&chosen(structures, entry).initial)
    }
}

/// What can be chosen for a task document; `None` if it is no task for heaps. Of a program with errors only the methods are known.
pub fn suggest(document: &str) -> Option<Suggestions> {
    let read = Read::new(document)?;
    let program = &read.program;
    let mut suggestions = Suggestions {
        language: read.loaded.task.program.language,
        entries: read.entries(),
        is_proposed: false,
        assumptions: Vec::new(),
        families: Vec::new(),
    };
    let Some((mut structures, samples, described)) = read.structures() else { return Some(suggestions) };
    if let Some(entry) = read.entry {
        suggestions.is_proposed = read.has_proposed_heaps(&structures);
        suggestions.assumptions = structures.inputs(entry).assumptions;
    }
    suggestions.families = described
        .into_iter()
        .enumerate()
        .map(|(family, chosen)| {
            let own = structures.families()[family].classes.iter().filter(|&&class| {
                let span = program.classes[class].span;
                span.is_none_or(|span| !span.is_of_library())
            });
            let classes = own.map(|&class| class_name(program, class)).collect();
            let candidates = candidates(&mut structures, family, read.entry, &samples);
            FamilyChoice { classes, chosen: chosen.map(|chosen| chosen as u32), candidates }
        })
        .collect();
    Some(suggestions)
}

fn candidates(
    structures: &mut Structures<'_>,
    family: usize,
    entry: Option<ProcedureId>,
    all: &[Sample],
) -> Vec<StructureCandidate> {
    let (before, count) = (structures.choice(family), structures.families()[family].candidates.len());
    let samples: Vec<&Sample> = all.iter().filter(|sample| structures.is_about(sample, family)).collect();
    let candidate = |candidate: usize| {
        structures.choose(family, candidate);
        structures.assume(entry, all);
        let structure = structures.words(family);
        StructureCandidate {
            words: structure.words(),
            structure,
            tried: samples.len() as u32,
            misfit: structures.misfit(samples.iter().copied()).map(|sample| sample.origin.clone()),
            pictures: structures.smallest(family).iter().filter_map(|heap| picture(structures, heap)).collect(),
        }
    };
    let found = (0..count).map(candidate).collect();
    structures.choose(family, before);
    structures.assume(entry, all);
    found
}

/// The task document with another entry method; `None` if it has errors. Grammars and initial heaps that were proposed for the former
/// method become those for this one, of the same structures: what is never null depends on the method.
pub fn with_entry(document: &str, entry: &str) -> Option<String> {
    let before = Read::new(document).filter(|read| !has_errors(&read.loaded.diagnostics))?;
    let proposed: Option<Vec<ChosenStructure>> = before.structures().and_then(|(mut structures, _, described)| {
        let is_proposed = before.loaded.task.initial.is_empty() || before.has_proposed_heaps(&structures);
        let chosen = described.into_iter().enumerate().map(|(family, candidate)| {
            candidate.map(|candidate| {
                structures.choose(family, candidate);
                chosen_structure(&structures, family)
            })
        });
        chosen.collect::<Option<_>>().filter(|_| is_proposed)
    });
    let mut task = before.loaded.task;
    if task.title == task.program.entry {
        task.title = entry.to_owned();
    }
    task.program.entry = entry.to_owned();
    let document = task.to_json();
    let Some(proposed) = proposed else { return Some(document) };
    let now = Read::new(&document)?;
    let Some((mut structures, samples, _)) = now.structures() else { return Some(document) };
    let Some(entry) = now.entry else { return Some(document) };
    // Which classes are families depends on what runs that start in a method can make.
    for family in 0..structures.families().len() {
        let before = structures.choice(family);
        let candidates = 0..structures.families()[family].candidates.len();
        let found = candidates.into_iter().find(|&candidate| {
            structures.choose(family, candidate);
            proposed.contains(&chosen_structure(&structures, family))
        });
        structures.choose(family, found.unwrap_or(before));
    }
    structures.assume(now.entry, &samples);
    let proposal = chosen(&structures, entry);
    task.grammars = proposal.grammars;
    task.initial = proposal.initial;
    Some(loaded(&task))
}

/// The structure of a family, by the names of its classes.
type ChosenStructure = (Vec<String>, StructureWords);

fn chosen_structure(structures: &Structures<'_>, family: usize) -> ChosenStructure {
    let program = structures.program();
    let classes = structures.families()[family].classes.iter().map(|&class| class_name(program, class));
    (classes.collect(), structures.words(family))
}

/// The task document with the grammars and initial heaps for a candidate of a family; other families keep theirs.
pub fn with_structure(document: &str, family: usize, candidate: usize) -> Option<String> {
    let read = Read::new(document)?;
    let proposal = {
        let (mut structures, samples, _) = read.structures()?;
        (candidate < structures.families().get(family)?.candidates.len()).then_some(())?;
        structures.choose(family, candidate);
        structures.assume(read.entry, &samples);
        chosen(&structures, read.entry?)
    };
    let mut task = read.loaded.task;
    task.grammars = proposal.grammars;
    task.initial = proposal.initial;
    task.options.abstraction = Abstraction::Auto;
    Some(loaded(&task))
}

/// The document of a task with the names that its parts get when it is loaded.
fn loaded(task: &Task) -> String {
    load(&task.to_json(), DOCUMENT, &mut NoFiles).task.to_json()
}

fn class_name(program: &Program, class: ClassId) -> String {
    program.classes[class].name.replace('$', ".")
}

/// Pictures with more arrows cannot be read on a card.
const ARROWS: usize = 5;

/// A heap as a picture: its objects, and null if its nodes are in one row. `None` if it has too many arrows.
fn picture(structures: &Structures<'_>, heap: &Sample) -> Option<Scene> {
    let vertex = |ty: String, kind| VertexView {
        ty,
        kind,
        external: None,
        variables: Vec::new(),
        markings: Vec::new(),
        constants: Vec::new(),
        number: None,
    };
    let program = structures.program();
    let objects = heap.objects.iter().map(|object| vertex(class_name(program, object.class), VertexKind::Object));
    let mut view = HeapView { vertices: objects.collect(), ..HeapView::default() };
    let shows_null = heap.objects.iter().all(|object| object.fields.len() == 1);
    let mut null = None;
    for (source, object) in heap.objects.iter().enumerate() {
        for (&field, value) in &object.fields {
            let target = match value {
                Some(target) => *target,
                None if shows_null => *null.get_or_insert_with(|| {
                    view.vertices.push(vertex(String::new(), VertexKind::Null));
                    view.vertices.len() - 1
                }),
                None => continue,
            };
            let label = program.fields[field].name.clone();
            view.selectors.push(SelectorView { source: source as u32, target: target as u32, label });
        }
    }
    (view.selectors.len() <= ARROWS).then(|| heap_scene(&view))
}

#[cfg(test)]
mod tests;
