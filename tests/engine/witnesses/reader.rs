//! A reader of witness files, apart from what writes them: it looks up names and calls where a witness says they are, follows the runs of
//! violations step by step, and watches invariants in runs. GCC resolves the names.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// A place in the text of a program.
pub struct Place {
    byte: usize,
    line: u64,
    column: u64,
}

/// Something that a witness says of a place.
pub enum Said {
    /// A loop, or any statement: the condition holds whenever a run comes there.
    Invariant { is_loop: bool, condition: String },
    /// The call that ends there returns this.
    Returned(String),
    /// These variables have these values.
    Assumption(String),
    /// The run fails.
    Target,
}

/// The entry of a witness about a program of one file, whose names and calls are where it says.
pub fn read(entry: &Value, text: &str) -> Vec<(Place, Said)> {
    let hash = hrglass::base::sha256_hex(text.as_bytes());
    let hashes = entry["metadata"]["task"]["input_file_hashes"].as_object().expect("hashes");
    assert_eq!(hashes.values().collect::<Vec<_>>(), [&Value::from(hash)]);
    let content = entry["content"].as_array().expect("a list");
    content.iter().map(|part| (place(location(part), text), said(part))).inspect(|found| look_up(found, text)).collect()
}

fn location(part: &Value) -> &Value {
    let of = |holder: &'_ Value| !holder["location"].is_null();
    [&part["invariant"], &part["segment"][0]["waypoint"]]
        .into_iter()
        .find(|holder| of(holder))
        .map(|h| &h["location"])
        .expect("a location")
}

fn place(location: &Value, text: &str) -> Place {
    let number = |key: &str| location[key].as_u64().expect("a number");
    let (line, column) = (number("line"), number("column"));
    let before: usize = text.split_inclusive('\n').take(line as usize - 1).map(str::len).sum();
    let whole = text[before..].lines().next().expect("a line");
    assert!((1..=whole.len() as u64).contains(&column), "{location}");
    let byte = before + column as usize - 1;
    assert_eq!(location["function"], enclosing(text, byte), "{location}");
    Place { byte, line, column }
}

fn said(part: &Value) -> Said {
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let invariant = &part["invariant"];
    if !invariant.is_null() {
        return Said::Invariant {
            is_loop: invariant["type"] == "loop_invariant",
            condition: text(&invariant["value"]),
        };
    }
    let point = &part["segment"][0]["waypoint"];
    let value = &point["constraint"]["value"];
    match point["type"].as_str().expect("a type") {
        "function_return" => Said::Returned(text(value).strip_prefix("\\result == ").expect("a result").to_owned()),
        "assumption" => Said::Assumption(text(value)),
        "target" => Said::Target,
        other => panic!("{other}"),
    }
}

/// The function around a byte; programs here have no braces in comments and literals.
fn enclosing(text: &str, byte: usize) -> String {
    let (mut depth, mut function) = (0, String::new());
    for (at, c) in text[..byte].char_indices() {
        match c {
            '(' if depth == 0 => function = word_before(text, at).to_owned(),
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
    }
    assert!(depth > 0, "{byte} is in no function");
    function
}

fn word_before(text: &str, end: usize) -> &str {
    let start = text[..end].rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |at| at + 1);
    &text[start..end]
}

/// Whether what stands at a place is what is said of it.
fn look_up((place, said): &(Place, Said), text: &str) {
    let rest = &text[place.byte..];
    match said {
        Said::Invariant { is_loop: true, .. } => {
            assert!(rest.starts_with("while (") || rest.starts_with("for ("), "{rest}");
        }
        Said::Returned(_) => {
            // Calls here have no arguments.
            assert!(rest.starts_with(')') && text[..place.byte].ends_with('('), "{rest}");
            let callee = word_before(text, place.byte - 1);
            let declaration = format!(" {callee}(void);");
            assert!(text.contains(&declaration), "`{callee}` is declared, and defined nowhere");
        }
        Said::Invariant { is_loop: false, .. } | Said::Assumption(_) | Said::Target => {
            assert!(text[..place.byte].ends_with([' ', '\n', ';', '{']), "a statement: {rest}");
        }
    }
}

/// A text with parts of it replaced.
fn edited(text: &str, mut edits: Vec<(usize, usize, String)>) -> String {
    edits.sort();
    let mut out = text.to_owned();
    for (start, end, part) in edits.iter().rev() {
        out.replace_range(*start..*end, part);
    }
    out
}

/// All calls of functions that return any value, each replaced by what is drawn there.
fn draws(text: &str) -> Vec<(usize, usize, String)> {
    let found = text.match_indices("__VERIFIER_nondet_");
    let call = |(start, _): (usize, &str)| {
        let end = start + text[start..].find("()")? + 2;
        let name = text[start..end].strip_suffix("()").filter(|name| !name.contains(['(', ' ']))?;
        let ty = match name.strip_prefix("__VERIFIER_nondet_")? {
            "uint" => "unsigned",
            "uchar" => "unsigned char",
            "bool" => "_Bool",
            other => other,
        };
        let line = text[..end].matches('\n').count() + 1;
        let column = end - text[..end].rfind('\n').map_or(0, |at| at + 1);
        Some((start, end, format!("(({ty})drawn({line}, {column}))")))
    };
    found.filter_map(call).collect()
}

