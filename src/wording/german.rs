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
    inside: literal("der Lauf", "ist", ["innerhalb von `{0}`", "nicht innerhalb von `{0}`"]),
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
    translations: TRANSLATIONS,
};

/// Why properties have their verdicts.
const TRANSLATIONS: &[(&str, &str)] = &[
    ("{0} and {1}", "{0} und {1}"),
    ("{0} or {1}", "{0} oder {1}"),
    ("{0}, but {1}", "{0}, aber {1}"),
    ("`{0}` holds", "`{0}` gilt"),
    ("`{0}` does not hold", "`{0}` gilt nicht"),
    ("at every point {0}", "jederzeit gilt: {0}"),
    ("it never happens that {0}", "nie gilt: {0}"),
    ("Fails here{0}: {1}.", "Schlägt hier fehl{0}: {1}."),
    (
        "Fails later than the steps that are listed: {1}.",
        "Schlägt später fehl als in den Schritten, die aufgeführt sind: {1}.",
    ),
    ("May fail here{0}: {1}.", "Schlägt vielleicht hier fehl{0}: {1}."),
    (", before line {0}", ", vor Zeile {0}"),
    (", after line {0} and before line {1}", ", nach Zeile {0} und vor Zeile {1}"),
    (" This is in {0}, called by {1}.", " Das ist in {0}, aufgerufen von {1}."),
    (" This is in {0}, called by {1}, {2} calls deep.", " Das ist in {0}, aufgerufen von {1}, {2} Aufrufe tief."),
    ("`{0}` in {1}", "`{0}` in {1}"),
    ("{0} is null when it is dereferenced", "{0} ist null, wenn es dereferenziert wird"),
    ("the property fails", "die Eigenschaft ist verletzt"),
    ("an exception is not caught", "eine Ausnahme wird nicht gefangen"),
    ("an exception is not caught: `{0}`", "eine Ausnahme wird nicht gefangen: `{0}`"),
    ("an exception is not caught: `{0}`, thrown at {1}", "eine Ausnahme wird nicht gefangen: `{0}`, geworfen in {1}"),
    ("null is dereferenced", "null wird dereferenziert"),
    (
        "a pointer is dereferenced that does not point to an object",
        "ein Zeiger wird dereferenziert, der auf kein Objekt zeigt",
    ),
    ("something is freed that cannot be freed", "etwas wird freigegeben, das nicht freigegeben werden kann"),
    (
        "an object is lost: nothing leads to it any more, and it was not freed",
        "ein Objekt geht verloren: nichts führt mehr zu ihm, und es wurde nicht freigegeben",
    ),
    ("the program ends while an object was not freed", "das Programm endet, und ein Objekt wurde nicht freigegeben"),
    ("the program has come to an error", "das Programm ist zu einem Fehler gekommen"),
    (
        "the formula is false whatever is so in the states",
        "die Formel ist falsch, was auch immer in den Zuständen gilt",
    ),
    ("{0}, and from here on {1}", "{0}, und von hier an: {1}"),
    ("{0}, and in the whole run {1}", "{0}, und im ganzen Lauf: {1}"),
    ("{0}, and that in every round of the cycle", "{0}, und das in jeder Runde des Kreises"),
    ("{0}; and at {1} {2}", "{0}; und in {1}: {2}"),
    ("step {0}", "Schritt {0}"),
    ("the call never returns, and {0}", "der Aufruf kehrt nie zurück, und {0}"),
    ("the run ends here, and {0}", "der Lauf endet hier, und {0}"),
    ("the run stays here, and {0}", "der Lauf bleibt hier, und {0}"),
    (
        "from here on the run repeats itself for ever, and {0}",
        "von hier an wiederholt sich der Lauf für immer, und {0}",
    ),
    ("the monitor is in `{0}`", "der Monitor ist in `{0}`"),
    (
        "from here on the run repeats itself for ever, and the monitor comes to `{0}` again and again",
        "von hier an wiederholt sich der Lauf für immer, und der Monitor kommt immer wieder zu `{0}`",
    ),
    ("the monitor goes from `{0}` to `{1}`", "der Monitor geht von `{0}` nach `{1}`"),
    ("{0}, so {1}", "{0}, also: {1}"),
    ("It is not known: {0}.", "Es ist nicht bekannt: {0}."),
    (
        "At line {0} of {1} the abstract state stands for several heaps, and does not say whether {2} holds in them.",
        "In Zeile {0} von {1} steht der abstrakte Zustand für mehrere Heaps und sagt nicht, ob {2} in ihnen gilt.",
    ),
    (
        "At line {0} of {1} the abstract state stands for several heaps, and does not say whether {2} hold in them.",
        "In Zeile {0} von {1} steht der abstrakte Zustand für mehrere Heaps und sagt nicht, ob {2} in ihnen gelten.",
    ),
    (
        "No execution confirms it: executed runs follow this one up to line {0} of {1}, and what comes next only the abstraction does. The reason: {2}.",
        "Keine Ausführung bestätigt es: Ausgeführte Läufe folgen diesem bis Zeile {0} von {1}, und was dann kommt, tut nur die Abstraktion. Der Grund: {2}.",
    ),
    ("No execution confirms it: {0}.", "Keine Ausführung bestätigt es: {0}."),
    (
        "Whenever a run comes to the loop in line {0} of {1}, this holds{2}.",
        "Immer wenn ein Lauf zur Schleife in Zeile {0} von {1} kommt, gilt{2}.",
    ),
    (
        "At the loop in line {0} of {1} one abstract heap stands for every heap of every run{2}.",
        "An der Schleife in Zeile {0} von {1} steht ein abstrakter Heap für jeden Heap jedes Laufs{2}.",
    ),
    (
        "At the loop in line {0} of {1} these {3} abstract heaps stand for every heap of every run{2}.",
        "An der Schleife in Zeile {0} von {1} stehen diese {3} abstrakten Heaps für jeden Heap jedes Laufs{2}.",
    ),
    ("{0} more", "{0} weitere"),
    (
        "Calls of {0}: 1 abstract heap stands for everything that it is ever called with.",
        "Aufrufe von {0}: 1 abstrakter Heap steht für alles, womit es je aufgerufen wird.",
    ),
    (
        "Calls of {0}: {1} abstract heaps stand for everything that it is ever called with.",
        "Aufrufe von {0}: {1} abstrakte Heaps stehen für alles, womit es je aufgerufen wird.",
    ),
    (
        "Calls of {0}: 1 valuation is everything that it is ever called with.",
        "Aufrufe von {0}: 1 Belegung ist alles, womit es je aufgerufen wird.",
    ),
    (
        "Calls of {0}: {1} valuations are everything that it is ever called with.",
        "Aufrufe von {0}: {1} Belegungen sind alles, womit es je aufgerufen wird.",
    ),
    ("It is proved{0}: {1}.", "Es ist bewiesen{0}: {1}."),
    ("It is proved with what holds at the loops{0}.", "Es ist bewiesen, mit dem, was an den Schleifen gilt{0}."),
    (
        "More than {0} states were looked at, which suffices: no run violates it{1}.",
        "Mehr als {0} Zustände wurden angesehen, was genügt: Kein Lauf verletzt es{1}.",
    ),
    (
        "One state was looked at, which suffices: no run violates it{1}.",
        "Ein Zustand wurde angesehen, was genügt: Kein Lauf verletzt es{1}.",
    ),
    (
        "All {0} states were looked at: no run violates it{1}.",
        "Alle {0} Zustände wurden angesehen: Kein Lauf verletzt es{1}.",
    ),
    (
        "{0} states were looked at, which suffices: no run violates it{1}.",
        "{0} Zustände wurden angesehen, was genügt: Kein Lauf verletzt es{1}.",
    ),
];
