//! Arguments of functions without a body: what the function does with the memory that they lead to.

use super::super::preprocess::is_standard;
use super::super::typed::Kind;
use super::access::Content;
use super::blocks::Element;
use super::indexed::innermost;
use super::place::Place;
use super::statement::is_constant;
use super::*;
use base::msg;

/// Functions of the library that change no number of the program, apart from what their arguments point to.
const OUTPUT: [&str; 9] =
    ["printf", "fprintf", "puts", "fputs", "putchar", "putc", "fflush", "perror", "__VERIFIER_plot"];

/// What a function does with the memory that an argument points to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Use {
    /// Nothing: only the address counts.
    Nothing,
    /// It reads so many bytes.
    Reads(u64),
    /// It writes so many bytes.
    Writes(u64),
    /// It reads a text, which may have any length.
    Text,
    /// What it does is not known: it may write beyond the end, give the memory back, or keep the address.
    Any,
}

/// Whether only GCC and its library may have a function of this name (C11 7.1.3), which is not one that verifiers agree on.
fn is_reserved(name: &str) -> bool {
    let is_agreed = ["__VERIFIER_", "__hrglass_"].iter().any(|prefix| name.starts_with(prefix));
    let is_reserved = |c: char| c == '_' || c.is_ascii_uppercase();
    !is_agreed && name.strip_prefix('_').is_some_and(|rest| rest.starts_with(is_reserved))
}

/// Whether the function is output, which is skipped.
pub(super) fn is_output(name: &str) -> bool {
    OUTPUT.contains(&name)
}

/// Functions that return twice, not at all, or in another process; that call others now, later or at the same time; or that change how numbers
/// are rounded.
const BEYOND: [&str; 46] = [
    "__sigsetjmp",
    "_longjmp",
    "_setjmp",
    "alarm",
    "at_quick_exit",
    "atexit",
    "brk",
    "call_once",
    "fedisableexcept",
    "feenableexcept",
    "fesetenv",
    "fesetround",
    "feupdateenv",
    "fork",
    "ftw",
    "kill",
    "killpg",
    "longjmp",
    "on_exit",
    "pause",
    "poll",
    "pselect",
    "pthread_atfork",
    "pthread_cancel",
    "pthread_create",
    "pthread_kill",
    "pthread_once",
    "pthread_testcancel",
    "raise",
    "sbrk",
    "select",
    "setitimer",
    "setjmp",
    "sigaction",
    "siglongjmp",
    "signal",
    "sigqueue",
    "sigsetjmp",
    "sigsuspend",
    "sigtimedwait",
    "sigwait",
    "sigwaitinfo",
    "thrd_create",
    "timer_settime",
    "ualarm",
    "vfork",
];

/// Whether a function without a body does more than to compute something and use its arguments.
pub(super) fn is_beyond(name: &str) -> bool {
    BEYOND.contains(&name)
}

/// Whether a variable that the program does not define is one that functions of the library assign.
pub(super) fn is_of_system(variable: &str) -> bool {
    ["errno", "optind", "opterr", "optopt", "optarg", "environ", "tzname", "timezone", "daylight", "signgam"]
        .contains(&variable)
}

/// What a function without a body computes.
pub(super) fn content_of(name: &str) -> Content {
    // What a function of the library or of GCC computes is determined, but not modelled.
    if is_standard(name) || is_reserved(name) { Content::Unknown } else { Content::Any }
}

/// A conversion of a format: its letter, and the size of the number for it.
type Conversion = (u8, u64);

/// The conversions of a format that take an argument, in order.
fn conversions(format: &[u8], is_input: bool, long: u64) -> Vec<Conversion> {
    let mut found = Vec::new();
    let mut rest = format.iter().copied().peekable();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            continue;
        }
        let (mut size, mut is_skipped) = (4, false);
        for byte in rest.by_ref() {
            match byte {
                b'*' if is_input => is_skipped = true,
                b'*' => found.push((b'*', 4)),
                b'-' | b'+' | b' ' | b'#' | b'0'..=b'9' | b'.' => {}
                b'h' => size /= 2,
                b'l' => size = if size == 4 && long == 4 { 5 } else { 8 },
                b'j' => size = 8,
                b'z' | b't' => size = long,
                b'%' => break,
                letter => {
                    // One `l` where `long` has 4 bytes; two are 8.
                    let size = if size == 5 { 4 } else { size };
                    found.extend((!is_skipped).then_some((letter, size)));
                    break;
                }
            }
        }
    }
    found
}

