//! Mutations of inputs: mostly ones that preserve documents and programs, sometimes of single bytes.

use hrglass::base::Random;
use libfuzzer_sys::fuzzer_mutate;
use serde_json::Value;

use crate::bodies::SEPARATOR;

#[path = "../../tests/engine/support/mutate.rs"]
mod mutate;

/// Mutates a text of words and symbols.
pub fn text(data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize {
    change(data, size, max_size, seed, scrambled)
}

/// Mutates a JSON document.
pub fn json(data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize {
    change(data, size, max_size, seed, any)
}

/// Mutates one of several texts and documents.
pub fn sections(data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize {
    change(data, size, max_size, seed, |text, random| {
        let mut sections: Vec<String> = text.split(SEPARATOR).map(str::to_owned).collect();
        let chosen = random.below(sections.len());
        sections[chosen] = any(&sections[chosen], random);
        sections.join(SEPARATOR)
    })
}

fn any(text: &str, random: &mut Random) -> String {
    match serde_json::from_str::<Value>(text) {
        Ok(mut value) => {
            mutate::mutate(&mut value, random);
            value.to_string()
        }
        Err(_) => scrambled(text, random),
    }
}

fn scrambled(text: &str, random: &mut Random) -> String {
    mutate::scrambled(text, random)
}

/// Mutates the first `size` bytes and returns the new size, at most `max_size`.
fn change(
    data: &mut [u8],
    size: usize,
    max_size: usize,
    seed: u32,
    how: impl Fn(&str, &mut Random) -> String,
) -> usize {
    let mut random = Random::new(u64::from(seed) << 1 | 1 << 40);
    if random.below(4) > 0
        && let Ok(text) = std::str::from_utf8(&data[..size])
    {
        let mut text = text.to_owned();
        for _ in 0..=random.below(3) {
            text = how(&text, &mut random);
        }
        if text.len() <= max_size && text.as_bytes() != &data[..size] {
            data[..text.len()].copy_from_slice(text.as_bytes());
            return text.len();
        }
    }
    fuzzer_mutate(data, size, max_size)
}
