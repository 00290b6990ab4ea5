//! Random programs over 8-bit integers and Booleans: loops, jumps into loops, calls, static fields, failures.

use hrglass::base::Random;
use hrglass::base::{FileId, Idx, IndexVec, Span};
use hrglass::program::cfa::{Cfa, Location, ProcedureId};
use hrglass::program::objects::{
    Binary, Call, Callee, Class, ClassId, Comparison, Condition, Failure, Field, FieldId, IntegerType, Local, LocalId,
    LocalKind, Operand, Operation, OperationEdge, Procedure, Program, Role, Rvalue, STATICS, Type, Unary,
};

const SIGNED: IntegerType = IntegerType { bits: 8, signed: true };
const UNSIGNED: IntegerType = IntegerType { bits: 8, signed: false };
const TYPES: [Type; 4] = [Type::Integer(SIGNED), Type::Integer(UNSIGNED), Type::Boolean, Type::Integer(UNSIGNED)];
const STATIC_CLASS: ClassId = ClassId(0);

/// A random program; the first procedure is its entry.
pub fn program(random: &mut Random) -> Program {
    let span = Span::new(FileId(0), 0, 0);
    let mut program = Program::default();
    let statics = random.below(3);
    let fields = (0..statics).map(FieldId::at).collect();
    let class = Class { name: STATICS.to_owned(), fields, ..Class::default() };
    program.classes.push(class);
    for number in 0..statics {
        program.fields.push(Field {
            name: format!("g{number}"),
            ty: TYPES[random.below(4)],
            role: Role::Plain,
            class: STATIC_CLASS,
            span,
        });
    }
    let count = 1 + random.below(3);
    let signatures: Vec<(Vec<Type>, Type)> = (0..count)
        .map(|number| {
            let parameters = (0..random.below(3).min(2 - usize::from(number == 0))).map(|_| TYPES[random.below(4)]);
            (parameters.collect(), TYPES[random.below(4)])
        })
        .collect();
    for number in 0..count {
        let procedure = Body::new(random, &program, &signatures, number).finish();
        program.procedures.push(procedure);
    }
    program
}

struct Body<'a> {
    random: &'a mut Random,
    program: &'a Program,
    signatures: &'a [(Vec<Type>, Type)],
    number: usize,
    locals: IndexVec<LocalId, Local>,
    /// The locals that statements use.
    usable: Vec<LocalId>,
    statics: LocalId,
    returned: LocalId,
    exception: LocalId,
    locations: usize,
    edges: Vec<OperationEdge>,
    exit: Location,
    exceptional_exit: Location,
    error: Location,
    here: Location,
    /// How many more statements there may be.
    budget: usize,
}

impl<'a> Body<'a> {
    fn new(random: &'a mut Random, program: &'a Program, signatures: &'a [(Vec<Type>, Type)], number: usize) -> Self {
        let mut locals = IndexVec::new();
        let mut local = |name: String, kind, ty| locals.push(Local { name, kind, ty, scope: None });
        let parameters =
            signatures[number].0.iter().enumerate().map(|(i, &ty)| local(format!("p{i}"), LocalKind::Declared, ty));
        let mut usable: Vec<LocalId> = parameters.collect();
        for i in 0..1 + random.below(2) {
            usable.push(local(format!("x{i}"), LocalKind::Declared, TYPES[random.below(4)]));
        }
        let statics = local(STATICS.to_owned(), LocalKind::Synthetic, Type::Reference(STATIC_CLASS));
        let returned = local("@return".to_owned(), LocalKind::Synthetic, signatures[number].1);
        let exception = local("@exception".to_owned(), LocalKind::Synthetic, Type::Reference(STATIC_CLASS));
        let budget = 3 + random.below(if number == 0 { 10 } else { 5 });
        let (exit, exceptional_exit, error, here) = (Location(1), Location(2), Location(3), Location(0));
        Self {
            random,
            program,
            signatures,
            number,
            locals,
            usable,
            statics,
            returned,
            exception,
            locations: 4,
            edges: Vec::new(),
            exit,
            exceptional_exit,
            error,
            here,
            budget,
        }
    }

