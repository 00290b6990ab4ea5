//! URL-safe base64 without padding (RFC 4648, section 5).

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Encodes bytes.
pub(super) fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let group = chunk.iter().fold(0u32, |group, &byte| group << 8 | u32::from(byte)) << (8 * (3 - chunk.len()));
        let digit = |i: usize| char::from(ALPHABET[(group >> (18 - 6 * i)) as usize & 63]);
        text.extend((0..=chunk.len()).map(digit));
    }
    text
}

/// Accepts only the output of [`encode`]: each byte sequence has exactly one encoding.
pub(super) fn decode(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    for chunk in text.as_bytes().chunks(4) {
        let mut group = 0u32;
        for &character in chunk {
            let digit = match character {
                b'A'..=b'Z' => character - b'A',
                b'a'..=b'z' => character - b'a' + 26,
                b'0'..=b'9' => character - b'0' + 52,
                b'-' => 62,
                b'_' => 63,
                _ => return None,
            };
            group = group << 6 | u32::from(digit);
        }
        let [_, read @ ..] = (group << (6 * (4 - chunk.len()))).to_be_bytes();
        let (known, rest) = read.split_at(chunk.len() - 1);
        if known.is_empty() || rest.iter().any(|&byte| byte != 0) {
            return None;
        }
        bytes.extend_from_slice(known);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_the_standard() {
        for (bytes, text) in [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg")] {
            assert_eq!((encode(bytes.as_bytes()).as_str(), decode(text).as_deref()), (text, Some(bytes.as_bytes())));
        }
        assert_eq!(encode(&[0xfb, 0xff]), "-_8");
    }

    #[test]
    fn every_byte_survives() {
        let bytes: Vec<u8> = (0..=255).cycle().take(1000).collect();
        for length in 0..bytes.len() {
            assert_eq!(decode(&encode(&bytes[..length])).as_deref(), Some(&bytes[..length]));
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for text in ["Z", "Zm9vY", "Zh", "Zm9=", "Zg==", "+/8", "Zm 9", "ä"] {
            assert_eq!(decode(text), None, "{text}");
        }
    }
}
