//! Boolean programs compared with an independent definition, on random small programs and properties: explicit pushdown
//! systems in which every variable has a value, checked by saturation. Both whole tasks and the symbolic search alone
//! are compared with it; the runs of the latter are replayed.

mod examples;
mod generate;
mod meaning;
mod property;
mod reference;
mod replay;
mod symbolic;
mod verdicts;
