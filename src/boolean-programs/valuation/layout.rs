//! The positions of variables in the words of a state.

use base::IndexVec;
use program::cfa::ProcedureId;
use program::guarded::{Domain, Ersm, ErsmVariable, VariableId};

/// The value of a variable in a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PartialValue {
    /// This one.
    Is(i64),
    /// Unassigned: any value of its domain from this one on.
    From(i64),
}

impl PartialValue {
    /// Any value of a domain.
    pub(super) fn any(domain: Domain) -> Self {
        PartialValue::From(domain.low())
    }
}

/// The bits of one variable: below, its value minus the least value of its domain; above, a flag for unassigned.
#[derive(Clone, Copy, Debug)]
pub(super) struct BitField {
    word: usize,
    shift: u32,
    /// The number of bits without the flag.
    bits: u32,
    pub domain: Domain,
}

impl BitField {
    pub(super) fn get(self, words: &[u64]) -> PartialValue {
        let code = words[self.word] >> self.shift;
        // The difference has at most 34 bits, and the sum is in the domain.
        let value = self.domain.low() + (code & self.mask()) as i64;
        if code >> self.bits & 1 == 0 { PartialValue::Is(value) } else { PartialValue::From(value) }
    }

    pub(super) fn set(self, words: &mut [u64], value: PartialValue) {
        let (value, flag) = match value {
            PartialValue::Is(value) => (value, 0),
            PartialValue::From(value) => (value, 1),
        };
        debug_assert!((self.domain.low()..=self.domain.high()).contains(&value));
        let code = (value - self.domain.low()).unsigned_abs() | flag << self.bits;
        let mask = self.mask() | 1 << self.bits;
        words[self.word] = words[self.word] & !(mask << self.shift) | code << self.shift;
    }

    fn mask(self) -> u64 {
        (1 << self.bits) - 1
    }
}

/// The layout of states: the point in the lower half of the first word, then the globals, at the same bits in all
/// components, then the locals.
#[derive(Debug)]
pub(super) struct ValuationLayout {
    fields: IndexVec<ProcedureId, Vec<BitField>>,
    /// The number of words of a state.
    pub words: usize,
}

impl ValuationLayout {
    pub(super) fn new(ersm: &Ersm) -> Self {
        // The next free word, and the number of bits used in it.
        let start = (0, u32::BITS);
        let (globals, after) = allocate(&ersm.globals, start);
        let mut words = after.0 + 1;
        let fields = ersm.components.iter().map(|component| {
            let (locals, end) = allocate(&component.locals, after);
            words = words.max(end.0 + 1);
            globals.iter().copied().chain(locals).collect()
        });
        let fields = fields.collect();
        Self { fields, words }
    }

    /// The variables in the scope of a component.
    pub(super) fn scope(&self, component: ProcedureId) -> &[BitField] {
        &self.fields[component]
    }

    pub(super) fn field(&self, component: ProcedureId, variable: VariableId) -> BitField {
        self.fields[component][variable.0 as usize]
    }
}

/// Fields never cross word boundaries.
fn allocate(variables: &[ErsmVariable], (mut word, mut taken): (usize, u32)) -> (Vec<BitField>, (usize, u32)) {
    let fields = variables.iter().map(|variable| {
        let domain = variable.domain;
        let bits = u64::BITS - domain.high().abs_diff(domain.low()).leading_zeros();
        if taken + bits + 1 > u64::BITS {
            (word, taken) = (word + 1, 0);
        }
        let field = BitField { word, shift: taken, bits, domain };
        taken += bits + 1;
        field
    });
    (fields.collect(), (word, taken))
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::{FileId, Span};
    use program::guarded::ErsmVariableKind;

    #[test]
    fn fields_keep_apart() {
        let span = Span { file: FileId(0), start: 0, end: 0 };
        let domains =
            [Domain::Boolean, Domain::Integer { low: -3, high: 9 }, Domain::Integer { low: 0, high: Domain::LIMIT }];
        let variable = |domain| ErsmVariable {
            name: String::new(),
            kind: ErsmVariableKind::Declared,
            domain,
            initial: None,
            span,
        };
        let all: Vec<ErsmVariable> = domains.into_iter().cycle().take(12).map(variable).collect();
        let (fields, (last, _)) = allocate(&all, (0, 32));
        let mut words = vec![u64::MAX; last + 1];
        for (i, field) in fields.iter().enumerate() {
            let value =
                if i % 2 == 0 { PartialValue::Is(field.domain.high()) } else { PartialValue::any(field.domain) };
            field.set(&mut words, value);
        }
        for (i, field) in fields.iter().enumerate() {
            let value =
                if i % 2 == 0 { PartialValue::Is(field.domain.high()) } else { PartialValue::From(field.domain.low()) };
            assert_eq!(field.get(&words), value);
        }
        // The point is unchanged.
        assert_eq!(words[0] as u32, u32::MAX);
    }
}
