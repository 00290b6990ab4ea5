//! Regular expressions of simple form: sequences of characters and classes of them, each repeated at most once, with alternatives.

/// A search takes at most so many steps.
const STEPS: u32 = 1 << 20;

/// What one character may be: some of these ranges, or none of them.
#[derive(Debug)]
struct Class {
    ranges: Vec<(u8, u8)>,
    is_negated: bool,
}

#[derive(Debug)]
enum Part {
    /// A character of a class, as often as between these bounds.
    Characters(Class, usize, usize),
    /// The start of the text.
    Start,
    /// Its end.
    End,
}

/// A regular expression.
#[derive(Debug)]
pub(super) struct Pattern(Vec<Vec<Part>>);

/// A search in a text.
struct Search<'a> {
    text: &'a [u8],
    steps: u32,
}

impl Class {
    fn has(&self, character: u8) -> bool {
        self.ranges.iter().any(|&(first, last)| (first..=last).contains(&character)) != self.is_negated
    }

    fn of(character: u8) -> Self {
        Self { ranges: vec![(character, character)], is_negated: false }
    }

    /// The class that a letter behind a backslash stands for, or the character itself.
    fn escaped(character: u8) -> Option<Self> {
        let ranges = match character.to_ascii_lowercase() {
            b'd' => vec![(b'0', b'9')],
            b's' => vec![(b'\t', b'\r'), (b' ', b' ')],
            b'w' => vec![(b'0', b'9'), (b'A', b'Z'), (b'_', b'_'), (b'a', b'z')],
            _ if character.is_ascii_alphanumeric() => return None,
            _ => return Some(Self::of(character)),
        };
        Some(Self { ranges, is_negated: character.is_ascii_uppercase() })
    }
}

