//! Atomic propositions as syntax.

mod read;

use std::fmt;

use super::Truth;
use base::RETURN;
use base::chains::{CELLS, Chain, ENTRIES, KEY, VALUE};

pub use read::{parse_condition, parse_proposition};

/// A variable, optionally of a named method.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct VariableRef {
    /// The method that declares it, as `method` or `Class.method`; without it, the innermost frame that declares it.
    pub method: Option<String>,
    /// Its name; the returned value is [`RETURN`].
    pub name: String,
}

/// The right-hand side of a comparison.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Operand {
    /// A variable.
    Variable(VariableRef),
    /// `null`.
    Null,
    /// `true` or `false`.
    Boolean(bool),
    /// A number.
    Integer(i64),
}

/// How the size of a collection is compared.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Order {
    /// `==`
    Equal,
    /// `!=`
    Different,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}

impl Order {
    /// All of them. No symbol is the beginning of a later one.
    pub const ALL: [Order; 6] =
        [Order::Equal, Order::Different, Order::AtMost, Order::AtLeast, Order::Less, Order::Greater];

    /// As it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Order::Equal => "==",
            Order::Different => "!=",
            Order::Less => "<",
            Order::AtMost => "<=",
            Order::Greater => ">",
            Order::AtLeast => ">=",
        }
    }

    /// Whether a number stands in this order to another one.
    pub fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Order::Equal => left == right,
            Order::Different => left != right,
            Order::Less => left < right,
            Order::AtMost => left <= right,
            Order::Greater => left > right,
            Order::AtLeast => left >= right,
        }
    }

    /// The same of a number that is this one, or if it `may_be_more`, any number from this one on.
    pub fn truth(self, least: i64, may_be_more: bool, right: i64) -> Truth {
        match self {
            _ if !may_be_more => self.holds(least, right).into(),
            Order::Equal | Order::AtMost if least > right => Truth::False,
            Order::Less if least >= right => Truth::False,
            Order::Different | Order::Greater if least > right => Truth::True,
            Order::AtLeast if least >= right => Truth::True,
            _ => Truth::Unknown,
        }
    }
}

/// What a collection may contain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Contained {
    /// An element of a list, set or queue.
    Element,
    /// A key of a map.
    Key,
    /// A value of a map.
    Value,
}

impl Contained {
    /// All of them.
    pub const ALL: [Contained; 3] = [Contained::Element, Contained::Key, Contained::Value];

    /// The name of the proposition.
    pub fn name(self) -> &'static str {
        match self {
            Contained::Element => "contains",
            Contained::Key => "containsKey",
            Contained::Value => "containsValue",
        }
    }

    /// The collections that contain such things, and the field of their cells or entries that holds one.
    pub fn place(self) -> (&'static Chain, &'static str) {
        match self {
            Contained::Element => (&CELLS, VALUE),
            Contained::Key => (&ENTRIES, KEY),
            Contained::Value => (&ENTRIES, VALUE),
        }
    }
}

