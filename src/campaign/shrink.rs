//! Shrinking: removing parts of a task that are not needed for the same failure.

use serde_json::Value as Json;

/// Maximum number of attempts.
const ATTEMPTS: usize = 1_500;

/// Maximum number of vertices of a heap that are tried for removal.
const NODES: u64 = 100;

/// Removes properties, initial heaps, options, rules, parts of heaps and parts of the program as long as the task still
/// `fails`.
///
/// Law: the result fails if the task does.
pub fn shrink(task: &Json, fails: impl FnMut(&Json) -> bool) -> Json {
    let mut shrinking = Shrinking { task: task.clone(), fails, attempts: 0 };
    loop {
        let before = shrinking.task.clone();
        shrinking.round();
        if shrinking.task == before || shrinking.attempts >= ATTEMPTS {
            return shrinking.task;
        }
    }
}

struct Shrinking<F> {
    task: Json,
    fails: F,
    attempts: usize,
}

impl<F: FnMut(&Json) -> bool> Shrinking<F> {
    fn round(&mut self) {
        for list in ["/properties", "/monitors", "/initial", "/contracts"] {
            self.thin_out(list);
        }
        for (method, _) in self.members("/contracts").into_iter().enumerate() {
            self.thin_out(&format!("/contracts/{method}/contract/contracts"));
        }
        self.options();
        self.program();
        for (grammar, _) in self.members("/grammars").into_iter().enumerate() {
            let nonterminals = format!("/grammars/{grammar}/grammar");
            for (nonterminal, _) in self.members(&nonterminals).into_iter().enumerate() {
                let rules = format!("{nonterminals}/{nonterminal}/rules");
                self.thin_out(&rules);
                for (rule, _) in self.members(&rules).into_iter().enumerate() {
                    self.heap(&format!("{rules}/{rule}"));
                }
            }
            self.thin_out(&nonterminals);
        }
        self.thin_out("/grammars");
        for (heap, _) in self.members("/initial").into_iter().enumerate() {
            self.heap(&format!("/initial/{heap}/heap"));
        }
        self.attempt(|task| {
            if let Some(task) = task.as_object_mut() {
                task.shift_remove("tags");
            }
        });
    }

    /// Removes edges of a heap, and isolated vertices.
    fn heap(&mut self, heap: &str) {
        for part in ["selectors", "hyperedges", "variables"] {
            self.thin_out(&format!("{heap}/{part}"));
        }
        let count = |groups: &[Json]| groups.iter().filter_map(|g| g["number"].as_u64()).sum::<u64>();
        let all = count(&self.members(&format!("{heap}/nodes")));
        (0..all.min(NODES)).rev().for_each(|node| {
            self.attempt(|task| {
                if let Some(heap) = task.pointer_mut(heap) {
                    remove_node(heap, node);
                }
            });
        });
    }

    /// Replaces the current task by the changed one if that fails, too.
    fn attempt(&mut self, change: impl FnOnce(&mut Json)) -> bool {
        if self.attempts >= ATTEMPTS {
            return false;
        }
        self.attempts += 1;
        let mut changed = self.task.clone();
        change(&mut changed);
        let smaller = changed != self.task && (self.fails)(&changed);
        if smaller {
            self.task = changed;
        }
        smaller
    }

    fn members(&self, list: &str) -> Vec<Json> {
        self.task.pointer(list).and_then(Json::as_array).cloned().unwrap_or_default()
    }

    fn attempt_list(&mut self, list: &str, members: Vec<Json>) -> bool {
        self.attempt(|task| {
            if let Some(place) = task.pointer_mut(list) {
                *place = Json::Array(members);
            }
        })
    }

    /// Removes members of a list: halves, quarters, … and finally single ones.
    fn thin_out(&mut self, list: &str) {
        let mut size = self.members(list).len();
        while size > 0 {
            let mut start = 0;
            loop {
                let mut members = self.members(list);
                if start >= members.len() {
                    break;
                }
                members.drain(start..(start + size).min(members.len()));
                if !self.attempt_list(list, members) {
                    start += size;
                }
            }
            size /= 2;
        }
    }

    fn options(&mut self) {
        let keys: Vec<String> = match self.task.get("options").and_then(Json::as_object) {
            Some(options) => options.keys().filter(|k| *k != "strategy").cloned().collect(),
            None => Vec::new(),
        };
        for key in keys {
            self.attempt(|task| {
                if let Some(options) = task.get_mut("options").and_then(Json::as_object_mut) {
                    options.shift_remove(&key);
                }
            });
        }
        let simple = ["top-level", "rsm"];
        let present = self.task.pointer("/options/strategy").and_then(Json::as_str).unwrap_or_default();
        if simple.contains(&present) {
            return;
        }
        // Uses the first strategy with which the task still fails.
        let _ = simple.into_iter().any(|strategy| {
            self.attempt(|task| {
                if let Some(options) = task.get_mut("options").and_then(Json::as_object_mut) {
                    options.insert("strategy".to_owned(), strategy.into());
                }
            })
        });
    }

