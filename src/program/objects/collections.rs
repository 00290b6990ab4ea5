//! The collections of Java's library among the classes of a program.

use super::{ClassId, Program};
use base::Span;
use base::chains::{CHAINS, Chain};

/// What objects of a class are for collections of the library.
#[derive(Clone, Copy, Debug)]
pub enum CollectionPart {
    /// A collection.
    Collection {
        /// How the library makes it.
        chain: &'static Chain,
        /// Whether it has no element twice.
        is_set: bool,
    },
    /// A cell or entry.
    Link(&'static Chain),
    /// An iterator.
    Iterator(&'static Chain),
    /// What only iterators and collections refer to.
    Between,
}

impl Program {
    /// The class of Java's library with this name, if the program has it and none of its own.
    pub fn library_class(&self, name: &str) -> Option<ClassId> {
        self.class_named(name).filter(|&class| self.is_of_library(class))
    }

    fn is_of_library(&self, class: ClassId) -> bool {
        self.classes[class].span.is_some_and(Span::is_of_library)
    }

    /// What a class, or one of the library that it extends, is for collections.
    pub fn collection_part(&self, class: ClassId) -> Option<CollectionPart> {
        let extended = |name: &str| self.ancestry(class).any(|c| self.classes[c].name == name && self.is_of_library(c));
        let part = |chain: &'static Chain| {
            if extended(chain.collection) {
                let set = self.library_class("Set");
                return Some(CollectionPart::Collection {
                    chain,
                    is_set: set.is_some_and(|set| self.is_subtype(class, set)),
                });
            }
            if extended(chain.link) {
                return Some(CollectionPart::Link(chain));
            }
            if extended(chain.iterator) {
                return Some(CollectionPart::Iterator(chain));
            }
            chain.view.is_some_and(extended).then_some(CollectionPart::Between)
        };
        let token = self.classes[class].is_token.then_some(CollectionPart::Between);
        token.or_else(|| CHAINS.into_iter().find_map(part))
    }
}
