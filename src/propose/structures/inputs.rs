//! The heaps on which an entry procedure starts.

use fixedbitset::FixedBitSet;

use super::assumed::{InputAssumption, ParameterAssumption};
use super::values::{self, Case, Cases, Names, is_null, is_same, is_untracked, nowhere};
use super::{Payload, StructureKind, Structures};
use base::Idx;
use heap_grammar::heap::Untracked;
use heap_grammar::separation::{Atom, Formula};
use program::cfa::ProcedureId;
use program::objects::{ALLOCATED, ClassId, FieldId, LocalId, Procedure, Type};

/// The heaps on which an entry procedure starts.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Inputs {
    /// Formulas over the parameters: each a set of heaps.
    pub formulas: Vec<String>,
    /// What is assumed of parameters and of what is given with them.
    pub assumptions: Vec<InputAssumption>,
    /// Whether heaps were left out, here or in the grammars, as there are too many kinds of them.
    pub is_cut: bool,
    /// Whether only some of the smallest heaps are listed, as nothing describes all of them.
    pub is_partial: bool,
}

impl Structures<'_> {
    /// The heaps on which a procedure starts: each parameter leads to any structure of its family, null included, and nothing is shared. A
    /// pointer in C to what holds a structure is null only if it is tested.
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
        let Payload { parameters: given, tested, .. } = &self.payload;
        // What a whole program in C is given are no data structures.
        if self.program().is_manual() && procedure.name == "main" {
            return Inputs::default();
        }
        if parameters.is_empty() && given.is_empty() && tested.is_empty() {
            return Inputs::default();
        }
        let name = |local: LocalId| procedure.locals[local].name.as_str();
        // A name that is no reference would be bound to one.
        let mut names = Names::default();
        let all = procedure.receiver.iter().chain(&procedure.parameters);
        all.for_each(|&local| _ = names.fresh(name(local)));
        let mut cases = Cases::nothing(names);
        let given = given.iter().map(|&local| is_untracked(name(local), Untracked::Any));
        cases.all.iter_mut().for_each(|case| case.atoms.extend(given.clone()));
        for &(local, class) in &parameters {
            let may_be_null = self.may_be_null(procedure, local, class);
            cases = cases.beside(|names| {
                let mut names = names.clone();
                names.free(name(local));
                let mut found = self.cases(self.graph.objects(class), may_be_null, name(local), &names);
                for case in &mut found.all {
                    self.make_automatic(name(local), class, &mut case.atoms);
                    if case.values == [None] {
                        case.atoms.push(is_null(name(local)));
                        _ = case.names.fresh(name(local));
                    }
                }
                found
            });
        }
        for (local, classes) in tested {
            cases = cases.beside(|names| self.any_object(name(*local), classes, procedure, names));
        }
        let formula = |atoms| Formula { atoms: self.with_parts(atoms), span: nowhere() }.to_string();
        let formulas = cases.all.into_iter().map(|case| formula(case.atoms)).collect();
        let assumptions = parameters.iter().map(|&(local, class)| {
            let may_be_null = self.may_be_null(procedure, local, class);
            InputAssumption::Parameter(self.assumption(name(local), class, may_be_null))
        });
        let tested_classes = tested.iter().flat_map(|(_, classes)| classes);
        let apart = self.apart(entry, &parameters, tested);
        let tested = tested.iter().map(|(local, classes)| self.tested_assumption(name(*local), classes, procedure));
        let kept = self.program().is_manual().then_some(InputAssumption::Kept);
        let memory = self.memory_assumptions(&parameters).into_iter().chain(apart);
        let assumptions =
            assumptions.chain(tested).chain(self.payload_assumptions(entry)).chain(memory).chain(kept).collect();
        let classes = parameters.iter().map(|(_, class)| class).chain(tested_classes);
        let is_partial = classes.into_iter().any(|&class| self.is_built(class));
        Inputs { formulas, assumptions, is_cut: cases.is_cut || self.are_grammars_cut(), is_partial }
    }

    /// What is assumed of memory in C: members that belong to no structure have no value.
    fn memory_assumptions(&self, parameters: &[(LocalId, ClassId)]) -> Vec<InputAssumption> {
        let mut all: Vec<InputAssumption> = Vec::new();
        if self.program().is_manual() {
            for assumption in parameters.iter().flat_map(|&(_, class)| self.without_value(class)) {
                if !all.contains(&assumption) {
                    all.push(assumption);
                }
            }
        }
        all
    }

    /// The pointers and structures inside of the objects to which a parameter points, if they belong to no structure.
    fn without_value(&self, class: ClassId) -> Vec<InputAssumption> {
        let program = self.program();
        if !self.assumption("", class, true).structures.is_empty() {
            return Vec::new();
        }
        let own = program.classes[class].fields.iter().filter(|&&field| program.fields[field].ty.is_reference());
        own.map(|&field| InputAssumption::WithoutValue {
            field: self.field_name(field).to_owned(),
            class: program.classes[class].name.trim_start_matches(ALLOCATED).to_owned(),
        })
        .collect()
    }

    /// Whether the objects to which a reference leads are only some of those that there may be.
    fn is_built(&self, class: ClassId) -> bool {
        let assumption = self.assumption("", class, false);
        assumption.structures.iter().any(|structure| structure.kind == StructureKind::Built)
    }

    /// What a pointer in C to a number or a pointer is given is the address of a variable of the caller.
    fn make_automatic(&self, variable: &str, class: ClassId, atoms: &mut [Atom]) {
        let classes = &self.program().classes;
        let Some(automatic) = self.automatic(class).filter(|_| classes[class].span.is_none()) else { return };
        for atom in atoms {
            match atom {
                Atom::PointsTo { source, class, .. } if source.text == variable => {
                    *class = Some(values::name(&classes[automatic].name));
                }
                _ => {}
            }
        }
    }

    /// Whether a parameter may be null.
    fn may_be_null(&self, procedure: &Procedure, local: LocalId, class: ClassId) -> bool {
        match self.program().is_manual() {
            true => self.family_of(class).is_some() || self.payload.nullable.contains(&local),
            false => Some(local) != procedure.receiver,
        }
    }

    /// The heaps at a variable that may refer to anything, and is tested for some classes.
    fn any_object(&self, variable: &str, classes: &[ClassId], procedure: &Procedure, names: &Names) -> Cases {
        let mut alone = vec![is_null(variable), is_untracked(variable, Untracked::Foreign)];
        alone.extend(self.same_receiver(classes, procedure).map(|receiver| is_same(variable, receiver)));
        let case = |atom: Atom| Case { values: Vec::new(), atoms: vec![atom], names: names.clone() };
        let mut found = Cases { all: alone.into_iter().map(case).collect(), is_cut: false };
        let mut free = names.clone();
        free.free(variable);
        for &class in classes {
            let more = self.cases(self.graph.objects(class), false, variable, &free);
            found.is_cut |= more.is_cut;
            found.all.extend(more.all);
        }
        found
    }

    /// The receiver, if it is of one of the classes.
    pub(super) fn same_receiver<'a>(&self, classes: &[ClassId], procedure: &'a Procedure) -> Option<&'a str> {
        let receiver = &procedure.locals[procedure.receiver?];
        let Type::Reference(own) = receiver.ty else { return None };
        let mut objects = classes.iter().flat_map(|&class| self.graph.objects(class));
        objects.any(|&class| class == own).then_some(receiver.name.as_str())
    }

    /// What a variable that is tested for some classes may refer to.
    fn tested_assumption(&self, variable: &str, classes: &[ClassId], procedure: &Procedure) -> InputAssumption {
        let names = classes.iter().map(|&class| self.program().classes[class].name.replace('$', "."));
        let receiver = self.same_receiver(classes, procedure).map(str::to_owned);
        InputAssumption::Tested { variable: variable.to_owned(), receiver, classes: names.collect() }
    }

    /// Whether objects of a class are part of a structure, or lead to one.
    pub(crate) fn leads_to_structure(&self, class: ClassId) -> bool {
        self.graph.objects(class).iter().any(|&class| self.graph.is_structural(class))
    }

    /// What a variable may refer to.
    fn assumption(&self, variable: &str, class: ClassId, may_be_null: bool) -> ParameterAssumption {
        if let Some(content) = self.graph.content(class)
            && let Some(declared) = self.graph.declared(content)
            && !may_be_null
        {
            return self.assumption(&format!("*{variable}"), declared, !self.sentinels.contains(&content));
        }
        let name = self.program().classes[class].name.trim_start_matches(ALLOCATED).replace('$', ".");
        let mut assumption = ParameterAssumption {
            variable: variable.to_owned(),
            class: name,
            may_be_null,
            is_node: false,
            structures: Vec::new(),
            ends: Vec::new(),
            shared: Vec::new(),
            never_null: Vec::new(),
        };
        if let Some(family) = self.family_of(class) {
            assumption.is_node = true;
            assumption.structures.push(self.words(family));
        } else if self.leads_to_structure(class) {
            let mut held = Vec::new();
            let mut seen = FixedBitSet::with_capacity(self.program().classes.len());
            self.look_below(self.graph.objects(class), &mut seen, &mut held, &mut assumption);
            assumption.structures.extend(held.into_iter().map(|family| self.words(family)));
            // The rules say all.
            if assumption.structures.iter().any(|structure| structure.kind.is_of_samples()) {
                (assumption.ends, assumption.shared, assumption.never_null) = Default::default();
            }
        }
        assumption
    }

    /// The families to which the objects of a class outside of families lead, and what is assumed of the fields that do.
    fn look_below(
        &self,
        classes: &[ClassId],
        seen: &mut FixedBitSet,
        held: &mut Vec<usize>,
        assumption: &mut ParameterAssumption,
    ) {
        for &class in classes {
            if seen.put(class.index()) {
                continue;
            }
            let fields = self.graph.structural_fields(class);
            let mut ends: Vec<FieldId> = Vec::new();
            for &field in fields {
                let name = self.field_name(field);
                let end = |other: &&FieldId| !ends.contains(&field) && self.are_ends(field, **other);
                if let Some(&last) = fields.iter().find(end) {
                    ends.push(last);
                    assumption.ends.push((name.to_owned(), self.field_name(last).to_owned()));
                }
                for &(one, _) in self.shared.iter().filter(|&&(one, other)| other == field && fields.contains(&one)) {
                    assumption.shared.push((self.field_name(one).to_owned(), name.to_owned()));
                }
                if self.sentinels.contains(&field) {
                    assumption.never_null.push(name.to_owned());
                }
                match self.graph.family_of_targets(field) {
                    Some(family) if !held.contains(&family) => held.push(family),
                    Some(_) => {}
                    None => self.look_below(self.graph.targets(field), seen, held, assumption),
                }
            }
        }
    }
}
