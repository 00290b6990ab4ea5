//! Text to formula.

use super::formula::{Binary, Formula, FormulaId, Formulas, Unary};
use super::proposition::{Proposition, parse_proposition};
use super::token::{Spanned, Token, Tokens};
use base::{Diagnostic, FileId, Message, Span, msg};

/// Maximum number of operators and operands in a formula.
pub const MAX_OPERATORS: usize = 10_000;
/// Number of errors after which the parser gives up.
const MAX_DIAGNOSTICS: usize = 20;

impl Binary {
    /// Its precedence; unary operators bind more tightly.
    pub(super) fn level(self) -> u8 {
        match self {
            Binary::Iff => 1,
            Binary::Implies => 2,
            Binary::Or => 3,
            Binary::And => 4,
            Binary::Until | Binary::Release | Binary::WeakUntil | Binary::StrongRelease => 5,
        }
    }

    /// Whether `a o b o c` is `a o (b o c)`.
    pub(super) fn associates_right(self) -> bool {
        !matches!(self, Binary::And | Binary::Or)
    }
}

/// Reads a formula of `file`, the whole text of which is `text`.
///
/// From tightest to loosest: `!` `X` `F` `G`; `U` `R` `W` `M`; `&`; `|`; `->`; `<->`. `&` and `|` associate to the left, the others
/// to the right. Redundant parentheses are allowed. Operators have the usual ASCII
/// and Unicode spellings (`&&`, `∧`, `[]`, `□`, …). Words need no space between them (`GF{a}`).
///
/// Reports all errors at once (up to a limit); returns a formula iff there are none. Long and deeply nested
/// texts do not need much stack.
pub fn parse_formula(text: &str, file: FileId, formulas: &mut Formulas) -> (Option<FormulaId>, Vec<Diagnostic>) {
    parse_formula_with(parse_proposition, text, file, formulas)
}

/// The same, with a custom parser for the text between braces, which receives the text, its file and its start.
pub fn parse_formula_with(
    read: fn(&str, FileId, usize) -> Result<Proposition, Diagnostic>,
    text: &str,
    file: FileId,
    formulas: &mut Formulas,
) -> (Option<FormulaId>, Vec<Diagnostic>) {
    let mut parser =
        Parser { read, text, file, formulas, diagnostics: Vec::new(), operands: Vec::new(), pending: Vec::new() };
    let formula = parser.run();
    let formula = formula.filter(|_| parser.diagnostics.is_empty());
    (formula, parser.diagnostics)
}

/// An operator waiting for its (right) operand.
#[derive(Clone, Copy)]
enum Pending {
    Unary(Unary),
    Binary(Binary),
    /// An open parenthesis at this byte.
    Open(usize),
}

/// An operator-precedence parser with explicit stacks.
struct Parser<'a> {
    read: fn(&str, FileId, usize) -> Result<Proposition, Diagnostic>,
    text: &'a str,
    file: FileId,
    formulas: &'a mut Formulas,
    diagnostics: Vec<Diagnostic>,
    operands: Vec<FormulaId>,
    pending: Vec<Pending>,
}

