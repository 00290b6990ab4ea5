//! Text to proposition.

use super::{Contained, Operand, Order, Proposition, VariableRef};
use base::{CompactSort, Diagnostic, FileId, Message, RETURN, Span, Text, TextCursor, did_you_mean, msg, text};

/// The names of propositions, for suggestions.
const NAMES: [&str; 20] = [
    "terminated",
    "nullDereference",
    "exception",
    "L",
    "isReachable",
    "visited",
    "reached",
    "identicNeighbours",
    "unchanged",
    "isTree",
    "isAcyclic",
    "isGarbageFree",
    "size",
    "contains",
    "containsKey",
    "containsValue",
    "at",
    "fails",
    "in",
    "during",
];

/// Reads the text between the braces of a proposition; `start` is the byte of `file` where `text` begins.
///
/// Spaces are allowed between any two tokens.
///
/// # Errors
/// One diagnostic at the first unexpected token.
pub fn parse_proposition(text: &str, file: FileId, start: usize) -> Result<Proposition, Diagnostic> {
    Reader { text: TextCursor::new(text), file, start }.proposition()
}

/// The same for boolean programs: `terminated`, `failed`, `at(…)` with a line or a label, `in(…)`, `during(…)`; everything
/// else is a condition of their language, which is parsed later together with the program.
///
/// # Errors
/// Likewise, and if the text is empty.
pub fn parse_condition(text: &str, file: FileId, start: usize) -> Result<Proposition, Diagnostic> {
    let mut reader = Reader { text: TextCursor::new(text), file, start };
    let condition = || Proposition::Condition(text.split_whitespace().collect::<Vec<_>>().join(" "));
    let found = match reader.head() {
        "terminated" => Proposition::Terminated,
        "in(" => Proposition::In { method: reader.method()? },
        "during(" => Proposition::During { method: reader.method()? },
        "at(" if reader.text.rest().trim_start().starts_with(|c: char| c.is_ascii_digit()) || text.contains('.') => {
            reader.at()?
        }
        "at(" => {
            let first = reader.name(text!("a label"))?.to_owned();
            let second = if reader.accept("::") { Some(reader.name(text!("a label"))?.to_owned()) } else { None };
            reader.expect(")")?;
            let (procedure, label) = second.map_or((None, first.clone()), |label| (Some(first), label));
            Proposition::Label { procedure, label }
        }
        _ if text.trim() == "failed" => return Ok(Proposition::Failed),
        _ if text.trim().is_empty() => return Err(reader.unexpected(msg!("a condition"))),
        _ => return Ok(condition()),
    };
    reader.end()?;
    Ok(found)
}

struct Reader<'a> {
    text: TextCursor<'a>,
    file: FileId,
    /// The start of the text in the file.
    start: usize,
}

impl<'a> Reader<'a> {
    fn proposition(&mut self) -> Result<Proposition, Diagnostic> {
        let head = self.head();
        let found = match head {
            "terminated" => Proposition::Terminated,
            "nullDereference" => Proposition::NullDereference,
            "exception" => Proposition::Exception,
            "identicNeighbours" => Proposition::IdenticNeighbours,
            "isTree" => Proposition::IsTree,
            "isAcyclic" => Proposition::IsAcyclic,
            "isGarbageFree" => Proposition::IsGarbageFree,
            "visited" => Proposition::Visited(None),
            "visited(" => {
                let variable = self.variable()?;
                self.expect(")")?;
                Proposition::Visited(Some(variable))
            }
            "L(" => {
                let nonterminal = self.name(text!("the name of a nonterminal"))?.to_owned();
                self.expect(")")?;
                let of = if self.accept_word("of") { Some(self.variable()?) } else { None };
                Proposition::Shape { nonterminal, of }
            }
            "isReachable(" => self.reachable()?,
            "reached(" => {
                let from = self.variable()?;
                let selectors = self.selectors()?;
                self.expect(")")?;
                Proposition::Reached { from, selectors }
            }
            "unchanged(" => {
                let field = self.name(text!("the name of a field"))?.to_owned();
                self.expect(")")?;
                Proposition::Unchanged(field)
            }
            "size(" => self.size()?,
            "contains(" => self.contains(Contained::Element)?,
            "containsKey(" => self.contains(Contained::Key)?,
            "containsValue(" => self.contains(Contained::Value)?,
            "at(" => self.at()?,
            "fails(" => {
                let (file, line) = self.place("fails")?;
                Proposition::Fails { file, line }
            }
            "in(" => Proposition::In { method: self.method()? },
            "during(" => Proposition::During { method: self.method()? },
            "tree" | "sll" | "dll" | "btree" | "bimap" => {
                self.end()?;
                return Err(self.unsupported(head));
            }
            _ => self.comparison()?,
        };
        self.end()?;
        Ok(found)
    }

