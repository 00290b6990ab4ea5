//! Formats: `String.format`, `printf` and the like convert their arguments to texts, in order.

use super::super::library::unboxed;
use super::super::texts::conversions;
use super::super::types::Ty;
use super::{Lowering, Typed};
use crate::base::Span;

impl Lowering<'_, '_> {
    /// Formats arguments after a format. Runs are given up if that may throw.
    pub(super) fn formatted(&mut self, values: &[Typed], span: Span) {
        let fitting = values.split_first().and_then(|(&format, arguments)| {
            let wanted = conversions(self.literal_text(format)?)?;
            let fits = wanted.len() <= arguments.len()
                && wanted
                    .iter()
                    .zip(arguments)
                    .all(|(&conversion, argument)| self.fits_conversion(conversion, *argument));
            fits.then_some((wanted, arguments))
        });
        let Some((wanted, arguments)) = fitting else {
            self.error("java/unsupported", span, "whether these arguments fit the format is not known");
            return;
        };
        for (_, &argument) in wanted.iter().zip(arguments).filter(|&(&conversion, _)| conversion == 's') {
            self.convert_to_text(argument, span);
        }
    }

    fn fits_conversion(&self, conversion: char, argument: Typed) -> bool {
        let ty = match argument.ty {
            Ty::Class(class) if self.table.is_opaque(class) => unboxed(&self.table.classes[class].name),
            ty => Some(ty),
        };
        match conversion {
            // An array is the array of all arguments, and an object of the program may format itself.
            's' | 'b' => self.table.element(argument.ty).is_none() && !matches!(argument.ty, Ty::Function(_)),
            'c' => ty == Some(Ty::Char),
            'd' | 'x' => ty.is_some_and(|ty| ty.is_integral() && ty != Ty::Char),
            'f' | 'e' => ty.is_some_and(Ty::is_floating),
            _ => false,
        }
    }
}