    fn finish(mut self) -> Procedure {
        if self.number == 0 {
            self.step(Operation::New { target: self.statics, class: STATIC_CLASS });
        }
        // Locals have a value before they are read.
        let parameters: Vec<LocalId> = (0..self.signatures[self.number].0.len()).map(LocalId::at).collect();
        for local in self.usable.clone().into_iter().skip(parameters.len()) {
            let value = self.constant(self.locals[local].ty);
            self.step(Operation::Assign { target: local, value: Rvalue::Operand(value) });
        }
        while self.budget > 0 {
            self.statement(0);
        }
        let value = self.operand_of(self.locals[self.returned].ty);
        self.step(Operation::Assign { target: self.returned, value: Rvalue::Operand(value) });
        self.edge(self.here, Operation::Skip, self.exit);
        // A jump to anywhere, beside what leaves the location anyway.
        if self.random.one_in(4) {
            let inner = |random: &mut Random, count| Location::at(4 + random.below(count - 4));
            let source = inner(self.random, self.locations);
            let target = inner(self.random, self.locations);
            let is_branch = self
                .edges
                .iter()
                .filter(|e| e.source == source)
                .all(|e| matches!(e.operation, Operation::Assume(_) | Operation::Skip));
            if is_branch {
                self.edge(source, Operation::Skip, target);
            }
        }
        let span = Span::new(FileId(0), 0, 0);
        self.edges.sort_by_key(|edge| edge.source);
        let mut procedure = Procedure {
            name: format!("f{}", self.number),
            class: STATIC_CLASS,
            receiver: None,
            parameters,
            statics: Some(self.statics),
            result: self.signatures[self.number].1,
            locals: self.locals,
            returned: self.returned,
            exception: self.exception,
            cfa: Cfa {
                locations: IndexVec::filled(span, self.locations),
                edges: self.edges.into_iter().collect(),
                entry: Location(0),
                exit: self.exit,
            },
            exceptional_exit: self.exceptional_exit,
            error: Some(self.error),
            ended: None,
            ignores_bounds: false,
            span,
        };
        procedure.keep_reachable();
        procedure
    }

    fn location(&mut self) -> Location {
        self.locations += 1;
        Location::at(self.locations - 1)
    }

    fn edge(&mut self, source: Location, operation: Operation, target: Location) {
        let span = Span::new(FileId(0), 0, 0);
        self.edges.push(OperationEdge {
            source,
            target,
            operation,
            on_null: None,
            execution: None,
            condition: None,
            span,
        });
    }

    fn step(&mut self, operation: Operation) {
        let next = self.location();
        self.edge(self.here, operation, next);
        self.here = next;
    }

    fn statement(&mut self, depth: usize) {
        self.budget = self.budget.saturating_sub(1);
        match self.random.below(if depth < 3 { 12 } else { 7 }) {
            0..=3 => self.assignment(),
            4 => self.access(),
            5 => self.call(),
            6 => {
                // A failure, under some condition.
                let (fails, goes_on) = self.branch();
                let failure = *self.random.one_of(&[Failure::Assertion, Failure::Reached]);
                self.edge(fails, Operation::Fail(failure), self.error);
                self.here = goes_on;
            }
            7..=9 => {
                let (yes, no) = self.branch();
                let joined = self.location();
                for start in [yes, no] {
                    self.here = start;
                    for _ in 0..self.random.below(3) {
                        self.statement(depth + 1);
                    }
                    self.edge(self.here, Operation::Skip, joined);
                }
                self.here = joined;
            }
            _ => {
                let head = self.location();
                self.edge(self.here, Operation::Skip, head);
                self.here = head;
                let (inside, after) = self.branch();
                self.here = inside;
                for _ in 0..1 + self.random.below(3) {
                    self.statement(depth + 1);
                }
                self.edge(self.here, Operation::Skip, head);
                self.here = after;
            }
        }
    }