    /// Reads the first word of the proposition, and a following `(`; nothing if it is a comparison.
    fn head(&mut self) -> &'static str {
        const WITH_ARGUMENTS: [(&str, &str); 13] = [
            ("visited", "visited("),
            ("L", "L("),
            ("isReachable", "isReachable("),
            ("reached", "reached("),
            ("unchanged", "unchanged("),
            ("size", "size("),
            ("contains", "contains("),
            ("containsKey", "containsKey("),
            ("containsValue", "containsValue("),
            ("at", "at("),
            ("fails", "fails("),
            ("in", "in("),
            ("during", "during("),
        ];
        const ALONE: [&str; 13] = [
            "terminated",
            "nullDereference",
            "exception",
            "identicNeighbours",
            "isTree",
            "isAcyclic",
            "isGarbageFree",
            "visited",
            "tree",
            "sll",
            "dll",
            "btree",
            "bimap",
        ];
        let before = self.text.position();
        let word = self.accept_name().unwrap_or_default();
        if self.accept("(") {
            if let Some((_, head)) = WITH_ARGUMENTS.iter().find(|(name, _)| *name == word) {
                return head;
            }
        } else if self.text.at_end()
            && let Some(head) = ALONE.iter().find(|&&name| name == word)
        {
            return head;
        }
        self.text.move_to(before);
        ""
    }

    fn reachable(&mut self) -> Result<Proposition, Diagnostic> {
        let from = self.variable()?;
        self.expect(",")?;
        let to = self.variable()?;
        let selectors = self.selectors()?;
        self.expect(")")?;
        Ok(Proposition::Reachable { from, to, selectors })
    }

    /// `x) == n`, with a constant or a variable on the right.
    fn size(&mut self) -> Result<Proposition, Diagnostic> {
        let of = self.variable()?;
        self.expect(")")?;
        let order = Order::ALL.into_iter().find(|order| self.accept(order.symbol()));
        let order = order.ok_or_else(|| self.unexpected(msg!("`==`, `!=`, `<`, `<=`, `>` or `>=`")))?;
        match self.side()? {
            (right @ (Operand::Variable(_) | Operand::Integer(_)), None) => Ok(Proposition::Size { of, order, right }),
            _ => Err(self.whole_error("formula/syntax", msg!("a size is compared with a number or a variable"))),
        }
    }

    /// `x,y)`.
    fn contains(&mut self, what: Contained) -> Result<Proposition, Diagnostic> {
        let collection = self.variable()?;
        self.expect(",")?;
        let element = self.variable()?;
        self.expect(")")?;
        Ok(Proposition::Contains { what, collection, element })
    }

    /// `,[f,g]`, or nothing.
    fn selectors(&mut self) -> Result<Vec<String>, Diagnostic> {
        let mut selectors = Vec::new();
        if self.accept(",") {
            self.expect("[")?;
            while !self.accept("]") {
                if !selectors.is_empty() {
                    self.expect(",")?;
                }
                selectors.push(self.name(text!("the name of a selector"))?.to_owned());
            }
        }
        selectors.compact_sort();
        selectors.dedup();
        Ok(selectors)
    }

    /// `m)`, `Class.m)`, and `Class.*)`, which is the client of a class.
    fn method(&mut self) -> Result<String, Diagnostic> {
        let mut path = vec![self.name(text!("a name"))?];
        while path.last() != Some(&"*") && self.accept(".") {
            path.push(if self.accept("*") { "*" } else { self.name(text!("a name"))? });
        }
        self.expect(")")?;
        Ok(path.join("."))
    }

    fn at(&mut self) -> Result<Proposition, Diagnostic> {
        let (file, line) = self.place("at")?;
        Ok(Proposition::At { file, line })
    }

    /// A line, with its file if there are several. A file name may contain any character, so the arguments are not tokenised.
    fn place(&mut self, name: &str) -> Result<(Option<String>, u32), Diagnostic> {
        let Some(arguments) = self.text.rest().trim_end().strip_suffix(')') else {
            self.text.take(usize::MAX);
            return Err(self.unexpected(msg!("`)`")));
        };
        let (file, line) = match arguments.rsplit_once(':') {
            Some((file, line)) => (Some(file.trim()), line),
            None => (None, arguments),
        };
        match line.trim().parse() {
            Ok(line) if line > 0 && file != Some("") => {
                self.text.take(usize::MAX);
                Ok((file.map(str::to_owned), line))
            }
            _ => {
                let problem = msg!("`{}` is not a line", arguments.trim());
                Err(self.error(problem).suggest(msg!("write `{{{name}(12)}}` or `{{{name}(List.java:12)}}`")))
            }
        }
    }

    fn comparison(&mut self) -> Result<Proposition, Diagnostic> {
        let (left, left_field) = self.side()?;
        let equal = if self.accept("==") {
            true
        } else if self.accept("!=") || self.accept("≠") {
            false
        } else {
            return Err(self.no_comparison(left, left_field));
        };
        let (right, right_field) = self.side()?;
        match (left, left_field, right, right_field) {
            (Operand::Variable(left), field, right, None) => Ok(Proposition::Compare { left, field, equal, right }),
            (right, None, Operand::Variable(left), field) => Ok(Proposition::Compare { left, field, equal, right }),
            (Operand::Variable(_), Some(_), ..) => Err(self
                .whole_error("formula/syntax", msg!("only one side of a comparison may be a field"))
                .suggest(msg!("store the other one in a variable"))),
            _ => Err(self
                .whole_error("formula/syntax", msg!("this compares two constants"))
                .suggest(msg!("one side must be a variable, as in `{{x == null}}`"))),
        }
    }

    /// Reports a word that could start a comparison but does not.
    fn no_comparison(&mut self, left: Operand, field: Option<String>) -> Diagnostic {
        self.text.skip_white_space();
        let Operand::Variable(VariableRef { method: None, name }) = left else {
            return self.unexpected(msg!("`==` or `!=`"));
        };
        if field.is_some() || !(self.text.at_end() || self.text.at("(")) {
            let diagnostic = self.unexpected(msg!("`==` or `!=`"));
            return if self.text.at("=") { diagnostic.suggest(msg!("equality is written `==`")) } else { diagnostic };
        }
        let message = match (NAMES.contains(&name.as_str()), self.text.at_end()) {
            (true, true) => msg!("`{name}` needs arguments"),
            (true, false) => msg!("`{name}` has no arguments"),
            _ => msg!("there is no proposition `{name}`"),
        };
        let advice = match name.as_str() {
            "L" => Some(msg!("write `{{L(N)}}` with a nonterminal N")),
            "isReachable" => Some(msg!("write `{{isReachable(x,y)}}` or `{{isReachable(x,y,[f,g])}}`")),
            "reached" => Some(msg!("write `{{reached(x)}}` or `{{reached(x,[f,g])}}`")),
            "unchanged" => Some(msg!("write `{{unchanged(next)}}` with a field")),
            "size" => Some(msg!("write `{{size(list) == 2}}`")),
            "contains" => Some(msg!("write `{{contains(list,x)}}`")),
            "containsKey" | "containsValue" => Some(msg!("write `{{{name}(map,x)}}`")),
            "at" => Some(msg!("write `{{at(12)}}`")),
            "fails" => Some(msg!("write `{{fails(12)}}` with the line of an `assert`")),
            "in" => Some(msg!("write `{{in(method)}}`")),
            "during" => Some(msg!("write `{{during(method)}}`")),
            known if NAMES.contains(&known) => Some(msg!("write `{{{known}}}`")),
            other => did_you_mean(other, NAMES),
        };
        self.whole_error("formula/unknown-proposition", message).suggest(advice)
    }

    /// Propositions of similar tools that never hold there, or need features that do not exist here.
    fn unsupported(&self, name: &str) -> Diagnostic {
        let advice = match name {
            "tree" => msg!("for an acyclic heap without sharing write `{{isTree}}`, for a shape `{{L(BT)}}`"),
            "sll" => msg!("for singly linked lists write `{{L(RefSLList)}}` or `{{L(SLList)}}`"),
            "dll" => msg!("for doubly linked lists write `{{L(RefDLList)}}` or `{{L(DLList)}}`"),
            _ => msg!(
                "propositions over indexed grammars are not supported; for shapes write `{{L(N)}}` with a nonterminal N"
            ),
        };
        self.whole_error("formula/unsupported-proposition", msg!("the proposition `{name}` is not supported"))
            .suggest(advice)
    }

    /// One side of a comparison: a constant, or a variable with an optional field.
    fn side(&mut self) -> Result<(Operand, Option<String>), Diagnostic> {
        self.text.skip_white_space();
        let rest = self.text.rest();
        let digits = rest.strip_prefix('-').unwrap_or(rest);
        if digits.starts_with(|c: char| c.is_ascii_digit()) {
            let count = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
            let length = rest.len() - digits.len() + count;
            let Ok(value) = rest[..length].parse() else {
                return Err(self.error(msg!("the number {} is too large", Message::verbatim(&rest[..length]))));
            };
            self.text.take(length);
            return Ok((Operand::Integer(value), None));
        }
        let mut path = self.path()?;
        if self.accept("::") {
            let method = Some(path.join("."));
            let name = variable_name(self.name(text!("a variable"))?);
            let field = if self.accept(".") { Some(self.name(text!("a field"))?.to_owned()) } else { None };
            return Ok((Operand::Variable(VariableRef { method, name }), field));
        }
        if path.len() > 2 {
            return Err(self
                .error(msg!("a variable can have only one field here"))
                .suggest(msg!("store the other fields in variables, step by step")));
        }
        let field = if path.len() == 2 { path.pop().map(str::to_owned) } else { None };
        let operand = match (path.first().copied().unwrap_or_default(), &field) {
            ("null", None) => Operand::Null,
            ("true", None) => Operand::Boolean(true),
            ("false", None) => Operand::Boolean(false),
            (name @ ("null" | "true" | "false"), Some(_)) => {
                return Err(self.error(msg!("the constant `{name}` has no fields")));
            }
            (name, _) => Operand::Variable(VariableRef { method: None, name: variable_name(name) }),
        };
        Ok((operand, field))
    }

    fn variable(&mut self) -> Result<VariableRef, Diagnostic> {
        let path = self.path()?;
        if self.accept("::") {
            let name = variable_name(self.name(text!("a variable"))?);
            return Ok(VariableRef { method: Some(path.join(".")), name });
        }
        match path[..] {
            [name] => Ok(VariableRef { method: None, name: variable_name(name) }),
            _ => Err(self
                .error(msg!("a variable is expected, not a field"))
                .suggest(msg!("store the field in a variable"))),
        }
    }

    /// Names separated by dots; also `<init>`.
    fn path(&mut self) -> Result<Vec<&'a str>, Diagnostic> {
        let mut path = vec![self.name(text!("a name"))?];
        while self.accept(".") {
            path.push(self.name(text!("a name"))?);
        }
        Ok(path)
    }

    fn name(&mut self, what: Text) -> Result<&'a str, Diagnostic> {
        self.accept_name().ok_or_else(|| self.unexpected(what.message()))
    }

    fn accept_name(&mut self) -> Option<&'a str> {
        self.text.skip_white_space();
        if let Some(special) = ["<init>", "<clinit>"].into_iter().find(|special| self.text.accept(special)) {
            return Some(special);
        }
        let rest = self.text.rest();
        let letters = rest.strip_prefix('@').unwrap_or(rest);
        let is_start = |c: char| c.is_alphabetic() || c == '_' || c == '$';
        if !letters.starts_with(is_start) {
            return None;
        }
        let length = letters.find(|c: char| !(is_start(c) || c.is_numeric())).unwrap_or(letters.len());
        Some(self.text.take(rest.len() - letters.len() + length))
    }

    fn accept_word(&mut self, word: &str) -> bool {
        let before = self.text.position();
        let found = self.accept_name() == Some(word);
        if !found {
            self.text.move_to(before);
        }
        found
    }

    fn accept(&mut self, sign: &str) -> bool {
        self.text.skip_white_space();
        self.text.accept(sign)
    }

    fn expect(&mut self, sign: &str) -> Result<(), Diagnostic> {
        if self.accept(sign) { Ok(()) } else { Err(self.unexpected(msg!("`{sign}`"))) }
    }

    fn end(&mut self) -> Result<(), Diagnostic> {
        self.text.skip_white_space();
        if self.text.at_end() { Ok(()) } else { Err(self.unexpected(msg!("`}}`"))) }
    }

    fn unexpected(&self, wanted: Message) -> Diagnostic {
        let found = match self.text.peek() {
            Some(c) => Message::code(c),
            None => msg!("the end of the proposition"),
        };
        self.error(msg!("{wanted} is expected, not {found}"))
    }

    /// An error at the current position.
    fn error(&self, message: Message) -> Diagnostic {
        let here = self.start + self.text.position();
        let length = self.text.peek().map_or(1, char::len_utf8);
        Diagnostic::error("formula/syntax", Span::new(self.file, here, here + length), message)
    }

    /// An error about the whole proposition.
    fn whole_error(&self, code: &'static str, message: Message) -> Diagnostic {
        let text = self.text.text().trim_start();
        let start = self.start + self.text.text().len() - text.len();
        Diagnostic::error(code, Span::new(self.file, start, start + text.trim_end().len()), message)
    }
}

