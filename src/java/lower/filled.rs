//! Arrays that are never empty, as the program makes no other ones: their lengths are divisors of hash values. Names are not resolved: what is
//! claimed of one holds of all variables and fields with this name.

use super::super::syntax::{
    BinaryOperator, ExprId, ExprKind, FieldDecl, Literal, Member, MethodDecl, Receiver, StmtKind, Tree, TypeRef,
};
use super::Name;
use super::call::Invocation;
use base::Span;

/// What may be true of the value of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Claim {
    /// It is an array with elements, or null.
    Filled,
    /// It is greater than 0.
    Positive,
    /// It is not 0. A negative size makes no array.
    Nonzero,
}

/// Methods call each other this deep.
const DEPTH: u32 = 4;
/// So many names are claimed to be something at once, …
const NAMES: usize = 16;
/// … and so many expressions are looked at.
const STEPS: u32 = 2_000;

/// A proof. What is claimed of variables and fields is an invariant: whatever is stored there meets the claim if all that was stored before
/// does. So it may be used while it is being proved.
struct Proof<'t> {
    tree: &'t Tree,
    /// The claims that are used.
    assumed: Vec<(&'t str, Claim)>,
    steps: u32,
}

/// The parameters of a method with the claims that hold of its arguments.
type Given<'t> = [(&'t str, Vec<Claim>)];

/// If the value of an array is null or has elements wherever it is evaluated: the fields of which that is assumed, as the program stores no other
/// arrays there.
pub(super) fn filled(tree: &Tree, e: ExprId) -> Option<Vec<&FieldDecl>> {
    let mut proof = Proof { tree, assumed: Vec::new(), steps: 0 };
    let is_proved = proof.holds(Claim::Filled, e, &[], DEPTH);
    let is_assumed = |field: &&FieldDecl| proof.assumed.contains(&(&*field.name, Claim::Filled));
    is_proved.then(|| fields(tree).filter(is_assumed).collect())
}

impl<'t> Proof<'t> {
    fn holds(&mut self, claim: Claim, e: ExprId, given: &Given<'t>, depth: u32) -> bool {
        self.steps += 1;
        if self.steps > STEPS {
            return false;
        }
        let tree = self.tree;
        match (&tree.expressions[e].kind, claim) {
            (ExprKind::Conditional(_, a, b), _) => [*a, *b].iter().all(|&e| self.holds(claim, e, given, depth)),
            (ExprKind::Assign { operator: None, value, .. }, _) => self.holds(claim, *value, given, depth),
            (ExprKind::Cast(_, value), Claim::Filled) => self.holds(claim, *value, given, depth),
            (ExprKind::NewArray { values: Some(values), .. }, Claim::Filled) => {
                self.holds(claim, *values, given, depth)
            }
            (ExprKind::NewArray { sizes, .. }, Claim::Filled) => {
                sizes.first().is_some_and(|&size| self.holds(Claim::Nonzero, size, given, depth))
            }
            (ExprKind::ArrayValues(values), Claim::Filled) => !values.is_empty(),
            (ExprKind::Literal(Literal::Null), Claim::Filled) => true,
            (ExprKind::Literal(Literal::Int(number)), Claim::Positive | Claim::Nonzero) => *number > 0,
            (ExprKind::Binary(operator, a, b), Claim::Nonzero) => {
                self.is_nonzero_result(*operator, *a, *b, given, depth)
            }
            (ExprKind::Call { receiver, name, arguments }, _) => {
                self.result_of_call(claim, &Invocation { receiver, name, arguments }, given, depth)
            }
            (ExprKind::Field { object, name }, _) if &**name == "length" => {
                let is_declared = || fields(tree).any(|field| &*field.name == "length");
                claim != Claim::Filled && !is_declared() && self.holds(Claim::Filled, *object, given, depth)
            }
            (ExprKind::Name(name), _) if let Some((_, known)) = given.iter().find(|(own, _)| *own == &**name) => {
                known.contains(&claim) || claim == Claim::Nonzero && known.contains(&Claim::Positive)
            }
            (ExprKind::Name(name) | ExprKind::Field { name, .. } | ExprKind::SuperField(name), _) => {
                self.is_invariant(name, claim, depth)
            }
            _ => false,
        }
    }

