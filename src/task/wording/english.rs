//! English.

use super::vocabulary::{Literal, Vocabulary};

/// `subject verb rest`, and the same with another verb.
const fn literal(subject: &'static str, [holds, fails]: [&'static str; 2], rest: &'static str) -> Literal {
    Literal { holds: [subject, holds, rest], fails: [subject, fails, rest] }
}

const fn whole(holds: [&'static str; 3], fails: [&'static str; 3]) -> Literal {
    Literal { holds, fails }
}

const IS: [&str; 2] = ["is", "is not"];

/// English.
pub static ENGLISH: Vocabulary = Vocabulary {
    code: "en",
    verb_moves: false,
    result: ["the result", "the result"],
    field_of_result: "`{0}` of the result",

    truth: literal("`{0}`", ["holds", "does not hold"], ""),
    terminated: literal("the call", ["has ended", "has not ended"], "normally"),
    null_dereference: literal("null", ["has been dereferenced", "has not been dereferenced"], ""),
    exception: literal("the call", ["has ended", "has not ended"], "with an exception other than a null dereference"),
    heap_shape: literal("the heap", IS, "one `{0}`"),
    shape: literal("{0}", IS, "a `{1}`"),
    reachable: whole(["a path", "leads", "from {0} to {1}"], ["no path", "leads", "from {0} to {1}"]),
    reachable_along: whole(
        ["a path along {2}", "leads", "from {0} to {1}"],
        ["no path along {2}", "leads", "from {0} to {1}"],
    ),
    visited: whole(
        ["some variable", "points", "to the followed element"],
        ["no variable", "points", "to the followed element"],
    ),
    visited_by: literal("{0}", ["points", "does not point"], "to the followed element"),
    reached: literal("the followed element", IS, "reachable from {0}"),
    reached_along: literal("the followed element", IS, "reachable from {0} along {1}"),
    neighbours: literal("the followed element", ["has", "does not have"], "its initial neighbours"),
    unchanged: literal("`{0}` of the followed element", IS, "what it was at the start"),
    constant: [
        whole(["{0}", "is", "{1}"], ["{0}", "is", "either not {1} or without a value"]),
        whole(["{0}", "is not", "{1}"], ["{0}", "is", "either {1} or without a value"]),
    ],
    same: [
        whole(
            ["{0}", "is", "the same as {1}"],
            ["{0}", "is", "either not the same as {1} or one of the two without a value"],
        ),
        whole(
            ["{0}", "is not", "the same as {1}"],
            ["{0}", "is", "either the same as {1} or one of the two without a value"],
        ),
    ],
    size: [
        whole(["the size of {0}", "is", "{1}"], ["the size of {0}", "is", "either not {1} or without a value"]),
        whole(["the size of {0}", "is not", "{1}"], ["the size of {0}", "is", "either {1} or without a value"]),
    ],
    orders: ["less than", "at most", "greater than", "at least"],
    contains: [
        literal("{0}", ["contains", "does not contain"], "{1}"),
        literal("{0}", ["has", "does not have"], "the key {1}"),
        literal("{0}", ["has", "does not have"], "the value {1}"),
    ],
    tree: whole(["the heap", "has", "no sharing and no cycles"], ["the heap", "has", "sharing or cycles"]),
    acyclic: whole(["the heap", "has", "no cycles"], ["the heap", "has", "cycles"]),
    garbage_free: whole(["every object", "is", "reachable"], ["some object", "is", "unreachable"]),
    at_line: literal("the run", IS, "at line {0}"),
    at_line_of: literal("the run", IS, "at line {0} of `{1}`"),
    fails: literal("the assertion in line {0}", ["fails", "does not fail"], ""),
    fails_in: literal("the assertion in line {0} of `{1}`", ["fails", "does not fail"], ""),
    inside: literal("the run", IS, "in `{0}` itself"),
    under_way: whole(["a call of `{0}`", "is", "under way"], ["no call of `{0}`", "is", "under way"]),
    at_label: literal("the run", IS, "at the label `{0}`"),
    failed: literal("the run", ["has failed", "has not failed"], ""),
    condition: literal("`{0}`", ["holds", "does not hold"], ""),
    statement: whole(["({0})", "", ""], ["it is not the case that ({0})", "", ""]),

    in_every_run: "in every run",
    at_the_start: "at the start",
    at_every_point: "at every point",
    at_some_point: "at some point",
    from_then_on: "from then on",
    then_or_later: "then or later",
    again_and_again: "again and again",
    from_some_point_on: "from some point on",
    never: "it never happens that",
    never_from_then_on: "from then on it never happens that",
    next: "in the next state",
    steps: "after {0} steps",

    of_every_run: "in every run: {0}",
    of_every_ending_run: "in every run that ends normally, {0i}",
    all_of: "; and ",
    and: "{0m}, and {1m}",
    or: "{0m}, or {1m}",
    implies: "if {0s}, then {1i}",
    iff: "{0m} if and only if {1s}",
    whenever: "whenever {0s}, {1i}",
    whenever_from_then_on: "from then on, whenever {0s}, {1i}",
    until: "{0m} until some point where {1s}",
    release: "{1m}, for ever or up to and including a point where {0s}",
    weak_until: "{0m}, for ever or until a point where {1s}",
    strong_release: "{1m} up to and including some point where {0s}",
    not_before: "{0m} at the earliest when {1s}",
    satisfies: "every run satisfies `{0}`",
};
