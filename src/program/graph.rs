//! Builds the control-flow automaton of one procedure, then normalises it:
//! no redundant [`Operation::Skip`], no unreachable locations, locations in reverse postorder from the entry.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::cfa::Location;
use crate::objects::{
    Comparison, Computation, Condition, EXCEPTION, Execution, Failure, Function, Instead, Local, LocalId, LocalKind,
    Operand, Operation, OperationEdge, Procedure, Rvalue, Step, Type,
};
use base::{Idx, IndexVec, Message, RETURN, Span};

/// More edges than any readable method has; nested `finally` blocks can require exponentially many.
const MOST_EDGES: usize = 50_000;

#[derive(Clone)]
struct RawEdge {
    edge: OperationEdge,
    /// The statement of the edge's source.
    statement: Span,
}

/// A control-flow automaton under construction.
#[derive(Clone)]
pub struct Graph {
    locals: IndexVec<LocalId, Local>,
    edges: Vec<RawEdge>,
    locations: usize,
    temporaries: usize,
    /// The statement being lowered.
    pub statement: Span,
    /// The source of the next operation.
    pub here: Location,
    /// Whether the code so far can complete normally (JLS 14.22).
    pub alive: bool,
    /// The normal exit.
    pub exit: Location,
    /// The exceptional exit.
    pub exceptional_exit: Location,
    /// The location after a failure or what is not modelled, once there is one.
    error: Option<Location>,
    /// The location at which the program ends itself, once there is one.
    ended: Option<Location>,
    /// Where statements continue if the conditions that they decide have a value.
    decided: FxHashMap<Location, (Span, bool)>,
    /// The heads of loops, with the statements that they are.
    loops: Vec<(Location, Span)>,
    /// Whether an index may be out of bounds without an edge that says so.
    pub ignores_bounds: bool,
    /// The local with the result.
    pub returned: LocalId,
    /// The local with the pending exception.
    pub exception: LocalId,
}

impl Graph {
    /// The empty automaton of a procedure.
    pub fn new(result: Type, throwable: Type, span: Span) -> Self {
        let mut locals = IndexVec::new();
        let mut synthetic =
            |name: &str, ty| locals.push(Local { name: name.to_owned(), kind: LocalKind::Synthetic, ty, scope: None });
        let (returned, exception) = (synthetic(RETURN, result), synthetic(EXCEPTION, throwable));
        Self {
            locals,
            edges: Vec::new(),
            locations: 3,
            temporaries: 0,
            statement: span,
            here: Location(0),
            alive: true,
            exit: Location(1),
            exceptional_exit: Location(2),
            error: None,
            ended: None,
            decided: FxHashMap::default(),
            loops: Vec::new(),
            ignores_bounds: false,
            returned,
            exception,
        }
    }

    /// A new local that is not a numbered temporary.
    pub fn local(&mut self, name: &str, kind: LocalKind, ty: Type) -> LocalId {
        self.locals.push(Local { name: name.to_owned(), kind, ty, scope: None })
    }

    /// Says that a local is in scope in this part of the source text only.
    pub fn set_scope(&mut self, local: LocalId, scope: Span) {
        self.locals[local].scope = Some(scope);
    }

    /// A new temporary.
    pub fn temporary(&mut self, ty: Type) -> LocalId {
        let name = format!("${}", self.temporaries);
        self.temporaries += 1;
        self.locals.push(Local { name, kind: LocalKind::Temporary, ty, scope: None })
    }

    /// Whether a local is declared in the source text.
    pub fn is_declared(&self, local: LocalId) -> bool {
        self.locals[local].kind == LocalKind::Declared
    }

    /// A new location.
    pub fn fresh(&mut self) -> Location {
        self.locations += 1;
        Location::at(self.locations - 1)
    }

    /// Names the statement of which a location is the head. The location is said to be at the statement even if its first operation is one
    /// of the body, as in `while (1)`.
    pub fn loop_head(&mut self, head: Location, statement: Span) {
        self.loops.push((head, statement));
    }

    /// Says that the statement decides a condition: it continues at `yes`, where nothing else of it leads, if the condition is true, at
    /// `no` otherwise.
    pub fn decides(&mut self, yes: Location, no: Location) {
        self.decided.extend([(yes, (self.statement, true)), (no, (self.statement, false))]);
    }