impl Parser<'_> {
    fn run(&mut self) -> Option<FormulaId> {
        let mut operators = 0;
        // Whether an operand must come next.
        let mut expecting = true;
        for Spanned { token, start, end } in Tokens::new(self.text) {
            if self.diagnostics.len() >= MAX_DIAGNOSTICS {
                return None;
            }
            operators += usize::from(!matches!(token, Token::Open | Token::Close));
            if operators > MAX_OPERATORS {
                let message = msg!("the formula has more than {MAX_OPERATORS} operators and operands");
                self.report("formula/too-large", start, end, message);
                return None;
            }
            match token {
                Token::Binary(operator) => {
                    if expecting {
                        let sign = self.text[start..end].to_owned();
                        self.report("formula/syntax", start, end, msg!("`{sign}` has no left operand"));
                        self.operand(Formula::True);
                    }
                    self.reduce(|above| match above {
                        Pending::Unary(_) => true,
                        Pending::Binary(above) => {
                            above.level() > operator.level()
                                || (above.level() == operator.level() && !operator.associates_right())
                        }
                        Pending::Open(_) => false,
                    });
                    self.pending.push(Pending::Binary(operator));
                    expecting = true;
                }
                Token::Close => {
                    if expecting && !self.pending.is_empty() {
                        self.report("formula/syntax", start, end, msg!("a formula is expected before `)`"));
                        self.operand(Formula::True);
                    }
                    self.reduce(|above| !matches!(above, Pending::Open(_)));
                    if self.pending.pop().is_none() {
                        self.report("formula/syntax", start, end, msg!("this parenthesis has no opening parenthesis"));
                        if expecting {
                            self.operand(Formula::True);
                        }
                    }
                    expecting = false;
                }
                _ => {
                    if !expecting {
                        self.missing_operator(start, end);
                        self.pending.push(Pending::Binary(Binary::And));
                    }
                    expecting = matches!(token, Token::Unary(_) | Token::Open);
                    self.prefix(token, start, end);
                }
            }
        }
        if expecting && self.diagnostics.is_empty() {
            let end = self.text.trim_end().len();
            let empty = end == 0;
            let message = if empty { msg!("the formula is empty") } else { msg!("a formula is expected at the end") };
            self.report("formula/syntax", end, end, message);
        }
        if expecting {
            self.operand(Formula::True);
        }
        self.finish()
    }

    /// A token that starts an operand.
    fn prefix(&mut self, token: Token, start: usize, end: usize) {
        match token {
            Token::True => self.operand(Formula::True),
            Token::False => self.operand(Formula::False),
            Token::Unary(operator) => self.pending.push(Pending::Unary(operator)),
            Token::Open => self.pending.push(Pending::Open(start)),
            Token::Proposition => match (self.read)(&self.text[start + 1..end - 1], self.file, start + 1) {
                Ok(proposition) => {
                    let atom = self.formulas.intern_proposition(proposition);
                    let inside = &self.text[start + 1..end - 1];
                    let from = start + 1 + (inside.len() - inside.trim_start().len());
                    self.formulas.mention(atom, Span::new(self.file, from, from + inside.trim().len()));
                    self.operand(Formula::Atom(atom));
                }
                Err(diagnostic) => {
                    self.diagnostics.push(diagnostic);
                    self.operand(Formula::True);
                }
            },
            Token::OpenProposition => {
                self.report("formula/syntax", start, end, msg!("this proposition has no closing brace"));
                self.operand(Formula::True);
            }
            Token::Word => {
                let word = &self.text[start..end];
                let advice = match word.to_ascii_lowercase().as_str() {
                    "not" => msg!("negation is written `!`"),
                    "and" => msg!("conjunction is written `&`"),
                    "or" => msg!("disjunction is written `|`"),
                    _ => msg!("propositions are written in braces: `{{{word}}}`"),
                };
                let message = msg!("`{word}` is not an operator");
                self.report("formula/unknown-operator", start, end, message);
                self.advise(advice);
                self.operand(Formula::True);
            }
            Token::Stray | Token::Binary(_) | Token::Close => {
                let sign = self.text[start..end].to_owned();
                self.report("formula/syntax", start, end, msg!("unexpected `{sign}`"));
                self.operand(Formula::True);
            }
        }
    }

    /// Reports a missing operator between two formulas, unless it follows another error.
    fn missing_operator(&mut self, start: usize, end: usize) {
        if self.diagnostics.is_empty() {
            let message = msg!("an operator is missing before this");
            self.report("formula/syntax", start, end, message);
            self.advise(msg!("the operators are `&`, `|`, `->`, `<->`, `U`, `R`, `W`, `M`"));
        }
    }

    /// Reports unclosed parentheses at the end.
    fn finish(&mut self) -> Option<FormulaId> {
        self.reduce(|above| !matches!(above, Pending::Open(_)));
        while let Some(Pending::Open(start)) = self.pending.pop() {
            if self.diagnostics.len() < MAX_DIAGNOSTICS {
                self.report("formula/syntax", start, start + 1, msg!("this parenthesis has no closing parenthesis"));
            }
            self.reduce(|above| !matches!(above, Pending::Open(_)));
        }
        self.operands.pop()
    }

    fn operand(&mut self, formula: Formula) {
        let id = self.formulas.intern(formula);
        self.operands.push(id);
    }

    /// Applies the operators on top of the stack while they bind `stronger` than the next one.
    fn reduce(&mut self, stronger: impl Fn(Pending) -> bool) {
        while let Some(&above) = self.pending.last()
            && stronger(above)
        {
            self.pending.pop();
            let Some(last) = self.operands.pop() else { return };
            let formula = match above {
                Pending::Unary(operator) => Formula::Unary(operator, last),
                Pending::Binary(operator) => {
                    let Some(left) = self.operands.pop() else { return };
                    Formula::Binary(operator, left, last)
                }
                Pending::Open(_) => return,
            };
            self.operand(formula);
        }
    }

    fn report(&mut self, code: &'static str, start: usize, end: usize, message: Message) {
        self.diagnostics.push(Diagnostic::error(code, Span::new(self.file, start, end), message));
    }

    /// Adds a suggestion to the last report.
    fn advise(&mut self, advice: Message) {
        if let Some(last) = self.diagnostics.last_mut() {
            last.suggestion = Some(advice);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, canonical: &str) {
        let mut formulas = Formulas::new();
        let (formula, diagnostics) = parse_formula(text, FileId(0), &mut formulas);
        assert_eq!(diagnostics, []);
        let formula = formula.expect("it parses");
        let printed = formulas.display(formula).to_string();
        assert_eq!(printed, canonical);
        assert_eq!(parse_formula(&printed, FileId(0), &mut formulas), (Some(formula), vec![]));
    }

    /// Each diagnostic as `start..end message`.
    #[track_caller]
    fn check_errors(text: &str, expected: &[&str]) {
        let (formula, diagnostics) = parse_formula(text, FileId(0), &mut Formulas::new());
        let place = |d: &Diagnostic| d.span.map_or(String::new(), |s| format!("{}..{}", s.start, s.end));
        let found: Vec<String> = diagnostics.iter().map(|d| format!("{} {}", place(d), d.message)).collect();
        assert_eq!(found, expected);
        assert_eq!(formula, None);
    }

    #[test]
    fn the_strict_style_is_accepted() {
        check(
            "(GF {terminated} -> F ({terminated} & {return == null}))",
            "G F {terminated} -> F ({terminated} & {return == null})",
        );
        check("! X {visited}", "!X {visited}");
        check("GF{visited}", "G F {visited}");
        check("FG ! {isTree}", "F G !{isTree}");
        check("XX ({isTree} U {visited})", "X X ({isTree} U {visited})");
    }

    #[test]
    fn operators_bind_by_strength() {
        check("G {isTree} -> F {visited}", "G {isTree} -> F {visited}");
        check("{isTree} & {visited} & true", "{isTree} & {visited} & true");
        check("{isTree} & ({visited} & true)", "{isTree} & ({visited} & true)");
        check("{isTree} | {visited} & true U false", "{isTree} | ({visited} & (true U false))");
        check("true -> false -> true", "true -> false -> true");
        check("(true -> false) -> true", "(true -> false) -> true");
        check("true <-> false -> true", "true <-> false -> true");
        check("true U false R true W true M false", "true U (false R (true W (true M false)))");
        check("!{isTree} U {visited}", "!{isTree} U {visited}");
        check("((({isTree})))", "{isTree}");
    }

    #[test]
    fn all_spellings_mean_the_same() {
        check("□◇{isTree}∧¬○{visited}", "G F {isTree} & !X {visited}");
        check("[]<>{isTree} && ~X{visited}", "G F {isTree} & !X {visited}");
        check("{isTree} || {visited} => ⊤ <=> ⊥", "{isTree} | {visited} -> true <-> false");
        check("{isTree}\tV\r\n{visited}", "{isTree} R {visited}");
        check("GFtrueUfalse", "G F true U false");
    }

    #[test]
    fn all_errors_are_reported() {
        check_errors("", &["0..0 the formula is empty"]);
        check_errors(
            "G ({isTree} ->",
            &["14..14 a formula is expected at the end", "2..3 this parenthesis has no closing parenthesis"],
        );
        check_errors("{isTree} {visited}", &["9..18 an operator is missing before this"]);
        check_errors(
            "& {isTree})",
            &["0..1 `&` has no left operand", "10..11 this parenthesis has no opening parenthesis"],
        );
        check_errors("G terminated", &["2..12 `terminated` is not an operator"]);
        check_errors(
            "{foo} U {x == }",
            &["1..4 there is no proposition `foo`", "14..15 a name is expected, not the end of the proposition"],
        );
        check_errors("{isTree U {visited}", &["0..10 this proposition has no closing brace"]);
        check_errors("()", &["1..2 a formula is expected before `)`"]);
        check_errors(
            "{isTree} # 3",
            &["9..10 an operator is missing before this", "9..10 unexpected `#`", "11..12 `3` is not an operator"],
        );
    }

    #[test]
    fn size_is_limited_and_depth_is_not() {
        check_errors(
            &"!".repeat(MAX_OPERATORS + 1),
            &["10000..10001 the formula has more than 10000 operators and operands"],
        );
        let deep = format!("{}true{}", "(".repeat(100_000), ")".repeat(100_000));
        check(&deep, "true");
        let long = format!("{}true", "!".repeat(MAX_OPERATORS - 1));
        check(&long, &long);
        let (_, diagnostics) = parse_formula(&"(".repeat(100_000), FileId(0), &mut Formulas::new());
        assert_eq!(diagnostics.len(), MAX_DIAGNOSTICS);
        let (_, diagnostics) = parse_formula(&")".repeat(100_000), FileId(0), &mut Formulas::new());
        assert_eq!(diagnostics.len(), MAX_DIAGNOSTICS);
    }
}
