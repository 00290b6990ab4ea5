//! Random calls of functions of the library on numbers and characters: executions know the results that they have in the JVM.

use std::fmt::Write;

use hrglass::base::{Random, Silent};
use hrglass::report::Verdict;
use hrglass::session::run;
use hrglass::task::{NoFiles, load};
use serde_json::json;

use super::java::Batch;
use super::outcome::{Answer, JavaEnd, JavaValue};

/// What was seen.
#[derive(Default, Debug)]
pub struct Counts {
    pub returned: usize,
    pub thrown: usize,
}

/// The functions, with their arguments: `n` is a whole number, `i` one of at most 32 bits, `z` a `byte`, `s` one of at most 16 bits with a sign,
/// `c` a character, `p` an ASCII character or its number, `b` a truth value.
const FUNCTIONS: &[(&str, &[&str], &str)] = &[
    ("Math", &["abs", "negateExact", "incrementExact", "decrementExact", "toIntExact"], "n"),
    ("Math", &["max", "min", "floorMod", "floorDiv", "addExact", "subtractExact", "multiplyExact"], "nn"),
    ("Integer", &["max", "min", "sum", "compare", "rotateLeft", "rotateRight"], "ii"),
    ("Long", &["max", "min", "sum", "compare"], "nn"),
    ("Long", &["rotateLeft", "rotateRight"], "ni"),
    ("Integer", &["bitCount", "highestOneBit", "lowestOneBit", "reverse", "reverseBytes", "signum", "hashCode"], "i"),
    ("Integer", &["numberOfLeadingZeros", "numberOfTrailingZeros"], "i"),
    ("Long", &["bitCount", "highestOneBit", "lowestOneBit", "reverse", "reverseBytes", "signum"], "n"),
    ("Long", &["numberOfLeadingZeros", "numberOfTrailingZeros"], "n"),
    ("Byte", &["compare"], "zz"),
    ("Short", &["compare"], "ss"),
    ("Character", &["compare"], "cc"),
    ("Character", &["hashCode"], "c"),
    ("Boolean", &["compare", "logicalXor", "logicalAnd", "logicalOr"], "bb"),
    ("Character", &["isDigit", "isLetter", "isLetterOrDigit", "isAlphabetic", "isUpperCase", "isLowerCase"], "p"),
    ("Character", &["isWhitespace", "toUpperCase", "toLowerCase", "getNumericValue"], "p"),
];

/// A number of so many bits, at the boundaries of their types more often than elsewhere.
fn number(random: &mut Random, bits: u32) -> i64 {
    let unused = 64 - bits;
    match random.below(8) {
        0 => i64::MIN >> unused,
        1 => i64::MAX >> unused,
        2 => i64::from(i32::MAX) << unused >> unused,
        3..6 => random.below(9) as i64 - 4,
        _ => {
            let drawn = (random.below(1 << 32) as i64) << 32 | random.below(1 << 32) as i64;
            drawn >> unused >> random.below(bits as usize)
        }
    }
}

fn argument(random: &mut Random, kind: u8) -> String {
    let types: &[u8] = match kind {
        b'n' => b"lllliiiiszc",
        b'i' => b"iiiiiiszc",
        b's' => b"sz",
        other => &[other],
    };
    match *random.one_of(types) {
        b'l' => format!("{}L", number(random, 64)),
        b'i' => format!("{}", number(random, 32)),
        b's' => format!("(short) {}", number(random, 16)),
        b'z' => format!("(byte) {}", number(random, 8)),
        b'c' => format!("(char) {}", number(random, 16) & 0xffff),
        b'p' => format!("{}{}", random.one_of(&["", "(char) "]), random.below(128)),
        _ => random.one_of(&["true", "false"]).to_string(),
    }
}

/// A call, as an expression of type `boolean`, or as a number from which the type of the result can be told.
struct Call {
    text: String,
    is_boolean: bool,
}

impl Call {
    fn of(random: &mut Random, class: &str, method: &str, kinds: &str) -> Self {
        let arguments: Vec<String> = kinds.bytes().map(|kind| argument(random, kind)).collect();
        let is_boolean = method.starts_with("is") || method.starts_with("logical");
        let factor = if is_boolean { "" } else { "1000003 * " };
        Self { text: format!("{factor}{class}.{method}({})", arguments.join(", ")), is_boolean }
    }

