//! Random methods on collections that they are given or make.

use std::collections::BTreeSet;
use std::fmt::Write;

use hrglass::base::Random;

/// The holes: `$l` is a list, `$q` a queue with two ends, `$m` a map from texts, `$s` a set, `$w` a queue by priority, `$t` a sorted map, `$r` a
/// list of lists, `$e` an element, `$n` a number, `$k` a key, `$c` a condition, `$u` a use of `$y`, `$b` a statement; `$y` and `$i` are names.
const STATEMENTS: &[&str] = &[
    "for (E $y : $l) { $u }",
    "for (E $y : $l) { $u $b }",
    "for (E $y : $l) { if ($c) $l.remove($y); }",
    "for (E $y : $l) { if ($c) { $l.add($e); break; } $u }",
    "for (E $y : $l) { $u if ($c) $l.clear(); }",
    "Iterator<E> $i = $l.iterator(); while ($i.hasNext()) { /*step*/ E $y = $i.next(); if ($c) $i.remove(); $u }",
    "Iterator<E> $i = $l.iterator(); while ($i.hasNext()) { /*step*/ E $y = $i.next(); $u if ($c) { $i.remove(); $b } }",
    "Iterator<E> $i = $l.iterator(); if ($c) { E $y = $i.next(); $u }",
    "Iterator<E> $i = $l.iterator(); if ($i.hasNext()) { $i.next(); $b if ($i.hasNext()) { E $y = $i.next(); $u } }",
    "Iterator<E> $i = $l.iterator(); while ($i.hasNext()) { /*step*/ $i.next(); $i.remove(); } $b",
    "ListIterator<E> $i = $l.listIterator(); while ($i.hasNext()) { /*step*/ E $y = $i.next(); $u if ($c) $i.set($e); else if ($c) $i.add($e); }",
    "ListIterator<E> $i = $l.listIterator($l.size()); while ($i.hasPrevious()) { /*step*/ E $y = $i.previous(); $u if ($c) $i.remove(); }",
    "while (!$q.isEmpty()) { /*step*/ E $y = $q.poll(); $u }",
    "while (!$q.isEmpty()) { /*step*/ E $y = $q.removeFirst(); $u if ($y != null && $y.k > 0) $q.addLast(new E($y.k - 1)); }",
    "while (!$q.isEmpty()) { /*step*/ x = $q.pop(); if ($c) break; }",
    "while (!$q.isEmpty() && $c) { /*step*/ E $y = $q.peekLast(); $u $q.removeLast(); }",
    "if (!$q.isEmpty()) { E $y = $q.getFirst(); $u $b }",
    "E $y = $q.peek(); $u",
    "E $y = $q.poll(); if ($y != null) { $u $b }",
    "$q.addFirst($e);",
    "$q.offer($e); E $y = $q.pollLast(); $u",
    "x = $q.pop();",
    "if (!$l.isEmpty()) { E $y = $l.get(0); $u $b }",
    "if ($l.size() > 0) { E $y = $l.get($l.size() - 1); $u }",
    "E $y = $l.get($n); $u",
    "if (a >= 0 && a < $l.size()) { x = $l.get(a); }",
    "for (int $i = 0; $i < $l.size(); $i++) { /*step*/ E $y = $l.get($i); $u }",
    "for (int $i = 0; $i < $l.size(); $i++) { /*step*/ E $y = $l.get($i); $u if ($c) $l.remove($i); }",
    "$l.add($e);",
    "$l.add($e); E $y = $l.get(0); $u",
    "$l.add(0, $e);",
    "if ($l.remove($e)) { $b }",
    "if (!$l.isEmpty()) { E $y = $l.remove(0); $u }",
    "if (!$l.isEmpty()) { $l.set(0, $e); E $y = $l.get(0); $u }",
    "$l.clear(); $b",
    "for (E $y : new ArrayList<>($l)) { $u if ($c) $l.remove($y); }",
    "List<E> $i = new LinkedList<>($l); $l.clear(); for (E $y : $i) { $u }",
    "$l.addAll($l);",
    "$l.removeAll($l); if (!$l.isEmpty()) { x.k++; }",
    "if ($l.contains($e)) { E $y = $l.get(0); $u }",
    "int $i = $l.indexOf($e); if ($i >= 0) { E $y = $l.get($i); $u }",
    "$l.removeIf($y -> $y == null); for (E $y : $l) { $u }",
    "$l.forEach($y -> { if ($y != null) $y.k++; });",
    "$l.replaceAll($y -> $y == null ? new E(1) : $y); for (E $y : $l) { h += $y.k; }",
    "$l.sort((y, z) -> (y == null ? 0 : y.k) - (z == null ? 0 : z.k)); if (!$l.isEmpty()) { E $y = $l.get(0); $u }",
    "Collections.reverse($l); for (E $y : $l) { $u }",
    "$m.put($k, $e);",
    "$m.put($k, $e); E $y = $m.get($k); $u",
    "E $y = $m.get($k); $u",
    "E $y = $m.get($k); if ($y == null) { $y = new E(b); $m.put($k, $y); } $u",
    "if ($m.containsKey($k)) { E $y = $m.get($k); $u }",
    "for (Map.Entry<String, E> $i : $m.entrySet()) { E $y = $i.getValue(); $u }",
    "for (Map.Entry<String, E> $i : $m.entrySet()) { E $y = $i.getValue(); $u if ($c) $i.setValue($e); }",
    "for (Map.Entry<String, E> $i : $m.entrySet()) { E $y = $i.getValue(); $u if ($c) $m.remove($i.getKey()); }",
    "for (String $i : $m.keySet()) { E $y = $m.get($i); $u $b }",
    "for (E $y : $m.values()) { $u if ($c) $m.put($k, $e); }",
    "Iterator<Map.Entry<String, E>> $i = $m.entrySet().iterator(); while ($i.hasNext()) { /*step*/ E $y = $i.next().getValue(); if ($c) $i.remove(); $u }",
    "E $y = $m.computeIfAbsent($k, z -> new E(b)); $u",
    "E $y = $m.merge($k, new E(a), (y, z) -> y.k > z.k ? y : z); $u",
    "E $y = $m.getOrDefault($k, $e); $u",
    "E $y = $m.putIfAbsent($k, $e); $u",
    "E $y = $m.remove($k); if ($y != null) { $u }",
    "for (String $i : $m.keySet()) h += $i.length();",
    "if ($s.add($e)) { $b }",
    "$s.addAll($l); for (E $y : $s) { $u }",
    "for (E $y : $s) { $u if ($c) $s.remove($y); }",
    "if ($s.contains($e)) { E $y = $s.iterator().next(); $u }",
    "$w.add($e); E $y = $w.poll(); $u",
    "while (!$w.isEmpty()) { /*step*/ E $y = $w.remove(); $u if ($y.k > 1) $w.add(new E($y.k - 2)); }",
    "for (E $y : $l) if ($y != null) $w.offer($y); E z = $w.peek(); if (z != null) x = z;",
    "$t.put($n, $e); E $y = $t.firstEntry().getValue(); $u",
    "Map.Entry<Integer, E> $i = $t.floorEntry($n); if ($i != null) { E $y = $i.getValue(); $u }",
    "if (!$t.isEmpty()) { E $y = $t.get($t.firstKey()); $u }",
    "for (int $i : $t.keySet()) { E $y = $t.get($i); $u }",
    "$r.add(new ArrayList<>()); $r.get(0).add($e);",
    "for (List<E> $i : $r) for (E $y : $i) { $u }",
    "$r.add($l); for (List<E> $i : $r) { if ($i != null && !$i.isEmpty()) { E $y = $i.get(0); $u } }",
    "if (!$r.isEmpty()) { List<E> $i = $r.get($r.size() - 1); if ($c) $i.add($e); }",
    "Optional<E> $i = Optional.<E>ofNullable($e); if ($i.isPresent()) { E $y = $i.get(); $u }",
    "E $y = Optional.<E>ofNullable($e).orElse(new E(3)); $u",
    "E $y = first($l); $u",
    "E $y = last($l); if ($y != null) { $u }",
    "fill($l, $e); for (E $y : $l) { $u }",
    "List<E> $i = $l; $i.add($e); if (!$l.isEmpty()) { E $y = $l.get(0); $u }",
    "Object $i = $e; if ($i instanceof F) { E $y = (F) $i; $u } else { $b }",
    "x = $e;",
    "E $y = $e; $u",
    "h = h * 3 + $n;",
    "h += 10 / ($n);",
    "if (a != 0) h += b / a;",
    "if ($l.size() != 0) h += 10 / $l.size();",
    "if ($c) { $b } else { $b }",
    "if (x == null) { x = $e; $b }",
    "if (x != null) { $b E $y = x; $u }",
    "for (int $i = 0; $i < a; $i++) { /*step*/ $b }",
    "while (h > 3) { /*step*/ h -= 2; $b }",
    "try { $b } catch (ConcurrentModificationException | NoSuchElementException $i) { $b }",
    "try { $b } catch (NullPointerException $i) { x = new E(2); } finally { h++; }",
    "if ($c) return h; $b",
];
const USES: &[&str] = &[
    "h += $y.k;",
    "if ($y != null) h += $y.k;",
    "if ($y != null) h += $y.k;",
    "if ($y != null) $y.k++;",
    "if ($y != null && $y.k > a) h--;",
    "h++;",
    "if ($y != null && $y.next != null) h += $y.next.k;",
    "if ($y != null) $y.next = x;",
    "if ($y != null) x = $y;",
    "x = $y;",
    "if ($y == x) h++;",
    "h += $y instanceof F ? ((F) $y).w : 2;",
    "if ($y != null && $y.k > 0) h += ((F) $y).w;",
    "if ($y != null && $y.equals(x)) h++;",
    "if ($y == null) return h; $y.k = b;",
];
const ELEMENTS: &[&str] = &["new E($n)", "new E($n)", "new F(b)", "x", "x", "null", "given"];
const NUMBERS: &[&str] = &["a", "b", "a - b", "h", "3", "0", "1", "-1"];
const KEYS: &[&str] = &["\"a\"", "\"b\"", "(p ? \"a\" : \"c\")", "(\"a\" + b)", "null"];
const CONDITIONS: &[&str] = &["p", "a > b", "x != null", "a == 0", "h > 3", "x == given", "$l.isEmpty()", "h % 3 == 1"];

