//! The order of the bits of variables: variables that interact are neighbours, wherever they are declared.
//!
//! Variables interact in assignments, comparisons, conditions, as argument and parameter, as result and target, and in
//! successive statements. They are placed on a line such that interacting variables are close to each other, by the
//! method FORCE [Aloul, Markov, Sakallah, GLSVLSI 2003]: each variable repeatedly moves to the mean of the centres of
//! its groups.

use petgraph::unionfind::UnionFind;
use rustc_hash::{FxHashMap, FxHashSet};

use base::{CompactSort, Idx};
use program::cfa::ProcedureId;
use program::guarded::{Action, Ersm, ErsmComponent, ErsmEdge, Expression, Instruction, VariableId};

/// The weight of direct interaction, relative to sharing one statement or successive statements.
const DIRECT: u32 = 4;
/// Maximum number of rounds that improve the line, and of consecutive rounds without success.
const ROUNDS: usize = 100;
const PATIENCE: usize = 8;
/// Maximum number of group members visited in all rounds together; there is at least one round.
const WORK: usize = 1 << 22;

/// A column: a variable, or several variables of different components that are passed from one to the other unchanged,
/// so that the copies of one bit relate them.
pub(super) type Column = usize;

/// Variables that interact.
struct Group {
    weight: u32,
    columns: Vec<Column>,
}

/// The groups of variables with interleaved bits.
pub(super) struct Order {
    /// By component, the columns of the variables in scope.
    columns: Vec<Vec<Column>>,
    /// The columns in groups with interleaved bits, topmost first.
    pub(super) clusters: Vec<Vec<Column>>,
}

impl Order {
    pub(super) fn new(ersm: &Ersm) -> Self {
        let columns = columns(ersm);
        let width = columns.iter().flatten().max().map_or(0, |last| last + 1);
        let mut groups = Groups { columns: &columns, all: Vec::new(), known: FxHashMap::default() };
        for (id, component) in ersm.components.iter_enumerated() {
            groups.component(ersm, id, component);
        }
        let groups = groups.all;
        let line = line(width, &groups);
        let mut place = vec![0; width];
        line.iter().enumerate().for_each(|(position, &column)| place[column] = position);
        let clusters = clusters(ersm, &columns, &groups, &place);
        Self { columns, clusters }
    }

    /// The column of a variable.
    pub(super) fn column(&self, component: ProcedureId, variable: usize) -> Column {
        self.columns[component.index()][variable]
    }
}

/// By component, a column for each variable in scope, globals first. Variables of one scope never share a column.
fn columns(ersm: &Ersm) -> Vec<Vec<Column>> {
    let globals = ersm.globals.len();
    let mut first = Vec::new();
    let mut next = globals;
    for component in &ersm.components {
        first.push(next);
        next += component.locals.len();
    }
    let cell = |at: ProcedureId, v: VariableId| {
        if v.index() < globals { v.index() } else { first[at.index()] + v.index() - globals }
    };
    let mut same = UnionFind::<usize>::new(next);
    // The components of the variables in a column, by its representative.
    let mut owners: FxHashMap<usize, FxHashSet<ProcedureId>> = FxHashMap::default();
    let mut share = |(at, a): (ProcedureId, VariableId), (other, b): (ProcedureId, VariableId)| {
        let is_local = a.index() >= globals && b.index() >= globals;
        if !is_local || ersm.variable(at, a).domain != ersm.variable(other, b).domain {
            return;
        }
        let (a, b) = (same.find(cell(at, a)), same.find(cell(other, b)));
        let of = |owners: &mut FxHashMap<usize, FxHashSet<ProcedureId>>, cell, at| {
            owners.remove(&cell).unwrap_or_else(|| FxHashSet::from_iter([at]))
        };
        if a == b {
            return;
        }
        let (mut few, mut many) = (of(&mut owners, a, at), of(&mut owners, b, other));
        if few.is_disjoint(&many) {
            same.union(a, b);
            if few.len() > many.len() {
                std::mem::swap(&mut few, &mut many);
            }
            many.extend(few);
            owners.insert(same.find(a), many);
        } else {
            owners.extend([(a, few), (b, many)]);
        }
    };
    for (id, component) in ersm.components.iter_enumerated() {
        for edge in &component.cfa.edges {
            let Action::Call { callee, arguments, results } = &edge.action else { continue };
            let called = &ersm.components[*callee];
            for (&parameter, argument) in called.parameters.iter().zip(arguments) {
                if let [Instruction::Variable(variable)] = argument.0[..] {
                    share((id, variable), (*callee, parameter));
                }
            }
            for (&result, target) in called.results.iter().zip(results) {
                if let Some(target) = *target {
                    share((id, target), (*callee, result));
                }
            }
        }
    }
    let mut numbers: FxHashMap<usize, Column> = FxHashMap::default();
    let mut number = |cell: usize| {
        let next = numbers.len();
        *numbers.entry(same.find(cell)).or_insert(next)
    };
    let of_globals: Vec<Column> = (0..globals).map(&mut number).collect();
    let scope = |(id, component): (ProcedureId, &ErsmComponent)| {
        let own = first[id.index()];
        of_globals.iter().copied().chain((own..own + component.locals.len()).map(&mut number)).collect()
    };
    ersm.components.iter_enumerated().map(scope).collect()
}

