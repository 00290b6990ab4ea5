//! Builds the control-flow automaton of one procedure, then brings it into its final form:
//! no [`Operation::Skip`] that only leads on, no unreachable location, locations in reverse postorder from the entry.

use crate::base::{Idx, IndexVec, RETURN, Span};
use crate::program::cfa::Location;
use crate::program::objects::{
    Comparison, Condition, EXCEPTION, Edge, Local, LocalId, Operand, Operation, Procedure, Type,
};

/// More edges than any readable method has; `finally` blocks inside each other can ask for exponentially many.
const MOST_EDGES: usize = 50_000;

struct RawEdge {
    edge: Edge,
    /// The statement that the source of the edge belongs to.
    statement: Span,
}

/// A control-flow automaton under construction.
pub struct Graph {
    locals: IndexVec<LocalId, Local>,
    edges: Vec<RawEdge>,
    locations: usize,
    temporaries: usize,
    /// The statement being lowered.
    pub statement: Span,
    /// Where the next operation starts.
    pub here: Location,
    /// Whether the end of the code so far can be reached as Java defines it (JLS 14.22).
    pub alive: bool,
    /// Where the procedure ends normally.
    pub exit: Location,
    /// Where it ends with an exception.
    pub exceptional_exit: Location,
    /// The local with the result.
    pub returned: LocalId,
    /// The local with the exception in flight.
    pub exception: LocalId,
}