impl Pattern {
    /// Reads a regular expression, if it is one of these.
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut characters = text.bytes().peekable();
        let mut all = vec![Vec::new()];
        while let Some(character) = characters.next() {
            let class = match character {
                b'|' => {
                    all.push(Vec::new());
                    continue;
                }
                b'^' | b'$' => {
                    all.last_mut()?.push(if character == b'^' { Part::Start } else { Part::End });
                    continue;
                }
                b'(' | b')' | b'{' | b'}' | b']' | b'*' | b'+' | b'?' => return None,
                b'.' => Class { ranges: vec![(b'\n', b'\n'), (b'\r', b'\r')], is_negated: true },
                b'\\' => Class::escaped(characters.next()?)?,
                b'[' => {
                    let is_negated = characters.next_if_eq(&b'^').is_some();
                    let mut ranges = Vec::new();
                    loop {
                        match characters.next()? {
                            b']' if !ranges.is_empty() => break,
                            b'\\' => match Class::escaped(characters.next()?)? {
                                class if class.is_negated => return None,
                                class => ranges.extend(class.ranges),
                            },
                            b'[' | b'&' | b'^' | b']' | b'-' => return None,
                            first => match characters.next_if_eq(&b'-') {
                                Some(_) => {
                                    let last = characters.next().filter(u8::is_ascii_alphanumeric)?;
                                    ranges.push((first, last));
                                }
                                None => ranges.push((first, first)),
                            },
                        }
                    }
                    Class { ranges, is_negated }
                }
                _ if character.is_ascii() => Class::of(character),
                _ => return None,
            };
            let (least, most) = match characters.next_if(|next| b"*+?".contains(next)) {
                Some(b'*') => (0, usize::MAX),
                Some(b'+') => (1, usize::MAX),
                Some(_) => (0, 1),
                None => (1, 1),
            };
            all.last_mut()?.push(Part::Characters(class, least, most));
        }
        Some(Self(all))
    }

    /// Whether all of a text matches; `None` if that is not known.
    pub(super) fn matches(&self, text: &str) -> Option<bool> {
        let mut search = Search::new(self, text)?;
        for parts in &self.0 {
            if search.ends(parts, 0, true)?.is_some() {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Where it matches in a text, one place after the other.
    fn places(&self, text: &str) -> Option<Vec<(usize, usize)>> {
        let mut search = Search::new(self, text)?;
        let (mut places, mut from) = (Vec::new(), 0);
        while from <= text.len() {
            let mut found = None;
            for parts in &self.0 {
                if found.is_none() {
                    found = search.ends(parts, from, false)?;
                }
            }
            places.extend(found.map(|end| (from, end)));
            from = found.filter(|&end| end > from).unwrap_or(from + 1);
        }
        Some(places)
    }

    /// A text with another one in place of each match, or of the first one.
    pub(super) fn replaced(&self, text: &str, with: &str, all: bool) -> Option<String> {
        let places = self.places(text)?;
        let (mut made, mut from) = (String::new(), 0);
        for &(start, end) in places.iter().take(if all { usize::MAX } else { 1 }) {
            made += &text[from..start];
            made += with;
            from = end;
        }
        Some(made + &text[from..])
    }

    /// The parts of a text between its matches, at most `limit` if that is positive; empty ones at the end are left out if it is 0.
    pub(super) fn split(&self, text: &str, limit: i64) -> Option<Vec<String>> {
        let (mut parts, mut from) = (Vec::new(), 0);
        for (start, end) in self.places(text)? {
            if end == 0 || limit > 0 && parts.len() as i64 == limit - 1 {
                continue;
            }
            parts.push(text[from..start].to_owned());
            from = end;
        }
        if parts.is_empty() {
            return Some(vec![text.to_owned()]);
        }
        parts.push(text[from..].to_owned());
        if limit == 0 {
            let count = parts.iter().rposition(|part| !part.is_empty()).map_or(0, |last| last + 1);
            parts.truncate(count);
        }
        Some(parts)
    }
}

impl<'a> Search<'a> {
    /// The end of a line before that of the text is not looked at.
    fn new(pattern: &Pattern, text: &'a str) -> Option<Self> {
        let has_end = pattern.0.iter().flatten().any(|part| matches!(part, Part::End));
        (text.is_ascii() && !(has_end && text.contains(['\n', '\r'])))
            .then_some(Self { text: text.as_bytes(), steps: 0 })
    }

    /// Where the parts end that begin at a place, if they match there: at the end of the text, if it must be all of it.
    fn ends(&mut self, parts: &[Part], at: usize, is_whole: bool) -> Option<Option<usize>> {
        self.steps += 1;
        if self.steps > STEPS {
            return None;
        }
        let Some((part, rest)) = parts.split_first() else {
            return Some((!is_whole || at == self.text.len()).then_some(at));
        };
        let (class, least, most) = match part {
            Part::Start if at > 0 => return Some(None),
            Part::End if at < self.text.len() => return Some(None),
            Part::Start | Part::End => return self.ends(rest, at, is_whole),
            Part::Characters(class, least, most) => (class, *least, *most),
        };
        let fitting = self.text[at..].iter().take(most).take_while(|&&character| class.has(character)).count();
        // As many as there are first.
        for count in (least..=fitting).rev() {
            if let Some(end) = self.ends(rest, at + count, is_whole)? {
                return Some(Some(end));
            }
        }
        Some(None)
    }
}

#[cfg(test)]
mod tests {
    use super::Pattern;

    /// A JVM has confirmed these.
    #[test]
    fn parts_of_texts() {
        let split = |text, pattern, limit| Pattern::read(pattern).unwrap().split(text, limit).unwrap().join("/");
        assert_eq!(split(" a  b ", " ", 0), "/a//b");
        assert_eq!(split("a1b22c", "[0-9]+", 0), "a/b/c");
        assert_eq!(split("abc", "", 0), "a/b/c");
        assert_eq!(split("a,b,,", ",", -1), "a/b//");
        assert_eq!(split("a,b,c", ",", 2), "a/b,c");
        assert_eq!(split("abc", "x*", 0), "a/b/c");
    }

    #[test]
    fn matches_and_replacements() {
        let matches = |text, pattern| Pattern::read(pattern).unwrap().matches(text).unwrap();
        assert!(matches("ab12", "[a-z]+\\d*") && !matches("ab12x", "[a-z]+\\d*") && matches("b", "a|b"));
        let replaced = |text, pattern, all| Pattern::read(pattern).unwrap().replaced(text, "-", all).unwrap();
        assert_eq!(replaced("a b  c", "\\s+", true), "a-b-c");
        assert_eq!(replaced("Hello, World", "[^a-zA-Z]", true), "Hello--World");
        assert_eq!(replaced("aab", "a", false), "-ab");
        assert_eq!(replaced("ab", "x*", true), "-a-b-");
        assert!(Pattern::read("(a)").is_none() && Pattern::read("a{2}").is_none());
    }
}
