//! No input makes the front end panic or hang.

use super::{JavaOptions, parse_files};
use base::Random;

/// Every construct at least once.
const EVERYTHING: &str = include_str!("everything.java");

fn survives(java: &str) -> bool {
    let (_, program, diagnostics) = parse_files(&[java], &JavaOptions::default());
    let errors = base::has_errors(&diagnostics);
    assert_eq!(program.is_none(), errors, "a program if and only if there is no error");
    if let Some(program) = program {
        well_formed(&program);
    }
    errors
}

/// The invariants of control-flow automata.
fn well_formed(program: &program::objects::Program) {
    use program::objects::Operation;
    for (id, procedure) in program.procedures.iter_enumerated() {
        let name = program.qualified_name(id);
        let mut reached = vec![false; procedure.cfa.locations.len()];
        reached[procedure.cfa.entry.0 as usize] = true;
        let mut last = None;
        for edge in &procedure.cfa.edges {
            assert!(last <= Some(edge.source), "{name}: edges are sorted");
            last = Some(edge.source);
            assert!(
                edge.source != procedure.cfa.exit && edge.source != procedure.exceptional_exit,
                "{name}: exits are final"
            );
            reached[edge.target.0 as usize] = true;
            if let Operation::Call(call) = &edge.operation {
                reached[call.exceptional.0 as usize] = true;
            }
            let lonely = procedure.cfa.edges_from(edge.source).count() == 1;
            let needed = edge.source == edge.target || edge.source == procedure.cfa.entry;
            assert!(edge.operation != Operation::Skip || (lonely && needed), "{name}: {edge:?}");
            match &edge.operation {
                Operation::Assume(_) => {
                    assert_eq!(procedure.cfa.edges_from(edge.source).count(), 2, "{name}: two cases")
                }
                _ => assert!(lonely, "{name}: one way on"),
            }
        }
        reached[procedure.cfa.exit.0 as usize] = true;
        reached[procedure.exceptional_exit.0 as usize] = true;
        assert!(reached.iter().all(|&r| r), "{name}: no unreachable location");
    }
}

#[test]
fn everything_is_accepted() {
    let (sources, program, diagnostics) = parse_files(&[EVERYTHING], &JavaOptions::default());
    let program = program.unwrap_or_else(|| panic!("{}", super::render(&sources, &diagnostics)));
    well_formed(&program);
}

#[test]
fn truncation_at_every_byte() {
    for end in (0..EVERYTHING.len()).filter(|&end| EVERYTHING.is_char_boundary(end)) {
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
        survives(&format!("class T {{ void m() {{ {ascii} }} }}"));
    }
}