/// Collects groups of columns that interact.
struct Groups<'c> {
    columns: &'c [Vec<Column>],
    all: Vec<Group>,
    /// Each group once, with its position.
    known: FxHashMap<Vec<Column>, usize>,
}

impl Groups<'_> {
    fn add(&mut self, weight: u32, mut columns: Vec<Column>) {
        columns.compact_sort();
        columns.dedup();
        if columns.len() < 2 {
            return;
        }
        match self.known.get(&columns) {
            Some(&position) => self.all[position].weight = self.all[position].weight.max(weight),
            None => {
                self.known.insert(columns.clone(), self.all.len());
                self.all.push(Group { weight, columns });
            }
        }
    }

    fn component(&mut self, ersm: &Ersm, id: ProcedureId, component: &ErsmComponent) {
        let scope = &self.columns[id.index()];
        let of = |variables: &mut dyn Iterator<Item = VariableId>| -> Vec<Column> {
            variables.map(|v| scope[v.index()]).collect()
        };
        let mut into = vec![0_u32; component.cfa.locations.len()];
        component.cfa.edges.iter().for_each(|edge| into[edge.target.index()] += 1);
        let mut statements: Vec<Vec<Column>> = Vec::new();
        for edge in &component.cfa.edges {
            let mut mentioned = Vec::new();
            edge.for_each_read(|v| mentioned.push(v));
            edge.for_each_write(|v| mentioned.push(v));
            statements.push(of(&mut mentioned.into_iter()));
        }
        for (position, edge) in component.cfa.edges.iter().enumerate() {
            self.edge(ersm, scope, edge);
            self.add(1, statements[position].clone());
            // The only predecessor: the statement always follows it directly.
            if into[edge.target.index()] == 1 {
                for (next, _) in component.cfa.edges_from(edge.target) {
                    let both = statements[position].iter().chain(&statements[next.index()]).copied();
                    self.add(1, both.collect());
                }
            }
        }
        if let Some(invariant) = &component.invariant {
            self.expression(scope, invariant, &[]);
        }
    }

    fn edge(&mut self, ersm: &Ersm, scope: &[Column], edge: &ErsmEdge) {
        if let Some(guard) = &edge.guard {
            self.expression(scope, guard, &[]);
        }
        match &edge.action {
            Action::Assign(assignments) => {
                for (target, value) in assignments {
                    self.expression(scope, value, &[scope[target.index()]]);
                }
            }
            Action::Call { callee, arguments, results } => {
                let (called, inside) = (&ersm.components[*callee], &self.columns[callee.index()]);
                for (parameter, argument) in called.parameters.iter().zip(arguments) {
                    self.expression(scope, argument, &[inside[parameter.index()]]);
                }
                for (result, target) in called.results.iter().zip(results) {
                    if let Some(target) = target {
                        self.add(DIRECT, vec![inside[result.index()], scope[target.index()]]);
                    }
                }
            }
        }
    }

    /// Adds the groups of an expression that is assigned to some columns: the operands of each operation on two
    /// variables, those of arithmetic and comparisons, and all together.
    fn expression(&mut self, scope: &[Column], expression: &Expression, targets: &[Column]) {
        // For each operand its start, and its number of variables unless it is a condition.
        let mut stack: Vec<(usize, usize, bool)> = Vec::new();
        let mut direct: Vec<(usize, usize)> = Vec::new();
        for (at, instruction) in expression.0.iter().enumerate() {
            let operand = match instruction {
                Instruction::Constant(_) => (at, 0, false),
                Instruction::Variable(_) => (at, 1, false),
                Instruction::Unary(_) | Instruction::Fit(_) => stack.pop().unwrap_or((at, 0, false)),
                Instruction::Select => {
                    let parts = [stack.pop(), stack.pop(), stack.pop()];
                    let count = parts.iter().flatten().map(|part| part.1).sum();
                    (parts[2].map_or(at, |first| first.0), count, true)
                }
                Instruction::Binary(operator) => {
                    use program::guarded::Binary as B;
                    let (right, left) = (stack.pop(), stack.pop());
                    let (Some(right), Some(left)) = (right, left) else { continue };
                    let logical = matches!(operator, B::And | B::Or | B::Xor | B::Implies);
                    let joins = !left.2 && !right.2 && (!logical || (left.1 <= 1 && right.1 <= 1));
                    let count = left.1 + right.1;
                    if joins && count > 1 {
                        // It replaces the groups inside.
                        direct.retain(|&(start, _)| start < left.0);
                        direct.push((left.0, at));
                    }
                    (left.0, count, !joins || logical)
                }
            };
            stack.push(operand);
        }
        let columns = |part: &[Instruction]| -> Vec<Column> {
            let of = |i: &Instruction| if let Instruction::Variable(v) = i { Some(scope[v.index()]) } else { None };
            part.iter().filter_map(of).collect()
        };
        for (start, end) in direct {
            self.add(DIRECT, columns(&expression.0[start..=end]));
        }
        let mut all = columns(&expression.0);
        all.extend(targets);
        let weight = if targets.is_empty() { 1 } else { DIRECT };
        self.add(weight, all);
    }
}

