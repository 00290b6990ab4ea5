//! Values by name: the fields of an object, or the variables of a frame.

use smallvec::SmallVec;

use super::Value;

/// A finite map from names to values, sorted by name.
///
/// Objects have few fields and frames few variables, and states are copied for every decision and every state shown. A
/// sorted vector is copied as one block, which a tree is not.
#[derive(PartialEq, Eq, Default, Debug)]
pub struct Named<'a>(SmallVec<[(&'a str, Value); 2]>);

// A derived clone would copy element by element.
impl Clone for Named<'_> {
    fn clone(&self) -> Self {
        Self(SmallVec::from_slice(&self.0))
    }
}

impl<'a> Named<'a> {
    /// The position of a name, or the position at which to insert it.
    fn find(&self, name: &str) -> Result<usize, usize> {
        self.0.binary_search_by(|(known, _)| (*known).cmp(name))
    }

    /// The value of `name`.
    pub fn get(&self, name: &str) -> Option<Value> {
        self.find(name).ok().map(|at| self.0[at].1)
    }

    /// Whether `name` has a value.
    pub fn contains(&self, name: &str) -> bool {
        self.find(name).is_ok()
    }

    /// Sets the value of `name`.
    pub fn insert(&mut self, name: &'a str, value: Value) {
        match self.find(name) {
            Ok(at) => self.0[at].1 = value,
            Err(at) => self.0.insert(at, (name, value)),
        }
    }

    /// Removes `name` and returns its value.
    pub fn remove(&mut self, name: &str) -> Option<Value> {
        self.find(name).ok().map(|at| self.0.remove(at).1)
    }

    /// Names with their values, in the order of the names.
    pub fn iter(&self) -> impl Iterator<Item = (&'a str, Value)> + '_ {
        self.0.iter().copied()
    }

    /// The values, in the order of the names.
    pub fn values(&self) -> impl Iterator<Item = Value> + '_ {
        self.0.iter().map(|&(_, value)| value)
    }
}

impl<'a> FromIterator<(&'a str, Value)> for Named<'a> {
    /// If a name occurs several times, its last value counts.
    fn from_iter<I: IntoIterator<Item = (&'a str, Value)>>(pairs: I) -> Self {
        let mut named = Self::default();
        for (name, value) in pairs {
            named.insert(name, value);
        }
        named
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use base::each_case;

    const NAMES: [&str; 5] = ["", "a", "b", "left", "right"];

    #[test]
    fn behaves_like_an_ordered_map() {
        each_case(|random| {
            let (mut named, mut map) = (Named::default(), BTreeMap::new());
            for _ in 0..random.below(30) {
                let name = *random.one_of(&NAMES);
                if random.one_in(2) {
                    let value = Value::Number(random.below(3) as i64);
                    named.insert(name, value);
                    map.insert(name, value);
                } else {
                    assert_eq!(named.remove(name), map.remove(name));
                }
                assert!(named.iter().eq(map.iter().map(|(&n, &v)| (n, v))));
                assert!(named.values().eq(map.values().copied()));
                assert!(
                    NAMES
                        .iter()
                        .all(|&n| named.get(n) == map.get(n).copied() && named.contains(n) == map.contains_key(n))
                );
                assert_eq!(&named, &map.iter().map(|(&n, &v)| (n, v)).collect());
            }
        });
    }
}
