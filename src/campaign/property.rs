//! Random properties.

use super::program::VARIABLES;
use super::structure::Structure;
use base::Random;

/// A generator of formulas about one task.
pub(super) struct Properties<'a> {
    pub structure: &'a Structure,
    /// Whether propositions may track objects, which multiplies the states.
    pub marks: bool,
    /// Whether propositions may be about the whole heap, which keeps garbage in calling contexts.
    pub whole: bool,
    /// Whether propositions may test for paths and cycles, for which the grammar is refined.
    pub paths: bool,
    /// Whether the program has methods other than `main`.
    pub calls: bool,
}

impl Properties<'_> {
    pub(crate) fn formula(&self, random: &mut Random) -> String {
        let mut p = || {
            let atom = self.proposition(random);
            if random.one_in(4) { format!("!{atom}") } else { atom }
        };
        let (p, q, r) = (p(), p(), p());
        let method = ["help", "walk", "step"][random.below(3)];
        match random.below(22) {
            0 => format!("G {p}"),
            1 => format!("F {p}"),
            2 => format!("G ({p} -> X {q})"),
            3 => format!("G ({p} -> X X ({q} | {r}))"),
            4 => format!("G (({p} & X {q}) -> X X {r})"),
            5 => format!("{p} U ({q} | {r})"),
            6 => format!("G ({p} -> F {q})"),
            7 => format!("F G ({p} | {q})"),
            8 => format!("G F {p} -> F ({q} & X {r})"),
            9 => format!("({p} | {q}) W {r}"),
            10 => format!("G ({p} -> ({q} U {r}))"),
            11 => format!("G (({p} & {q}) -> {r})"),
            12 => format!("X X X ({p} | X {q})"),
            13 => format!("F ({p} & F {q})"),
            14 => format!("G ({p} -> G ({q} | {r}))"),
            15 => format!("G F ({p} | {{terminated}} | {{nullDereference}} | {{exception}})"),
            16 => format!("G ({{terminated}} -> ({p} | {q}))"),
            17 => format!("{p} R ({q} | {r})"),
            18 => format!("G ({{in({method})}} -> ({p} | {q}))"),
            19 => format!("G ({{during({method})}} -> ({p} | {q}))"),
            20 => format!("G (({{in({method})}} & X {{in(main)}}) -> X X ({p} | {q}))"),
            _ => format!("G ({p} | {q})"),
        }
    }

    /// A variable of the first class.
    fn variable(&self, random: &mut Random) -> String {
        let name = VARIABLES[0][random.below(4)];
        match random.below(6) {
            0 => format!("main::{name}"),
            1 | 2 if !self.calls => name.to_owned(),
            // These two declare only `a` and `b`.
            1 => format!("help::{}", VARIABLES[0][random.below(2)]),
            2 => format!("walk::{}", VARIABLES[0][random.below(2)]),
            _ => name.to_owned(),
        }
    }

    /// A proposition about the current state.
    pub(crate) fn proposition(&self, random: &mut Random) -> String {
        let method = if self.calls { ["main", "help", "walk"][random.below(3)] } else { "main" };
        let (x, y) = (self.variable(random), self.variable(random));
        let fields: Vec<&str> = self.structure.references(0).map(|(field, _)| field).collect();
        let field = *random.one_of(&fields);
        let equal = ["==", "!="][random.below(2)];
        let symbol = &random.one_of(&self.structure.symbols).name;
        match random.below(if self.marks { 31 } else { 23 }) {
            0..3 => format!("{{{x} {equal} {y}}}"),
            3..5 => format!("{{{x} {equal} null}}"),
            5 => format!("{{in({method})}}"),
            6 => format!("{{during({method})}}"),
            7 => "{terminated}".to_owned(),
            8 => "{nullDereference}".to_owned(),
            9 | 10 if self.paths => format!("{{isReachable({x},{y})}}"),
            11 if self.paths => match random.below(3) {
                0 => format!("{{isReachable({x},null)}}"),
                1 => format!("{{isReachable({x},{y},[{}])}}", fields.join(",")),
                _ => format!("{{isReachable({x},null,[{field}])}}"),
            },
            9..12 => format!("{{{x}.{field} {equal} {y}}}"),
            12 => format!("{{{x}.{field} {equal} null}}"),
            13 => format!("{{{x}.mark == {}}}", ["true", "false"][random.below(2)]),
            14 if self.whole && self.paths => ["{isTree}", "{isAcyclic}"][random.below(2)].to_owned(),
            15 => format!("{{at({})}}", 3 + random.below(40)),
            16 => format!("{{return {equal} null}}"),
            17 => "{exception}".to_owned(),
            18 => format!("{{{} {equal} {}}}", ["k", "main::k"][random.below(2)], random.below(3)),
            19 if self.whole => format!("{{L({symbol})}}"),
            19 | 20 => format!("{{L({symbol}) of {x}}}"),
            21 if self.whole => "{isGarbageFree}".to_owned(),
            14 | 21 | 22 => format!("{{{x}.data {equal} {}}}", random.below(3)),
            23 | 24 => format!("{{visited({x})}}"),
            25 => "{visited}".to_owned(),
            26 => format!("{{reached({x})}}"),
            27 if self.paths => format!("{{reached({x},[{field}])}}"),
            28 => format!("{{unchanged({field})}}"),
            _ => "{identicNeighbours}".to_owned(),
        }
    }
}
