//! The ranked alphabet `Σ ∪ N`: names of types, selectors, variables and nonterminals, interned.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::{Heap, Nonterminal, Selector, TypeId, Variable, VertexId};
use base::{Idx, IndexVec};

type Names = IndexSet<String, FxBuildHasher>;

/// The value of a constant. `false` and `0` are one constant, and so are `true` and `1`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Constant {
    /// The null reference.
    Null,
    /// A number, or a boolean as 0 or 1.
    Integer(i64),
    /// Some object that is not followed. Like numbers, it has no selectors; unlike them, what refers to it may refer to different objects.
    Untracked(Untracked),
}

/// What is known of an object that is not followed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Untracked {
    /// It belongs to no class of the program: a string, a box, an array.
    Foreign,
    /// Nothing.
    Any,
    /// Nothing, not even whether there is one: it may be null. Only in fields: a variable that is not bound says the same.
    Maybe,
    /// Nothing, as before, and null says little: it comes from another object that is not followed.
    Beyond,
}

impl Untracked {
    /// All of them, in order.
    pub const ALL: [Untracked; 4] = [Untracked::Foreign, Untracked::Any, Untracked::Maybe, Untracked::Beyond];

    /// What the constant with a name is. After `@object` a class may stand to which the object belongs.
    fn of_name(name: &str) -> Option<Self> {
        let word = name.split(' ').next()?;
        Untracked::ALL.into_iter().find(|known| known.name() == word)
    }

    /// The object that a word after `_` in formulas stands for: `_object` or `_foreign`.
    pub fn of_word(word: &str) -> Option<Self> {
        [Untracked::Foreign, Untracked::Any].into_iter().find(|known| known.word() == word)
    }

    /// The word after `_` that stands for it in formulas.
    pub fn word(self) -> &'static str {
        self.name().trim_start_matches('@')
    }

    /// The name of the constant.
    pub fn name(self) -> &'static str {
        match self {
            Untracked::Foreign => "@foreign",
            Untracked::Any => "@object",
            Untracked::Maybe => "@reference",
            Untracked::Beyond => "@beyond",
        }
    }
}

/// The kind of a variable edge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum VariableKind {
    /// A constant: never assigned, never removed.
    Constant(Constant),
    /// A marking (`%…`), which tracks the identity of an object; `composed` if it is relative to another marking.
    Marking {
        /// Whether its name contains `-`.
        composed: bool,
    },
    /// A variable of the program.
    Program,
}

impl VariableKind {
    /// The kind of the variable with this name.
    pub fn of(name: &str) -> Self {
        let name = canonical_constant(name);
        if name == "null" {
            Self::Constant(Constant::Null)
        } else if let Ok(value) = name.parse::<i64>() {
            Self::Constant(Constant::Integer(value))
        } else if let Some(known) = Untracked::of_name(name) {
            Self::Constant(Constant::Untracked(known))
        } else if let Some(marking) = name.strip_prefix('%') {
            Self::Marking { composed: marking.contains('-') }
        } else {
            Self::Program
        }
    }
}

/// The properties of a nonterminal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NonterminalInfo {
    /// Its name, followed by `#` and its refinement state if it is refined.
    pub name: String,
    /// The nonterminal of the given grammar that it refines, or itself.
    pub origin: Nonterminal,
    /// `reduction[i]`: no derivation gives tentacle `i` an outgoing selector. The length is the rank.
    pub reduction: Vec<bool>,
}

impl NonterminalInfo {
    /// The number of tentacles.
    pub fn rank(&self) -> usize {
        self.reduction.len()
    }
}

/// The names that occur in the heaps of a task.
#[derive(Clone, Debug)]
pub struct Alphabet {
    types: Names,
    selectors: Names,
    variables: Names,
    kinds: IndexVec<Variable, VariableKind>,
    nonterminals: IndexVec<Nonterminal, NonterminalInfo>,
}

impl Variable {
    /// The constant `null`.
    pub const NULL: Variable = Variable(0);
    /// The constant `0`, also `false`.
    pub const ZERO: Variable = Variable(1);
    /// The constant `1`, also `true`.
    pub const ONE: Variable = Variable(2);
    /// The constant `-1`.
    pub const MINUS_ONE: Variable = Variable(3);
}

impl Default for Alphabet {
    fn default() -> Self {
        let mut alphabet = Self {
            types: ["NULL", "int"].map(str::to_owned).into_iter().collect(),
            selectors: Names::default(),
            variables: Names::default(),
            kinds: IndexVec::new(),
            nonterminals: IndexVec::new(),
        };
        for constant in ["null", "0", "1", "-1"] {
            alphabet.variable(constant);
        }
        alphabet
    }
}

impl Alphabet {
    /// The type with this name. All primitive types are one type.
    pub fn ty(&mut self, name: &str) -> TypeId {
        match name {
            "int" | "bool" | "boolean" | "char" | "byte" | "short" | "long" | "float" | "double" | "int_0"
            | "int_1" | "int_-1" => TypeId::INT,
            _ => TypeId::at(intern(&mut self.types, name)),
        }
    }

