//! Paths through trees, told apart by the field that they follow.
//!
//! For a nonterminal `path(x, y)`, the way from the root of a search tree down to its least node, always to the left, is one way among
//! others: once it is folded, its end may be anywhere, and what removes the least node and puts it in place of the root may seem to make a
//! cycle. So `path` is split: into one nonterminal for each field, whose paths follow just this field (*spines*), and what is left, paths that
//! follow different fields. Both together derive the heaps that `path` derived, and a path is always folded to the same of them: what two paths
//! in a row are depends on what each is.

use std::collections::{BTreeMap, BTreeSet};

use super::document::{GrammarDocument, NonterminalDocument};
use crate::heap::document::HeapDocument;

/// Rules that mention so many paths at a time are not written for all kinds of them.
const PATHS: usize = 3;

/// What a rule of a nonterminal for paths is.
enum Kind<'r> {
    /// A node that leads to the end by this field.
    Last(&'r str),
    /// A node that leads by this field to another path, which is the hyperedge with this number.
    Step(&'r str, usize),
    /// Two paths in a row.
    Row(usize, usize),
}

/// A nonterminal for paths.
struct Paths<'r> {
    rules: Vec<(Kind<'r>, &'r HeapDocument)>,
    /// The fields that they follow.
    fields: Vec<&'r str>,
}

impl<'r> Paths<'r> {
    /// The nonterminal, if each of its rules is one of these, and if there are several fields.
    fn of(declared: &'r NonterminalDocument) -> Option<Self> {
        let kinds = declared.rules.iter().map(|rule| Some((kind(&declared.name, rule)?, rule)));
        let rules: Vec<(Kind<'r>, &HeapDocument)> = kinds.collect::<Option<_>>()?;
        let last: BTreeSet<&str> = rules
            .iter()
            .filter_map(|(kind, _)| if let Kind::Last(field) = kind { Some(*field) } else { None })
            .collect();
        let is_known = |(kind, _): &(Kind<'_>, _)| !matches!(kind, Kind::Step(field, _) if !last.contains(field));
        (declared.rank == 2 && last.len() > 1 && rules.iter().all(is_known))
            .then(|| Self { rules, fields: last.into_iter().collect() })
    }

    /// The nonterminals that take the place of one with this name.
    fn split(&self, declared: &NonterminalDocument) -> Vec<NonterminalDocument> {
        let name = &declared.name;
        let spine = |field: &str| spine(name, field);
        let mut mixed: Vec<HeapDocument> = Vec::new();
        let mut rules: BTreeMap<&str, Vec<HeapDocument>> = BTreeMap::new();
        for (kind, rule) in &self.rules {
            match *kind {
                Kind::Last(field) => rules.entry(field).or_default().push((*rule).clone()),
                Kind::Step(field, rest) => {
                    rules.entry(field).or_default().push(with(rule, &[(rest, &spine(field))]));
                    let others = self.fields.iter().filter(|other| **other != field).map(|other| spine(other));
                    mixed.extend(others.chain([name.clone()]).map(|other| with(rule, &[(rest, &other)])));
                }
                Kind::Row(first, second) => {
                    for field in &self.fields {
                        let own = spine(field);
                        rules.entry(field).or_default().push(with(rule, &[(first, &own), (second, &own)]));
                    }
                    let all: Vec<String> = self.fields.iter().map(|field| spine(field)).chain([name.clone()]).collect();
                    for (before, one) in all.iter().enumerate() {
                        for (after, other) in all.iter().enumerate() {
                            if before != after || one == name {
                                mixed.push(with(rule, &[(first, one), (second, other)]));
                            }
                        }
                    }
                }
            }
        }
        let of_field = |(field, rules): (&str, Vec<HeapDocument>)| NonterminalDocument {
            name: spine(field),
            rules,
            ..declared.clone()
        };
        let spines: Vec<NonterminalDocument> = rules.into_iter().map(of_field).collect();
        spines.into_iter().chain([NonterminalDocument { rules: mixed, ..declared.clone() }]).collect()
    }
}

/// What a rule for paths between its external nodes is, if it is one.
fn kind<'r>(name: &str, rule: &'r HeapDocument) -> Option<Kind<'r>> {
    let [start, end] = rule.externals.as_slice() else { return None };
    let (start, end) = (start.value, end.value);
    let own: Vec<(usize, &[u32])> = rule
        .hyperedges
        .iter()
        .enumerate()
        .filter(|(_, edge)| edge.label == name)
        .map(|(number, edge)| (number, edge.tentacles.as_slice()))
        .collect();
    let field = |target: u32| {
        let mut fields = rule.selectors.iter().filter(|selector| (selector.origin, selector.target) == (start, target));
        let field = fields.next().filter(|_| start != target)?;
        fields.next().is_none().then_some(field.label.as_str())
    };
    match *own.as_slice() {
        [] => Some(Kind::Last(field(end)?)),
        [(rest, &[next, last])] if last == end && next != end => Some(Kind::Step(field(next)?, rest)),
        [(one, &[from, middle]), (other, &[between, last])]
            if (from, last) == (start, end) && middle == between && rule.selectors.is_empty() =>
        {
            Some(Kind::Row(one, other))
        }
        [(other, &[between, last]), (one, &[from, middle])]
            if (from, last) == (start, end) && middle == between && rule.selectors.is_empty() =>
        {
            Some(Kind::Row(one, other))
        }
        _ => None,
    }
}