/// An atomic proposition about a state. Its `Display` is canonical: [`parse_proposition`] reads it back, or for boolean
/// programs [`parse_condition`].
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Proposition {
    /// `{terminated}`: the entry method has ended normally.
    Terminated,
    /// `{nullDereference}`: null has been dereferenced, and nothing handles the exception.
    NullDereference,
    /// `{exception}`: the entry method has ended with an exception.
    Exception,
    /// `{L(N)}`, `{L(N) of x}`: the heap, or the part that `x` reaches, has the shape of the nonterminal.
    Shape {
        /// The nonterminal.
        nonterminal: String,
        /// The variable whose reachable part is meant.
        of: Option<VariableRef>,
    },
    /// `{isReachable(x,y)}`, `{isReachable(x,y,[f,g])}`: a path of at least one selector leads from one to the other.
    Reachable {
        /// Where the path starts.
        from: VariableRef,
        /// Where it ends.
        to: VariableRef,
        /// The selectors that it may use, sorted and without repetition; all if there are none.
        selectors: Vec<String>,
    },
    /// `{visited}`, `{visited(x)}`: some variable, or `x`, points to the marked object.
    Visited(Option<VariableRef>),
    /// `{reached(x)}`, `{reached(x,[f,g])}`: the marked object is `x`, or a path of selectors leads from `x` to it.
    Reached {
        /// Where the path starts.
        from: VariableRef,
        /// The selectors that it may use, sorted and without repetition; all if there are none.
        selectors: Vec<String>,
    },
    /// `{identicNeighbours}`: the marked object has its initial neighbours.
    IdenticNeighbours,
    /// `{unchanged(f)}`: this field of the marked object has its initial target.
    Unchanged(String),
    /// `{x == y}`, `{x.f != null}`.
    Compare {
        /// The variable on the left.
        left: VariableRef,
        /// Its field.
        field: Option<String>,
        /// Whether it is `==`.
        equal: bool,
        /// The other side.
        right: Operand,
    },
    /// `{size(x) == 2}`: the collection has so many elements.
    Size {
        /// The variable that points to the collection.
        of: VariableRef,
        /// How they are compared.
        order: Order,
        /// With what.
        right: Operand,
    },
    /// `{contains(x,y)}`, `{containsKey(x,y)}`, `{containsValue(x,y)}`: just this object, or null, is in the collection.
    Contains {
        /// As what.
        what: Contained,
        /// The variable that points to the collection.
        collection: VariableRef,
        /// The variable that points to the object.
        element: VariableRef,
    },
    /// `{isTree}`: no object has two incoming selectors, and there is no cycle.
    IsTree,
    /// `{isAcyclic}`: no cycle of selectors.
    IsAcyclic,
    /// `{isGarbageFree}`: every object is reachable from a variable.
    IsGarbageFree,
    /// `{at(12)}`, `{at(List.java:12)}`: the statement about to be executed is on this line.
    At {
        /// The file, if it is named.
        file: Option<String>,
        /// The line, from 1.
        line: u32,
    },
    /// `{fails(12)}`, `{fails(List.java:12)}`: the condition of the `assert` statement on this line was false, and its error is
    /// about to be thrown.
    Fails {
        /// The file, if it is named.
        file: Option<String>,
        /// The line, from 1.
        line: u32,
    },
    /// `{in(m)}`, `{in(Class.m)}`: the innermost call is one of the method.
    In {
        /// The method.
        method: String,
    },
    /// `{during(m)}`, `{during(Class.m)}`: some call on the stack is one of the method.
    During {
        /// The method.
        method: String,
    },
    /// `{at(L)}`, `{at(p::L)}`: the statement about to be executed has this label. Only for boolean programs, like the next two.
    Label {
        /// The procedure, if it is named.
        procedure: Option<String>,
        /// The label.
        label: String,
    },
    /// `{failed}`: an assertion has failed.
    Failed,
    /// `{x}`, `{p == q}`, `{i + 1 < n}`: a condition of the program's language.
    Condition(String),
}

impl Proposition {
    /// Whether it is about the location, or those of all calls on the stack, rather than the heap.
    pub fn is_of_place(&self) -> bool {
        use Proposition::{At, During, Exception, Failed, Fails, In, Label, NullDereference, Terminated};
        matches!(
            self,
            Terminated
                | NullDereference
                | Exception
                | Failed
                | At { .. }
                | Fails { .. }
                | In { .. }
                | During { .. }
                | Label { .. }
        )
    }

    /// Whether it is about all objects.
    pub fn is_of_whole_heap(&self) -> bool {
        use Proposition::{IsAcyclic, IsGarbageFree, IsTree, Shape};
        matches!(self, Shape { of: None, .. } | IsTree | IsAcyclic | IsGarbageFree)
    }

    /// Whether it is about the marked object.
    pub fn is_of_marked(&self) -> bool {
        self.asks_where() || self.asks_for_neighbours()
    }

    /// Whether it asks for the shape of the heap, or of a part of it.
    pub fn is_of_heap(&self) -> bool {
        matches!(
            self,
            Proposition::Shape { .. } | Proposition::IsTree | Proposition::IsAcyclic | Proposition::IsGarbageFree
        )
    }

    /// Whether it asks where the marked object is.
    pub fn asks_where(&self) -> bool {
        matches!(self, Proposition::Visited(_) | Proposition::Reached { .. })
    }

    /// Whether it compares the marked object with what it was.
    pub fn asks_for_neighbours(&self) -> bool {
        matches!(self, Proposition::IdenticNeighbours | Proposition::Unchanged(_))
    }

