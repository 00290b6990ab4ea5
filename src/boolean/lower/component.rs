//! A procedure: its variables, its scope, its places.

use rustc_hash::FxHashMap;

use super::super::syntax::{Expr, Function, Name, Stmt, StmtKind};
use super::{Scope, Unit, Wanted, lower_expression};
use base::{Diagnostic, Idx, IndexVec, Span, bound, msg, text};
use program::cfa::{Cfa, EdgeId, Location};
use program::guarded::{
    Action, Binary, Domain, Ersm, ErsmComponent, ErsmEdge, ErsmNode, ErsmVariable, ErsmVariableKind, Expression, Unary,
    VariableId,
};

/// The component of a procedure.
pub(super) fn lower<'p, 'a>(unit: &mut Unit<'p, 'a>, function: &'p Function<'a>) -> ErsmComponent {
    let (mut locals, mut names) = (Vec::new(), FxHashMap::default());
    let first = unit.globals.len();
    unit.declare(&function.parameters, text!("parameter"), first, &mut locals, &mut names);
    let parameters = (0..locals.len()).map(|i| VariableId::at(first + i)).collect();
    unit.declare(&function.locals, text!("variable"), first, &mut locals, &mut names);
    let results = (0..function.results.len()).map(|i| VariableId::at(first + locals.len() + i)).collect();
    for (i, &domain) in function.results.iter().enumerate() {
        locals.push(ErsmVariable {
            name: format!("@{i}"),
            kind: ErsmVariableKind::Result,
            domain,
            initial: None,
            span: function.results_span,
        });
    }
    let mut body = Body {
        unit,
        function,
        declared: locals.len(),
        locals,
        names,
        labels: FxHashMap::default(),
        drawn: Vec::new(),
        hidden: FxHashMap::default(),
        next: None,
        results,
        places: IndexVec::new(),
        edges: IndexVec::new(),
        exit: Location(function.places.max(1)),
    };
    body.make_places();
    body.name_places();
    let invariant = body.invariant();
    body.block(&function.body, body.exit);
    if function.body.is_empty() {
        // No edge may leave the exit, so the body needs a separate entry.
        body.jump(Location(0), body.exit, function.end);
    }
    let Body { locals, results, places, edges, exit, .. } = body;
    let (name, span) = (function.name.text.to_owned(), function.span);
    let cfa = Cfa { locations: places, edges, entry: Location(0), exit };
    ErsmComponent { name, locals, parameters, results, cfa, invariant, span }
}

/// A procedure that is being lowered.
pub(super) struct Body<'u, 'p, 'a> {
    pub unit: &'u mut Unit<'p, 'a>,
    pub function: &'p Function<'a>,
    pub locals: Vec<ErsmVariable>,
    /// The number of variables that are not choices.
    declared: usize,
    names: FxHashMap<&'a str, VariableId>,
    pub labels: FxHashMap<&'a str, (Location, Span)>,
    /// The choice variables of the current statement.
    pub drawn: Vec<VariableId>,
    /// The choice variables of each domain, and how many of them the current statement uses.
    hidden: FxHashMap<Domain, (Vec<VariableId>, usize)>,
    /// In a constraint: the assigned values.
    pub next: Option<FxHashMap<VariableId, Expression>>,
    pub results: Vec<VariableId>,
    pub places: IndexVec<Location, ErsmNode>,
    pub edges: IndexVec<EdgeId, ErsmEdge>,
    pub exit: Location,
}

impl<'a> Body<'_, '_, 'a> {
    /// Creates a place for every statement, and the exit.
    fn make_places(&mut self) {
        let end = self.function.end;
        let place = ErsmNode { span: end, labels: Vec::new(), is_fault: false };
        self.places = IndexVec::filled(place, self.exit.index() + 1);
        self.spans(&self.function.body);
    }

