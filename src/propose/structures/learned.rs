//! Structures that no kind describes, learned from heaps that a program builds: rules that derive these heaps and others like them.
//!
//! Every object of a heap is taken together with all objects that only it leads to, its *region* (see `folding`). What repeats in regions are
//! the rules. They are taken for the structure only if the largest heaps show none that smaller ones do not show, too: then larger heaps will
//! look alike.

mod folding;
mod merging;
mod minimal;
mod paths;
#[cfg(test)]
mod tests;
mod writing;

use std::collections::{BTreeMap, BTreeSet};

use super::{Sample, StructureKind, Structures};
use base::CollectByInsertion;
use program::objects::{ClassId, FieldId};

use folding::folded;

/// Rules of one kind of region.
const RULES: usize = 12;
/// Kinds of regions.
const ROLES: usize = 16;
/// Parts of one region.
const PARTS: usize = 4;
/// So many heaps are kept to be drawn.
pub(super) const EXAMPLES: usize = 3;

/// A variable of a rule: the first ones are the arguments of its predicate, the others are numbered as they occur.
type Variable = usize;
/// What a field or argument is: a variable, or null.
type Value = Option<Variable>;

/// A kind of region: the class of its first object, and the fields by which its objects refer to one outside, each with the class of that.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Role {
    class: ClassId,
    exits: Vec<(FieldId, ClassId)>,
}

/// An object with the values of its structural fields.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Object {
    source: Variable,
    class: ClassId,
    fields: Vec<Value>,
}

/// A predicate with its arguments.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Call {
    predicate: usize,
    arguments: Vec<Value>,
}

/// What a predicate may stand for: objects, and what other predicates stand for.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
struct Rule {
    calls: Vec<Call>,
    objects: Vec<Object>,
}

impl Rule {
    /// The values, in the order in which they stand there.
    fn values_mut(&mut self) -> impl Iterator<Item = &mut Value> {
        let fields = self.objects.iter_mut().flat_map(|object| &mut object.fields);
        fields.chain(self.calls.iter_mut().flat_map(|call| &mut call.arguments))
    }

    /// The same with other values for variables; a variable with an object stays one.
    fn mapped(&self, image: impl Fn(Variable) -> Value) -> Self {
        let mut rule = self.clone();
        rule.values_mut().for_each(|value| *value = value.and_then(&image));
        rule.objects.iter_mut().for_each(|object| object.source = image(object.source).unwrap_or(object.source));
        rule
    }

    /// The same with these variables first, and the others in the order in which they occur.
    fn renumbered(&self, first: &[Variable]) -> Self {
        let mut order = first.to_vec();
        let mut copy = self.clone();
        let sources = self.objects.iter().map(|object| object.source);
        for variable in copy.values_mut().filter_map(|value| *value).chain(sources) {
            if !order.contains(&variable) {
                order.push(variable);
            }
        }
        self.mapped(|variable| order.iter().position(|&known| known == variable))
    }

    /// A variable that does not occur, nor any greater one.
    fn bound(&self) -> Variable {
        let mut copy = self.clone();
        let sources = self.objects.iter().map(|object| object.source + 1).max().unwrap_or(0);
        copy.values_mut().filter_map(|value| *value).map(|variable| variable + 1).max().unwrap_or(0).max(sources)
    }
}

/// A predicate: what it and its arguments are called, the classes of these, and its rules.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Predicate {
    name: String,
    arguments: Vec<String>,
    classes: Vec<ClassId>,
    rules: Vec<Rule>,
}

/// A structure that was learned.
pub(super) struct Learned {
    /// The classes of the first objects of the heaps that showed it.
    roots: BTreeSet<ClassId>,
    shown: Shown,
    /// For each kind of region what describes it: with the positions of the arguments, counted from the first object on.
    described: Vec<Call>,
    predicates: Vec<Predicate>,
    /// How many heaps it was learned from.
    heaps: u32,
    /// Some of the smallest of these.
    examples: Vec<Sample>,
}

/// The kinds of regions that heaps show, each with its rules.
#[derive(Default)]
struct Shown {
    roles: Vec<Role>,
    rules: Vec<BTreeSet<Rule>>,
}

impl Shown {
    /// What heaps show, if those that are the largest for a class of first objects show nothing that the others do not show.
    fn of(structures: &Structures<'_>, samples: &[&Sample]) -> Option<Self> {
        let mut sizes: BTreeMap<ClassId, (usize, usize)> = BTreeMap::new();
        for sample in samples {
            let size = sample.objects.len();
            let (least, most) = sizes.entry(root(sample)?).or_insert((size, size));
            (*least, *most) = (size.min(*least), size.max(*most));
        }
        let is_largest = |sample: &&&Sample| {
            let sizes = root(sample).and_then(|root| sizes.get(&root));
            sizes.is_some_and(|&(least, most)| least < most && sample.objects.len() == most)
        };
        let (largest, others): (Vec<&Sample>, Vec<&Sample>) = samples.iter().partition(|sample| is_largest(sample));
        let mut shown = Self::default();
        others.into_iter().try_for_each(|sample| shown.add(structures, sample))?;
        let is_small = shown.roles.len() <= ROLES
            && shown.rules.iter().all(|rules| rules.len() <= RULES)
            && shown.rules.iter().flatten().all(|rule| rule.calls.len() <= PARTS);
        let is_complete = largest.iter().all(|sample| shown.derives(structures, sample));
        (is_small && is_complete && !largest.is_empty()).then_some(shown)
    }

