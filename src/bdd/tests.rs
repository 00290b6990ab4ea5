//! Every operation against its definition, on all values.

use std::ops::ControlFlow;

use super::*;
use base::{Random, Silent};

const VARIABLES: u32 = 8;

/// A function with its truth table: bit `i` of the position is the value of the variable `i`.
type Known = (Bdd, Vec<bool>);

fn table(f: impl Fn(usize) -> bool) -> Vec<bool> {
    (0..1 << VARIABLES).map(f).collect()
}

fn value(bdds: &Bdds, mut bdd: Bdd, bits: usize) -> bool {
    while !bdd.is_constant() {
        let node = bdds.node(bdd);
        bdd = if bits >> bdds.variable_at(node.level) & 1 == 1 { node.high } else { node.low };
    }
    bdd.is_true()
}

fn holds(bdds: &Bdds, (bdd, expected): &Known) {
    assert_eq!(&table(|bits| value(bdds, *bdd, bits)), expected);
}

fn random_cube(random: &mut Random) -> Vec<u32> {
    (0..VARIABLES).filter(|_| random.one_in(3)).collect()
}

fn exists(known: &[bool], quantified: &[u32]) -> Vec<bool> {
    quantified.iter().fold(known.to_vec(), |known, &v| table(|bits| known[bits | 1 << v] || known[bits & !(1 << v)]))
}

/// Some functions made of each other by random operations.
fn random_functions(bdds: &mut Bdds, random: &mut Random, steps: usize) -> Result<Vec<Known>, Stop> {
    let mut known: Vec<Known> = vec![(Bdd::FALSE, table(|_| false)), (Bdd::TRUE, table(|_| true))];
    for v in 0..VARIABLES {
        known.push((bdds.variable(v)?, table(|bits| bits >> v & 1 == 1)));
    }
    for _ in 0..steps {
        let [(a, ta), (b, tb), (c, tc)] = [0; 3].map(|_| random.one_of(&known).clone());
        let quantified = random_cube(random);
        let cube = bdds.cube(quantified.iter().map(|&v| (v, true)))?;
        known.push(match random.below(9) {
            0 => (bdds.and(a, b)?, table(|i| ta[i] & tb[i])),
            1 => (bdds.or(a, b)?, table(|i| ta[i] | tb[i])),
            2 => (bdds.xor(a, b)?, table(|i| ta[i] ^ tb[i])),
            3 => (bdds.difference(a, b)?, table(|i| ta[i] & !tb[i])),
            4 => (bdds.ite(a, b, c)?, table(|i| if ta[i] { tb[i] } else { tc[i] })),
            5 => (bdds.exists(a, cube)?, exists(&ta, &quantified)),
            6 => (bdds.and_exists(a, b, cube)?, exists(&table(|i| ta[i] & tb[i]), &quantified)),
            7 => {
                let ones = random.below(1 << VARIABLES);
                let literals = bdds.cube(quantified.iter().map(|&v| (v, ones >> v & 1 == 1)))?;
                let fixed: usize = quantified.iter().map(|v| 1 << v).sum();
                (bdds.cofactor(a, literals)?, table(|i| ta[i & !fixed | ones & fixed]))
            }
            _ => {
                let mut to: Vec<u32> = (0..VARIABLES).collect();
                (0..VARIABLES as usize).for_each(|i| to.swap(i, random.below(VARIABLES as usize)));
                let renaming = bdds.renaming((0..VARIABLES).zip(to.iter().copied()));
                let back = |i: usize| (0..VARIABLES).map(|v| (i >> to[v as usize] & 1) << v).sum::<usize>();
                (bdds.rename(a, renaming)?, table(|i| ta[back(i)]))
            }
        });
    }
    Ok(known)
}

