//! Formats: what `String.format` makes of arguments that are known.

use super::library::{Missing, Payload, Result};
use super::{Machine, Value};
use program::objects::{Conversion, FormatPart, TextPart};

impl Machine<'_> {
    /// A format with its arguments.
    pub(super) fn formatted(&self, parts: &[FormatPart], values: &[Value]) -> Result<String> {
        let mut text = String::new();
        let mut values = values.iter();
        for FormatPart { before, conversion } in parts {
            text += before;
            if let Some(conversion) = conversion {
                let value = values.next().ok_or(Missing::Object)?;
                text += &self.converted(conversion, self.known(*value))?;
            }
        }
        Ok(text)
    }

    fn converted(&self, conversion: &Conversion, value: Value) -> Result<String> {
        let text = match conversion.kind {
            'd' | 'x' if value != Value::Null => self.number_as_text(conversion, value)?,
            'b' => {
                let is_true = match value {
                    Value::Null => false,
                    Value::Number(truth) if conversion.part == TextPart::Truth => truth != 0,
                    Value::Number(_) | Value::Object(_) => true,
                    value => match self.payload(value)? {
                        Payload::Boxed(class, truth) if self.setting.program.classes[class].name == "Boolean" => {
                            truth != 0
                        }
                        Payload::Text(_) | Payload::Boxed(..) | Payload::Array => true,
                        Payload::Given(_) => return Err(Missing::Object),
                    },
                };
                is_true.to_string()
            }
            's' | 'c' | 'd' | 'x' => self.part_of_text(conversion.part, value)?,
            _ => return Err(Missing::Object),
        };
        // How long other texts are is not looked at.
        if !text.is_ascii() {
            return Err(Missing::Object);
        }
        let shown = &text[..conversion.precision.map_or(text.len(), |most| most.min(text.len()))];
        let shown = if conversion.is_upper { shown.to_ascii_uppercase() } else { shown.to_owned() };
        let width = conversion.width;
        Ok(if conversion.flags.contains('-') { format!("{shown:<width$}") } else { format!("{shown:>width$}") })
    }

    fn number_as_text(&self, conversion: &Conversion, value: Value) -> Result<String> {
        let has = |flag: char| conversion.flags.contains(flag);
        let (number, bits) = match value {
            Value::Number(number) => (number, conversion.bits),
            Value::Open(symbol) => return Err(Missing::Number(symbol)),
            value => match self.payload(value)? {
                Payload::Boxed(class, number) => match &*self.setting.program.classes[class].name {
                    "Byte" => (number, 8),
                    "Short" => (number, 16),
                    "Integer" => (number, 32),
                    "Long" => (number, 64),
                    _ => return Err(Missing::Object),
                },
                _ => return Err(Missing::Object),
            },
        };
        // How numbers are grouped depends on the country.
        if has(',') {
            return Err(Missing::Object);
        }
        let (sign, digits) = match conversion.kind {
            'x' => ("", format!("{:x}", number.cast_unsigned() & (u64::MAX >> (64 - bits)))),
            _ if number < 0 => ("-", number.unsigned_abs().to_string()),
            _ if has('+') => ("+", number.to_string()),
            _ if has(' ') => (" ", number.to_string()),
            _ => ("", number.to_string()),
        };
        let width = if has('0') { conversion.width.saturating_sub(sign.len()) } else { 0 };
        Ok(format!("{sign}{digits:0>width$}"))
    }
}
