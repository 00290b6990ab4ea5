//! Boolean programs against an independent definition, on random small programs and properties: explicit pushdown
//! systems in which every variable has a value, checked by saturation.
//!
//! `BOOLEAN_SCALE` is how many times as many programs are looked at; `BOOLEAN_SEED` is the number of the first.

#[path = "../support/buchi.rs"]
#[expect(dead_code, reason = "systems without calls are for others")]
mod buchi;
mod generate;
#[path = "../support/ltl.rs"]
#[expect(dead_code, reason = "formulas are read from text here")]
mod ltl;
mod meaning;
mod property;
mod reference;
#[path = "../rsm_oracle/saturation.rs"]
mod saturation;
mod verdicts;
