//! Text to facts.

use super::{Fact, FactValue, is_named, static_named};
use crate::base::{Diagnostic, Idx, RETURN, Sources, Span, did_you_mean};
use crate::logic::{Proposition, VariableRef};
use crate::program::cfa::ProcedureId;
use crate::program::objects::{Comparison, Procedure, Program, Type, is_program_name};

/// Propositions about the shape of heaps.
const OF_HEAPS: [&str; 9] = [
    "L",
    "isReachable",
    "visited",
    "reached",
    "identicNeighbours",
    "unchanged",
    "isTree",
    "isAcyclic",
    "isGarbageFree",
];

/// The names of the others.
const NAMES: [&str; 4] = ["terminated", "failed", "at", "in"];

/// Reads the propositions of a task.
pub struct FactReader<'a> {
    sources: &'a Sources,
    program: &'a Program,
    procedures: Vec<ProcedureId>,
    entry: ProcedureId,
    is_java: bool,
    /// What was found to be wrong.
    pub found: Vec<Diagnostic>,
}

/// What the values of a side are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Number,
    Truth,
    Reference,
}

impl<'a> FactReader<'a> {
    /// Reads propositions about runs that start in `entry`.
    pub fn new(sources: &'a Sources, program: &'a Program, entry: ProcedureId, is_java: bool) -> Self {
        let procedures = program.reachable(entry);
        Self { sources, program, procedures, entry, is_java, found: Vec::new() }
    }

    /// What a proposition says, which stands at `span`. If it is wrong, that is reported, and what it says has no meaning.
    pub fn read(&mut self, proposition: &Proposition, span: Span) -> Fact {
        match proposition {
            Proposition::Terminated => Fact::Terminated,
            Proposition::Failed if !self.is_java => Fact::Failed,
            Proposition::At { file, line } => Fact::At { file: file.clone(), line: *line },
            Proposition::In { method } => {
                self.check_procedure(method, span);
                Fact::In(method.clone())
            }
            Proposition::Label { .. } => {
                let message = "labels are not known here".to_owned();
                self.report("formula/label", span, message, Some("name the line: `{at(12)}`".to_owned()));
                Fact::Terminated
            }
            Proposition::Condition(text) if self.is_java && text == "exception" => Fact::Exception,
            Proposition::Condition(text) if self.is_java && text == "nullDereference" => Fact::NullDereference,
            _ => {
                let text = self.sources.file(span.file).text.get(span.start as usize..span.end as usize);
                let mut condition = ConditionText { text: text.unwrap_or_default(), position: 0 };
                if let Some(word) = condition.of_heaps() {
                    self.report_heap(word, span);
                    return Fact::Terminated;
                }
                match condition.comparison() {
                    Ok((left, right)) => self.comparison(left, right, span),
                    Err((at, problem, advice)) => {
                        let start = span.start + u32::at(at);
                        let place = Span { start, end: span.end.max(start), ..span };
                        self.report("formula/syntax", place, problem, Some(advice));
                        Fact::Terminated
                    }
                }
            }
        }
    }

    fn report(&mut self, code: &'static str, span: Span, message: String, advice: Option<String>) {
        self.found.push(Diagnostic::error(code, span, message).suggest(advice));
    }

    fn report_heap(&mut self, name: &str, span: Span) {
        let message = format!("`{name}` is about the shape of heaps, which is not followed in blocks");
        let advice = "propositions here compare numbers, as in `{i < n}`".to_owned();
        self.report("formula/heap", span, message, Some(advice));
    }

    fn check_procedure(&mut self, name: &str, span: Span) {
        let program = self.program;
        let mut all = program.procedures.iter();
        if !all.any(|procedure| is_named(program, procedure, name)) {
            let names: Vec<&str> = self.procedures.iter().map(|&id| program.procedures[id].name.as_str()).collect();
            let message = match self.is_java {
                true => format!("there is no method `{name}`"),
                false => format!("there is no function `{name}` that is called"),
            };
            self.report("formula/procedure", span, message, did_you_mean(name, names));
        }
    }

