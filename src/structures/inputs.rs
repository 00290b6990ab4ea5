//! The heaps on which an entry procedure starts.

use fixedbitset::FixedBitSet;

use super::Structures;
use super::assumed::ParameterAssumption;
use super::values::{Cases, Names, is_null, nowhere};
use crate::base::Idx;
use crate::program::cfa::ProcedureId;
use crate::program::objects::{ClassId, LocalId, Type};
use crate::separation::Formula;

/// The heaps on which an entry procedure starts.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Inputs {
    /// Formulas over the parameters: each a set of heaps.
    pub formulas: Vec<String>,
    /// What is assumed of each parameter that refers to objects of the program.
    pub assumptions: Vec<ParameterAssumption>,
    /// Whether heaps were left out, here or in the grammars, as there are too many kinds of them.
    pub is_cut: bool,
}

impl Structures<'_> {
    /// The heaps on which a procedure starts: each parameter leads to any structure of its family, null included, and nothing is shared.
    pub fn inputs(&self, entry: ProcedureId) -> Inputs {
        let procedure = &self.program().procedures[entry];
        let parameters: Vec<(LocalId, ClassId)> = procedure
            .receiver
            .iter()
            .chain(&procedure.parameters)
            .filter_map(|&local| match procedure.locals[local].ty {
                Type::Reference(class) if !self.graph.objects(class).is_empty() => Some((local, class)),
                _ => None,
            })
            .collect();
        if parameters.is_empty() {
            return Inputs::default();
        }
        let name = |local: LocalId| procedure.locals[local].name.as_str();
        let mut names = Names::default();
        parameters.iter().for_each(|&(local, _)| _ = names.fresh(name(local)));
        let mut cases = Cases::nothing(names);
        for &(local, class) in &parameters {
            let is_receiver = Some(local) == procedure.receiver;
            cases = cases.beside(|names| {
                let mut names = names.clone();
                names.free(name(local));
                let mut found = self.cases(class, !is_receiver, name(local), &names);
                for case in &mut found.all {
                    if case.values == [None] {
                        case.atoms.push(is_null(name(local)));
                        _ = case.names.fresh(name(local));
                    }
                }
                found
            });
        }
        let formula = |atoms| Formula { atoms, span: nowhere() }.to_string();
        let formulas = cases.all.into_iter().map(|case| formula(case.atoms)).collect();
        let assumptions = parameters.iter().map(|&(local, class)| {
            let is_receiver = Some(local) == procedure.receiver;
            self.assumption(name(local), class, is_receiver)
        });
        Inputs { formulas, assumptions: assumptions.collect(), is_cut: cases.is_cut || self.are_grammars_cut() }
    }

    pub(super) fn leads_to_structure(&self, class: ClassId) -> bool {
        self.graph.objects(class).iter().any(|&class| self.graph.is_structural(class))
    }

    /// What a variable may refer to.
    fn assumption(&self, variable: &str, class: ClassId, is_receiver: bool) -> ParameterAssumption {
        let name = self.program().classes[class].name.replace('$', ".");
        let mut assumption = ParameterAssumption {
            variable: variable.to_owned(),
            class: name,
            may_be_null: !is_receiver,
            is_node: false,
            structures: Vec::new(),
            ends: Vec::new(),
            never_null: Vec::new(),
        };
        if let Some(family) = self.family_of(class) {
            assumption.is_node = true;
            assumption.structures.push(self.words(family));
        } else if self.leads_to_structure(class) {
            let mut held = Vec::new();
            let mut seen = FixedBitSet::with_capacity(self.program().classes.len());
            self.look_below(class, &mut seen, &mut held, &mut assumption);
            assumption.structures.extend(held.into_iter().map(|family| self.words(family)));
        }
        assumption
    }

    /// The families to which the objects of a class outside of families lead, and what is assumed of the fields that do.
    fn look_below(
        &self,
        class: ClassId,
        seen: &mut FixedBitSet,
        held: &mut Vec<usize>,
        assumption: &mut ParameterAssumption,
    ) {
        for &class in self.graph.objects(class) {
            if seen.put(class.index()) {
                continue;
            }
            let fields = self.graph.structural_fields(class);
            for &field in fields {
                let name = self.field_name(field);
                if let Some(&last) = fields.iter().find(|&&other| self.are_ends(field, other)) {
                    assumption.ends.push((name.to_owned(), self.field_name(last).to_owned()));
                }
                if self.sentinels.contains(&field) {
                    assumption.never_null.push(name.to_owned());
                }
                let Some(declared) = self.graph.declared(field) else { continue };
                match self.family_of(declared) {
                    Some(family) if !held.contains(&family) => held.push(family),
                    Some(_) => {}
                    None => self.look_below(declared, seen, held, assumption),
                }
            }
        }
    }
}
