//! Formats: `String.format`, `printf` and the like convert their arguments to texts, in order.

use super::super::classes::ClassTable;
use super::super::library::unboxed;
use super::super::texts::{Part, Written, parts};
use super::super::types::Ty;
use super::text::part_of;
use super::{Emitter, Target, Typed};
use base::{Span, msg};
use program::objects::{Conversion, FormatPart, Function, Operand};

impl Emitter<'_, '_> {
    /// Formats arguments after a format. Runs are given up if that may throw. Returns what executions make a text of.
    pub(super) fn formatted(&mut self, values: &[Typed], span: Span) -> Option<(Vec<FormatPart>, Vec<Operand>)> {
        let fitting = values.split_first().and_then(|(&format, arguments)| {
            let wanted = parts(self.literal_text(format)?)?;
            let written = || wanted.iter().filter_map(|part| part.conversion.as_ref());
            let fits = written().count() <= arguments.len()
                && written()
                    .zip(arguments)
                    .all(|(conversion, argument)| fits_conversion(self.table, conversion.kind, argument.ty));
            fits.then_some((wanted, arguments))
        });
        let Some((wanted, arguments)) = fitting else {
            self.error("java/unsupported", span, msg!("whether these arguments fit the format is not known"));
            return None;
        };
        let (mut found, mut operands) = (Vec::new(), Vec::new());
        let mut arguments = arguments.iter();
        for Part { before, conversion } in wanted {
            let conversion = conversion.zip(arguments.next()).map(|(written, &argument)| {
                let (operand, part) = match written.kind {
                    's' => self.convert_to_text(argument, span),
                    _ => (argument.operand, part_of(argument.ty)),
                };
                operands.push(operand);
                let bits = bits_of(argument.ty);
                let Written { kind, is_upper, flags, width, precision } = written;
                Conversion { kind, is_upper, flags: flags.into(), width, precision, part, bits }
            });
            found.push(FormatPart { before: before.into(), conversion });
        }
        Some((found, operands))
    }

    /// The text that a format makes of arguments, which executions know.
    pub(super) fn formatted_text(&mut self, values: &[Typed], target: Target, span: Span) -> Typed {
        let formatted = self.formatted(values, span);
        let text = self.text(target, span);
        if let (Some((parts, operands)), Ty::Class(class)) = (formatted, text.ty) {
            self.computed(text, Function::Format(class, parts.into()), operands, None);
        }
        text
    }
}

/// The number of bits of a whole number of a type.
fn bits_of(ty: Ty) -> u32 {
    match ty {
        Ty::Byte => 8,
        Ty::Short => 16,
        Ty::Long => 64,
        _ => 32,
    }
}

/// Whether a conversion of a format cannot fail for an argument of a type.
fn fits_conversion(table: &ClassTable<'_>, conversion: char, argument: Ty) -> bool {
    let ty = match argument {
        Ty::Class(class) if table.is_opaque(class) => unboxed(&table.classes[class].name),
        ty => Some(ty),
    };
    match conversion {
        // An array is the array of all arguments, and an object of the program may format itself.
        's' | 'b' => table.element(argument).is_none() && !matches!(argument, Ty::Function(_)),
        'c' => ty == Some(Ty::Char),
        'd' | 'x' => ty.is_some_and(|ty| ty.is_integral() && ty != Ty::Char),
        'f' | 'e' => ty.is_some_and(Ty::is_floating),
        _ => false,
    }
}