    /// A statement that fails if the call does not end in this way, or if it does.
    fn asserted(&self, end: Option<i64>, agrees: bool) -> String {
        let comparison = if agrees { "==" } else { "!=" };
        match end {
            Some(truth) if self.is_boolean => format!("assert {} {comparison} {};", self.text, truth == 1),
            Some(number) => format!("assert {} {comparison} {number}L;", self.text),
            None if agrees => {
                format!("try {{ long x = {}; assert false; }} catch (ArithmeticException e) {{ }}", self.text)
            }
            None => format!("try {{ long x = {}; }} catch (ArithmeticException e) {{ assert false; }}", self.text),
        }
    }
}

fn verdict(statements: &str) -> Verdict {
    let text = format!("class Main {{\n  public static void main(String[] a) {{\n{statements}  }}\n}}\n");
    let task = json!({"schema": "hrglass.task/1", "analysis": "blocks", "properties": [],
        "program": {"language": "java", "entry": "Main.main", "files": [{"name": "Main.java", "text": text}]}});
    let session = run(&load(&task.to_string(), "task.json", &mut NoFiles), &mut Silent);
    session
        .report()
        .properties
        .first()
        .unwrap_or_else(|| panic!("{:?}", session.report().diagnostics))
        .judgement
        .verdict
}

/// Calls each function so many times; returns what is decided differently from the JVM.
pub fn try_functions(seed: u64, times: usize, counts: &mut Counts) -> Vec<String> {
    let mut random = Random::scattered(seed);
    let named = FUNCTIONS.iter().flat_map(|&(class, methods, kinds)| methods.iter().map(move |m| (class, m, kinds)));
    let named: Vec<_> = named.flat_map(|function| std::iter::repeat_n(function, times)).collect();
    let calls: Vec<Call> =
        named.into_iter().map(|(class, method, kinds)| Call::of(&mut random, class, method, kinds)).collect();
    let mut text = "package library;\nclass Main {\n".to_owned();
    let mut batch = Batch::default();
    for (number, call) in calls.iter().enumerate() {
        let ty = if call.is_boolean { "boolean" } else { "long" };
        let _ = writeln!(text, "  static {ty} r{number}() {{ return {}; }}", call.text);
        batch.call(&format!("{number}"), "library", "Main", &format!("r{number}"), &[], "");
    }
    batch.files.insert("library".to_owned(), vec![("Main.java".to_owned(), text + "}\n")]);
    let answers = batch.run("jvm-library");
    let ends: Vec<Option<i64>> = (0..calls.len())
        .map(|number| match answers.get(&number.to_string()).map(Vec::as_slice) {
            Some([Answer::Ran(java)]) => match java.end {
                JavaEnd::Returned(JavaValue::Number(value)) => Some(value),
                JavaEnd::Thrown(..) if java.thrown() == Some("ArithmeticException") => None,
                other => panic!("{}: {other:?}", calls[number].text),
            },
            other => panic!("{}: {other:?}, {:?}", calls[number].text, answers.get("library")),
        })
        .collect();
    counts.returned += ends.iter().flatten().count();
    counts.thrown += ends.iter().filter(|end| end.is_none()).count();
    let ended: Vec<(&Call, Option<i64>)> = calls.iter().zip(ends).collect();
    let mut wrong = Vec::new();
    for some in ended.chunks(40) {
        let program = some.iter().fold(String::new(), |all, (call, end)| all + &call.asserted(*end, true) + "\n");
        let found = verdict(&program);
        if found != Verdict::Satisfied {
            let each = some.iter().map(|(call, end)| call.asserted(*end, true));
            let each: Vec<String> = each.filter(|one| verdict(one) != Verdict::Satisfied).collect();
            wrong.push(format!("{found:?}\n{}", each.join("\n")));
        }
    }
    for (call, end) in ended {
        let program = call.asserted(end, false);
        let found = verdict(&program);
        if found != Verdict::Violated {
            wrong.push(format!("{found:?}\n{program}"));
        }
    }
    wrong
}
