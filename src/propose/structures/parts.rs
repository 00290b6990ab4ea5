//! Objects that belong to others in C: members whose address is taken, structures in structures, and payload.

use super::Structures;
use super::values::{name, nowhere, term};
use heap_grammar::separation::{Atom, FieldValue};
use program::objects::{ClassId, FieldId, Role};

impl Structures<'_> {
    /// A heap with the objects that belong to those that it shows.
    pub(super) fn with_parts(&self, atoms: Vec<Atom>) -> Vec<Atom> {
        if !self.program().is_manual() {
            return atoms;
        }
        let mut open = atoms;
        open.reverse();
        let mut found = Vec::new();
        while let Some(mut atom) = open.pop() {
            if let Atom::PointsTo { source, class: Some(class), fields, .. } = &mut atom
                && let Some(class) = self.program().class_named(&class.text)
            {
                let parts = self.program().parts(class).map(|(part, _)| part);
                open.extend(parts.filter_map(|part| self.take_part(&source.text, part, fields)));
                let payload = self.payload.fields.iter().filter(|&&field| self.has_field(class, field));
                open.extend(payload.filter_map(|&field| self.take_payload(&source.text, field, fields)));
            }
            found.push(atom);
        }
        found
    }

    /// The object inside of another one to which a field leads, with the value that this field had, which now leads to it.
    fn take_part(&self, source: &str, part: FieldId, fields: &mut Vec<FieldValue>) -> Option<Atom> {
        let (own, container) = self.part_class(part)?;
        // No name of the program has this sign.
        let inner = format!("{source}${}", self.field_name(part));
        let value = |field: FieldId, value| FieldValue { field: name(self.field_name(field)), value };
        let mut content = vec![value(container, term(Some(source)))];
        let shown = fields.iter().position(|shown| shown.field.text == self.field_name(part));
        if let (Some(shown), Some(field)) = (shown, self.graph.inside(part)) {
            content.insert(0, value(field, fields.remove(shown).value));
        }
        fields.push(value(part, term(Some(&inner))));
        let class = Some(name(&self.program().classes[own].name));
        Some(Atom::PointsTo { source: name(&inner), class, fields: content, span: nowhere() })
    }

    /// The object to which payload leads, of which nothing is known.
    fn take_payload(&self, source: &str, field: FieldId, fields: &mut Vec<FieldValue>) -> Option<Atom> {
        let class = self.pointed(field, self.payload.freed.contains(&field))?;
        let text = format!("{source}${}", self.field_name(field));
        fields.push(FieldValue { field: name(self.field_name(field)), value: term(Some(&text)) });
        let class = Some(name(&self.program().classes[class].name));
        Some(Atom::PointsTo { source: name(&text), class, fields: Vec::new(), span: nowhere() })
    }

    /// The class of the objects to which a part leads, and their field that leads up.
    fn part_class(&self, part: FieldId) -> Option<(ClassId, FieldId)> {
        let mut fields = self.program().fields.iter_enumerated();
        fields.find(|(_, field)| field.role == Role::Container(part)).map(|(id, field)| (field.class, id))
    }
}