    /// Whether there are too many edges to continue.
    pub fn is_full(&self) -> bool {
        self.edges.len() >= MOST_EDGES
    }

    /// A slot for operations that are known only later: the number of an edge that does nothing.
    pub fn open_slot(&mut self, span: Span) -> usize {
        let next = self.fresh();
        self.edge(Operation::Skip, next, span);
        self.here = next;
        self.edges.len().saturating_sub(1)
    }

    /// Moves to a slot; returns what [`close_slot`](Self::close_slot) needs to return.
    pub fn enter_slot(&mut self, slot: usize) -> (Location, Location) {
        let (here, start) = (self.here, self.fresh());
        self.here = start;
        let next = self.edges.get_mut(slot).map(|raw| std::mem::replace(&mut raw.edge.target, start));
        (next.unwrap_or(start), here)
    }

    /// Returns from a slot.
    pub fn close_slot(&mut self, (next, back): (Location, Location), span: Span) {
        self.goto(next, span);
        self.here = back;
    }

    /// An edge from the current location.
    pub fn edge(&mut self, operation: Operation, target: Location, span: Span) {
        if !self.is_full() {
            let edge = self.new_edge(operation, target, None, span);
            self.edges.push(RawEdge { edge, statement: self.statement });
        }
    }

    fn new_edge(&self, operation: Operation, target: Location, on_null: Option<Location>, span: Span) -> OperationEdge {
        OperationEdge { source: self.here, target, operation, on_null, execution: None, condition: None, span }
    }

    /// A step that only execution takes. For abstractions, there is nothing.
    pub fn execute(&mut self, step: Step, span: Span) {
        if self.is_full() {
            return;
        }
        self.emit(Operation::Skip, span);
        if let Some(raw) = self.edges.last_mut() {
            raw.edge.execution.get_or_insert_default().then.push(step);
        }
    }

    /// Computes in executions what the last operation assigns, if it assigns the target; or what it does, if it is not modelled.
    pub fn compute(&mut self, computation: Computation) {
        if let Some(raw) = self.edges.last_mut()
            && (computation.target.is_some() || raw.edge.operation.given_up().is_some())
            && raw.edge.operation.defines() == computation.target
        {
            raw.edge.execution.get_or_insert_default().instead = Some(Instead::Compute(computation));
        }
    }

    /// Branches; executions test the result of a function.
    pub fn branch_by(
        &mut self,
        condition: Condition,
        test: (Function, Vec<Operand>),
        yes: Location,
        no: Location,
        span: Span,
    ) {
        let first = self.edges.len();
        self.branch(condition, yes, no, span);
        self.test_since(first, &test, [false, true]);
    }

    /// Branches, which abstractions do not decide; executions go to `no` if the result of a function is true.
    pub fn branch_unless(&mut self, test: (Function, Vec<Operand>), yes: Location, no: Location, span: Span) {
        let first = self.edges.len();
        self.branch(Condition::Unknown, yes, no, span);
        self.test_since(first, &test, [true, false]);
    }

    fn test_since(&mut self, first: usize, (function, arguments): &(Function, Vec<Operand>), negated: [bool; 2]) {
        for (raw, negated) in self.edges.iter_mut().skip(first).zip(negated) {
            let test = Instead::Test { function: function.clone(), arguments: arguments.clone(), negated };
            raw.edge.execution.get_or_insert_default().instead = Some(test);
        }
    }

    /// An operation after which the code continues.
    pub fn emit(&mut self, operation: Operation, span: Span) {
        self.emit_dereference(operation, None, span);
    }

    /// An operation after which the code continues, or at `on_null` if it dereferences null.
    pub fn emit_dereference(&mut self, operation: Operation, on_null: Option<Location>, span: Span) {
        let next = self.fresh();
        if !self.is_full() {
            let edge = self.new_edge(operation, next, on_null, span);
            self.edges.push(RawEdge { edge, statement: self.statement });
        }
        self.here = next;
    }

    /// Continues at another location.
    pub fn goto(&mut self, target: Location, span: Span) {
        if self.here != target {
            self.edge(Operation::Skip, target, span);
        }
    }

    /// Whether a local is an intermediate value, which is assigned once where it is needed.
    pub fn is_temporary(&self, local: LocalId) -> bool {
        self.locals[local].kind == LocalKind::Temporary
    }

