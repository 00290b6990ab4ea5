//! Random classes whose fields hold objects of all kinds, some of them set late, some not at all: what is proved of what fields hold, no
//! sequence of calls refutes in a JVM.

use hrglass::base::Random;
use hrglass::report::PropertyReport;

use crate::facts_oracle::WithoutExecutions;
use crate::support::{cases, jdk};
use crate::whole_classes::checked_by;
use crate::whole_classes::jvm::{Refutation, refute};

/// The fields of the class with their types.
const FIELDS: &[(&str, &str)] = &[
    ("Object", "any"),
    ("Object", "last"),
    ("String", "name"),
    ("Comparable<String>", "key"),
    ("Node", "head"),
    ("Node", "spare"),
    ("Shape", "shape"),
    ("Square", "square"),
    ("int", "limit"),
    ("int", "count"),
    ("int[]", "cells"),
    ("int[][]", "grid"),
    ("Object[]", "slots"),
];

/// The fields of a node with their types.
const OF_NODES: &[(&str, &str)] =
    &[("Object", "value"), ("String", "label"), ("Node", "next"), ("Shape", "form"), ("T", "owner"), ("int", "rank")];

struct Class<'r> {
    random: &'r mut Random,
    /// The parameters and variables of the method with their types, without null.
    variables: Vec<(&'static str, &'static str)>,
    is_static: bool,
}

