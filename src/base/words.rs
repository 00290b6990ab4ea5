//! Words that depend on numbers.

/// `1 state`, `2 states`.
pub fn counted(count: u32, one: &str) -> String {
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}