impl Graph {
    /// The empty automaton of a procedure.
    pub fn new(result: Type, throwable: Type, span: Span) -> Self {
        let mut locals = IndexVec::new();
        let returned = locals.push(Local { name: RETURN.to_owned(), ty: result });
        let exception = locals.push(Local { name: EXCEPTION.to_owned(), ty: throwable });
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
            returned,
            exception,
        }
    }

    /// A new local of the program.
    pub fn local(&mut self, name: &str, ty: Type) -> LocalId {
        self.locals.push(Local { name: name.to_owned(), ty })
    }

    /// A new temporary; it is assigned before it is read, and not while its value is needed.
    pub fn temporary(&mut self, ty: Type) -> LocalId {
        let name = format!("${}", self.temporaries);
        self.temporaries += 1;
        self.locals.push(Local { name, ty })
    }

    /// Whether a local is declared in the source text.
    pub fn is_named(&self, local: LocalId) -> bool {
        !self.locals[local].name.starts_with(['$', '@'])
    }

    /// A new location.
    pub fn fresh(&mut self) -> Location {
        self.locations += 1;
        Location::at(self.locations - 1)
    }

    /// Whether there are too many edges to go on.
    pub fn is_full(&self) -> bool {
        self.edges.len() >= MOST_EDGES
    }

    /// A place here for operations that are known only when later ones are there: the number of an edge that does nothing.
    pub fn open_slot(&mut self, span: Span) -> usize {
        let next = self.fresh();
        self.edge(Operation::Skip, next, span);
        self.here = next;
        self.edges.len().saturating_sub(1)
    }

    /// Goes to such a place; gives what [`close_slot`](Self::close_slot) needs to get back.
    pub fn enter_slot(&mut self, slot: usize) -> (Location, Location) {
        let (here, start) = (self.here, self.fresh());
        self.here = start;
        let next = self.edges.get_mut(slot).map(|raw| std::mem::replace(&mut raw.edge.target, start));
        (next.unwrap_or(start), here)
    }

    /// Gets back from there.
    pub fn close_slot(&mut self, (next, back): (Location, Location), span: Span) {
        self.goto(next, span);
        self.here = back;
    }

    /// An edge from the current location.
    pub fn edge(&mut self, operation: Operation, target: Location, span: Span) {
        if !self.is_full() {
            let edge = Edge { source: self.here, target, operation, on_null: None, span };
            self.edges.push(RawEdge { edge, statement: self.statement });
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
            let edge = Edge { source: self.here, target: next, operation, on_null, span };
            self.edges.push(RawEdge { edge, statement: self.statement });
        }
        self.here = next;
    }

    /// Goes on elsewhere.
    pub fn goto(&mut self, target: Location, span: Span) {
        if self.here != target {
            self.edge(Operation::Skip, target, span);
        }
    }

    /// Two ways on.
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
            Condition::Unknown => Condition::Unknown,
            Condition::OutOfBounds { negated } => Condition::OutOfBounds { negated: !negated },
        };
        self.edge(Operation::Assume(condition), yes, span);
        self.edge(Operation::Assume(negation), no, span);
    }

    /// Lets the last operation assign `local` instead of the temporary `value`, if that is what it has just computed.
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
        let redirected = *computed == temporary && self.locals[temporary].name.starts_with('$');
        if redirected {
            *computed = local;
        }
        redirected
    }

    /// How many edges there are so far.
    pub fn emitted(&self) -> usize {
        self.edges.len()
    }

    /// Lets the last operation belong to the whole of `span`, if it assigns `local`.
    pub fn widen_last(&mut self, local: LocalId, span: Span) {
        let here = self.here;
        if let Some(raw) = self.edges.last_mut().filter(|raw| raw.edge.target == here)
            && raw.edge.operation.defines() == Some(local)
        {
            raw.edge.span = span;
        }
    }

    /// Puts the final locations, edges and locals into `procedure`.
    pub fn finish(mut self, procedure: &mut Procedure) {
        self.drop_unread_temporaries();
        let entry = Location(0);
        let leads_to = self.contractions(entry);
        let resolve = |location: Location| leads_to[location.index()];
        // Exits belong to the closing brace.
        let span = procedure.span;
        let end = Span { start: span.end.saturating_sub(1).max(span.start), ..span };
        let mut statements: IndexVec<Location, Option<Span>> = IndexVec::filled(None, self.locations);
        let mut edges = Vec::new();
        for RawEdge { mut edge, statement } in self.edges {
            let skipped = resolve(edge.source) != edge.source;
            if skipped {
                continue;
            }
            edge.target = resolve(edge.target);
            edge.on_null = edge.on_null.map(resolve);
            if let Operation::Call(call) = &mut edge.operation {
                call.exceptional = resolve(call.exceptional);
            }
            statements[edge.source].get_or_insert(statement);
            edges.push(edge);
        }
        procedure.cfa.edges = edges.into_iter().collect();
        procedure.cfa.locations = statements.iter().map(|span| span.unwrap_or(end)).collect();
        procedure.cfa.entry = resolve(entry);
        (procedure.cfa.exit, procedure.exceptional_exit) = (self.exit, self.exceptional_exit);
        procedure.keep_reachable();
        procedure.locals = self.locals;
        procedure.returned = self.returned;
        procedure.exception = self.exception;
    }

    /// Empties the edges that compute what nobody reads, such as a text that is only printed.
    fn drop_unread_temporaries(&mut self) {
        let mut reads = vec![0_u32; self.locals.len()];
        for raw in &self.edges {
            raw.edge.operation.for_each_use(|local| reads[local.index()] += 1);
        }
        let mut changed = true;
        while std::mem::take(&mut changed) {
            // From the last to the first, most operands are found unread in the same round.
            for raw in self.edges.iter_mut().rev() {
                let Operation::Assign { target, .. } = raw.edge.operation else { continue };
                if reads[target.index()] == 0 && self.locals[target].name.starts_with('$') {
                    raw.edge.operation.for_each_use(|local| reads[local.index()] -= 1);
                    raw.edge.operation = Operation::Skip;
                    changed = true;
                }
            }
        }
    }

    /// Where each location leads by edges that do nothing. A cycle of them keeps one as a self-loop; an entry that
    /// would become an exit stays apart.
    fn contractions(&self, entry: Location) -> Vec<Location> {
        let mut only = vec![None; self.locations];
        let mut outgoing = vec![0_u32; self.locations];
        for raw in &self.edges {
            let source = raw.edge.source.index();
            outgoing[source] += 1;
            only[source] = (raw.edge.operation == Operation::Skip).then_some(raw.edge.target);
        }
        let next = |l: Location| only[l.index()].filter(|_| outgoing[l.index()] == 1);
        let mut leads_to: Vec<Option<Location>> = vec![None; self.locations];
        for start in 0..self.locations {
            let mut path = Vec::new();
            let mut at = Location::at(start);
            let end = loop {
                if let Some(end) = leads_to[at.index()] {
                    break end;
                }
                path.push(at);
                // Marks the location as being on this path: meeting it again closes a cycle there.
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
        if [self.exit, self.exceptional_exit].contains(&leads_to[entry.index()]) {
            leads_to[entry.index()] = entry;
        }
        leads_to
    }
}
