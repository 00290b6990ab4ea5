//! The heaps on which an entry procedure starts.

use super::Structures;
use super::values::{Cases, Names, is_null, nowhere};
use crate::program::cfa::ProcedureId;
use crate::program::objects::{ClassId, LocalId, Type};
use crate::separation::Formula;

/// The heaps on which an entry procedure starts.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Inputs {
    /// Formulas over the parameters: each a set of heaps.
    pub formulas: Vec<String>,
    /// What is assumed of each parameter that leads to a structure, in words.
    pub assumptions: Vec<String>,
    /// Whether heaps were left out, as there are too many kinds of them.
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
                Type::Reference(class) if self.leads_to_structure(class) => Some((local, class)),
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
        Inputs { formulas, assumptions: assumptions.collect(), is_cut: cases.is_cut }
    }

    pub(super) fn leads_to_structure(&self, class: ClassId) -> bool {
        self.graph.objects(class).iter().any(|&class| self.graph.is_structural(class))
    }

    /// What a variable may refer to, in words.
    fn assumption(&self, variable: &str, class: ClassId, is_receiver: bool) -> String {
        let any = |family: usize| format!("any {}", self.words(family));
        match self.family_of(class) {
            Some(family) if is_receiver => format!("`{variable}` is {}", any(family)),
            Some(family) => format!("`{variable}` is {}, or null", any(family)),
            None => {
                let name = &self.program().classes[class].name;
                let mut families: Vec<usize> = Vec::new();
                self.families_below(class, &mut families);
                let held: Vec<String> = families.iter().map(|&family| any(family)).collect();
                let null = if is_receiver { "" } else { ", or null" };
                format!("`{variable}` is a `{name}` that holds {}, or nothing{null}", held.join(" and "))
            }
        }
    }

    /// The families to which the objects of a class outside of families lead.
    fn families_below(&self, class: ClassId, found: &mut Vec<usize>) {
        for class in self.graph.objects(class) {
            for field in self.graph.structural_fields(class) {
                let Some(declared) = self.graph.declared(field) else { continue };
                match self.family_of(declared) {
                    Some(family) => {
                        if !found.contains(&family) {
                            found.push(family)
                        }
                    }
                    None => self.families_below(declared, found),
                }
            }
        }
    }
}
