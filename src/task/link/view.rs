//! The readable end of a link: what the page shows first.

use base::{Message, msg};

/// Maximum number of keys in a link.
const KEYS: usize = 16;
/// Maximum length of a key.
const KEY_LENGTH: usize = 16;
/// Maximum length of a value in bytes.
const VALUE_LENGTH: usize = 256;

/// `&key=value…`, values percent-encoded.
///
/// # Errors
/// A sentence that says why these cannot be keys and values of a link.
pub(super) fn write(view: &[(String, String)]) -> Result<String, Message> {
    let mut text = String::new();
    for (position, (key, value)) in view.iter().enumerate() {
        check(&view[..position], key, value)?;
        text.push('&');
        text.push_str(key);
        text.push('=');
        percent_encode(value, &mut text);
    }
    Ok(text)
}

/// The keys and values of `text`, the part after the first `&`.
///
/// # Errors
/// A sentence that says what is wrong with them.
pub(super) fn read(text: &str) -> Result<Vec<(String, String)>, Message> {
    let mut view = Vec::new();
    for pair in text.split('&') {
        let (key, value) = pair.split_once('=').ok_or_else(|| msg!("`&` must be followed by `key=value`"))?;
        let value = percent_decode(value).ok_or_else(|| msg!("the value of `&{}=` cannot be read", shown(key)))?;
        check(&view, key, &value)?;
        view.push((key.to_owned(), value));
    }
    Ok(view)
}

/// Checks whether `key` and `value` may follow `before`.
fn check(before: &[(String, String)], key: &str, value: &str) -> Result<(), Message> {
    if before.len() >= KEYS {
        return Err(msg!("a link has at most {KEYS} keys"));
    }
    if key.is_empty() || key.len() > KEY_LENGTH || !key.bytes().all(|b| b.is_ascii_lowercase()) {
        return Err(msg!("`{}` is not a key: keys have 1 to {KEY_LENGTH} letters from a to z", shown(key)));
    }
    if value.len() > VALUE_LENGTH {
        return Err(msg!("the value of `&{key}=` has more than {VALUE_LENGTH} bytes"));
    }
    if before.iter().any(|(k, _)| k == key) {
        return Err(msg!("`&{key}=` occurs twice"));
    }
    Ok(())
}

/// The beginning of a text, for messages.
pub(super) fn shown(text: &str) -> String {
    let mut start: String = text.chars().take(40).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if start.len() < text.len() {
        start.push('…');
    }
    start
}

fn percent_encode(text: &str, out: &mut String) {
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/:,".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
}

/// Decodes a percent-encoded text, if it is valid.
pub(super) fn percent_decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut parts = text.split('%');
    bytes.extend_from_slice(parts.next()?.as_bytes());
    for part in parts {
        let digits = part.get(..2).filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()))?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        bytes.extend_from_slice(&part.as_bytes()[2..]);
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect()
    }

    #[test]
    fn keys_are_readable_and_values_survive() {
        let view = pairs(&[("tab", "proof"), ("t", "12"), ("q", "a&b=c #%\u{1d11e} +\n"), ("empty", "")]);
        let text = write(&view).unwrap();
        assert_eq!(text, "&tab=proof&t=12&q=a%26b%3Dc%20%23%25%F0%9D%84%9E%20%2B%0A&empty=");
        assert_eq!(read(&text[1..]).unwrap(), view);
        assert_eq!(write(&[]).unwrap(), "");
    }

    #[test]
    fn invalid_views_are_errors() {
        for (text, message) in [
            ("", "key=value"),
            ("tab", "key=value"),
            ("Tab=1", "`Tab`"),
            ("=1", "a to z"),
            ("abcdefghijklmnopq=1", "1 to 16"),
            ("t=%", "`&t=`"),
            ("t=%4", "`&t=`"),
            ("t=%+1", "`&t=`"),
            ("t=%ff", "`&t=`"),
            ("t=%ä", "`&t=`"),
            ("t=1&t=2", "twice"),
        ] {
            assert!(read(text).unwrap_err().contains(message), "{text}");
        }
        let long = "x".repeat(VALUE_LENGTH);
        assert!(read(&format!("t={long}")).is_ok());
        assert!(read(&format!("t={long}x")).unwrap_err().contains("256"));
        let many: Vec<String> = (b'a'..=b'q').map(|c| format!("{}=", char::from(c))).collect();
        assert!(read(&many[..16].join("&")).is_ok());
        assert!(read(&many.join("&")).unwrap_err().contains("16 keys"));
        assert!(write(&pairs(&[("Tab", "")])).is_err());
        assert!(write(&pairs(&[("t", "1"), ("t", "2")])).is_err());
    }
}
