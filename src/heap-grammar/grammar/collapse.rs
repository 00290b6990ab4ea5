//! Collapsed rules: rules with some of their external vertices merged, with each other or with constants of the rule.
//!
//! Several tentacles of an edge may be attached to one vertex, or to a constant that its rules mention as well.
//! Embeddings are injective, so each such case is a separate pattern. Together with the original rules, collapsed rules
//! undo every derivation step.

use super::Rule;
use super::certain::Certain;
use crate::heap::{Heap, Selector, TypeId, Variable, VertexId};
use base::Idx;

/// Rules of higher rank have no collapsed rules: the number of ways to merge grows like Bell numbers.
const RANK_LIMIT: usize = 8;

/// Maximum number of collapsed rules of a rule.
const WAY_LIMIT: usize = 5_000;

/// The body of a collapsed rule and, for each tentacle of the rule, the corresponding external vertex of the body.
pub(super) type Collapsed = (Heap, Vec<usize>);

/// Externals merged into one vertex. The constants of the rule are the first classes, followed by the others in order.
#[derive(Clone, Debug)]
struct Class {
    ty: TypeId,
    constant: Option<Variable>,
    /// The selectors that its externals certainly have.
    selectors: Vec<Selector>,
    size: usize,
}

impl Class {
    /// This class merged with another external; `None` if no heap has such a vertex. Externals of different types are
    /// both null.
    fn with(&self, external: &Class) -> Option<Class> {
        let (int, null) = (TypeId::INT, TypeId::NULL);
        let constants_differ = self.constant.zip(external.constant).is_some_and(|(a, b)| a != b);
        let is_twice = |selector| self.selectors.contains(selector);
        if (self.ty == int) != (external.ty == int) || constants_differ || external.selectors.iter().any(is_twice) {
            return None;
        }
        let class = Class {
            ty: if self.ty == external.ty { self.ty } else { null },
            constant: self.constant.or(external.constant),
            selectors: self.selectors.iter().chain(&external.selectors).copied().collect(),
            size: self.size + 1,
        };
        let is_bare = class.ty == int || class.ty == null;
        (!is_bare || class.selectors.is_empty()).then_some(class)
    }
}

/// All proper merges of the externals of a rule, except for those without an image in any heap: externals with a common
/// selector, a number with an object, or null with selectors. Externals of different types are merged if both are null.
/// `None` if there are too many. Used for abstraction only.
pub(super) fn collapsed(rule: &Rule, certain: &Certain) -> Option<Vec<Collapsed>> {
    let body = &rule.body;
    let constants = body.constants().into_iter().filter(|&(v, _)| !body.is_external(v));
    let constants = constants.map(|(v, variable)| Class {
        ty: body.vertex_type(v),
        constant: Some(variable),
        selectors: Vec::new(),
        size: 0,
    });
    let constants: Vec<Class> = constants.collect();
    let inner = constants.len();
    if body.externals().is_empty() || (body.externals().len() == 1 && constants.is_empty()) {
        return Some(Vec::new());
    }
    if body.externals().len() > RANK_LIMIT {
        return None;
    }
    let mut ways: Vec<(Vec<Class>, Vec<usize>)> = vec![(constants, Vec::new())];
    for &external in body.externals() {
        let class = Class {
            ty: body.vertex_type(external),
            constant: body.constants().iter().find(|&&(v, _)| v == external).map(|&(_, variable)| variable),
            selectors: certain.at(body, external),
            size: 1,
        };
        let mut longer = Vec::new();
        for (classes, chosen) in ways {
            for at in 0..=classes.len() {
                let mut classes = classes.clone();
                if at == classes.len() {
                    classes.push(class.clone());
                } else {
                    let Some(merged) = classes[at].with(&class) else { continue };
                    classes[at] = merged;
                }
                longer.push((classes, chosen.iter().copied().chain([at]).collect()));
            }
        }
        if longer.len() > WAY_LIMIT {
            return None;
        }
        ways = longer;
    }
    let proper = ways.into_iter().filter(|(classes, _)| {
        let merged = classes.iter().enumerate().any(|(i, c)| c.size > usize::from(i >= inner));
        // There is one null vertex; of two null classes, one must be unused.
        merged && classes.iter().filter(|c| c.ty == TypeId::NULL && c.size > 0).count() <= 1
    });
    Some(proper.filter_map(|(classes, chosen)| merge(body, &classes, &chosen, certain)).collect())
}

