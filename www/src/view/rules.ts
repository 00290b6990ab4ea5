/** The rules of every analysis: what each does and why that is sound, and how the papers write it. Legends, players and explanations take their texts from here. */
import type { FrameEvent, ReductionRule, StageKind } from "../engine/engine";
import { texts } from "../text/language";
import type { Stage } from "./rounds";

/** The rules of tableaux, as the engine names them. */
export const tableauRules = ["⊨", "⊭", "∨", "∧", "U", "R", "X", "contract"] as const;
export type TableauRule = (typeof tableauRules)[number];

/** A rule of tableaux or blocks, a step of refinement or of property-directed reachability, the summary of a call, or a stage of a step. */
export type RuleName = TableauRule | ReductionRule | Stage | FrameEvent["kind"] | "summary" | StageKind;

export interface RuleWords {
  /** Of a rule of tableaux what it does, as a part of a sentence. */
  name: string;
  /** What it does, and why that is sound. */
  text: string;
}

/** In every language. */
export const ruleWords = {
  en: {
    "⊨": { name: "a literal holds", text: "A literal of the set is true in s, and so is the disjunction of the set: the assertion is proved." },
    "⊭": { name: "drop a false literal", text: "A literal that is false in s cannot make the disjunction true, so it is dropped. If nothing is left, the assertion is refuted." },
    "∨": { name: "split a disjunction", text: "The formulas of an assertion are read as a disjunction, so both sides of φ₁ ∨ φ₂ take its place." },
    "∧": { name: "branch on a conjunction", text: "Φ ∨ (φ₁ ∧ φ₂) is equivalent to (Φ ∨ φ₁) ∧ (Φ ∨ φ₂): two assertions, both of which must be proved." },
    U: { name: "unfold until", text: "φ₁ U φ₂ is equivalent to φ₂ ∨ (φ₁ ∧ X (φ₁ U φ₂)): φ₂ holds now, or φ₁ does and the rest is left to the next state. Both assertions must be proved; a cycle on which φ₂ is put off for ever refutes them." },
    R: { name: "unfold release", text: "φ₁ R φ₂ is equivalent to φ₂ ∧ (φ₁ ∨ X (φ₁ R φ₂)): φ₂ holds now, and φ₁ does too or the rest is left to the next state. A cycle that leaves it to the next state for ever is a proof, since φ₂ is proved at each of its states." },
    X: { name: "go to the next state", text: "All formulas that are left are about the next state. Every run from s continues in one of its successors s₁, …, sₘ, so each of them takes the formulas over." },
    contract: { name: "skip a call by its contract", text: "A model-checking contract stands for the rules inside a whole call: from the entry e with Φ, the exit x is reached with Ψ left to prove, which the state r after the call takes over. Each exit keeps a Ψ of its own, since one disjunction for all exits would be too weak." },
    sequence: { name: "Sequence", text: "Every run through x comes by the only edge that leads there. So an edge that does a and then b has the same runs, and x is not needed." },
    choice: { name: "Choice", text: "A run from x to y takes one of these edges. So one edge that does a or b has the same runs, and the solver tells them apart instead of the search." },
    advancedSequence: { name: "Advanced sequence", text: "Every run through x comes by an edge to it and leaves by an edge from it. So an edge for each pair has the same runs; there may be more edges than before, but one location less." },
    graph: { name: "Abstract reachability graph", text: "A region is what the predicates say of the variables at a place. The strongest postcondition of a block implies the next region, so every run stays inside of regions; a covered one is included in another, which leads to everything that it could lead to." },
    path: { name: "Path to the failure", text: "The graph includes every run, so no run fails if no path leads to the failure. A path may be one that no run takes; some run takes it if and only if its formula can be satisfied." },
    core: { name: "Spurious path", text: "The marked conditions cannot all hold, so no run takes the path: the regions were too coarse. The other conditions do not matter for this." },
    predicates: { name: "Refinement", text: "The new predicates are weakest preconditions along the path, and tell apart what its regions did not. More predicates only make regions smaller, and each still includes every run that comes there." },
    level: { name: "New frame", text: "The clauses of a frame hold in all runs of at most so many blocks, and the first frame is the start. A state in the frame from which one more block fails must be excluded, or a run leads to it." },
    learned: { name: "New clause", text: "The clause holds at the start, and every block from the frame before, in states where the clause holds, leads to states where it holds. So it holds in all runs of that many blocks, by induction." },
    pushed: { name: "Clause pushed", text: "Every block from the states of its frame leads to states where the clause holds, so it holds in the next frame, too." },
    refined: { name: "Refinement", text: "In terms of the predicates there is a path, but its formula cannot be satisfied: no run takes it. More predicates only make frames smaller, so that what is known of runs stays true." },
    inductive: { name: "Inductive frame", text: "The clauses hold at the start, every block preserves them, and they exclude the failure. So they hold in all runs of any length." },
    fails: { name: "Failing run", text: "The solver found values for the formula of the whole path: they are a run, and it fails." },
    summary: { name: "Contract of a call", text: "The callee is explored once for each state e in which it is entered. Wherever it is called from, it ends in the same exits x, so a call is one step, to the state r after it for each exit. An exit that is found later resumes all callers, which makes recursion exact." },
    isolate: { name: "Isolate", text: "The object that the operation reads or writes must be seen: boxes at it are opened, and of several possibilities one is chosen here." },
    execute: { name: "Execute", text: "The operation is done in all heaps at once." },
    forget: { name: "Forget", text: "Variables that are not read any more lose their values, unless memory would seem lost." },
    widen: { name: "Widen", text: "A box is replaced by a larger one that was learned since." },
    cut: { name: "Cut", text: "Heaps are taken apart at the objects to which variables or several fields point, and nowhere else. What nothing leads to is lost." },
    fold: { name: "Fold", text: "Objects that refer to each other, or lead to the same place twice, are hidden in a box, so that what is left looks like a tree." },
    merge: { name: "Abstract", text: "Objects that look alike become one: from now on, there may be any number of them." },
    include: { name: "Include", text: "The state has all of these heaps: it was known, or more heaps have been joined with them." },
    materialise: { name: "Materialise", text: "The operation needs a field that a nonterminal edge hides. The edge is replaced by each of its rules that show the field, one case each; this is one of them. No heap is lost: L(H) ⊆ L(H₁) ∪ … ∪ L(Hₙ)." },
    abstract: { name: "Abstract", text: "What matches the right-hand side of a rule, and is connected to the rest only at the external nodes, becomes an edge with its left-hand side: a derivation step backwards. So the new heap stands for all the old ones, and maybe more: L(H) ⊆ L(H′)." },
    enter: { name: "Call", text: "The callee starts with the part of the heap that its arguments reach, and knows nothing of the rest. So what it does there is a contract that serves all callers." },
    leave: { name: "Return", text: "The whole call is one step, by its contract: what the callee leaves behind takes the place of the part that it got." },
  } as Record<RuleName, RuleWords>,
  de: {
    "⊨": { name: "ein Literal gilt", text: "Ein Literal der Menge gilt in s und damit auch die Disjunktion der Menge: Die Behauptung ist bewiesen." },
    "⊭": { name: "falsches Literal streichen", text: "Ein Literal, das in s falsch ist, kann die Disjunktion nicht wahr machen und fällt weg. Bleibt nichts übrig, ist die Behauptung widerlegt." },
    "∨": { name: "Disjunktion zerlegen", text: "Die Formeln einer Behauptung gelten als Disjunktion, darum treten beide Seiten von φ₁ ∨ φ₂ an ihre Stelle." },
    "∧": { name: "nach einer Konjunktion verzweigen", text: "Φ ∨ (φ₁ ∧ φ₂) ist äquivalent zu (Φ ∨ φ₁) ∧ (Φ ∨ φ₂): zwei Behauptungen, die beide zu beweisen sind." },
    U: { name: "Until auffalten", text: "φ₁ U φ₂ ist äquivalent zu φ₂ ∨ (φ₁ ∧ X (φ₁ U φ₂)): φ₂ gilt jetzt, oder φ₁ gilt und der Rest bleibt dem nächsten Zustand. Beide Behauptungen sind zu beweisen; ein Zyklus, auf dem φ₂ immer wieder aufgeschoben wird, widerlegt sie." },
    R: { name: "Release auffalten", text: "φ₁ R φ₂ ist äquivalent zu φ₂ ∧ (φ₁ ∨ X (φ₁ R φ₂)): φ₂ gilt jetzt, und φ₁ gilt auch oder der Rest bleibt dem nächsten Zustand. Ein Zyklus, der ihn immer dem nächsten Zustand überlässt, ist ein Beweis, denn φ₂ ist in jedem seiner Zustände bewiesen." },
    X: { name: "zum nächsten Zustand gehen", text: "Alle Formeln, die übrig sind, reden vom nächsten Zustand. Jeder Lauf von s geht in einem der Nachfolger s₁, …, sₘ weiter, darum übernimmt jeder von ihnen die Formeln." },
    contract: { name: "einen Aufruf durch seinen Vertrag überspringen", text: "Ein Model-Checking-Vertrag steht für die Regeln in einem ganzen Aufruf: Vom Eingang e mit Φ wird der Ausgang x erreicht, und Ψ bleibt zu beweisen; das übernimmt der Zustand r nach dem Aufruf. Jeder Ausgang behält sein eigenes Ψ, denn eine Disjunktion für alle Ausgänge wäre zu schwach." },
    sequence: { name: "Sequenz", text: "Jeder Lauf durch x kommt über die einzige Kante, die dorthin führt. Eine Kante, die erst a und dann b tut, hat also dieselben Läufe, und x wird nicht gebraucht." },
    choice: { name: "Auswahl", text: "Ein Lauf von x nach y nimmt eine dieser Kanten. Eine einzige Kante, die a oder b tut, hat also dieselben Läufe, und statt der Suche unterscheidet sie der Solver." },
    advancedSequence: { name: "Erweiterte Sequenz", text: "Jeder Lauf durch x kommt über eine Kante dorthin und verlässt ihn über eine Kante von dort. Eine Kante für jedes Paar hat also dieselben Läufe; es können mehr Kanten sein als vorher, aber es ist ein Ort weniger." },
    graph: { name: "Abstrakter Erreichbarkeitsgraph", text: "Eine Region ist das, was die Prädikate an einem Ort über die Variablen sagen. Aus der stärksten Nachbedingung eines Blocks folgt die nächste Region, darum bleibt jeder Lauf in Regionen; eine überdeckte ist in einer anderen enthalten, die zu allem führt, wohin sie führen könnte." },
    path: { name: "Pfad zum Fehler", text: "Der Graph enthält jeden Lauf; führt kein Pfad zum Fehler, so schlägt kein Lauf fehl. Vielleicht nimmt kein Lauf den Pfad; ein Lauf nimmt ihn genau dann, wenn seine Formel erfüllbar ist." },
    core: { name: "Scheinbarer Pfad", text: "Die markierten Bedingungen können nicht alle gelten, also nimmt kein Lauf den Pfad: Die Regionen waren zu grob. Auf die anderen Bedingungen kommt es dafür nicht an." },
    predicates: { name: "Verfeinerung", text: "Die neuen Prädikate sind schwächste Vorbedingungen entlang des Pfads und unterscheiden, was seine Regionen nicht unterschieden haben. Mehr Prädikate machen Regionen nur kleiner, und jede enthält weiterhin jeden Lauf, der dorthin kommt." },
    level: { name: "Neuer Frame", text: "Die Klauseln eines Frames gelten in allen Läufen aus höchstens so vielen Blöcken, und der erste Frame ist der Anfang. Ein Zustand im Frame, von dem ein weiterer Block zum Fehler führt, muss ausgeschlossen werden, oder ein Lauf führt zu ihm." },
    learned: { name: "Neue Klausel", text: "Die Klausel gilt am Anfang, und jeder Block vom vorigen Frame führt aus Zuständen, in denen sie gilt, in solche, in denen sie gilt. Also gilt sie durch Induktion in allen Läufen aus so vielen Blöcken." },
    pushed: { name: "Klausel weitergeschoben", text: "Jeder Block von den Zuständen ihres Frames führt in Zustände, in denen die Klausel gilt; also gilt sie auch im nächsten Frame." },
    refined: { name: "Verfeinerung", text: "Nach den Prädikaten gibt es einen Pfad, aber seine Formel ist nicht erfüllbar: Kein Lauf nimmt ihn. Mehr Prädikate machen Frames nur kleiner, sodass wahr bleibt, was über Läufe bekannt ist." },
    inductive: { name: "Induktiver Frame", text: "Die Klauseln gelten am Anfang, jeder Block erhält sie, und sie schließen den Fehler aus. Also gelten sie in allen Läufen jeder Länge." },
    fails: { name: "Fehlschlagender Lauf", text: "Der Solver fand Werte für die Formel des ganzen Pfads: Sie sind ein Lauf, und er schlägt fehl." },
    summary: { name: "Vertrag eines Aufrufs", text: "Die aufgerufene Prozedur wird für jeden Zustand e, in dem sie betreten wird, einmal erkundet. Woher auch immer sie aufgerufen wird, sie endet in denselben Ausgängen x; darum ist ein Aufruf ein Schritt, für jeden Ausgang zum Zustand r danach. Ein später gefundener Ausgang setzt alle Aufrufer fort, darum ist Rekursion exakt." },
    isolate: { name: "Isolieren", text: "Das Objekt, das die Operation liest oder schreibt, muss sichtbar sein: Boxen an ihm werden geöffnet, und von mehreren Möglichkeiten wird hier eine gewählt." },
    execute: { name: "Ausführen", text: "Die Operation geschieht in allen Heaps zugleich." },
    forget: { name: "Vergessen", text: "Variablen, die nicht mehr gelesen werden, verlieren ihre Werte, außer wenn dann Speicher verloren schiene." },
    widen: { name: "Weiten", text: "Eine Box wird durch eine größere ersetzt, die seither gelernt wurde." },
    cut: { name: "Schneiden", text: "Heaps werden an den Objekten zerlegt, auf die Variablen oder mehrere Felder zeigen, und sonst nirgends. Wohin nichts führt, ist verloren." },
    fold: { name: "Falten", text: "Objekte, die aufeinander verweisen oder zweimal zum selben Ort führen, werden in einer Box verborgen, sodass der Rest wie ein Baum aussieht." },
    merge: { name: "Abstrahieren", text: "Objekte, die gleich aussehen, werden eines: Von nun an kann es beliebig viele davon geben." },
    include: { name: "Enthalten", text: "Der Zustand hat alle diese Heaps: Er war bekannt, oder weitere Heaps wurden mit ihnen vereinigt." },
    materialise: { name: "Materialisieren", text: "Die Operation braucht ein Feld, das eine Nichtterminalkante verbirgt. Die Kante wird durch jede ihrer Regeln ersetzt, die das Feld zeigt, ein Fall für jede; dies ist einer davon. Kein Heap geht verloren: L(H) ⊆ L(H₁) ∪ … ∪ L(Hₙ)." },
    abstract: { name: "Abstrahieren", text: "Was zur rechten Seite einer Regel passt und mit dem Rest nur an den externen Knoten verbunden ist, wird zu einer Kante mit ihrer linken Seite: ein Ableitungsschritt rückwärts. Der neue Heap steht also für alle alten und vielleicht für mehr: L(H) ⊆ L(H′)." },
    enter: { name: "Aufruf", text: "Die aufgerufene Methode beginnt mit dem Teil des Heaps, den ihre Argumente erreichen, und weiß nichts vom Rest. Was sie dort tut, ist darum ein Vertrag für alle Aufrufer." },
    leave: { name: "Rückkehr", text: "Der ganze Aufruf ist ein Schritt nach seinem Vertrag: Was die Methode hinterlässt, ersetzt den Teil, den sie bekommen hat." },
  } as Record<RuleName, RuleWords>,
};

