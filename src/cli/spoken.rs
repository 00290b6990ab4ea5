//! The language in which the program speaks.

use std::ffi::OsString;

use clap::ValueEnum;

/// A language in which the program speaks; its help is in English.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(super) enum SpokenLanguage {
    /// English
    #[default]
    En,
    /// German
    De,
}

/// The arguments with `--language en` and `--language de` before the command: behind it, the option of this name is about programs.
pub(super) fn spoken_first(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let is_spoken = |value: &str| SpokenLanguage::from_str(value, false).is_ok();
    let mut arguments = arguments.peekable();
    let (mut first, mut rest) = (Vec::from_iter(arguments.next()), Vec::new());
    while let Some(argument) = arguments.next_if(|argument| argument != "--") {
        let own = argument.to_str().and_then(|text| text.strip_prefix("--language="));
        if own.is_some_and(is_spoken) {
            first.push(argument);
        } else if argument == "--language"
            && let Some(value) = arguments.next_if(|value| value.to_str().is_some_and(is_spoken))
        {
            first.extend([argument, value]);
        } else {
            rest.push(argument);
        }
    }
    first.into_iter().chain(rest).chain(arguments).collect()
}