    /// Two locations, one if a random condition holds and one if it does not.
    fn branch(&mut self) -> (Location, Location) {
        let (yes, no) = (self.location(), self.location());
        let (condition, negation) = self.condition();
        self.edge(self.here, Operation::Assume(condition), yes);
        self.edge(self.here, Operation::Assume(negation), no);
        (yes, no)
    }

    fn condition(&mut self) -> (Condition, Condition) {
        if self.random.one_in(8) {
            return (Condition::Unknown, Condition::Unknown);
        }
        let numbers = self.numbers();
        if numbers.is_empty() || self.random.one_in(4) {
            let left = self.operand_of(Type::Boolean);
            let compare =
                |value| Condition::Compare { comparison: Comparison::Equal, left, right: Operand::Boolean(value) };
            return (compare(true), compare(false));
        }
        let left = *self.random.one_of(&numbers);
        let right =
            if self.random.one_in(2) { *self.random.one_of(&numbers) } else { self.constant(self.type_of(left)) };
        if self.random.one_in(8) {
            let operator = *self.random.one_of(&[Binary::Add, Binary::Subtract, Binary::Multiply, Binary::ShiftLeft]);
            let [left, right] = [self.operand_of(TYPES[0]), self.operand_of(TYPES[0])];
            let of = |negated| Condition::Overflows { operator, ty: SIGNED, left, right, negated };
            return (of(false), of(true));
        }
        let all = [
            Comparison::Equal,
            Comparison::NotEqual,
            Comparison::Less,
            Comparison::LessEqual,
            Comparison::Greater,
            Comparison::GreaterEqual,
        ];
        let comparison = *self.random.one_of(&all);
        let of = |comparison| Condition::Compare { comparison, left, right };
        (of(comparison), of(comparison.negated()))
    }

    fn assignment(&mut self) {
        let target = *self.random.one_of(&self.usable);
        let ty = self.locals[target].ty;
        let numbers = self.numbers();
        let value = match (ty, self.random.below(10)) {
            (_, 0) => Rvalue::Drawn,
            (_, 1) if self.random.one_in(3) => Rvalue::Unknown,
            (Type::Boolean, 2..=4) => Rvalue::Unary(Unary::Not, self.operand_of(Type::Boolean)),
            (Type::Boolean, 5..=7) => {
                let operator = *self.random.one_of(&[Binary::And, Binary::Or, Binary::Xor]);
                let (left, right) = (self.operand_of(Type::Boolean), self.operand_of(Type::Boolean));
                Rvalue::Binary { operator, ty: IntegerType::INT, left, right }
            }
            (Type::Integer(own), 2..=3) if !numbers.is_empty() => {
                let operand = *self.random.one_of(&numbers);
                Rvalue::Unary(*self.random.one_of(&[Unary::Complement(own), Unary::Convert(own)]), operand)
            }
            (Type::Integer(own), 4..=8) if !numbers.is_empty() => {
                let all = [
                    Binary::Add,
                    Binary::Add,
                    Binary::Subtract,
                    Binary::Multiply,
                    Binary::Divide,
                    Binary::Remainder,
                    Binary::And,
                    Binary::Or,
                    Binary::Xor,
                    Binary::ShiftLeft,
                    Binary::ShiftRight,
                    Binary::ShiftRightUnsigned,
                ];
                let operator = *self.random.one_of(&all);
                let left = *self.random.one_of(&numbers);
                let other = *self.random.one_of(&numbers);
                let constant = self.constant(ty);
                let right = if self.random.one_in(2) && self.type_of(other) == ty { other } else { constant };
                if matches!(operator, Binary::Divide | Binary::Remainder) {
                    self.check_divisor(right);
                }
                // Operands have the type of the operation, as front ends see to.
                let left = if self.type_of(left) == ty { left } else { constant };
                Rvalue::Binary { operator, ty: own, left, right }
            }
            _ => Rvalue::Operand(self.operand_of(ty)),
        };
        self.step(Operation::Assign { target, value });
    }

