//! Jumps into blocks: the variables of a block come to be where it is entered, also by a jump past their declarations
//! (C11 6.2.4).

use super::super::typed::{Kind, LabelId, StatementId, StatementKind};
use super::access::Content;
use super::*;

/// The blocks of a function that jumps may enter.
#[derive(Default)]
pub(super) struct Jumps {
    /// The variables of each block that has labels: they are there as soon as it is entered.
    entered: FxHashMap<StatementId, Vec<VariableId>>,
    /// The same variables.
    early: FxHashSet<VariableId>,
    /// The blocks around each label, outermost first.
    labels: FxHashMap<LabelId, Vec<StatementId>>,
    /// The blocks between a `switch` and each of its cases; `None` for the default.
    cases: FxHashMap<(StatementId, Option<usize>), Vec<StatementId>>,
}

/// Finds the blocks around labels.
struct Search<'a> {
    checked: &'a Checked,
    found: Jumps,
    blocks: Vec<StatementId>,
    /// Every `switch` around, with the number of blocks around it.
    switches: Vec<(StatementId, usize)>,
}

impl Jumps {
    pub(super) fn new(checked: &Checked, body: StatementId) -> Self {
        let mut search = Search { checked, found: Jumps::default(), blocks: Vec::new(), switches: Vec::new() };
        search.statement(body);
        search.found
    }
}

impl Search<'_> {
    fn statement(&mut self, id: StatementId) {
        let checked = self.checked;
        let Some(statement) = checked.statements.get(id) else { return };
        let is_block = matches!(statement.kind, StatementKind::Block(_) | StatementKind::For { .. });
        let is_switch = matches!(statement.kind, StatementKind::Switch(..));
        match &statement.kind {
            StatementKind::Label(label, _) => {
                self.reached_by_jumps(0);
                self.found.labels.insert(*label, self.blocks.clone());
            }
            StatementKind::Case(..) | StatementKind::Default(_) => {
                if let Some(&(switch, around)) = self.switches.last() {
                    let number = if let StatementKind::Case(number, _) = statement.kind { Some(number) } else { None };
                    self.reached_by_jumps(around);
                    self.found.cases.insert((switch, number), self.blocks[around..].to_vec());
                }
            }
            _ => {}
        }
        if is_block {
            self.blocks.push(id);
        }
        if is_switch {
            self.switches.push((id, self.blocks.len()));
        }
        statement.kind.for_each_expression(|node| {
            node.for_each_part(&mut |part| {
                if let Kind::Block(inner) = part.kind {
                    self.statement(inner);
                }
            });
        });
        statement.kind.for_each_statement(|inner| self.statement(inner));
        if is_switch {
            self.switches.pop();
        }
        if is_block {
            self.blocks.pop();
        }
    }

    /// Jumps may enter the blocks around, but for so many.
    fn reached_by_jumps(&mut self, around: usize) {
        for &block in &self.blocks[around..] {
            if !self.found.entered.contains_key(&block) {
                let variables = variables_of(self.checked, block);
                self.found.early.extend(&variables);
                self.found.entered.insert(block, variables);
            }
        }
    }
}

/// The variables that a block declares itself.
fn variables_of(checked: &Checked, block: StatementId) -> Vec<VariableId> {
    let list = match &checked.statements[block].kind {
        StatementKind::Block(list) => list.as_slice(),
        StatementKind::For { first: Some(first), .. } => match &checked.statements[*first].kind {
            StatementKind::Block(list) => list.as_slice(),
            _ => &[],
        },
        _ => &[],
    };
    let declared = list.iter().filter_map(|&statement| match checked.statements[statement].kind {
        StatementKind::Declare(variable, _) => Some(variable),
        _ => None,
    });
    declared.collect()
}

impl Lowering<'_> {
    /// Begins a block, from its start.
    pub(super) fn open(&mut self, block: StatementId) {
        self.blocks.push(OpenBlock { id: block, objects: Vec::new() });
        self.enter(block, true, self.checked.statements[block].span);
    }

    /// Ends a block, with the objects of its variables.
    pub(super) fn close(&mut self) {
        let Some(block) = self.blocks.last() else { return };
        let scope = self.checked.statements[block.id].span;
        for variable in variables_of(self.checked, block.id) {
            if let Some(storage) = self.storage.get(&variable) {
                storage.for_each_local(&mut |local| self.graph.set_scope(local, scope));
            }
        }
        if !block.objects.is_empty() {
            let span = self.checked.statements[block.id].span;
            let end = Span { start: span.end.saturating_sub(1).max(span.start), ..span };
            let around = std::mem::replace(&mut self.graph.statement, end);
            self.end_blocks(self.blocks.len() - 1, end);
            self.graph.statement = around;
        }
        self.blocks.pop();
    }

    /// Jumps to a label.
    pub(super) fn jump_to(&mut self, label: LabelId, span: Span) {
        let around = self.jumps.labels.get(&label).cloned().unwrap_or_default();
        let shared = around.iter().zip(&self.blocks).take_while(|(a, b)| **a == b.id).count();
        self.end_blocks(shared, span);
        around[shared..].iter().for_each(|&block| self.enter(block, false, span));
        self.jump(self.labels[label.index()], span);
    }

    /// Where a `switch` branches to for a case, which is at `target`.
    pub(super) fn way_to_case(
        &mut self,
        switch: StatementId,
        case: Option<usize>,
        target: Location,
        span: Span,
    ) -> Location {
        let around = self.jumps.cases.get(&(switch, case)).cloned().unwrap_or_default();
        if around.iter().all(|block| self.jumps.entered.get(block).is_none_or(Vec::is_empty)) {
            return target;
        }
        let (way, here) = (self.graph.fresh(), self.graph.here);
        self.graph.here = way;
        around.iter().for_each(|&block| self.enter(block, false, span));
        self.graph.goto(target, span);
        self.graph.here = here;
        way
    }

    /// Makes the variables of a block, if it may be entered by jumps. They have any value. `is_innermost`: it is the innermost open
    /// block, not one that a jump leads into.
    fn enter(&mut self, block: StatementId, is_innermost: bool, span: Span) {
        let checked = self.checked;
        for variable in self.jumps.entered.get(&block).cloned().unwrap_or_default() {
            let storage = self.local_storage(variable);
            let ty = checked.variables[variable].ty.ty;
            match is_innermost {
                true => self.allocate_own(&storage, ty, span),
                false => self.allocate(&storage, ty, span),
            }
            if !matches!(storage, Storage::Unsupported(_) | Storage::Untracked(_)) {
                let place = self.place_of(&storage, ty, span);
                self.fill(&place, ty, Content::Any, span);
            }
        }
    }

    /// Whether a variable is there before its declaration is reached.
    pub(super) fn is_early(&self, variable: VariableId) -> bool {
        self.jumps.early.contains(&variable)
    }
}
