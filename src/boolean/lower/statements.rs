//! Statements: one edge each, two for conditions.

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::parser::choice;
use super::super::syntax::{Expr, Name, Stmt, StmtKind};
use super::Scope;
use super::component::Body;
use base::{Diagnostic, Idx, Message, Span, msg, text};
use program::cfa::{EdgeId, Location};
use program::guarded::{Action, Domain, ErsmEdge, ErsmNode, Expression, Instruction, Unary, VariableId};

impl<'a> Body<'_, '_, 'a> {
    /// Statements, the last of which continues at `after`.
    pub(super) fn block(&mut self, block: &[Stmt<'a>], after: Location) {
        for (i, statement) in block.iter().enumerate() {
            let next = block.get(i + 1).map_or(after, |s| s.place);
            self.statement(statement, next);
        }
    }

    fn statement(&mut self, statement: &Stmt<'a>, next: Location) {
        let &Stmt { place, span, .. } = statement;
        self.start();
        let at = At { source: place, target: next, span };
        match &statement.kind {
            StmtKind::Skip(values) => {
                values.iter().for_each(|value| _ = self.condition(value));
                self.jump(place, next, span);
            }
            StmtKind::Assign { targets, values, constraint } => {
                self.assign(targets, values, constraint.as_ref(), at);
            }
            StmtKind::Call { targets, callee, arguments } => self.call(targets.as_deref(), *callee, arguments, at),
            StmtKind::If { branches, otherwise } => {
                for (i, branch) in branches.iter().enumerate() {
                    let first = |block: &[Stmt<'a>]| block.first().map_or(next, |s| s.place);
                    let then = first(&branch.body);
                    let otherwise = branches.get(i + 1).map_or_else(|| first(otherwise), |b| b.place);
                    self.start();
                    self.decide(
                        &branch.condition,
                        At { source: branch.place, target: then, span: branch.span },
                        otherwise,
                    );
                    self.block(&branch.body, next);
                }
                self.block(otherwise, next);
            }
            StmtKind::While(condition, body) => {
                let first = body.first().map_or(place, |s| s.place);
                self.decide(condition, At { target: first, ..at }, next);
                self.block(body, place);
            }
            StmtKind::Goto(labels) => {
                for label in labels {
                    match self.labels.get(label.text) {
                        Some(&(target, _)) => self.jump(place, target, span),
                        None => self.unknown_label(*label),
                    }
                }
            }
            StmtKind::Return(values) => self.give_back(values, at),
            StmtKind::Assert(condition) => {
                let Some(condition) = self.condition(condition) else { return };
                if !is_constant(&condition, true) {
                    let fault = self.places.push(ErsmNode { span, labels: Vec::new(), is_fault: true });
                    let guard = (!is_constant(&condition, false)).then(|| condition.clone().unary(Unary::Not));
                    self.edge(At { target: fault, ..at }, guard, Action::Assign(Vec::new()), &[]);
                }
                if !is_constant(&condition, false) {
                    self.guarded(at, condition);
                }
            }
            StmtKind::Assume(condition) => {
                if let Some(condition) = self.condition(condition) {
                    self.guarded(at, condition);
                }
            }
            StmtKind::Dead(names) => {
                if let Some(variables) = self.distinct(names) {
                    let forget: Vec<VariableId> = variables.into_iter().flatten().collect();
                    self.edge(at, None, Action::Assign(Vec::new()), &forget);
                }
            }
        }
    }

    fn edge(&mut self, at: At, guard: Option<Expression>, action: Action, forget: &[VariableId]) -> EdgeId {
        let forget = forget.iter().chain(&self.drawn).copied().collect();
        let At { source, target, span } = at;
        self.edges.push(ErsmEdge { source, target, guard, action, forget, condition: None, span })
    }

    /// An edge guarded by a condition.
    fn guarded(&mut self, at: At, condition: Expression) -> EdgeId {
        let guard = (!is_constant(&condition, true)).then_some(condition);
        self.edge(at, guard, Action::Assign(Vec::new()), &[])
    }

    /// An edge for each possible value of a condition.
    fn decide(&mut self, condition: &Expr<'a>, at: At, otherwise: Location) {
        let Some(condition) = self.condition(condition) else { return };
        let negation = match condition.0[..] {
            [Instruction::Constant(value)] => Expression::constant(1 - value),
            _ => condition.clone().unary(Unary::Not),
        };
        for (guard, target, value) in [(condition, at.target, true), (negation, otherwise, false)] {
            if !is_constant(&guard, false) {
                let edge = self.guarded(At { target, ..at }, guard);
                self.edges[edge].condition = Some(value);
            }
        }
    }

    fn assign(&mut self, targets: &[Name<'a>], values: &[Expr<'a>], constraint: Option<&Expr<'a>>, at: At) {
        let variables = self.distinct_targets(targets);
        if targets.len() != values.len() {
            let message = msg!("{} for {}", values_of(values.len()), variables_of(targets.len()));
            self.report(Diagnostic::error("boolean/arity", at.span, message));
        }
        let Some(variables) = variables else {
            values.iter().for_each(|value| _ = self.condition(value));
            return;
        };
        let (assignments, forget) = self.store(&variables, values, constraint.is_some());
        let mut guard = None;
        if let Some(constraint) = constraint {
            let assigned: FxHashMap<_, _> = assignments.iter().cloned().collect();
            self.next = Some(assigned);
            guard = self.condition(constraint).filter(|guard| !is_constant(guard, true));
            self.next = None;
        }
        self.edge(at, guard, Action::Assign(assignments), &forget);
    }

    /// The assigned values, and the variables that get any value; with `draw`, the value is chosen first.
    fn store(
        &mut self,
        variables: &[Option<VariableId>],
        values: &[Expr<'a>],
        draw: bool,
    ) -> (Vec<(VariableId, Expression)>, Vec<VariableId>) {
        let (mut assignments, mut forget) = (Vec::new(), Vec::new());
        for (variable, value) in variables.iter().zip(values) {
            let domain = variable.map_or(Domain::Boolean, |v| self.domain(v));
            if let (Some(variable), true, false) = (*variable, value.is_choice(), draw) {
                forget.push(variable);
            } else if let (Some(value), Some(variable)) = (self.value(value, domain), *variable) {
                assignments.push((variable, value));
            }
        }
        (assignments, forget)
    }

    fn give_back(&mut self, values: &[Expr<'a>], at: At) {
        let results: Vec<Option<VariableId>> = self.results.iter().copied().map(Some).collect();
        if values.len() != results.len() {
            let name = self.function.name;
            let wanted = results_of(results.len());
            let message = msg!("`{}` has {wanted}, but {} given", name.text, values_are(values.len()));
            let error = Diagnostic::error("boolean/arity", at.span, message);
            self.report(error.label(name.span, msg!("declared here")));
        }
        let (assignments, forget) = self.store(&results, values, false);
        self.edge(At { target: self.exit, ..at }, None, Action::Assign(assignments), &forget);
    }

    fn call(&mut self, targets: Option<&[Name<'a>]>, name: Name<'a>, values: &[Expr<'a>], at: At) {
        let variables = targets.map(|targets| self.distinct_targets(targets));
        let functions = self.unit.functions;
        let Some(&callee) = self.unit.procedures.get(name.text) else {
            let mut error = self.unit.unknown(text!("procedure"), name, functions.iter().map(|f| f.name.text));
            if name.text == "choose" {
                error = error.suggest(choice());
            }
            self.report(error);
            values.iter().for_each(|value| _ = self.condition(value));
            return;
        };
        let function = &functions[callee.index()];
        let (parameters, results) = (&function.parameters, function.results.len());
        if parameters.len() != values.len() {
            let wanted = parameters_of(parameters.len());
            let message = msg!("`{}` has {wanted}, but {} given", name.text, values_are(values.len()));
            self.wrong_arity(name, function.name.span, message);
        }
        let domains = parameters.iter().map(|p| p.domain).chain(std::iter::repeat(Domain::Boolean));
        let arguments = values.iter().zip(domains).filter_map(|(value, domain)| self.value(value, domain)).collect();
        let targets = match variables {
            None => vec![None; results],
            Some(None) => return,
            Some(Some(variables)) => variables,
        };
        if targets.len() != results {
            let wanted = results_of(results);
            let message = msg!("`{}` has {wanted}, but {} assigned", name.text, variables_are(targets.len()));
            self.wrong_arity(name, function.name.span, message);
        }
        self.edge(at, None, Action::Call { callee, arguments, results: targets }, &[]);
    }

    fn wrong_arity(&mut self, name: Name<'a>, declared: Span, message: Message) {
        let error = Diagnostic::error("boolean/arity", name.span, message);
        self.report(error.label(declared, msg!("declared here")));
    }

    /// The variables, `None` for `_`; nothing if there is an error.
    fn distinct_targets(&mut self, names: &[Name<'a>]) -> Option<Vec<Option<VariableId>>> {
        let ignored = |name: &Name<'a>| name.is_ignored();
        if !names.iter().any(ignored) {
            return self.distinct(names);
        }
        let named: Vec<Name<'a>> = names.iter().copied().filter(|name| !name.is_ignored()).collect();
        let mut variables = self.distinct(&named)?.into_iter();
        Some(names.iter().map(|name| if ignored(name) { None } else { variables.next().flatten() }).collect())
    }

    /// The variables, which must be distinct; nothing if there is an error.
    fn distinct(&mut self, names: &[Name<'a>]) -> Option<Vec<Option<VariableId>>> {
        let mut seen = FxHashSet::default();
        let mut variables = Some(Vec::with_capacity(names.len()));
        for &name in names {
            let variable = self.variable(None, name);
            let again = variable.is_some_and(|v| !seen.insert(v));
            if again {
                let message = msg!("`{}` occurs twice", name.text);
                self.report(Diagnostic::error("boolean/duplicate", name.span, message));
            }
            variables = variables.filter(|_| variable.is_some() && !again);
            variables.iter_mut().for_each(|variables| variables.push(variable));
        }
        variables
    }

    fn unknown_label(&mut self, label: Name<'a>) {
        let all = self.unit.functions.iter().flat_map(|f| f.labels.iter().map(move |l| (f, l.0)));
        let error = match self.unit.affordable(all).find(|(_, l)| l.text == label.text) {
            Some((function, there)) => {
                let message = msg!("label `{}` is in another procedure, `{}`", label.text, function.name.text);
                Diagnostic::error("boolean/label", label.span, message).label(there.span, msg!("here"))
            }
            None => self.unit.unknown(text!("label"), label, self.function.labels.iter().map(|l| l.0.text)),
        };
        self.report(error);
    }
}

/// The position of an edge.
#[derive(Clone, Copy)]
struct At {
    source: Location,
    target: Location,
    span: Span,
}

/// Whether a condition is constantly true or false.
fn is_constant(condition: &Expression, value: bool) -> bool {
    condition.0 == [Instruction::Constant(i64::from(value))]
}

/// `1 value`, `2 values`.
fn values_of(count: usize) -> Message {
    if count == 1 { msg!("1 value") } else { msg!("{count} values") }
}

fn variables_of(count: usize) -> Message {
    if count == 1 { msg!("1 variable") } else { msg!("{count} variables") }
}

fn results_of(count: usize) -> Message {
    if count == 1 { msg!("1 result") } else { msg!("{count} results") }
}

fn parameters_of(count: usize) -> Message {
    if count == 1 { msg!("1 parameter") } else { msg!("{count} parameters") }
}

/// `1 value is`, `2 values are`.
fn values_are(count: usize) -> Message {
    if count == 1 { msg!("1 value is") } else { msg!("{count} values are") }
}

fn variables_are(count: usize) -> Message {
    if count == 1 { msg!("1 variable is") } else { msg!("{count} variables are") }
}
