//! **hrglass**: verification of programs with pointers and recursion that a person can see.
//!
//! # Check a task
//!
//! A [`Task`](task::Task) names a program, what its heaps look like and what is to be checked; [`load`] reads one, [`run`]
//! checks it, and the [`Session`] has the [`Report`] and everything that can be drawn.
//!
//! ```
//! use hrglass::{NoFiles, Silent, Verdict, load, run};
//!
//! let task = r#"{
//!   "schema": "hrglass.task/1",
//!   "program": { "entry": "Node.last", "files": [{ "name": "Node.java", "text":
//!     "class Node { Node next; static Node last(Node x) { while (x.next != null) x = x.next; return x; } }" }] },
//!   "grammars": [{ "predefined": "SLList", "rename": { "ListNode": "Node" } }],
//!   "initial": [{ "heap": {
//!     "nodes": [{ "type": "NULL", "number": 1 }, { "type": "Node", "number": 2 }], "externals": [],
//!     "selectors": [{ "label": "next", "origin": 2, "target": 0 }],
//!     "hyperedges": [{ "label": "RefSLList", "tentacles": [1, 2] }],
//!     "variables": [{ "name": "null", "target": 0 }, { "name": "@parameter0:", "target": 1 }] } }],
//!   "properties": [{ "id": "end", "ltl": "G ({terminated} -> {return.next == null})" }]
//! }"#;
//! let session = run(&load(task, "task.json", &mut NoFiles), &mut Silent);
//! assert_eq!(session.report().properties[0].judgement.verdict, Verdict::Satisfied);
//! ```
//!
//! # Check a system of your own
//!
//! Whatever has states, calls and exits is a [`RecursiveSystem`](rsm::RecursiveSystem); with
//! [labels](tableau::Labelled), formulas can be [checked](tableau::check) on it, recursion included.
//!
//! ```
//! use hrglass::base::{FileId, Limits, Silent, Stop};
//! use hrglass::logic::{Formulas, PropositionId, Truth, parse_condition, parse_formula_with, negation_normal_form};
//! use hrglass::rsm::{RecursiveSystem, Step};
//! use hrglass::tableau::{CheckVerdict, Labelled, check};
//!
//! /// A procedure that calls itself (0 → 1) or returns (0 → 2); after a call it returns, too.
//! struct Recursion;
//!
//! impl RecursiveSystem for Recursion {
//!     type State = u32;
//!
//!     fn entry(&mut self, states: &mut Vec<u32>) -> Result<(), Stop> {
//!         Ok(states.push(0))
//!     }
//!
//!     fn step(&mut self, state: &u32, states: &mut Vec<u32>) -> Result<Step, Stop> {
//!         Ok(match state {
//!             0 => { states.extend([1, 2]); Step::Internal }
//!             1 => { states.push(0); Step::Call }
//!             _ => Step::Exit,
//!         })
//!     }
//!
//!     fn resume(&mut self, _call: &u32, _entry: &u32, _exit: &u32, states: &mut Vec<u32>) -> Result<(), Stop> {
//!         Ok(states.push(2))
//!     }
//! }
//!
//! impl Labelled for Recursion {
//!     /// The only proposition holds where the procedure returns.
//!     fn label(&mut self, state: u32, _: PropositionId) -> Result<Truth, Stop> {
//!         Ok(Truth::from(state == 2))
//!     }
//! }
//!
//! let mut formulas = Formulas::new();
//! let (formula, _) = parse_formula_with(parse_condition, "F {returns}", FileId(0), &mut formulas);
//! let normal = negation_normal_form(&mut formulas, formula.expect("a formula"));
//! let outcome = check(&mut Recursion, &formulas, normal, &Limits::default(), &mut Silent);
//! // It may call itself for ever.
//! assert_eq!(outcome.verdict, CheckVerdict::Violated);
//! ```
//!
//! # Abstract a heap with a grammar
//!
//! ```
//! use hrglass::grammar::{AbstractionOptions, Grammar};
//! use hrglass::heap::{parse_heap, print_heap};
//!
//! let lists = hrglass::task::predefined_grammar("SLList").expect("a grammar of the library");
//! let (mut alphabet, grammar) = Grammar::read(lists).expect("it is right");
//! let mut heap = parse_heap("x -> a; a.next -> b; b.next -> c; c.next -> null", &mut alphabet, "ListNode")?;
//! grammar.abstract_heap(&mut heap, &alphabet, AbstractionOptions::default());
//! assert_eq!(print_heap(&heap, &alphabet), "x -> v1; RefSLList(v1, null)");
//! # Ok::<(), String>(())
//! ```
//!
//! # Crates
//!
//! Each module here is a crate, which can also be used by itself (`hrglass-rsm` and so on; those of formulas and heaps have several
//! modules). A [`task`] comes in; a front end ([`java`], [`c`], [`boolean`]) makes a [`program`] of its text; an
//! [`analysis`] explores that as a [recursive system](rsm) and checks properties on it ([`tableau`]): [`graph_grammars`],
//! [`boolean_programs`], [`large_blocks`] or [`forest_automata`]. What comes of it is a [`report`], which [`draw`] turns into
//! pictures and files. `docs/architecture.md` has the whole plan.
//!
//! # Features
//!
//! | feature | what it adds |
//! | --- | --- |
//! | `cli` (default) | the terminal program, the search for unsound verdicts, and the library |
//! | `library` | the grammars and examples that tasks refer to by name |

pub use {
    analysis, base, bdd, bitvec, boolean, boolean_programs, c, draw, forest_automata, graph_grammars, interpreter,
    java, large_blocks, numbers, program, report, rsm, session, task, tree_automata,
};
#[cfg(feature = "cli")]
pub use {campaign, cli};

pub use heap_grammar::{grammar, heap, separation};
pub use ltl::{logic, tableau};
pub use propose::{editor, structures};

pub use base::{Observer, Silent, Stop};
pub use report::{Report, Verdict};
pub use session::{Session, run};
pub use task::{Files, Loaded, NoFiles, load};