/// The name of the variable that a formula calls `name`.
fn variable_name(name: &str) -> String {
    if name == "return" { RETURN.to_owned() } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, canonical: &str) {
        let proposition = parse_proposition(text, FileId(0), 0).expect("it parses");
        let printed = proposition.to_string();
        assert_eq!(printed, canonical);
        assert_eq!(parse_proposition(&printed[1..printed.len() - 1], FileId(0), 0), Ok(proposition));
    }

    #[track_caller]
    fn check_error(text: &str, message: &str, advice: Option<&str>) {
        let error = parse_proposition(text, FileId(0), 0).expect_err("it does not parse");
        assert_eq!((error.message.as_str(), error.suggestion.as_deref()), (message, advice));
    }

    #[test]
    fn blanks_do_not_matter() {
        check("x==null", "{x == null}");
        check(" L( RefSLList ) ", "{L(RefSLList)}");
        check("L(SLList)of x", "{L(SLList) of x}");
        check("isReachable( x , y ,[ g,f, f ] )", "{isReachable(x,y,[f,g])}");
        check("isReachable(x,y,[])", "{isReachable(x,y)}");
        check("\tvisited ( x )\n", "{visited(x)}");
        check("size( x )<=n", "{size(x) <= n}");
        check("size(m :: x) != -1", "{size(m::x) != -1}");
        check("contains ( x , null )", "{contains(x,null)}");
        check("containsKey(x,y)", "{containsKey(x,y)}");
        check("containsValue( return,y )", "{containsValue(return,y)}");
        check("at( List v2.java : 12 )", "{at(List v2.java:12)}");
    }

    #[test]
    fn every_java_name_is_a_name() {
        check("größe_1 != $x", "{größe_1 != $x}");
        check("@this.next == x", "{@this.next == x}");
        check("List.<init>::t == -1", "{List.<init>::t == -1}");
        check("visited == x", "{visited == x}");
        check("in(List.<init>)", "{in(List.<init>)}");
        check("in(Outer.Stack.*)", "{in(Outer.Stack.*)}");
        check(" during( List.<clinit> ) ", "{during(List.<clinit>)}");
    }

    #[test]
    fn the_returned_value_has_a_reserved_name() {
        check("return == null", "{return == null}");
        check("@return.next != x", "{return.next != x}");
        check("m :: return == true", "{m::return == true}");
        let Ok(Proposition::Compare { left, .. }) = parse_proposition("return == x", FileId(0), 0) else {
            panic!("a comparison")
        };
        assert_eq!(left.name, RETURN);
    }

    #[test]
    fn every_proposition_is_in_the_table_of_the_documentation() {
        let formats = include_str!("../../../../docs/input-formats.md");
        for name in NAMES {
            let is_its_row = |row: &str| {
                let rest = row.strip_prefix("| `{").and_then(|row| row.strip_prefix(name));
                rest.is_some_and(|rest| rest.starts_with(['}', '(']))
            };
            assert!(formats.lines().any(is_its_row), "{name}");
        }
    }

    #[test]
    fn constants_go_to_the_right() {
        check("null == x", "{x == null}");
        check("y != x.next", "{x.next != y}");
        check("0 == x.value", "{x.value == 0}");
    }

    #[test]
    fn errors_say_what_to_do() {
        let unknown = "there is no proposition `terminate`";
        check_error("terminate", unknown, Some("did you mean `terminated`?"));
        check_error(" Visited(x)", "there is no proposition `Visited`", Some("did you mean `visited`?"));
        check_error("size(x)", "`==`, `!=`, `<`, `<=`, `>` or `>=` is expected, not the end of the proposition", None);
        check_error("size(x) == null", "a size is compared with a number or a variable", None);
        check_error("size(x) == y.z", "a size is compared with a number or a variable", None);
        check_error("containsKey", "`containsKey` needs arguments", Some("write `{containsKey(map,x)}`"));
        check_error("L", "`L` needs arguments", Some("write `{L(N)}` with a nonterminal N"));
        check_error("during", "`during` needs arguments", Some("write `{during(method)}`"));
        check_error("isTree(x)", "`isTree` has no arguments", Some("write `{isTree}`"));
        check_error("x = y", "`==` or `!=` is expected, not `=`", Some("equality is written `==`"));
        check_error(
            "sll",
            "the proposition `sll` is not supported",
            Some("for singly linked lists write `{L(RefSLList)}` or `{L(SLList)}`"),
        );
        check_error("", "a name is expected, not the end of the proposition", None);
        check_error("x == 99999999999999999999", "the number 99999999999999999999 is too large", None);
    }
}
