import { expect, test } from "vitest";
import { changed, type TextChange } from "./jsonText";
import {
  type Acceptance, edgesAt, type Monitor, type MonitorPart, monitorsIn, partAt, rangesOf, renamed, statesLost, statesOf, unused, withAcceptance, withEdge, withGuard, withInitial,
  withMonitor, withName, withoutEdges, withoutMonitor, withoutState, type WrittenMonitor,
} from "./monitors";

/** Monitors as people write them. */
const written = [
  `[{"name": "m", "initial": "a", "target": ["c"], "edges": [{"from": "a", "to": "b", "guard": "{p}"}, {"from": "b", "to": "c"}, {"from": "b", "to": "b"}]}]`,
  `// Two of them.
[ { name: m, 'initial': a, /* bad */ target: ["c", "b"], repeating: [], "edges": [
    { "from": "a", "to": "a", "guard": "!{p}" }, // stays
    { "from": "a", "to": "b", "guard": "{p}" }, { "from": "b", "to": "c" }, # goes on
    { "from": "c", "to": "a", },
  ], },
  { "name": "other", "initial": "a", "target": ["b"], "edges": [ { "from": "a", "to": "b" } ] }
]`,
  '[\r\n  {\r\n    "name": "m",\r\n    "initial": "\\u0061",\r\n    "repeating": [\r\n      "b"\r\n    ],\r\n    "edges": [\r\n      {\r\n        "from": "a",\r\n        "to": "b",\r\n        "guard": "{x == \\u0022q\\u0022}"\r\n      },\r\n      {\r\n        "from": "b",\r\n        "to": "c"\r\n      }\r\n    ]\r\n  }\r\n]',
];

const modelOf = ({ name, initial, target, repeating, edges }: Monitor): Monitor => ({ name, initial, target, repeating, edges });
const read = (text: string): Monitor[] => monitorsIn(text).map(modelOf);

/** What is done to the text, and the same done to what it means. */
interface Edit {
  name: string;
  changes: (text: string, monitor: WrittenMonitor) => TextChange[];
  model: (monitor: Monitor) => Monitor;
}

const without = (monitor: Monitor, gone: readonly number[]): Monitor => {
  const lost = statesLost(monitor, new Set(gone));
  const kept = (states: string[]): string[] => states.filter((state) => !lost.includes(state));
  return { ...monitor, target: kept(monitor.target), repeating: kept(monitor.repeating), edges: monitor.edges.filter((_, i) => !gone.includes(i)) };
};
const to = (before: string, after: string) => (state: string): string => (state === before ? after : state);
const rename = ({ name, initial, target, repeating, edges }: Monitor, state: (name: string) => string): Monitor => ({
  name, initial: state(initial), target: target.map(state), repeating: repeating.map(state), edges: edges.map(({ from, to, guard }) => ({ from: state(from), to: state(to), guard })),
});
const accept = (monitor: Monitor, state: string, kind: Acceptance, accepts: boolean): Monitor => {
  const others = monitor[kind].filter((other) => other !== state);
  return { ...monitor, [kind]: accepts ? (monitor[kind].includes(state) ? monitor[kind] : [...others, state]) : others };
};

function editsOf(monitor: Monitor): Edit[] {
  const [states, numbers] = [statesOf(monitor), monitor.edges.map((_, i) => i)];
  const edges = ["a", "new ä\n\"x\""].flatMap((end) => [null, '{p == "q"} \\ é'].map((guard) => ({ from: "b", to: end, guard })));
  return [
    ...edges.map((edge): Edit => ({ name: `add ${JSON.stringify(edge)}`, changes: (text, own) => withEdge(text, own, edge), model: (m) => ({ ...m, edges: [...m.edges, edge] }) })),
    ...numbers.map((i): Edit => ({ name: `remove edge ${i}`, changes: (text, own) => withoutEdges(text, own, new Set([i])), model: (m) => without(m, [i]) })),
    ...states.filter((state) => state !== monitor.initial).map((state): Edit => ({ name: `remove ${state}`, changes: (text, own) => withoutState(text, own, state), model: (m) => without(m, edgesAt(m, state)) })),
    ...states.map((state): Edit => ({ name: `rename ${state}`, changes: (_, own) => renamed(own, state, "ü \\ \"x\""), model: (m) => rename(m, to(state, "ü \\ \"x\"")) })),
    ...["other name", "ü \\ \"x\""].map((called): Edit => ({ name: `call it ${called}`, changes: (text, own) => withName(text, own, called), model: (m) => ({ ...m, name: called }) })),
    ...states.map((state): Edit => ({ name: `start in ${state}`, changes: (_, own) => withInitial(own, state), model: (m) => ({ ...m, initial: state }) })),
    ...states.flatMap((state) => (["target", "repeating"] as const).flatMap((kind) => [true, false].map((accepts): Edit => (
      { name: `${state} is ${accepts ? "" : "no "}${kind}`, changes: (text, own) => withAcceptance(text, own, state, kind, accepts), model: (m) => accept(m, state, kind, accepts) })))),
    ...numbers.flatMap((i) => ["!{q}", null].map((guard): Edit => ({
      name: `guard ${i} is ${guard}`, changes: (text, own) => withGuard(text, own, i, guard), model: (m) => ({ ...m, edges: m.edges.map((edge, j) => (j === i ? { ...edge, guard } : edge)) }),
    }))),
  ];
}

