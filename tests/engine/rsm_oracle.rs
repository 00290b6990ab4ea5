//! Model checking of recursive state machines compared with independent definitions, on random small machines and
//! formulas: the saturation of pushdown systems, the system of global states, and the semantics of temporal logic on
//! runs.

mod cover;
mod fair;
mod flatten;
mod oracles;
mod pushdown;
mod system;
mod validate;
mod verdicts;

use system::Family;

const FAMILIES: [Family; 3] = [Family::Recursive, Family::Layered, Family::Deep];
