//! Words: names that programs and formulas share, and those that depend on numbers.

use crate::{Message, Text, msg};

/// The local that holds the value a procedure returns; formulas write `return`.
pub const RETURN: &str = "@return";

/// `1 state`, `2 states`: a number with its noun in the singular and the plural.
pub fn counted(count: u32, one: Text, many: Text) -> Message {
    let noun = if count == 1 { one } else { many };
    msg!("{count} {noun}")
}