    fn comparison(&mut self, left: Side, right: Option<(Comparison, Side)>, span: Span) -> Fact {
        let of_left = self.side(&left, span);
        let Some((comparison, right)) = right else {
            let Some((kind, left)) = of_left else { return Fact::Terminated };
            let none = if kind == Kind::Number { FactValue::Number(0) } else { FactValue::Boolean(false) };
            if !matches!(left, FactValue::Variable(_)) {
                let advice = "write `true` or `false` without braces".to_owned();
                self.report("formula/syntax", span, "this is a constant".to_owned(), Some(advice));
            }
            // That a reference is not null.
            return Fact::Compare {
                comparison: Comparison::NotEqual,
                left,
                right: if kind == Kind::Reference { FactValue::Boolean(true) } else { none },
            };
        };
        let (Some((of_left, left)), Some((of_right, right))) = (of_left, self.side(&right, span)) else {
            return Fact::Terminated;
        };
        let is_variable = |value: &FactValue| matches!(value, FactValue::Variable(_));
        if !is_variable(&left) && !is_variable(&right) {
            let advice = "one side must be a variable, as in `{x == 0}`".to_owned();
            self.report("formula/syntax", span, "this compares two constants".to_owned(), Some(advice));
            return Fact::Terminated;
        }
        let Some([left, right]) = self.fitting([(of_left, left), (of_right, right)], span) else {
            return Fact::Terminated;
        };
        let is_order = !matches!(comparison, Comparison::Equal | Comparison::NotEqual);
        if is_order && (of_left != Kind::Number || of_right != Kind::Number) {
            let message = format!("only numbers can be compared by `{}`", comparison.symbol());
            self.report("formula/type", span, message, Some("use `==` or `!=`".to_owned()));
        }
        Fact::Compare { comparison, left, right }
    }

    /// Two sides as values of the same kind.
    fn fitting(&mut self, [left, right]: [(Kind, FactValue); 2], span: Span) -> Option<[FactValue; 2]> {
        let is_java = self.is_java;
        // C has 0 for null and for false.
        let constant = |(own, value): &(Kind, FactValue), kind: Kind| match (own, value, kind) {
            _ if is_java => None,
            (Kind::Number, FactValue::Number(0), Kind::Reference) => Some(FactValue::Boolean(true)),
            (Kind::Number, FactValue::Number(n @ (0 | 1)), Kind::Truth) => Some(FactValue::Boolean(*n == 1)),
            (Kind::Truth, FactValue::Boolean(b), Kind::Number) => Some(FactValue::Number(i128::from(*b))),
            _ => None,
        };
        match (left, right) {
            ((Kind::Reference, FactValue::Variable(_)), (Kind::Reference, FactValue::Variable(_))) => {
                let message = "whether two references are equal is not followed in blocks".to_owned();
                let advice = "whether one is null is: `{p == null}`".to_owned();
                self.report("formula/type", span, message, Some(advice));
                None
            }
            ((a, left), (b, right)) if a == b => Some([left, right]),
            (left, right) => match (constant(&left, right.0), constant(&right, left.0)) {
                (Some(constant), _) => Some([constant, right.1]),
                (_, Some(constant)) => Some([left.1, constant]),
                (None, None) => {
                    let name = |kind| match kind {
                        Kind::Number => "a number",
                        Kind::Truth => "a truth value",
                        Kind::Reference => "a reference",
                    };
                    let message = format!("{} cannot be compared with {}", name(left.0), name(right.0));
                    self.report("formula/type", span, message, None);
                    None
                }
            },
        }
    }

    /// A side and its kind; `None` after an error.
    fn side(&mut self, side: &Side, span: Span) -> Option<(Kind, FactValue)> {
        let x = match side {
            Side::Number(n) => return Some((Kind::Number, FactValue::Number(*n))),
            Side::Truth(b) => return Some((Kind::Truth, FactValue::Boolean(*b))),
            Side::Null => return Some((Kind::Reference, FactValue::Boolean(true))),
            Side::Variable(x) => x,
        };
        let mut types: Vec<Type> = self.declared(x).map(|(_, ty)| ty).collect();
        types.extend(static_named(self.program, x, self.is_java).map(|field| self.program.fields[field].ty));
        let mut kinds: Vec<Option<Kind>> = types.into_iter().map(kind_of).collect();
        kinds.dedup();
        match kinds[..] {
            [Some(kind)] => Some((kind, FactValue::Variable(x.clone()))),
            [None] => {
                let message = format!("the value of `{x}` is not followed in blocks");
                self.report("formula/type", span, message, Some("integers and truth values are".to_owned()));
                None
            }
            [] => {
                self.unknown(x, span);
                None
            }
            _ => {
                let message = format!("`{x}` means variables of several types");
                self.report("formula/type", span, message, Some(format!("name its function: `f::{}`", x.name)));
                None
            }
        }
    }

