//! Diagnostics for grammars, reported on loading.

use super::close::types_of;
use super::{Confluence, Grammar, Rule};
use crate::heap::{Alphabet, Heap, Nonterminal, TypeId, VertexId};
use base::{Diagnostic, Idx, KEPT, Message, Span, msg};

/// Maximum number of edges in a rule, because the search for embeddings recurses over them.
const EDGE_LIMIT: usize = 200;

/// Checks rules before compilation: ranks, sizes and types. A grammar with an error must not be compiled.
pub fn check_rules(alphabet: &Alphabet, rules: &[Rule]) -> Vec<Diagnostic> {
    let mut found = endless(alphabet, rules);
    let all: Vec<&Rule> = rules.iter().collect();
    for rule in rules {
        found.extend(check_attached(alphabet, &all, &rule.body, rule.span));
        let info = alphabet.nonterminal(rule.label);
        let (name, rank, externals) = (Message::verbatim(&info.name), info.rank(), rule.body.externals().len());
        if rank != externals {
            let message = msg!("a rule of {name} has {externals} external nodes, but the rank of {name} is {rank}");
            found.push(
                Diagnostic::error("grammar/rank", rule.span, message)
                    .suggest(msg!("give the rule {rank} entries in \"externals\", one for each tentacle")),
            );
        }
        let edges = rule.body.selector_edges().count() + rule.body.nonterminals().len();
        if edges > EDGE_LIMIT {
            let message = msg!("a rule of {name} has {edges} edges; at most {EDGE_LIMIT} are possible");
            found.push(Diagnostic::error("grammar/size", rule.span, message));
        }
        for (source, label, _) in rule.body.selector_edges() {
            if matches!(rule.body.vertex_type(source), TypeId::NULL | TypeId::INT) {
                let what = Message::verbatim(alphabet.type_name(rule.body.vertex_type(source)));
                let selector = Message::verbatim(alphabet.selector_name(label));
                let message = msg!("a vertex of type {what} has the selector {selector}");
                found.push(Diagnostic::error("grammar/type", rule.span, message));
            }
        }
    }
    found
}

/// Reports nonterminal edges of a heap or rule body from which no rule derives anything, because the rules need other
/// types of vertices.
pub fn check_attached(alphabet: &Alphabet, rules: &[&Rule], heap: &Heap, span: Option<Span>) -> Vec<Diagnostic> {
    // An external vertex of any object type may be null.
    let fits = |v: VertexId, of_rule: TypeId| {
        let may_be_null = heap.is_external(v) && heap.vertex_type(v) != TypeId::INT && of_rule != TypeId::INT;
        heap.vertex_type(v).stands_for(of_rule) || may_be_null
    };
    let mut found = Vec::new();
    for edge in heap.nonterminals() {
        let types = || rules.iter().filter(|r| r.label == edge.label).map(|rule| types_of(rule));
        let fit = |types: &[TypeId]| edge.tentacles.iter().zip(types).all(|(&v, &ty)| fits(v, ty));
        if types().next().is_none() || types().any(|types| fit(&types)) {
            continue;
        }
        let misfits = |&(position, &v): &(usize, &VertexId)| {
            !types().any(|types| types.get(position).is_some_and(|&of_rule| fits(v, of_rule)))
        };
        let name = Message::verbatim(&alphabet.nonterminal(edge.label).name);
        let message = match edge.tentacles.iter().enumerate().find(misfits) {
            Some((position, &v)) => {
                let ty = Message::verbatim(alphabet.type_name(heap.vertex_type(v)));
                msg!(
                    "tentacle {position} of {name} is attached to a node of type {ty}, which no rule of {name} has there"
                )
            }
            None => msg!("{name} is attached to nodes of types that no rule of {name} has together"),
        };
        found.push(
            Diagnostic::error("grammar/type", span, message)
                .suggest(msg!("types in rules are exact and do not include subclasses; add rules with these types")),
        );
    }
    found
}

