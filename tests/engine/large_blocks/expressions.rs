//! Expressions for random terms have the values of the terms: as GCC and Java compute them.

use std::fmt::Write;
use std::process::Command;

use hrglass::base::Random;
use hrglass::bitvec::{Evaluation, Operator, Sort, TermId, Terms};
use hrglass::large_blocks::blocks::{Notation, VariableText, expression};
use hrglass::program::objects::IntegerType;

use crate::support::{cases, gcc, jdk};

/// A term over variables of random types, with values for them.
struct Case {
    terms: Terms,
    term: TermId,
    types: Vec<Option<IntegerType>>,
    values: Vec<Vec<u64>>,
}

const OPERATORS: &[Operator] = &[
    Operator::Not,
    Operator::And,
    Operator::And,
    Operator::Xor,
    Operator::Ite,
    Operator::Equal,
    Operator::Equal,
    Operator::UnsignedLess,
    Operator::SignedLess,
    Operator::SignedLess,
    Operator::Add,
    Operator::Add,
    Operator::Multiply,
    Operator::UnsignedDivide,
    Operator::UnsignedRemainder,
    Operator::SignedDivide,
    Operator::SignedRemainder,
    Operator::ShiftLeft,
    Operator::LogicalShiftRight,
    Operator::ArithmeticShiftRight,
    Operator::Concat,
    Operator::Extract(0),
    Operator::ZeroExtend,
    Operator::SignExtend,
    Operator::UnsignedMultiplyOverflows,
    Operator::SignedMultiplyOverflows,
];

fn case(seed: u64, notation: Notation) -> Case {
    let random = &mut Random::scattered(seed);
    let mut terms = Terms::new();
    let count = 1 + random.below(4);
    let mut types = Vec::new();
    let mut pool: Vec<TermId> = Vec::new();
    for _ in 0..count {
        let bits = *random.one_of(&[8u8, 16, 32, 32, 64]);
        let signed = match notation {
            Notation::C | Notation::StrictC => random.one_in(2),
            Notation::Java => bits != 16 || random.one_in(2),
        };
        let ty = (notation != Notation::Java || !random.one_in(5)).then_some(IntegerType { bits, signed });
        types.push(ty);
        pool.push(terms.variable(ty.map_or(Sort::Boolean, |ty| Sort::Bits(ty.bits))));
    }
    for _ in 0..1 + random.below(7) {
        let term = step(random, &mut terms, &pool);
        pool.push(term);
    }
    let term = *pool.last().expect("a variable");
    let values = (0..12).map(|_| types.iter().map(|ty| value(random, ty.map_or(1, |ty| ty.bits))).collect()).collect();
    Case { terms, term, types, values }
}

/// A value of so many bits, often near to the least or the greatest one.
fn value(random: &mut Random, bits: u8) -> u64 {
    let near = random.below(4) as u64;
    let any =
        (random.below(1 << 31) as u64) << 33 ^ (random.below(1 << 31) as u64) << 11 ^ random.below(1 << 16) as u64;
    let value = match random.below(6) {
        0 => near,
        1 => near.wrapping_neg(),
        2 => (1u64 << (bits - 1)).wrapping_add(near),
        3 => (1u64 << (bits - 1)).wrapping_sub(near),
        _ => any,
    };
    value & (u64::MAX >> (64 - bits))
}

/// A vector of the pool, fitted to a width, or a constant.
fn vector(random: &mut Random, terms: &mut Terms, pool: &[TermId], width: u8) -> TermId {
    let vectors: Vec<TermId> =
        pool.iter().copied().filter(|&term| terms.sort(term) != Sort::Boolean).rev().take(4).collect();
    if vectors.is_empty() || random.one_in(5) {
        return terms.bits(width, value(random, width));
    }
    let term = *random.one_of(&vectors);
    let own = terms.width(term);
    match own.cmp(&width) {
        std::cmp::Ordering::Less if random.one_in(2) => terms.zero_extend(term, width),
        std::cmp::Ordering::Less => terms.sign_extend(term, width),
        std::cmp::Ordering::Equal => term,
        std::cmp::Ordering::Greater => {
            let from = if random.one_in(2) { 0 } else { random.below(usize::from(own - width) + 1) as u8 };
            terms.extract(term, from, width)
        }
    }
}

fn condition(random: &mut Random, terms: &mut Terms, pool: &[TermId]) -> TermId {
    let found: Vec<TermId> = pool.iter().copied().filter(|&term| terms.sort(term) == Sort::Boolean).collect();
    if !found.is_empty() {
        return *random.one_of(&found);
    }
    let width = *random.one_of(&[8, 32]);
    let (a, b) = (vector(random, terms, pool, width), vector(random, terms, pool, width));
    terms.signed_less(a, b)
}