    /// The variables that it mentions.
    pub fn variables(&self) -> impl Iterator<Item = &VariableRef> {
        let (first, second) = match self {
            Proposition::Shape { of: x, .. } | Proposition::Visited(x) => (x.as_ref(), None),
            Proposition::Reachable { from, to, .. } => (Some(from), Some(to)),
            Proposition::Reached { from, .. } => (Some(from), None),
            Proposition::Compare { left, right: Operand::Variable(right), .. } => (Some(left), Some(right)),
            Proposition::Compare { left, .. } => (Some(left), None),
            Proposition::Size { of, right: Operand::Variable(right), .. } => (Some(of), Some(right)),
            Proposition::Size { of, .. } => (Some(of), None),
            Proposition::Contains { collection, element, .. } => (Some(collection), Some(element)),
            _ => (None, None),
        };
        first.into_iter().chain(second)
    }
}

impl fmt::Display for VariableRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(method) = &self.method {
            write!(f, "{method}::")?;
        }
        f.write_str(if self.name == RETURN { "return" } else { &self.name })
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Operand::Variable(variable) => write!(f, "{variable}"),
            Operand::Null => f.write_str("null"),
            Operand::Boolean(value) => write!(f, "{value}"),
            Operand::Integer(value) => write!(f, "{value}"),
        }
    }
}

/// It stands between braces.
impl base::Words for Proposition {}

impl fmt::Display for Proposition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Proposition::Terminated => f.write_str("{terminated}"),
            Proposition::NullDereference => f.write_str("{nullDereference}"),
            Proposition::Exception => f.write_str("{exception}"),
            Proposition::Shape { nonterminal, of: None } => write!(f, "{{L({nonterminal})}}"),
            Proposition::Shape { nonterminal, of: Some(x) } => write!(f, "{{L({nonterminal}) of {x}}}"),
            Proposition::Reachable { from, to, selectors } if selectors.is_empty() => {
                write!(f, "{{isReachable({from},{to})}}")
            }
            Proposition::Reachable { from, to, selectors } => {
                write!(f, "{{isReachable({from},{to},[{}])}}", selectors.join(","))
            }
            Proposition::Visited(None) => f.write_str("{visited}"),
            Proposition::Visited(Some(x)) => write!(f, "{{visited({x})}}"),
            Proposition::Reached { from, selectors } if selectors.is_empty() => write!(f, "{{reached({from})}}"),
            Proposition::Reached { from, selectors } => write!(f, "{{reached({from},[{}])}}", selectors.join(",")),
            Proposition::IdenticNeighbours => f.write_str("{identicNeighbours}"),
            Proposition::Unchanged(field) => write!(f, "{{unchanged({field})}}"),
            Proposition::Compare { left, field, equal, right } => {
                write!(f, "{{{left}")?;
                if let Some(field) = field {
                    write!(f, ".{field}")?;
                }
                write!(f, " {} {right}}}", if *equal { "==" } else { "!=" })
            }
            Proposition::Size { of, order, right } => write!(f, "{{size({of}) {} {right}}}", order.symbol()),
            Proposition::Contains { what, collection, element } => {
                write!(f, "{{{}({collection},{element})}}", what.name())
            }
            Proposition::IsTree => f.write_str("{isTree}"),
            Proposition::IsAcyclic => f.write_str("{isAcyclic}"),
            Proposition::IsGarbageFree => f.write_str("{isGarbageFree}"),
            Proposition::At { file: Some(file), line } => write!(f, "{{at({file}:{line})}}"),
            Proposition::At { file: None, line } => write!(f, "{{at({line})}}"),
            Proposition::Fails { file: Some(file), line } => write!(f, "{{fails({file}:{line})}}"),
            Proposition::Fails { file: None, line } => write!(f, "{{fails({line})}}"),
            Proposition::In { method } => write!(f, "{{in({method})}}"),
            Proposition::During { method } => write!(f, "{{during({method})}}"),
            Proposition::Label { procedure: Some(procedure), label } => write!(f, "{{at({procedure}::{label})}}"),
            Proposition::Label { procedure: None, label } => write!(f, "{{at({label})}}"),
            Proposition::Failed => f.write_str("{failed}"),
            Proposition::Condition(text) => write!(f, "{{{text}}}"),
        }
    }
}
