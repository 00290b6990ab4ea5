//! Initial heaps as a part of the program: a procedure builds one of them and calls the entry procedure, and what a nonterminal derives is
//! built by a recursive procedure.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use base::{CompactSort, Idx, IndexVec, Message, Span, msg};
use heap_grammar::grammar::{Grammar, Rule};
use heap_grammar::heap::{Alphabet, Constant, Heap, Nonterminal, Selector, TypeId, VertexId};
use program::cfa::{Cfa, Location, ProcedureId};
use program::graph::Graph;
use program::objects::{
    Call, Callee, Class, ClassId, Comparison, Condition, FieldId, LocalId, LocalKind, Operand, Operation, Procedure,
    Program, Role, Rvalue, STATICS, Type,
};

/// A program that builds its initial heaps.
pub(crate) struct ProgramWithInputs {
    pub program: Program,
    pub entry: ProcedureId,
    /// Why some of the initial heaps are not built.
    pub left_out: Option<Message>,
}

/// What a vertex is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum VertexKind {
    Null,
    Integer(i64),
    /// An object of exactly this class.
    Object(ClassId),
}

type VertexKinds = IndexVec<VertexId, VertexKind>;
/// What a nonterminal is attached to. Types in rules are exact, so that this says which rules apply.
type Attached = SmallVec<[VertexKind; 4]>;

/// The procedures that build heaps, as far as they are known.
struct Builder<'a> {
    program: &'a Program,
    alphabet: &'a Alphabet,
    grammar: &'a Grammar,
    rules: Vec<&'a Rule>,
    /// The class to which the procedures belong.
    class: ClassId,
    throwable: Type,
    /// Where the procedures are said to be in the source.
    span: Span,
    /// The nonterminals that are derived, and the procedure of the first one; those of the others follow.
    derived: IndexSet<(Nonterminal, Attached), FxBuildHasher>,
    first: ProcedureId,
    left_out: Option<Message>,
}

/// Adds procedures that build the initial heaps, in which the parameters of the entry procedure are bound, and then call it.
pub(crate) fn with_inputs(
    mut program: Program,
    entry: ProcedureId,
    (alphabet, grammar): (&Alphabet, &Grammar),
    heaps: &[Heap],
) -> ProgramWithInputs {
    let class = program.class_named(STATICS).unwrap_or_else(|| {
        let (fields, procedures) = Default::default();
        let name = STATICS.to_owned();
        program.classes.push(Class { name, fields, procedures, ..Class::default() })
    });
    let procedure = &program.procedures[entry];
    let mut builder = Builder {
        program: &program,
        alphabet,
        grammar,
        rules: grammar.needed_rules(),
        class,
        throwable: procedure.locals[procedure.exception].ty,
        span: procedure.span,
        derived: IndexSet::default(),
        first: ProcedureId::at(program.procedures.len() + 1),
        left_out: None,
    };
    let mut added = vec![builder.start(entry, heaps)];
    let mut next = 0;
    while let Some((label, attached)) = builder.derived.get_index(next).cloned() {
        added.push(builder.derivation(label, &attached));
        next += 1;
    }
    let left_out = builder.left_out;
    let start = ProcedureId::at(program.procedures.len());
    for procedure in added {
        program.procedures.push(procedure);
    }
    ProgramWithInputs { program, entry: start, left_out }
}

