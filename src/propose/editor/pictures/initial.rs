//! Pictures of the heaps on which runs of a task start.

use serde::Serialize;

use super::{DOCUMENT, NODE_LIMIT, heap_view};
use crate::editor::code::Code;
use base::has_errors;
use draw::heap_drawing::heap_scene;
use draw::scene::Scene;
use program::cfa::ProcedureId;
use program::objects::Program;
use report::heap::HeapView;
use task::separation::with_documents;
use task::{Analysis, NamedHeap, NoFiles, load};

/// More initial heaps are not drawn.
const HEAP_LIMIT: usize = 40;

/// The initial heaps of a task as pictures.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct InitialPictures {
    /// The heaps, in the order of the task.
    pub heaps: Vec<InitialPicture>,
    /// The number of heaps that are too many, or too large, to be drawn.
    pub hidden: u32,
}

/// An initial heap as a picture.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct InitialPicture {
    /// Its name in messages; the cases of a formula share theirs.
    pub name: String,
    /// The heap, with the variables of the program. Constants that nothing leads to are left out.
    pub heap: HeapView,
    /// Its picture.
    pub scene: Scene,
}

/// Draws the initial heaps of a task document, those included that are written as formulas; absent if it cannot be read, or is about no heaps.
/// Never panics.
pub fn initial_pictures(document: &str) -> Option<InitialPictures> {
    let loaded = load(document, DOCUMENT, &mut NoFiles);
    let has_heaps = matches!(loaded.task.analysis, Analysis::Heap | Analysis::Forest);
    if !has_heaps || has_errors(&loaded.diagnostics) {
        return None;
    }
    let code = Code::of(&loaded).and_then(|code| code.parse(&loaded.task.program.entry));
    let code = code.as_ref().map(|(program, entry)| (program, *entry));
    let mut found = Vec::new();
    let written = with_documents(&loaded, code, &mut found);
    if has_errors(&found) || !written.formulas.is_empty() {
        return None;
    }
    let is_drawn = |heap: &&NamedHeap| heap.heap.nodes.len() <= NODE_LIMIT;
    let heaps: Vec<InitialPicture> =
        written.initial.iter().filter(is_drawn).take(HEAP_LIMIT).map(|heap| picture_of(heap, code)).collect();
    Some(InitialPictures { hidden: (written.initial.len() - heaps.len()) as u32, heaps })
}

fn picture_of(NamedHeap { name, heap }: &NamedHeap, code: Option<(&Program, ProcedureId)>) -> InitialPicture {
    let mut heap = heap_view(heap);
    for variable in heap.vertices.iter_mut().flat_map(|vertex| &mut vertex.variables) {
        if let Some(shown) = name_of(variable, code) {
            *variable = shown;
        }
    }
    InitialPicture { name: name.clone(), scene: heap_scene(&heap), heap }
}

/// The name in the program of what a heap calls `@this:` or `@parameter0:`.
fn name_of(in_heap: &str, code: Option<(&Program, ProcedureId)>) -> Option<String> {
    let (program, entry) = code?;
    let procedure = &program.procedures[entry];
    let inner = in_heap.strip_prefix('@')?.strip_suffix(':')?;
    let local = match inner.strip_prefix("parameter") {
        Some(number) => *procedure.parameters.get(number.parse::<usize>().ok()?)?,
        None if inner == "this" => procedure.receiver?,
        None => return None,
    };
    Some(procedure.locals[local].name.clone())
}