    /// The name of a local.
    pub fn name_of(&self, local: LocalId) -> &str {
        &self.locals[local].name
    }

    /// The type of a local.
    pub fn type_of(&self, local: LocalId) -> Type {
        self.locals[local].ty
    }

    /// The run fails here.
    pub fn fail(&mut self, failure: Failure, span: Span) {
        self.end_with(Operation::Fail(failure), span);
    }

    /// What the program does here is not modelled, as these words say. What is built next is never reached.
    pub fn give_up(&mut self, why: &Message, span: Span) {
        self.end_with(Operation::GiveUp(Box::new(why.clone())), span);
        self.here = self.fresh();
    }

    /// Says in other words why the last place is given up, if it was given up for this reason.
    pub fn reword(&mut self, before: &Message, why: &Message) {
        let given_up = self.edges.iter_mut().rev().find_map(|edge| match &mut edge.edge.operation {
            Operation::GiveUp(words) => Some(words),
            _ => None,
        });
        if let Some(words) = given_up.filter(|words| words.as_str() == before.as_str()) {
            **words = why.clone();
        }
    }

    fn end_with(&mut self, operation: Operation, span: Span) {
        let error = match self.error {
            Some(error) => error,
            None => self.fresh(),
        };
        self.error = Some(error);
        self.edge(operation, error, span);
    }

    /// The program ends itself here.
    pub fn end_run(&mut self, span: Span) {
        let ended = match self.ended {
            Some(ended) => ended,
            None => self.fresh(),
        };
        self.ended = Some(ended);
        self.goto(ended, span);
    }

    /// Replaces the operations that `is_needless` by [`Operation::Skip`].
    pub fn skip(&mut self, is_needless: impl Fn(&OperationEdge) -> bool) {
        for raw in self.edges.iter_mut().filter(|raw| is_needless(&raw.edge)) {
            raw.edge.operation = Operation::Skip;
        }
    }

    /// Branches.
    pub fn branch(&mut self, condition: Condition, yes: Location, no: Location, span: Span) {
        let negation = match condition.clone() {
            Condition::Compare { comparison, left, right: Operand::Boolean(b) } if comparison == Comparison::Equal => {
                Condition::Compare { comparison, left, right: Operand::Boolean(!b) }
            }
            Condition::Compare { comparison, left, right } => {
                Condition::Compare { comparison: comparison.negated(), left, right }
            }
            Condition::InstanceOf { operand, class, negated } => {
                Condition::InstanceOf { operand, class, negated: !negated }
            }
            Condition::Overflows { operator, ty, left, right, negated } => {
                Condition::Overflows { operator, ty, left, right, negated: !negated }
            }
            Condition::KnownInstanceOf { operand, class, negated } => {
                Condition::InstanceOf { operand, class, negated: !negated }
            }
            Condition::Unknown => Condition::Unknown,
            Condition::OutOfBounds { negated } => Condition::OutOfBounds { negated: !negated },
        };
        self.edge(Operation::Assume(condition), yes, span);
        self.edge(Operation::Assume(negation), no, span);
    }

    /// Makes the last operation assign `local` instead of the temporary `value`, if it has just computed that.
    pub fn redirect(&mut self, value: Operand, local: LocalId) -> bool {
        let Operand::Local(temporary) = value else { return false };
        let here = self.here;
        let last = match self.edges.last_mut() {
            Some(raw) if raw.edge.target == here => &mut raw.edge.operation,
            _ => return false,
        };
        let computed = match last {
            Operation::Assign { target, .. } | Operation::Load { target, .. } | Operation::New { target, .. } => target,
            Operation::Call(call) => match &mut call.target {
                Some(target) => target,
                None => return false,
            },
            _ => return false,
        };
        let redirected = *computed == temporary && self.locals[temporary].kind == LocalKind::Temporary;
        if redirected {
            *computed = local;
            if let Some(execution) = self.edges.last_mut().and_then(|raw| raw.edge.execution.as_mut()) {
                execution.redirect(temporary, local);
            }
        }
        redirected
    }

    /// The number of locations so far.
    pub fn locations(&self) -> usize {
        self.locations
    }

    /// The edges so far.
    pub fn edges(&self) -> impl Iterator<Item = &OperationEdge> {
        self.edges.iter().map(|raw| &raw.edge)
    }

