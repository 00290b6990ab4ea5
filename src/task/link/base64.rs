//! URL-safe base64 without padding (RFC 4648, section 5).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

/// Encodes bytes.
pub(super) fn encode(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Accepts only the output of [`encode`]: each byte sequence has exactly one encoding.
pub(super) fn decode(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text).ok()
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
