//! Numbers, characters and strings as they are written (C11 6.4.4).

use super::types::{DataModel, Integer, Rank};

/// The type of the characters of a literal, by what stands before its quotes; `None` for plain ones, which are `char`.
pub(crate) fn wide(text: &str, model: DataModel) -> Option<Integer> {
    match text.split(['"', '\'']).next()? {
        "u" => Some(Integer { rank: Rank::Short, signed: false }),
        "U" => Some(Integer { rank: Rank::Int, signed: false }),
        "L" if model == DataModel::Ilp32 => Some(Integer { rank: Rank::Long, signed: true }),
        "L" => Some(Integer::INT),
        _ => None,
    }
}

/// The type of a floating constant; `None` for those that are no types of the standard.
pub(crate) fn floating(text: &str) -> Option<&'static str> {
    match floating_suffix(text).1 {
        "" => Some("double"),
        "f" | "F" => Some("float"),
        "l" | "L" => Some("long double"),
        _ => None,
    }
}

/// What stands before and in the suffix of a floating constant.
fn floating_suffix(text: &str) -> (&str, &str) {
    let is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    let exponent = text.find(if is_hexadecimal { ['p', 'P'] } else { ['e', 'E'] }).unwrap_or(0);
    let digits = |c: char| c == '.' || c.is_ascii_digit();
    let end = text[exponent..].rfind(digits).map_or(text.len(), |at| exponent + at + 1);
    text.split_at(end)
}

/// The value of a floating constant of one of these types; `None` if it is not known.
pub(crate) fn floating_value(text: &str, ty: &str) -> Option<f64> {
    let (digits, _) = floating_suffix(text);
    let value = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hexadecimal) => hexadecimal_value(hexadecimal)?,
        None if ty == "float" => return digits.parse::<f32>().ok().map(f64::from),
        None => digits.parse::<f64>().ok()?,
    };
    match ty {
        "float" => Some(f64::from(value as f32)),
        "double" => Some(value),
        // Rounded to a `double` later, it is this number, if no digits are between them that count.
        "long double" => (shortened(&format!("{value:.35e}")) == shortened(&scientific(digits)?)).then_some(value),
        _ => None,
    }
}

/// The value of `1.8p3`; `None` if its digits do not fit into a `float`, so that it would have to be rounded.
fn hexadecimal_value(text: &str) -> Option<f64> {
    let (mantissa, exponent) = text.split_once(['p', 'P'])?;
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = u64::from_str_radix(&format!("{whole}{part}"), 16).ok()?;
    let mut exponent = exponent.parse::<i32>().ok()? - 4 * i32::try_from(part.len()).ok()?;
    let significant = digits >> digits.trailing_zeros().min(63);
    let mut value = digits as f64;
    if significant >= 1 << 53 || !(-900..=900).contains(&exponent) {
        return None;
    }
    while exponent != 0 {
        let step = exponent.signum();
        value *= if step > 0 { 2.0 } else { 0.5 };
        exponent -= step;
    }
    Some(value)
}

/// A decimal constant with one digit before the point: `17.50` as `1.750e1`.
fn scientific(text: &str) -> Option<String> {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{part}");
    let first = digits.find(|c| c != '0').unwrap_or(digits.len());
    let point = i64::try_from(whole.len()).ok()? - i64::try_from(first).ok()? - 1 + exponent.parse::<i64>().ok()?;
    let rest = digits.get(first + 1..).unwrap_or_default();
    Some(format!("{}.{rest}e{point}", digits.get(first..=first).unwrap_or("0")))
}

/// The same without zeros at the end of the digits.
fn shortened(text: &str) -> String {
    let (digits, exponent) = text.split_once('e').unwrap_or((text, ""));
    let digits = digits.trim_end_matches('0');
    let is_zero = digits.trim_matches(['0', '.']).is_empty();
    format!("{digits}e{}", if is_zero { "" } else { exponent })
}

/// An integer constant of the preprocessor: its bits, and whether it is unsigned.
pub(crate) fn preprocessing_number(text: &str) -> Option<(i64, bool)> {
    let (value, suffix, is_decimal) = split(text)?;
    let (unsigned, _) = suffix_of(suffix)?;
    Some((value.cast_signed(), unsigned || (!is_decimal && value > i64::MAX.cast_unsigned())))
}

/// The value and type of an integer constant (6.4.4.1).
pub(crate) fn integer(text: &str, model: DataModel) -> Option<(i64, Integer)> {
    let (value, suffix, is_decimal) = split(text)?;
    let (unsigned, longs) = suffix_of(suffix)?;
    let ranks = [Rank::Int, Rank::Long, Rank::LongLong];
    for rank in ranks.into_iter().skip(longs) {
        for signed in [true, false] {
            if (signed && unsigned) || (!signed && is_decimal && !unsigned) {
                continue;
            }
            let ty = Integer { rank, signed };
            let most = u64::MAX >> (64 - ty.bits(model) + u32::from(signed));
            if value <= most {
                return Some((value.cast_signed(), ty));
            }
        }
    }
    // A decimal constant without suffix that is too large: GCC takes a type of 128 bits, which is not supported.
    None
}

