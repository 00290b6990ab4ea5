//! Compilation databases: how each file of a program is compiled.

use std::path::Path;

use serde_json::Value;

use super::job::{Expectations, Job};
use crate::files::read_text;
use base::{Message, msg};

/// What a compilation database is called.
pub(super) const NAME: &str = "compile_commands.json";

/// Options of compilers with a folder or file, and what they are here.
const PATHS: [(&str, &str); 5] =
    [("-isystem", "-I"), ("-idirafter", "-I"), ("-iquote", "-I"), ("-include", "--include"), ("-I", "-I")];
/// Options about macros, which are the same here.
const MACROS: [&str; 2] = ["-D", "-U"];

/// How options begin by which a program means something else, or consists of other files.
const OTHERS: [&str; 25] = [
    "@",
    "-Ofast",
    "-Wp,",
    "-Xpreprocessor",
    "-fexcess-precision",
    "-ffast-math",
    "-ffinite-math-only",
    "-fgnu89-inline",
    "-fms-extensions",
    "-fno-signed-char",
    "-fopenmp",
    "-fpack-struct",
    "-fplan9-extensions",
    "-frounding-math",
    "-fshort-enums",
    "-fshort-wchar",
    "-fsingle-precision-constant",
    "-funsafe-math-optimizations",
    "-funsigned-char",
    "-imacros",
    "-m16",
    "-mfpmath",
    "-mx32",
    "-trigraphs",
    "-undef",
];

/// The jobs in a compilation database: each file by itself, with its macros and folders.
pub(super) fn jobs(file: &Path) -> Result<Vec<Job>, Message> {
    let entries: Value = serde_json::from_str(&read_text(file)?).map_err(Message::verbatim)?;
    let entries = entries.as_array().ok_or_else(|| msg!("it is no array"))?;
    entries.iter().map(|entry| job(file, entry)).collect()
}

fn job(database: &Path, entry: &Value) -> Result<Job, Message> {
    let source = entry["file"].as_str().ok_or_else(|| msg!("an entry has no `file`"))?;
    let folder = database.parent().unwrap_or(Path::new("")).join(entry["directory"].as_str().unwrap_or_default());
    let at = |path: &str| folder.join(path).to_string_lossy().into_owned();
    let compiled = match (&entry["arguments"], &entry["command"]) {
        (Value::Array(all), _) => all.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        (_, Value::String(command)) => words(command),
        _ => return Err(msg!("the entry of `{source}` has neither `arguments` nor a `command`")),
    };
    let mut arguments = vec![at(source)];
    let mut unsupported = None;
    let mut rest = compiled.iter().skip(1);
    while let Some(word) = rest.next() {
        let mut value = |option: &str| match word.strip_prefix(option)? {
            "" => rest.next().cloned(),
            attached => Some(attached.to_owned()),
        };
        if OTHERS.iter().any(|option| word.starts_with(option)) {
            unsupported.get_or_insert(word);
        } else if word == "-m32" {
            arguments.extend(["--data-model", "ILP32"].map(str::to_owned));
        } else if let Some((own, path)) = PATHS.iter().find_map(|(option, own)| Some((own, value(option)?))) {
            arguments.extend([(*own).to_owned(), at(&path)]);
        } else if let Some((own, text)) = MACROS.iter().find_map(|own| Some((own, value(own)?))) {
            arguments.extend([(*own).to_owned(), text]);
        }
    }
    let is_in_c = Path::new(source).extension().is_some_and(|extension| extension == "c" || extension == "i");
    let refused = match unsupported {
        _ if !is_in_c => Some(msg!("`{source}` is no file in C")),
        Some(option) => Some(msg!("the option `{option}` of the compiler is not supported")),
        None => None,
    };
    Ok(Job { name: at(source), arguments, expected: Expectations::Unknown, refused })
}

/// The words of a command, as a shell has them: between blanks, with quotes and backslashes.
fn words(command: &str) -> Vec<String> {
    let (mut all, mut word, mut quote) = (Vec::new(), None::<String>, None);
    let mut rest = command.chars();
    while let Some(c) = rest.next() {
        match (c, quote) {
            ('\\', None | Some('"')) => word.get_or_insert_default().extend(rest.next()),
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (_, Some(open)) if c == open => quote = None,
            (_, None) if c.is_whitespace() => all.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    all.extend(word);
    all
}

#[test]
fn commands_are_read_as_shells_do() {
    let check = |command: &str, expected: &[&str]| assert_eq!(words(command), expected);
    check("cc -DA=1 -c  a.c", &["cc", "-DA=1", "-c", "a.c"]);
    check(r#"cc "-DT=\"a b\"" -D'X=y z' \ x '' "#, &["cc", "-DT=\"a b\"", "-DX=y z", " x", ""]);
}

#[test]
fn options_about_files_and_macros_are_taken() {
    let entry = serde_json::json!({
        "directory": "/build", "file": "../src/a.c",
        "command": "cc -Iinc -I /usr/local/x -DN=3 -D M -UO -include cfg.h -isystem lib -O2 -m32 -o a.o -c ../src/a.c",
    });
    let job = job(Path::new("x/compile_commands.json"), &entry).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(
        job.arguments.join(" "),
        "/build/../src/a.c -I /build/inc -I /usr/local/x -D N=3 -D M -U O --include /build/cfg.h -I /build/lib --data-model ILP32"
    );
    assert!(job.refused.is_none());
}

#[test]
fn options_that_change_what_a_program_means_are_refused() {
    let refused = |options: &str| {
        let entry = serde_json::json!({ "file": "a.c", "command": format!("cc {options} -c a.c") });
        job(Path::new("compile_commands.json"), &entry).unwrap_or_else(|why| panic!("{why}")).refused
    };
    for options in ["-funsigned-char", "-O2 -fpack-struct=1", "@options"] {
        assert!(refused(options).is_some(), "{options}");
    }
    assert!(refused("-std=c99 -O2 -Wall -fPIC -fvisibility=hidden").is_none());
}
