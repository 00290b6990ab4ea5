//! Features of random grammars and heaps beyond plain rules: cases in which abstraction might be wrong.

use base::Random;

/// A feature that a random structure has and a plain one does not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Feature {
    /// Rules and heaps omit selectors of objects.
    AbsentSelectors,
    /// Fields hold numbers and booleans, and tentacles are attached to constants.
    Constants,
    /// Rules have constants to which nothing is attached.
    UnusedConstants,
    /// Several tentacles of an edge are attached to one vertex.
    Coinciding,
    /// Objects of a subclass occur where rules have the class.
    Subclasses,
    /// The program declares a field that it never accesses.
    UnusedFields,
    /// Rules and heaps have a field that the program does not declare.
    UndeclaredFields,
    /// Another class has a field with the name of a field of the first class, but another type.
    EqualNames,
    /// A field of the program occurs in no rule.
    UnruledFields,
    /// A nonterminal has 9 or 10 tentacles.
    LargeRank,
    /// A nonterminal has many rules.
    ManyRules,
    /// Two nonterminals have rules in common.
    Overlap,
    /// Rules may leave external vertices without edges.
    NoEdges,
    /// Rules may derive unreachable objects.
    Garbage,
    /// The grammar declares its reduction tentacles.
    ReductionTentacles,
    /// It declares them wrongly.
    WrongReductionTentacles,
    /// Null vertices of rules do not carry the constant `null`.
    NamelessNull,
    /// A rule has many edges, each with several derivations, so that a refined grammar has many rules.
    Wide,
}

impl Feature {
    /// Each feature occurs on average once in this many structures.
    const RARITY: &[(Feature, usize)] = &[
        (Feature::AbsentSelectors, 4),
        (Feature::Constants, 4),
        (Feature::UnusedConstants, 8),
        (Feature::Coinciding, 5),
        (Feature::Subclasses, 6),
        (Feature::UnusedFields, 8),
        (Feature::UndeclaredFields, 8),
        (Feature::EqualNames, 6),
        (Feature::UnruledFields, 8),
        (Feature::LargeRank, 100),
        (Feature::ManyRules, 16),
        (Feature::Overlap, 6),
        (Feature::NoEdges, 6),
        (Feature::Garbage, 8),
        (Feature::ReductionTentacles, 10),
        (Feature::WrongReductionTentacles, 16),
        (Feature::NamelessNull, 20),
        (Feature::Wide, 32),
    ];

    /// Some features at random; often none.
    pub(crate) fn some(random: &mut Random) -> Vec<Feature> {
        match random.one_in(6) {
            true => Vec::new(),
            false => Self::RARITY.iter().filter(|(_, rarity)| random.one_in(*rarity)).map(|(f, _)| *f).collect(),
        }
    }

    /// Its name in the tags of a task.
    pub(crate) fn tag(self) -> &'static str {
        match self {
            Feature::AbsentSelectors => "absent selectors",
            Feature::Constants => "constants",
            Feature::UnusedConstants => "unused constants",
            Feature::Coinciding => "coinciding tentacles",
            Feature::Subclasses => "subclasses",
            Feature::UnusedFields => "unused fields",
            Feature::UndeclaredFields => "undeclared fields",
            Feature::EqualNames => "fields of equal name",
            Feature::UnruledFields => "fields without rules",
            Feature::LargeRank => "large rank",
            Feature::ManyRules => "many rules",
            Feature::Overlap => "overlapping languages",
            Feature::NoEdges => "vertices without edges",
            Feature::Garbage => "garbage",
            Feature::ReductionTentacles => "reduction tentacles",
            Feature::WrongReductionTentacles => "wrong reduction tentacles",
            Feature::NamelessNull => "nameless null",
            Feature::Wide => "wide rules",
        }
    }
}

/// The tags of all features.
pub fn feature_tags() -> impl Iterator<Item = &'static str> {
    Feature::RARITY.iter().map(|(feature, _)| feature.tag())
}
