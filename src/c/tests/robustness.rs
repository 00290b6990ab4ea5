//! No input makes the front end panic or hang.

use super::{COptions, DataModel, parse_files};
use base::{Random, has_errors};
use program::objects::{Liveness, Operation, Program};

/// Every construct at least once.
const EVERYTHING: &str = include_str!("everything.c");

fn survives(c: &str) -> bool {
    let options = COptions {
        preamble: "",
        folders: &[],
        model: DataModel::Lp64,
        overflow: c.len().is_multiple_of(2),
        has_input: c.len().is_multiple_of(3),
        only_call: None,
    };
    let (_, program, diagnostics) = parse_files(&[("a.c", c)], options);
    let errors = has_errors(&diagnostics);
    assert_eq!(program.is_none(), errors, "a program if and only if there is no error");
    if let Some((program, _)) = program {
        well_formed(&program);
    }
    errors
}

/// The invariants of control-flow automata.
fn well_formed(program: &Program) {
    for (id, procedure) in program.procedures.iter_enumerated() {
        let name = program.qualified_name(id);
        // Nothing is read that has no value; the result of a function that returns none is not read.
        let liveness = Liveness::new(procedure);
        let given = |local| procedure.parameters.contains(&local) || procedure.statics == Some(local);
        for (local, declared) in procedure.locals.iter_enumerated() {
            let is_result = local == procedure.returned || local == procedure.exception;
            let is_read = liveness.is_live(procedure.cfa.entry, local);
            assert!(!is_read || is_result || given(local), "{name}: `{}` has no value", declared.name);
        }
        let mut last = None;
        for edge in &procedure.cfa.edges {
            assert!(last <= Some(edge.source), "{name}: edges are sorted");
            last = Some(edge.source);
            let exits = [Some(procedure.cfa.exit), Some(procedure.exceptional_exit), procedure.error, procedure.ended];
            assert!(!exits.contains(&Some(edge.source)), "{name}: exits are final");
            let count = procedure.cfa.edges_from(edge.source).count();
            match &edge.operation {
                Operation::Assume(_) => assert_eq!(count, 2, "{name}: two cases"),
                _ => assert_eq!(count, 1, "{name}: one way on"),
            }
            if let Operation::Call(call) = &edge.operation {
                for callee in call.callee.candidates() {
                    let callee = &program.procedures[callee];
                    assert_eq!(callee.parameters.len(), call.arguments.len(), "{name} calls {}", callee.name);
                }
            }
        }
    }
}

#[test]
fn everything_is_accepted() {
    for model in [DataModel::Ilp32, DataModel::Lp64] {
        let options = COptions { model, overflow: true, ..COptions::default() };
        let (sources, program, diagnostics) = parse_files(&[("a.c", EVERYTHING)], options);
        let (program, _) = program.unwrap_or_else(|| panic!("{}", super::render(&sources, &diagnostics)));
        well_formed(&program);
    }
}

#[test]
fn truncation() {
    for end in (0..EVERYTHING.len()).step_by(3).filter(|&end| EVERYTHING.is_char_boundary(end)) {
        survives(&EVERYTHING[..end]);
    }
}

#[test]
fn random_bytes() {
    let mut random = Random::new(0x2545_f491_4f6c_dd1d);
    for _ in 0..300 {
        let length = random.below(400);
        let bytes: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
        survives(&String::from_utf8_lossy(&bytes));
        let ascii: String = (0..length).map(|_| char::from(32 + random.below(95) as u8)).collect();
        survives(&format!("int main(void) {{ {ascii} }}"));
    }
}

#[test]
fn mutations() {
    let mut random = Random::new(88_172_645_463_325_252);
    let words: Vec<&str> = EVERYTHING.split_inclusive(|c: char| !c.is_alphanumeric()).collect();
    for _ in 0..600 {
        let mut mutated = words.clone();
        for _ in 0..=random.below(4) {
            let (at, from) = (random.below(mutated.len()), random.below(words.len()));
            match random.below(4) {
                0 => mutated[at] = words[from],
                1 => mutated.insert(at, words[from]),
                2 => drop(mutated.remove(at)),
                _ => mutated.swap(at, from.min(words.len() - 8)),
            }
        }
        survives(&mutated.concat());
    }
}