/// A collection that a program has: its name, the type, and how it is made if it is no parameter.
type Variable = (&'static str, &'static str, &'static [&'static str]);

const LISTS: &[Variable] = &[
    ("list", "List<E>", &[]),
    ("own", "List<E>", &["new ArrayList<>()", "new LinkedList<>()", "new ArrayList<>(list)"]),
];
const QUEUES: &[Variable] =
    &[("deque", "Deque<E>", &[]), ("work", "Deque<E>", &["new ArrayDeque<>()", "new LinkedList<>()"])];
const MAPS: &[Variable] =
    &[("map", "Map<String, E>", &[]), ("index", "Map<String, E>", &["new HashMap<>()", "new TreeMap<>()"])];
const SETS: &[Variable] = &[("set", "Set<E>", &["new HashSet<>()", "new LinkedHashSet<>()"])];
const HEAPS: &[Variable] = &[(
    "heap",
    "PriorityQueue<E>",
    &["new PriorityQueue<>((y, z) -> y.k - z.k)", "new PriorityQueue<>((y, z) -> z.k - y.k)", "new PriorityQueue<>()"],
)];
const TREES: &[Variable] = &[("tree", "TreeMap<Integer, E>", &["new TreeMap<>()", "new TreeMap<>((y, z) -> z - y)"])];
const ROWS: &[Variable] = &[("rows", "List<List<E>>", &["new ArrayList<>()"])];

