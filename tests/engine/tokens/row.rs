//! The rows of the tables, and the programs that they stand for.

use hrglass::task::Language;

/// What becomes of a token.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fate {
    /// Verdicts depend on what it means.
    Modelled,
    /// It changes nothing.
    Harmless,
    /// Nothing is known of runs that come to it.
    Unknown,
    /// It is an error.
    Error,
}

impl Fate {
    /// How the documentation calls it.
    pub fn words(self) -> &'static str {
        match self {
            Self::Modelled => "modelled",
            Self::Harmless => "harmless",
            Self::Unknown => "unknown",
            Self::Error => "an error",
        }
    }
}

/// The rows for a language, and the tokens that its front end tells apart.
pub struct Table {
    pub language: Language,
    pub rows: Vec<Row>,
    pub vocabulary: Vec<(&'static str, &'static str)>,
}

/// A row: a snippet with each of some tokens.
pub struct Row {
    pub group: String,
    pub fate: Fate,
    /// Whether compilers have the snippet.
    pub is_judged: bool,
    pub tokens: Vec<String>,
    declarations: String,
    statements: String,
    pub condition: Option<String>,
}

/// The rows of a table.
pub fn rows(text: &str) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut group = String::new();
    for line in text.lines().filter(|line| !line.starts_with("# ") && !line.is_empty()) {
        if let Some(name) = line.strip_prefix("== ") {
            name.clone_into(&mut group);
            continue;
        }
        let (head, snippet) = line.split_once(" := ").expect("a snippet");
        let mut words = head.split(' ');
        let fate = words.next().expect("a fate");
        let is_judged = !fate.ends_with('*');
        let fate = match fate.trim_end_matches('*') {
            "modelled" => Fate::Modelled,
            "harmless" => Fate::Harmless,
            "unknown" => Fate::Unknown,
            "error" => Fate::Error,
            other => panic!("{other}"),
        };
        let snippet = format!("{snippet} ").replace("\\n", "\n");
        let (rest, condition) = match snippet.split_once("=> ") {
            Some((rest, condition)) => (rest.to_owned(), Some(condition.trim().to_owned())),
            None => (snippet, None),
        };
        let (declarations, statements) = rest.split_once(";; ").unwrap_or(("", &rest));
        let (declarations, statements) = (declarations.to_owned(), statements.to_owned());
        let tokens = words.map(str::to_owned).collect();
        rows.push(Row { group: group.clone(), fate, is_judged, tokens, declarations, statements, condition });
    }
    rows
}

impl Row {
    /// Declarations, statements and condition with a token, with or without what is marked.
    pub fn parts(&self, token: &str, with: bool) -> [String; 3] {
        let condition = self.condition.as_deref().unwrap_or_default();
        [&*self.declarations, &*self.statements, condition].map(|part| {
            let mut rest = part;
            let mut text = String::new();
            while let Some((before, after)) = rest.split_once('⟦') {
                let (marked, after) = after.split_once('⟧').expect("the end of what is marked");
                text += before;
                text += if with { marked } else { "" };
                rest = after;
            }
            (text + rest).replace("TOKEN", token)
        })
    }

    /// The program that fails if the condition is false; `negated`: if it is true. Without a condition, it fails at its end.
    pub fn program(&self, language: Language, token: &str, with: bool, negated: bool) -> String {
        let [declarations, statements, condition] = self.parts(token, with);
        let condition = match (condition.is_empty(), negated) {
            (true, _) => "1 == 1".to_owned(),
            (false, true) => condition,
            (false, false) => format!("!({condition})"),
        };
        match language {
            Language::C => {
                let helpers = "extern int __VERIFIER_nondet_int(void);\n#define nondet() __VERIFIER_nondet_int()\n\
                    extern void reach_error(void);\n";
                format!(
                    "{helpers}{declarations}\nint main(void) {{\n{statements}\nif ({condition}) reach_error(); return 0; }}\n"
                )
            }
            _ => {
                let fails = format!("if ({condition}) {{ throw new RuntimeException(); }}");
                java("A", &declarations, &format!("public static void f() {{\n{statements}\n{fails}\n}}"))
            }
        }
    }

    /// The program with an error, and the line and column where that must be.
    pub fn marked(&self, language: Language, token: &str) -> (String, (u32, u32)) {
        let text = self.program(language, token, true, false);
        let at = text.find('▸').expect("the place of the error");
        let line = text[..at].matches('\n').count() + 1;
        let column = text[..at].rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
        let place = [line, column].map(|number| u32::try_from(number).expect("a small number"));
        (text.replace('▸', ""), place.into())
    }
}

/// A class with members and a method, after the imports that the members start with.
pub fn java(class: &str, members: &str, method: &str) -> String {
    let (imports, members) = match members.strip_prefix('@') {
        Some(rest) if rest.starts_with("import") => rest.split_once(';').expect("the end of an import"),
        _ => ("", members),
    };
    let semicolon = if imports.is_empty() { "" } else { ";" };
    format!("{imports}{semicolon}\npublic class {class} {{\n{members}\n{method}\n}}\n")
}
