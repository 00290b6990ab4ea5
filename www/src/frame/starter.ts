/** The initial task for a new boolean program: small, but with a formula, a monitor, and a violation to find. */
import { type Draft, emptyBoolean, prettyJson } from "../task";
import { texts } from "../text/language";

const t = texts({
  en: {
    title: "A lock", description: "An interrupt takes a lock that may already be held.", twice: "held twice", once: "never held twice", released: "always released",
    lock: "Whether the lock is held.", comes: "Sometimes an interrupt occurs.", check: "Try: if !locked then … fi",
  },
  de: {
    title: "Eine Sperre", description: "Ein Interrupt nimmt eine Sperre, die schon gehalten sein kann.", twice: "doppelt gehalten", once: "nie doppelt gehalten", released: "immer freigegeben",
    lock: "Ob die Sperre gehalten wird.", comes: "Manchmal kommt ein Interrupt.", check: "Versuchen Sie: if !locked then … fi",
  },
});

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
