//! Affine hulls modulo powers of 2, as the congruences that hold in them.

use bitvec::{Sort, TermId, Terms, inverse};

/// The affine hull of some points with coordinates modulo 2^width: all sums of multiples of them whose factors add up to 1.
///
/// It is the set of solutions of its equations, and all equations that hold in it are sums of multiples of these.
#[derive(Clone, Debug)]
pub struct AffineHull {
    width: u32,
    equations: Vec<Equation>,
}

/// `a1 * x1 + … + an * xn + c = 0` modulo 2^width: the factors, and then the constant.
type Equation = Vec<u64>;

/// Numbers by which an equation is multiplied to make its factors small: these times the inverse of a factor.
const MULTIPLES: [u64; 8] = [1, 3, 5, 7, 9, 11, 13, 15];

impl AffineHull {
    /// The hull of one point.
    pub fn new(width: u32, point: &[u64]) -> Self {
        let of_coordinate = |(at, &value): (usize, &u64)| {
            let mut equation = vec![0; point.len() + 1];
            equation[at] = 1;
            equation[point.len()] = value.wrapping_neg() & mask(width);
            equation
        };
        Self { width, equations: point.iter().enumerate().map(of_coordinate).collect() }
    }

    /// Its equations as conditions on variables, one for each coordinate; if an equation holds modulo less than 2^width, of the lower
    /// bits. All variables are in one sum, which stays the same sum where a step adds to both sides.
    pub fn conditions(&self, variables: &[TermId], terms: &mut Terms) -> Vec<TermId> {
        self.equations.iter().map(|equation| condition(equation, variables, terms)).collect()
    }

    /// Adds a point: of the sums of multiples of the equations those that hold there.
    pub fn add(&mut self, point: &[u64]) {
        let errors: Vec<u64> = self.equations.iter().map(|equation| self.error(equation, point)).collect();
        // All errors are multiples of the one with the fewest zeros at its end.
        let wrong = (0..errors.len()).filter(|&at| errors[at] != 0);
        let Some(pivot) = wrong.min_by_key(|&at| errors[at].trailing_zeros()) else { return };
        let zeros = errors[pivot].trailing_zeros();
        let unit = inverse(errors[pivot] >> zeros);
        let subtracted = self.equations.remove(pivot);
        let others = errors.iter().enumerate().filter(|&(at, _)| at != pivot).map(|(_, &error)| error);
        for (equation, error) in self.equations.iter_mut().zip(others) {
            let times = (error >> zeros).wrapping_mul(unit);
            subtract(equation, &subtracted, times, self.width);
        }
        if zeros > 0 {
            // It holds modulo a smaller power of 2.
            let less: Equation = subtracted.iter().map(|factor| factor << (self.width - zeros)).collect();
            self.equations.insert(pivot, less.iter().map(|factor| factor & mask(self.width)).collect());
        }
        self.equations.retain(|equation| equation.iter().any(|&factor| factor != 0));
        self.reduce();
    }

    /// Makes factors small: by multiples of equations that hold modulo less, and by multiplication with odd numbers.
    fn reduce(&mut self) {
        for by in 0..self.equations.len() {
            let zeros = common_zeros(&self.equations[by]);
            let by = self.equations[by].clone();
            let is_odd = |factor: &u64| factor >> zeros & 1 == 1;
            let Some(column) = by[..by.len() - 1].iter().rposition(is_odd).filter(|_| zeros > 0) else { continue };
            let unit = inverse(by[column] >> zeros);
            for equation in self.equations.iter_mut().filter(|equation| common_zeros(equation) < zeros) {
                // Its factor becomes the least, positive or negative, that differs by a multiple.
                let least = Sort::Bits(zeros as u8).signed(equation[column] & mask(zeros)) as u64;
                let times = (equation[column].wrapping_sub(least) >> zeros).wrapping_mul(unit);
                subtract(equation, &by, times, self.width);
            }
        }
        for equation in &mut self.equations {
            simplify(equation, self.width);
        }
    }

    /// Weakens every equation that does not hold modulo 2^width, but only modulo a smaller power of 2, so that it holds modulo
    /// 2^bits at most.
    pub fn weaken(&mut self, bits: u32) {
        for equation in &mut self.equations {
            let zeros = common_zeros(equation);
            if zeros > 0 && self.width - zeros > bits {
                let more = self.width - bits - zeros;
                equation.iter_mut().for_each(|factor| *factor = *factor << more & mask(self.width));
            }
        }
    }

    /// What an equation is at a point instead of 0.
    fn error(&self, equation: &Equation, point: &[u64]) -> u64 {
        let (constant, factors) = equation.split_last().expect("a constant");
        let products = factors.iter().zip(point).map(|(factor, value)| factor.wrapping_mul(*value));
        products.fold(*constant, u64::wrapping_add) & mask(self.width)
    }
}

