//! Boolean programs against one independent definition, on random small programs and properties: explicit pushdown
//! systems in which every variable has a value, checked by saturation. Whole tasks are compared with it, and the symbolic
//! search by itself, whose runs are replayed.
//!
//! `BOOLEAN_SCALE` is how many times as many programs are looked at; `BOOLEAN_SEED` is the number of the first.

mod examples;
mod generate;
mod meaning;
mod property;
mod reference;
mod replay;
mod symbolic;
mod verdicts;