/** All that is no part of the monitors: comments in their order, and the strings that are written with escapes. */
const asides = (text: string): string[] => text.match(/\/\/[^\n]*|#[^\n]*|\/\*.*?\*\//g) ?? [];

test("law: editing the text, then reading, is reading, then editing; comments and other monitors stay", () => {
  for (const text of written) {
    const [monitor, ...others] = monitorsIn(text) as [WrittenMonitor, ...WrittenMonitor[]];
    for (const { name, changes, model } of editsOf(monitor)) {
      const after = changed(text, changes(text, monitor));
      expect(read(after), `${name}:\n${after}`).toEqual([model(modelOf(monitor)), ...others.map(modelOf)]);
      expect(asides(after), name).toEqual(asides(text));
      // Line breaks are those of the text.
      if (text.includes("\r\n")) expect(after.replaceAll("\r\n", ""), name).not.toContain("\n");
    }
  }
});

test("law: two edits, one after the other", () => {
  for (const text of written) {
    const [monitor] = monitorsIn(text) as [WrittenMonitor];
    for (const first of editsOf(monitor)) {
      const between = changed(text, first.changes(text, monitor));
      const [now] = monitorsIn(between) as [WrittenMonitor];
      for (const second of editsOf(now)) {
        const after = changed(between, second.changes(between, now));
        expect(read(after)[0], `${first.name}, then ${second.name}:\n${after}`).toEqual(second.model(modelOf(now)));
      }
    }
  }
});

test("edits are as small as they can be", () => {
  const [text] = written as [string];
  const [monitor] = monitorsIn(text) as [WrittenMonitor];
  const after = (changes: TextChange[]): string => changed(text, changes);
  expect(after(withGuard(text, monitor, 0, "{q}"))).toBe(text.replace("{p}", "{q}"));
  expect(after(withGuard(text, monitor, 1, "{q}"))).toBe(text.replace('"to": "c"', '"to": "c", "guard": "{q}"'));
  expect(after(withName(text, monitor, "n"))).toBe(text.replace('"m"', '"n"'));
  expect(after(renamed(monitor, "c", "end"))).toBe(text.replaceAll('"c"', '"end"'));
  expect(after(withoutEdges(text, monitor, new Set([1])))).toBe(text.replace('"target": ["c"]', '"target": []').replace(' {"from": "b", "to": "c"},', ""));
  expect(after(withAcceptance(text, monitor, "b", "repeating", true))).toBe(text.replace('"initial": "a",', '"initial": "a", "repeating": ["b"],'));
});

test("a new monitor has lines of its own, and its edges, too", () => {
  const made = (text: string): string => changed(text, withMonitor(text, "m", "start"));
  expect(read(made(""))).toEqual(read(made("[]")));
  const text = made("[]");
  const [monitor] = monitorsIn(text) as [WrittenMonitor];
  const longer = changed(text, withEdge(text, monitor, { from: "start", to: "end", guard: null }));
  expect(longer).toBe('[{\n  "name": "m",\n  "initial": "start", "target": [],\n  "edges": [\n    {"from": "start", "to": "end"}\n  ]\n}]');
  const again = changed(longer, withMonitor(longer, "n", "start"));
  expect(read(again).map(({ name }) => name)).toEqual(["m", "n"]);
  expect(changed(again, withoutMonitor(again, 1))).toBe(longer);
});

test("what is written where", () => {
  for (const text of written) {
    const [monitor] = monitorsIn(text) as [WrittenMonitor];
    const parts: MonitorPart[] = [...statesOf(monitor).map((state) => ({ state })), ...monitor.edges.map((_, edge) => ({ edge }))];
    for (const part of parts) for (const { from } of rangesOf(monitor, part)) expect(partAt(monitor, from)).toEqual(part);
    expect(partAt(monitor, 0)).toBeNull();
  }
  expect(unused("state", ["state", "state 2"])).toBe("state 3");
});