fn step(random: &mut Random, terms: &mut Terms, pool: &[TermId]) -> TermId {
    let own = pool.iter().rev().map(|&term| terms.sort(term)).find(|&sort| sort != Sort::Boolean);
    let width = match own {
        Some(Sort::Bits(width)) if !random.one_in(3) => width,
        _ => *random.one_of(&[1, 5, 8, 16, 20, 32, 32, 40, 64]),
    };
    let operator = *random.one_of(OPERATORS);
    let bitwise = matches!(operator, Operator::Not | Operator::And | Operator::Xor | Operator::Ite);
    if bitwise && random.one_in(2) {
        let [mut a, b, c] = [0; 3].map(|_| condition(random, terms, pool));
        if random.one_in(3) {
            a = terms.not(a);
        }
        return match operator {
            Operator::Not => terms.not(a),
            Operator::And => terms.and(a, b),
            Operator::Xor => terms.xor(a, b),
            _ => terms.ite(a, b, c),
        };
    }
    let (a, b) = (vector(random, terms, pool, width), vector(random, terms, pool, width));
    match operator {
        Operator::Ite => {
            let condition = condition(random, terms, pool);
            terms.ite(condition, a, b)
        }
        Operator::Not => terms.not(a),
        Operator::Concat => {
            let low = vector(random, terms, pool, 1 + random.clone().below(8) as u8);
            let high = vector(random, terms, pool, width.min(56));
            terms.concat(high, low)
        }
        Operator::Extract(_) => {
            let short = 1 + random.below(usize::from(width)) as u8;
            let from = random.below(usize::from(width - short) + 1) as u8;
            terms.extract(a, from, short)
        }
        Operator::ZeroExtend => terms.zero_extend(a, width + random.below(usize::from(65 - width)) as u8),
        Operator::SignExtend => terms.sign_extend(a, width + random.below(usize::from(65 - width)) as u8),
        Operator::ShiftLeft | Operator::LogicalShiftRight | Operator::ArithmeticShiftRight
            if width.is_power_of_two() =>
        {
            // As front ends have it: some bits of the distance count.
            let mask = terms.bits(width, u64::from(width) - 1);
            let distance = if random.one_in(3) { b } else { terms.and(b, mask) };
            terms.build(operator, Sort::Bits(width), &[a, distance])
        }
        Operator::Equal | Operator::UnsignedLess | Operator::SignedLess => {
            terms.build(operator, Sort::Boolean, &[a, b])
        }
        Operator::UnsignedMultiplyOverflows | Operator::SignedMultiplyOverflows => {
            terms.build(operator, Sort::Boolean, &[a, b])
        }
        _ => terms.build(operator, Sort::Bits(width), &[a, b]),
    }
}

/// The expression of a case as a condition or as its lowest bits, in a language.
fn text(case: &Case, notation: Notation) -> Option<String> {
    expression(&case.terms, case.term, notation, &|variable| {
        let name = format!("v{}", variable.0);
        Some(match case.types[variable.0 as usize] {
            Some(ty) => VariableText::Integer(name, ty),
            None => VariableText::Condition(name),
        })
    })
}

fn expected(case: &Case) -> Vec<u64> {
    let values = case.values.iter();
    values.map(|values| Evaluation::new(&case.terms, |v| values[v.0 as usize]).value(case.term)).collect()
}

fn c_type(ty: IntegerType) -> &'static str {
    match (ty.bits, ty.signed) {
        (8, true) => "signed char",
        (8, false) => "unsigned char",
        (16, true) => "short",
        (16, false) => "unsigned short",
        (32, true) => "int",
        (32, false) => "unsigned",
        (_, true) => "long long",
        (_, false) => "unsigned long long",
    }
}

/// Compares the lines of an output, one for every value of every case, with what is expected.
fn compare(cases: &[(u64, Case, String)], output: &str, language: &str) {
    let mut lines = output.lines();
    for (seed, case, text) in cases {
        for (values, expected) in case.values.iter().zip(expected(case)) {
            let found: u64 = lines.next().and_then(|line| line.parse().ok()).expect("a number");
            let found = found & case.terms.sort(case.term).mask();
            let types = &case.types;
            assert_eq!(found, expected, "{language}, term {seed}: {text}\nwith {values:?} of {types:?}");
        }
    }
}

