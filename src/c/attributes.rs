//! Attributes of GNU C and assembler names: what they change of what they stand at. Each has one of three fates: it changes nothing by a
//! written list, it is modelled, or what it stands at is not supported.

use super::lexer::Name;
use super::syntax::ExprId;
use super::types::{DataModel, Integer, Rank};

/// What attributes say together.
#[derive(Clone, Default, Debug)]
pub(crate) struct Attributes {
    /// `noreturn`, `_Noreturn`.
    pub never_returns: bool,
    /// `mode(…)`: the width of an integer.
    pub mode: Option<Name>,
    /// Those that change how a type is laid out.
    pub layout: Vec<Name>,
    /// What `_Alignas` says.
    pub alignments: Vec<ExprId>,
    /// `constructor`, `destructor`: the function is called before or after the entry function.
    pub around: Option<Name>,
    /// The first one that changes anything else, and is not modelled.
    pub other: Option<Name>,
}

/// Attributes that change no value, no failure and no layout, without the underscores around them.
pub(crate) const HARMLESS: [&str; 68] = [
    "access",
    "alloc_align",
    "alloc_size",
    "always_inline",
    "artificial",
    "assume_aligned",
    "cold",
    "const",
    "copy",
    "deprecated",
    "designated_init",
    "dllexport",
    "dllimport",
    "error",
    "externally_visible",
    "fallthrough",
    "fd_arg",
    "flatten",
    "format",
    "format_arg",
    "gnu_inline",
    "hot",
    "hotpatch",
    "leaf",
    "malloc",
    "may_alias",
    "no_caller_saved_registers",
    "no_icf",
    "no_instrument_function",
    "no_profile_instrument_function",
    "no_reorder",
    "no_sanitize",
    "no_sanitize_address",
    "no_sanitize_undefined",
    "no_split_stack",
    "no_stack_limit",
    "no_stack_protector",
    "noclone",
    "noinit",
    "noinline",
    "noipa",
    "nonnull",
    "nonstring",
    "noplt",
    "nothrow",
    "optimize",
    "patchable_function_entry",
    "persistent",
    "pure",
    "retain",
    "returns_nonnull",
    "section",
    "sentinel",
    "simd",
    "stack_protect",
    "target",
    "target_clones",
    "tls_model",
    "transparent_union",
    "unavailable",
    "uninitialized",
    "unused",
    "used",
    "visibility",
    "warn_if_not_aligned",
    "warn_unused_result",
    "warning",
    "weak",
];

/// Attributes that are modelled, or follow the function that they stand at into every run.
pub(crate) const MODELLED: [&str; 4] = ["noreturn", "constructor", "destructor", "mode"];

/// Attributes that change how a type is laid out.
pub(crate) const LAYOUT: [&str; 6] =
    ["packed", "aligned", "vector_size", "scalar_storage_order", "ms_struct", "gcc_struct"];

impl Attributes {
    /// Adds an attribute; `argument` is the first word between its parentheses.
    pub(crate) fn add(&mut self, name: &Name, argument: Option<&Name>) {
        let plain = plain(name);
        match plain {
            _ if HARMLESS.contains(&plain) => {}
            "noreturn" => self.never_returns = true,
            "constructor" | "destructor" => self.around = Some(name.clone()),
            "mode" => self.mode = argument.or(Some(name)).cloned(),
            _ if LAYOUT.contains(&plain) => {
                self.layout.push(name.clone());
            }
            _ => {
                self.other.get_or_insert_with(|| name.clone());
            }
        }
    }

    /// Whether a type with these attributes is laid out otherwise.
    pub(crate) fn change_layout(&self) -> bool {
        !self.layout.is_empty() || self.mode.is_some() || self.other.is_some()
    }

    /// Whether it is because they pack it.
    pub(crate) fn only_pack(&self) -> bool {
        self.layout.iter().all(|name| plain(name) == "packed") && self.mode.is_none() && self.other.is_none()
    }

    /// Adds what others say.
    pub(crate) fn merge(&mut self, others: Attributes) {
        self.never_returns |= others.never_returns;
        self.mode = self.mode.take().or(others.mode);
        self.layout.extend(others.layout);
        self.alignments.extend(others.alignments);
        self.around = self.around.take().or(others.around);
        self.other = self.other.take().or(others.other);
    }
}

/// A name without the underscores around it.
fn plain(name: &str) -> &str {
    name.strip_prefix("__").and_then(|name| name.strip_suffix("__")).unwrap_or(name)
}

/// The integer of a mode that has the sign of another one; `None` for modes of other types.
pub(crate) fn integer_of_mode(mode: &str, signed: bool, model: DataModel) -> Option<Integer> {
    let rank = match plain(mode) {
        "QI" | "byte" => Rank::Char,
        "HI" => Rank::Short,
        "SI" => Rank::Int,
        "DI" if model == DataModel::Ilp32 => Rank::LongLong,
        "DI" | "word" | "pointer" | "unwind_word" => Rank::Long,
        _ => return None,
    };
    Some(Integer { rank, signed })
}
