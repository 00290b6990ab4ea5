//! The layer of every node.

use super::Adjacency;

/// Layers by longest path from the sources, then tightened: a node with more edges down than up moves down as far as
/// its successors allow. Every edge except self-loops leads to a later layer; no layer is empty.
pub(super) fn ranks(node_count: usize, edges: &[(u32, u32)], last: &[u32]) -> Vec<u32> {
    let proper = edges.iter().copied().filter(|(a, b)| a != b);
    let down = Adjacency::new(node_count, proper.clone());
    let up = Adjacency::new(node_count, proper.map(|(a, b)| (b, a)));

    let mut missing: Vec<u32> = (0..node_count as u32).map(|v| up.of(v).len() as u32).collect();
    let mut topological: Vec<u32> = (0..node_count as u32).filter(|&v| missing[v as usize] == 0).collect();
    let mut rank = vec![0u32; node_count];
    let mut head = 0;
    while head < topological.len() {
        let node = topological[head];
        head += 1;
        for &next in down.of(node) {
            rank[next as usize] = rank[next as usize].max(rank[node as usize] + 1);
            missing[next as usize] -= 1;
            if missing[next as usize] == 0 {
                topological.push(next);
            }
        }
    }
    for &node in topological.iter().rev() {
        let (above, below) = (up.of(node).len(), down.of(node).len());
        if below > above
            && above > 0
            && let Some(nearest) = down.of(node).iter().map(|&w| rank[w as usize]).min()
        {
            rank[node as usize] = nearest - 1;
        }
    }
    let bottom = rank.iter().copied().max().unwrap_or(0);
    for &node in last.iter().filter(|&&v| down.of(v).is_empty()) {
        rank[node as usize] = bottom;
    }
    close_gaps(&mut rank);
    rank
}

fn close_gaps(rank: &mut [u32]) {
    let layer_count = rank.iter().copied().max().map_or(0, |r| r as usize + 1);
    let mut used = vec![0u32; layer_count];
    for &r in rank.iter() {
        used[r as usize] = 1;
    }
    let mut next = 0;
    for slot in &mut used {
        let taken = *slot;
        *slot = next;
        next += taken;
    }
    for r in rank {
        *r = used[*r as usize];
    }
}