#[test]
fn operations_are_those_of_truth_tables() {
    for seed in 0..40 {
        let (mut silent, mut random) = (Silent, Random::scattered(seed));
        let mut bdds = Bdds::new(1 << 20, &mut silent);
        let known = random_functions(&mut bdds, &mut random, 60).expect("room");
        known.iter().for_each(|known| holds(&bdds, known));
        for (a, ta) in &known {
            for (b, tb) in &known {
                assert_eq!(a == b, ta == tb, "equal functions are equal");
            }
            let levels: Vec<u32> = (0..VARIABLES).collect();
            assert_eq!(bdds.count(*a, &levels), ta.iter().filter(|&&t| t).count() as f64);
            // Lexicographically: the topmost variable counts most.
            let least = ta.iter().enumerate().filter(|(_, t)| **t).map(|(i, _)| i.reverse_bits()).min();
            let found = bdds.least(*a).map(|l| l.iter().map(|&(v, is)| usize::from(is) << v).sum::<usize>());
            assert_eq!(found.map(usize::reverse_bits), least);
        }
    }
}

#[test]
fn what_is_needed_survives_collection() {
    let (mut silent, mut random) = (Silent, Random::scattered(1));
    let mut bdds = Bdds::new(1 << 20, &mut silent);
    let known = random_functions(&mut bdds, &mut random, 300).expect("room");
    let kept: Vec<Known> = known.into_iter().filter(|_| random.one_in(9)).collect();
    let before = bdds.in_use();
    bdds.collect(kept.iter().map(|k| k.0));
    let after = bdds.in_use();
    assert!(after < before);
    random_functions(&mut bdds, &mut random, 300).expect("room");
    kept.iter().for_each(|known| holds(&bdds, known));
    bdds.collect([]);
    assert_eq!(bdds.in_use(), 2);
}

/// Nodes are ordered and reduced, and none is there twice.
fn is_canonical(bdds: &Bdds) {
    let mut seen = std::collections::BTreeSet::new();
    for &id in &bdds.unique {
        let Node { level, low, high } = bdds.nodes[id as usize];
        assert!(low != high && level < bdds.level(low).min(bdds.level(high)), "node {id}");
        assert!(seen.insert((level, low, high)), "node {id} is there twice");
    }
    assert_eq!(bdds.unique.len() + 2, bdds.in_use() as usize);
}

#[test]
fn sifting_keeps_functions_and_blocks() {
    for seed in 0..60 {
        let (mut silent, mut random) = (Silent, Random::scattered(seed));
        let mut bdds = Bdds::new(1 << 20, &mut silent);
        let known = random_functions(&mut bdds, &mut random, 60).expect("room");
        let shift = bdds.renaming((0..VARIABLES).map(|v| (v, (v + 1) % VARIABLES)));
        let kept: Vec<Known> = known.into_iter().filter(|_| random.one_in(3)).collect();
        let roots: Vec<Bdd> = kept.iter().map(|k| k.0).collect();
        bdds.collect(roots.iter().copied());
        let (before, block) = (bdds.in_use(), [1, 2, 4][random.below(3)]);
        bdds.sift(&roots, block, if random.one_in(4) { 50 } else { u64::MAX }).expect("time");
        assert!(bdds.in_use() <= before, "seed {seed}");
        is_canonical(&bdds);
        // The order is one of all variables, and blocks stay as they are.
        let mut order = bdds.variable_at.clone();
        for blocks in order.chunks(block as usize) {
            assert!(
                blocks[0].is_multiple_of(block) && blocks.windows(2).all(|pair| pair[0] + 1 == pair[1]),
                "{order:?}"
            );
        }
        order.iter().enumerate().for_each(|(level, &v)| assert_eq!(bdds.level_of(v), level as u32));
        order.sort_unstable();
        assert_eq!(order, (0..order.len() as u32).collect::<Vec<_>>());
        for (bdd, table) in &kept {
            holds(&bdds, &(*bdd, table.clone()));
            let models = (0..table.len()).filter(|&bits| table[bits]);
            let mut again = Bdd::FALSE;
            for bits in models {
                let cube = bdds.cube((0..VARIABLES).map(|v| (v, bits >> v & 1 == 1))).expect("room");
                again = bdds.or(again, cube).expect("room");
            }
            assert_eq!(again, *bdd, "the same function is the same id, seed {seed}");
            let least = bdds.least(*bdd);
            assert_eq!(least.is_some(), !bdd.is_false());
            assert!(least.is_none_or(|l| table[l.iter().map(|&(v, is)| usize::from(is) << v).sum::<usize>()]));
            // A renaming that was known before.
            let moved = bdds.rename(*bdd, shift).expect("room");
            let back = |i: usize| (i << (VARIABLES - 1) | i >> 1) & ((1 << VARIABLES) - 1);
            holds(&bdds, &(moved, self::table(|i| table[back(i)])));
        }
        let variables: Vec<u32> = (0..VARIABLES).collect();
        for (bdd, table) in random_functions(&mut bdds, &mut random, 60).expect("room") {
            holds(&bdds, &(bdd, table.clone()));
            assert_eq!(bdds.count(bdd, &variables), table.iter().filter(|&&t| t).count() as f64);
        }
        is_canonical(&bdds);
    }
}

