/** Rules of grammars as JSON text: what is written where, and changes of the text for what is done in their drawings. */
import { itemsOf, type JsonArray, type JsonNode, memberOf, parseJson, type TextChange, textOf, withItem, withoutItems } from "./jsonText";

export interface Selector {
  label: string;
  origin: number;
  target: number;
}

export interface NonterminalEdge {
  label: string;
  tentacles: number[];
}

/** The right-hand side of a rule; vertices are positions in `types`. */
export interface Rule {
  types: string[];
  externals: number[];
  variables: { name: string; target: number }[];
  selectors: Selector[];
  edges: NonterminalEdge[];
}

/** A rule with the node that it is written in. */
export interface WrittenRule extends Rule {
  node: JsonNode;
}

/** A part of a rule by its position. */
export type RulePart = { of: "object" | "selector" | "edge"; number: number };

/** The positions of a rule: its grammar, nonterminal and own one. */
export type RulePath = readonly [grammar: number, nonterminal: number, rule: number];

const numberOf = (node: JsonNode | null | undefined): number => Number(textOf(node) ?? NaN);

/** The most vertices that the engine reads. */
const mostVertices = 10_000;

/** The number of vertices or tentacles that a text gives; 0 if it gives none. */
const countOf = (node: JsonNode | null | undefined): number => Math.min(numberOf(node) || 0, mostVertices);

const listOf = (node: JsonNode, key: string): readonly JsonNode[] => itemsOf(memberOf(node, key));

function ruleOf(node: JsonNode): WrittenRule {
  const label = (edge: JsonNode): string => textOf(memberOf(edge, "label")) ?? "";
  return {
    node,
    types: listOf(node, "nodes").flatMap((group) => Array.from({ length: countOf(memberOf(group, "number")) }, () => textOf(memberOf(group, "type")) ?? "")),
    externals: listOf(node, "externals").map(numberOf),
    variables: listOf(node, "variables").map((own) => ({ name: textOf(memberOf(own, "name")) ?? "", target: numberOf(memberOf(own, "target")) })),
    selectors: listOf(node, "selectors").map((own) => ({ label: label(own), origin: numberOf(memberOf(own, "origin")), target: numberOf(memberOf(own, "target")) })),
    edges: listOf(node, "hyperedges").map((own) => ({ label: label(own), tentacles: itemsOf(memberOf(own, "tentacles")).map(numberOf) })),
  };
}

/** A nonterminal whose rules are written as JSON, with the positions of its grammar and its own one. */
export interface Declaration {
  path: readonly [grammar: number, nonterminal: number];
  name: string;
  rank: number;
  rules: JsonArray;
}

/** The nonterminals whose rules are written as JSON in a text. */
export const declarationsIn = (text: string): Declaration[] =>
  itemsOf(parseJson(text)).flatMap((grammar, g) => itemsOf(memberOf(grammar, "grammar")).flatMap((own, n): Declaration[] => {
    const rules = memberOf(own, "rules");
    return rules?.kind === "array" ? [{ path: [g, n], name: textOf(memberOf(own, "nonterminal")) ?? "", rank: countOf(memberOf(own, "rank")), rules }] : [];
  }));

/** The rules that are written as JSON in a text, with their positions. */
export const rulesIn = (text: string): [RulePath, WrittenRule][] =>
  declarationsIn(text).flatMap(({ path, rules }) => rules.items.map((rule, r): [RulePath, WrittenRule] => [[...path, r], ruleOf(rule)]));

/** Adds a rule that has only its external vertices, of the types that those of the last rule have. */
export function withRule(text: string, { rank, rules }: Declaration): TextChange[] {
  const node = rules.items.at(-1);
  const last = node && ruleOf(node);
  const types = Array.from({ length: rank }, (_, i) => last?.types[last.externals[i] ?? NaN] ?? "Object");
  const nodes = types.map((type) => `{"type": ${JSON.stringify(type)}, "number": 1}`);
  return withItem(text, rules, `{"nodes": [${nodes.join(", ")}], "externals": [${[...types.keys()].join(", ")}], "variables": [], "selectors": [], "hyperedges": []}`);
}

