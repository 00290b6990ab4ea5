//! Expressions: resolves names, converts between booleans and integers.

use super::super::syntax::{Expr, Name, Node};
use base::{Diagnostic, Span, msg};
use program::guarded::{Binary, Domain, Expression, Instruction, Unary, VariableId};

/// Maximum length of an expression after substituting the values of `'x`.
const LENGTH: usize = 1 << 20;

/// The scope of an expression. Unknown names are reported.
pub(crate) trait Scope<'a> {
    /// The constant with this name.
    fn constant(&self, name: Name<'a>) -> Option<i64>;
    /// The variable with this name, in the procedure if one is given.
    fn variable(&mut self, procedure: Option<Name<'a>>, name: Name<'a>) -> Option<VariableId>;
    /// The variable with this name, for its value after the step.
    fn next(&mut self, name: Name<'a>) -> Option<VariableId>;
    /// The value that the step assigns to a variable.
    fn assigned(&self, variable: VariableId) -> Option<&Expression>;
    /// A variable for a value chosen from a domain.
    fn choice(&mut self, domain: Domain, span: Span) -> Option<VariableId>;
    /// The domain of a variable.
    fn domain(&self, variable: VariableId) -> Domain;
    /// Receives a diagnostic.
    fn report(&mut self, diagnostic: Diagnostic);
}

/// The use of an expression's value.
#[derive(Clone, Copy)]
pub(crate) enum Wanted {
    /// As a truth value.
    Condition,
    /// Stored in a variable of this domain.
    Value(Domain),
}

/// A node with resolved names.
enum Step {
    Instruction(Instruction),
    Next(VariableId),
    Choice(Domain),
    Unresolved,
}

/// An operand on the stack.
struct Operand {
    /// Its last node.
    node: usize,
    /// Whether its value may differ from 0 and 1.
    is_integer: bool,
    /// The `*` that may become its value unchanged.
    choices: Vec<usize>,
}

impl Operand {
    fn constant(&mut self, value: i64) -> Step {
        self.is_integer = !matches!(value, 0 | 1);
        Step::Instruction(Instruction::Constant(value))
    }
}

/// The expression over variables; `None`: there is an error, which was reported.
pub(crate) fn lower_expression<'a>(scope: &mut impl Scope<'a>, expr: &Expr<'a>, wanted: Wanted) -> Option<Expression> {
    let mut typing = Typing { scope, steps: Vec::with_capacity(expr.nodes.len()), as_boolean: Vec::new() };
    typing.as_boolean.resize(expr.nodes.len(), false);
    let mut stack = Vec::new();
    for &(node, span) in &expr.nodes {
        let operand = typing.node(node, span, &mut stack)?;
        stack.push(operand);
    }
    let root = stack.pop()?;
    match wanted {
        Wanted::Condition => typing.as_boolean[root.node] |= root.is_integer,
        Wanted::Value(domain) => root.choices.iter().for_each(|&node| typing.steps[node] = Step::Choice(domain)),
    }
    let Typing { steps, as_boolean, .. } = typing;
    if steps.iter().any(|step| matches!(step, Step::Unresolved)) {
        return None;
    }
    let mut out = Vec::with_capacity(steps.len());
    // The position of each instruction.
    let mut spans = Vec::with_capacity(steps.len());
    for ((step, as_boolean), &(_, span)) in steps.into_iter().zip(as_boolean).zip(&expr.nodes) {
        match step {
            Step::Instruction(Instruction::Constant(value)) if as_boolean => {
                out.push(Instruction::Constant(i64::from(value != 0)));
            }
            Step::Instruction(instruction) => out.push(instruction),
            Step::Next(variable) => match scope.assigned(variable) {
                Some(value) => {
                    out.extend(&value.0);
                    out.push(Instruction::Fit(scope.domain(variable)));
                }
                None => out.push(Instruction::Variable(variable)),
            },
            Step::Choice(domain) => out.push(Instruction::Variable(scope.choice(domain, span)?)),
            Step::Unresolved => {}
        }
        if as_boolean && !matches!(out.last(), Some(Instruction::Constant(_))) {
            out.push(Instruction::Unary(Unary::IsNonzero));
        }
        if out.len() > LENGTH {
            let message = msg!("this expression becomes too long after substitution");
            let advice = msg!("assign in several steps, so that names with `'` repeat less");
            scope.report(Diagnostic::error("boolean/size", expr.span, message).suggest(advice));
            return None;
        }
        spans.resize(out.len(), span);
    }
    in_range(scope, Expression(out), &spans)
}