/// All columns on a line with short groups: starting from the order of the text or from a traversal of the groups,
/// whichever gives the better line.
fn line(width: usize, groups: &[Group]) -> Vec<Column> {
    let members: usize = groups.iter().map(|group| group.columns.len()).sum();
    let rounds = (WORK / members.max(1)).clamp(1, ROUNDS);
    let starts = [(0..width).collect(), walk(width, groups)];
    let lines = starts.into_iter().map(|start| improved(start, groups, rounds));
    lines.min_by_key(|(cost, _)| *cost).map_or_else(Vec::new, |(_, line)| line)
}

/// The columns in breadth-first order [Cuthill, McKee, ACM 1969], starting with those that have the fewest neighbours.
fn walk(width: usize, groups: &[Group]) -> Vec<Column> {
    let mut within: Vec<Vec<usize>> = vec![Vec::new(); width];
    for (position, group) in groups.iter().enumerate().filter(|(_, group)| group.weight == DIRECT) {
        group.columns.iter().for_each(|&column| within[column].push(position));
    }
    let degree: Vec<usize> =
        within.iter().map(|groups_of| groups_of.iter().map(|&g| groups[g].columns.len() - 1).sum()).collect();
    let mut starts: Vec<Column> = (0..width).collect();
    starts.compact_sort_by_key(|&column| degree[column]);
    let (mut seen, mut done) = (vec![false; width], vec![false; groups.len()]);
    let mut order: Vec<Column> = Vec::with_capacity(width);
    for start in starts {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let mut next = order.len();
        order.push(start);
        while let Some(&column) = order.get(next) {
            next += 1;
            let from = order.len();
            for &group in &within[column] {
                if !std::mem::replace(&mut done[group], true) {
                    let fresh = groups[group].columns.iter().filter(|&&c| !std::mem::replace(&mut seen[c], true));
                    order.extend(fresh);
                }
            }
            order[from..].compact_sort_by_key(|&column| degree[column]);
        }
    }
    order
}