fn body(text: &str) -> String {
    format!(
        "struct s {{ struct s *b; int n; }}; int f(int a, int b) {{ return a; }} int main(void) {{ int i = 0; struct s *a = 0; {text} }}"
    )
}

#[test]
fn deep_nesting() {
    let (most, many) = (100_000, 20_000);
    let closed = |open: &str, middle: &str, close: &str| {
        body(&format!("return {}{middle}{};", open.repeat(many), close.repeat(many)))
    };
    let deep = [
        body(&format!("return {}", "(".repeat(most))),
        closed("(", "i", ")"),
        closed("-", "i", ""),
        closed("!", "i", ""),
        closed("*&", "i", ""),
        closed("(int)", "i", ""),
        closed("sizeof ", "i", ""),
        closed("i + (", "i", ")"),
        closed("i ? 2 : ", "i", ""),
        closed("i ? ", "i", " : 2"),
        closed("i = ", "i", ""),
        closed("f(i, ", "i", ")"),
        closed("({", "i;", "})"),
        body(&format!("return a{};", "->b".repeat(most))),
        body(&format!("return i{};", "+1".repeat(most))),
        body(&format!("return i{};", " && i".repeat(most))),
        body(&format!("return i{};", "[i]".repeat(most))),
        body(&format!("return i{};", ", i".repeat(most))),
        body(&"{".repeat(most)),
        body(&format!("{}{}", "{".repeat(many), "}".repeat(many))),
        body(&"if (i == 1) ".repeat(many)),
        body(&"while (1) do ".repeat(many)),
        body(&"for (;;) ".repeat(many)),
        body(&format!("switch (i) {{ {} ; }}", "case 1: ".repeat(many))),
        body(&"switch (i) { case 1: ".repeat(many)),
        body(&format!("int x = {}1{};", "{".repeat(many), "}".repeat(many))),
        format!("int {}x{};", "(".repeat(many), ")".repeat(many)),
        format!("int {}x;", "*".repeat(many)),
        format!("int x{};", "[1]".repeat(many)),
        format!("int x{};", "(int".repeat(many)),
        "struct s { ".repeat(many),
        "struct { struct ".repeat(many),
        format!("#define f(x) x\nint x = {}1{};", "f(".repeat(many), ")".repeat(many)),
        format!("#if {}1\n#endif\nint", "(".repeat(many)),
        format!("#if {}1\n#endif\nint", "1 ? 1 : ".repeat(many)),
        format!("{} int", "#if 1\n".repeat(many)),
        "__attribute__((".repeat(many),
        "typeof(".repeat(many),
    ];
    for c in &deep {
        assert!(survives(c), "{}", &c[..60]);
    }
}

#[test]
fn types_are_nested_only_so_deeply() {
    let many = 5_000;
    let structs: String = (1..many).map(|n| format!("struct s{n} {{ struct s{} inner; }};\n", n - 1)).collect();
    assert!(survives(&format!(
        "struct s0 {{ int x; }}; {structs} struct s{} all; int main(void) {{ return 0; }}",
        many - 1
    )));
    let names: String = (1..many).map(|n| format!("typedef t{} *t{n};\n", n - 1)).collect();
    assert!(survives(&format!("typedef int t0; {names} t{} all; int main(void) {{ return 0; }}", many - 1)));
    let lists: String = (0..many).map(|n| format!("struct s{n} {{ struct s{} *next; }};\n", n + 1)).collect();
    assert!(!survives(&format!("{lists} int main(void) {{ struct s0 *all = 0; return all == 0; }}")));
}