/// The expression if all intermediate values fit into 64 bits.
fn in_range<'a>(scope: &mut impl Scope<'a>, expression: Expression, spans: &[Span]) -> Option<Expression> {
    if expression.range(|v| scope.domain(v)).is_some() {
        return Some(expression);
    }
    // Bisects for the first instruction that fails; all later ones fail too.
    let (mut good, mut bad) = (0, expression.0.len());
    while good + 1 < bad {
        let middle = good.midpoint(bad);
        let fits = Expression(expression.0[..middle].to_vec()).ranges(|v| scope.domain(v)).is_some();
        *(if fits { &mut good } else { &mut bad }) = middle;
    }
    let advice = msg!("use variables with smaller ranges; shift amounts must not be negative");
    let message = msg!("intermediate values may exceed 64 bits");
    scope.report(Diagnostic::error("boolean/range", spans[bad - 1], message).suggest(advice));
    None
}

struct Typing<'s, S> {
    scope: &'s mut S,
    steps: Vec<Step>,
    /// The nodes whose value is compared with 0.
    as_boolean: Vec<bool>,
}

impl<'a, S: Scope<'a>> Typing<'_, S> {
    /// Pops the operands of a node and returns its value.
    fn node(&mut self, node: Node<'a>, span: Span, stack: &mut Vec<Operand>) -> Option<Operand> {
        let mut value = Operand { node: self.steps.len(), is_integer: false, choices: Vec::new() };
        let step = match node {
            Node::Constant(constant) => value.constant(constant),
            Node::Variable(name) => match self.scope.constant(name) {
                Some(constant) => value.constant(constant),
                None => self.variable(None, name, &mut value),
            },
            Node::Qualified(procedure, name) => self.variable(Some(procedure), name, &mut value),
            Node::Next(name) => self.scope.next(name).map_or(Step::Unresolved, |variable| {
                value.is_integer = self.scope.domain(variable) != Domain::Boolean;
                Step::Next(variable)
            }),
            Node::Choice => {
                value.choices.push(value.node);
                Step::Choice(Domain::Boolean)
            }
            Node::Unary(operator) => {
                stack.pop()?;
                value.is_integer = operator == Unary::Negate;
                Step::Instruction(Instruction::Unary(operator))
            }
            Node::Binary(operator) => {
                let (right, left) = (stack.pop()?, stack.pop()?);
                self.check(operator, &left, &right, span);
                if is_logical(operator) {
                    self.as_boolean[left.node] |= left.is_integer;
                    self.as_boolean[right.node] |= right.is_integer;
                }
                value.is_integer = is_arithmetic(operator);
                Step::Instruction(Instruction::Binary(operator))
            }
            Node::Select => {
                let (mut otherwise, then, condition) = (stack.pop()?, stack.pop()?, stack.pop()?);
                self.as_boolean[condition.node] |= condition.is_integer;
                value.is_integer = then.is_integer || otherwise.is_integer;
                otherwise.choices.extend(then.choices);
                value.choices = otherwise.choices;
                Step::Instruction(Instruction::Select)
            }
        };
        self.steps.push(step);
        Some(value)
    }

    fn variable(&mut self, procedure: Option<Name<'a>>, name: Name<'a>, value: &mut Operand) -> Step {
        let Some(variable) = self.scope.variable(procedure, name) else { return Step::Unresolved };
        value.is_integer = self.scope.domain(variable) != Domain::Boolean;
        Step::Instruction(Instruction::Variable(variable))
    }

    /// Warns about likely mistakes.
    fn check(&mut self, operator: Binary, left: &Operand, right: &Operand, span: Span) {
        let zero = matches!(self.steps[right.node], Step::Instruction(Instruction::Constant(0)));
        let warning = match operator {
            Binary::Divide if zero => ("boolean/division", msg!("division by zero: `a / 0` is 0")),
            Binary::Remainder if zero => ("boolean/division", msg!("division by zero: `a % 0` is `a`")),
            _ if is_logical(operator) && left.is_integer && right.is_integer => (
                "boolean/logical",
                msg!("bitwise operators are not supported: both integers are converted with `!= 0`"),
            ),
            _ if !is_logical(operator)
                && (!left.choices.is_empty() || !right.choices.is_empty())
                && (left.is_integer || right.is_integer || is_arithmetic(operator)) =>
            {
                ("boolean/choice", msg!("inside an operation, `*` is a boolean: 0 or 1"))
            }
            _ => return,
        };
        self.scope.report(Diagnostic::warning(warning.0, span, warning.1));
    }
}

fn is_logical(operator: Binary) -> bool {
    matches!(operator, Binary::And | Binary::Or | Binary::Xor | Binary::Implies)
}

fn is_arithmetic(operator: Binary) -> bool {
    use Binary as B;
    matches!(operator, B::Add | B::Subtract | B::Multiply | B::Divide | B::Remainder | B::ShiftLeft | B::ShiftRight)
}
