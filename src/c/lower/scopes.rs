//! The objects of variables, which end where their block is left.

use super::*;

/// A block around the statement being lowered.
pub(super) struct OpenBlock {
    pub(super) id: StatementId,
    /// The locals that refer to the objects of its variables.
    pub(super) objects: Vec<LocalId>,
}

impl Lowering<'_> {
    /// Creates the objects of a variable of the innermost block, or of the function, and remembers to end them.
    pub(super) fn allocate_own(&mut self, storage: &Storage, ty: TypeId, span: Span) {
        self.allocate(storage, ty, span);
        self.own(storage);
    }

    fn own(&mut self, storage: &Storage) {
        match storage {
            Storage::Object(Slot::Local(local)) | Storage::Block(Slot::Local(local)) => match self.blocks.last_mut() {
                Some(block) => block.objects.push(*local),
                None => self.own_by_function(*local),
            },
            Storage::Parts(parts) => parts.iter().for_each(|part| self.own(part)),
            _ => {}
        }
    }

    /// An object that lives as long as the call.
    pub(super) fn own_by_function(&mut self, local: LocalId) {
        self.function_objects.push(local);
    }

    /// Ends the objects of all blocks but so many of the outermost ones.
    pub(super) fn end_blocks(&mut self, remaining: usize, span: Span) {
        let ended = self.blocks[remaining..].iter().flat_map(|block| &block.objects);
        let ended: Vec<LocalId> = ended.copied().collect();
        self.end_objects(&ended, span);
    }

    /// Ends the objects of the call, where it returns.
    pub(super) fn end_function(&mut self, span: Span) {
        self.end_blocks(0, span);
        self.end_objects(&self.function_objects.clone(), span);
    }

    /// Ends objects, the last ones first.
    fn end_objects(&mut self, objects: &[LocalId], span: Span) {
        objects.iter().rev().for_each(|&local| self.graph.emit(Operation::End(local), span));
    }
}