/// Whether a preprocessing number is a floating constant.
pub(crate) fn is_floating(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    match lower.strip_prefix("0x") {
        Some(hexadecimal) => hexadecimal.contains(['.', 'p']),
        None => {
            let digits = lower.trim_end_matches(['f', 'l', 'i', 'j']);
            digits.contains(['.', 'e']) && digits.bytes().all(|b| b.is_ascii_digit() || b".e+-".contains(&b))
        }
    }
}

/// The value, the suffix, and whether the digits are decimal.
fn split(text: &str) -> Option<(u64, &str, bool)> {
    let (base, digits) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (16, &text[2..]),
        [b'0', b'b' | b'B', ..] => (2, &text[2..]),
        [b'0', ..] => (8, text),
        _ => (10, text),
    };
    let end = digits.find(|c: char| !c.is_digit(base)).unwrap_or(digits.len());
    let value = u64::from_str_radix(&digits[..end], base).ok()?;
    Some((value, &digits[end..], base == 10))
}

/// Whether a suffix says unsigned, and how many `long`s it has.
fn suffix_of(suffix: &str) -> Option<(bool, usize)> {
    let longs = |rest: &str| match rest {
        "" => Some(0),
        "l" | "L" => Some(1),
        "ll" | "LL" => Some(2),
        _ => None,
    };
    if let Some(rest) = suffix.strip_prefix(['u', 'U']) {
        return Some((true, longs(rest)?));
    }
    match suffix.strip_suffix(['u', 'U']) {
        Some(rest) => Some((true, longs(rest)?)),
        None => Some((false, longs(suffix)?)),
    }
}

/// The value of a character constant; that of several characters is as in GCC.
pub(crate) fn character(text: &str) -> Option<i64> {
    let is_wide = text.starts_with(['L', 'u', 'U']);
    let inside = text.trim_start_matches(['L', 'u', 'U']).strip_prefix('\'')?.strip_suffix('\'')?;
    let units = units(inside, is_wide)?;
    match units.as_slice() {
        [] => None,
        [one] if text.starts_with('L') => Some(i64::from(one.cast_signed())),
        [one] if is_wide => Some(i64::from(*one)),
        [one] => Some(i64::from(u8::try_from(*one).ok()?.cast_signed())),
        many if !is_wide && many.len() <= 4 => {
            let value = many.iter().fold(0_u32, |value, unit| (value << 8) | (unit & 0xff));
            Some(i64::from(value.cast_signed()))
        }
        _ => None,
    }
}

/// The bytes of a string literal without prefix; `None` for wide ones and wrong escapes.
pub(crate) fn text(text: &str) -> Option<Vec<u8>> {
    let inside = text.trim_start_matches("u8").strip_prefix('"')?.strip_suffix('"')?;
    units(inside, false)?.into_iter().map(|unit| u8::try_from(unit).ok()).collect()
}

/// The characters of a string literal that is a part of one of wide characters of this size.
pub(crate) fn wide_text(text: &str, size: u32) -> Option<Vec<u32>> {
    let (_, quoted) = text.split_at(text.find('"')?);
    let units = units(quoted.strip_prefix('"')?.strip_suffix('"')?, true)?;
    if size > 2 {
        return Some(units);
    }
    let mut halves = Vec::new();
    for unit in units {
        match char::from_u32(unit).filter(|_| unit > 0xffff) {
            Some(large) => halves.extend(large.encode_utf16(&mut [0; 2]).iter().map(|&half| u32::from(half))),
            None => halves.push(unit & 0xffff),
        }
    }
    Some(halves)
}

fn units(inside: &str, is_wide: bool) -> Option<Vec<u32>> {
    let mut units = Vec::new();
    let mut rest = inside.chars().peekable();
    let push = |units: &mut Vec<u32>, c: char| match is_wide {
        true => units.push(u32::from(c)),
        false => units.extend(c.to_string().bytes().map(u32::from)),
    };
    let most = if is_wide { u32::MAX } else { 0xff };
    while let Some(c) = rest.next() {
        if c != '\\' {
            push(&mut units, c);
            continue;
        }
        let escaped = rest.next()?;
        let simple = match escaped {
            'n' => 10,
            't' => 9,
            'r' => 13,
            'a' => 7,
            'b' => 8,
            'f' => 12,
            'v' => 11,
            'e' | 'E' => 27,
            '\\' | '\'' | '"' | '?' => u32::from(escaped),
            '0'..='7' => {
                let mut value = escaped.to_digit(8)?;
                for _ in 0..2 {
                    let Some(digit) = rest.peek().and_then(|c| c.to_digit(8)) else { break };
                    value = value * 8 + digit;
                    rest.next();
                }
                value
            }
            'x' => {
                let mut value: Option<u32> = None;
                while let Some(digit) = rest.peek().and_then(|c| c.to_digit(16)) {
                    value = Some(value.unwrap_or(0).checked_mul(16)? + digit);
                    rest.next();
                }
                value?
            }
            'u' | 'U' => {
                let digits = if escaped == 'u' { 4 } else { 8 };
                let mut value: u32 = 0;
                for _ in 0..digits {
                    value = value.checked_mul(16)? + rest.next()?.to_digit(16)?;
                }
                push(&mut units, char::from_u32(value)?);
                continue;
            }
            _ => return None,
        };
        if simple > most {
            return None;
        }
        units.push(simple);
    }
    Some(units)
}
