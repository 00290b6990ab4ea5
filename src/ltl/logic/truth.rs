//! Three truth values.

/// Whether a proposition holds in every, in no, or in some of the concrete states that an abstract state represents.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Truth {
    /// In none.
    False,
    /// In every one.
    True,
    /// Unknown.
    Unknown,
}

impl Truth {
    /// The truth value of the negation.
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Truth::True => Truth::False,
            Truth::False => Truth::True,
            Truth::Unknown => Truth::Unknown,
        }
    }
}

impl From<bool> for Truth {
    fn from(holds: bool) -> Self {
        if holds { Truth::True } else { Truth::False }
    }
}
