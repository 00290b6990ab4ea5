//! `hrglass check --witness`.

use std::path::Path;

use super::{complain, files};
use analysis::{data_model, specification};
use base::{msg, sha256_hex};
use draw::export::witness::{WitnessMetadata, witness_file};
use report::Verdict;
use session::Session;
use task::Loaded;

/// Removes the witness of an earlier run, so that none stays when there is no new one. Returns whether nothing went wrong.
pub(super) fn remove_witness(path: &Path) -> bool {
    // Only files can be stale: there may be a pipe, or a device.
    if !path.is_file() {
        return true;
    }
    match std::fs::remove_file(path) {
        Ok(()) => true,
        Err(error) => {
            complain(&format!("hrglass: {}\n", files::unwritable(path.display(), &files::trouble(&error))));
            false
        }
    }
}

/// Writes the witness of a result, of a violated one if there is any. Returns whether nothing went wrong; a result
/// without a witness is none of that.
pub(super) fn write_witness(loaded: &Loaded, session: &Session, path: &Path) -> bool {
    let entry = &loaded.task.program.entry;
    let mut found = Vec::new();
    for (position, property) in (0..).zip(&session.report().properties) {
        if let (Some(witness), Some(specification)) = (session.witness(position), specification(&property.claim, entry))
        {
            found.push((property.judgement.verdict != Verdict::Violated, witness, specification));
        }
    }
    let Some((_, witness, specification)) = found.into_iter().min_by_key(|(is_proof, ..)| *is_proof) else {
        let why =
            msg!("there is no witness: only `unreach-call` and `no-overflow` of programs in C have one, once decided");
        complain(&format!("hrglass: {why}\n"));
        return true;
    };
    let files = loaded.program_files.iter().map(|&file| loaded.sources.file(file));
    let files = files.map(|file| (file.name.clone(), sha256_hex(file.text.as_bytes()))).collect();
    let metadata = WitnessMetadata {
        files,
        specification,
        data_model: data_model(loaded).name().to_owned(),
        creation_time: creation_time(),
    };
    match std::fs::write(path, witness_file(witness, &metadata)) {
        Ok(()) => true,
        Err(error) => {
            complain(&format!("hrglass: {}\n", files::unwritable(path.display(), &files::trouble(&error))));
            false
        }
    }
}

/// The time that a witness gives: that of `SOURCE_DATE_EPOCH` in seconds, otherwise the start of 1970, so that equal runs write equal
/// files.
fn creation_time() -> String {
    let seconds = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    date(seconds)
}

/// A time in seconds since 1970 in ISO 8601, as the Gregorian calendar has it [Hinnant 2021, civil_from_days].
fn date(seconds: u32) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Years begin in March, so that the leap day is the last one.
    let shifted = days + 719_468;
    let (era, day) = (shifted / 146_097, shifted % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year + u32::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", rest / 3_600, rest / 60 % 60, rest % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        assert_eq!(date(0), "1970-01-01T00:00:00Z");
        assert_eq!(date(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(date(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(date(1_709_251_199), "2024-02-29T23:59:59Z");
        assert_eq!(date(u32::MAX), "2106-02-07T06:28:15Z");
    }
}