    /// Numbers wrap around: of two positive ones, the sum is not 0, nor is the double of one. An odd number is not 0 either.
    fn is_nonzero_result(
        &mut self,
        operator: BinaryOperator,
        a: ExprId,
        b: ExprId,
        given: &Given<'t>,
        depth: u32,
    ) -> bool {
        let tree = self.tree;
        let is = |e: ExprId, wanted: i32| matches!(tree.expressions[e].kind, ExprKind::Literal(Literal::Int(number)) if number == wanted);
        let mut is_positive = |e: ExprId| self.holds(Claim::Positive, e, given, depth);
        match operator {
            BinaryOperator::Add => {
                let is_even = |e: ExprId| matches!(tree.expressions[e].kind, ExprKind::Binary(BinaryOperator::Multiply, a, b) if is(a, 2) || is(b, 2));
                is_even(a) && is(b, 1) || is_positive(a) && is_positive(b)
            }
            BinaryOperator::Multiply => is(a, 2) && is_positive(b) || is(b, 2) && is_positive(a),
            BinaryOperator::ShiftLeft => is(b, 1) && is_positive(a),
            _ => false,
        }
    }

    /// Whether a claim holds of the result of a call: of a known function of the library, or of all methods with this name and number of parameters.
    fn result_of_call(&mut self, claim: Claim, call: &Invocation<'t>, given: &Given<'t>, depth: u32) -> bool {
        let &Invocation { receiver, name, arguments } = call;
        let tree = self.tree;
        let methods = tree.classes.iter().flat_map(|class| &class.members);
        let methods = methods.filter_map(|member| match member {
            Member::Method(method) if method.name == *name => Some(method),
            _ => None,
        });
        let methods: Vec<_> = methods.filter(|method| method.parameters.len() == arguments.len()).collect();
        if methods.is_empty() {
            return self.result_of_library(claim, call, given, depth);
        }
        let Some(deeper) = depth.checked_sub(1).filter(|_| self.is_call_of_program(receiver, name)) else {
            return false;
        };
        let mut claims_of = |&argument: &ExprId| -> Vec<Claim> {
            let all = [Claim::Filled, Claim::Positive, Claim::Nonzero].into_iter();
            all.filter(|&claim| self.holds(claim, argument, given, depth)).collect()
        };
        let claims: Vec<Vec<Claim>> = arguments.iter().map(&mut claims_of).collect();
        methods.into_iter().all(|method| self.returns(claim, method, &claims, deeper))
    }

    /// Whether a claim holds of all that a method returns for arguments of which these claims hold.
    fn returns(&mut self, claim: Claim, method: &'t MethodDecl, claims: &[Vec<Claim>], depth: u32) -> bool {
        let tree = self.tree;
        let is_kept = |name: &str| !is_changed(tree, name);
        let parameters = method.parameters.iter().map(|parameter| &*parameter.name).zip(claims);
        let given: Vec<(&str, Vec<Claim>)> =
            parameters.map(|(name, claims)| (name, if is_kept(name) { claims.clone() } else { Vec::new() })).collect();
        let is_inside = |span: Span| {
            span.file == method.span.file && method.span.start <= span.start && span.end <= method.span.end
        };
        let is_plain = method.body.is_some() && !method.parameters.iter().any(|parameter| parameter.is_variadic);
        let mut returned = tree.statements.iter().filter_map(|statement| match statement.kind {
            StmtKind::Return(Some(value)) if is_inside(statement.span) => Some(value),
            _ => None,
        });
        is_plain && returned.all(|value| self.holds(claim, value, &given, depth))
    }

    /// Whether a call with a method of this name in the program can only be one of such methods, and not of the library.
    fn is_call_of_program(&self, receiver: &Receiver, name: &str) -> bool {
        let tree = self.tree;
        let is_declared = |name: &str| tree.classes.iter().any(|class| *class.name == *name);
        let is_named = match receiver {
            Receiver::Implicit => true,
            Receiver::Of(object) => match &tree.expressions[*object].kind {
                ExprKind::This => true,
                ExprKind::Name(class) => {
                    let mut values = Vec::new();
                    is_declared(class) && self.stored(class, Claim::Filled, &mut values) && values.is_empty()
                }
                _ => false,
            },
            Receiver::Super | Receiver::SuperOf(_) => false,
        };
        // Methods that are inherited from the library, and the only one of its interfaces with a body that returns an array.
        let is_known = |ty: &TypeRef| {
            ty.path
                .last()
                .is_some_and(|last| is_declared(last) || last.ends_with("Exception") || last.ends_with("Error"))
        };
        let inherits_known = tree.classes.iter().all(|class| class.superclass.as_ref().is_none_or(is_known));
        is_named && name != "toArray" && tree.static_imports.is_empty() && inherits_known
    }

