//! `hrglass grammar learn`.

use crate::given;
use crate::guard::Guard;
use crate::message::excerpt;

use crate::{Outcome, TaskOptions, complain, print};
use base::msg;
use task::Analysis;

#[derive(clap::Args)]
pub(super) struct Learn {
    /// A task document (.json), program, name of a built-in example, link, or `-`
    #[arg(required = true, value_name = "TASK")]
    tasks: Vec<String>,
    #[command(flatten)]
    options: TaskOptions,
    /// Print a task that checks the program with the grammar, and with a formula about its shapes
    #[arg(long)]
    as_task: bool,
}

impl Learn {
    pub(super) fn run(self) -> Outcome {
        let guard = Guard::new(&self.options);
        let Some(mut loaded) = given::load_only(&self.tasks, &self.options) else { return Outcome::WrongInput };
        // Formulas need the grammar.
        loaded.task.analysis = Analysis::Forest;
        loaded.properties.clear();
        let session = session::run(&loaded, &mut guard.watch(&loaded.task.options));
        for diagnostic in &session.report().diagnostics {
            complain(&excerpt(diagnostic, session.sources()));
        }
        let Some(learned) = session.learned() else { return Outcome::WrongInput };
        for why in &learned.left_out {
            complain(&format!("hrglass: {}\n", msg!("the grammar does not say everything: {}", why.words())));
        }
        drop(guard);
        let grammar = self.as_task.then(|| serde_json::from_str(&learned.grammar).ok()).flatten();
        match grammar {
            Some(grammar) => print(&loaded.task.with_learned_grammar(grammar, learned.formula).to_json()),
            None => print(&learned.grammar),
        }
        Outcome::Satisfied
    }
}
