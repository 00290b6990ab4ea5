//! Programs as trees of lines, from which parts can be removed.

/// A line, or lines around others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Node {
    Line(String),
    /// Heads, each followed by its body, and the last line: `if (..) {`, `} else {`, `}`.
    Parts(Vec<(String, Vec<Node>)>, String),
}

/// A line.
pub fn line(text: impl Into<String>) -> Node {
    Node::Line(text.into())
}

/// Lines after a head, closed by a brace.
pub fn block(head: impl Into<String>, body: Vec<Node>) -> Node {
    Node::Parts(vec![(head.into(), body)], "}".to_owned())
}

/// The text, one line each.
pub fn print(nodes: &[Node]) -> String {
    let mut out = String::new();
    write(nodes, 0, &mut out);
    out
}

fn write(nodes: &[Node], depth: usize, out: &mut String) {
    let put = |text: &str, depth: usize, out: &mut String| {
        if !text.is_empty() {
            out.push_str(&"  ".repeat(depth));
            out.push_str(text);
            out.push('\n');
        }
    };
    for node in nodes {
        match node {
            Node::Line(text) => put(text, depth, out),
            Node::Parts(parts, tail) => {
                for (head, body) in parts {
                    put(head, depth, out);
                    write(body, depth + 1, out);
                }
                put(tail, depth, out);
            }
        }
    }
}

/// A removable part of a tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cut {
    /// Positions from the root: of a node, of one of its parts, of a node in that part, and so on.
    path: Vec<usize>,
    kind: CutKind,
    /// The number of lines removed.
    pub lines: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum CutKind {
    /// The node.
    Node,
    /// A part of it, with its head.
    Part(usize),
    /// Everything except the lines of one of its parts.
    Around(usize),
}

/// All parts that can be removed on their own, large ones first.
pub fn cuts(nodes: &[Node]) -> Vec<Cut> {
    let mut found = Vec::new();
    find_cuts(nodes, &mut Vec::new(), &mut found);
    found.sort_by_key(|cut| std::cmp::Reverse(cut.lines));
    found
}

fn find_cuts(nodes: &[Node], path: &mut Vec<usize>, found: &mut Vec<Cut>) {
    for (position, node) in nodes.iter().enumerate() {
        path.push(position);
        let whole = size(std::slice::from_ref(node));
        found.push(Cut { path: path.clone(), kind: CutKind::Node, lines: whole });
        if let Node::Parts(parts, _) = node {
            for (number, (_, body)) in parts.iter().enumerate() {
                let inside = size(body);
                found.push(Cut { path: path.clone(), kind: CutKind::Around(number), lines: whole - inside });
                if parts.len() > 1 {
                    found.push(Cut { path: path.clone(), kind: CutKind::Part(number), lines: 1 + inside });
                }
                path.push(number);
                find_cuts(body, path, found);
                path.pop();
            }
        }
        path.pop();
    }
}

/// The tree without some parts; those inside of others are removed with them.
pub fn without(nodes: &[Node], cuts: &[Cut]) -> Vec<Node> {
    cut(nodes, &mut Vec::new(), cuts)
}

fn cut(nodes: &[Node], path: &mut Vec<usize>, cuts: &[Cut]) -> Vec<Node> {
    let mut left = Vec::new();
    for (position, node) in nodes.iter().enumerate() {
        path.push(position);
        let here = |kind: CutKind| cuts.iter().any(|cut| cut.kind == kind && cut.path == *path);
        match node {
            _ if here(CutKind::Node) => {}
            Node::Line(_) => left.push(node.clone()),
            Node::Parts(parts, tail) => {
                let around = (0..parts.len()).find(|&n| here(CutKind::Around(n)));
                let kept: Vec<usize> = (0..parts.len()).filter(|&n| !here(CutKind::Part(n))).collect();
                let mut inside = |n: usize| {
                    path.push(n);
                    let body = cut(&parts[n].1, path, cuts);
                    path.pop();
                    body
                };
                match around {
                    Some(n) => left.extend(inside(n)),
                    None => {
                        let parts = kept.into_iter().map(|n| (parts[n].0.clone(), inside(n))).collect();
                        left.push(Node::Parts(parts, tail.clone()));
                    }
                }
            }
        }
        path.pop();
    }
    left
}

/// The number of lines.
pub fn size(nodes: &[Node]) -> usize {
    let of = |node: &Node| match node {
        Node::Line(_) => 1,
        Node::Parts(parts, _) => 1 + parts.iter().map(|(_, body)| 1 + size(body)).sum::<usize>(),
    };
    nodes.iter().map(of).sum()
}
