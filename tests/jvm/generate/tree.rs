//! Programs as trees of lines, so that parts of them can be taken away.

/// A line, or lines around others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Node {
    Line(String),
    /// Heads with what stands below them, and the last line: `if (..) {`, `} else {`, `}`.
    Parts(Vec<(String, Vec<Node>)>, String),
}

/// A line.
pub fn line(text: impl Into<String>) -> Node {
    Node::Line(text.into())
}

/// Lines below a head, closed by a brace.
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

/// Every tree that is smaller by one thing: a node, a part with its lines, or the heads around lines. Large things first.
pub fn smaller(nodes: &[Node]) -> Vec<Vec<Node>> {
    let mut found = Vec::new();
    for (position, node) in nodes.iter().enumerate() {
        let with = |replacement: Vec<Node>| {
            let mut copy = nodes.to_vec();
            copy.splice(position..=position, replacement);
            copy
        };
        found.push(with(Vec::new()));
        let Node::Parts(parts, tail) = node else { continue };
        for (number, (_, body)) in parts.iter().enumerate() {
            found.push(with(body.clone()));
            if parts.len() > 1 {
                let mut fewer = parts.clone();
                fewer.remove(number);
                found.push(with(vec![Node::Parts(fewer, tail.clone())]));
            }
            for less in smaller(body) {
                let mut changed = parts.clone();
                changed[number].1 = less;
                found.push(with(vec![Node::Parts(changed, tail.clone())]));
            }
        }
    }
    found.sort_by_key(|tree| size(tree));
    found
}

/// How many lines there are.
pub fn size(nodes: &[Node]) -> usize {
    let of = |node: &Node| match node {
        Node::Line(_) => 1,
        Node::Parts(parts, _) => 1 + parts.iter().map(|(_, body)| 1 + size(body)).sum::<usize>(),
    };
    nodes.iter().map(of).sum()
}