const t = texts(ruleWords);

/** The papers that have rules, as the manual names them, and where it lists them. */
export const papers = { HMC: "theory.html#references", RSM: "theory.html#references", LBE: "large-blocks.html", "Bradley, VMCAI 2011": null } as const;

/** Where a paper has a rule. */
export interface RuleSource {
  paper: keyof typeof papers;
  section?: string;
  /** Its name there, as an exponent of R. */
  name?: string;
}

/** How a paper writes a rule. */
export interface RuleForm {
  /** The premises, above the line; if there is nothing below, a formula without a line. Absent: its text has the formula. */
  over?: readonly string[];
  /** The conclusions; of a tableau the assertions that the one above depends on. */
  under?: readonly string[];
  /** When it can be applied, or what is to be shown. */
  side?: string;
  source: RuleSource;
}

const tableau = (name: string, over: string, under: readonly string[], side?: string): RuleForm =>
  ({ over: [over], under, ...(side && { side }), source: { paper: "HMC", section: "3.1", name } });
const reduction = (section: string, over: readonly string[], under: string): RuleForm => ({ over, under: [under], source: { paper: "LBE", section } });
const refinement = (...over: string[]): RuleForm => ({ over, source: { paper: "LBE", section: "2.4" } });
const heapRule = (section: string): RuleForm => ({ source: { paper: "HMC", section } });
const frame = (...over: string[]): RuleForm => ({ over, source: { paper: "Bradley, VMCAI 2011" } });