    fn result_of_library(&mut self, claim: Claim, call: &Invocation<'t>, given: &Given<'t>, depth: u32) -> bool {
        let Receiver::Of(object) = call.receiver else { return false };
        let of = match &self.tree.expressions[*object].kind {
            ExprKind::Name(class) => &**class,
            _ => "",
        };
        match (claim, of, &**call.name, call.arguments) {
            (Claim::Filled, "Arrays", "copyOf", &[_, size]) => self.holds(Claim::Nonzero, size, given, depth),
            (Claim::Filled, _, "clone", []) => self.holds(claim, *object, given, depth),
            (Claim::Positive | Claim::Nonzero, "Math", "max", &[a, b]) => {
                self.holds(Claim::Positive, a, given, depth) || self.holds(Claim::Positive, b, given, depth)
            }
            _ => false,
        }
    }

    /// Whether a claim holds of all variables and fields with a name at all times, except of those without value and arrays that are null.
    fn is_invariant(&mut self, name: &'t Name, claim: Claim, depth: u32) -> bool {
        if self.assumed.contains(&(&**name, claim)) {
            return true;
        }
        let mut values = Vec::new();
        let before = self.assumed.len();
        if before == NAMES || !self.stored(name, claim, &mut values) || values.is_empty() {
            return false;
        }
        self.assumed.push((name, claim));
        let is_proved = values.into_iter().all(|value| self.holds(claim, value, &[], depth));
        if !is_proved {
            self.assumed.truncate(before);
        }
        is_proved
    }

    /// Collects all that is stored under a name; whether nothing else is.
    fn stored(&self, name: &str, claim: Claim, values: &mut Vec<ExprId>) -> bool {
        let tree = self.tree;
        for class in &tree.classes {
            if class.components.iter().flatten().any(|component| &*component.name == name) {
                return false;
            }
            for member in &class.members {
                match member {
                    Member::Field(field) if &*field.name == name => match field.initializer {
                        Some(value) => values.push(value),
                        None if claim == Claim::Filled => {}
                        None => return false,
                    },
                    Member::Method(method) if method.parameters.iter().any(|parameter| &*parameter.name == name) => {
                        return false;
                    }
                    _ => {}
                }
            }
        }
        for statement in &tree.statements {
            match &statement.kind {
                StmtKind::Local { name: own, initializer, .. } if &**own == name => values.extend(*initializer),
                StmtKind::ForEach { name: own, .. } if &**own == name => return false,
                StmtKind::Try { catches, .. } if catches.iter().any(|handler| &*handler.name == name) => return false,
                _ => {}
            }
        }
        let is_it = |own: Option<&Name>| own.is_some_and(|own| **own == *name);
        for e in &tree.expressions {
            match &e.kind {
                ExprKind::Lambda(lambda) if lambda.parameters.iter().any(|own| &*own.name == name) => return false,
                ExprKind::InstanceOf { binding: Some(own), .. } if &**own == name => return false,
                ExprKind::Assign { target, operator: None, value } if is_it(denoted(tree, *target)) => {
                    values.push(*value)
                }
                kind if is_it(changes(tree, kind)) => return false,
                _ => {}
            }
        }
        true
    }
}

fn fields(tree: &Tree) -> impl Iterator<Item = &FieldDecl> {
    let members = tree.classes.iter().flat_map(|class| &class.members);
    members.filter_map(|member| match member {
        Member::Field(field) => Some(field),
        _ => None,
    })
}

/// Whether an expression anywhere changes a variable or field with a name.
pub(super) fn is_changed(tree: &Tree, name: &str) -> bool {
    let changed = || tree.expressions.iter().filter_map(|e| changes(tree, &e.kind)).cloned().collect();
    tree.changed.get_or_init(changed).contains(name)
}

/// The name of the variable or field that an expression changes, if any.
fn changes<'t>(tree: &'t Tree, kind: &ExprKind) -> Option<&'t Name> {
    match kind {
        ExprKind::Assign { target, .. } | ExprKind::Increment { target, .. } => denoted(tree, *target),
        _ => None,
    }
}

/// The name of the variable or field that an expression denotes, if any.
fn denoted(tree: &Tree, e: ExprId) -> Option<&Name> {
    match &tree.expressions[e].kind {
        ExprKind::Name(name) | ExprKind::Field { name, .. } | ExprKind::SuperField(name) => Some(name),
        _ => None,
    }
}
