// Translates reports of version 1, `hrglass.result/1`, to version 2, to compare engines of both.

const statuses = { real: "confirmed", possiblySpurious: "unconfirmed" };

/** The claim of a property, which version 1 stored as one text. */
function claimOf(text) {
  if (text.startsWith("monitor ")) return { kind: "monitor", monitor: text.slice("monitor ".length) };
  if (text === "no assertion fails") return { kind: "assertions" };
  if (text.startsWith("no run reaches `")) return { kind: "unreach-call", labels: [...text.matchAll(/`([^`]+)`/g)].map(([, label]) => label) };
  return { kind: "ltl", formula: text };
}

/** A judgement. Every violation of a boolean program was executed, but version 1 did not state this. */
function judgementOf({ budget, evidence, ...judgement }) {
  const status = evidence ? statuses[evidence.status] : "confirmed";
  return {
    ...judgement,
    ...(budget ? { remedies: [{ kind: "budget", ...budget }] } : {}),
    ...(judgement.verdict === "violated" ? { evidence: { ...evidence, status } } : {}),
  };
}

function propertyOf({ id, ltl, strategy, statistics, ...judgement }) {
  const { assertions, proofEdges: edges, contracts, contexts, partial: saturated, ...others } = statistics;
  const claim = claimOf(ltl);
  const search = claim.kind === "ltl" ? { proof: { assertions, edges, contracts, contexts } } : { product: { states: assertions, edges, contracts } };
  return { id, ...claim, strategy, ...judgementOf(judgement), statistics: { ...others, ...search, ...(saturated ? { saturated } : {}) } };
}

/** Without the parts that only version 2 has. */
function withoutNews({ schema, analysis, ...report }) {
  const properties = report.properties.map(({ words, ...property }) => {
    const remedies = property.remedies?.filter(({ kind }) => kind === "budget") ?? [];
    const isSafety = property.kind === "memory-safety";
    return { ...property, remedies, ...(isSafety ? { strategy: null, statistics: null } : {}) };
  });
  return { ...report, properties };
}

/** A report of either version. */
export function translatedReport(report) {
  if (report.schema !== "hrglass.result/1") return withoutNews(report);
  const { memorySafety, properties, exploration, schema, ...others } = report;
  const safety = memorySafety ? [{ id: "memorySafety", kind: "memory-safety", ...judgementOf(memorySafety) }] : [];
  const { heaps: different, peakVertices, ...counts } = exploration ?? {};
  return { ...others, properties: [...safety, ...properties.map(propertyOf)], exploration: exploration && { ...counts, heaps: { different, peakVertices } } };
}

const renamed = (key, value) => {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  // Renamed in states and similar data; a derived heap keeps the name.
  const { heap, vertices, ...others } = value;
  if (heap === undefined || Array.isArray(heap)) return value;
  return { ...others, content: heap, ...(vertices === undefined ? {} : { size: vertices }) };
};

/** The keys of objects in a fixed order. */
const sorted = (key, value) =>
  value !== null && typeof value === "object" && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;

/** A view of version 1 in the form of version 2; `after` is the view of version 2. */
export function translatedView(before, after, [view]) {
  if (view === "contracts" && !before.startsWith("[")) return / values \d/.test(after) ? before.replace(/ heap (\d+)/g, " values $1") : before;
  if (!["statespace", "contracts"].includes(view) || !/^[[{]/.test(before)) return before;
  const [old, now] = [JSON.parse(before), JSON.parse(after)];
  const translated = JSON.parse(JSON.stringify(old, renamed));
  if (now.contents !== undefined && !Array.isArray(translated)) translated.contents ??= now.contents;
  const same = JSON.stringify(translated, sorted) === JSON.stringify(now, sorted);
  return same ? after : JSON.stringify(translated, null, 2);
}