/** Stages of forest automata have none. */
export const ruleForms: Partial<Record<RuleName, RuleForm>> = {
  "⊨": tableau("⊨", "s ⊢ Φ, a", ["true"], "s ⊨ a"),
  "⊭": tableau("⊭", "s ⊢ Φ, a", ["s ⊢ Φ"], "s ⊭ a"),
  "∨": tableau("∨", "s ⊢ Φ, φ₁ ∨ φ₂", ["s ⊢ Φ, φ₁, φ₂"]),
  "∧": tableau("∧", "s ⊢ Φ, φ₁ ∧ φ₂", ["s ⊢ Φ, φ₁", "s ⊢ Φ, φ₂"]),
  U: tableau("U", "s ⊢ Φ, φ₁ U φ₂", ["s ⊢ Φ, φ₂, φ₁", "s ⊢ Φ, φ₂, X (φ₁ U φ₂)"]),
  R: tableau("R", "s ⊢ Φ, φ₁ R φ₂", ["s ⊢ Φ, φ₂", "s ⊢ Φ, φ₁, X (φ₁ R φ₂)"]),
  X: tableau("○", "s ⊢ X φ₁, …, X φₙ", ["s₁ ⊢ φ₁, …, φₙ", "…", "sₘ ⊢ φ₁, …, φₙ"]),
  contract: { over: ["s ⊢ Φ", "(e, Φ) ↦ (x, Ψ)"], under: ["r ⊢ Ψ"], source: { paper: "HMC", section: "3.2" } },
  sequence: reduction("3.2", ["y ─a→ x", "x ─b→ z"], "y ─a; b→ z"),
  choice: reduction("3.3", ["x ─a→ y", "x ─b→ y"], "x ─a ▯ b→ y"),
  advancedSequence: reduction("3.4", ["yᵢ ─aᵢ→ x", "x ─bⱼ→ zⱼ"], "yᵢ ─aᵢ; bⱼ→ zⱼ"),
  graph: { over: ["φ", "l ─op→ l′"], under: ["φ′"], side: "SPₒₚ(φ) ⇒ φ′", source: { paper: "LBE", section: "2.2" } },
  path: refinement("SP_σ(true) ≢ false"),
  core: refinement("SP_σ(true) ≡ false"),
  predicates: refinement("π ⊂ π′"),
  level: frame("init ⇒ F₁ ⇒ F₂ ⇒ … ⇒ Fᵢ"),
  learned: frame("init ⇒ c", "Fᵢ₋₁ ∧ c ∧ T ⇒ c′"),
  pushed: frame("Fᵢ ∧ T ⇒ c′"),
  refined: refinement("π ⊂ π′"),
  inductive: frame("init ⇒ Fᵢ", "Fᵢ ∧ T ⇒ Fᵢ′", "Fᵢ ⇒ ¬fail"),
  fails: refinement("SP_σ(true) ≢ false"),
  summary: { over: ["c ─call→ e", "e →* x"], under: ["c → r"], source: { paper: "RSM", section: "3" } },
  materialise: heapRule("2.2"),
  abstract: heapRule("2.2"),
  enter: heapRule("3.2"),
  leave: heapRule("3.2"),
};

/** Where the papers have a rule: `[HMC 3.1]`; empty if they do not. */
export function sourceOf(name: RuleName): string {
  const source = ruleForms[name]?.source;
  return source ? `[${[source.paper, source.section].filter(Boolean).join(" ")}]` : "";
}

/** The rules on these paths, each once. */
export const rulesOn = (paths: readonly string[]): TableauRule[] =>
  [...new Set(paths.flatMap((path) => path.split(" ")).filter(Boolean))] as TableauRule[];

/** Rule paths in words, each rule once. */
export const actsOf = (paths: readonly string[]): string => rulesOn(paths).map((name) => t[name].name).join(", ");
