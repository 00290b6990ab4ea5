//! Horizontal coordinates: Brandes and Köpf, "Fast and Simple Horizontal Coordinate Assignment", GD 2001.
//!
//! Deviation: blocks are compacted by longest paths over the graph of blocks instead of by recursion, and then
//! pulled together from the other side.

use base::CompactSort;
use rustc_hash::FxHashSet;

use super::{Adjacency, Point, Spacing, order::Layers};

/// The x coordinate of every node and bend; the leftmost border is at 0.
pub(super) fn horizontal(layers: &Layers, sizes: &[Point], spacing: &Spacing) -> Vec<f32> {
    let total = layers.rank.len();
    let width = |v: u32| sizes.get(v as usize).map_or(0.0, |s| s[0]);
    let gap = |v: u32| if (v as usize) < layers.node_count { spacing.node } else { spacing.edge };
    let separation = |a: u32, b: u32| (width(a) + width(b)) / 2.0 + gap(a).min(gap(b));
    let conflicts = conflicts(layers);

    let mut candidates: Vec<Vec<f32>> = Vec::with_capacity(4);
    for upwards in [false, true] {
        for leftwards in [false, true] {
            let mut order = layers.order.clone();
            if upwards {
                order.reverse();
            }
            if leftwards {
                order.iter_mut().for_each(|layer| layer.reverse());
            }
            let neighbours = if upwards { &layers.down } else { &layers.up };
            let root = align(&order, neighbours, &conflicts, total);
            let mut x = compact(&order, &root, &separation);
            if leftwards {
                x.iter_mut().for_each(|x| *x = -*x);
            }
            candidates.push(x);
        }
    }
    balance(&mut candidates, &width)
}

/// Pairs of an upper and a lower node whose connection crosses a straight segment of a long edge: these must not be
/// aligned.
fn conflicts(layers: &Layers) -> FxHashSet<(u32, u32)> {
    let is_bend = |v: u32| v as usize >= layers.node_count;
    let mut found = FxHashSet::default();
    for pair in layers.order.windows(2) {
        let (upper, lower) = (&pair[0], &pair[1]);
        let (mut left_border, mut scanned) = (0u32, 0usize);
        for (i, &node) in lower.iter().enumerate() {
            let inner = if is_bend(node) { layers.up.of(node).iter().copied().find(|&u| is_bend(u)) } else { None };
            if inner.is_none() && i + 1 < lower.len() {
                continue;
            }
            let right_border = inner.map_or(upper.len() as u32, |u| layers.place[u as usize]);
            for &w in &lower[scanned..=i] {
                for &u in layers.up.of(w) {
                    let at = layers.place[u as usize];
                    if (at < left_border || at > right_border) && !(is_bend(u) && is_bend(w)) {
                        found.insert((u.min(w), u.max(w)));
                    }
                }
            }
            scanned = i + 1;
            left_border = right_border;
        }
    }
    found
}

/// For every node, the first node of its block; all nodes of a block get the same x.
///
/// Each node is aligned with a median neighbour if this crosses no previous alignment.
fn align(order: &[Vec<u32>], neighbours: &Adjacency, conflicts: &FxHashSet<(u32, u32)>, total: usize) -> Vec<u32> {
    let mut root: Vec<u32> = (0..total as u32).collect();
    let mut place = vec![0i64; total];
    for layer in order {
        for (i, &v) in layer.iter().enumerate() {
            place[v as usize] = i as i64;
        }
    }
    let mut around: Vec<u32> = Vec::new();
    for layer in order {
        let mut reached = -1i64;
        for &v in layer {
            around.clear();
            around.extend_from_slice(neighbours.of(v));
            if around.is_empty() {
                continue;
            }
            around.compact_sort_by_key(|&w| place[w as usize]);
            let last = around.len() - 1;
            for &w in &around[last / 2..=last.div_ceil(2)] {
                let free = root[v as usize] == v && reached < place[w as usize];
                if free && !conflicts.contains(&(v.min(w), v.max(w))) {
                    root[v as usize] = root[w as usize];
                    reached = place[w as usize];
                }
            }
        }
    }
    root
}

/// Packs the blocks to the left in the order of the layers, then moves each as far right as its neighbours allow.
fn compact(order: &[Vec<u32>], root: &[u32], separation: &impl Fn(u32, u32) -> f32) -> Vec<f32> {
    let total = root.len();
    let mut pairs: Vec<(u32, u32)> = Vec::new();
    let mut distances: Vec<f32> = Vec::new();
    for layer in order {
        for pair in layer.windows(2) {
            pairs.push((root[pair[0] as usize], root[pair[1] as usize]));
            distances.push(separation(pair[0], pair[1]));
        }
    }
    let right = Adjacency::new(total, pairs.iter().enumerate().map(|(i, p)| (p.0, i as u32)));
    let mut missing = vec![0u32; total];
    for p in &pairs {
        missing[p.1 as usize] += 1;
    }
    let mut blocks: Vec<u32> =
        (0..total as u32).filter(|&v| root[v as usize] == v && missing[v as usize] == 0).collect();
    let mut x = vec![0.0f32; total];
    let mut head = 0;
    while head < blocks.len() {
        let block = blocks[head];
        head += 1;
        for &i in right.of(block) {
            let next = pairs[i as usize].1;
            x[next as usize] = x[next as usize].max(x[block as usize] + distances[i as usize]);
            missing[next as usize] -= 1;
            if missing[next as usize] == 0 {
                blocks.push(next);
            }
        }
    }
    for &block in blocks.iter().rev() {
        let room = right
            .of(block)
            .iter()
            .map(|&i| x[pairs[i as usize].1 as usize] - distances[i as usize])
            .fold(f32::INFINITY, f32::min);
        if room.is_finite() {
            x[block as usize] = x[block as usize].max(room);
        }
    }
    (0..total).map(|v| x[root[v] as usize]).collect()
}

/// Aligns the four candidates with the narrowest one and takes the mean of the two middle values for each node.
fn balance(candidates: &mut [Vec<f32>], width: &impl Fn(u32) -> f32) -> Vec<f32> {
    let extent = |x: &[f32]| {
        x.iter().enumerate().fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), (v, &x)| {
            (low.min(x - width(v as u32) / 2.0), high.max(x + width(v as u32) / 2.0))
        })
    };
    let extents: Vec<(f32, f32)> = candidates.iter().map(|x| extent(x)).collect();
    let Some(&(low, high)) = extents.iter().min_by(|a, b| (a.1 - a.0).total_cmp(&(b.1 - b.0))) else {
        return Vec::new();
    };
    for (i, x) in candidates.iter_mut().enumerate() {
        // The candidates alternate between left and right.
        let shift = if i % 2 == 0 { low - extents[i].0 } else { high - extents[i].1 };
        x.iter_mut().for_each(|x| *x += shift);
    }
    let total = candidates.first().map_or(0, Vec::len);
    let mut x: Vec<f32> = (0..total)
        .map(|v| {
            let mut values: Vec<f32> = candidates.iter().map(|x| x[v]).collect();
            values.compact_sort_by(f32::total_cmp);
            (values[1] + values[2]) / 2.0
        })
        .collect();
    let (low, _) = extent(&x);
    x.iter_mut().for_each(|x| *x -= low);
    x
}
