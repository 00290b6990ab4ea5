//! Programs in several files on the command line: in Java given, in folders, or found beside what is given; in C linked, with the files that
//! they include.

use serde_json::Value;

use crate::support::program::{check, folder, hrglass};

const MAIN: &str = "package shop;\nimport shop.data.Node;\n\npublic class Main {\n    Node first;\n\n    public void add() {\n        Node node = new Node();\n\
    \x20       node.next = first;\n        first = node;\n    }\n\n    public Node second() {\n        return first == null ? null : first.next();\n    }\n}\n";
const NODE: &str = "package shop.data;\n\npublic class Node {\n    public Node next;\n\n    public Node next() {\n        return next.next;\n    }\n}\n";
const SHOP: &[(&str, &str)] =
    &[("src/shop/Main.java", MAIN), ("src/shop/data/Node.java", NODE), ("src/shop/data/Unused.java", "class {")];

#[test]
fn files_in_java_are_one_program() {
    let here = folder("one_program", &SHOP[..2]);
    let (main, node) = ("src/shop/Main.java", "src/shop/data/Node.java");
    for given in [&[main, node][..], &["src"], &["src/shop/data", main, node], &[main, "./src/shop/Main.java", "src"]] {
        let output = hrglass(&here, &[&["check", "--entry", "Main.second"], given].concat());
        check(&output, 1, "  Fails here, before line 7: this.next is null when it is dereferenced.", "");
        check(&output, 1, "src/shop/data/Node.java:7    return next.next;", "");
        check(&output, 1, "src/shop/Main.java:14", "");
    }
    // Something is checked of each task, in the order in which they are given.
    let mixed = ["check", "lists/reverse", main, "lists/zip", node, "--format", "json", "--no-times"];
    let output = hrglass(&here, &mixed);
    let reports: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    let titles: Vec<&str> = reports.iter().map(|report| report["task"].as_str().unwrap()).collect();
    assert_eq!(titles, ["Reverse a list", "Main.java, Node.java", "Zip two lists"]);
}

#[test]
fn one_class_of_several_files_is_checked() {
    let files =
        [("A.java", "class A { int f() { return 1; } }"), ("B.java", "class B { int g(B b) { return b.g(b); } }")];
    let here = folder("one_class", &files);
    let said = "the class `A` is checked, and what it uses; not by themselves: `B`";
    check(&hrglass(&here, &["check", "A.java", "B.java"]), 0, "A.java, B.java A.*", said);
    check(&hrglass(&here, &["check", "."]), 0, "A.java, B.java A.*", "choose another one, as with `--entry 'B.*'`");
    check(&hrglass(&here, &["check", "B.java", "A.java", "--entry", "A.*"]), 0, "B.java, A.java A.*", "");
    let mains = [
        ("A.java", "class A { public static void main(String[] args) { } }"),
        ("B.java", "class B { public static void main(String[] args) { } }"),
    ];
    let here = folder("two_mains", &mains);
    check(&hrglass(&here, &["check", "A.java", "B.java"]), 3, "", "the entry is ambiguous: `A.main`, `B.main`");
    check(&hrglass(&here, &["check", "."]), 3, "", "--entry 'A.main'`, or check the files one by one");
    check(&hrglass(&here, &["check", ".", "--entry", "B.main"]), 0, "B.main", "");
    check(&hrglass(&here, &["check", "B.java"]), 0, "B.java B.main", "");
}

#[test]
fn a_class_is_declared_once() {
    let files =
        [("A.java", "class A { Node n; }\nclass Node { }"), ("B.java", "class B { Node n; }\n\nclass Node { }")];
    let here = folder("declared_once", &files);
    let output = hrglass(&here, &["check", "A.java", "B.java"]);
    check(&output, 3, "", "error: class `Node` is declared twice [java/duplicate]\n --> B.java:3:7");
    check(&output, 3, "", "= note: A.java:2: first declared here");
    check(
        &output,
        3,
        "",
        "= help: files that are one program declare a class once; check separate programs one by one",
    );
}

#[test]
fn files_that_are_needed_are_found() {
    let here = folder("needed", SHOP);
    let output = hrglass(&here, &["check", "src/shop/Main.java", "--entry", "Main.second"]);
    let found = "note: classes that the program uses were also read from `src/shop/data/Node.java` [task/source-path]";
    check(&output, 1, "src/shop/data/Node.java:7    return next.next;", found);
    let inside = here.join("src/shop");
    check(&hrglass(&inside, &["check", "Main.java"]), 1, "data/Node.java:7", "also read from `data/Node.java`");
    let inside = here.join("src/shop/data");
    check(&hrglass(&inside, &["check", "../Main.java"]), 1, "", "also read from `../data/Node.java`");
    // What is not needed is not read; what is needed must be right.
    check(&hrglass(&here, &["check", "src"]), 3, "", "--> src/shop/data/Unused.java:1:7");
    std::fs::write(here.join("src/shop/data/Node.java"), "package shop.data;\npublic class Node {\n  Node next }")
        .unwrap();
    check(&hrglass(&here, &["check", "src/shop/Main.java"]), 3, "", "--> src/shop/data/Node.java:3:11");
    // Another program stays what it is, whatever is beside it.
    let files = [("A.java", "class A { int f() { return 1; } }"), ("B.java", "class B {")];
    check(&hrglass(&folder("not_needed", &files), &["check", "A.java"]), 0, "A.java A.f", "");
}