    /// Adds the rules of a heap; `None` if it has none.
    fn add(&mut self, structures: &Structures<'_>, sample: &Sample) -> Option<()> {
        let found = folded(structures, sample, &mut self.roles)?;
        self.rules.resize(self.roles.len(), BTreeSet::new());
        found.into_iter().for_each(|(role, rule)| _ = self.rules[role].insert(rule));
        Some(())
    }

    /// Whether the rules derive a heap.
    fn derives(&self, structures: &Structures<'_>, sample: &Sample) -> bool {
        let mut roles = self.roles.clone();
        folded(structures, sample, &mut roles).is_some_and(|rules| {
            rules.iter().all(|(role, rule)| self.rules.get(*role).is_some_and(|seen| seen.contains(rule)))
        })
    }
}

/// The class of the first object.
fn root(sample: &Sample) -> Option<ClassId> {
    sample.objects.first().map(|object| object.class)
}

/// The classes of first objects that no heap has below objects of another class, unless all are: objects that others hold are what these make
/// of them.
fn outermost(samples: &[Sample]) -> BTreeSet<ClassId> {
    let roots: BTreeSet<ClassId> = samples.iter().filter_map(root).collect_by_insertion();
    let is_held = |class: ClassId| {
        let others = samples.iter().filter(|sample| root(sample) != Some(class));
        others.flat_map(|sample| &sample.objects).any(|object| object.class == class)
    };
    let outer: BTreeSet<ClassId> = roots.iter().copied().filter(|&class| !is_held(class)).collect_by_insertion();
    if outer.is_empty() { roots } else { outer }
}

impl Learned {
    /// What heaps show, if there is something to be learned from them.
    fn of(structures: &Structures<'_>, samples: &[Sample]) -> Option<Self> {
        let roots = outermost(samples);
        let samples: Vec<&Sample> =
            samples.iter().filter(|sample| root(sample).is_some_and(|root| roots.contains(&root))).collect();
        let shown = Shown::of(structures, &samples)?;
        let (mut regions, mut of_roles) = merging::predicates(structures, &shown);
        merging::merge(&mut regions, &mut of_roles);
        merging::write_out(&mut regions);
        let (predicates, described) = [true, false].into_iter().find_map(|has_paths| {
            let mut predicates = regions.clone();
            if has_paths {
                let paths = paths::add_paths(&mut predicates)?;
                predicates.extend(paths);
            }
            let mut described = of_roles.clone();
            merging::merge(&mut predicates, &mut described);
            let (predicates, described) = minimal::minimal(predicates, &described);
            writing::is_grammar(structures, &predicates).then_some((predicates, described))
        })?;
        let mut heaps: Vec<&Sample> = Vec::new();
        for &sample in &samples {
            if !heaps.iter().any(|known| known.objects == sample.objects) {
                heaps.push(sample);
            }
        }
        let largest = heaps.iter().map(|heap| heap.objects.len()).max()?;
        let of_size = |size: usize| heaps.iter().find(|heap| heap.objects.len() == size);
        let examples = (2..=largest).filter_map(of_size).take(EXAMPLES).map(|&heap| heap.clone()).collect();
        let heaps = heaps.len() as u32;
        Some(Self { roots, shown, described, predicates, heaps, examples })
    }

    /// Whether a heap is one of those that the rules are about, and they do not derive it.
    pub(super) fn misses(&self, structures: &Structures<'_>, sample: &Sample) -> bool {
        root(sample).is_some_and(|root| self.roots.contains(&root)) && !self.shown.derives(structures, sample)
    }

    /// How many heaps it was learned from.
    pub(super) fn heaps(&self) -> u32 {
        self.heaps
    }

    /// Some of the smallest heaps from which it was learned.
    pub(super) fn examples(&self) -> &[Sample] {
        &self.examples
    }
}

impl Structures<'_> {
    /// Learns a structure from heaps that no known one fits, and chooses it; returns whether there is one. It describes all families of which
    /// the heaps have objects, and what holds them.
    pub fn generalise(&mut self, samples: &[Sample]) -> bool {
        let Some(learned) = Learned::of(self, samples) else { return false };
        let classes = learned.shown.roles.iter().map(|role| role.class);
        let families: BTreeSet<usize> = classes.filter_map(|class| self.graph.family(class)).collect_by_insertion();
        // A grammar without rules says nothing.
        self.learned = Some(learned);
        if families.is_empty() || families.iter().any(|&family| self.learned_definitions(family).is_empty()) {
            self.learned = None;
            return false;
        }
        self.offer(StructureKind::Learned, families);
        true
    }
}