/// The exit code of a program under GCC, and what it complains about; lines are those of its text.
fn run(folder: &Path, model: &str, options: &[&str], head: &str, text: &str) -> (Option<i32>, String) {
    let (file, binary) = (folder.join("one.c"), folder.join("one"));
    let head = format!("void exit(int);\n{head}\n#line 1 \"program.c\"\n");
    std::fs::write(&file, head + text).expect("it is written");
    let width = if model == "ILP32" { "-m32" } else { "-m64" };
    let mut gcc = Command::new("gcc");
    gcc.args(["-std=gnu11", "-O0", "-w", "-Werror=implicit-function-declaration", width]).args(options);
    let compiled = gcc.arg("-o").arg(&binary).arg(&file).output().expect("gcc runs");
    assert!(compiled.status.success(), "{}\n{text}", String::from_utf8_lossy(&compiled.stderr));
    let output = Command::new(&binary).output().expect("it runs");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// Follows the run of a violation: every value is drawn where the witness says, no other one is, and the run fails at the target.
pub fn follow(folder: &Path, model: &str, text: &str, points: &[(Place, Said)]) {
    let mut edits = draws(text);
    let mut values = Vec::new();
    let mut target = None;
    for (place, said) in points {
        assert!(target.is_none(), "nothing comes behind the target");
        match said {
            Said::Returned(value) => values.push((place.line, place.column, value)),
            Said::Assumption(condition) => {
                let given = condition.replace(" == ", " = ").replace(" && ", "; ");
                edits.push((place.byte, place.byte, format!("{given}; ")));
            }
            Said::Target => target = Some(place),
            Said::Invariant { .. } => panic!("an invariant in a violation"),
        }
    }
    let target = target.expect("a target");
    let of = |part: fn(&(u64, u64, &String)) -> String| {
        values.iter().map(part).chain(["0".to_owned()]).collect::<Vec<_>>().join(", ")
    };
    let mut head = format!(
        "static int at; static int lines[] = {{ {} }}, columns[] = {{ {} }}; static long long values[] = {{ {} }};\n",
        of(|value| value.0.to_string()),
        of(|value| value.1.to_string()),
        of(|value| value.2.clone())
    );
    let count = values.len();
    _ = writeln!(
        head,
        "static long long drawn(int line, int column) {{\n\
         \x20 if (at >= {count} || lines[at] != line || columns[at] != column) exit(3);\n  return values[at++];\n}}\n\
         static void at_target(void) {{ exit(at == {count} ? 77 : 4); }}\nvoid reach_error(void) {{ exit(5); }}"
    );
    let call = "reach_error";
    if text[target.byte..].starts_with(call) {
        edits.push((target.byte, target.byte + call.len(), "at_target".to_owned()));
        let (code, _) = run(folder, model, &["-fwrapv"], &head, &edited(text, edits));
        assert_eq!(code, Some(77), "{head}\n{text}");
    } else {
        let options = ["-fsanitize=signed-integer-overflow", "-fno-sanitize-recover=all"];
        let (_, complaints) = run(folder, model, &options, &head, &edited(text, edits));
        let place = format!("program.c:{}:", target.line);
        assert!(complaints.starts_with(&place) && complaints.contains("runtime error"), "{place} {complaints}\n{text}");
    }
}

/// Watches the invariants of a proof in some runs, with names as they are where the invariant stands: of a `for`, outside of it.
pub fn watch(folder: &Path, model: &str, text: &str, invariants: &[(Place, Said)]) {
    let mut edits = draws(text);
    for (number, (place, said)) in invariants.iter().enumerate() {
        let Said::Invariant { is_loop, condition } = said else { panic!("a point of a run in a proof") };
        let check = format!("_Bool holds{number}(void) {{ return {condition}; }} ");
        let asked = format!("({{ if (!holds{number}()) exit(78); 1; }})");
        if !is_loop {
            edits.push((place.byte, place.byte, format!("{check}(void){asked}; ")));
            continue;
        }
        edits.push((place.byte, place.byte, check));
        let open = place.byte + text[place.byte..].find('(').expect("a loop") + 1;
        let (start, end) = match text[place.byte..].starts_with("for") {
            false => (open, open + super::closing(&text[open..])),
            true => {
                let first = open + text[open..].find(';').expect("a `for`") + 1;
                (first, first + text[first..].find(';').expect("a `for`"))
            }
        };
        let own = text[start..end].trim();
        let own = if own.is_empty() { "1" } else { own };
        edits.retain(|&(from, to, _)| from < start || to > end);
        let own = edited(own, draws(own));
        edits.push((start, end, format!("{asked} && ({own})")));
    }
    let program = edited(text, edits);
    for seed in 1..6 {
        let head = format!(
            "static unsigned long long state = {seed}ULL * 7919; static int count;\nvoid reach_error(void) {{ exit(5); }}\n\
             static long long drawn(int line, int column) {{\n  if (count++ > 2000) exit(0);\n  state ^= state << 13; state ^= state >> 7; state ^= state << 17;\n\
             \x20 return (state >> 20) % 3 ? (long long)((state >> 32) % 8) - 2 : (long long)state;\n}}"
        );
        let (code, _) = run(folder, model, &["-fwrapv"], &head, &program);
        assert_eq!(code, Some(0), "{program}");
    }
}