/// The best line found by moving each column to the mean of the centres of its groups, with its cost.
fn improved(start: Vec<Column>, groups: &[Group], rounds: usize) -> (u64, Vec<Column>) {
    let mut place = vec![0_usize; start.len()];
    let put = |line: &[Column], place: &mut Vec<usize>| line.iter().enumerate().for_each(|(i, &c)| place[c] = i);
    let cost = |place: &[usize]| -> u64 {
        let span = |group: &Group| {
            let places = group.columns.iter().map(|&c| place[c]);
            let ends = places.fold((usize::MAX, 0), |(low, high), p| (low.min(p), high.max(p)));
            u64::from(group.weight) * (ends.1 - ends.0) as u64
        };
        groups.iter().map(span).sum()
    };
    put(&start, &mut place);
    let mut best = (cost(&place), start.clone());
    let (mut line, mut failures) = (start, 0);
    for _ in 0..rounds {
        let mut pull = vec![(0.0, 0.0); line.len()];
        for group in groups {
            let centre = group.columns.iter().map(|&c| place[c] as f64).sum::<f64>() / group.columns.len() as f64;
            let weight = f64::from(group.weight);
            for &column in &group.columns {
                pull[column].0 += weight * centre;
                pull[column].1 += weight;
            }
        }
        let aim = |c: Column| if pull[c].1 > 0.0 { pull[c].0 / pull[c].1 } else { place[c] as f64 };
        // Stable: columns with equal aims keep their order.
        line.compact_sort_by(|&a, &b| aim(a).total_cmp(&aim(b)));
        put(&line, &mut place);
        let now = cost(&place);
        failures = if now < best.0 { 0 } else { failures + 1 };
        if now < best.0 {
            best = (now, line.clone());
        } else if failures >= PATIENCE {
            break;
        }
    }
    best
}

/// Columns with interleaved bits: integers that interact. All other columns are alone. Ordered by mean position.
fn clusters(ersm: &Ersm, columns: &[Vec<Column>], groups: &[Group], place: &[usize]) -> Vec<Vec<Column>> {
    let mut is_wide = vec![false; place.len()];
    for (id, scope) in ersm.components.indices().zip(columns) {
        for (v, &column) in scope.iter().enumerate() {
            let domain = ersm.variable(id, VariableId::at(v)).domain;
            is_wide[column] |= domain.high() - domain.low() > 1;
        }
    }
    let mut together = UnionFind::<usize>::new(place.len());
    for group in groups.iter().filter(|group| group.weight == DIRECT) {
        let mut wide = group.columns.iter().copied().filter(|&c| is_wide[c]);
        if let Some(first) = wide.next() {
            wide.for_each(|other| _ = together.union(first, other));
        }
    }
    let mut members: FxHashMap<usize, Vec<Column>> = FxHashMap::default();
    for column in 0..place.len() {
        members.entry(together.find(column)).or_default().push(column);
    }
    let mut clusters: Vec<Vec<Column>> = members.into_values().collect();
    clusters.iter_mut().for_each(|cluster| cluster.compact_sort_by_key(|&column| place[column]));
    let mean = |cluster: &Vec<Column>| {
        cluster.iter().map(|&column| place[column]).sum::<usize>() as f64 / cluster.len() as f64
    };
    clusters.compact_sort_by(|a, b| mean(a).total_cmp(&mean(b)).then_with(|| a.cmp(b)));
    clusters
}
