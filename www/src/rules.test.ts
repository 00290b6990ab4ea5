import { expect, test } from "vitest";
import { changed, type TextChange } from "./jsonText";
import { declarationsIn, edgesAt, type Rule, rulesIn, withEdge, withObject, withoutPart, withoutRule, withRule, withSelector, type WrittenRule } from "./rules";

/** Grammars as people write them. */
const written = [
  `[{"predefined": "SLList"}, {"grammar": [{"nonterminal": "N", "rank": 2, "rules": [
    {"nodes": [{"type": "A", "number": 3}, {"type": "B", "number": 1}], "externals": [0, 2], "variables": [{"name": "%m", "target": 3}],
     "selectors": [{"label": "f", "origin": 0, "target": 1}, {"label": "g", "origin": 1, "target": 3}], "hyperedges": [{"label": "N", "tentacles": [3, 2]}]}
  ]}]}]`,
  `[ { grammar: [ { nonterminal: N, rank: 2, rules: [ /* the only one */ { nodes: [ {type: A, number: "1"}, {type: A, number: 1}, # three
      {type: B, number: 1}, ], externals: [2, 0], variables: [], selectors: [
        { "label": "f", "origin": 0, "target": 1 }, // first
        { "label": "f", "origin": 1, "target": 2 } // last
      ], hyperedges: [] } ] } ] } ]`,
];

const ruleOf = (text: string): WrittenRule => rulesIn(text)[0]![1];
const modelOf = ({ types, externals, variables, selectors, edges }: Rule): Rule => ({ types, externals, variables, selectors, edges });
const comments = (text: string): string[] => text.match(/\/\/[^\n]*|#[^\n]*|\/\*.*?\*\//g) ?? [];

function without(rule: Rule, vertex: number): Rule {
  const at = (own: number): number => (own > vertex ? own - 1 : own);
  return {
    types: rule.types.filter((_, i) => i !== vertex),
    externals: rule.externals.map(at),
    variables: rule.variables.filter(({ target }) => target !== vertex).map(({ name, target }) => ({ name, target: at(target) })),
    selectors: rule.selectors.filter(({ origin, target }) => origin !== vertex && target !== vertex).map(({ label, origin, target }) => ({ label, origin: at(origin), target: at(target) })),
    edges: rule.edges.filter(({ tentacles }) => !tentacles.includes(vertex)).map(({ label, tentacles }) => ({ label, tentacles: tentacles.map(at) })),
  };
}

test("law: editing the text of a rule, then reading, is reading, then editing; comments stay", () => {
  for (const text of written) {
    const rule = ruleOf(text);
    const [selector, edge] = [{ label: 'a "b" ä', origin: 1, target: 0 }, { label: "M", tentacles: [0, 1, 1] }];
    const edits: [string, TextChange[], Rule][] = [
      ["an object", withObject(text, rule, "C d"), { ...rule, types: [...rule.types, "C d"] }],
      ["a selector", withSelector(text, rule, selector), { ...rule, selectors: [...rule.selectors, selector] }],
      ["an edge", withEdge(text, rule, edge), { ...rule, edges: [...rule.edges, edge] }],
      ...rule.selectors.map((_, number): [string, TextChange[], Rule] => [`no selector ${number}`, withoutPart(text, rule, { of: "selector", number }), { ...rule, selectors: rule.selectors.filter((_, i) => i !== number) }]),
      ...rule.edges.map((_, number): [string, TextChange[], Rule] => [`no edge ${number}`, withoutPart(text, rule, { of: "edge", number }), { ...rule, edges: rule.edges.filter((_, i) => i !== number) }]),
      ...rule.types.map((_, number): [string, TextChange[], Rule] => [`no object ${number}`, withoutPart(text, rule, { of: "object", number }), rule.externals.includes(number) ? rule : without(rule, number)]),
    ];
    for (const [name, changes, model] of edits) {
      const after = changed(text, changes);
      expect(modelOf(ruleOf(after)), `${name}:\n${after}`).toEqual(modelOf(model));
      expect(comments(after), name).toEqual(comments(text));
    }
  }
});

test("law: adding and deleting rules, then reading, is reading, then adding and deleting; comments stay", () => {
  const read = (text: string): Rule[] => rulesIn(text).map(([, rule]) => modelOf(rule));
  const declaration = (text: string) => declarationsIn(text)[0]!;
  for (const text of written) {
    const [rule] = read(text) as [Rule];
    const added: Rule = { types: rule.externals.map((vertex) => rule.types[vertex]!), externals: [0, 1], variables: [], selectors: [], edges: [] };
    let now = text;
    for (let count = 1; count < 4; count++) {
      now = changed(now, withRule(now, declaration(now)));
      expect(read(now)).toEqual([rule, ...Array.from({ length: count }, () => added)]);
      expect(comments(now)).toEqual(comments(text));
    }
    for (const number of [0, 1, 2, 3]) {
      const after = changed(now, withoutRule(now, declaration(now), number));
      expect(read(after)).toEqual(read(now).filter((_, i) => i !== number));
    }
    const none = changed(text, withoutRule(text, declaration(text), 0));
    expect(read(none)).toEqual([]);
    const first = changed(none, withRule(none, declaration(none)));
    expect(read(first)).toEqual([{ ...added, types: ["Object", "Object"] }]);
  }
});

test("what is too large for the engine is not built", () => {
  const text = '[{"grammar": [{"nonterminal": "N", "rank": 1e12, "rules": [{"nodes": [{"type": "A", "number": 1e12}, {"type": "B", "number": x}], "externals": [0]}]}]}]';
  expect(ruleOf(text).types.length).toBeLessThan(100_000);
  expect(changed(text, withRule(text, declarationsIn(text)[0]!)).length).toBeLessThan(1_000_000);
});

test("rules have positions, and vertices edges", () => {
  expect(rulesIn(written[0]!).map(([path]) => path)).toEqual([[1, 0, 0]]);
  expect([0, 1, 2, 3].map((vertex) => edgesAt(ruleOf(written[0]!), vertex))).toEqual([1, 2, 1, 2]);
});