/** Removes a rule. */
export const withoutRule = (text: string, { rules }: Declaration, rule: number): TextChange[] => withoutItems(text, rules, new Set([rule]));

function added(text: string, { node }: WrittenRule, key: string, insert: string): TextChange[] {
  const list = memberOf(node, key);
  return list?.kind === "array" ? withItem(text, list, insert) : [];
}

/** Adds an object. */
export const withObject = (text: string, rule: WrittenRule, type: string): TextChange[] => added(text, rule, "nodes", `{"type": ${JSON.stringify(type)}, "number": 1}`);

/** Adds a selector. */
export const withSelector = (text: string, rule: WrittenRule, { label, origin, target }: Selector): TextChange[] =>
  added(text, rule, "selectors", `{"label": ${JSON.stringify(label)}, "origin": ${origin}, "target": ${target}}`);

/** Adds a nonterminal edge. */
export const withEdge = (text: string, rule: WrittenRule, { label, tentacles }: NonterminalEdge): TextChange[] =>
  added(text, rule, "hyperedges", `{"label": ${JSON.stringify(label)}, "tentacles": [${tentacles.join(", ")}]}`);

const without = (text: string, list: JsonNode | null, gone: ReadonlySet<number>): TextChange[] => (list?.kind === "array" && gone.size ? withoutItems(text, list, gone) : []);

/** The positions of what satisfies a condition. */
const positions = <T>(all: readonly T[], isMeant: (item: T) => boolean): Set<number> => new Set(all.flatMap((item, i) => (isMeant(item) ? [i] : [])));

/** Removes a part: an object with its edges, unless it is external. */
export function withoutPart(text: string, rule: WrittenRule, { of, number }: RulePart): TextChange[] {
  if (of === "selector") return without(text, memberOf(rule.node, "selectors"), new Set([number]));
  if (of === "edge") return without(text, memberOf(rule.node, "hyperedges"), new Set([number]));
  return rule.externals.includes(number) ? [] : withoutObject(text, rule, number);
}

/** The selectors and nonterminal edges at a vertex. */
export const edgesAt = ({ selectors, edges }: Rule, vertex: number): number =>
  selectors.filter(({ origin, target }) => origin === vertex || target === vertex).length + edges.filter(({ tentacles }) => tentacles.includes(vertex)).length;

function withoutObject(text: string, rule: WrittenRule, vertex: number): TextChange[] {
  const { node } = rule;
  const gone = {
    variables: positions(rule.variables, ({ target }) => target === vertex),
    selectors: positions(rule.selectors, ({ origin, target }) => origin === vertex || target === vertex),
    hyperedges: positions(rule.edges, ({ tentacles }) => tentacles.includes(vertex)),
  };
  const keys = ["variables", "selectors", "hyperedges"] as const;
  const removals = keys.flatMap((key) => without(text, memberOf(node, key), gone[key]));
  // All vertices behind it have another position then.
  const kept = keys.flatMap((key) => listOf(node, key).filter((_, i) => !gone[key].has(i)));
  const mentions = [...listOf(node, "externals"), ...kept.flatMap((own) => [memberOf(own, "target"), memberOf(own, "origin"), ...itemsOf(memberOf(own, "tentacles"))])];
  const shifts = mentions.flatMap((own) => (own && numberOf(own) > vertex ? [{ from: own.from, to: own.to, insert: String(numberOf(own) - 1) }] : []));
  return [...removals, ...shifts, ...shrunk(text, node, vertex)];
}

/** The group of a vertex with one vertex less. */
function shrunk(text: string, node: JsonNode, vertex: number): TextChange[] {
  let left = vertex;
  for (const [i, group] of listOf(node, "nodes").entries()) {
    const count = memberOf(group, "number");
    const size = numberOf(count);
    if (left < size && count) return size === 1 ? without(text, memberOf(node, "nodes"), new Set([i])) : [{ from: count.from, to: count.to, insert: String(size - 1) }];
    left -= size;
  }
  return [];
}