#[test]
fn folders_have_files_in_java() {
    let here =
        folder("folders", &[("empty/task.json", "{}"), ("src/module-info.java", "module m { }"), ("src/A.java", MAIN)]);
    check(
        &hrglass(&here, &["check", "empty"]),
        3,
        "",
        "there is no file in Java or C below `empty`; `hrglass batch` checks",
    );
    check(&hrglass(&here, &["init", "empty"]), 3, "", "there is no file in Java or C below `empty`");
    check(
        &hrglass(&here, &["check", "src", "--entry", "Main.add"]),
        2,
        "A.java Main.add",
        "class `shop.data.Node` is not given",
    );
    let many = here.join("many");
    std::fs::create_dir(&many).unwrap();
    for number in 0..1001 {
        std::fs::write(many.join(format!("A{number}.java")), "").unwrap();
    }
    check(&hrglass(&here, &["check", "many"]), 3, "", "1001 files are more than the 1000 that a program may have");
}

#[test]
fn every_command_takes_all_files_of_a_program() {
    let here = folder("commands", &SHOP[..2]);
    let run = |arguments: &[&str]| hrglass(&here, arguments);
    check(&run(&["explore", "src", "--entry", "Main.second", "--view", "cfa"]), 0, "label=\"Node.next\"", "");
    check(&run(&["properties", "src", "--entry", "Main.add"]), 0, "every call ends normally", "");
    check(
        &run(&["explore", "src", "lists/reverse"]),
        3,
        "",
        "takes one task or program, and these are several: `src` and `lists/reverse`",
    );
    check(&run(&["compare", "src", "--entry", "Main.add"]), 0, "Main.java, Node.java Main.add", "");
    for files in [&["src"][..], &["src/shop/Main.java"]] {
        let names = |output: std::process::Output| {
            let task: Value = serde_json::from_slice(&output.stdout).unwrap();
            let files = task["program"]["files"].as_array().unwrap().clone();
            files.iter().map(|file| file["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        let imported = names(run(&[&["import", "--entry", "Main.second"], files].concat()));
        assert_eq!(imported, ["src/shop/Main.java", "src/shop/data/Node.java"]);
        assert_eq!(names(run(&[&["init"], files].concat())), ["Main.java", "Node.java"]);
        // It starts in what is given, not in what was found.
        check(&run(&["init", "src/shop/Main.java"]), 0, "\"entry\": \"Main.*\"", "");
        // A link has all files.
        let link = run(&[&["export", "--link", "--entry", "Main.second"], files].concat());
        let link = String::from_utf8(link.stdout).unwrap();
        check(&run(&["check", link.trim()]), 1, "src/shop/data/Node.java:7    return next.next;", "");
        assert_eq!(names(run(&["open", link.trim()])), imported);
    }
}

#[test]
fn packages_have_classes_of_one_name() {
    let files = [
        (
            "a/Main.java",
            "package a;\nclass Main {\n  Node first; b.Node other;\n  Main() { other = new b.Node(); }\n  int f() { return other.up.key(); }\n}",
        ),
        ("a/Node.java", "package a;\nclass Node { Node next; }"),
        ("b/Node.java", "package b;\npublic class Node { public Node up;\n  public int key() { return 1; } }"),
    ];
    let here = folder("packages", &files);
    let output = hrglass(&here, &["check", "a/Main.java", "--entry", "Main.f", "--evidence", "tests"]);
    check(&output, 1, "this.other.up is null", "also read from `a/Node.java`, `b/Node.java`");
    let test = std::fs::read_to_string(here.join("tests/MainFMemorySafetyTest.java")).unwrap();
    assert!(test.starts_with("package a;\n") && test.contains("\"b.Node\""), "{test}");
    let heap = std::fs::read_to_string(here.join("tests/memorySafety.json")).unwrap();
    assert!(heap.contains("b$Node"), "{heap}");
    check(&hrglass(&here, &["check", "a", "b", "--entry", "b.Node.key"]), 0, "satisfied", "");
}

const LINKED: &[(&str, &str)] = &[
    (
        "main.c",
        "#include <assert.h>\n#include <node.h>\nstatic int n = 2;\nint main(void) { struct node a = { LIMIT }; assert(value(&a) == 3); return n - 2; }\n",
    ),
    ("src/node.c", "#include \"../inc/node.h\"\nstatic int n = 1;\nint value(struct node *a) { return a->v + n; }\n"),
    ("inc/node.h", "#include \"deep/limit.h\"\nstruct node { int v; };\nint value(struct node *a);\n"),
    ("inc/deep/limit.h", "#ifndef LIMIT\n#define LIMIT 2\n#endif\n"),
];

#[test]
fn files_in_c_are_linked() {
    let here = folder("linked", LINKED);
    let run = |arguments: &[&str]| hrglass(&here, arguments);
    check(&run(&["check", "main.c", "src/node.c", "-Iinc"]), 0, "main.c, node.c main", "");
    check(&run(&["check", "main.c", "src", "-I", "inc/", "-DLIMIT=3"]), 1, "assertion that fails", "");
    check(&run(&["check", "main.c", "src/node.c", "-Iinc", "-DLIMIT=3", "-ULIMIT"]), 0, "", "");
    // A file of the program has this name.
    check(&run(&["check", "main.c", "src/node.c"]), 0, "main.c, node.c main", "");
    check(&run(&["check", "main.c", "-Iinc"]), 2, "", "`value` has no body");
    check(&run(&["check", "src/node.c", "--each", "main.c", "-Iinc"]), 2, "main.c main", "");
    check(&run(&["check", "src/node.c", "main.c", "--include", "inc/node.h", "-Iinc"]), 3, "", "defined before");
    check(&run(&["check", "lists/reverse", "-DX"]), 3, "", "only programs in C have macros");
    // A task has all of it.
    let task = run(&["import", "main.c", "src/node.c", "-Iinc", "-DLIMIT=3"]);
    std::fs::write(here.join("task.json"), &task.stdout).unwrap();
    check(&run(&["check", "task.json"]), 1, "assertion that fails", "");
    let database = r#"[{"directory": ".", "file": "main.c", "command": "cc -I inc -D'LIMIT=3' -c main.c"},
        {"directory": "src", "file": "node.c", "arguments": ["cc", "-c", "node.c"]}, {"file": "a.cpp", "command": "c++ a.cpp"}]"#;
    std::fs::write(here.join("compile_commands.json"), database).unwrap();
    let batch = run(&["batch", "compile_commands.json"]);
    check(&batch, 2, "`a.cpp` is no file in C", "");
    check(&batch, 2, "main.c", "");
}

#[test]
fn headers_of_one_name_are_told_apart_by_their_folders() {
    let text =
        |include: &str| format!("#include <assert.h>\n{include}\nint main(void) {{ assert(N == 2); return 0; }}\n");
    let here = folder(
        "headers",
        &[
            ("a/conf.h", "#define N 1\n"),
            ("b/conf.h", "#define N 2\n"),
            ("folder.c", &text("#include \"b/conf.h\"\n#undef N\n#include <conf.h>")),
            ("any.c", &text("#include \"b/conf.h\"\n#include \"a/conf.h\"\n#undef N\n#include <conf.h>")),
            ("conf.h", "#define N 3\n"),
            ("src/beside.c", &text("#include \"conf.h\"")),
            ("src/conf.h", "#define N 2\n"),
            ("root.c", "#include \"conf.h\"\nint n = N;\n"),
        ],
    );
    let run = |arguments: &[&str]| hrglass(&here, arguments);
    check(&run(&["check", "folder.c", "-Ia"]), 1, "assertion that fails", "");
    check(&run(&["check", "folder.c", "-Ib", "-Ia", "--property", "unreach-call"]), 0, "satisfied", "");
    // The current folder is looked at last.
    check(&run(&["check", "any.c", "-Inone"]), 1, "assertion that fails", "");
    check(&run(&["check", "root.c", "src/beside.c", "--property", "unreach-call"]), 0, "satisfied", "");
    std::fs::remove_file(here.join("conf.h")).unwrap();
    check(&run(&["check", "any.c"]), 3, "", "`conf.h` may be `b/conf.h` or `a/conf.h`");
    let task = run(&["import", "folder.c", "-Ia"]);
    std::fs::write(here.join("task.json"), &task.stdout).unwrap();
    check(&run(&["check", "task.json"]), 1, "assertion that fails", "");
    check(&run(&["check", "lists/reverse", "-Ia"]), 3, "", "only programs in C include files from folders");
}

#[test]
fn what_files_in_c_define_twice_is_an_error_at_both_places() {
    let files = [
        ("a.c", "int n;\nint f(void) { return 1; }\n"),
        ("b.c", "int n;\nint f(void) { return 2; }\nint main(void) { return f(); }\n"),
    ];
    let here = folder("defined_twice", &files);
    let output = hrglass(&here, &["check", "a.c", "b.c"]);
    check(&output, 3, "", "error: `f` is defined twice [c/declaration]\n --> b.c:2:5");
    check(&output, 3, "", "= note: a.c:2: the first definition");
    check(&output, 3, "", "error: `n` is defined in another file, too [c/declaration]\n --> b.c:1:5");
    check(&output, 3, "", "= note: a.c:1: the other definition");
}
