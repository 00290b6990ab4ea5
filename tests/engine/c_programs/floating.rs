//! Random programs with floating-point numbers: arithmetic, conversions, comparisons, functions of the library.

use hrglass::base::Random;

/// What programs begin with. A number is returned with its sign, exponent and all of its digits.
pub const HEADER: &str = "#include <math.h>\n#include <float.h>\n\
    static unsigned long long code(double x) {\n  unsigned long long sign = x < 0;\n  int exponent = 2048;\n  if (x != x) return 1;\n  if (sign) x = -x;\n  \
    if (isinf(x)) return 2 + sign;\n  for (; x >= 9007199254740992.0; exponent++) x /= 2;\n  for (; x < 4503599627370496.0 && exponent > 900; exponent--) x *= 2;\n  \
    return ((unsigned long long)x * 4096 + exponent) * 2 + sign;\n}\n\
    static double near(float x, long long n) { return x + n; }\n";

const NUMBERS: [&str; 22] = [
    "0.1",
    "0.1f",
    "1.0f",
    "3.0",
    "-0.0",
    "0.5f",
    "1e10",
    "1e-10f",
    "0x1.8p3",
    "1e300",
    "1e-300",
    "DBL_MAX",
    "FLT_MAX",
    "FLT_MIN",
    "DBL_EPSILON",
    "(float)16777217",
    "(double)9007199254740993ll",
    "(float)0xffffffffffffffffu",
    "INFINITY",
    "NAN",
    "(double)0.25L",
    "M_PI",
];
const REALS: [&str; 5] = ["a", "b", "f", "g", "s.x"];
const INTEGERS: [&str; 5] = ["i", "u", "l", "q", "c"];
const FUNCTIONS: [&str; 13] = [
    "sqrt",
    "sqrtf",
    "fabs",
    "fabsf",
    "floor",
    "ceil",
    "truncf",
    "round",
    "rint",
    "nearbyintf",
    "(float)",
    "(double)",
    "-",
];
const PAIRS: [&str; 6] =
    ["fmod(%, 3.7)", "fmodf(%, 0.3f)", "copysign(%, -2)", "fmax(%, 1.5)", "fminf(%, -3)", "fdim(%, 2)"];

/// The function `check_SEED`.
pub fn program(seed: u64) -> String {
    let mut random = Random::scattered(seed);
    let mut body = String::new();
    for _ in 0..4 + random.below(8) {
        body += &statement(&mut random, 2);
    }
    format!(
        "struct s_{seed} {{ int n; double x; float y[2]; }};\nstatic double total_{seed} = 1.0 / 3;\nunsigned long long check_{seed}(void) {{\n  \
         double a = {}, b = {}; float f = {}, g = 2; int i = 7; unsigned u = 9; long long l = -5; unsigned long long q = 11; signed char c = 3;\n  \
         struct s_{seed} s = {{ 1, 0.5, {{ 1 }} }}; double *p = &b;\n{body}  total_{seed} += f;\n  \
         return code(a) + 3 * code(b) + 5 * code(f) + 7 * code(g) + 11 * code(s.x) + 13 * code(total_{seed}) + 17 * code(s.y[1]) + i + 31 * u + l + q + c;\n}}\n",
        random.one_of(&NUMBERS),
        random.one_of(&NUMBERS),
        random.one_of(&NUMBERS),
    )
}

fn statement(random: &mut Random, depth: u32) -> String {
    let place = *random.one_of(&["a", "*p", "f", "g", "s.x", "s.y[1]"]);
    match random.below(8) {
        0 | 1 => format!("  {place} = {};\n", real(random, 3)),
        2 => format!("  {place} {}= {};\n", random.one_of(&["+", "-", "*", "/"]), real(random, 2)),
        3 => format!("  {}{place};\n", random.one_of(&["++", "--"])),
        4 => format!("  {} = {};\n", random.one_of(&INTEGERS), integer(random, 2)),
        5 => format!("  c %= 100; c += {};\n", random.one_of(&["0.5", "1.9f", "-2.5"])),
        6 if depth > 0 => format!("  if ({}) {{\n{}  }}\n", real(random, 2), statement(random, depth - 1)),
        _ if depth > 0 => format!("  for (int k = 0; k < 3; k++) {{\n{}  }}\n", statement(random, depth - 1)),
        _ => format!("  {place} = near({}, {});\n", real(random, 1), integer(random, 1)),
    }
}

fn real(random: &mut Random, depth: u32) -> String {
    if depth == 0 || random.one_in(5) {
        let all = [&NUMBERS[..], &REALS, &REALS, &REALS].concat();
        return (*random.one_of(&all)).to_owned();
    }
    let one = real(random, depth - 1);
    match random.below(7) {
        0..=2 => format!("({one} {} {})", random.one_of(&["+", "-", "*", "/"]), real(random, depth - 1)),
        3 => format!("{}({one})", random.one_of(&FUNCTIONS)),
        4 => random.one_of(&PAIRS).replace('%', &one),
        5 => format!("({} ? {one} : {})", integer(random, depth - 1), real(random, depth - 1)),
        _ => format!("({}){}", random.one_of(&["float", "double"]), integer(random, depth - 1)),
    }
}

fn integer(random: &mut Random, depth: u32) -> String {
    if depth == 0 {
        return (*random.one_of(&INTEGERS)).to_owned();
    }
    let (one, other) = (real(random, depth - 1), real(random, depth - 1));
    match random.below(7) {
        0 => format!("({one} {} {other})", random.one_of(&["<", "<=", ">", ">=", "==", "!="])),
        1 => format!("!({one})"),
        2 => format!("({one} {} {other})", random.one_of(&["&&", "||"])),
        3 => format!("{}(1.0f * {one})", random.one_of(&["isnan", "isinf", "isfinite", "isnormal", "(_Bool)"])),
        4 => {
            format!(
                "{}(1.0f * {one}, {other})",
                random.one_of(&["isless", "isgreaterequal", "isunordered", "islessgreater"])
            )
        }
        5 => format!("fpclassify({})", random.one_of(&REALS)),
        _ => {
            let (place, ty) =
                (random.one_of(&REALS), random.one_of(&["int", "unsigned short", "long long", "signed char"]));
            format!("({place} > -1 && {place} < 128 ? ({ty}){place} : 6)")
        }
    }
}
