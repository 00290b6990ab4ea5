//! What the files of a program have in common: the same structures (C11 6.2.7), and at most one definition of each variable and function (6.9).

use super::super::syntax::Tagged;
use super::super::types::{Member, Struct};
use super::*;
use base::msg;

/// What was declared in other files, and what is in this one.
#[derive(Default)]
pub(super) struct Files {
    /// The structures and unions of all files, outside of functions, by their tags, with how their definitions are written.
    tagged: FxHashMap<Tagged, Vec<(Option<u64>, StructId)>>,
    /// Those without a tag, by how they are written, and whether they are unions.
    untagged: FxHashMap<(u64, bool), Vec<StructId>>,
    /// How those that this file defines are written.
    written: Rc<FxHashMap<Tagged, u64>>,
    /// Those that this file has defined.
    defined: FxHashSet<StructId>,
    /// Where the variables that other files define are defined, and those of this file.
    variables: FxHashMap<VariableId, Span>,
    own_variables: FxHashMap<VariableId, Span>,
}

impl Files {
    /// Another file starts, which defines these structures.
    pub(super) fn next(&mut self, written: &Rc<FxHashMap<Tagged, u64>>) {
        self.written = written.clone();
        self.defined.clear();
        self.variables.extend(self.own_variables.drain());
    }

    /// Notes that this file defines a structure. Returns whether it has done so before.
    pub(super) fn define(&mut self, id: StructId) -> bool {
        !self.defined.insert(id)
    }
}

impl Checker<'_> {
    /// A structure that another file has, too: it has the same tag, and its definition, if there is one, is written in the same way.
    pub(super) fn of_another_file(
        &mut self,
        tag: Option<&Name>,
        is_union: bool,
        spelling: Option<u64>,
    ) -> Option<StructId> {
        if !self.at_file_scope() {
            return None;
        }
        let Some(tag) = tag else {
            let same = self.files.untagged.get(&(spelling?, is_union))?;
            return same.iter().copied().find(|id| !self.files.defined.contains(id));
        };
        let key = (tag.clone(), is_union);
        let wanted = self.files.written.get(&key).copied();
        let known = self.files.tagged.get_mut(&key)?;
        let fits = |found: Option<u64>| found.is_none() || wanted.is_none() || found == wanted;
        let (found, id) = known.iter_mut().find(|(found, _)| fits(*found))?;
        *found = found.or(wanted);
        Some(*id)
    }

    /// A new structure, which other files may have, too, if it is declared outside of functions.
    pub(super) fn new_structure(&mut self, structure: Struct, spelling: Option<u64>) -> StructId {
        let (tag, is_union) = (structure.tag.clone(), structure.is_union);
        let id = self.types.structs.push(structure);
        if !self.at_file_scope() {
            return id;
        }
        match (tag, spelling) {
            (Some(tag), _) => {
                let key = (tag, is_union);
                let written = self.files.written.get(&key).copied();
                self.files.tagged.entry(key).or_default().push((written, id));
            }
            (None, Some(spelling)) => self.files.untagged.entry((spelling, is_union)).or_default().push(id),
            (None, None) => {}
        }
        id
    }

    /// Whether a structure that another file has completed has these members.
    pub(super) fn has_members(&self, id: StructId, members: &[Member]) -> bool {
        let same =
            |(one, other): (&Member, &Member)| (&one.name, one.ty, one.width) == (&other.name, other.ty, other.width);
        let known = self.types.structs[id].members.as_deref().unwrap_or_default();
        known.len() == members.len() && known.iter().zip(members).all(same)
    }

    /// This file defines a variable, which no other one may do.
    pub(super) fn define_variable(&mut self, variable: VariableId, span: Span) {
        if let Some(&first) = self.files.variables.get(&variable) {
            let name = &self.variables[variable].name;
            let error = Diagnostic::error("c/declaration", span, msg!("`{name}` is defined in another file, too"));
            let error = error.suggest(msg!("declare it with `extern` in all files but one, or with `static` in each"));
            self.diagnostics.push(error.label(first, msg!("the other definition")));
        }
        self.files.own_variables.entry(variable).or_insert(span);
    }
}