/// The name of the nonterminal for paths that follow one field.
fn spine(name: &str, field: &str) -> String {
    format!("{name}_{field}")
}

/// A rule with other nonterminals at some of its hyperedges.
fn with(rule: &HeapDocument, labels: &[(usize, &str)]) -> HeapDocument {
    let mut rule = rule.clone();
    for &(number, label) in labels {
        rule.hyperedges[number].label = label.to_owned();
    }
    rule
}

/// Splits the nonterminals for paths that follow different fields, but those that are `kept`, as heaps mention them. Returns whether there are
/// any.
pub fn split_paths(grammars: &mut [&mut GrammarDocument], kept: &BTreeSet<String>) -> bool {
    let all = || grammars.iter().flat_map(|grammar| &grammar.nonterminals);
    let is_single = |name: &str| all().filter(|other| other.name == name).count() == 1;
    let mut paths: BTreeMap<String, Vec<NonterminalDocument>> = BTreeMap::new();
    for declared in all().filter(|own| is_single(&own.name) && !kept.contains(&own.name)) {
        if let Some(found) = Paths::of(declared)
            && found.fields.iter().all(|field| all().all(|other| other.name != spine(&declared.name, field)))
        {
            paths.insert(declared.name.clone(), found.split(declared));
        }
    }
    // What else mentions paths mentions each kind of them.
    let kinds: BTreeMap<String, Vec<String>> = paths
        .iter()
        .map(|(name, split)| (name.clone(), split.iter().map(|declared| declared.name.clone()).collect()))
        .collect();
    let may_be_written =
        |rule: &HeapDocument| rule.hyperedges.iter().filter(|edge| kinds.contains_key(&edge.label)).count() <= PATHS;
    if paths.is_empty()
        || !all().filter(|own| !paths.contains_key(&own.name)).flat_map(|own| &own.rules).all(may_be_written)
    {
        return false;
    }
    for grammar in grammars {
        let mut nonterminals = Vec::new();
        for declared in std::mem::take(&mut grammar.nonterminals) {
            match paths.remove(&declared.name) {
                Some(split) => nonterminals.extend(split),
                None => nonterminals.push(declared),
            }
        }
        for declared in &mut nonterminals {
            // The paths that those of a path lead to have been told apart.
            let own = kinds.iter().find(|(_, split)| split.contains(&declared.name)).map(|(name, _)| name);
            let others = |name: &str| kinds.get(name).filter(|_| own.is_none_or(|own| own != name)).map(Vec::as_slice);
            declared.rules = declared.rules.iter().flat_map(|rule| of_kinds(rule, &others)).collect();
        }
        grammar.nonterminals = nonterminals;
    }
    true
}

/// A rule for each kind of the paths that it mentions.
fn of_kinds<'k>(rule: &HeapDocument, kinds: &dyn Fn(&str) -> Option<&'k [String]>) -> Vec<HeapDocument> {
    let mut found = vec![rule.clone()];
    for (number, edge) in rule.hyperedges.iter().enumerate() {
        if let Some(kinds) = kinds(&edge.label) {
            let all = found.iter().flat_map(|rule| kinds.iter().map(move |kind| with(rule, &[(number, kind)])));
            found = all.collect();
        }
    }
    found
}