    /// The locals that a name may mean.
    fn declared<'s>(&'s self, x: &'s VariableRef) -> impl Iterator<Item = (&'a Procedure, Type)> + use<'s, 'a> {
        let (program, entry) = (self.program, self.entry);
        let procedures = self.procedures.iter().map(move |&id| (id, &program.procedures[id]));
        let procedures = procedures
            .filter(|(_, procedure)| x.method.as_ref().is_none_or(|method| is_named(program, procedure, method)));
        procedures.flat_map(move |(id, procedure)| {
            let is_result = x.name == RETURN;
            let locals = procedure.locals.iter().filter(|local| local.name == x.name && local.ty != Type::Void);
            locals.filter(move |_| !is_result || id == entry).map(move |local| (procedure, local.ty))
        })
    }

    fn unknown(&mut self, x: &VariableRef, span: Span) {
        let program = self.program;
        let reached = || self.procedures.iter().map(|&id| &program.procedures[id]);
        let address = VariableRef { method: x.method.clone(), name: format!("&{}", x.name) };
        if self.declared(&address).next().is_some() {
            let message = format!("the value of `{x}` is not followed in blocks, because its address is taken");
            self.report("formula/variable", span, message, Some("copy it to another variable".to_owned()));
            return;
        }
        let locals = reached().flat_map(|procedure| procedure.locals.iter().map(|local| local.name.as_str()));
        let fields = program.fields.iter().map(|field| field.name.as_str());
        let names: Vec<&str> =
            locals.filter(|name| is_program_name(name) && !name.starts_with('&')).chain(fields).collect();
        let bare = x.method.is_none();
        if bare && OF_HEAPS.contains(&x.name.as_str()) {
            self.report_heap(&x.name, span);
            return;
        }
        let message = match &x.method {
            Some(method) => format!("`{method}` has no variable `{}`", x.name),
            None => format!("the program uses no variable `{x}`"),
        };
        let all = names.into_iter().chain(NAMES.into_iter().filter(|_| bare));
        self.report("formula/variable", span, message, did_you_mean(&x.name, all));
    }
}

fn kind_of(ty: Type) -> Option<Kind> {
    match ty {
        Type::Integer(_) => Some(Kind::Number),
        Type::Boolean => Some(Kind::Truth),
        Type::Reference(_) => Some(Kind::Reference),
        Type::Float | Type::Void => None,
    }
}

/// A side of a comparison, as text says.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Side {
    Variable(VariableRef),
    Number(i128),
    Truth(bool),
    Null,
}

/// The text of a condition.
struct ConditionText<'t> {
    text: &'t str,
    position: usize,
}

/// Where something is wrong, what, and what to do.
type Problem = (usize, String, String);