#[test]
fn mutations() {
    let mut random = Random::new(88_172_645_463_325_252);
    let words: Vec<&str> = EVERYTHING.split_inclusive(|c: char| !c.is_alphanumeric()).collect();
    for _ in 0..1500 {
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

#[test]
fn deep_nesting() {
    let (most, many) = (100_000, 20_000);
    let body = |text: &str| format!("class T {{ T b; int m(T a, int i) {{ {text} }} }}");
    let closed =
        |open: &str, middle: &str, close: &str| format!("return {}{middle}{};", open.repeat(many), close.repeat(many));
    let deep = [
        body(&format!("return {}", "(".repeat(most))),
        body(&closed("(", "i", ")")),
        body(&closed("-", "i", "")),
        body(&closed("(int)", "i", "")),
        body(&closed("i + (", "i", ")")),
        body(&closed("i == 1 ? 2 : ", "i", "")),
        body(&closed("i = ", "i", "")),
        body(&closed("m(a, ", "i", ")")),
        body(&closed("new T(", "", ")")),
        body(&format!("return a{};", ".b".repeat(most))),
        body(&format!("return i{};", "+1".repeat(most))),
        body(&format!("return i{};", " - 1 * i".repeat(many))),
        body(&format!("return a{};", ".m(null, 1)".repeat(many))),
        body(&"{".repeat(most)),
        body(&format!("{}{}", "{".repeat(many), "}".repeat(many))),
        body(&"if (i == 1) ".repeat(many)),
        body(&"if (i == 1) ; else ".repeat(many)),
        body(&"while (true) do ".repeat(many)),
        body(&"l: ".repeat(many)),
        body(&"try { } finally { ".repeat(many)),
        body(&"switch (i) { case 1: ".repeat(many)),
        body(&format!("i = {};", "switch (i) { default -> ".repeat(many))),
        body(&format!("x{}", "<x".repeat(many))),
        body(&format!("List{} y;", "<List".repeat(many))),
        body(&"x -> ".repeat(many)),
        "class T { ".repeat(many),
        "class T { static class U { ".repeat(many),
        format!("class T {} {{ }}", "<T extends ".repeat(many)),
        "@A(".repeat(many),
        "\\u0028".repeat(many),
    ];
    for java in &deep {
        assert!(survives(java), "{}", &java[..60]);
    }
}

#[test]
fn trees_of_greatest_height_fit_a_small_stack() {
    let body = |text: &str| format!("class T {{ T b; boolean q; int m(T a, int i) {{ {text} }} }}");
    let programs = [
        body(&format!("return {}i{};", "(".repeat(60), ")".repeat(60))),
        body(&format!("return i{};", "+i".repeat(240))),
        body(&format!("a = a{}; return 1;", ".b".repeat(240))),
        body(&format!("return {}i{};", "m(a, ".repeat(60), ")".repeat(60))),
        body(&format!("{} return 1; {} return 2;", "if (i == 1) { ".repeat(60), "}".repeat(60))),
        body(&format!("return {}1;", "i == 1 ? i : ".repeat(60))),
        body(&format!("if ({}q) return 1; return 2;", "q && q || ".repeat(60))),
    ];
    let thread = std::thread::Builder::new().stack_size(1 << 20);
    let run = move || programs.iter().all(|java| !survives(java));
    assert!(thread.spawn(run).expect("a thread").join().expect("no overflow"));
}

#[test]
fn copies_of_finally_blocks_are_bounded() {
    let depth = 40;
    let java = format!(
        "class T {{ static void m(int i) {{ {} i = 1 / i; {} }} }}",
        "try { i = 1 / i; } finally { ".repeat(depth),
        "}".repeat(depth)
    );
    assert!(!survives(&java));
}

#[test]
fn wide_programs() {
    let many = 3000;
    let methods: String =
        (0..many).map(|i| format!("static int m{i}(int i) {{ return m{}(i); }}\n", (i + 1) % many)).collect();
    assert!(!survives(&format!("class T {{ {methods} }}")));
    let statements = "i = i + 1; if (i == 2) i = 0;\n".repeat(many);
    assert!(!survives(&format!("class T {{ static int m(int i) {{ {statements} return i; }} }}")));
    let classes: String = (0..many).map(|i| format!("class C{i} extends C{} {{ }}\n", i + 1)).collect();
    assert!(!survives(&format!("{classes} class C{many} {{ }}")));
}

/// Nothing takes quadratic time, and lambda expressions do not remember all variables.
#[test]
fn long_lists() {
    let many = 10_000;
    let list = |item: &dyn Fn(usize) -> String| -> String { (0..many).map(item).collect() };
    let fields = list(&|n| format!("static int f{n} = {n}; int g{n};"));
    assert!(!survives(&format!("class T {{ {fields} static int m() {{ return f7; }} }}")));
    let captured = list(&|n| format!("int v{n} = i; f = () -> v{n};"));
    assert!(!survives(&format!(
        "interface F {{ int get(); }} class T {{ static void m(int i) {{ F f = null; {} }} }}",
        &captured[..captured[..60_000].rfind("int").expect("a variable")]
    )));
    let imports = list(&|n| format!("import p.C{n};"));
    assert!(!survives(&format!("{imports} class T {{ static void m() {{ }} }}")));
}

/// The 100 variables before them are not mentioned, except in the local class, whose objects need one.
#[test]
fn lambda_expressions_capture_what_local_classes_need() {
    let variables: String = (0..100).map(|n| format!("int v{n} = i;")).collect();
    assert!(!survives(&format!(
        "interface F {{ Object get(); }} class T {{ static Object m(int i) {{ {variables}
        class C {{ int get() {{ return v50; }} }} F f = () -> new C(); return f.get(); }} }}"
    )));
}