#[test]
fn trees_of_greatest_height_fit_a_small_stack() {
    let programs = [
        body(&format!("return {}i{};", "(".repeat(80), ")".repeat(80))),
        body(&format!("return i{};", "+i".repeat(240))),
        body(&format!("return a{} == a;", "->b".repeat(240))),
        body(&format!("return {}i{};", "f(i, ".repeat(60), ")".repeat(60))),
        body(&format!("{} return 1; {} return 2;", "if (i == 1) { ".repeat(120), "}".repeat(120))),
        body(&format!("return {}1;", "i == 1 ? i : ".repeat(60))),
        body(&format!("if ({}i) return 1; return 2;", "i && i || ".repeat(60))),
        body(&format!("return {}i{};", "({".repeat(40), ";})".repeat(40))),
    ];
    let thread = std::thread::Builder::new().stack_size(1 << 20);
    let run = move || programs.iter().all(|c| !survives(c));
    assert!(thread.spawn(run).expect("a thread").join().expect("no overflow"));
}

#[test]
fn wide_programs() {
    let many = 3000;
    let functions: String =
        (0..many).map(|i| format!("static int f{i}(int i) {{ return f{}(i); }}\n", (i + 1) % many)).collect();
    let declared: String = (0..many).map(|i| format!("static int f{i}(int i);\n")).collect();
    assert!(!survives(&format!("{declared}{functions} int main(void) {{ return f0(1); }}")));
    assert!(!survives(&body(&"i = i + 1; if (i == 2) i = 0;\n".repeat(many))));
    let chain: String = (0..many).map(|n| format!("if (i == {n}) i = {n} + 7; else ")).collect();
    assert!(!survives(&body(&format!("{chain} i = 0; return i;"))));
    let cases: String = (0..many).map(|n| format!("case {n}: i = {n};")).collect();
    assert!(!survives(&body(&format!("switch (i) {{ {cases} }} return i;"))));
    let globals: String = (0..many).map(|n| format!("int g{n} = {n};")).collect();
    let sum: String = (0..many).map(|n| format!("i += g{n};")).collect();
    assert!(!survives(&format!("{globals} {}", body(&format!("{sum} return i;")))));
}

/// Nothing takes quadratic time.
#[test]
fn long_lists() {
    let many = 20_000;
    let list = |item: &dyn Fn(usize) -> String| -> String { (0..many).map(item).collect() };
    survives(&list(&|n| format!("int g{n} = {n};")));
    survives(&list(&|n| format!("struct s{n} {{ int a; }} v{n};")));
    survives(&format!("{} int x = A0;", list(&|n| format!("#define A{n} A{}\n", n + 1))));
    survives(&body(&list(&|n| format!("l{n}: if (i) goto l{};", (n * 7) % many))));
    survives(&body(&format!("switch (i) {{ {} }}", list(&|n| format!("case {n}: i++;")))));
    survives(&body(&list(&|n| format!("unknown{n} = 1;"))));
    survives(&body(&list(&|n| format!("called{n}(i);"))));
    survives(&format!("int a[] = {{ {} }};", list(&|n| format!("{n}, "))));
    survives(&format!("int a[] = {{ {} }};", list(&|n| format!("[{n}] = 1, "))));
    survives(&format!("enum e {{ {} }};", list(&|n| format!("E{n}, "))));
    let members = list(&|n| format!("int m{n};"));
    survives(&format!("struct t {{ {members} }} g; {}", body(&list(&|n| format!("i += g.m{n};")))));
    survives(&format!("struct t {{ {members} }} g; {}", body(&list(&|n| format!("i += g.u{n};")))));
    survives(&format!("struct t {{ {members} }} g, h; {}", body(&"g = h;".repeat(many))));
    survives(&list(&|n| format!("struct s{n} {{ struct s{} *next; }};", n + 1)));
    let names = list(&|n| format!("p{n}, "));
    survives(&format!("#define F({names} q) {names} q\nint x = F({} 1);", "1, ".repeat(many)));
    survives(&format!("#define F({names} q) q\n{}", "int F;".repeat(many)));
    survives(&format!(
        "int k({} int q); {}",
        list(&|n| format!("int p{n}, ")),
        body(&format!("k({} 1);", "i, ".repeat(many)))
    ));
    let literals = format!("int x = {}{};", "g((struct u){ 0, ".repeat(40), "})".repeat(40));
    let types = "struct t { int a; }; struct u { int b; struct t c; }; struct t g(struct u x);";
    survives(&format!("{types} {}", body(&literals)));
}
