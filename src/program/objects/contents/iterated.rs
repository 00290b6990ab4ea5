//! Collections of the library that may change while something iterates over them.
//!
//! An iterator goes on after a modification only if some procedure that is being called holds it in a variable, and the modification is made in what that
//! procedure calls. So the collections of a place are steady if no procedure that holds an iterator over one of them leads to a modification of one.

use std::collections::BTreeSet;

use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::{ClassId, FieldId, Program, Type};
use super::{Content, Objects, Places, Site, Sites, Values};
use crate::cfa::ProcedureId;
use base::Idx;

/// A procedure, and where the receiver is made.
type Context = (ProcedureId, Site);

/// What was seen of iterators and modifications.
pub(super) struct Iterated {
    /// The classes of which objects may know of changes of a collection: iterators, and the versions that these compare.
    tells: FixedBitSet,
    /// The places of the collections over which variables iterate.
    held: FxHashMap<Context, Sites>,
    /// What is stored in fields, as far as it is known where it is made.
    stored: FxHashSet<(FieldId, Objects, Sites)>,
    /// Those of the collections that a procedure changes itself.
    changed: FxHashMap<Context, Sites>,
    calls: FxHashMap<Context, BTreeSet<Context>>,
}

impl Iterated {
    pub(super) fn new(program: &Program) -> Self {
        let mut tells = FixedBitSet::with_capacity(program.classes.len());
        for class in program.classes.indices().filter(|&class| program.tells_of_changes(class)) {
            let above = program.classes.indices().filter(|&above| program.is_subtype(class, above));
            above.for_each(|above| tells.insert(above.index()));
        }
        Self {
            tells,
            held: FxHashMap::default(),
            stored: FxHashSet::default(),
            changed: FxHashMap::default(),
            calls: FxHashMap::default(),
        }
    }

    /// Whether a value may be an object that knows of changes.
    fn may_tell(&self, objects: Objects) -> bool {
        match objects {
            Objects::Made(class) | Objects::Of(class) => self.tells.contains(class.index()),
            Objects::Any => true,
            Objects::None | Objects::Foreign => false,
        }
    }

    /// Notes what variables hold.
    pub(super) fn note_values(&mut self, at: Context, values: &Values) {
        let sites = values
            .0
            .iter()
            .filter(|content| self.may_tell(content.objects))
            .fold(Sites::NONE, |all, content| all.union(content.sites));
        let held = self.held.entry(at).or_default();
        *held = held.union(sites);
    }

    /// Notes that something is stored in a field of objects that are made in some places.
    pub(super) fn note_store(&mut self, program: &Program, at: Context, field: FieldId, base: Sites, value: Content) {
        if value.null && program.version_of(field) == Some(Version::Own) {
            let changed = self.changed.entry(at).or_default();
            *changed = changed.union(if base.are_known() { base } else { Sites::ALL });
        }
        if value.sites != Sites::NONE {
            self.stored.insert((field, value.objects, value.sites));
        }
    }

    /// Notes a call.
    pub(super) fn note_call(&mut self, caller: Context, callee: Context) {
        self.calls.entry(caller).or_default().insert(callee);
    }

    /// The places where collections are made that may change while something iterates over them.
    pub(super) fn unsteady(&self, program: &Program) -> Sites {
        let of_context = |(&context, &held): (&Context, &Sites)| match held == Sites::NONE {
            true => Sites::NONE,
            false => held.both(self.changed_in(context)),
        };
        let stored = self
            .stored
            .iter()
            .filter(|(field, objects, _)| program.version_of(*field).is_none() && self.may_tell(*objects));
        let stored = stored.fold(Sites::NONE, |all, &(.., sites)| all.union(sites));
        self.held.iter().map(of_context).fold(stored, Sites::union)
    }

    /// The places where objects are made of which iterators or views are stored in fields of anything but other iterators and views.
    pub(super) fn shared(&self, program: &Program, places: &Places) -> Sites {
        let mut shared = Sites::NONE;
        for &(field, objects, sites) in &self.stored {
            for site in sites.iter().map(Sites::only) {
                let derived = || places.derived(site).filter(|&class| !program.is_part(class));
                let is_among_them = derived().any(|class| program.is_subtype(class, program.fields[field].class));
                if !is_among_them && derived().any(|class| program.may_be(objects, class)) {
                    shared = shared.union(site);
                }
            }
        }
        shared
    }

    /// The places of the collections that are changed in a procedure and in what it calls.
    fn changed_in(&self, context: Context) -> Sites {
        let mut all = Sites::NONE;
        let mut seen = FxHashSet::from_iter([context]);
        let mut open = vec![context];
        while let Some(context) = open.pop() {
            all = all.union(self.changed.get(&context).copied().unwrap_or_default());
            let callees = self.calls.get(&context).into_iter().flatten().copied();
            open.extend(callees.filter(|&callee| seen.insert(callee)));
        }
        all
    }
}

/// Of which object a field has a version.
#[derive(PartialEq, Eq)]
enum Version {
    /// Of the object that has the field.
    Own,
    /// Of another one.
    Other,
}

impl Program {
    /// Of which object a field has a version, if it has one.
    fn version_of(&self, field: FieldId) -> Option<Version> {
        let Type::Reference(token) = self.fields[field].ty else { return None };
        // It is declared inside of the class that it is about.
        let around = self.classes[token].name.rsplit_once('$').map(|(around, _)| around);
        let is_own = around == Some(self.classes[self.fields[field].class].name.as_str());
        self.classes[token].is_token.then_some(if is_own { Version::Own } else { Version::Other })
    }

    /// Whether objects of a class are versions of collections, or have a field for those of another object.
    fn tells_of_changes(&self, class: ClassId) -> bool {
        let mut fields = self.ancestry(class).flat_map(|of| &self.classes[of].fields);
        self.classes[class].is_token || fields.any(|&field| self.version_of(field) == Some(Version::Other))
    }
}