    /// Makes the reference that an edge reads, of which nothing is known, that to some object.
    pub fn read_object(&mut self, edge: usize) {
        if let Some(RawEdge { edge: OperationEdge { operation: Operation::Assign { value, .. }, .. }, .. }) =
            self.edges.get_mut(edge)
            && *value == Rvalue::Unknown
        {
            *value = Rvalue::Object;
        }
    }

    /// The number of edges so far.
    pub fn emitted(&self) -> usize {
        self.edges.len()
    }

    /// Whether the last operation draws a number, as functions without a body do.
    pub fn has_drawn(&self) -> bool {
        let last = self.edges.last().filter(|raw| raw.edge.target == self.here);
        last.is_some_and(|raw| matches!(raw.edge.operation, Operation::Assign { value: Rvalue::Drawn, .. }))
    }

    /// Extends the span of the last operation to `span`, if it assigns `local`.
    pub fn widen_last(&mut self, local: LocalId, span: Span) {
        let here = self.here;
        if let Some(raw) = self.edges.last_mut().filter(|raw| raw.edge.target == here)
            && raw.edge.operation.defines() == Some(local)
        {
            raw.edge.span = span;
        }
    }

    /// Stores the final locations, edges and locals in `procedure`.
    pub fn finish(mut self, procedure: &mut Procedure) {
        self.drop_unread_temporaries();
        self.drop_unread_steps();
        let entry = Location(0);
        let only = self.skips();
        let leads_to = self.contractions(&only, entry);
        let resolve = |location: Location| leads_to[location.index()];
        // What is executed on the way.
        let skipped: Vec<Vec<Step>> = self.edges.iter().map(|raw| raw.edge.then().to_vec()).collect();
        let on_the_way = |mut at: Location| {
            let mut steps = Vec::new();
            while at != resolve(at)
                && let Some((next, number)) = only[at.index()]
            {
                steps.extend_from_slice(&skipped[number]);
                at = next;
            }
            steps
        };
        // Exits belong to the closing brace.
        let span = procedure.span;
        let end = Span { start: span.end.saturating_sub(1).max(span.start), ..span };
        let mut statements: IndexVec<Location, Option<Span>> = IndexVec::filled(None, self.locations);
        let mut edges = Vec::new();
        for RawEdge { mut edge, statement } in self.edges {
            if resolve(edge.source) != edge.source {
                continue;
            }
            let steps = on_the_way(edge.target);
            if !steps.is_empty() {
                edge.execution.get_or_insert_default().then.extend(steps);
            }
            edge.condition =
                self.decided.get(&edge.target).filter(|(decided, _)| *decided == statement).map(|&(_, value)| value);
            edge.target = resolve(edge.target);
            edge.on_null = edge.on_null.map(resolve);
            if let Operation::Call(call) = &mut edge.operation {
                call.exceptional = resolve(call.exceptional);
            }
            statements[edge.source].get_or_insert(statement);
            edges.push(edge);
        }
        for (head, looped) in self.loops {
            // What follows at once may be outside of the loop.
            if let Some(first) = &mut statements[resolve(head)]
                && first.start >= looped.start
                && first.end <= looped.end
            {
                *first = looped;
            }
        }
        procedure.cfa.edges = edges.into_iter().collect();
        procedure.cfa.locations = statements.iter().map(|span| span.unwrap_or(end)).collect();
        procedure.cfa.entry = resolve(entry);
        (procedure.cfa.exit, procedure.exceptional_exit) = (self.exit, self.exceptional_exit);
        (procedure.error, procedure.ended) = (self.error, self.ended);
        procedure.ignores_bounds = self.ignores_bounds;
        procedure.keep_reachable();
        procedure.locals = self.locals;
        procedure.returned = self.returned;
        procedure.exception = self.exception;
    }

