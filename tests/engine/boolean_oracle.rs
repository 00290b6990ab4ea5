//! Boolean programs against an independent definition, on random small programs and properties: explicit pushdown
//! systems in which every variable has a value, checked by saturation.
//!
//! `BOOLEAN_SCALE` is how many times as many programs are looked at; `BOOLEAN_SEED` is the number of the first.

mod generate;
mod meaning;
mod property;
mod reference;
mod verdicts;
