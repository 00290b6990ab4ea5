//! The built program in German.

use std::path::Path;
use std::process::Output;

use crate::support::program::{check, directory, hrglass};

const SAFE: &str =
    "extern void reach_error(void);\nint main(void) { int x = 1; if (x != 1) reach_error(); return 0; }\n";

/// The program in German, in a directory.
fn german(here: &Path, arguments: &[&str]) -> Output {
    hrglass(here, &[&["--language", "de"], arguments].concat())
}

#[test]
fn the_option_stands_before_or_behind_the_command() {
    let here = directory("option");
    std::fs::write(here.join("safe.txt"), SAFE).unwrap();
    let safe = "unreach-call   erfüllt";
    check(&german(&here, &["check", "--language", "c", "safe.txt"]), 0, safe, "");
    check(&hrglass(&here, &["check", "--language", "de", "--language", "c", "safe.txt"]), 0, safe, "");
    check(&hrglass(&here, &["check", "safe.txt", "--language=c", "--language=de"]), 0, safe, "");
    check(&hrglass(&here, &["grammar", "show", "SLList", "--language", "de"]), 0, "RefSLList, Rang 2", "");
    // The last one counts.
    check(
        &german(&here, &["check", "--language", "c", "safe.txt", "--language", "en"]),
        0,
        "unreach-call   satisfied",
        "",
    );
    check(&hrglass(&here, &["check", "--language", "fr", "safe.txt"]), 3, "", "[possible values: java, boolean, c]");
    // What stands behind `--` is no option of the program.
    check(&hrglass(&here, &["import", "--", "--language", "de"]), 3, "", "there is no option `--language`");
}

#[test]
fn titles_and_sentences_are_in_german() {
    let here = directory("titles");
    check(&german(&here, &["examples"]), 0, "lists/reverse                            Eine Liste umkehren\n", "");
    check(&german(&here, &["check", "lists/reverse"]), 0, "Eine Liste umkehren SLList.reverse\n", "");
    check(&german(&here, &["properties", "lists/reverse"]), 0, "jeder Aufruf endet normal\n", "");
    check(&german(&here, &["properties", "lists/reverse", "--words", "en"]), 0, "every call ends normally\n", "");
    check(&german(&here, &["man", "chekc"]), 3, "", "hrglass: es gibt keinen Befehl `chekc`\n");
}
