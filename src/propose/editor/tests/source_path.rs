//! Which files a program in Java needs.

use std::collections::BTreeMap;

use super::*;
use crate::editor::{NeededFiles, needed_files};
use task::Files;

/// Files in memory. Folders have `/` at their ends, as they are asked for.
struct Disk(BTreeMap<&'static str, &'static str>);

impl Files for Disk {
    fn read(&mut self, path: &str) -> Result<String, Message> {
        self.0.get(path).map(|text| (*text).to_owned()).ok_or_else(|| Message::verbatim("gone"))
    }

    fn list(&mut self, path: &str) -> Result<Vec<String>, Message> {
        let inside = self.0.keys().filter_map(|name| name.strip_prefix(path));
        Ok(inside.filter(|rest| !rest.contains('/')).map(str::to_owned).collect())
    }
}

/// The files that are needed besides the given ones.
#[track_caller]
fn check(given: &[(&str, &str)], disk: &[(&'static str, &'static str)], expected: &[&str]) {
    let mut files_on_disk = Disk(disk.iter().copied().collect());
    let NeededFiles { files, found } = needed_files(&super::files(given), &mut files_on_disk);
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, expected);
    assert_eq!(found.is_some(), !expected.is_empty());
}

const NODE: (&str, &str) = ("Node.java", "class Node { Node next; Value value; }");
const VALUE: (&str, &str) = ("Value.java", "class Value { }");
const OTHER: (&str, &str) = ("Other.java", "class Other { broken");

#[test]
fn files_beside_are_needed_by_what_they_declare() {
    let user = "class Main { Node n; }";
    check(&[("Main.java", user)], &[NODE, VALUE, OTHER], &["Node.java", "Value.java"]);
    check(&[("Main.java", user), NODE], &[NODE, VALUE, OTHER], &["Value.java"]);
    // Whoever declares a class, it is there.
    check(&[("Main.java", user), ("B.java", "class B { } class Node { }")], &[NODE, VALUE], &[]);
    check(&[("Main.java", "class Main { int node; void f(int Value) { node.next(); } }")], &[NODE, VALUE], &[]);
    check(&[("src/Main.java", user)], &[NODE, VALUE], &[]);
    check(&[("src/Main.java", user)], &[("src/Node.java", "class Node { }")], &["src/Node.java"]);
    // Names are written as they are.
    check(&[("Main.java", user)], &[("node.java", "class Node { }")], &[]);
}

#[test]
fn packages_are_folders() {
    let disk = &[
        ("src/a/Node.java", "package a; class Node { }"),
        ("src/a/b/Node.java", "package a.b; public class Node { c.Leaf leaf; }"),
        ("src/c/Leaf.java", "package c; public class Leaf { }"),
        ("src/c/List.java", "package c; public class List { }"),
        ("src/c/Util.java", "package c; public class Util { public static class In { } }"),
    ];
    let main = |path: &str, text: &str, expected: &[&str]| check(&[(path, text)], disk, expected);
    main("src/a/Main.java", "package a; class Main { Node n; }", &["src/a/Node.java"]);
    let both = &["src/a/b/Node.java", "src/c/Leaf.java"];
    main("src/a/Main.java", "package a; import a.b.Node; class Main { Node n; }", both);
    main("src/a/Main.java", "package a; class Main { a.b.Node n; }", both);
    main(
        "src/a/x/Main.java",
        "package a.x; import c.*; class Main { Leaf l; List k; }",
        &["src/c/Leaf.java", "src/c/List.java"],
    );
    main("src/Main.java", "import c.Util.In; class Main { In i; }", &["src/c/Util.java"]);
    main("src/Main.java", "import static c.Util.go; class Main { int i = go(); }", &["src/c/Util.java"]);
    // What is imported, but not used, is not read.
    main("src/Main.java", "import a.b.Node; import c.*; class Main { }", &[]);
    // In the folder of another package, only what is beside it can be found.
    main("src/x/Main.java", "package y; import c.Leaf; class Main { Leaf l; }", &[]);
}

#[test]
fn packages_may_be_above_the_current_folder() {
    let disk = &[
        ("../b/Node.java", "package a.b; public class Node { }"),
        ("../../c/C.java", "package c; public class C { }"),
        ("y/D.java", "package a.x.y; public class D { }"),
    ];
    let user = "package a.x; import a.b.Node; import a.x.y.D; class Main { Node n; c.C c; D d; }";
    check(&[("Main.java", user)], disk, &["../b/Node.java", "../../c/C.java", "y/D.java"]);
    check(&[("./Main.java", user)], disk, &["../b/Node.java", "../../c/C.java"]);
    check(&[("x/Main.java", user)], &[("b/Node.java", "package a.b; class Node { }")], &["b/Node.java"]);
    check(&[("x/Main.java", user)], &[("../c/C.java", "package c; class C { }")], &["../c/C.java"]);
}

#[test]
fn classes_of_the_library_stay_what_they_are() {
    let disk = &[("List.java", "class List { }"), ("String.java", "class String { }"), ("java/util/Set.java", "")];
    let main = |text: &str, expected: &[&str]| check(&[("Main.java", text)], disk, expected);
    main("import java.util.List; class Main { List l; }", &[]);
    main("import java.util.Set; class Main { Set l; }", &[]);
    main("class Main { java.util.List l; }", &[]);
    // The package comes before what is imported on demand (JLS 6.4.1).
    main("import java.util.*; class Main { List l; }", &["List.java"]);
    main("class Main { String s; }", &["String.java"]);
}
