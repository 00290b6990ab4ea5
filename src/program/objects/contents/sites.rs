//! Where objects of the library are made. What its collections hold is told apart by that: cells and iterators belong to the collection that
//! makes them, so that what is put into one collection is not found in another one. (Milanova, Rountev, Ryder 2005: object sensitivity.)

use std::fmt;

use rustc_hash::FxHashMap;

use super::super::{ClassId, FieldId, Program};
use super::Content;
use crate::cfa::{Location, ProcedureId};

/// A set of places where objects of the library are made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Sites(u64);

/// The number of one of these places.
pub(super) type Site = u8;

/// The number of all places that are not told apart: those outside of the program.
pub(super) const ELSEWHERE: Site = 0;

/// The number of all places for which there is no other number.
const OTHERS: Site = 63;

impl Sites {
    pub(super) const NONE: Self = Self(0);
    pub(super) const ELSEWHERE: Self = Self(1 << ELSEWHERE);
    pub(super) const ALL: Self = Self(u64::MAX);

    pub(super) fn only(site: Site) -> Self {
        Self(1 << site)
    }

    /// Those in either set.
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// Those that are known.
    pub fn within_program(self) -> Self {
        Self(self.0 & !Self::ELSEWHERE.0)
    }

    pub(super) fn both(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Whether a place is in both sets.
    pub fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether it is known of these objects where they are made.
    pub fn are_known(self) -> bool {
        self.0 != 0 && !self.meets(Self::ELSEWHERE)
    }

    pub(super) fn iter(self) -> impl Iterator<Item = Site> {
        (0..=OTHERS).filter(move |&site| self.meets(Self::only(site)))
    }
}

impl fmt::Display for Sites {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, site) in self.iter().enumerate() {
            write!(f, "{}{site}", if position > 0 { "," } else { "" })?;
        }
        Ok(())
    }
}

/// The places that were found, in the order in which they were.
#[derive(Clone, Default, Debug)]
pub(super) struct Places {
    numbers: FxHashMap<(ProcedureId, Location), Site>,
    /// The classes of the objects that are made for those which are made there, by number.
    derived: Vec<Vec<ClassId>>,
}

impl Places {
    /// The number of a place, which may be new.
    pub(super) fn number(&mut self, procedure: ProcedureId, at: Location) -> Site {
        let next = Site::try_from(self.numbers.len() + 1).map_or(OTHERS, |next| next.min(OTHERS));
        *self.numbers.entry((procedure, at)).or_insert(next)
    }

    /// All of them.
    pub(super) fn all(&self) -> Sites {
        self.numbers.values().fold(Sites::NONE, |all, &site| all.union(Sites::only(site)))
    }

    /// The place where an operation makes an object, if it is known.
    pub(super) fn of(&self, procedure: ProcedureId, at: Location) -> Option<Sites> {
        self.numbers.get(&(procedure, at)).map(|&site| Sites::only(site))
    }

    /// Notes that an object that is made there makes one of a class.
    pub(super) fn add(&mut self, site: Site, class: ClassId) {
        let number = usize::from(site);
        if self.derived.len() <= number {
            self.derived.resize(number + 1, Vec::new());
        }
        if !self.derived[number].contains(&class) {
            self.derived[number].push(class);
        }
    }

    /// The classes of the objects that are made for those which are made in some places.
    pub(super) fn derived(&self, sites: Sites) -> impl Iterator<Item = ClassId> {
        let of_site = move |site: Site| self.derived.get(usize::from(site)).into_iter().flatten().copied();
        sites.iter().flat_map(of_site)
    }
}

/// What fields hold, by the places where the objects that have them are made.
#[derive(Clone, Default, Debug)]
pub(super) struct Fields {
    all: FxHashMap<FieldId, Content>,
    at: FxHashMap<(FieldId, Site), Content>,
}

impl Fields {
    /// What a field holds, of any object.
    pub(super) fn of(&self, field: FieldId) -> Option<Content> {
        self.all.get(&field).copied()
    }

    /// What a field holds of the objects that are made in some places.
    pub(super) fn of_at(&self, program: &Program, field: FieldId, sites: Sites) -> Option<Content> {
        if !sites.are_known() {
            return self.of(field);
        }
        let sites = sites.union(Sites::ELSEWHERE);
        let stored = sites.iter().filter_map(|site| self.at.get(&(field, site)).copied());
        stored.reduce(|all, content| program.join(all, content))
    }

    /// Adds what is stored in a field of objects that are made in some places; returns whether that is more.
    pub(super) fn store(&mut self, program: &Program, field: FieldId, sites: Sites, content: Content) -> bool {
        let mut is_more = super::add(program, self.all.entry(field), content);
        let sites = if sites.are_known() { sites } else { Sites::ELSEWHERE };
        for site in sites.iter() {
            is_more |= super::add(program, self.at.entry((field, site)), content);
        }
        is_more
    }
}
