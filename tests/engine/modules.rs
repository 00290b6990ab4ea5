//! The dependencies between modules are exactly those planned, and the documentation shows them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Each module with those that it uses, inner modules before outer ones.
const PLAN: &[(&str, &[&str])] = &[
    ("base", &[]),
    ("automata", &["base"]),
    ("bdd", &["base"]),
    ("solve", &["base"]),
    ("program", &["base", "solve"]),
    ("lang", &["base", "program"]),
    ("heap", &["base"]),
    ("separation", &["base"]),
    ("grammar", &["base", "heap", "separation"]),
    ("logic", &["base"]),
    ("rsm", &["base"]),
    ("tableau", &["base", "logic", "rsm"]),
    ("semantics", &["automata", "base", "bdd", "grammar", "heap", "logic", "program", "rsm"]),
    ("task", &["base", "grammar", "heap", "separation"]),
    ("written", &["base", "grammar", "program", "separation", "task"]),
    ("structures", &["base", "grammar", "heap", "lang", "program", "semantics", "separation"]),
    ("wording", &["base", "logic", "task"]),
    ("report", &["base"]),
    (
        "analysis",
        &[
            "automata",
            "base",
            "bdd",
            "grammar",
            "heap",
            "lang",
            "logic",
            "program",
            "report",
            "rsm",
            "semantics",
            "separation",
            "solve",
            "tableau",
            "task",
            "wording",
            "written",
        ],
    ),
    ("draw", &["base", "report"]),
    (
        "gather",
        &[
            "base",
            "draw",
            "grammar",
            "heap",
            "lang",
            "logic",
            "program",
            "report",
            "separation",
            "structures",
            "task",
            "wording",
            "written",
        ],
    ),
    ("export", &["base", "draw", "heap", "logic", "program", "report", "semantics"]),
    ("session", &["analysis", "base", "draw", "export", "program", "report", "rsm", "semantics", "task", "wording"]),
];

/// Modules outside of the plan: they may use everything, and nothing uses them.
const OUTSIDE: &[&str] = &["campaign", "cli", "lib", "main", "wasm"];

#[test]
fn the_modules_use_each_other_as_planned() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let mut used: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    for file in files {
        let inside = file.strip_prefix(&root).expect("below src").with_extension("");
        let module: Vec<String> = inside.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        let own = module[0].clone();
        if OUTSIDE.contains(&own.as_str()) {
            continue;
        }
        let text = std::fs::read_to_string(&file).expect("text");
        let all = used.entry(own.clone()).or_default();
        for other in Imports::of(&text, &module).filter(|other| *other != own) {
            all.entry(other).or_insert_with(|| inside.display().to_string());
        }
    }
    let mut wrong = Vec::new();
    let planned: BTreeMap<&str, &[&str]> = PLAN.iter().copied().collect();
    for (module, all) in &used {
        let Some(plan) = planned.get(module.as_str()) else {
            wrong.push(format!("`{module}` is not in the plan"));
            continue;
        };
        let outside_plan = all.iter().filter(|(other, _)| !plan.contains(&other.as_str()));
        wrong.extend(outside_plan.map(|(other, file)| format!("`{module}` uses `{other}`, in {file}")));
        let unused = plan.iter().filter(|other| !all.contains_key(**other));
        wrong.extend(unused.map(|other| format!("`{module}` does not use `{other}`, as the plan says")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// To update it: `UPDATE_EXPECT=1 cargo test modules::`.
#[test]
fn the_documentation_shows_the_plan() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/architecture.md");
    let text = std::fs::read_to_string(&path).expect("text");
    let (start, end) = ("<!-- modules -->\n", "<!-- /modules -->");
    let from = text.find(start).expect("a start") + start.len();
    let to = text.find(end).expect("an end");
    let drawn = drawing();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, format!("{}{drawn}{}", &text[..from], &text[to..])).expect("it is written");
    } else {
        assert!(text[from..to] == drawn, "docs/architecture.md does not show the plan");
    }
}

/// The plan as a graph without transitive edges, and as a table.
fn drawing() -> String {
    let uses: BTreeMap<&str, &[&str]> = PLAN.iter().copied().collect();
    let mut text = "```mermaid\nflowchart LR\n".to_owned();
    for (module, own) in PLAN {
        let follows = |other: &str| own.iter().any(|between| *between != other && reaches(&uses, between, other));
        own.iter().filter(|other| !follows(other)).for_each(|other| text += &format!("  {module} --> {other}\n"));
    }
    text += "```\n\n| module | uses |\n| --- | --- |\n";
    for (module, own) in PLAN {
        let list = if own.is_empty() { "–".to_owned() } else { own.join(", ") };
        text += &format!("| `{module}` | {list} |\n");
    }
    text
}

fn reaches(uses: &BTreeMap<&str, &[&str]>, from: &str, to: &str) -> bool {
    uses[from].iter().any(|next| *next == to || reaches(uses, next, to))
}