/// Where collections come from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A static method, with parameters.
    Method,
    /// The methods of a class, with fields.
    Class,
}

/// A program, with the parameters of its method that are collections or elements.
pub struct Generated {
    pub text: String,
    pub parameters: Vec<&'static str>,
}

struct Generator {
    random: Random,
    names: usize,
    used: BTreeSet<&'static str>,
}

impl Generator {
    fn one(&mut self, texts: &[&'static str]) -> &'static str {
        self.random.one_of::<&'static str>(texts)
    }

    fn variable(&mut self, variables: &[Variable]) -> &'static str {
        let name = self.random.one_of(variables).0;
        self.used.insert(name);
        name
    }

    /// A template with its holes filled.
    fn filled(&mut self, template: &str, depth: usize) -> String {
        self.names += 1;
        let (element, name) = (format!("y{}", self.names), format!("i{}", self.names));
        let mut text = template.replace("$u", "$u ");
        // Lists that occur several times are often one.
        let list = self.variable(LISTS);
        while let Some(at) = text.find('$') {
            let part = match text.as_bytes()[at + 1] {
                b'y' => element.clone(),
                b'i' => name.clone(),
                b'u' => self.one(USES).to_owned(),
                b'l' if self.random.one_in(5) => self.variable(LISTS).to_owned(),
                b'l' => list.to_owned(),
                b'q' => self.variable(QUEUES).to_owned(),
                b'm' => self.variable(MAPS).to_owned(),
                b's' => self.variable(SETS).to_owned(),
                b'w' => self.variable(HEAPS).to_owned(),
                b't' => self.variable(TREES).to_owned(),
                b'r' => self.variable(ROWS).to_owned(),
                b'e' => self.one(ELEMENTS).to_owned(),
                b'n' => self.one(NUMBERS).to_owned(),
                b'k' if self.random.one_in(8) => "null".to_owned(),
                b'k' => self.one(&KEYS[..KEYS.len() - 1]).to_owned(),
                b'c' => self.one(CONDITIONS).to_owned(),
                _ if depth == 0 => self.one(&["h++;", "x = given;", "x = new E(b);", "if (p) x = null;"]).to_owned(),
                _ => self.statement(depth - 1),
            };
            text.replace_range(at..at + 2, &part);
        }
        text
    }

    fn statement(&mut self, depth: usize) -> String {
        let template = *self.random.one_of::<&str>(STATEMENTS);
        format!("{{ {} }}", self.filled(template, depth))
    }

    fn statements(&mut self, most: usize, indent: &str) -> String {
        let count = 1 + self.random.below(most);
        (0..count).fold(String::new(), |all, _| all + indent + &self.statement(usize::from(count == 1)) + "\n")
    }

    /// The declaration of a collection that is made here.
    fn made(&mut self, (name, ty, values): &Variable) -> String {
        let values = if *name == "own" && !self.used.contains("list") { &values[..2] } else { values };
        format!("{ty} {name} = {};", self.one(values))
    }
}

fn collections() -> impl Iterator<Item = &'static Variable> {
    [LISTS, QUEUES, MAPS, SETS, HEAPS, TREES, ROWS].into_iter().flatten()
}