impl Class<'_> {
    /// An expression of a type; no dereference in it fails unless `c.next` is taken of what may be null.
    fn value(&mut self, ty: &str) -> String {
        let fits = |of: &str| {
            of == ty
                || ty == "Object" && of != "int"
                || ty == "Object[]" && of == "int[][]"
                || ty == "Shape" && of == "Square"
                || ty.starts_with("Comparable") && of == "String"
        };
        let mut all: Vec<String> = Vec::new();
        for (of, name) in self.variables.iter().filter(|(of, _)| fits(of)) {
            all.extend(std::iter::repeat_n((*name).to_owned(), if ty == "Object" && *of == "Object" { 4 } else { 2 }));
        }
        if !self.is_static {
            all.extend(FIELDS.iter().filter(|(of, _)| fits(of)).map(|(_, name)| (*name).to_owned()));
            if fits("T") {
                all.push("this".to_owned());
            }
        }
        let nodes: Vec<&str> = self.variables.iter().filter(|(of, _)| *of == "Node").map(|(_, name)| *name).collect();
        for node in nodes {
            all.extend(OF_NODES.iter().filter(|(of, _)| fits(of)).map(|(_, name)| format!("{node}.{name}")));
        }
        match ty {
            "Node" => all.push(format!("new Node({})", if self.random.one_in(3) { "null" } else { "\"n\"" })),
            "Shape" | "Square" => all.push("new Square(2)".to_owned()),
            "int[]" => all.extend(["new int[v > 0 ? v : 2]", "new int[3]", "new int[] {v, 1}"].map(str::to_owned)),
            "int[][]" => all.extend(
                [
                    "new int[2][3]",
                    "new int[v > 0 ? v : 1][2]",
                    "new int[][] {{1}, {v}}",
                    "new int[][] {new int[2], cells}",
                    "new int[2][]",
                ]
                .map(str::to_owned),
            ),
            "Object[]" => all.extend(["new Object[2]".to_owned(), "new Object[] {any, \"a\"}".to_owned()]),
            "String" => all.extend(["\"s\"".to_owned(), "new Node(\"n\").label".to_owned()]),
            "Object" => all.extend(["Integer.valueOf(3)".to_owned(), "new Round()".to_owned()]),
            _ => {}
        }
        if ty == "Shape" {
            all.push("new Round()".to_owned());
        }
        if ty == "int" {
            all.extend(["v", "0", "1", "7"].map(str::to_owned));
            let first = self.random.one_of(&all).clone();
            return match self.random.below(8) {
                0 => format!("{first} + 1"),
                1 => format!("{first} - {}", self.random.one_of(&all)),
                2 => format!("{first} * 2"),
                3 => format!("{first} % 4"),
                4 => format!("({first} & 3) + 1"),
                5 => format!("(byte) {first}"),
                _ => first,
            };
        }
        if all.is_empty() || self.random.one_in(9) {
            return "null".to_owned();
        }
        self.random.one_of(&all).clone()
    }

    fn field(&mut self) -> (&'static str, String) {
        let nodes: Vec<&str> = self.variables.iter().filter(|(of, _)| *of == "Node").map(|(_, name)| *name).collect();
        if !nodes.is_empty() && (self.is_static || self.random.one_in(2)) {
            let (ty, name) = *self.random.one_of(OF_NODES);
            return (ty, format!("{}.{name}", self.random.one_of(&nodes)));
        }
        let (ty, name) = *self.random.one_of(FIELDS);
        (ty, name.to_owned())
    }

    fn condition(&mut self) -> String {
        let (ty, field) = self.field();
        if ty == "int" || self.random.one_in(4) {
            let field = if ty == "int" && self.random.one_in(2) { field } else { "v".to_owned() };
            let comparison = *self.random.one_of(&["<", "<=", "==", "!=", ">", ">="]);
            return format!("{field} {comparison} {}", self.random.one_of(&["0", "0", "1", "limit", "count"]));
        }
        match self.random.below(6) {
            0 | 1 => format!("{field} != null"),
            2 => format!("{field} == null"),
            3 if ty == "Object" => {
                format!(
                    "{field} instanceof {}",
                    self.random.one_of(&["String", "Node", "Shape", "Square", "Integer", "T"])
                )
            }
            3 if ty == "Shape" => format!("{field} instanceof Square"),
            4 => "v > 0".to_owned(),
            _ => format!("{field} == {}", self.value(ty)),
        }
    }

    /// What fails if a reference is null, or belongs to another class.
    fn use_of(&mut self, ty: &str, of: &str) -> String {
        match ty {
            "Object" => {
                let class = *self.random.one_of(&["String", "String", "Node", "Square", "Integer", "T"]);
                match self.random.below(3) {
                    0 => format!("{of}.hashCode();"),
                    1 => format!("{{ {class} it = ({class}) {of}; }}"),
                    _ => match class {
                        "String" | "Integer" => format!("(({class}) {of}).hashCode();"),
                        "Node" => format!("((Node) {of}).next = null;"),
                        "Square" => format!("((Square) {of}).area();"),
                        _ => format!("((T) {of}).head = null;"),
                    },
                }
            }
            "Shape" if self.random.one_in(2) => format!("((Square) {of}).side = v;"),
            "Shape" | "Square" => format!("{of}.area();"),
            "Node" => format!("{of}.label = {};", self.value("String")),
            "T" => format!("{of}.spare = {};", self.value("Node")),
            "int" => {
                format!("v = {} {} {of};", self.random.one_of(&["6", "v", "count"]), self.random.one_of(&["/", "%"]))
            }
            "int[][]" => match self.random.below(8) {
                0 => format!("{of}[v & 1] = {};", self.value("int[]")),
                1 => format!("{of}[0] = null;"),
                2 => format!("for (int[] row : {of}) v += row.length;"),
                3 => format!("{of} = {of}.clone();"),
                4 => format!("java.util.Arrays.fill({of}, {});", self.value("int[]")),
                5 => format!("System.arraycopy({of}, 0, grid, 0, 1);"),
                _ => format!("v += {of}[v & 1].length;"),
            },
            "Object[]" if self.random.one_in(2) => format!("{of}[v & 1] = {};", self.value("Object")),
            "Object[]" => format!("{of}[0].hashCode();"),
            "int[]" if self.random.one_in(2) => format!("v = v % {of}.length;"),
            "int[]" => format!("v = {of}.length;"),
            _ => format!("{of}.hashCode();"),
        }
    }

    fn statement(&mut self, depth: u32) -> String {
        match self.random.below(if depth > 0 { 8 } else { 5 }) {
            0 | 1 => {
                let (ty, field) = self.field();
                format!("{field} = {};", self.value(ty))
            }
            2 | 3 => {
                let (ty, field) = self.field();
                self.use_of(ty, &field)
            }
            4 => {
                let (ty, field) = self.field();
                let none = if ty == "int" { "0" } else { "null" };
                format!("if ({field} != {none}) {{ {} }}", self.use_of(ty, &field))
            }
            5 => {
                let (condition, first) = (self.condition(), self.statement(depth - 1));
                if self.random.one_in(2) {
                    format!("if ({condition}) {{ {first} }} else {{ {} }}", self.statement(depth - 1))
                } else {
                    format!("if ({condition}) {first}")
                }
            }
            6 => format!(
                "if ({}) {}",
                self.condition(),
                self.random.one_of(&["return;", "throw new IllegalStateException();"])
            ),
            _ if self.is_static => self.statement(depth - 1),
            _ if self.random.one_in(2) => {
                let label = self.value("String");
                self.inside("node", &format!("Node node = new Node({label});"), "node.next = head; head = node;", depth)
            }
            _ => self.inside("c", "for (Node c = head; c != null; c = c.next) {", "}", depth),
        }
    }

    /// Statements where a variable refers to a node.
    fn inside(&mut self, node: &'static str, before: &str, after: &str, depth: u32) -> String {
        if self.variables.iter().any(|(_, name)| *name == node) {
            return self.statement(depth - 1);
        }
        self.variables.push(("Node", node));
        let all: Vec<String> = (0..1 + self.random.below(2)).map(|_| self.statement(depth - 1)).collect();
        self.variables.pop();
        let text = format!("{before} {} {after}", all.join(" "));
        if before.ends_with('{') { text } else { format!("{{ {text} }}") }
    }

    fn body(&mut self, most: usize) -> String {
        let count = 1 + self.random.below(most);
        (0..count).map(|_| self.statement(2)).collect::<Vec<_>>().join("\n        ")
    }
}

