//! Definitions as text. Law: what is printed reads back to the same definition, but for positions.

use std::fmt::{Display, Formatter, Result, Write};

use super::lex::{NULL, is_plain, is_word};
use super::{Atom, Definition, FieldValue, Formula, Name, Parameter, Term, TermValue};

/// A name, in quotes where it would be read as something else.
struct Quoted<'a>(&'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, to: &mut Formatter<'_>) -> Result {
        let Quoted(text) = *self;
        match is_plain(text) && !text.starts_with('_') && !is_word(text) {
            true => to.write_str(text),
            false => write!(to, "\"{text}\""),
        }
    }
}

/// Names joined by dots. A field may begin with `_`.
fn path(text: &str, to: &mut Formatter<'_>) -> Result {
    for (place, name) in text.split('.').enumerate() {
        if place > 0 {
            to.write_char('.')?;
        }
        Quoted(name).fmt(to)?;
    }
    Ok(())
}

fn class(class: Option<&Name>, to: &mut Formatter<'_>) -> Result {
    let Some(class) = class else { return Ok(()) };
    to.write_str(": ")?;
    path(&class.text, to)
}

fn list<T: Display>(elements: &[T], to: &mut Formatter<'_>) -> Result {
    for (place, element) in elements.iter().enumerate() {
        if place > 0 {
            to.write_str(", ")?;
        }
        element.fmt(to)?;
    }
    Ok(())
}

impl Display for Definition {
    fn fmt(&self, to: &mut Formatter<'_>) -> Result {
        let mut head = String::new();
        write!(head, "{}({})", Quoted(&self.name.text), Listed(&self.parameters))?;
        write!(to, "{head} := ")?;
        let indent = head.chars().count() + 2;
        for (place, case) in self.cases.iter().enumerate() {
            if place > 0 {
                write!(to, "\n{:indent$}| ", "")?;
            }
            case.fmt(to)?;
        }
        Ok(())
    }
}

struct Listed<'a, T>(&'a [T]);

impl<T: Display> Display for Listed<'_, T> {
    fn fmt(&self, to: &mut Formatter<'_>) -> Result {
        list(self.0, to)
    }
}

impl Display for Parameter {
    fn fmt(&self, to: &mut Formatter<'_>) -> Result {
        match self.is_null {
            true => to.write_str(NULL)?,
            false => Quoted(&self.name.text).fmt(to)?,
        }
        class(self.class.as_ref(), to)
    }
}

impl Display for Formula {
    fn fmt(&self, to: &mut Formatter<'_>) -> Result {
        if self.atoms.is_empty() {
            return to.write_str("emp");
        }
        for (place, atom) in self.atoms.iter().enumerate() {
            if place > 0 {
                to.write_str(" * ")?;
            }
            atom.fmt(to)?;
        }
        Ok(())
    }
}

impl Display for Atom {
    fn fmt(&self, to: &mut Formatter<'_>) -> Result {
        match self {
            Atom::PointsTo { source, class: own, fields, .. } => {
                Quoted(&source.text).fmt(to)?;
                class(own.as_ref(), to)?;
                write!(to, " -> {{{}}}", Listed(fields))
            }
            Atom::Predicate { name, roles, arguments, .. } => {
                Quoted(&name.text).fmt(to)?;
                for (place, role) in roles.iter().enumerate() {
                    to.write_str(if place == 0 { "<" } else { ", " })?;
                    path(&role.text, to)?;
                }
                let close = if roles.is_empty() { "" } else { ">" };
                write!(to, "{close}({})", Listed(arguments))
            }
            Atom::Comparison { left, right, is_equal, .. } => {
                write!(to, "{left} {} {right}", if *is_equal { "==" } else { "!=" })
            }
        }
    }
}

impl Display for FieldValue {
    fn fmt(&self, to: &mut Formatter<'_>) -> Result {
        path(&self.field.text, to)?;
        write!(to, ": {}", self.value)
    }
}

impl Display for Term {
    fn fmt(&self, to: &mut Formatter<'_>) -> Result {
        match &self.value {
            TermValue::Null => to.write_str(NULL),
            TermValue::Integer(number) => number.fmt(to),
            TermValue::Wildcard(word) => write!(to, "_{word}"),
            TermValue::Variable { name, part, class: own } => {
                Quoted(&name.text).fmt(to)?;
                if !part.is_empty() {
                    to.write_char('.')?;
                    path(part, to)?;
                }
                class(own.as_ref(), to)
            }
        }
    }
}