#[test]
fn sifting_brings_together_what_belongs_together() {
    let mut silent = Silent;
    let mut bdds = Bdds::new(1 << 20, &mut silent);
    let pairs = (0..10).try_fold(Bdd::TRUE, |all, i| {
        let (a, b) = (bdds.variable(i)?, bdds.variable(i + 10)?);
        let same = bdds.iff(a, b)?;
        bdds.and(all, same)
    });
    let pairs = pairs.expect("room");
    assert_eq!(bdds.size(pairs), 3 * (1 << 10) - 3);
    bdds.sift(&[pairs], 1, u64::MAX).expect("time");
    assert!(bdds.size(pairs) <= 4 * 10, "{}", bdds.size(pairs));
}

#[test]
fn tidying_sifts_when_the_store_has_doubled() {
    let mut silent = Silent;
    let mut bdds = Bdds::new(1 << 20, &mut silent);
    bdds.crowd_at(1 << 10);
    let pairs = (0..14).try_fold(Bdd::TRUE, |all, i| {
        let (a, b) = (bdds.variable(i)?, bdds.variable(i + 14)?);
        let same = bdds.iff(a, b)?;
        bdds.and(all, same)
    });
    let pairs = pairs.expect("room");
    bdds.tidy(&[pairs], 1).expect("time");
    assert!(bdds.size(pairs) <= 4 * 14, "{}", bdds.size(pairs));
    let order = bdds.variable_at.clone();
    bdds.tidy(&[pairs], 1).expect("time");
    assert_eq!(bdds.variable_at, order);
}

#[test]
fn sizes_are_those_of_the_textbook() {
    let mut silent = Silent;
    let mut bdds = Bdds::new(1 << 20, &mut silent);
    let pairs = |bdds: &mut Bdds, partner: fn(u32) -> (u32, u32)| {
        (0..6).try_fold(Bdd::TRUE, |all, i| {
            let (a, b) = partner(i);
            let (a, b) = (bdds.variable(a)?, bdds.variable(b)?);
            let same = bdds.iff(a, b)?;
            bdds.and(all, same)
        })
    };
    let interleaved = pairs(&mut bdds, |i| (2 * i, 2 * i + 1)).expect("room");
    let apart = pairs(&mut bdds, |i| (i, i + 6)).expect("room");
    assert_eq!(bdds.size(interleaved), 3 * 6);
    assert_eq!(bdds.size(apart), 3 * (1 << 6) - 3);
}

#[test]
fn budgets_and_observers_end_operations() {
    let mut silent = Silent;
    let mut small = Bdds::new(40, &mut silent);
    let stop = random_functions(&mut small, &mut Random::scattered(3), 200).expect_err("no room");
    assert_eq!(stop.to_string(), "the budget of 40 BDD nodes is used up");
    let variable = small.variable(0).expect("known");
    assert_eq!(small.and(variable, variable), Ok(variable), "it can be used on");

    struct Impatient;
    impl Observer for Impatient {
        fn progress(&mut self, _: Progress) -> ControlFlow<Stop> {
            ControlFlow::Break(Stop::Cancelled)
        }
    }
    let mut impatient = Impatient;
    let mut watched = Bdds::new(1 << 20, &mut impatient);
    let stop = random_functions(&mut watched, &mut Random::scattered(3), 5000).expect_err("no time");
    assert_eq!(stop, Stop::Cancelled);
}

/// Two integers of `width` bits, interleaved.
fn operands(bdds: &mut Bdds, width: u32) -> [Vector; 2] {
    [0, 1].map(|which| {
        let bit = |position| bdds.variable(2 * position + which).expect("room");
        Vector::signed((0..width).map(bit).collect())
    })
}

