//! What texts in a program mean to the library: formats, regular expressions and their replacements.

/// The text that is written between quotes; `None` for text blocks and unusual escapes.
pub(crate) fn unescaped(written: &str) -> Option<String> {
    let inner = written.strip_prefix('"')?.strip_suffix('"')?;
    let mut text = String::new();
    let mut characters = inner.chars();
    while let Some(character) = characters.next() {
        text.push(match character {
            '"' => return None,
            '\\' => match characters.next()? {
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                'b' => '\u{8}',
                'f' => '\u{c}',
                same @ ('"' | '\'' | '\\') => same,
                _ => return None,
            },
            other => other,
        });
    }
    Some(text)
}

/// The conversions of a format that needs an argument for each of them, in order; `None` if it may be wrong, or does more than that.
pub(crate) fn conversions(format: &str) -> Option<Vec<char>> {
    let mut found = Vec::new();
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        rest = &rest[at + 1..];
        let flags = &rest[..rest.find(|c| !"-0+, ".contains(c))?];
        rest = &rest[flags.len()..];
        let width = &rest[..rest.find(|c: char| !c.is_ascii_digit())?];
        rest = &rest[width.len()..];
        let mut has_precision = false;
        if let Some(after) = rest.strip_prefix('.') {
            let digits = after.find(|c: char| !c.is_ascii_digit())?;
            (has_precision, rest) = (digits > 0 && digits < 4, &after[digits..]);
            if !has_precision {
                return None;
            }
        }
        let conversion = rest.chars().next()?;
        rest = &rest[conversion.len_utf8()..];
        let is_plain = flags.is_empty() && width.is_empty() && !has_precision;
        let fits = width.len() < 4
            && match conversion {
                'n' | '%' => is_plain,
                's' | 'S' | 'b' | 'B' => flags.is_empty() || flags == "-" && !width.is_empty(),
                'c' => !has_precision && (flags.is_empty() || flags == "-" && !width.is_empty()),
                'd' => !has_precision && flags_fit(flags, width, "-0+, "),
                'x' | 'X' => !has_precision && flags_fit(flags, width, "-0"),
                'f' => flags_fit(flags, width, "-0+, "),
                'e' => flags_fit(flags, width, "-0+ "),
                _ => false,
            };
        if !fits {
            return None;
        }
        if !matches!(conversion, 'n' | '%') {
            found.push(conversion.to_ascii_lowercase());
        }
    }
    Some(found)
}

/// Whether flags of a number are allowed, and do not contradict each other.
fn flags_fit(flags: &str, width: &str, allowed: &str) -> bool {
    let has = |flag: char| flags.contains(flag);
    let is_set = flags.chars().enumerate().all(|(i, c)| allowed.contains(c) && !flags[..i].contains(c));
    is_set && !(has('-') && has('0')) && !(has('+') && has(' ')) && (!width.is_empty() || !has('-') && !has('0'))
}

/// Whether a text is surely a regular expression: a sequence of characters and simple classes of them, each repeated at most once.
pub(crate) fn is_pattern(text: &str) -> bool {
    let mut characters = text.chars().peekable();
    let mut is_repeatable = false;
    while let Some(character) = characters.next() {
        match character {
            '\\' => {
                if !characters.next().is_some_and(|c| "sSdDwW.|*+?()[]{}^$\\-/".contains(c)) {
                    return false;
                }
                is_repeatable = true;
            }
            '[' => {
                characters.next_if_eq(&'^');
                let mut is_empty = true;
                loop {
                    match characters.next() {
                        Some(']') if !is_empty => break,
                        Some('\\') if characters.next().is_some_and(|c| "sSdDwW.|*+?()[]{}^$\\/".contains(c)) => {}
                        Some(c) if c.is_alphanumeric() || " ,;:.!?'_=<>/\"\n\t*+".contains(c) => {}
                        _ => return false,
                    }
                    is_empty = false;
                }
                is_repeatable = true;
            }
            '*' | '+' | '?' => {
                if !std::mem::take(&mut is_repeatable) {
                    return false;
                }
            }
            '|' => is_repeatable = false,
            '(' | ')' | '{' | '}' | ']' => return false,
            '^' | '$' => is_repeatable = false,
            _ => is_repeatable = true,
        }
    }
    true
}

/// Whether a text is surely a replacement for what a regular expression matches: one without references.
pub(crate) fn is_replacement(text: &str) -> bool {
    !text.contains(['$', '\\'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_between_quotes() {
        assert_eq!(unescaped(r#""a\n\\ \"""#).as_deref(), Some("a\n\\ \""));
        assert_eq!(unescaped(r#""\u0025d""#), None);
        assert_eq!(unescaped(r#""\45d""#), None);
        assert_eq!(unescaped("\"\"\"\n x\"\"\""), None);
    }

    /// A JVM has confirmed these.
    #[test]
    fn formats() {
        assert_eq!(conversions("%d of %-5s%n100%% %08.3f %,d %c"), Some(vec!['d', 's', 'f', 'd', 'c']));
        for wrong in
            ["%", "%q", "%-d", "%.2d", "%+s", "%-05d", "%+ d", "%5", "%1$s", "%<s", "%tY", "%++d", "%5n", "%.f"]
        {
            assert_eq!(conversions(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn patterns() {
        for right in [" +", ",\\s*", "[,;]", "[^a]+", "", "a|b", "\\|", "\\d+", ".", "x?"] {
            assert!(is_pattern(right), "{right}");
        }
        for unclear in ["*", "[", "(", "a{2", "[z-a]", "\\", "a**", "[]", "+a", "\\k", "|*"] {
            assert!(!is_pattern(unclear), "{unclear}");
        }
        assert!(is_replacement("-") && !is_replacement("$1"));
    }
}
