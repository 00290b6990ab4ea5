//! Predicates that others describe.
//!
//! - laws: what the predicates derive stays the same.

use std::collections::BTreeSet;

use super::{Call, Predicate, Rule, Shown, Value, Variable};
use crate::structures::Structures;
use program::objects::ClassId;

/// Predicates with more arguments are not compared.
const RANK: usize = 6;

/// A predicate for each kind of region, and for each kind how it describes it.
pub(super) fn predicates(structures: &Structures<'_>, shown: &Shown) -> (Vec<Predicate>, Vec<Call>) {
    let predicate = |(role, rules): (&super::Role, &BTreeSet<Rule>)| {
        let fields = role.exits.iter().map(|&(field, _)| structures.field_name(field));
        let classes = std::iter::once(role.class).chain(role.exits.iter().map(|&(_, class)| class));
        Predicate {
            name: structures.predicate_of(role.class),
            arguments: std::iter::once("x").chain(fields).map(str::to_owned).collect(),
            classes: classes.collect(),
            rules: rules.iter().cloned().collect(),
        }
    };
    let predicates: Vec<Predicate> = shown.roles.iter().zip(&shown.rules).map(predicate).collect();
    let own = |(predicate, own): (usize, &Predicate)| Call {
        predicate,
        arguments: (0..own.classes.len()).map(Some).collect(),
    };
    let described = predicates.iter().enumerate().map(own).collect();
    (predicates, described)
}

/// Leaves predicates without rules whose rules are those of another one with null for some of its arguments.
pub(super) fn merge(predicates: &mut [Predicate], described: &mut [Call]) {
    while let Some(merge) = find(predicates) {
        let calls = predicates.iter_mut().flat_map(|own| &mut own.rules).flat_map(|rule| &mut rule.calls);
        calls.chain(&mut *described).for_each(|call| merge.apply(call));
        predicates[merge.closed].rules.clear();
        predicates[merge.open].name = predicates[merge.closed].name.clone();
    }
}

/// One predicate as another one: for each argument of this that of the former, or null.
struct Merge {
    closed: usize,
    open: usize,
    arguments: Vec<Value>,
}

fn find(predicates: &[Predicate]) -> Option<Merge> {
    let has_rules = |&number: &usize| !predicates[number].rules.is_empty();
    let all = || (0..predicates.len()).filter(has_rules);
    all().find_map(|closed| {
        all().find_map(|open| {
            let [fewer, more] = [closed, open].map(|number| predicates[number].classes.as_slice());
            let mut tried = choices(fewer, more).into_iter().map(|arguments| Merge { closed, open, arguments });
            tried.find(|merge| fewer.len() < more.len() && more.len() <= RANK && merge.is_right(predicates))
        })
    })
}

/// The ways to give the first argument and some others, in order, arguments of the same classes.
fn choices(fewer: &[ClassId], more: &[ClassId]) -> Vec<Vec<Value>> {
    let mut found: Vec<(usize, Vec<Value>)> = vec![(0, Vec::new())];
    for (position, class) in more.iter().enumerate() {
        for (given, mut arguments) in std::mem::take(&mut found) {
            if fewer.get(given) == Some(class) {
                found.push((given + 1, [arguments.as_slice(), &[Some(given)]].concat()));
            }
            if position > 0 {
                arguments.push(None);
                found.push((given, arguments));
            }
        }
    }
    found.into_iter().filter(|(given, _)| *given == fewer.len()).map(|(_, arguments)| arguments).collect()
}

impl Merge {
    /// Whether both have the same rules, if they are the same in these.
    fn is_right(&self, predicates: &[Predicate]) -> bool {
        let [before, after] = [self.open, self.closed].map(|number| predicates[number].classes.len());
        let image = |variable: Variable| match self.arguments.get(variable) {
            Some(&value) => value,
            None => Some(variable - before + after),
        };
        let merged = |mut rule: Rule| {
            rule.calls.iter_mut().for_each(|call| self.apply(call));
            rule.renumbered(&Vec::from_iter(0..after))
        };
        let own: BTreeSet<Rule> = predicates[self.closed].rules.iter().cloned().map(merged).collect();
        own == predicates[self.open].rules.iter().map(|rule| merged(rule.mapped(image))).collect()
    }

    fn apply(&self, call: &mut Call) {
        if call.predicate == self.closed {
            let given = self.arguments.iter().map(|argument| argument.and_then(|position| call.arguments[position]));
            *call = Call { predicate: self.open, arguments: given.collect() };
        }
    }
}

/// Puts regions that are just an object in the place of their predicates.
pub(super) fn write_out(predicates: &mut [Predicate]) {
    let plain = |own: &Predicate| match own.rules.as_slice() {
        [only] if only.calls.is_empty() => Some(only.clone()),
        _ => None,
    };
    let plain: Vec<Option<Rule>> = predicates.iter().map(plain).collect();
    for rule in predicates.iter_mut().flat_map(|own| &mut own.rules) {
        for call in std::mem::take(&mut rule.calls) {
            match &plain[call.predicate] {
                Some(body) => rule.objects.extend(body.mapped(|variable| call.arguments[variable]).objects),
                None => rule.calls.push(call),
            }
        }
    }
}
