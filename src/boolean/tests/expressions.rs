//! Precedence, and mixing integers with booleans.

use expect_test::expect;

use super::super::parse_condition;
use super::{accepted, check_statements};
use base::{FileId, Random};
use program::guarded::{Action, Binary, Expression, Instruction, Unary};

#[test]
fn precedence() {
    check_statements(
        "a := (a = b) & c ^ a | b => c => a;
         a := a | b & c;
         a := (a != b) = c;
         a := !a & ~b;
         a := i + j * 2 - 3 << 1 < 5 == T;
         a := i - j - 1 <= -i % 3;
         a := a && b || c;
         a := a ? b : c ? a : b;
         a := (a ? b : c) ? a : b;
         a := !!-!a;
         a := * & *;",
        expect![[r#"
            main() entry 0 exit 11
            0 -> 1: a := ((((a = b) & c) ^ a) | b) => (c => a)
            1 -> 2: a := a | (b & c)
            2 -> 3: a := (a != b) = c
            3 -> 4: a := !a & !b
            4 -> 5: a := ((((i + (j * 2)) - 3) << 1) < 5) = 1
            5 -> 6: a := ((i - j) - 1) <= (-i % 3)
            6 -> 7: a := (a & b) | c
            7 -> 8: a := a ? b : (c ? a : b)
            8 -> 9: a := (a ? b : c) ? a : b
            9 -> 10: a := !!-!a
            10 -> 11: a, $0, $1 := * & *, *, *
        "#]],
    );
}

#[test]
fn integers_and_booleans_convert() {
    check_statements(
        "a := i & b;
         a := i;
         a := !i;
         i := a + b + T;
         a := (i => 5) | 3 | a;
         i := a ? i : b;
         a := (i ? a : j) ^ a;
         a := -1 | a;
         assume i;
         assume 3;
         i := - -3;",
        expect![[r#"
            main() entry 0 exit 11
            0 -> 1: a := (i != 0) & b
            1 -> 2: a := i
            2 -> 3: a := !i
            3 -> 4: i := (a + b) + 1
            4 -> 5: a := (((i != 0) => 1) | 1) | a
            5 -> 6: i := a ? i : b
            6 -> 7: a := (((i != 0) ? a : j) != 0) ^ a
            7 -> 8: a := 1 | a
            8 -> 9: [i != 0]
            9 -> 10: skip
            10 -> 11: i := 3
        "#]],
    );
}

#[test]
fn choices_in_expressions_are_drawn_before_and_forgotten_after() {
    check_statements(
        "a := schoose[a, b];
         a, b := schoose[F, F], * | a;
         i := a ? * : b ? 3 : *;
         i := a ? * : 0;
         if schoose[a, b] then skip fi",
        expect![[r#"
            main() entry 0 exit 6
            0 -> 1: a, $0 := a | (!b & *), *
            1 -> 2: a, b, $0, $1 := 0 | (!0 & *), * | a, *, *
            2 -> 3: i, $2, $3 := a ? * : (b ? 3 : *), *, *
            3 -> 4: i, $2 := a ? * : 0, *
            4 -> 5: [a | (!b & *)] $0 := *
            4 -> 6: [!(a | (!b & *))] $0 := *
            5 -> 6: skip
        "#]],
    );
}

#[test]
fn choices_of_one_place_are_distinct_and_shared_between_places() {
    let ersm = super::accepted(
        "void main() begin decl a, i : int<2>; a := * & * | (*); i := a ? * : (* & *); a := !*; assume *; end",
    );
    let hidden: Vec<(&str, i64)> =
        ersm.components[ersm.entry].locals.iter().skip(2).map(|v| (v.name.as_str(), v.domain.high())).collect();
    assert_eq!(hidden, [("$0", 1), ("$1", 1), ("$2", 1), ("$3", 3)]);
}

/// Operators with their precedence and meaning.
type Operator = (&'static str, u8, fn(i64, i64) -> i64);

const OPERATORS: [Operator; 17] = [
    ("=>", 1, |x, y| (x == 0 || y != 0).into()),
    ("|", 2, |x, y| (x != 0 || y != 0).into()),
    ("||", 2, |x, y| (x != 0 || y != 0).into()),
    ("^", 3, |x, y| ((x != 0) != (y != 0)).into()),
    ("&", 4, |x, y| (x != 0 && y != 0).into()),
    ("=", 5, |x, y| (x == y).into()),
    ("!=", 5, |x, y| (x != y).into()),
    ("<", 6, |x, y| (x < y).into()),
    ("<=", 6, |x, y| (x <= y).into()),
    (">", 6, |x, y| (x > y).into()),
    (">=", 6, |x, y| (x >= y).into()),
    (">>", 7, |x, y| x >> y.min(63)),
    ("+", 8, |x, y| x + y),
    ("-", 8, |x, y| x - y),
    ("*", 9, |x, y| x * y),
    ("/", 9, |x, y| if y == 0 { 0 } else { x / y }),
    ("%", 9, |x, y| if y == 0 { x } else { x % y }),
];

/// A random expression with minimal parentheses, its precedence, and its value.
fn random_expression(random: &mut Random, depth: usize, values: [i64; 4]) -> (String, u8, i64) {
    let kind = if depth == 0 { 0 } else { random.below(10) };
    let (choice, number) = (random.below(6), random.below(9));
    let (operator, binds, apply) = *random.one_of(&OPERATORS);
    let mut operand = |least: u8| {
        let (text, binds, value) = random_expression(random, depth - 1, values);
        (if binds < least { format!("({text})") } else { text }, value)
    };
    match kind {
        0 => match choice {
            0..4 => (["a", "b", "i", "j"][choice].to_owned(), 11, values[choice]),
            4 => (["F", "T"][number % 2].to_owned(), 11, (number % 2) as i64),
            _ => (number.to_string(), 11, number as i64),
        },
        1 => {
            let (text, value) = operand(10);
            (format!("!{text}"), 10, i64::from(value == 0))
        }
        2 => {
            let (text, value) = operand(10);
            (format!("-{text}"), 10, -value)
        }
        3 => {
            let (condition, then, otherwise) = (operand(1), operand(0), operand(0));
            let value = if condition.1 != 0 { then.1 } else { otherwise.1 };
            (format!("{} ? {} : {}", condition.0, then.0, otherwise.0), 0, value)
        }
        _ => {
            // Shifts by negative numbers are not checked.
            let shift = operator == ">>";
            let of_right = if operator == "=>" { binds } else { binds + 1 };
            let (left, mut right) = (operand(if operator == "=>" { binds + 1 } else { binds }), operand(of_right));
            if shift {
                right = ("j".to_owned(), values[3]);
            }
            (format!("{} {operator} {}", left.0, right.0), binds, apply(left.1, right.1))
        }
    }
}

/// The value of an expression over `a`, `b`, `i`, `j`, which are its first variables.
fn evaluate(expression: &Expression, values: [i64; 4]) -> i64 {
    let mut stack: Vec<i64> = Vec::new();
    for instruction in &expression.0 {
        let mut pop = || stack.pop().expect("an operand");
        let value = match *instruction {
            Instruction::Constant(value) => value,
            Instruction::Variable(v) => values[v.0 as usize],
            Instruction::Unary(Unary::Not) => i64::from(pop() == 0),
            Instruction::Unary(Unary::IsNonzero) => i64::from(pop() != 0),
            Instruction::Unary(Unary::Negate) => -pop(),
            Instruction::Fit(domain) => domain.fit(pop()),
            Instruction::Select => {
                let (otherwise, then, condition) = (pop(), pop(), pop());
                assert!(matches!(condition, 0 | 1), "conditions are booleans");
                if condition == 1 { then } else { otherwise }
            }
            Instruction::Binary(operator) => {
                let (right, left) = (pop(), pop());
                let symbol = symbol(operator);
                let logical = matches!(symbol, "&" | "|" | "^" | "=>");
                assert!(!logical || matches!((left, right), (0 | 1, 0 | 1)), "operands of {symbol} are booleans");
                OPERATORS.iter().find(|o| o.0 == symbol).expect("an operator").2(left, right)
            }
        };
        stack.push(value);
    }
    assert_eq!(stack.len(), 1);
    stack[0]
}

fn symbol(operator: Binary) -> &'static str {
    match operator {
        Binary::And => "&",
        Binary::Or => "|",
        Binary::Xor => "^",
        Binary::Implies => "=>",
        Binary::Equal => "=",
        Binary::NotEqual => "!=",
        Binary::Less => "<",
        Binary::LessEqual => "<=",
        Binary::Greater => ">",
        Binary::GreaterEqual => ">=",
        Binary::Add => "+",
        Binary::Subtract => "-",
        Binary::Multiply => "*",
        Binary::Divide => "/",
        Binary::Remainder => "%",
        Binary::ShiftLeft => "<<",
        Binary::ShiftRight => ">>",
    }
}

#[test]
fn values_are_those_of_the_text() {
    let mut random = Random::scattered(7);
    for _ in 0..2000 {
        let values = [2, 2, 8, 16].map(|bound| random.below(bound) as i64);
        let (text, _, value) = random_expression(&mut random, 4, values);
        let ersm = accepted(&format!(
            "decl a, b, i : int[0..7], j : int<4>; void main() begin j := {text}; assume {text}; end"
        ));
        let edges = &ersm.components[ersm.entry].cfa.edges;
        let edge = edges.iter().next().expect("an edge");
        let Action::Assign(assignments) = &edge.action else { panic!("{text}: no assignment") };
        assert_eq!(evaluate(&assignments[0].1, values), value, "{text} with {values:?}");
        let guard = edges.iter().nth(1).expect("an edge").guard.as_ref();
        assert_eq!(guard.map_or(1, |guard| evaluate(guard, values)), i64::from(value != 0), "{text} with {values:?}");
        let condition = parse_condition(&text, FileId(0), 0, &ersm).expect("a condition");
        let condition = condition.in_component(ersm.entry).expect("all in scope");
        assert_eq!(evaluate(condition, values), i64::from(value != 0), "{text} with {values:?}");
    }
}

#[test]
fn constraints_speak_of_what_is_stored() {
    let ersm = accepted(
        "decl a, b, i : int[0..7], j : int<4>; void main() begin i, a := i + 1, j constrain 'i > i & 'a & 'j = 'b + 9; end",
    );
    let edge = ersm.components[ersm.entry].cfa.edges.iter().next().expect("an edge");
    let guard = edge.guard.as_ref().expect("a constraint");
    assert_eq!([6, 7].map(|i| evaluate(guard, [0, 0, i, 9])), [1, 0], "the greatest value wraps around");
    assert_eq!([9, 10, 0].map(|j| evaluate(guard, [0, 1, 3, j])), [0, 1, 0]);
}
