//! Words: names that programs and formulas share, and those that depend on numbers.

/// The local that holds the value a procedure returns; formulas write `return`.
pub const RETURN: &str = "@return";

/// `1 state`, `2 states`.
pub fn counted(count: u32, one: &str) -> String {
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}
