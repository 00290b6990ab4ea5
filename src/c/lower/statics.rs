//! What static variables hold where a run starts: their first values, although functions may have changed them before.

use super::*;
use crate::typed::Kind;

/// Which static variables some functions use, and how.
#[derive(Default)]
struct Uses {
    read: FxHashSet<VariableId>,
    written: FxHashSet<VariableId>,
    /// What may be written through pointers.
    taken: FxHashSet<VariableId>,
    /// Whether anything may be.
    writes_through_pointers: bool,
}

impl Uses {
    /// Whether a variable may be changed.
    fn changes(&self, variable: VariableId) -> bool {
        self.written.contains(&variable) || self.writes_through_pointers && self.taken.contains(&variable)
    }

    /// What the code of a function does, and which functions it calls.
    fn add(&mut self, checked: &Checked, function: FunctionId) -> Vec<FunctionId> {
        let Some(body) = &checked.functions[function].body else { return Vec::new() };
        let (mut statements, mut called) = (vec![body.statement], Vec::new());
        while let Some(statement) = statements.pop() {
            let kind = &checked.statements[statement].kind;
            kind.for_each_statement(|inner| statements.push(inner));
            let mut expressions: Vec<&Node> = Vec::new();
            kind.for_each_expression(|node| expressions.push(node));
            for node in expressions {
                self.add_node(checked, node, &mut statements, &mut called);
            }
        }
        called
    }

    /// What an expression does, with all parts of it.
    fn add_node(
        &mut self,
        checked: &Checked,
        node: &Node,
        statements: &mut Vec<StatementId>,
        called: &mut Vec<FunctionId>,
    ) {
        let (variables, types) = (&checked.variables, &checked.types);
        let is_static = |variable: &VariableId| variables[*variable].is_static;
        // Whether what a pointer leads to is not changed through it.
        let is_constant = |node: &Node| types.pointee(node.ty).is_some_and(|to| to.constant);
        let mut only_written: Vec<*const Node> = Vec::new();
        let mut not_taken: Vec<*const Node> = Vec::new();
        node.for_each_part(&mut |part| match &part.kind {
            Kind::Block(block) => statements.push(*block),
            Kind::Call(callee, arguments) => {
                called.push(*callee);
                let gives = |argument: &Node| types.pointee(argument.ty).is_some() && !is_constant(argument);
                self.writes_through_pointers |=
                    checked.functions[*callee].body.is_none() && arguments.iter().any(gives);
            }
            Kind::Assign(place, _) | Kind::Compound(_, place, ..) | Kind::Step { place, .. } => {
                match variable_of(place) {
                    Some(variable) => self.written.extend(Some(variable).filter(is_static)),
                    None => self.writes_through_pointers = true,
                }
                if let (Kind::Assign(..), Kind::Variable(_)) = (&part.kind, &place.kind) {
                    only_written.push(&raw const **place);
                }
            }
            Kind::Convert(inner) if is_constant(part) => not_taken.push(&raw const **inner),
            Kind::Address(place) | Kind::Decay(place)
                if !is_constant(part) && !not_taken.contains(&std::ptr::from_ref(part)) =>
            {
                self.taken.extend(variable_of(place).filter(is_static));
            }
            Kind::Variable(variable) if is_static(variable) && !only_written.contains(&std::ptr::from_ref(part)) => {
                self.read.insert(*variable);
            }
            _ => {}
        });
    }
}

/// The variable of which an expression is a part.
fn variable_of(place: &Node) -> Option<VariableId> {
    let mut at = place;
    loop {
        match &at.kind {
            Kind::Member(of, _) | Kind::Index(of, _) => at = of,
            Kind::Variable(variable) | Kind::Literal(variable, _) => return Some(*variable),
            _ => return None,
        }
    }
}

impl Lowering<'_> {
    /// A run that starts elsewhere than in `main` may come after others, which have changed static variables.
    pub(super) fn assume_first_values(&mut self, start: FunctionId) {
        let checked = self.checked;
        if &*checked.functions[start].name == "main" || self.static_order.is_empty() {
            return;
        }
        let mut all = Uses::default();
        for function in checked.functions.indices() {
            all.add(checked, function);
        }
        let mut used = Uses::default();
        let (mut open, mut known) = (vec![start], FxHashSet::from_iter([start]));
        while let Some(function) = open.pop() {
            open.extend(used.add(checked, function).into_iter().filter(|&callee| known.insert(callee)));
        }
        for (variable, initial) in &checked.statics {
            for (_, value) in initial.iter().flat_map(|initial| &initial.parts) {
                all.add_node(checked, value, &mut Vec::new(), &mut Vec::new());
                if self.static_storage.contains_key(variable) {
                    used.add_node(checked, value, &mut Vec::new(), &mut Vec::new());
                }
            }
        }
        let overwritten = overwritten(checked, start);
        let is_changed = |variable: &VariableId| {
            let declared = &checked.variables[*variable];
            let is_followed = !matches!(self.static_storage[variable], Storage::Unsupported(_) | Storage::Untracked(_));
            declared.is_defined
                && !declared.ty.constant
                && is_followed
                && used.read.contains(variable)
                && !overwritten.contains(variable)
                && all.changes(*variable)
        };
        let changed = self.static_order.iter().filter(|variable| is_changed(variable));
        let names = changed.map(|&variable| {
            let declared = &checked.variables[variable];
            match declared.function {
                Some(function) => format!("{}.{}", checked.functions[function].name, declared.name),
                None => declared.name.to_string(),
            }
        });
        self.diagnostics.extend(first_values(names.collect(), false));
    }
}

/// The variables that a function assigns before anything else can see what they hold.
fn overwritten(checked: &Checked, start: FunctionId) -> FxHashSet<VariableId> {
    let (mut uses, mut found) = (Uses::default(), FxHashSet::default());
    let body = checked.functions[start].body.as_ref().map(|body| &checked.statements[body.statement].kind);
    let Some(StatementKind::Block(list)) = body else { return found };
    for &statement in list {
        let StatementKind::Expression(node) = &checked.statements[statement].kind else { break };
        let (mut statements, mut called) = (Vec::new(), Vec::new());
        uses.add_node(checked, node, &mut statements, &mut called);
        let mut at = node;
        while let Kind::Discard(inner) = &at.kind {
            at = inner;
        }
        let Kind::Assign(place, _) = &at.kind else { break };
        if !statements.is_empty() || !called.is_empty() || uses.writes_through_pointers || !uses.taken.is_empty() {
            break;
        }
        if let Kind::Variable(variable) = place.kind
            && !uses.read.contains(&variable)
        {
            found.insert(variable);
        }
    }
    found
}