/// Reports rules that could be folded for ever: bodies with nothing to fold, and cycles of unit rules.
///
/// Every other fold removes at least two of: selectors and vertices (counted twice), nonterminal edges; and adds one
/// edge. A unit rule (one nonterminal edge and nothing else) preserves that number and moves up in the order of labels
/// defined by the unit rules, which must therefore be acyclic.
pub(super) fn endless(alphabet: &Alphabet, rules: &[Rule]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut units: Vec<&Rule> = Vec::new();
    for rule in rules {
        let body = &rule.body;
        let named = |v: VertexId| body.vertex_type(v) == TypeId::NULL || body.variables().iter().any(|&(_, t)| t == v);
        let bare = body.selector_edges().next().is_none() && body.vertices().all(|v| body.is_external(v) || named(v));
        match body.nonterminals() {
            [] if bare => {
                let message = msg!(
                    "a rule of {} derives nothing: it has neither edges nor internal nodes",
                    Message::verbatim(&alphabet.nonterminal(rule.label).name)
                );
                found.push(
                    Diagnostic::error("grammar/endless", rule.span, message)
                        .suggest(msg!("write the cases without the nonterminal as separate rules and heaps")),
                );
            }
            [_] if bare => units.push(rule),
            _ => {}
        }
    }
    // If rules without successors or predecessors are removed repeatedly, those that remain are on cycles or between
    // them.
    loop {
        let before = units.len();
        let labels: Vec<Nonterminal> = units.iter().map(|r| r.label).collect();
        let targets: Vec<Nonterminal> = units.iter().flat_map(|r| r.body.nonterminals()).map(|e| e.label).collect();
        units.retain(|r| targets.contains(&r.label) && r.body.nonterminals().iter().any(|e| labels.contains(&e.label)));
        if units.len() == before {
            break;
        }
    }
    found.extend(units.into_iter().map(|rule| {
        let name = Message::verbatim(&alphabet.nonterminal(rule.label).name);
        let message = msg!("a rule of {name} leads back to {name} by rules that consist of one nonterminal each");
        Diagnostic::error("grammar/endless", rule.span, message).suggest(msg!("remove the rule"))
    }));
    found
}

/// All checks of a compiled grammar.
pub fn check(alphabet: &Alphabet, grammar: &Grammar) -> Vec<Diagnostic> {
    let mut found = check_productive(alphabet, grammar);
    found.extend(check_abstraction(alphabet, grammar));
    found
}

/// Checks a compiled grammar as an abstraction: every selector can be made concrete, objects have the reference fields that others of
/// their type have, and normal forms do not depend on the order of folding.
pub fn check_abstraction(alphabet: &Alphabet, grammar: &Grammar) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let place = |label: Nonterminal, tentacle: usize, selector| {
        msg!(
            "{} hides at tentacle {tentacle} of {}",
            Message::verbatim(alphabet.selector_name(selector)),
            Message::verbatim(&alphabet.nonterminal(label).name)
        )
    };
    for (label, tentacle, selector, rule) in grammar.unbounded() {
        let span = grammar.rules[rule].span;
        let message =
            msg!("the selector {} cannot be materialised in finitely many ways", place(label, tentacle, selector));
        found.push(Diagnostic::error("grammar/concretisable", span, message).suggest(msg!(
            "add rules that have the selector directly at that external node and cover what this rule derives"
        )));
    }
    let fields = grammar.shown_references();
    // Each of many rules may lack each of many fields.
    let mut absent = grammar.added_without(&fields).chain(grammar.left_out(&fields));
    for absent in absent.by_ref().take(KEPT) {
        let message = msg!("{}: the field may then refer to any object", grammar.describe(absent, alphabet));
        found.push(
            Diagnostic::warning("grammar/absent-field", grammar.rules[absent.rule].span, message)
                .suggest(msg!("add the selector, so that no verdict depends on an unknown field")),
        );
    }
    found.extend(Some(absent.count()).filter(|&others| others > 0).map(Diagnostic::more));
    let mut repaired: Vec<_> = grammar.repaired().collect();
    repaired.dedup();
    for (label, tentacle, selector, rule) in repaired {
        let span = grammar.rules[rule].span;
        let message = msg!(
            "the rules that contain the selector {} do not cover this rule; it is expanded for materialisation",
            place(label, tentacle, selector)
        );
        found.push(Diagnostic::note("grammar/concretisable", span, message));
    }
    if let Confluence::Fails { rules: (first, second), .. } = grammar.confluence() {
        let name = |rule| Message::verbatim(&alphabet.nonterminal(grammar.rules[rule].label).name);
        let message = msg!(
            "the grammar is not backward confluent: rules of {} and {} fold one heap into different normal forms, so \
             normal forms depend on the order of the rules",
            name(*first),
            name(*second)
        );
        found.push(Diagnostic::note("grammar/confluence", grammar.rules[*first].span, message));
    }
    found
}

/// Reports nonterminals that derive no heap without nonterminals.
pub fn check_productive(alphabet: &Alphabet, grammar: &Grammar) -> Vec<Diagnostic> {
    let mut productive = vec![false; alphabet.nonterminals().count()];
    loop {
        let mut changed = false;
        for rule in &grammar.rules {
            let derives = rule.body.nonterminals().iter().all(|e| productive[e.label.index()]);
            if derives && !std::mem::replace(&mut productive[rule.label.index()], true) {
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    let labels = alphabet.nonterminals().filter(|(id, n)| !productive[id.index()] && n.origin == *id);
    labels
        .map(|(label, info)| {
            let span = grammar.rules.iter().find(|r| r.label == label).and_then(|r| r.span);
            let message = msg!(
                "{} derives no heap: each of its rules needs a nonterminal that derives none",
                Message::verbatim(&info.name)
            );
            Diagnostic::error("grammar/productive", span, message).suggest(msg!("add a rule without nonterminals"))
        })
        .collect()
}