    /// The type with this name, if it occurs.
    pub fn find_type(&self, name: &str) -> Option<TypeId> {
        self.types.get_index_of(name).map(TypeId::at)
    }

    /// The name of a type.
    pub fn type_name(&self, ty: TypeId) -> &str {
        if ty == TypeId::FREED { "gone" } else { &self.types[ty.index()] }
    }

    /// The selector with this name.
    pub fn selector(&mut self, name: &str) -> Selector {
        Selector::at(intern(&mut self.selectors, name))
    }

    /// The selector with this name, if it occurs.
    pub fn find_selector(&self, name: &str) -> Option<Selector> {
        self.selectors.get_index_of(name).map(Selector::at)
    }

    /// The name of a selector.
    pub fn selector_name(&self, selector: Selector) -> &str {
        &self.selectors[selector.index()]
    }

    /// All selectors.
    pub fn selectors(&self) -> impl Iterator<Item = Selector> + use<> {
        (0..self.selectors.len()).map(Selector::at)
    }

    /// All variables, constants and markings.
    pub fn variables(&self) -> impl Iterator<Item = Variable> + use<> {
        (0..self.variables.len()).map(Variable::at)
    }

    /// The variable with this name; `true` and `false` are the constants `1` and `0`.
    pub fn variable(&mut self, name: &str) -> Variable {
        let name = canonical_constant(name);
        let variable = Variable::at(intern(&mut self.variables, name));
        if variable.index() == self.kinds.len() {
            self.kinds.push(VariableKind::of(name));
        }
        variable
    }

    /// The variable with this name, if it occurs.
    pub fn find_variable(&self, name: &str) -> Option<Variable> {
        self.variables.get_index_of(canonical_constant(name)).map(Variable::at)
    }

    /// The constant for a number, if that number is tracked.
    pub fn find_integer(&self, value: i64) -> Option<Variable> {
        match value {
            0 => Some(Variable::ZERO),
            1 => Some(Variable::ONE),
            -1 => Some(Variable::MINUS_ONE),
            _ => self.variables.get_index_of(value.to_string().as_str()).map(Variable::at),
        }
    }

    /// The name of a variable.
    pub fn variable_name(&self, variable: Variable) -> &str {
        &self.variables[variable.index()]
    }

    /// The kind of a variable.
    pub fn kind(&self, variable: Variable) -> VariableKind {
        self.kinds[variable]
    }

    /// The value of a constant.
    pub fn constant(&self, variable: Variable) -> Option<Constant> {
        match self.kinds[variable] {
            VariableKind::Constant(constant) => Some(constant),
            VariableKind::Marking { .. } | VariableKind::Program => None,
        }
    }

    /// Whether a vertex of a heap is some object that is not followed, or may be null.
    pub fn is_untracked(&self, heap: &Heap, vertex: VertexId) -> bool {
        let mut here = heap.variables().iter().filter(|&&(_, target)| target == vertex);
        here.any(|&(variable, _)| matches!(self.constant(variable), Some(Constant::Untracked(_))))
    }

    /// Declares a nonterminal.
    pub fn declare(&mut self, name: &str, reduction: Vec<bool>) -> Nonterminal {
        let origin = Nonterminal::at(self.nonterminals.len());
        self.nonterminals.push(NonterminalInfo { name: name.to_owned(), origin, reduction })
    }

    /// Declares a refinement of `refined` with this number of its state; `refined` may itself be a refinement.
    pub fn declare_refined(&mut self, refined: Nonterminal, state: usize) -> Nonterminal {
        let base = &self.nonterminals[refined];
        let (name, reduction) = (format!("{}#{state}", base.name), base.reduction.clone());
        let origin = base.origin;
        self.nonterminals.push(NonterminalInfo { name, origin, reduction })
    }

    /// The nonterminal with this name.
    pub fn find_nonterminal(&self, name: &str) -> Option<Nonterminal> {
        self.nonterminals.iter_enumerated().find(|(_, n)| n.name == name).map(|(id, _)| id)
    }

    /// A nonterminal.
    pub fn nonterminal(&self, id: Nonterminal) -> &NonterminalInfo {
        &self.nonterminals[id]
    }

    /// Sets the reduction tentacles.
    pub fn set_reduction(&mut self, id: Nonterminal, reduction: Vec<bool>) {
        self.nonterminals[id].reduction = reduction;
    }

    /// All nonterminals in order of declaration.
    pub fn nonterminals(&self) -> impl DoubleEndedIterator<Item = (Nonterminal, &NonterminalInfo)> {
        self.nonterminals.iter_enumerated()
    }
}

fn intern(names: &mut Names, name: &str) -> usize {
    names.get_index_of(name).unwrap_or_else(|| names.insert_full(name.to_owned()).0)
}

fn canonical_constant(name: &str) -> &str {
    match name {
        "true" => "1",
        "false" => "0",
        _ => name,
    }
}