#[test]
fn no_module_uses_itself_through_others() {
    for (position, (module, uses)) in PLAN.iter().enumerate() {
        for other in *uses {
            let at = PLAN.iter().position(|(name, _)| name == other).expect("a module of the plan");
            assert!(at < position, "`{module}` uses `{other}`, which comes after it");
        }
    }
}

#[test]
fn paths_are_found_wherever_they_stand() {
    let text = "use crate::{a as x, b::{c, d}};\n// crate::comment\nconst X: &str = \"crate::text\";\n\
                mod inner { use super::super::super::e; fn f() { $crate::g::h!(); self::i(); } }";
    let module = ["m".to_owned(), "n".to_owned()];
    let found: BTreeSet<String> = Imports::of(text, &module).collect();
    assert_eq!(found.into_iter().collect::<Vec<_>>(), ["a", "b", "e", "g", "m"]);
}

fn sources(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs") {
            out.push(path);
        }
    }
}

/// The paths of a file that begin with `crate`, `super` or `self`.
struct Imports {
    tokens: Vec<String>,
    at: usize,
    /// The module of the file and the inline modules around the token, each with the brace depth at which it ends.
    inside: Vec<(String, usize)>,
    depth: usize,
}

impl Imports {
    /// The top-level modules to which the paths in the text of `module` refer.
    fn of(text: &str, module: &[String]) -> impl Iterator<Item = String> {
        let inside = module.iter().map(|name| (name.clone(), 0)).collect();
        let mut imports = Imports { tokens: tokens(text), at: 0, inside, depth: 0 };
        let mut found = Vec::new();
        while let Some(token) = imports.next() {
            match token.as_str() {
                "{" => imports.depth += 1,
                "}" => {
                    imports.depth -= 1;
                    while imports.inside.last().is_some_and(|(_, depth)| *depth > imports.depth) {
                        imports.inside.pop();
                    }
                }
                "mod" if imports.peek(1) == "{" => {
                    let name = imports.peek(0).to_owned();
                    imports.inside.push((name, imports.depth + 1));
                }
                "crate" if imports.peek(0) == "::" => imports.path(&[], &mut found),
                "super" | "self" if imports.peek(0) == "::" => {
                    let mut module: Vec<String> = imports.inside.iter().map(|(name, _)| name.clone()).collect();
                    if token == "super" {
                        module.pop();
                    }
                    imports.path(&module, &mut found);
                }
                _ => {}
            }
        }
        found.into_iter()
    }

    /// Reads the rest of a path after a module: adds the top-level module of every path.
    fn path(&mut self, below: &[String], found: &mut Vec<String>) {
        let mut below = below.to_vec();
        while self.peek(0) == "::" {
            self.at += 1;
            match self.next().unwrap_or_default().as_str() {
                "super" => _ = below.pop(),
                "{" => {
                    while self.peek(0) != "}" {
                        let first = self.next().expect("a group ends");
                        match first.as_str() {
                            "," => {}
                            "as" => _ = self.next(),
                            "super" => self.path(&below[..below.len() - 1], found),
                            name => {
                                let mut inner = below.clone();
                                inner.push(name.to_owned());
                                self.path(&inner, found);
                            }
                        }
                    }
                    self.at += 1;
                    return;
                }
                name => below.push(name.to_owned()),
            }
        }
        found.extend(below.first().filter(|name| name.starts_with(|c: char| c.is_ascii_lowercase())).cloned());
    }

    fn next(&mut self) -> Option<String> {
        self.at += 1;
        self.tokens.get(self.at - 1).cloned()
    }

    fn peek(&self, ahead: usize) -> &str {
        self.tokens.get(self.at + ahead).map_or("", String::as_str)
    }
}

/// The names, braces, commas and `::` of a text, without comments and literals.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(raw) = raw_string(rest) {
            raw
        } else if first == '"' {
            1 + end_of_string(&rest[1..])
        } else if first == '\'' {
            character(rest)
        } else if rest.starts_with("::") {
            tokens.push("::".to_owned());
            2
        } else if first.is_alphabetic() || first == '_' {
            let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            tokens.push(rest[..length].to_owned());
            length
        } else {
            if "{},;".contains(first) {
                tokens.push(first.to_string());
            }
            first.len_utf8()
        };
        rest = &rest[length..];
    }
    tokens
}

/// The length of a raw string at the start of the text, if there is one.
fn raw_string(text: &str) -> Option<usize> {
    let marks = text.strip_prefix('r')?;
    let count = marks.find(|c| c != '#')?;
    let body = marks[count..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(count));
    Some(1 + count + 1 + body.find(&end)? + end.len())
}

/// The length of the rest of a string, including its closing quote.
fn end_of_string(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            '"' if !escaped => return at + 1,
            _ => escaped = c == '\\' && !escaped,
        }
    }
    text.len()
}

/// The length of a character literal, or of the quote of a lifetime.
fn character(text: &str) -> usize {
    let mut inside = text[1..].chars();
    match (inside.next(), inside.next()) {
        (Some('\\'), _) => text[2..].find('\'').map_or(1, |end| if end == 0 { 4 } else { end + 3 }),
        (Some(c), Some('\'')) => 2 + c.len_utf8(),
        _ => 1,
    }
}
