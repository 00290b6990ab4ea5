//! Random programs with bit-fields: layout, promotions, truncation, initial values, copies.

use hrglass::base::Random;

const TYPES: [(&str, usize); 9] = [
    ("int", 32),
    ("unsigned", 32),
    ("unsigned", 32),
    ("signed char", 8),
    ("unsigned char", 8),
    ("short", 16),
    ("unsigned short", 16),
    ("_Bool", 1),
    ("enum e", 32),
];
const PLACES: [&str; 4] = ["s.", "p->", "all[i & 1].", "in.s."];

/// The function `check_SEED`.
pub fn program(seed: u64) -> String {
    let mut random = Random::scattered(seed);
    let mut members = String::new();
    for name in ["a", "b", "c", "d", "e"] {
        match random.below(6) {
            0 => members += &format!("{} : 0; ", random.one_of(&["int", "char", "short"])),
            1 => members += &format!("{} : {}; ", random.one_of(&["int", "unsigned", "short"]), 1 + random.below(16)),
            2 => members += &format!("{} x{name}; ", random.one_of(&["char", "short", "long long", "int *", "double"])),
            _ => {}
        }
        let (ty, most) = *random.one_of(&TYPES);
        members += &format!("{ty} {name} : {}; ", 1 + random.below(most));
    }
    let tail = *random.one_of(&["", "char tail;", "int tail;", "unsigned long long wide : 9;", "long : 3;"]);
    let mut body = String::new();
    for _ in 0..5 + random.below(8) {
        body += &statement(&mut random);
    }
    let struct_ = format!("struct s_{seed}");
    format!(
        "enum e_{seed} {{ SMALL_{seed}, LARGE_{seed} = 7 }};\n{struct_} {{ {}{tail} }};\nstruct in_{seed} {{ char c; {struct_} s; short h; }};\n\
         static {struct_} all_{seed}[2] = {{ {{ .c = -3, .e = 9 }}, {{ .a = 77 }} }};\n\
         unsigned long long check_{seed}(void) {{\n  {struct_} *all = 0, s = {{ .a = {}, .b = -1, .d = 1000 }}, copy, *p = &copy; struct in_{seed} in = {{ 1 }};\n  \
         int i = 0; unsigned u = 3; unsigned long long sum = sizeof({struct_}) * 31 + _Alignof({struct_}) + sizeof(struct in_{seed}) * 7 + __builtin_offsetof(struct in_{seed}, h);\n  \
         copy = s; in.s = s;\n{body}  \
         return sum + s.a * 3ll + s.b * 5ll + s.c * 7ll + s.d * 11ll + s.e * 13ll + copy.a + copy.b * 17ll + copy.c + in.s.d * 19ll + in.s.e + i + u;\n}}\n",
        members.replace("enum e ", &format!("enum e_{seed} ")),
        random.below(300),
    )
    .replace("*all = 0, ", "")
    .replace("all[", &format!("all_{seed}["))
}

fn place(random: &mut Random) -> String {
    format!("{}{}", random.one_of(&PLACES), random.one_of(&["a", "b", "c", "d", "e"]))
}

fn statement(random: &mut Random) -> String {
    let to = place(random);
    match random.below(8) {
        0 | 1 => format!("  {to} = {};\n", value(random, 2)),
        2 => format!("  {to} {}= {};\n", random.one_of(&["+", "-", "*", "|", "^", "&"]), value(random, 1)),
        3 => format!("  sum = sum * 3 + ({}{to});\n", random.one_of(&["++", "--"])),
        4 => format!("  sum = sum * 3 + {to}{};\n", random.one_of(&["++", "--"])),
        5 => format!("  sum = sum * 5 + ({to} = {});\n", value(random, 2)),
        6 => format!("  i = {};\n", value(random, 2)),
        _ => "  *p = s;\n".to_owned(),
    }
}

fn value(random: &mut Random, depth: u32) -> String {
    if depth == 0 || random.one_in(4) {
        return match random.below(3) {
            0 => (*random.one_of(&["-1", "5", "1000", "-300", "0x7fffffff", "u"])).to_owned(),
            _ => place(random),
        };
    }
    let (one, other) = (value(random, depth - 1), value(random, depth - 1));
    match random.below(5) {
        0 => format!("({one} {} {other})", random.one_of(&["<", ">=", "==", "!="])),
        1 => format!("({one} ? {other} : 0 - {one})"),
        2 => format!("(~{one} >> ({other} & 3))"),
        _ => format!("({one} {} {other})", random.one_of(&["+", "-", "*", "|", "^", "&"])),
    }
}