    /// Removes lines of programs: consecutive lines, blocks with their braces, and braces around blocks.
    fn program(&mut self) {
        for (file, _) in self.members("/program/files").into_iter().enumerate() {
            let place = format!("/program/files/{file}/text");
            let text = |task: &Json| -> Vec<String> {
                let text = task.pointer(&place).and_then(Json::as_str).unwrap_or_default();
                text.lines().map(str::to_owned).collect()
            };
            let mut size = text(&self.task).len() / 2;
            while size > 0 {
                let mut start = 0;
                while start < text(&self.task).len() {
                    let lines = text(&self.task);
                    let mut shrunk = false;
                    let end = block_end(&lines, start);
                    let whole: Vec<usize> = (start..=end.unwrap_or(start)).collect();
                    let run: Vec<usize> = (start..(start + size).min(lines.len())).collect();
                    let around: Vec<usize> = end.map_or(Vec::new(), |end| vec![start, end]);
                    for out in
                        [run, if size == 1 { whole } else { Vec::new() }, if size == 1 { around } else { Vec::new() }]
                    {
                        if out.is_empty() || shrunk {
                            continue;
                        }
                        let kept = lines.iter().enumerate().filter(|(i, _)| !out.contains(i)).map(|(_, l)| l.as_str());
                        let kept: String = kept.flat_map(|l| [l, "\n"]).collect();
                        shrunk = self.attempt(|task| {
                            if let Some(text) = task.pointer_mut(&place) {
                                *text = kept.into();
                            }
                        });
                    }
                    if !shrunk {
                        start += size;
                    }
                }
                size /= 2;
            }
        }
    }
}

/// Removes a vertex from a heap, unless something is attached to it.
fn remove_node(heap: &mut Json, node: u64) {
    let is_it = |value: &Json| value.as_u64() == Some(node);
    let members = |list: &Json| list.as_array().cloned().unwrap_or_default();
    let is_attached = members(&heap["externals"]).iter().any(is_it)
        || members(&heap["variables"]).iter().any(|x| is_it(&x["target"]))
        || members(&heap["selectors"]).iter().any(|s| is_it(&s["origin"]) || is_it(&s["target"]))
        || members(&heap["hyperedges"]).iter().any(|e| members(&e["tentacles"]).iter().any(is_it));
    if is_attached {
        return;
    }
    let mut first = 0;
    for group in heap["nodes"].as_array_mut().into_iter().flatten() {
        let number = group["number"].as_u64().unwrap_or(0);
        if (first..first + number).contains(&node) {
            group["number"] = (number - 1).into();
        }
        first += number;
    }
    if let Some(groups) = heap["nodes"].as_array_mut() {
        groups.retain(|g| g["number"] != 0);
    }
    let renumber = |value: &mut Json| {
        if let Some(number) = value.as_u64().filter(|n| *n > node) {
            *value = (number - 1).into();
        }
    };
    let mut each = |list: &str, change: &dyn Fn(&mut Json)| {
        heap[list].as_array_mut().into_iter().flatten().for_each(change);
    };
    each("externals", &renumber);
    each("variables", &|x| renumber(&mut x["target"]));
    each("selectors", &|s| {
        renumber(&mut s["origin"]);
        renumber(&mut s["target"]);
    });
    each("hyperedges", &|e| e["tentacles"].as_array_mut().into_iter().flatten().for_each(renumber));
}

/// The closing line of the block that a line opens, if it opens one.
fn block_end(lines: &[String], start: usize) -> Option<usize> {
    let mut depth = 0_i64;
    for (number, line) in lines.iter().enumerate().skip(start) {
        let count = |c: char| i64::try_from(line.matches(c).count()).unwrap_or(0);
        depth += count('{') - count('}');
        if depth <= 0 {
            return (number > start).then_some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_vertex_is_left_out_with_its_number() {
        let mut heap = json!({
            "nodes": [{"type": "NULL", "number": 1}, {"type": "N", "number": 3}], "externals": [3],
            "variables": [{"name": "x", "target": 1}], "selectors": [{"label": "f", "origin": 3, "target": 0}],
            "hyperedges": [{"label": "X", "tentacles": [1, 3]}]
        });
        let before = heap.clone();
        [0, 1, 3].into_iter().for_each(|node| remove_node(&mut heap, node));
        assert_eq!(heap, before);
        remove_node(&mut heap, 2);
        assert_eq!(
            heap,
            json!({
                "nodes": [{"type": "NULL", "number": 1}, {"type": "N", "number": 2}], "externals": [2],
                "variables": [{"name": "x", "target": 1}], "selectors": [{"label": "f", "origin": 2, "target": 0}],
                "hyperedges": [{"label": "X", "tentacles": [1, 2]}]
            })
        );
    }

    #[test]
    fn what_does_not_matter_is_left_out() {
        let text = "class N {\nvoid m() {\nwhile (a) {\nb();\nc();\n}\nd();\n}\n}\n";
        let task = json!({
            "program": {"files": [{"text": text}]},
            "properties": [1, 2, 3, 4, 5],
            "options": {"strategy": "all", "search": "breadthFirst", "maxStates": 3}
        });
        let fails = |task: &Json| {
            let text = task.pointer("/program/files/0/text").and_then(Json::as_str).unwrap_or_default();
            let balanced = text.matches('{').count() == text.matches('}').count();
            let properties = task["properties"].as_array().map_or(&[][..], Vec::as_slice);
            balanced && text.contains("c();") && properties.contains(&json!(4)) && task["options"]["maxStates"] == 3
        };
        let small = shrink(&task, fails);
        assert_eq!(small["program"]["files"][0]["text"], "c();\n");
        assert_eq!(small["properties"], json!([4]));
        assert_eq!(small["options"], json!({"strategy": "top-level", "maxStates": 3}));
    }
}
