/** Fuzzy search: finds texts from some of their letters. */

export interface Match {
  score: number;
  /** Positions of the typed letters. */
  at: number[];
}

const starts = (text: string, i: number): boolean => i === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(i - 1));

/** One word of the query: all its letters in order; the beginnings of words and neighbours count most. */
function word(query: string, text: string): Match | null {
  const whole = text.indexOf(query);
  const at: number[] = [];
  if (whole >= 0) {
    // The whole word, at the beginning of one if possible.
    let best = whole;
    for (let i = whole; i >= 0; i = text.indexOf(query, i + 1)) {
      if (!starts(text, i)) continue;
      best = i;
      break;
    }
    for (let i = 0; i < query.length; i++) at.push(best + i);
    return { score: 10 * query.length + (starts(text, best) ? 20 : 0), at };
  }
  let score = 0;
  let from = 0;
  for (const letter of query) {
    let found = text.indexOf(letter, from);
    if (found < 0) return null;
    // The beginning of a later word is better than the middle of this one.
    if (found !== from || !starts(text, found)) {
      for (let i = found; i >= 0 && found !== from; i = text.indexOf(letter, i + 1)) {
        if (!starts(text, i)) continue;
        found = i;
        break;
      }
    }
    score += starts(text, found) ? 6 : found === from ? 4 : 1;
    at.push(found);
    from = found + 1;
  }
  return { score, at };
}

/** How well a text matches the query; null if it does not. The words of the query may be in any order. */
export function match(query: string, text: string): Match | null {
  const lower = text.toLowerCase();
  let score = 0;
  const at = new Set<number>();
  for (const part of query.toLowerCase().split(/\s+/).filter(Boolean)) {
    const found = word(part, lower);
    if (!found) return null;
    score += found.score;
    for (const i of found.at) at.add(i);
  }
  return { score: score - text.length / 100, at: [...at].sort((a, b) => a - b) };
}
