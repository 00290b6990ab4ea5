//! Formats: `String.format`, `printf` and the like convert their arguments to texts, in order.

use super::super::classes::ClassTable;
use super::super::library::unboxed;
use super::super::texts::conversions;
use super::super::types::Ty;
use super::{Emitter, Typed};
use base::{Span, msg};

impl Emitter<'_, '_> {
    /// Formats arguments after a format. Runs are given up if that may throw.
    pub(super) fn formatted(&mut self, values: &[Typed], span: Span) {
        let fitting = values.split_first().and_then(|(&format, arguments)| {
            let wanted = conversions(self.literal_text(format)?)?;
            let fits = wanted.len() <= arguments.len()
                && wanted
                    .iter()
                    .zip(arguments)
                    .all(|(&conversion, argument)| fits_conversion(self.table, conversion, argument.ty));
            fits.then_some((wanted, arguments))
        });
        let Some((wanted, arguments)) = fitting else {
            self.error("java/unsupported", span, msg!("whether these arguments fit the format is not known"));
            return;
        };
        for (_, &argument) in wanted.iter().zip(arguments).filter(|&(&conversion, _)| conversion == 's') {
            self.convert_to_text(argument, span);
        }
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
