//! Decimal fractions with little code.

use std::fmt;

/// A number that is printed with the precision of the format, such as `{:.2}` for two digits after the point. Without a precision, one
/// digit is printed, or none if it would be 0.
///
/// Equal to the output of [`f32`] with the same precision, for up to eight digits and numbers up to 10⁹; larger numbers and those that
/// are not numbers are printed as 10⁹. The standard library's exact printing takes 20 kB of the WebAssembly module.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Decimal(pub f32);

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let precision = f.precision().unwrap_or(1);
        let unit = 10_u64.pow(precision as u32);
        // Exact: 24 bits times the 27 of 10⁸ fit in the 53 of a double. Ties are rounded to even as the standard library does.
        let magnitude = (f64::from(self.0.abs().min(1e9)) * unit as f64).round_ties_even() as u64;
        let (whole, part) = (magnitude / unit, magnitude % unit);
        if self.0.is_sign_negative() {
            f.write_str("-")?;
        }
        write!(f, "{whole}")?;
        if precision == 0 || f.precision().is_none() && part == 0 {
            return Ok(());
        }
        write!(f, ".{part:0precision$}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::each_case;

    #[test]
    fn decimals_are_those_of_the_standard_library() {
        each_case(|random| {
            for _ in 0..100 {
                let size = [1e-3, 1.0, 12.5, 1e3, 1e5][random.below(5)];
                let eighths = (random.below(1 << 16) as f32 - f32::from(1_u16 << 15)) / 8.0;
                let any = f32::from_bits(random.below(1 << 32) as u32);
                for value in [eighths, eighths * size, if any.abs() < 1e9 { any } else { -0.0 }] {
                    let ours = [0, 1, 2, 4, 8].map(|digits| format!("{:.digits$}", Decimal(value)));
                    assert_eq!(ours, [0, 1, 2, 4, 8].map(|digits| format!("{value:.digits$}")), "{value}");
                }
            }
        });
    }

    #[test]
    fn without_a_precision_digits_are_written_if_needed() {
        assert_eq!([1.4, 2.0, 1.5 + 1.2, -3.0].map(|v| Decimal(v).to_string()), ["1.4", "2", "2.7", "-3"]);
        assert_eq!(Decimal(f32::INFINITY).to_string(), "1000000000");
    }
}
