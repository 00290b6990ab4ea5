//! What random grammars and heaps may have besides plain rules: the kinds on which an abstraction may go wrong.

use crate::base::Random;

/// Something that a random structure has and a plain one has not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Feature {
    /// Rules and heaps leave out selectors of objects.
    AbsentSelectors,
    /// Fields hold numbers and booleans, and tentacles are attached to constants.
    Constants,
    /// Rules have constants to which nothing is attached.
    UnusedConstants,
    /// Tentacles of one edge meet in one vertex.
    Coinciding,
    /// Objects of a subclass stand where rules have the class.
    Subclasses,
    /// The program declares a field that it does not touch.
    UnusedFields,
    /// Rules and heaps have a field that the program does not declare.
    UndeclaredFields,
    /// A field of another class has the name of a field of the first and another type.
    EqualNames,
    /// No rule mentions a field of the program.
    UnruledFields,
    /// A nonterminal has 9 or 10 tentacles.
    LargeRank,
    /// A nonterminal has many rules.
    ManyRules,
    /// Two nonterminals have rules in common.
    Overlap,
    /// Rules may leave external vertices without edges.
    NoEdges,
    /// Rules may derive objects that nothing reaches.
    Garbage,
    /// The grammar says which its reduction tentacles are.
    ReductionTentacles,
    /// It says so and errs.
    WrongReductionTentacles,
    /// Null vertices of rules do not carry the constant `null`.
    NamelessNull,
    /// A rule has many edges, each with several derivations, so that a refined grammar has many rules.
    Wide,
}

impl Feature {
    /// Each with the number of structures among which it is expected once.
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

    /// Some at random; often none.
    pub fn some(random: &mut Random) -> Vec<Feature> {
        match random.one_in(6) {
            true => Vec::new(),
            false => Self::RARITY.iter().filter(|(_, rarity)| random.one_in(*rarity)).map(|(f, _)| *f).collect(),
        }
    }

    /// As the tags of a task say it.
    pub fn tag(self) -> &'static str {
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

/// The tags of all kinds of random structures.
pub fn feature_tags() -> impl Iterator<Item = &'static str> {
    Feature::RARITY.iter().map(|(feature, _)| feature.tag())
}
