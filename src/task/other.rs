//! The same task for the other of the two analyses of heaps.

use serde_json::Value;

use super::document::{Analysis, GrammarSource, Property, Task};
use super::options::{Options, Strategy};

/// A task for the other analysis of heaps.
#[derive(Clone, PartialEq, Debug)]
pub struct OtherTask {
    /// The task.
    pub task: Task,
    /// The names of the properties that the other analysis does not check.
    pub left_out: Vec<String>,
    /// Whether its grammar is the one that was learned.
    pub is_learned: bool,
}

impl Task {
    /// The same task for the other of graph grammars and forest automata; `None` if there is none. Properties that the other one does not check are
    /// left out, and so are contracts. Graph grammars without a grammar get the `learned` one.
    pub fn for_other_analysis(&self, learned: Option<Value>) -> Option<OtherTask> {
        let other = match self.analysis {
            Analysis::Heap => Analysis::Forest,
            Analysis::Forest => Analysis::Heap,
            Analysis::Boolean | Analysis::Blocks => return None,
        };
        let mut task = self.clone();
        task.analysis = other;
        // Strategies are about formulas.
        task.options.strategy = Strategy::default();
        let mut left_out = Vec::new();
        if other == Analysis::Forest {
            task.properties.retain(|property| {
                let is_kept = property.check.is_some();
                left_out.extend((!is_kept).then(|| property.id.clone()));
                is_kept
            });
            task.expected.retain(|id, _| !left_out.contains(id));
            (task.monitors, task.contracts, task.view) = Default::default();
        }
        if other == Analysis::Heap {
            task.forget_boxes();
        }
        let learned = learned.filter(|_| other == Analysis::Heap && task.grammars.is_empty());
        let is_learned = learned.is_some();
        if let Some(grammar) = learned {
            task.add_learned(grammar);
        }
        Some(OtherTask { task, left_out, is_learned })
    }

    /// The same program for graph grammars, with a grammar that forest automata have learned, and a formula about its shapes. It keeps the
    /// properties that graph grammars check.
    #[must_use]
    pub fn with_learned_grammar(&self, grammar: Value, formula: Option<String>) -> Task {
        let mut task = self.clone();
        task.analysis = Analysis::Heap;
        task.title = format!("{} (with a learned grammar)", task.title);
        task.description = "Forest automata learned the grammar from the program.".to_owned();
        task.look.clear();
        (task.de, task.figure, task.expected, task.view) = Default::default();
        task.forget_boxes();
        task.add_learned(grammar);
        task.properties
            .retain(|property| property.check.is_none_or(|check| check.analyses().contains(&Analysis::Heap)));
        if let Some(ltl) = formula {
            let names = (1..).map(|number| format!("S{number}"));
            let is_free = |id: &String| task.properties.iter().all(|property| property.id != *id);
            if let Some(id) = names.into_iter().find(is_free) {
                task.properties.push(Property { id, ltl: Some(ltl), monitor: None, check: None, call: None });
            }
        }
        task
    }

    /// Only forest automata use boxes.
    fn forget_boxes(&mut self) {
        self.boxes.clear();
        self.options.learn_boxes = Options::default().learn_boxes;
    }

    /// Adds a grammar that forest automata have learned.
    fn add_learned(&mut self, grammar: Value) {
        let name = Some("learned".to_owned());
        self.grammars.push(GrammarSource { name, grammar: Some(grammar), ..GrammarSource::default() });
        // Forest automata, too, keep the fields of what variables refer to.
        self.options.admissible_abstraction = true;
    }
}