/// A class with private fields, nodes and shapes; its methods store and use what the fields hold.
fn class(random: &mut Random) -> String {
    let mut class = Class { random, variables: Vec::new(), is_static: false };
    let mut members = Vec::new();
    let visible = *class.random.one_of(&["private ", "private ", "private ", ""]);
    for (ty, name) in FIELDS {
        let is_set = class.random.one_in(3);
        let start = match *ty {
            "Node" => "new Node(\"n\")",
            "Shape" | "Square" => "new Square(1)",
            "int" => "5",
            "int[]" => "new int[4]",
            "int[][]" => "new int[2][2]",
            "Object[]" => "new Object[] {\"a\", \"b\"}",
            _ => "\"a\"",
        };
        let start = if is_set { format!(" = {start}") } else { String::new() };
        members.push(format!("{visible}{ty} {name}{start};"));
    }
    class.variables = vec![("String", "s"), ("Object", "o")];
    if class.random.one_in(2) {
        members.push(format!("T(String s, Object o, int v) {{\n        {}\n    }}", class.body(4)));
    } else if class.random.one_in(2) {
        members.push(format!(
            "T() {{\n        int v = 1; String s = \"s\"; Object o = s;\n        {}\n    }}",
            class.body(4)
        ));
    }
    for number in 0..2 + class.random.below(3) {
        let parameters: &[(&str, &str)] = match class.random.below(4) {
            0 => &[],
            1 => &[("Object", "o")],
            2 => &[("String", "s")],
            _ => &[("Object", "o"), ("Comparable<String>", "k")],
        };
        class.variables = parameters.to_vec();
        let declared: String = parameters.iter().map(|(ty, name)| format!("{ty} {name}, ")).collect();
        let access = if class.random.one_in(6) { "private " } else { "" };
        members.push(format!("{access}void m{number}({declared}int v) {{\n        {}\n    }}", class.body(4)));
    }
    if class.random.one_in(3) {
        class.variables = Vec::new();
        let ty = *class.random.one_of(&["Object", "Node", "String", "Shape"]);
        let value = class.value(ty);
        members.push(format!(
            "{}{ty} get() {{ return {value}; }}",
            if ty == "Node" && visible == "private " { "private " } else { "" }
        ));
    }
    class.variables = vec![("String", "label")];
    class.is_static = true;
    let mut of_nodes: String = OF_NODES.iter().map(|(ty, name)| format!("{ty} {name}; ")).collect();
    let sets: &[&str] = &[
        "this.label = label;",
        "this.label = label; value = label;",
        "value = \"v\";",
        "this.label = label; form = new Round();",
    ];
    of_nodes += &format!("Node(String label) {{ {} }}", class.random.one_of(sets));
    let access = if visible == "private " { "private " } else { "" };
    format!(
        "class T {{\n    {access}static class Node {{ {of_nodes} }}\n    interface Shape {{ int area(); }}\n    \
         {access}static class Square implements Shape {{ int side; Square(int side) {{ this.side = side; }} \
         public int area() {{ return side * side; }} }}\n    \
         {access}static class Round implements Shape {{ public int area() {{ return 3; }} }}\n    {}\n}}\n",
        members.join("\n    ")
    )
}

#[test]
fn what_fields_hold_no_sequence_of_calls_refutes() {
    if !jdk::is_there() {
        eprintln!("skipped: there is no JDK on the PATH");
        return;
    }
    let classes: Vec<(String, String)> =
        cases::seeds(100).map(|seed| ("T".to_owned(), class(&mut Random::scattered(seed)))).collect();
    let reports: Vec<Vec<PropertyReport>> =
        classes.iter().map(|(class, text)| checked_by(text, class, &mut WithoutExecutions)).collect();
    let tested: Vec<(String, String)> = classes
        .iter()
        .map(|(class, text)| (class.clone(), text.replace("c = c.next) {", "c = c.next) { Calls.step();")))
        .collect();
    let Refutation { wrong, valid, proved, failing } = refute("stored", &tested, &reports, 4_000);
    println!("{valid} classes, {proved} methods or classes proved, {failing} methods fail");
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
    assert!(valid * 10 > classes.len() * 9 && proved > 100 && failing > 60, "{valid} {proved} {failing}");
}