    fn spans(&mut self, block: &[Stmt<'a>]) {
        for statement in block {
            self.places[statement.place].span = statement.span;
            match &statement.kind {
                StmtKind::If { branches, otherwise } => {
                    for branch in branches {
                        self.places[branch.place].span = branch.span;
                        self.spans(&branch.body);
                    }
                    self.spans(otherwise);
                }
                StmtKind::While(_, body) => self.spans(body),
                _ => {}
            }
        }
    }

    /// Attaches labels to places.
    fn name_places(&mut self) {
        for &(name, place) in &self.function.labels {
            let (labelled, first) = *self.labels.entry(name.text).or_insert((place, name.span));
            if first == name.span {
                // The place of a statement with a syntax error may be beyond the last.
                if place < self.exit {
                    self.places[place].labels.push(name.text.to_owned());
                }
            } else if labelled != place {
                // A statement may have the same label twice, as some front ends produce it.
                self.unit.duplicate(text!("label"), name, first);
            }
        }
    }

    /// The invariant of all states.
    fn invariant(&mut self) -> Option<Expression> {
        let mut invariant: Option<Expression> = None;
        for (expr, abort) in &self.function.invariants {
            self.start();
            let Some(one) = lower_expression(self, expr, Wanted::Condition) else { continue };
            if !self.drawn.is_empty() {
                let message = msg!("an invariant cannot contain `*`");
                self.report(Diagnostic::error("boolean/choice", expr.span, message));
            }
            let one = if *abort { one.unary(Unary::Not) } else { one };
            invariant = Some(match invariant {
                Some(others) => others.binary(Binary::And, one),
                None => one,
            });
        }
        invariant
    }

    /// Resets the choices of the last statement.
    pub(super) fn start(&mut self) {
        self.drawn.clear();
        self.hidden.values_mut().for_each(|(_, used)| *used = 0);
    }

    pub(super) fn condition(&mut self, expr: &Expr<'a>) -> Option<Expression> {
        lower_expression(self, expr, Wanted::Condition)
    }

    pub(super) fn value(&mut self, expr: &Expr<'a>, domain: Domain) -> Option<Expression> {
        lower_expression(self, expr, Wanted::Value(domain))
    }

    /// An edge that does nothing.
    pub(super) fn jump(&mut self, source: Location, target: Location, span: Span) {
        let action = Action::Assign(Vec::new());
        self.edges.push(ErsmEdge { source, target, guard: None, action, forget: Vec::new(), condition: None, span });
    }
}

impl<'a> Scope<'a> for Body<'_, '_, 'a> {
    fn variable(&mut self, procedure: Option<Name<'a>>, name: Name<'a>) -> Option<VariableId> {
        if let Some(procedure) = procedure {
            let error = Diagnostic::error("boolean/syntax", procedure.span, msg!("only properties can use `::`"));
            self.report(error.suggest(msg!("pass the value as a parameter or result")));
            return None;
        }
        let found = self.names.get(name.text).or_else(|| self.unit.global_names.get(name.text)).copied();
        if found.is_none() {
            let error = match self.unit.constants.get(name.text) {
                Some(constant) => {
                    let message = msg!("`{}` is a constant", name.text);
                    Diagnostic::error("boolean/constant", name.span, message)
                        .label(constant.span, msg!("declared here"))
                }
                None => {
                    let locals = self.locals.iter().filter(|v| !v.is_hidden());
                    let variables = locals.chain(&self.unit.globals).map(|v| v.name.as_str());
                    self.unit.unknown(text!("variable"), name, variables.chain(self.unit.constants.keys().copied()))
                }
            };
            self.report(error);
        }
        found
    }

    fn constant(&self, name: Name<'a>) -> Option<i64> {
        self.unit.constants.get(name.text).map(|constant| constant.value)
    }

    fn next(&mut self, name: Name<'a>) -> Option<VariableId> {
        if self.next.is_none() {
            let message = msg!("`'{}` has a meaning after `constrain` only", name.text);
            self.report(Diagnostic::error("boolean/next", name.span, message));
            return None;
        }
        self.variable(None, name)
    }

    fn assigned(&self, variable: VariableId) -> Option<&Expression> {
        self.next.as_ref()?.get(&variable)
    }

    fn choice(&mut self, domain: Domain, span: Span) -> Option<VariableId> {
        let (known, used) = self.hidden.entry(domain).or_default();
        let variable = known.get(*used).copied().unwrap_or_else(|| {
            let id = VariableId::at(self.unit.globals.len() + self.locals.len());
            known.push(id);
            let name = format!("${}", self.locals.len() - self.declared);
            self.locals.push(ErsmVariable { name, kind: ErsmVariableKind::Choice, domain, initial: None, span });
            id
        });
        *used += 1;
        self.drawn.push(variable);
        Some(variable)
    }

    fn domain(&self, variable: VariableId) -> Domain {
        super::domain(&self.unit.globals, &self.locals, variable)
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.unit.diagnostics.push(diagnostic);
        bound(self.unit.diagnostics);
    }
}

/// Reports statements of each procedure that no run can reach, whatever the values.
pub(super) fn unreachable(ersm: &Ersm) -> Vec<Diagnostic> {
    let mut notes = Vec::new();
    for component in &ersm.components {
        let mut reached = IndexVec::<Location, bool>::filled(false, component.cfa.locations.len());
        let mut open = vec![component.cfa.entry];
        while let Some(place) = open.pop() {
            if !std::mem::replace(&mut reached[place], true) {
                open.extend(component.cfa.edges_from(place).map(|(_, edge)| edge.target));
            }
        }
        let mut before = true;
        for place in (0..component.cfa.exit.0).map(Location) {
            if before && !reached[place] {
                let span = component.cfa.locations[place].span;
                notes.push(Diagnostic::note("boolean/unreachable", span, msg!("unreachable statement")));
            }
            before = reached[place];
        }
    }
    notes
}