    /// Removes computations whose result is never read, such as a string that is only printed. What only executions read, only they compute.
    fn drop_unread_temporaries(&mut self) {
        let mut reads = vec![0_u32; self.locals.len()];
        for raw in &self.edges {
            raw.edge.operation.for_each_use(|local| reads[local.index()] += 1);
        }
        let mut changed = true;
        while std::mem::take(&mut changed) {
            // Going backwards, most unread operands are found in the same round.
            for raw in self.edges.iter_mut().rev() {
                let Operation::Assign { target, .. } = raw.edge.operation else { continue };
                if reads[target.index()] == 0 && self.locals[target].kind == LocalKind::Temporary {
                    raw.edge.operation.for_each_use(|local| reads[local.index()] -= 1);
                    if let Operation::Assign { target, value } =
                        std::mem::replace(&mut raw.edge.operation, Operation::Skip)
                    {
                        let execution = raw.edge.execution.get_or_insert_default();
                        let step = match execution.instead.take() {
                            Some(Instead::Compute(computation)) => Step::Compute(computation),
                            _ => Step::Assign { target, value },
                        };
                        execution.then.insert(0, step);
                    }
                    changed = true;
                }
            }
        }
    }

    /// Removes the steps of executions whose result is never read, either.
    fn drop_unread_steps(&mut self) {
        let mut reads = vec![0_u32; self.locals.len()];
        for raw in &self.edges {
            raw.edge.operation.for_each_use(|local| reads[local.index()] += 1);
            raw.edge.execution.iter().for_each(|execution| execution.for_each_use(|local| reads[local.index()] += 1));
        }
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for execution in self.edges.iter_mut().rev().filter_map(|raw| raw.edge.execution.as_mut()) {
                for at in (0..execution.then.len()).rev() {
                    let step = &execution.then[at];
                    let is_unread = |target: LocalId| {
                        reads[target.index()] == 0 && self.locals[target].kind == LocalKind::Temporary
                    };
                    if step.is_pure() && step.defines().is_none_or(is_unread) {
                        step.for_each_use(|local| reads[local.index()] -= 1);
                        execution.then.remove(at);
                        changed = true;
                    }
                }
            }
        }
        for raw in &mut self.edges {
            raw.edge.execution.take_if(|execution| **execution == Execution::default());
        }
    }

    /// For each location, where it leads without an operation, and the edge that does. Where an exception is caught or the procedure begins,
    /// there is no edge on which steps of an execution could be taken instead.
    fn skips(&self) -> Vec<Option<(Location, usize)>> {
        let mut only = vec![None; self.locations];
        let mut outgoing = vec![0_u32; self.locations];
        for (number, RawEdge { edge, .. }) in self.edges.iter().enumerate() {
            let source = edge.source.index();
            outgoing[source] += 1;
            only[source] = (edge.operation == Operation::Skip).then_some((edge.target, number));
        }
        for (only, outgoing) in only.iter_mut().zip(&outgoing) {
            only.take_if(|_| *outgoing != 1);
        }
        let starts = self.edges.iter().flat_map(|raw| raw.edge.handlers()).chain([Location(0)]);
        for start in starts.collect::<BTreeSet<Location>>() {
            let mut at = start;
            // A cycle of them is left where it begins.
            for _ in 0..self.locations {
                let Some((next, number)) = only[at.index()] else { break };
                if !self.edges[number].edge.then().is_empty() {
                    only[at.index()] = None;
                    break;
                }
                at = next;
                if at == start {
                    break;
                }
            }
        }
        only
    }

    /// The location reached from each location by edges that do nothing. A cycle of them becomes a self-loop; an entry that
    /// would become an exit stays separate.
    fn contractions(&self, only: &[Option<(Location, usize)>], entry: Location) -> Vec<Location> {
        let next = |l: Location| only[l.index()].map(|(next, _)| next);
        let mut leads_to: Vec<Option<Location>> = vec![None; self.locations];
        for start in 0..self.locations {
            let mut path = Vec::new();
            let mut at = Location::at(start);
            let end = loop {
                if let Some(end) = leads_to[at.index()] {
                    break end;
                }
                path.push(at);
                // Marks the location as being on this path: reaching it again closes a cycle.
                leads_to[at.index()] = Some(at);
                match next(at) {
                    Some(target) => at = target,
                    None => break at,
                }
            };
            for location in path {
                leads_to[location.index()] = Some(end);
            }
        }
        let mut leads_to: Vec<Location> =
            leads_to.into_iter().enumerate().map(|(i, l)| l.unwrap_or(Location::at(i))).collect();
        let ends = [Some(self.exit), Some(self.exceptional_exit), self.ended];
        if ends.contains(&Some(leads_to[entry.index()])) {
            leads_to[entry.index()] = entry;
        }
        leads_to
    }
}