impl Builder<'_> {
    /// The procedure that builds an initial heap and calls the entry procedure.
    fn start(&mut self, entry: ProcedureId, heaps: &[Heap]) -> Procedure {
        let callee = &self.program.procedures[entry];
        let mut graph = Graph::new(Type::Void, self.throwable, self.span);
        let heaps = self.feasible(heaps.iter(), &[]);
        self.choose(&mut graph, &heaps, |builder, graph, (heap, kinds)| {
            let values = builder.build(graph, heap, kinds, &[]);
            let mut argument = |local: LocalId| {
                let variable = builder.alphabet.find_variable(&callee.locals[local].name);
                match variable.and_then(|variable| heap.variable(variable)) {
                    Some(vertex) => values[vertex],
                    None => builder.any(graph, callee.locals[local].ty),
                }
            };
            let receiver = callee.receiver.map(&mut argument);
            let arguments = callee.parameters.iter().map(|&local| argument(local)).collect();
            builder.call(graph, entry, receiver, arguments);
        });
        self.finish(graph, "initial heap", Vec::new())
    }

    /// The procedure that builds what a nonterminal derives. Its parameters are the objects that it is attached to.
    fn derivation(&mut self, label: Nonterminal, attached: &[VertexKind]) -> Procedure {
        let mut graph = Graph::new(Type::Void, self.throwable, self.span);
        let mut parameters = Vec::new();
        let mut externals = Vec::new();
        for (tentacle, &kind) in attached.iter().enumerate() {
            externals.push(match kind {
                VertexKind::Null => Operand::Null,
                VertexKind::Integer(number) => Operand::Integer(number),
                VertexKind::Object(class) => {
                    parameters.push(graph.local(
                        &(tentacle + 1).to_string(),
                        LocalKind::Declared,
                        Type::Reference(class),
                    ));
                    Operand::Local(parameters[parameters.len() - 1])
                }
            });
        }
        let alphabet = self.alphabet;
        let name = &alphabet.nonterminal(label).name;
        let is_closed =
            |body: &&Heap| body.variables().iter().all(|&(variable, _)| alphabet.constant(variable).is_some());
        let rules = self.rules.iter().filter(|rule| rule.label == label);
        let (bodies, open): (Vec<&Heap>, Vec<&Heap>) = rules.map(|rule| &rule.body).partition(is_closed);
        if !open.is_empty() {
            self.left_out.get_or_insert_with(|| msg!("a rule of {} mentions a variable", Message::verbatim(name)));
        }
        let mut bodies = self.feasible(bodies.into_iter(), attached);
        // Executions try the first ones first: they end soon.
        bodies.compact_sort_by_key(|(body, _)| body.nonterminals().len());
        self.choose(&mut graph, &bodies, |builder, graph, (body, kinds)| {
            builder.build(graph, body, kinds, &externals);
        });
        self.finish(graph, name, parameters)
    }

    /// The heaps that can be attached to these externals, with what their vertices then are. Notes which ones cannot be built.
    fn feasible<'h>(
        &mut self,
        heaps: impl Iterator<Item = &'h Heap>,
        attached: &[VertexKind],
    ) -> Vec<(&'h Heap, VertexKinds)> {
        let mut found = Vec::new();
        for heap in heaps {
            match self.kinds(heap, attached) {
                Ok(Some(kinds)) => found.push((heap, kinds)),
                // Nothing is derived, as in `Heap::replace`.
                Ok(None) => {}
                Err(why) => _ = self.left_out.get_or_insert(why),
            }
        }
        found
    }

    /// What the vertices of a heap are if its externals are these; `None` if they cannot be.
    fn kinds(&self, heap: &Heap, attached: &[VertexKind]) -> Result<Option<VertexKinds>, Message> {
        let mut kinds = VertexKinds::new();
        for vertex in heap.vertices() {
            let ty = heap.vertex_type(vertex);
            let external = heap.externals().iter().position(|&external| external == vertex);
            kinds.push(match external.and_then(|position| attached.get(position)) {
                Some(&kind) if self.fits(heap, vertex, kind) => kind,
                Some(_) => return Ok(None),
                None if ty == TypeId::NULL => VertexKind::Null,
                None if self.alphabet.is_untracked(heap, vertex) => {
                    return Err(msg!("initial heaps have objects that are not followed"));
                }
                None if ty == TypeId::INT => VertexKind::Integer(self.integer(heap, vertex).unwrap_or_default()),
                None => {
                    let name = self.alphabet.type_name(ty);
                    let class = self.program.class_named(name);
                    let class = class.ok_or_else(|| msg!("initial heaps have objects of `{name}`, no known class"))?;
                    VertexKind::Object(class)
                }
            });
        }
        for (source, selector, target) in heap.selector_edges() {
            let VertexKind::Object(class) = kinds[source] else { return Ok(None) };
            let name = self.alphabet.selector_name(selector);
            let is_reference = !matches!(kinds[target], VertexKind::Integer(_));
            let field = self.field(class, name).map(|field| &self.program.fields[field]);
            if field.is_some_and(|field| field.ty.is_reference() != is_reference) {
                return Err(msg!("initial heaps have values in `{name}` that do not fit its type"));
            }
        }
        for (vertex, _) in kinds.iter_enumerated().filter(|(_, kind)| matches!(kind, VertexKind::Object(_))) {
            let gives = |selector: Selector| self.givers(heap, vertex, selector);
            if let Some(twice) = self.alphabet.selectors().find(|&selector| gives(selector) > 1) {
                let name = self.alphabet.selector_name(twice);
                return Err(msg!("some nonterminals of initial heaps may give `{name}` to the same object"));
            }
        }
        Ok(Some(kinds))
    }

    /// Whether an external vertex may be this.
    fn fits(&self, heap: &Heap, external: VertexId, kind: VertexKind) -> bool {
        match (heap.vertex_type(external), kind) {
            (TypeId::INT, VertexKind::Integer(number)) => self.integer(heap, external) == Some(number),
            (ty, VertexKind::Null) => TypeId::NULL.stands_for(ty),
            (ty, VertexKind::Object(class)) => self.alphabet.type_name(ty) == self.program.classes[class].name,
            (_, VertexKind::Integer(_)) => false,
        }
    }

    /// The number at a vertex; heaps have no others.
    fn integer(&self, heap: &Heap, vertex: VertexId) -> Option<i64> {
        let mut here = heap.variables().iter().filter(|&&(_, target)| target == vertex);
        here.find_map(|&(variable, _)| match self.alphabet.constant(variable)? {
            Constant::Integer(number) => Some(number),
            Constant::Null | Constant::Untracked(_) => None,
        })
    }

    /// How many edges may give a vertex a selector.
    fn givers(&self, heap: &Heap, vertex: VertexId, selector: Selector) -> usize {
        let tentacles = heap.nonterminals().iter().flat_map(|edge| {
            let here = edge.tentacles.iter().enumerate().filter(|&(_, &target)| target == vertex);
            here.map(|(tentacle, _)| (edge.label, tentacle))
        });
        let hidden = tentacles.filter(|&(label, tentacle)| self.grammar.may_give(label, tentacle, selector));
        usize::from(heap.target(vertex, selector).is_some()) + hidden.count()
    }

    /// The field of a class with this name.
    fn field(&self, class: ClassId, name: &str) -> Option<FieldId> {
        let fields = self.program.ancestry(class).flat_map(|class| &self.program.classes[class].fields);
        fields.copied().find(|&field| self.program.fields[field].name == name)
    }

    /// One of these, each in some run; none ends the run.
    fn choose<T>(&mut self, graph: &mut Graph, options: &[T], mut each: impl FnMut(&mut Self, &mut Graph, &T)) {
        let Some((last, others)) = options.split_last() else { return graph.end_run(self.span) };
        let exit = graph.exit;
        for option in others {
            let left = self.any(graph, Type::Boolean);
            let condition = Condition::Compare { comparison: Comparison::Equal, left, right: Operand::Boolean(false) };
            let (chosen, next) = (graph.fresh(), graph.fresh());
            graph.branch(condition, chosen, next, self.span);
            graph.here = chosen;
            each(self, graph, option);
            graph.goto(exit, self.span);
            graph.here = next;
        }
        each(self, graph, last);
        graph.goto(exit, self.span);
    }

    /// Any number of a type, or a reference of which nothing is known.
    fn any(&self, graph: &mut Graph, ty: Type) -> Operand {
        let target = graph.temporary(ty);
        graph.emit(Operation::Assign { target, value: Rvalue::Drawn }, self.span);
        Operand::Local(target)
    }

    /// Builds a heap around its externals; the values of its vertices.
    fn build(
        &mut self,
        graph: &mut Graph,
        heap: &Heap,
        kinds: &VertexKinds,
        externals: &[Operand],
    ) -> IndexVec<VertexId, Operand> {
        let mut values = IndexVec::new();
        for (vertex, &kind) in kinds.iter_enumerated() {
            let external = heap.externals().iter().position(|&external| external == vertex);
            values.push(match (external.and_then(|position| externals.get(position)), kind) {
                (Some(&value), _) => value,
                (None, VertexKind::Null) => Operand::Null,
                (None, VertexKind::Integer(number)) => Operand::Integer(number),
                (None, VertexKind::Object(class)) => Operand::Local(self.object(graph, heap, vertex, class)),
            });
        }
        for (source, selector, target) in heap.selector_edges() {
            // Without the field the program cannot see it.
            if let (VertexKind::Object(class), Operand::Local(base)) = (kinds[source], values[source])
                && let Some(field) = self.field(class, self.alphabet.selector_name(selector))
            {
                graph.emit(Operation::Store { base, field, value: values[target] }, self.span);
            }
        }
        for edge in heap.nonterminals() {
            let attached = edge.tentacles.iter().map(|&vertex| kinds[vertex]).collect();
            let (number, _) = self.derived.insert_full((edge.label, attached));
            let objects = edge.tentacles.iter().map(|&vertex| values[vertex]);
            let arguments = objects.filter(|value| matches!(value, Operand::Local(_))).collect();
            self.call(graph, ProcedureId::at(self.first.index() + number), None, arguments);
        }
        values
    }

    /// A new object, with any values in the fields that nothing gives it.
    fn object(&self, graph: &mut Graph, heap: &Heap, vertex: VertexId, class: ClassId) -> LocalId {
        let base = graph.temporary(Type::Reference(class));
        graph.emit(Operation::New { target: base, class }, self.span);
        let given = self.grammar.given_selectors(heap, vertex);
        let fields = self.program.ancestry(class).flat_map(|class| &self.program.classes[class].fields);
        for &field in fields.filter(|&&field| self.program.fields[field].role == Role::Plain) {
            let declared = &self.program.fields[field];
            let is_given = self.alphabet.find_selector(&declared.name).is_some_and(|s| given.contains(&s));
            if !is_given || self.field(class, &declared.name) != Some(field) {
                let value = self.any(graph, declared.ty);
                graph.emit(Operation::Store { base, field, value }, self.span);
            }
        }
        base
    }

    fn call(&self, graph: &mut Graph, callee: ProcedureId, receiver: Option<Operand>, arguments: Vec<Operand>) {
        let (callee, exceptional) = (Callee::Static(callee), graph.exceptional_exit);
        graph.emit(Operation::Call(Call { target: None, callee, receiver, arguments, exceptional }), self.span);
    }

    fn finish(&self, graph: Graph, name: &str, parameters: Vec<LocalId>) -> Procedure {
        let start = Location(0);
        let mut procedure = Procedure {
            name: name.to_owned(),
            class: self.class,
            receiver: None,
            parameters,
            statics: None,
            result: Type::Void,
            locals: IndexVec::new(),
            returned: graph.returned,
            exception: graph.exception,
            cfa: Cfa { locations: IndexVec::new(), edges: IndexVec::new(), entry: start, exit: start },
            exceptional_exit: start,
            error: None,
            ended: None,
            ignores_bounds: false,
            span: self.span,
        };
        graph.finish(&mut procedure);
        procedure
    }
}

#[cfg(test)]
mod tests;