    fn check_divisor(&mut self, divisor: Operand) {
        let (zero, other) = (self.location(), self.location());
        let compare = |comparison| {
            Operation::Assume(Condition::Compare { comparison, left: divisor, right: Operand::Integer(0) })
        };
        self.edge(self.here, compare(Comparison::Equal), zero);
        self.edge(self.here, compare(Comparison::NotEqual), other);
        self.edge(zero, Operation::Fail(Failure::DivisionByZero), self.error);
        self.here = other;
    }

    /// Reads or writes a static field.
    fn access(&mut self) {
        if self.program.fields.is_empty() {
            return self.assignment();
        }
        let field = FieldId::at(self.random.below(self.program.fields.len()));
        let ty = self.program.fields[field].ty;
        let fitting: Vec<LocalId> = self.usable.iter().copied().filter(|&local| self.locals[local].ty == ty).collect();
        if fitting.is_empty() || self.random.one_in(2) {
            let value = self.operand_of(ty);
            self.step(Operation::Store { base: self.statics, field, value });
        } else {
            let target = *self.random.one_of(&fitting);
            self.step(Operation::Load { target, base: self.statics, field });
        }
    }

    fn call(&mut self) {
        if self.signatures.len() == 1 || self.number + 1 == self.signatures.len() && !self.random.one_in(3) {
            return self.assignment();
        }
        // Sometimes itself, or one that calls it; but never the entry.
        let is_recursive = self.number + 1 == self.signatures.len() || self.random.one_in(6);
        let least = if is_recursive { 1 } else { self.number + 1 };
        let callee = least + self.random.below(self.signatures.len() - least);
        let (parameters, result) = self.signatures[callee].clone();
        let fitting: Vec<LocalId> =
            self.usable.iter().copied().filter(|&local| self.locals[local].ty == result).collect();
        let target =
            if fitting.is_empty() || self.random.one_in(4) { None } else { Some(*self.random.one_of(&fitting)) };
        let arguments = parameters.into_iter().map(|ty| self.operand_of(ty)).collect();
        let callee = Callee::Static(ProcedureId::at(callee));
        let call = Call { target, callee, receiver: None, arguments, exceptional: self.exceptional_exit };
        self.step(Operation::Call(call));
    }

    fn type_of(&self, operand: Operand) -> Type {
        match operand {
            Operand::Local(local) => self.locals[local].ty,
            Operand::Boolean(_) => Type::Boolean,
            Operand::Integer(_) | Operand::Null => Type::Integer(UNSIGNED),
        }
    }

    fn numbers(&self) -> Vec<Operand> {
        let all = self.usable.iter().filter(|&&local| self.locals[local].ty != Type::Boolean);
        all.map(|&local| Operand::Local(local)).collect()
    }

    fn constant(&mut self, ty: Type) -> Operand {
        match ty {
            Type::Boolean => Operand::Boolean(self.random.one_in(2)),
            Type::Integer(ty) => {
                let (least, most) = ty.range();
                Operand::Integer(*self.random.one_of(&[0, 1, 2, 3, 7, most, least, 0, 1]))
            }
            _ => Operand::Null,
        }
    }

    fn operand_of(&mut self, ty: Type) -> Operand {
        let fitting: Vec<LocalId> = self.usable.iter().copied().filter(|&local| self.locals[local].ty == ty).collect();
        if fitting.is_empty() || self.random.one_in(3) {
            self.constant(ty)
        } else {
            Operand::Local(*self.random.one_of(&fitting))
        }
    }
}
