//! German.

use super::vocabulary::{Literal, Vocabulary};

/// `subject verb rest`, and the same with another rest.
const fn literal(subject: &'static str, verb: &'static str, [holds, fails]: [&'static str; 2]) -> Literal {
    Literal { holds: [subject, verb, holds], fails: [subject, verb, fails] }
}

const fn whole(holds: [&'static str; 3], fails: [&'static str; 3]) -> Literal {
    Literal { holds, fails }
}

/// German.
pub static GERMAN: Vocabulary = Vocabulary {
    code: "de",
    verb_moves: true,
    result: ["das Ergebnis", "dem Ergebnis"],
    field_of_result: "`{0}` des Ergebnisses",

    truth: literal("`{0}`", "gilt", ["", "nicht"]),
    terminated: literal("der Aufruf", "ist", ["normal beendet", "nicht normal beendet"]),
    null_dereference: literal("null", "ist", ["dereferenziert worden", "nicht dereferenziert worden"]),
    exception: literal(
        "der Aufruf",
        "ist",
        [
            "mit einer anderen Ausnahme als einer Dereferenzierung von null beendet",
            "nicht mit einer anderen Ausnahme als einer Dereferenzierung von null beendet",
        ],
    ),
    heap_shape: literal("der Heap", "ist", ["genau ein `{0}`", "nicht genau ein `{0}`"]),
    shape: literal("{0}", "ist", ["ein `{1}`", "kein `{1}`"]),
    reachable: whole(["ein Weg", "führt", "von {0d} zu {1d}"], ["kein Weg", "führt", "von {0d} zu {1d}"]),
    reachable_along: whole(
        ["ein Weg über {2}", "führt", "von {0d} zu {1d}"],
        ["kein Weg über {2}", "führt", "von {0d} zu {1d}"],
    ),
    visited: whole(
        ["eine Variable", "zeigt", "auf das verfolgte Element"],
        ["keine Variable", "zeigt", "auf das verfolgte Element"],
    ),
    visited_by: literal("{0}", "zeigt", ["auf das verfolgte Element", "nicht auf das verfolgte Element"]),
    reached: literal("das verfolgte Element", "ist", ["von {0d} aus erreichbar", "nicht von {0d} aus erreichbar"]),
    reached_along: literal(
        "das verfolgte Element",
        "ist",
        ["von {0d} aus über {1} erreichbar", "nicht von {0d} aus über {1} erreichbar"],
    ),
    neighbours: literal(
        "das verfolgte Element",
        "hat",
        ["seine anfänglichen Nachbarn", "nicht seine anfänglichen Nachbarn"],
    ),
    unchanged: literal("`{0}` des verfolgten Elements", "ist", ["wie am Anfang", "nicht wie am Anfang"]),
    constant: [
        whole(["{0}", "ist", "{1}"], ["{0}", "ist", "entweder nicht {1} oder ohne Wert"]),
        whole(["{0}", "ist", "nicht {1}"], ["{0}", "ist", "entweder {1} oder ohne Wert"]),
    ],
    same: [
        whole(
            ["{0}", "ist", "dasselbe wie {1}"],
            ["{0}", "ist", "entweder nicht dasselbe wie {1} oder eines von beiden ohne Wert"],
        ),
        whole(
            ["{0}", "ist", "nicht dasselbe wie {1}"],
            ["{0}", "ist", "entweder dasselbe wie {1} oder eines von beiden ohne Wert"],
        ),
    ],
    size: [
        whole(["die Größe von {0d}", "ist", "{1}"], ["die Größe von {0d}", "ist", "entweder nicht {1} oder ohne Wert"]),
        whole(["die Größe von {0d}", "ist", "nicht {1}"], ["die Größe von {0d}", "ist", "entweder {1} oder ohne Wert"]),
    ],
    orders: ["kleiner als", "höchstens", "größer als", "mindestens"],
    contains: [
        literal("{0}", "enthält", ["{1}", "{1} nicht"]),
        literal("{0}", "hat", ["den Schlüssel {1}", "den Schlüssel {1} nicht"]),
        literal("{0}", "hat", ["den Wert {1}", "den Wert {1} nicht"]),
    ],
    tree: whole(
        ["der Heap", "hat", "keine gemeinsamen Teile und keine Kreise"],
        ["der Heap", "hat", "gemeinsame Teile oder Kreise"],
    ),
    acyclic: whole(["der Heap", "hat", "keine Kreise"], ["der Heap", "hat", "Kreise"]),
    garbage_free: whole(["jedes Objekt", "ist", "erreichbar"], ["ein Objekt", "ist", "unerreichbar"]),
    at_line: literal("der Lauf", "ist", ["in Zeile {0}", "nicht in Zeile {0}"]),
    at_line_of: literal("der Lauf", "ist", ["in Zeile {0} von `{1}`", "nicht in Zeile {0} von `{1}`"]),
    fails: literal("die Zusicherung in Zeile {0}", "ist", ["verletzt", "nicht verletzt"]),
    fails_in: literal("die Zusicherung in Zeile {0} von `{1}`", "ist", ["verletzt", "nicht verletzt"]),
    inside: literal("der Lauf", "ist", ["in `{0}` selbst", "nicht in `{0}` selbst"]),
    under_way: whole(["ein Aufruf von `{0}`", "ist", "im Gange"], ["kein Aufruf von `{0}`", "ist", "im Gange"]),
    at_label: literal("der Lauf", "ist", ["bei der Marke `{0}`", "nicht bei der Marke `{0}`"]),
    failed: literal("der Lauf", "ist", ["fehlgeschlagen", "nicht fehlgeschlagen"]),
    condition: literal("`{0}`", "gilt", ["", "nicht"]),
    statement: literal("({0})", "gilt", ["", "nicht"]),

    in_every_run: "in jedem Lauf",
    at_the_start: "am Anfang",
    at_every_point: "jederzeit",
    at_some_point: "irgendwann",
    from_then_on: "von da an",
    then_or_later: "dann oder später",
    again_and_again: "immer wieder",
    from_some_point_on: "ab irgendwann",
    never: "nie",
    never_from_then_on: "von da an nie",
    next: "im nächsten Zustand",
    steps: "nach {0} Schritten",

    of_every_run: "in jedem Lauf: {0}",
    of_every_ending_run: "in jedem Lauf, der normal endet, {0i}",
    all_of: "; und ",
    and: "{0m}, und {1m}",
    or: "{0m}, oder {1m}",
    implies: "wenn {0s}, dann {1i}",
    iff: "{0m} genau dann, wenn {1s}",
    whenever: "immer wenn {0s}, {1i}",
    whenever_from_then_on: "von da an: immer wenn {0s}, {1i}",
    until: "{0m} bis zu einem Zeitpunkt, an dem {1s}",
    release: "{1m}, für immer oder bis einschließlich zu einem Zeitpunkt, an dem {0s}",
    weak_until: "{0m}, für immer oder bis zu einem Zeitpunkt, an dem {1s}",
    strong_release: "{1m} bis einschließlich zu einem Zeitpunkt, an dem {0s}",
    not_before: "{0m} frühestens, wenn {1s}",
    satisfies: "jeder Lauf erfüllt `{0}`",
};