impl Lowering<'_> {
    /// The arguments of a function without a body. Of memory with which it may do anything, nothing is known afterwards.
    pub(super) fn foreign_arguments(&mut self, name: &Name, arguments: &[Node], span: Span) {
        let uses = self.uses(name, arguments);
        let mut doubts = Vec::new();
        for (number, argument) in arguments.iter().enumerate() {
            let usage = uses.get(number).copied().unwrap_or(Use::Any);
            doubts.extend(self.passed(argument, usage, is_output(name), content_of(name)));
        }
        if uses.len() > arguments.len() {
            doubts.push(Operand::Null);
        }
        for pointer in doubts {
            let why = msg!("`{name}` has no body, and what it does with its arguments is not known");
            self.give_up_memory(pointer, why, span);
        }
    }

    /// What a function does with its arguments; with those that are missing here, it may do anything.
    fn uses(&self, name: &str, arguments: &[Node]) -> Vec<Use> {
        let bytes = |number: usize| arguments.get(number).and_then(is_constant).and_then(|n| u64::try_from(n).ok());
        let writes = |number| bytes(number).map_or(Use::Any, Use::Writes);
        let reads = |number| bytes(number).map_or(Use::Any, Use::Reads);
        let text = |number: usize| Some(self.literal(arguments.get(number)?)?.len() as u64 + 1);
        match name {
            "strlen" | "atoi" | "atol" | "atoll" | "puts" | "perror" | "strdup" | "system" | "getenv" => {
                vec![Use::Text]
            }
            "fputs" => vec![Use::Text, Use::Nothing],
            "strcmp" | "strstr" => vec![Use::Text, Use::Text],
            "strchr" | "strrchr" => vec![Use::Text, Use::Nothing],
            "strncmp" | "memcmp" => vec![reads(2), reads(2), Use::Nothing],
            "memchr" => vec![reads(2), Use::Nothing, Use::Nothing],
            "strcpy" => vec![text(1).map_or(Use::Any, Use::Writes), Use::Text],
            "strcat" => vec![Use::Any, Use::Text],
            "strncpy" => vec![writes(2), Use::Text, Use::Nothing],
            "memcpy" | "memmove" => vec![writes(2), reads(2), Use::Nothing],
            "memset" => vec![writes(2), Use::Nothing, Use::Nothing],
            "fgets" => vec![writes(1), Use::Nothing, Use::Nothing],
            "fflush" | "putchar" => vec![Use::Nothing],
            "putc" | "fputc" => vec![Use::Nothing, Use::Nothing],
            "printf" | "scanf" => self.formatted(name, &[], arguments),
            "fprintf" | "fscanf" => self.formatted(name, &[Use::Nothing], arguments),
            "sscanf" => self.formatted(name, &[Use::Text], arguments),
            "sprintf" => self.formatted(name, &[Use::Any], arguments),
            "snprintf" => self.formatted(name, &[writes(1), Use::Nothing], arguments),
            _ if ["__sync_", "__atomic_"].iter().any(|prefix| name.starts_with(prefix))
                || name.ends_with("_overflow") =>
            {
                arguments.iter().map(|argument| self.whole_number(argument).map_or(Use::Any, Use::Writes)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// What a function does with its first arguments, and with a format and the arguments that this is about.
    fn formatted(&self, name: &str, first: &[Use], arguments: &[Node]) -> Vec<Use> {
        let mut uses = first.to_vec();
        let Some(format) = arguments.get(first.len()).and_then(|format| self.literal(format)) else { return uses };
        uses.push(Use::Nothing);
        let is_input = name.ends_with("scanf");
        let long = Integer { rank: super::super::types::Rank::Long, signed: true }.size(self.model());
        for (letter, size) in conversions(format, is_input, u64::from(long)) {
            let argument = arguments.get(uses.len());
            let is_pointer = argument.is_some_and(|argument| self.checked.types.pointee(argument.ty).is_some());
            let own = argument.and_then(|argument| self.whole_number(argument));
            uses.push(match letter {
                b'd' | b'i' | b'u' | b'x' | b'X' | b'o' if is_input && own == Some(size) => Use::Writes(size),
                _ if is_input => Use::Any,
                b'p' => Use::Nothing,
                b's' if argument.is_some_and(|argument| self.literal(argument).is_some()) => Use::Nothing,
                b's' if !format.contains(&b'.') => Use::Text,
                b's' | b'n' => Use::Any,
                _ if is_pointer => Use::Any,
                _ => Use::Nothing,
            });
        }
        // Further arguments are not looked at.
        uses.resize(uses.len().max(arguments.len()), Use::Nothing);
        uses
    }

    /// The string that is passed as it is written.
    fn literal<'n>(&self, argument: &'n Node) -> Option<&'n [u8]> {
        match &self.unconverted(argument).kind {
            Kind::Decay(array) => match &array.kind {
                Kind::Text(Some(text)) => Some(text),
                _ => None,
            },
            _ => None,
        }
    }

    /// The size of the number that a pointer points to.
    fn whole_number(&self, argument: &Node) -> Option<u64> {
        let to = self.checked.types.pointee(self.unconverted(argument).ty)?.ty;
        self.checked.types.integer(to).map(|integer| u64::from(integer.size(self.model())))
    }

    /// A pointer before it was converted to other types of pointers.
    pub(super) fn unconverted<'n>(&self, pointer: &'n Node) -> &'n Node {
        let mut inner = pointer;
        while let Kind::Convert(of) = &inner.kind
            && self.checked.types.pointee(inner.ty).is_some()
            && self.checked.types.pointee(of.ty).is_some()
        {
            inner = of;
        }
        inner
    }

    /// The pointer that is passed as a number.
    fn as_number<'n>(&self, argument: &'n Node) -> Option<&'n Node> {
        let mut at = argument;
        while let Kind::Convert(of) = &at.kind {
            at = of;
        }
        self.checked.types.pointee(at.ty).map(|_| at)
    }

    /// Evaluates an argument, and gives what is written any value. Returns the pointer if its use is not followed.
    fn passed(&mut self, argument: &Node, usage: Use, is_output: bool, content: Content) -> Option<Operand> {
        let inner = self.unconverted(argument);
        let span = argument.span;
        let Some(to) = self.checked.types.pointee(inner.ty) else {
            return match self.as_number(argument) {
                Some(pointer) if usage != Use::Nothing => Some(self.value(pointer)),
                _ => {
                    self.effect(argument);
                    None
                }
            };
        };
        if let Kind::Decay(array) = &inner.kind {
            return self.passed_array(array, usage, is_output, content);
        }
        let value = self.value(inner);
        let is_number = self.checked.types.integer(to.ty).is_some();
        let is_constant = self.checked.types.pointee(argument.ty).is_some_and(|to| to.constant) || to.constant;
        if !is_number && value != Operand::Null && !is_output && !is_constant && usage != Use::Nothing {
            self.unsupported(&Construct::PointerToForeign, span);
            return None;
        }
        let size = self.checked.types.layout(to.ty).map_or(0, |(size, _)| size);
        if usage == Use::Text && size == 1 && is_number && self.indexed.contains(to.ty) {
            let at = self.element_of(value, to.ty, span);
            self.text_length(&at, to.ty, None, span);
            return None;
        }
        let is_followed = match usage {
            Use::Nothing | Use::Reads(0) | Use::Writes(0) => return None,
            Use::Reads(bytes) | Use::Writes(bytes) => is_number && bytes <= size,
            Use::Text => is_number,
            Use::Any => false,
        };
        if is_followed {
            let lowered = self.lowered(inner.ty).unwrap_or(Lowered::Reference(self.root));
            let pointer = self.graph.temporary(lowered);
            self.assign(pointer, Rvalue::Operand(value), span);
            self.ranges.insert(pointer, self.range(value));
            let place = self.pointed(pointer, to.ty);
            match usage {
                Use::Writes(_) => {
                    self.require_variable(&place, inner, span);
                    self.fill(&place, to.ty, content, span);
                }
                _ => self.touch(&place, to.ty, span),
            }
        }
        (!is_followed || usage == Use::Text).then_some(value)
    }

    /// An array that is passed.
    fn passed_array(&mut self, array: &Node, usage: Use, is_output: bool, content: Content) -> Option<Operand> {
        let span = array.span;
        let size = self.checked.types.layout(array.ty).map_or(0, |(size, _)| size);
        let fits = match usage {
            Use::Nothing => true,
            Use::Reads(bytes) | Use::Writes(bytes) => bytes <= size,
            Use::Text | Use::Any => false,
        };
        if matches!(array.kind, Kind::Text(_)) {
            let is_written = matches!(usage, Use::Writes(_)) || usage == Use::Any && content == Content::Unknown;
            return (is_written || matches!(usage, Use::Reads(_)) && !fits).then_some(Operand::Null);
        }
        let place = self.place(array);
        if let Place::Block(at, ty) = &place
            && usage == Use::Text
            && self.flat_length(*ty) == size
        {
            self.text_length(
                &Element { is_within: false, is_pointed: true, ..*at },
                innermost(self.checked, *ty),
                None,
                span,
            );
            return None;
        }
        match usage {
            Use::Nothing | Use::Reads(0) | Use::Writes(0) => {}
            Use::Reads(_) | Use::Text => self.touch(&place, array.ty, span),
            Use::Writes(_) | Use::Any if !is_output => {
                self.require_variable(&place, array, span);
                self.fill(&place, array.ty, content, span);
            }
            Use::Writes(_) | Use::Any => {}
        }
        (!fits).then_some(Operand::Null)
    }

    /// Reads the first scalar of a place.
    fn touch(&mut self, place: &Place, ty: TypeId, span: Span) {
        let (mut place, mut ty) = (place.clone(), ty);
        loop {
            match self.checked.types.get(ty) {
                Type::Array(of, _) => (place, ty) = (self.fixed(&place, 0), of.ty),
                Type::Struct(id) => {
                    let members = self.checked.types.structs[*id].members.as_deref().unwrap_or_default();
                    let Some(first) = members.first().map(|member| member.ty.ty) else { return };
                    (place, ty) = (self.member(&place, 0, span), first);
                }
                _ => break,
            }
        }
        if let Place::Untracked(whole) = place {
            self.read_untracked(whole, span);
        } else if !self.is_unsupported_number(ty) {
            self.read(&place, ty, span);
        }
    }
}