fn number(bdds: &Bdds, vector: &Vector, bits: usize) -> i64 {
    let sign = vector.bits().len() - 1;
    let weight = |position: usize| if position == sign { -(1_i64 << position) } else { 1 << position };
    (0..=sign).filter(|&p| value(bdds, vector.bit(p), bits)).map(weight).sum()
}

type OnVectors = fn(&Vector, &Vector, &mut Bdds) -> Result<Vector, Stop>;
type OnNumbers = fn(i64, i64) -> i64;

#[test]
fn vectors_are_integers() {
    let (mut silent, width) = (Silent, 4);
    let mut bdds = Bdds::new(1 << 20, &mut silent);
    let [a, b] = operands(&mut bdds, width);
    let cases: [(OnVectors, OnNumbers); 9] = [
        (|a, b, s| a.add(b, s), |a, b| a + b),
        (|a, b, s| a.subtract(b, s), |a, b| a - b),
        (|a, b, s| a.multiply(b, s), |a, b| a * b),
        (|a, b, s| Ok(a.divide(b, s)?.0), |a, b| if b == 0 { 0 } else { a / b }),
        (|a, b, s| Ok(a.divide(b, s)?.1), |a, b| if b == 0 { a } else { a % b }),
        (|a, b, s| Ok(Vector::boolean(a.less(b, s)?)), |a, b| i64::from(a < b)),
        (|a, b, s| Ok(Vector::boolean(a.equal(b, s)?)), |a, b| i64::from(a == b)),
        (|a, _, s| Ok(Vector::boolean(a.is_nonzero(s)?)), |a, _| i64::from(a != 0)),
        (|a, _, s| a.negate(s), |a, _| -a),
    ];
    for (which, (symbolic, actual)) in cases.into_iter().enumerate() {
        let result = symbolic(&a, &b, &mut bdds).expect("room");
        for bits in 0..1 << (2 * width) {
            let [x, y] = [&a, &b].map(|v| number(&bdds, v, bits));
            assert_eq!(number(&bdds, &result, bits), actual(x, y), "{which}: {x}, {y}");
        }
    }
}

#[test]
fn shifts_go_by_any_number_that_is_not_negative() {
    let mut silent = Silent;
    let mut bdds = Bdds::new(1 << 20, &mut silent);
    let [a, b] = operands(&mut bdds, 4);
    let by = Vector::unsigned(b.bits().to_vec());
    let left = a.shift_left(&by, &mut bdds).expect("room");
    let right = a.shift_right(&by, &mut bdds).expect("room");
    for bits in 0..1 << 8 {
        let [x, y] = [&a, &by].map(|v| number(&bdds, v, bits));
        assert_eq!(number(&bdds, &left, bits), x << y);
        assert_eq!(number(&bdds, &right, bits), x >> y);
    }
    let far = Vector::constant(1 << 40);
    assert_eq!(Vector::constant(-5).shift_right(&far, &mut bdds), Ok(Vector::constant(-1)));
    assert_eq!(Vector::constant(5).shift_right(&far, &mut bdds), Ok(Vector::constant(0)));
}

#[test]
fn integers_wrap_around() {
    let mut silent = Silent;
    let mut bdds = Bdds::new(1 << 20, &mut silent);
    let [a, _] = operands(&mut bdds, 7);
    for (low, high) in [(0, 7), (-4, 3), (0, 4), (-3, 7), (5, 5), (9, 21), (-20, -15)] {
        let wrapped = a.wrap(low, high, &mut bdds).expect("room");
        for bits in 0..1 << 14 {
            let x = number(&bdds, &a, bits);
            assert_eq!(number(&bdds, &wrapped, bits), (x - low).rem_euclid(high - low + 1), "{x} in {low}..{high}");
        }
    }
}

#[test]
fn constants_are_as_short_as_possible() {
    for value in [0, 1, -1, 5, -8, i64::MAX, i64::MIN] {
        let vector = Vector::constant(value);
        let needed = 65 - if value < 0 { value.leading_ones() } else { value.leading_zeros() };
        assert_eq!(vector.bits().len() as u32, needed);
        assert_eq!(vector.clone().truncate(64), vector);
    }
}
