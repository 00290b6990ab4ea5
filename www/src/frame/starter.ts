/** The initial programs of new tasks: small, but with a violation to find. */
import type { NamedText } from "../engine/engine";
import { type Draft, emptyBoolean, emptyC, prettyJson } from "../task";
import { texts } from "../text/language";

const t = texts({
  en: {
    title: "A lock", description: "An interrupt takes a lock that may already be held.", twice: "held twice", once: "never held twice", released: "always released",
    lock: "Whether the lock is held.", comes: "Sometimes an interrupt occurs.", check: "Try: if !locked then … fi",
    change: "Change", changeAbout: "Pays an amount in coins of 5 and 2. Every amount of at least 4 can be paid, but not like this.",
    numbers: "A list of numbers. Replace it with your own class.", empty: "Fails for the empty list. Try: if (head == null) …",
    any: "any number", tryIt: "Try: amount % 2 == 1, and 5 only then", paid: "What is left must be nothing.",
  },
  de: {
    title: "Eine Sperre", description: "Ein Interrupt nimmt eine Sperre, die schon gehalten sein kann.", twice: "doppelt gehalten", once: "nie doppelt gehalten", released: "immer freigegeben",
    lock: "Ob die Sperre gehalten wird.", comes: "Manchmal kommt ein Interrupt.", check: "Versuchen Sie: if !locked then … fi",
    change: "Wechselgeld", changeAbout: "Zahlt einen Betrag in Münzen zu 5 und 2. Jeder Betrag ab 4 lässt sich zahlen, aber nicht so.",
    numbers: "Eine Liste von Zahlen. Ersetzen Sie sie durch Ihre eigene Klasse.", empty: "Scheitert für die leere Liste. Versuchen Sie: if (head == null) …",
    any: "irgendeine Zahl", tryIt: "Versuchen Sie: amount % 2 == 1, und 5 nur dann", paid: "Es darf nichts übrig bleiben.",
  },
});

/** A class of which the engine makes a task, as of every class. */
export const javaStarter: NamedText = {
  name: "NumberList.java",
  text: `// ${t.numbers}
class NumberList {
    private Node head;

    void append(int value) {
        Node last = head;
        // ${t.empty}
        while (last.next != null) {
            last = last.next;
        }
        last.next = new Node(value);
    }

    static class Node {
        int value;
        Node next;

        Node(int value) {
            this.value = value;
        }
    }
}
`,
};

const program = `// ${t.lock}
decl locked := F;

void main() begin
  while * do
    acquire();
    // ${t.comes}
    if * then interrupt(); fi
    release();
  od
end

void interrupt() begin
  // ${t.check}
  acquire();
  release();
end

void acquire() begin
  ACQUIRE: locked := T;
end

void release() begin
  RELEASE: locked := F;
end
`;

const monitor = {
  name: t.twice, initial: "free", target: ["twice"],
  edges: [
    { from: "free", to: "free", guard: "!{at(ACQUIRE)}" },
    { from: "free", to: "held", guard: "{at(ACQUIRE)}" },
    { from: "held", to: "held", guard: "!{at(ACQUIRE)} & !{at(RELEASE)}" },
    { from: "held", to: "free", guard: "{at(RELEASE)}" },
    { from: "held", to: "twice", guard: "{at(ACQUIRE)}" },
  ],
};

export const booleanStarter: Draft = {
  ...emptyBoolean,
  title: t.title,
  description: t.description,
  files: [{ name: "main.bp", text: program }],
  monitors: prettyJson([monitor]),
  properties: [
    { id: t.once, ltl: "", monitor: t.twice },
    { id: t.released, ltl: "G ({at(ACQUIRE)} -> F {at(RELEASE)})" },
  ],
};

const cProgram = `#include <assert.h>

extern int __VERIFIER_nondet_int(void);  // ${t.any}

int main(void) {
  int amount = __VERIFIER_nondet_int();
  if (amount < 4 || amount > 1000) return 0;
  // ${t.tryIt}
  while (amount >= 5) amount = amount - 5;
  while (amount >= 2) amount = amount - 2;
  // ${t.paid}
  assert(amount == 0);
  return 0;
}
`;

export const cStarter: Draft = { ...emptyC, title: t.change, description: t.changeAbout, files: [{ name: "main.c", text: cProgram }] };
