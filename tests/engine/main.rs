//! Integration tests of the engine: one program, so that the library is linked once. `cargo test laws::` runs one
//! module.

mod support;

mod automata;
mod benchmark_table;
mod boolean_oracle;
mod boolean_strategies;
mod boolean_views;
mod c_programs;
mod campaign;
mod cancellation;
mod cli;
mod components;
mod corpus;
mod counterexamples;
mod evidence;
mod formula_text;
mod gallery;
mod growing;
mod hostile;
mod java_constructs;
mod java_front_end;
mod jvm;
mod laws;
mod links;
mod loose_programs;
mod ltl_oracle;
mod modules;
mod pictures;
mod proofs;
mod remedies;
mod replay;
mod robustness;
mod rsm_oracle;
mod samples;
mod tasks;