/// A random program in a package: the class `M`, and those of its elements.
pub fn program(package: &str, kind: Kind, seed: u64) -> Generated {
    let mut own = Generator { random: Random::scattered(seed), names: 0, used: BTreeSet::new() };
    let mut text = format!("package {package};\nimport java.util.*;\n");
    let equals = "public boolean equals(Object o) { return o instanceof E && ((E) o).k == k; } public int hashCode() { return k; }";
    let wild = "public boolean equals(Object o) { return next.k == ((E) o).k; } public int hashCode() { return 7; }";
    let equals = *own.random.one_of(&["", "", equals, equals, wild]);
    let _ = writeln!(
        text,
        "class E implements Comparable<E> {{ int k; E next; E(int k) {{ this.k = k; }} public int compareTo(E e) {{ return k - e.k; }} {equals} }}\n\
         class F extends E {{ int w; F(int w) {{ super(w + 1); this.w = w; }} }}"
    );
    let mut methods = String::new();
    let mut parameters = Vec::new();
    let count = if kind == Kind::Method { 1 } else { 2 + own.random.below(2) };
    for number in 0..count {
        if kind == Kind::Method {
            own.used.clear();
        }
        let body = own.statements(if kind == Kind::Method { 2 } else { 1 }, "    ");
        let name = ["m", "n", "o"][number];
        if kind == Kind::Class {
            let _ = writeln!(
                methods,
                "  int {name}(int a, int b, boolean p, E given) {{\n    int h = 0; E x = given;\n{body}    return h;\n  }}"
            );
            continue;
        }
        let made: Vec<&Variable> = collections().filter(|(name, ..)| own.used.contains(name)).collect();
        let mut declared = String::new();
        for variable in &made {
            if !variable.2.is_empty() {
                declared += &format!("    {}\n", own.made(variable));
            }
        }
        let given: Vec<&Variable> = made.iter().copied().filter(|(.., values)| values.is_empty()).collect();
        parameters = given.iter().map(|(name, ..)| *name).collect();
        let declarations = given.iter().map(|(name, ty, _)| format!(", {ty} {name}")).collect::<String>();
        let tested: Vec<String> = given.iter().map(|(name, ..)| format!("{name} == null")).collect();
        let is_tested = !tested.is_empty() && !own.random.one_in(4);
        let test = if is_tested { format!("    if ({}) return 0;\n", tested.join(" || ")) } else { String::new() };
        let _ = writeln!(
            methods,
            "  static int {name}(int a, int b, boolean p, E given{declarations}) {{\n{test}    int h = 0; E x = given;\n{declared}{body}    return h;\n  }}"
        );
    }
    let _ = writeln!(text, "class M {{");
    if kind == Kind::Class {
        let used: Vec<&Variable> = collections().filter(|(name, ..)| own.used.contains(name)).collect();
        for (name, ty, values) in used {
            let is_final = *own.random.one_of(&["private ", "private final "]);
            let is_final = if *name == "own" { "private " } else { is_final };
            let made = match *name {
                "list" => *own.random.one_of(&["new ArrayList<>()", "new LinkedList<>()"]),
                "deque" => *own.random.one_of(&["new ArrayDeque<>()", "new LinkedList<>()"]),
                "map" => "new HashMap<>()",
                "own" => *own.random.one_of(&values[..2]),
                _ => *own.random.one_of::<&str>(values),
            };
            let _ = writeln!(text, "  {is_final}{ty} {name} = {made};");
        }
    }
    text += &methods;
    text += "  static E first(List<E> all) { return all.isEmpty() ? null : all.get(0); }
  static E last(List<E> all) { E last = null; for (E e : all) last = e; return last; }
  static void fill(List<E> all, E e) { if (e != null) all.add(e); else all.clear(); }
}
";
    Generated { text, parameters }
}