fn cases(count: u64, notation: Notation) -> Vec<(u64, Case, String)> {
    let range = cases::seeds(count);
    let total = range.end - range.start;
    let found: Vec<(u64, Case, String)> = range
        .filter_map(|seed| {
            let case = case(seed, notation);
            let text = text(&case, notation)?;
            Some((seed, case, text))
        })
        .collect();
    let share = if notation != Notation::Java { 90 } else { 70 };
    println!("{} of {total} terms have expressions in {notation:?}", found.len());
    assert!(found.len() as u64 * 100 > total * share, "{} of {total}", found.len());
    found
}

#[test]
fn expressions_compute_as_with_gcc() {
    for option in ["-m32", "-m64"] {
        compute_with_gcc(option, Notation::C, &["-fwrapv"]);
    }
}

/// Without undefined behaviour: what gcc's checks find would end the program.
#[test]
fn strict_expressions_have_a_defined_value() {
    let checks =
        ["-fsanitize=signed-integer-overflow,shift,integer-divide-by-zero", "-fsanitize-undefined-trap-on-error"];
    compute_with_gcc("-m64", Notation::StrictC, &checks);
}

fn compute_with_gcc(option: &str, notation: Notation, options: &[&str]) {
    if gcc::is_there() {
        let folder = gcc::folder(&format!("expressions-{notation:?}"));
        if !gcc::links(&folder, option) {
            eprintln!("skipped: gcc links no programs with {option}");
            return;
        }
        let options: Vec<&str> = options.iter().copied().chain([option]).collect();
        for chunk in cases(1_500, notation).chunks(500) {
            let mut program = "int printf(const char *, ...);\n".to_owned();
            for (seed, case, text) in chunk {
                let parameters = case.types.iter().enumerate();
                let parameters: Vec<String> =
                    parameters.map(|(at, ty)| format!("{} v{at}", c_type(ty.expect("C has integers")))).collect();
                _ = writeln!(
                    program,
                    "unsigned long long e{seed}({}) {{ return (unsigned long long)({text}); }}",
                    parameters.join(", ")
                );
            }
            program += "int main(void) {\n";
            for (seed, case, _) in chunk {
                for values in &case.values {
                    let values: Vec<String> = values.iter().map(|value| format!("{value}ULL")).collect();
                    _ = writeln!(program, "printf(\"%llu\\n\", e{seed}({}));", values.join(", "));
                }
            }
            program += "return 0; }\n";
            compare(chunk, &gcc::output(&folder, &options, &program), option);
        }
    }
}

#[test]
fn expressions_compute_as_with_java() {
    if !jdk::is_there() {
        eprintln!("skipped: there is no JDK on the PATH");
        return;
    }
    let folder = gcc::folder("expressions-java");
    for chunk in cases(400, Notation::Java).chunks(200) {
        let mut program = "public class Main {\n".to_owned();
        let mut main = String::new();
        for (seed, case, text) in chunk {
            let of = |ty: &Option<IntegerType>| ty.map_or("boolean".to_owned(), |ty| ty.to_string());
            let parameters: Vec<String> =
                case.types.iter().enumerate().map(|(at, ty)| format!("{} v{at}", of(ty))).collect();
            let text = match case.terms.sort(case.term) {
                Sort::Boolean => format!("({text}) ? 1 : 0"),
                Sort::Bits(_) => text.clone(),
            };
            _ = writeln!(program, "static long e{seed}({}) {{ return {text}; }}", parameters.join(", "));
            _ = writeln!(main, "static void r{seed}() {{");
            for values in &case.values {
                let values = values.iter().zip(&case.types).map(|(&value, ty)| match ty {
                    Some(ty) => format!("({ty}) {}L", value.cast_signed()),
                    None => (value == 1).to_string(),
                });
                let values: Vec<String> = values.collect();
                _ = writeln!(main, "System.out.println(Long.toUnsignedString(e{seed}({})));", values.join(", "));
            }
            main += "}\n";
        }
        main += "public static void main(String[] words) {\n";
        chunk.iter().for_each(|(seed, ..)| _ = writeln!(main, "r{seed}();"));
        program += &main;
        program += "}\n}\n";
        std::fs::write(folder.join("Main.java"), program).expect("it is written");
        let compiled = Command::new("javac").arg("Main.java").current_dir(&folder).output().expect("javac runs");
        assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
        let output = Command::new("java").args(["-Xint", "Main"]).current_dir(&folder).output().expect("java runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        compare(chunk, &String::from_utf8_lossy(&output.stdout), "Java");
    }
}