/// The greatest number of so many bits.
fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

/// Subtracts a multiple of another equation.
fn subtract(equation: &mut Equation, other: &Equation, times: u64, width: u32) {
    for (factor, &other) in equation.iter_mut().zip(other) {
        *factor = factor.wrapping_sub(other.wrapping_mul(times)) & mask(width);
    }
}

/// How many zeros all factors and the constant have at their ends.
fn common_zeros(equation: &Equation) -> u32 {
    equation.iter().fold(0, |all, factor| all | factor).trailing_zeros()
}

/// Multiplies an equation by an odd number so that its factors are small.
fn simplify(equation: &mut Equation, width: u32) {
    let zeros = common_zeros(equation);
    let modulus = mask(width - zeros);
    let factors = &equation[..equation.len() - 1];
    let odd = factors.iter().map(|factor| factor >> zeros).filter(|factor| factor % 2 == 1);
    let units = odd.flat_map(|factor| MULTIPLES.map(|multiple| inverse(factor).wrapping_mul(multiple)));
    // With either sign.
    let size = |factor: u64| (factor & modulus).min(factor.wrapping_neg() & modulus);
    let sum =
        |unit: &u64| factors.iter().map(|factor| u128::from(size((factor >> zeros).wrapping_mul(*unit)))).sum::<u128>();
    if let Some(unit) = units.min_by_key(sum) {
        equation.iter_mut().for_each(|factor| *factor = factor.wrapping_mul(unit) & mask(width));
    }
}

/// An equation as a condition.
fn condition(equation: &Equation, variables: &[TermId], terms: &mut Terms) -> TermId {
    let sort = terms.sort(variables[0]);
    let zeros = common_zeros(equation);
    let modulus = Sort::Bits((sort.width() - zeros) as u8);
    let mut signed: Vec<i64> = equation.iter().map(|factor| modulus.signed(factor >> zeros)).collect();
    // More is added than subtracted, or the first variable is added.
    let signs: i64 = signed[..variables.len()].iter().map(|factor| factor.signum()).sum();
    if signs < 0 || signs == 0 && signed.iter().find(|&&factor| factor != 0).is_some_and(|&first| first < 0) {
        signed.iter_mut().for_each(|factor| *factor = factor.wrapping_neg());
    }
    let (&constant, factors) = signed.split_last().expect("a constant");
    let times = |(&variable, &factor): (&TermId, &i64)| {
        let factor = terms.constant(sort, factor as u64);
        terms.multiply(factor, variable)
    };
    let parts: Vec<TermId> = variables.iter().zip(factors).map(times).collect();
    let sum = terms.sum(&parts);
    let low = terms.constant(sort, modulus.mask());
    let sum = terms.and(low, sum);
    let value = terms.constant(sort, constant.wrapping_neg() as u64 & modulus.mask());
    terms.equal(sum, value)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use base::each_case;

    /// By definition, modulo 2^width.
    fn hull(width: u32, points: &[[u64; 2]]) -> BTreeSet<[u64; 2]> {
        let mut found: BTreeSet<[u64; 2]> = points.iter().copied().collect();
        loop {
            let before = found.len();
            let all: Vec<[u64; 2]> = found.iter().copied().collect();
            for a in &all {
                for b in &points[1..] {
                    found.insert([0, 1].map(|i| (a[i] + b[i] + (1 << width) - points[0][i]) & mask(width)));
                }
            }
            if found.len() == before {
                return found;
            }
        }
    }

    #[test]
    fn the_solutions_of_the_equations_are_the_hull() {
        each_case(|random| {
            let width = 3;
            let mut coordinate = || random.below(8) as u64;
            let points: Vec<[u64; 2]> = (0..3).map(|_| [coordinate(), coordinate()]).collect();
            let mut found = AffineHull::new(width, &points[0]);
            points.iter().for_each(|point| found.add(point));
            let every = (0..8).flat_map(|x| (0..8).map(move |y| [x, y]));
            let holds = |point: &[u64; 2]| found.equations.iter().all(|equation| found.error(equation, point) == 0);
            assert_eq!(every.filter(holds).collect::<BTreeSet<_>>(), hull(width, &points), "{points:?}");
        });
    }

    #[test]
    fn equations_have_small_factors() {
        let mut found = AffineHull::new(32, &[0, 0]);
        found.add(&[2, 3]);
        let minus_two = mask(32) - 1;
        assert!([vec![3, minus_two, 0], vec![mask(32) - 2, 2, 0]].contains(&found.equations[0]), "{found:?}");
    }

    #[test]
    fn weaker_equations_hold_modulo_less() {
        let mut found = AffineHull::new(8, &[0]);
        found.add(&[128]);
        assert_eq!(found.equations, [[2, 0]]);
        found.weaken(3);
        assert_eq!(found.equations, [[32, 0]]);
    }
}
