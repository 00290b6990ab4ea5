//! Edges to be reversed so that the graph becomes acyclic.

use super::Adjacency;

/// For every edge, whether it closes a cycle in a depth-first search that starts at the nodes in order.
///
/// States are numbered in order of discovery, so the reversed edges are those back to loop heads.
pub(super) fn reversed_edges(node_count: usize, edges: &[(u32, u32)]) -> Vec<bool> {
    #[derive(Clone, Copy, PartialEq)]
    enum Colour {
        New,
        Open,
        Done,
    }
    // Rows of edge numbers instead of targets.
    let out = Adjacency::new(node_count, edges.iter().enumerate().map(|(i, &(a, _))| (a, i as u32)));
    let mut colour = vec![Colour::New; node_count];
    let mut reversed = vec![false; edges.len()];
    let mut stack: Vec<(u32, usize)> = Vec::new();
    for start in 0..node_count as u32 {
        if colour[start as usize] != Colour::New {
            continue;
        }
        colour[start as usize] = Colour::Open;
        stack.push((start, 0));
        while let Some((node, next)) = stack.last_mut() {
            let Some(&edge) = out.of(*node).get(*next) else {
                colour[*node as usize] = Colour::Done;
                stack.pop();
                continue;
            };
            *next += 1;
            let target = edges[edge as usize].1;
            match colour[target as usize] {
                Colour::New => {
                    colour[target as usize] = Colour::Open;
                    stack.push((target, 0));
                }
                // A self-loop need not be reversed, because it is in no layer.
                Colour::Open => reversed[edge as usize] = edges[edge as usize].0 != target,
                Colour::Done => {}
            }
        }
    }
    reversed
}