fn merge(body: &Heap, classes: &[Class], chosen: &[usize], certain: &Certain) -> Option<Collapsed> {
    let mut merged = Heap::new();
    // By class, its external of the merged body.
    let mut externals: Vec<Option<VertexId>> = vec![None; classes.len()];
    for &class in chosen {
        externals[class].get_or_insert_with(|| merged.add_vertex(classes[class].ty));
    }
    for (class, vertex) in classes.iter().zip(&externals) {
        // Constants of the rule that are external keep their variable.
        if let (Some(variable), Some(vertex)) = (class.constant, *vertex) {
            merged.bind(variable, vertex);
        }
    }
    let attached: Vec<VertexId> = chosen.iter().filter_map(|&class| externals[class]).collect();
    merged.set_externals((0..merged.vertex_bound()).map(VertexId::at));
    merged.insert(body, &attached)?;
    (!certain.is_empty(&merged)).then(|| (merged, attached.iter().map(|v| v.index()).collect()))
}

#[cfg(test)]
mod tests {
    use super::super::build_rules;
    use super::*;
    use crate::grammar::document::GrammarDocument;
    use crate::heap::{Alphabet, print_heap};
    use base::{Sources, json};

    /// The collapsed rules of the first rule of a grammar with one nonterminal.
    #[track_caller]
    fn check(rank: usize, rule: &str, expected: &[&str]) {
        let text = format!("[{{nonterminal: X, rank: {rank}, rules: [{rule}]}}]");
        let mut found = Vec::new();
        let file = Sources::default().add("grammar.json", text.as_str());
        let node = json::parse(file, &text, &mut found).expect("JSON");
        let document = GrammarDocument::read(&node, &mut found).expect("a grammar");
        let mut alphabet = Alphabet::default();
        let (rules, more) = build_rules(&[document], &mut alphabet);
        assert!(found.is_empty() && more.is_empty(), "{found:?} {more:?}");
        let certain = Certain::new(&alphabet, rules.iter());
        let all = collapsed(&rules[0], &certain).expect("few");
        let shown: Vec<String> = all.iter().map(|(body, _)| print_heap(body, &alphabet)).collect();
        assert_eq!(shown, expected);
    }

    #[test]
    fn externals_coincide_unless_a_selector_forbids_it() {
        let nodes = "nodes: [{type: N, number: 2}], externals: [0, 1], variables: [], hyperedges: []";
        let both = "selectors: [{label: f, origin: 0, target: 1}, {label: g, origin: 1, target: 0}]";
        check(2, &format!("{{{nodes}, {both}}}"), &["v0.f -> v0; v0.g -> v0; ext(v0)"]);
        let twice = "selectors: [{label: f, origin: 0, target: 1}, {label: f, origin: 1, target: 0}]";
        check(2, &format!("{{{nodes}, {twice}}}"), &[]);
    }

    #[test]
    fn externals_coincide_with_constants_of_the_rule() {
        let nodes = "nodes: [{type: N, number: 2}, {type: 'NULL', number: 1}], externals: [0, 1]";
        let rest = "variables: [{name: 'null', target: 2}], hyperedges: [], \
                    selectors: [{label: f, origin: 0, target: 1}, {label: g, origin: 0, target: 2}]";
        let expected = ["v0.f -> null; v0.g -> null; ext(v0, null)", "v0.f -> v0; v0.g -> null; ext(v0)"];
        check(2, &format!("{{{nodes}, {rest}}}"), &expected);
    }

    #[test]
    fn externals_of_different_types_are_both_null() {
        let nodes = "nodes: [{type: N, number: 1}, {type: U, number: 1}, {type: V, number: 1}], externals: [0, 1, 2]";
        let rest = "variables: [], hyperedges: [], \
                    selectors: [{label: f, origin: 0, target: 1}, {label: g, origin: 0, target: 2}]";
        check(3, &format!("{{{nodes}, {rest}}}"), &["v0.f -> v1; v0.g -> v1; ext(v0, v1)"]);
    }
}
