//! Text to facts.

use super::{Fact, FactValue, is_named, static_named};
use base::{Diagnostic, Idx, Message, RETURN, Sources, Span, TextCursor, bound, did_you_mean, msg};
use ltl::logic::{Proposition, VariableRef};
use program::cfa::ProcedureId;
use program::objects::{Comparison, Local, LocalKind, Procedure, Program, Type};

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
const NAMES: [&str; 5] = ["terminated", "failed", "at", "in", "during"];

/// Reads the propositions of a task.
pub(crate) struct FactReader<'a> {
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
    pub(crate) fn new(sources: &'a Sources, program: &'a Program, entry: ProcedureId, is_java: bool) -> Self {
        let procedures = program.reachable(entry);
        Self { sources, program, procedures, entry, is_java, found: Vec::new() }
    }

    /// What a proposition says, which stands at `span`. If it is wrong, that is reported, and what it says has no meaning.
    pub(crate) fn read(&mut self, proposition: &Proposition, span: Span) -> Fact {
        match proposition {
            Proposition::Terminated => Fact::Terminated,
            Proposition::Failed if !self.is_java => Fact::Failed,
            Proposition::At { file, line } => Fact::At { file: file.clone(), line: *line },
            Proposition::In { method } => {
                self.check_procedure(method, span);
                Fact::In(method.clone())
            }
            Proposition::During { method } => {
                self.check_procedure(method, span);
                Fact::During(method.clone())
            }
            Proposition::Label { .. } => {
                let message = msg!("labels are not known here");
                self.report("formula/label", span, message, Some(msg!("name the line: `{{at(12)}}`")));
                Fact::Terminated
            }
            Proposition::Condition(text) if self.is_java && text == "exception" => Fact::Exception,
            Proposition::Condition(text) if self.is_java && text == "nullDereference" => Fact::NullDereference,
            _ => {
                let text = self.sources.file(span.file).text.get(span.start as usize..span.end as usize);
                let mut condition = ConditionText { text: TextCursor::new(text.unwrap_or_default()) };
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

    fn report(&mut self, code: &'static str, span: Span, message: Message, advice: Option<Message>) {
        self.found.push(Diagnostic::error(code, span, message).suggest(advice));
        bound(&mut self.found);
    }

    fn report_heap(&mut self, name: &str, span: Span) {
        let message = msg!("`{name}` is about the shape of heaps, which is not followed in blocks");
        let advice = msg!("propositions here compare numbers, as in `{{i < n}}`");
        self.report("formula/heap", span, message, Some(advice));
    }

    fn check_procedure(&mut self, name: &str, span: Span) {
        let program = self.program;
        let mut all = program.procedures.iter();
        if !all.any(|procedure| is_named(program, procedure, name)) {
            let names: Vec<&str> = self.procedures.iter().map(|&id| program.procedures[id].name.as_str()).collect();
            let message = match self.is_java {
                true => msg!("there is no method `{name}`"),
                false => msg!("there is no function `{name}` that is called"),
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
                let advice = msg!("write `true` or `false` without braces");
                self.report("formula/syntax", span, msg!("this is a constant"), Some(advice));
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
            let advice = msg!("one side must be a variable, as in `{{x == 0}}`");
            self.report("formula/syntax", span, msg!("this compares two constants"), Some(advice));
            return Fact::Terminated;
        }
        let Some([left, right]) = self.fitting([(of_left, left), (of_right, right)], span) else {
            return Fact::Terminated;
        };
        let is_order = !matches!(comparison, Comparison::Equal | Comparison::NotEqual);
        if is_order && (of_left != Kind::Number || of_right != Kind::Number) {
            let message = msg!("only numbers can be compared by `{}`", comparison.symbol());
            self.report("formula/type", span, message, Some(msg!("use `==` or `!=`")));
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
                let message = msg!("whether two references are equal is not followed in blocks");
                let advice = msg!("whether one is null is: `{{p == null}}`");
                self.report("formula/type", span, message, Some(advice));
                None
            }
            ((a, left), (b, right)) if a == b => Some([left, right]),
            (left, right) => match (constant(&left, right.0), constant(&right, left.0)) {
                (Some(constant), _) => Some([constant, right.1]),
                (_, Some(constant)) => Some([left.1, constant]),
                (None, None) => {
                    let name = |kind| match kind {
                        Kind::Number => msg!("a number"),
                        Kind::Truth => msg!("a truth value"),
                        Kind::Reference => msg!("a reference"),
                    };
                    let message = msg!("{} cannot be compared with {}", name(left.0), name(right.0));
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
                let message = msg!("the value of `{x}` is not followed in blocks");
                self.report("formula/type", span, message, Some(msg!("integers and truth values are")));
                None
            }
            [] => {
                self.unknown(x, span);
                None
            }
            _ => {
                let message = msg!("`{x}` means variables of several types");
                self.report("formula/type", span, message, Some(msg!("name its function: `f::{}`", x.name)));
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
            let message = msg!("the value of `{x}` is not followed in blocks, because its address is taken");
            self.report("formula/variable", span, message, Some(msg!("copy it to another variable")));
            return;
        }
        let declared = |local: &&Local| local.kind == LocalKind::Declared;
        let locals = reached().flat_map(|procedure| &procedure.locals).filter(declared);
        let fields = program.fields.iter().map(|field| field.name.as_str());
        let names: Vec<&str> =
            locals.map(|local| local.name.as_str()).filter(|name| !name.starts_with('&')).chain(fields).collect();
        let bare = x.method.is_none();
        if bare && OF_HEAPS.contains(&x.name.as_str()) {
            self.report_heap(&x.name, span);
            return;
        }
        let message = match &x.method {
            Some(method) => msg!("`{method}` has no variable `{}`", x.name),
            None => msg!("the program uses no variable `{x}`"),
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
    text: TextCursor<'t>,
}

/// Where something is wrong, what, and what to do.
type Problem = (usize, Message, Message);

impl<'t> ConditionText<'t> {
    /// The name of the proposition if it has arguments and is about the shape of heaps.
    fn of_heaps(&self) -> Option<&'t str> {
        let (name, _) = self.text.text().trim_start().split_once('(')?;
        Some(name.trim_end()).filter(|name| OF_HEAPS.contains(name))
    }

    /// `x`, or `x < y`.
    fn comparison(&mut self) -> Result<(Side, Option<(Comparison, Side)>), Problem> {
        let left = self.side()?;
        self.text.skip_white_space();
        if self.text.at_end() {
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
        let Some((_, comparison)) = SIGNS.into_iter().find(|(sign, _)| self.text.accept(sign)) else {
            return Err(self.unexpected());
        };
        let right = self.side()?;
        self.text.skip_white_space();
        if self.text.at_end() { Ok((left, Some((comparison, right)))) } else { Err(self.unexpected()) }
    }

    fn unexpected(&self) -> Problem {
        let rest = self.text.rest();
        let advice = match rest {
            _ if rest.starts_with('=') => msg!("equality is written `==`"),
            _ if rest.starts_with(['&', '|']) => {
                msg!("write each comparison in braces of its own: `{{x < 1}} & {{y < 2}}`")
            }
            _ if rest.starts_with('(') => {
                msg!("propositions are `terminated`, `failed`, `at(12)`, `in(f)`, `during(f)` and comparisons")
            }
            _ => msg!(
                "a proposition compares two variables, or a variable with a number; store other values in a variable"
            ),
        };
        let found = rest.chars().next().map_or_else(|| msg!("the end"), Message::code);
        (self.text.position(), msg!("a comparison is expected, not {found}"), advice)
    }

    fn side(&mut self) -> Result<Side, Problem> {
        self.text.skip_white_space();
        let start = self.text.position();
        let is_negative = self.text.accept("-");
        self.text.skip_white_space();
        if self.text.rest().starts_with(|c: char| c.is_ascii_digit()) {
            let digits = self.text.take_while(|c| c.is_ascii_alphanumeric());
            let number = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
                Some(hexadecimal) => i128::from_str_radix(hexadecimal, 16),
                None => digits.parse(),
            };
            let range = i128::from(i64::MIN)..=i128::from(u64::MAX);
            let number = number.ok().map(|n| if is_negative { -n } else { n }).filter(|n| range.contains(n));
            let advice = msg!("numbers are decimal, or hexadecimal as in `0xFF`, and have at most 64 bits");
            let Some(number) = number else { return Err((start, msg!("`{digits}` is no number"), advice)) };
            return Ok(Side::Number(number));
        }
        if is_negative {
            self.text.move_to(start);
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
        self.text.skip_white_space();
        let is_start = |c: char| c.is_alphabetic() || c == '_' || c == '$';
        let rest = self.text.rest();
        if !rest.starts_with(is_start) {
            let advice = msg!("a variable or a number is expected");
            let found = rest.chars().next().map_or_else(|| msg!("the end"), Message::code);
            return Err((self.text.position(), msg!("a value is expected, not {found}"), advice));
        }
        let is_part = |c: char| is_start(c) || c.is_numeric() || matches!(c, '.' | '[' | ']' | '\'');
        Ok(self.text.take_while(is_part).to_owned())
    }

    fn accept(&mut self, sign: &str) -> bool {
        self.text.skip_white_space();
        self.text.accept(sign)
    }
}

/// The result of the entry function has a reserved name.
fn result(name: String) -> String {
    if name == "return" { RETURN.to_owned() } else { name }
}
