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

/// A part of a format: a text, and the conversion of an argument behind it.
#[derive(Debug)]
pub(crate) struct Part<'t> {
    /// The text; its line ends are those of Unix.
    pub before: String,
    /// The conversion, unless this is the end.
    pub conversion: Option<Written<'t>>,
}

/// A conversion as it is written.
#[derive(Debug)]
pub(crate) struct Written<'t> {
    /// Its letter, as a small one.
    pub kind: char,
    /// Whether it is a capital letter.
    pub is_upper: bool,
    /// Its flags.
    pub flags: &'t str,
    /// The least number of characters.
    pub width: usize,
    /// The greatest one, or the number of digits behind the point.
    pub precision: Option<usize>,
}

/// The parts of a format that needs an argument for each of its conversions, in order; `None` if it may be wrong, or does more than that.
pub(crate) fn parts(format: &str) -> Option<Vec<Part<'_>>> {
    let mut found = Vec::new();
    let mut before = String::new();
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        before += &rest[..at];
        rest = &rest[at + 1..];
        let flags = &rest[..rest.find(|c| !"-0+, ".contains(c))?];
        rest = &rest[flags.len()..];
        let width = &rest[..rest.find(|c: char| !c.is_ascii_digit())?];
        rest = &rest[width.len()..];
        let mut precision = None;
        if let Some(after) = rest.strip_prefix('.') {
            let digits = after.find(|c: char| !c.is_ascii_digit())?;
            if digits == 0 || digits > 3 {
                return None;
            }
            precision = after[..digits].parse().ok();
            rest = &after[digits..];
        }
        let conversion = rest.chars().next()?;
        rest = &rest[conversion.len_utf8()..];
        let is_plain = flags.is_empty() && width.is_empty() && precision.is_none();
        let fits = width.len() < 4
            && match conversion {
                'n' | '%' => is_plain,
                's' | 'S' | 'b' | 'B' => flags.is_empty() || flags == "-" && !width.is_empty(),
                'c' => precision.is_none() && (flags.is_empty() || flags == "-" && !width.is_empty()),
                'd' => precision.is_none() && flags_fit(flags, width, "-0+, "),
                'x' | 'X' => precision.is_none() && flags_fit(flags, width, "-0"),
                'f' => flags_fit(flags, width, "-0+, "),
                'e' => flags_fit(flags, width, "-0+ "),
                _ => false,
            };
        if !fits {
            return None;
        }
        match conversion {
            'n' => before.push('\n'),
            '%' => before.push('%'),
            _ => {
                let (kind, is_upper) = (conversion.to_ascii_lowercase(), conversion.is_ascii_uppercase());
                let width = width.parse().unwrap_or(0);
                let conversion = Some(Written { kind, is_upper, flags, width, precision });
                found.push(Part { before: std::mem::take(&mut before), conversion });
            }
        }
    }
    found.push(Part { before: before + rest, conversion: None });
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
                        Some(first) if first.is_alphanumeric() => {
                            if characters.next_if_eq(&'-').is_some()
                                && !characters.next().is_some_and(|last| first <= last && last.is_alphanumeric())
                            {
                                return false;
                            }
                        }
                        Some(c) if " ,;:.!?'_=<>/\"\n\t*+".contains(c) => {}
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
        let found = parts("%d of %-5s%n100%% %08.3f %,d %c.").expect("it is right");
        let kinds: Vec<_> = found.iter().map(|part| part.conversion.as_ref().map(|written| written.kind)).collect();
        assert_eq!(kinds, [Some('d'), Some('s'), Some('f'), Some('d'), Some('c'), None]);
        let texts: Vec<&str> = found.iter().map(|part| &*part.before).collect();
        assert_eq!(texts, ["", " of ", "\n100% ", " ", " ", "."]);
        for wrong in
            ["%", "%q", "%-d", "%.2d", "%+s", "%-05d", "%+ d", "%5", "%1$s", "%<s", "%tY", "%++d", "%5n", "%.f"]
        {
            assert!(parts(wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn patterns() {
        for right in [" +", ",\\s*", "[,;]", "[^a]+", "[^a-zA-Z0-9]", "", "a|b", "\\|", "\\d+", ".", "x?"] {
            assert!(is_pattern(right), "{right}");
        }
        for unclear in ["*", "[", "(", "a{2", "[z-a]", "\\", "a**", "[]", "+a", "\\k", "|*"] {
            assert!(!is_pattern(unclear), "{unclear}");
        }
        assert!(is_replacement("-") && !is_replacement("$1"));
    }
}
