//! The order in which hash maps and sets of the JDK have their elements.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::library::Content;
use super::{Machine, ObjectId, Value};
use base::CompactSort;
use base::chains::{FIRST, HASH, KEY, NEXT, TABLE, VALUE};

/// The JDK makes a tree of so many elements with the same place.
const TREE: usize = 9;

impl Machine<'_> {
    /// Puts the elements of a hash map or set into the order in which the JDK has them; `None` if nobody knows it.
    pub(super) fn arrange(&mut self, collection: Value, with_equality: &BTreeSet<Rc<str>>) -> Option<()> {
        let Value::Object(collection) = collection else { return None };
        let field = |object: ObjectId, name| self.objects[object].fields.get(name).map(|value| self.known(value));
        let mut cells = Vec::new();
        // A collection of the input that nobody has looked at: runs that fail begin with empty ones.
        let Some(mut next) = field(collection, FIRST) else { return Some(()) };
        while let Value::Object(cell) = next {
            cells.push(cell);
            next = field(cell, NEXT)?;
        }
        if next != Value::Null {
            return None;
        }
        if cells.len() < 2 {
            return Some(());
        }
        let Some(Value::Number(size @ 1..)) = field(collection, TABLE) else { return None };
        let place = |cell: ObjectId| {
            let is_known = match field(cell, KEY).or_else(|| field(cell, VALUE))? {
                Value::Object(key) => with_equality.contains(self.objects[key].class),
                Value::Library(key) => !matches!(self.library[key].content, Content::Elements(_)),
                value => value == Value::Null,
            };
            let hash = field(cell, HASH).filter(|_| is_known)?;
            let Value::Number(hash) = hash else { return None };
            // The hash is an `int`.
            let bits = hash as u32;
            Some((i64::from(bits ^ bits >> 16) & (size - 1), cell))
        };
        let mut places: Vec<(i64, ObjectId)> = cells.into_iter().map(place).collect::<Option<_>>()?;
        places.compact_sort_by_key(|&(place, _)| place);
        if places.windows(TREE).any(|cells| cells[0].0 == cells[TREE - 1].0) {
            return None;
        }
        let mut next = Value::Null;
        let objects = Rc::make_mut(&mut self.objects);
        for &(_, cell) in places.iter().rev() {
            objects[cell].fields.insert(NEXT, next);
            next = Value::Object(cell);
        }
        objects[collection].fields.insert(FIRST, next);
        Some(())
    }
}
