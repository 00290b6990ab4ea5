//! A task with any desired number of states.

use serde_json::json;

/// A procedure that traverses a list and counts its elements with this many booleans, called once: each further boolean
/// doubles the states.
pub(crate) fn counter_task(bits: usize, strategy: &str) -> String {
    let declared: String = (0..bits).map(|bit| format!("        boolean b{bit} = false;\n")).collect();
    let overflow = "            b0 = false;\n".to_owned();
    let count = (0..bits).rev().fold(overflow, |next, bit| {
        format!("            if (!b{bit}) {{ b{bit} = true; }} else {{ b{bit} = false;\n{next}            }}\n")
    });
    let text = format!(
        "class Node {{\n    Node next;\n    static void main(Node list) {{ count(list); list = null; }}\n    static void \
         count(Node list) {{\n{declared}        while (list != null) {{\n            list = list.next;\n{count}        }}\n    }}\n}}\n"
    );
    let heap = json!({
        "nodes": [{"type": "NULL", "number": 1}, {"type": "Node", "number": 1}],
        "externals": [],
        "variables": [{"name": "null", "target": 0}, {"name": "@parameter0:", "target": 1}],
        "selectors": [],
        "hyperedges": [{"label": "RefSLList", "tentacles": [1, 0]}],
    });
    json!({
        "schema": "hrglass.task/1",
        "program": {"language": "java", "entry": "Node.main", "files": [{"name": "Node.java", "text": text}]},
        "grammars": [{"predefined": "SLList", "rename": {"ListNode": "Node"}}],
        "initial": [{"name": "list.json", "heap": heap}],
        "properties": [{"id": "F1", "ltl": "G !{exception}"}],
        "options": {"strategy": strategy},
    })
    .to_string()
}