impl<'t> ConditionText<'t> {
    /// The name of the proposition if it has arguments and is about the shape of heaps.
    fn of_heaps(&self) -> Option<&'t str> {
        let (name, _) = self.text.trim_start().split_once('(')?;
        Some(name.trim_end()).filter(|name| OF_HEAPS.contains(name))
    }

    /// `x`, or `x < y`.
    fn comparison(&mut self) -> Result<(Side, Option<(Comparison, Side)>), Problem> {
        let left = self.side()?;
        self.blanks();
        if self.rest().is_empty() {
            return Ok((left, None));
        }
        const SIGNS: [(&str, Comparison); 9] = [
            ("==", Comparison::Equal),
            ("!=", Comparison::NotEqual),
            ("≠", Comparison::NotEqual),
            ("<=", Comparison::LessEqual),
            ("≤", Comparison::LessEqual),
            (">=", Comparison::GreaterEqual),
            ("≥", Comparison::GreaterEqual),
            ("<", Comparison::Less),
            (">", Comparison::Greater),
        ];
        let Some((sign, comparison)) = SIGNS.into_iter().find(|(sign, _)| self.rest().starts_with(sign)) else {
            return Err(self.unexpected());
        };
        self.position += sign.len();
        let right = self.side()?;
        self.blanks();
        if self.rest().is_empty() { Ok((left, Some((comparison, right)))) } else { Err(self.unexpected()) }
    }

    fn unexpected(&self) -> Problem {
        let rest = self.rest();
        let advice = match rest {
            _ if rest.starts_with('=') => "equality is written `==`",
            _ if rest.starts_with(['&', '|']) => "write each comparison in braces of its own: `{x < 1} & {y < 2}`",
            _ if rest.starts_with('(') => "propositions are `terminated`, `failed`, `at(12)`, `in(f)` and comparisons",
            _ => "a proposition compares two variables, or a variable with a number; store other values in a variable",
        };
        let found = rest.chars().next().map_or("the end".to_owned(), |c| format!("`{c}`"));
        (self.position, format!("a comparison is expected, not {found}"), advice.to_owned())
    }

    fn side(&mut self) -> Result<Side, Problem> {
        self.blanks();
        let start = self.position;
        let is_negative = self.accept("-");
        self.blanks();
        if self.rest().starts_with(|c: char| c.is_ascii_digit()) {
            let length = self.rest().find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(self.rest().len());
            let digits = &self.rest()[..length];
            let number = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
                Some(hexadecimal) => i128::from_str_radix(hexadecimal, 16),
                None => digits.parse(),
            };
            let range = i128::from(i64::MIN)..=i128::from(u64::MAX);
            let number = number.ok().map(|n| if is_negative { -n } else { n }).filter(|n| range.contains(n));
            let advice = "numbers are decimal, or hexadecimal as in `0xFF`, and have at most 64 bits".to_owned();
            let Some(number) = number else { return Err((start, format!("`{digits}` is no number"), advice)) };
            self.position += length;
            return Ok(Side::Number(number));
        }
        if is_negative {
            self.position = start;
            return Err(self.unexpected());
        }
        let first = self.name()?;
        if self.accept("::") {
            let name = self.name()?;
            return Ok(Side::Variable(VariableRef { method: Some(first), name: result(name) }));
        }
        Ok(match first.as_str() {
            "true" => Side::Truth(true),
            "false" => Side::Truth(false),
            "null" | "NULL" => Side::Null,
            _ => Side::Variable(VariableRef { method: None, name: result(first) }),
        })
    }

    /// A variable, also of a part: `x`, `p.x`, `a[3]`, and `x'` for one that hides another one.
    fn name(&mut self) -> Result<String, Problem> {
        self.blanks();
        let is_start = |c: char| c.is_alphabetic() || c == '_' || c == '$';
        let rest = self.rest();
        if !rest.starts_with(is_start) {
            let advice = "a variable or a number is expected".to_owned();
            let found = rest.chars().next().map_or("the end".to_owned(), |c| format!("`{c}`"));
            return Err((self.position, format!("a value is expected, not {found}"), advice));
        }
        let is_part = |c: char| is_start(c) || c.is_numeric() || matches!(c, '.' | '[' | ']' | '\'');
        let length = rest.find(|c: char| !is_part(c)).unwrap_or(rest.len());
        let name = rest[..length].to_owned();
        self.position += length;
        Ok(name)
    }

    fn accept(&mut self, sign: &str) -> bool {
        self.blanks();
        let found = self.rest().starts_with(sign);
        if found {
            self.position += sign.len();
        }
        found
    }

    fn blanks(&mut self) {
        self.position = self.text.len() - self.rest().trim_start().len();
    }

    fn rest(&self) -> &str {
        &self.text[self.position..]
    }
}

/// The result of the entry function has a reserved name.
fn result(name: String) -> String {
    if name == "return" { RETURN.to_owned() } else { name }
}
