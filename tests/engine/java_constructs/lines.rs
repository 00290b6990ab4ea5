//! Random lines of Java about boxes, texts, collections, arrays, casts and the library, with null and with values at the boundaries, through
//! every static type that fits. A JVM says what they do.

use std::fmt::Write;

use hrglass::base::Random;

/// A static type of variables: its name, and expressions of it.
struct Kind {
    name: &'static str,
    values: &'static [&'static str],
    /// Other static types of the same values.
    wider: &'static [&'static str],
}

const fn kind(name: &'static str, wider: &'static [&'static str], values: &'static [&'static str]) -> Kind {
    Kind { name, values, wider }
}

const KINDS: &[Kind] = &[
    kind(
        "int",
        &["long", "double", "Integer", "Object"],
        &["0", "1", "-1", "7", "127", "128", "Integer.MAX_VALUE", "Integer.MIN_VALUE"],
    ),
    kind("long", &["Long", "double"], &["0L", "1L", "-1L", "Long.MAX_VALUE", "1L << 32"]),
    kind("char", &["int", "Character"], &["'a'", "'0'", "'\\0'", "'z'"]),
    kind("byte", &["int", "Byte", "short"], &["(byte) 0", "(byte) -1", "(byte) 127", "(byte) 200"]),
    kind("boolean", &["Boolean", "Object"], &["true", "false"]),
    kind(
        "Integer",
        &["Object", "Number", "Comparable<Integer>"],
        &["null", "0", "5", "127", "128", "-1", "Integer.valueOf(5)"],
    ),
    kind("Long", &["Object", "Number"], &["null", "0L", "5L", "128L"]),
    kind("Character", &["Object"], &["null", "'a'", "'0'"]),
    kind("Boolean", &["Object"], &["null", "true", "false"]),
    kind(
        "String",
        &["Object", "CharSequence", "Comparable<String>"],
        &["null", "\"\"", "\"a\"", "\"ab\"", "\"12\"", "\"-7\""],
    ),
    kind("Object", &[], &["null", "new Object()", "\"a\"", "5", "'a'", "new int[2]"]),
    kind("StringBuilder", &["Object", "CharSequence"], &["null", "new StringBuilder()", "new StringBuilder(\"ab\")"]),
    kind(
        "List<Integer>",
        &["Collection<Integer>", "Iterable<Integer>", "Object"],
        &["null", "new ArrayList<>()", "new LinkedList<>()", "new Stack<>()"],
    ),
    kind(
        "ArrayList<String>",
        &["List<String>", "Collection<String>", "Object"],
        &["null", "new ArrayList<>()", "new ArrayList<>(4)"],
    ),
    kind(
        "LinkedList<Integer>",
        &["Deque<Integer>", "Queue<Integer>", "List<Integer>"],
        &["null", "new LinkedList<>()"],
    ),
    kind("ArrayDeque<Integer>", &["Deque<Integer>", "Queue<Integer>", "Object"], &["null", "new ArrayDeque<>()"]),
    kind("Set<String>", &["Collection<String>", "Object"], &["null", "new HashSet<>()", "new TreeSet<>()"]),
    kind("Map<String, Integer>", &["Object"], &["null", "new HashMap<>()", "new TreeMap<>()"]),
    kind("int[]", &["Object"], &["null", "new int[0]", "new int[2]", "{1, 2, 3}"]),
    kind("String[]", &["Object[]", "Object"], &["null", "new String[1]", "{\"a\", null}"]),
    kind("R", &["Object", "Record"], &["null", "new R(1, \"a\")", "new R(null, null)", "new R(128, \"\")"]),
    kind("E", &["Object", "Comparable<E>"], &["null", "E.A", "E.B"]),
];

/// Expressions: their static type, and their text, in which `T?` stands for an expression of a type, a variable or a value.
const EXPRESSIONS: &[(&str, &str)] = &[
    ("int", "int? + int?"),
    ("int", "int? / int?"),
    ("int", "int? % int?"),
    ("int", "int? >> int?"),
    ("int", "(int) long?"),
    ("int", "char? + int?"),
    ("char", "(char) int?"),
    ("byte", "(byte) int?"),
    ("long", "long? * int?"),
    ("long", "-long?"),
    ("int", "Integer?"),
    ("Integer", "int?"),
    ("long", "Integer?"),
    ("Long", "long?"),
    ("char", "Character?"),
    ("boolean", "Boolean?"),
    ("int", "Integer? + Integer?"),
    ("boolean", "Integer? == Integer?"),
    ("boolean", "Integer? == int?"),
    ("boolean", "Integer? < Integer?"),
    ("boolean", "Long? == long?"),
    ("boolean", "Character? == char?"),
    ("boolean", "boolean? && Boolean?"),
    ("boolean", "boolean? || Boolean?"),
    ("Integer", "boolean? ? Integer? : int?"),
    ("Object", "boolean? ? Integer? : Character?"),
    ("Integer", "boolean? ? Integer? : null"),
    ("Object", "boolean? ? int? : char?"),
    ("int", "boolean? ? Integer? : int?"),
    ("Object", "boolean? ? String? : Integer?"),
    ("boolean", "Integer?.equals(Object?)"),
    ("boolean", "Long?.equals(Integer?)"),
    ("int", "Integer?.intValue()"),
    ("int", "Integer?.compareTo(Integer?)"),
    ("int", "Integer?.hashCode()"),
    ("String", "Integer?.toString()"),
    ("int", "Integer.parseInt(String?)"),
    ("Integer", "Integer.valueOf(String?)"),
    ("int", "Integer.compare(int?, Integer?)"),
    ("int", "Integer.bitCount(int?)"),
    ("int", "Math.abs(int?)"),
    ("int", "Math.max(int?, Integer?)"),
    ("int", "Math.floorMod(int?, int?)"),
    ("int", "Math.addExact(int?, int?)"),
    ("long", "Math.max(long?, int?)"),
    ("boolean", "Character.isDigit(char?)"),
    ("boolean", "Character.isLetter(char?)"),
    ("int", "Character.getNumericValue(char?)"),
    ("int", "String?.length()"),
    ("boolean", "String?.isEmpty()"),
    ("char", "String?.charAt(int?)"),
    ("boolean", "String?.equals(Object?)"),
    ("int", "String?.compareTo(String?)"),
    ("String", "String?.substring(int?)"),
    ("int", "String?.indexOf(String?)"),
    ("String", "String?.concat(String?)"),
    ("boolean", "String?.contains(String?)"),
    ("boolean", "String?.startsWith(String?)"),
    ("String", "String? + Integer?"),
    ("String", "String? + Object?"),
    ("String", "String.valueOf(Object?)"),
    ("boolean", "String? == String?"),
    ("int", "String?.hashCode()"),
    ("String", "String?.trim()"),
    ("StringBuilder", "StringBuilder?.append(String?)"),
    ("StringBuilder", "StringBuilder?.append(int?)"),
    ("int", "StringBuilder?.length()"),
    ("String", "StringBuilder?.toString()"),
    ("StringBuilder", "StringBuilder?.reverse()"),
    ("StringBuilder", "StringBuilder?.deleteCharAt(int?)"),
    ("boolean", "Object?.equals(Object?)"),
    ("boolean", "Objects.equals(Object?, Object?)"),
    ("Object", "Objects.requireNonNull(Object?)"),
    ("boolean", "Objects.isNull(Object?)"),
    ("int", "Objects.hash(Object?, Object?)"),
    ("Integer", "(Integer) Object?"),
    ("String", "(String) Object?"),
    ("int", "(int) Object?"),
    ("int[]", "(int[]) Object?"),
    ("boolean", "Object? instanceof String"),
    ("boolean", "Object? instanceof Integer i && i > 3"),
    ("boolean", "List<Integer>?.add(Integer?)"),
    ("Integer", "List<Integer>?.get(int?)"),
    ("int", "List<Integer>?.get(int?)"),
    ("Integer", "List<Integer>?.remove(int?)"),
    ("boolean", "List<Integer>?.remove(Object?)"),
    ("boolean", "List<Integer>?.contains(Object?)"),
    ("int", "List<Integer>?.indexOf(Object?)"),
    ("Integer", "List<Integer>?.set(int?, Integer?)"),
    ("int", "List<Integer>?.size()"),
    ("boolean", "List<Integer>?.addAll(List<Integer>?)"),
    ("boolean", "ArrayList<String>?.add(String?)"),
    ("String", "ArrayList<String>?.get(int?)"),
    ("boolean", "ArrayList<String>?.isEmpty()"),
    ("boolean", "LinkedList<Integer>?.offer(Integer?)"),
    ("Integer", "LinkedList<Integer>?.poll()"),
    ("Integer", "LinkedList<Integer>?.getFirst()"),
    ("Integer", "LinkedList<Integer>?.removeLast()"),
    ("Integer", "LinkedList<Integer>?.peek()"),
    ("Integer", "LinkedList<Integer>?.pop()"),
    ("boolean", "ArrayDeque<Integer>?.offerFirst(Integer?)"),
    ("Integer", "ArrayDeque<Integer>?.pollLast()"),
    ("Integer", "ArrayDeque<Integer>?.removeFirst()"),
    ("Integer", "ArrayDeque<Integer>?.element()"),
    ("boolean", "Set<String>?.add(String?)"),
    ("boolean", "Set<String>?.contains(String?)"),
    ("boolean", "Set<String>?.remove(Object?)"),
    ("Integer", "Map<String, Integer>?.put(String?, Integer?)"),
    ("Integer", "Map<String, Integer>?.get(String?)"),
    ("int", "Map<String, Integer>?.get(String?)"),
    ("boolean", "Map<String, Integer>?.containsKey(String?)"),
    ("Integer", "Map<String, Integer>?.getOrDefault(String?, Integer?)"),
    ("Integer", "Map<String, Integer>?.remove(String?)"),
    ("int", "int[]?.length"),
    ("int", "int[]?[int?]"),
    ("int[]", "new int[int?]"),
    ("int[]", "int[]?.clone()"),
    ("String", "String[]?[int?]"),
    ("int", "Arrays.asList(String[]?).size()"),
    ("int[]", "Arrays.copyOf(int[]?, int?)"),
    ("boolean", "Arrays.equals(int[]?, int[]?)"),
    ("boolean", "Arrays.deepEquals(String[]?, String[]?)"),
    ("int", "Arrays.deepHashCode(String[]?)"),
    ("String", "Arrays.deepToString(String[]?)"),
    ("Integer", "R?.number()"),
    ("int", "R?.number()"),
    ("String", "R?.text()"),
    ("boolean", "R?.equals(R?)"),
    ("boolean", "R? == R?"),
    ("int", "E?.ordinal()"),
    ("String", "E?.name()"),
    ("boolean", "E? == E?"),
    ("int", "E?.compareTo(E?)"),
    ("E", "E.valueOf(String?)"),
    ("int", "switch (E?) { case A -> int?; case B -> int?; }"),
    ("int", "switch (String?) { case \"a\" -> int?; default -> int?; }"),
];

/// Statements that change variables or go elsewhere; `T!` stands for a variable.
const STATEMENTS: &[&str] = &[
    "for (int x : List<Integer>?) h += x;",
    "for (Integer x : List<Integer>?) if (x == null) h++;",
    "for (int x : int[]?) h += x;",
    "for (String x : String[]?) h += x.length();",
    "for (String x : Set<String>?) h += x.length();",
    "for (Object x : Iterable<Integer>?) h++;",
    "switch (Integer?) { case 0: h++; case 5: h += 2; break; default: h += 3; }",
    "switch (String?) { case \"a\": h++; break; case \"\": h += 2; }",
    "switch (E?) { case A: h++; break; default: h += 5; }",
    "if (Boolean?) h++; else h += 2;",
    "Integer!++;",
    "Integer! += int?;",
    "int! += Integer?;",
    "char! += int?;",
    "byte! -= int?;",
    "long! <<= int?;",
    "String! += Integer?;",
    "String! += char?;",
    "int[]?[int?] = Integer?;",
    "String[]?[int?] = String?;",
    "Object[] a$ = String[]?; a$[0] = Object?;",
    "try { h += Integer?; } catch (NullPointerException e) { h += 100; }",
    "try { h += String?.length(); } finally { h += 10; }",
    "try { Object! = (String) Object?; } catch (ClassCastException e) { h += 7; }",
    "try { h += 5 / int?; } catch (ArithmeticException e) { h += 11; }",
    "synchronized (Object?) { h++; }",
    "if (Object? == null) throw new IllegalStateException();",
    "assert boolean?;",
    "List<Integer>?.clear();",
    "List<Integer>?.add(int?, Integer?);",
    "LinkedList<Integer>?.push(Integer?);",
    "LinkedList<Integer>?.addFirst(Integer?);",
    "ArrayDeque<Integer>?.push(Integer?);",
    "ArrayDeque<Integer>?.addLast(Integer?);",
    "StringBuilder?.setLength(int?);",
    "System.arraycopy(int[]?, int?, int[]?, int?, int?);",
    "Arrays.fill(int[]?, Integer?);",
    "Arrays.sort(int[]?);",
    "Iterator<Integer> i$ = List<Integer>?.iterator(); if (i$.hasNext()) h += i$.next();",
    "Iterator<Integer> i$ = List<Integer>?.iterator(); h += i$.next();",
    "var v$ = Integer?; h += v$;",
    "final int f$ = int?; byte b$ = (byte) f$; h += b$;",
    "Runnable r$ = () -> { }; r$.run();",
    "Integer c$ = Integer?; Object o$ = c$; h += o$ == c$ ? 1 : 2;",
    "throw Object? == null ? new IllegalStateException() : new ArithmeticException();",
];

/// Variables that are used now and then.
const VARIABLES: usize = 4;
/// Lines of a program.
const LINES: usize = 3;
/// How deep expressions are nested.
const DEPTH: usize = 2;

struct Lines<'r> {
    random: &'r mut Random,
    /// Names with their kinds.
    variables: Vec<(String, &'static str)>,
    names: usize,
}

impl Lines<'_> {
    fn below(&mut self, count: usize) -> usize {
        self.random.below(count)
    }

    fn choose<'t, T>(&mut self, all: &'t [T]) -> &'t T {
        self.random.one_of(all)
    }

    /// A value of a type; arrays are made where values may stand.
    fn value(&mut self, ty: &str) -> Option<String> {
        let kind = KINDS.iter().find(|kind| kind.name == ty)?;
        let value = *self.choose(kind.values);
        let value = if value.starts_with('{') { format!("new {ty} {value}") } else { value.to_owned() };
        Some(if value == "null" || value.contains(['<', ' ', '-']) { format!("(({ty}) ({value}))") } else { value })
    }

    fn expression(&mut self, ty: &str, depth: usize) -> String {
        let own: Vec<&str> = self.variables.iter().filter(|(_, own)| *own == ty).map(|(name, _)| &**name).collect();
        if !own.is_empty() && self.random.below(3) > 0 {
            return own[self.random.below(own.len())].to_owned();
        }
        let fitting: Vec<&str> =
            EXPRESSIONS.iter().filter(|(result, _)| *result == ty).map(|(_, text)| *text).collect();
        if depth > 0 && !fitting.is_empty() && self.below(2) == 0 {
            let template = *self.choose(&fitting);
            return format!("({})", self.filled(template, depth - 1));
        }
        match self.value(ty) {
            Some(value) => value,
            // A wider type: some value of another one.
            None => {
                let narrower: Vec<&str> =
                    KINDS.iter().filter(|kind| kind.wider.contains(&ty)).map(|kind| kind.name).collect();
                let narrower = *self.choose(&narrower);
                format!("(({ty}) {})", self.expression(narrower, 0))
            }
        }
    }

    /// A template with expressions in its places.
    fn filled(&mut self, template: &str, depth: usize) -> String {
        let mut text = String::new();
        let mut rest = template;
        self.names += 1;
        let is_of_type = |c: char| c.is_alphanumeric() || "<>[].".contains(c);
        while let Some(at) = rest.find(['?', '!']).filter(|_| !rest.is_empty()) {
            let (before, after) = rest.split_at(at);
            let mut start = before.rfind(|c| !is_of_type(c)).map_or(0, |found| found + 1);
            // The only types with a space.
            if before[..start].ends_with("Map<String, ") {
                start -= "Map<String, ".len();
            }
            let mut ty = &before[start..];
            // What stands before the type: a receiver and its member, or the bracket of an index.
            if let Some(open) = ty.rfind('[').filter(|_| !ty.ends_with("[]")) {
                (start, ty) = (start + open + 1, &ty[open + 1..]);
            }
            let is_place = KINDS.iter().any(|kind| kind.name == ty || kind.wider.contains(&ty));
            if !is_place || after.starts_with("!=") {
                text += &rest[..=at];
                rest = &rest[at + 1..];
                continue;
            }
            text += &before[..start];
            let of_type: Vec<String> =
                self.variables.iter().filter(|(_, own)| *own == ty).map(|(name, _)| name.clone()).collect();
            text += &match after.starts_with('!') {
                true if of_type.is_empty() => self.declared(ty),
                true => self.choose(&of_type).clone(),
                false => self.expression(ty, depth),
            };
            rest = &rest[at + 1..];
        }
        (text + rest).replace('$', &self.names.to_string())
    }

    /// A variable that is declared at the beginning of the program.
    fn declared(&mut self, ty: &str) -> String {
        let kind = KINDS.iter().find(|kind| kind.name == ty).expect("it has values");
        let name = format!("v{}", self.variables.len());
        self.variables.push((name.clone(), kind.name));
        name
    }
}

/// A program: `A.f` returns a number that depends on what its lines do.
pub fn program(seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut lines = Lines { random: &mut random, variables: Vec::new(), names: 0 };
    for _ in 0..VARIABLES {
        let kind = lines.choose(KINDS);
        let ty = if kind.wider.is_empty() || lines.below(2) > 0 { kind.name } else { lines.choose(kind.wider) };
        if KINDS.iter().any(|kind| kind.name == ty) {
            lines.declared(ty);
        }
    }
    let mut body = String::new();
    for number in 0..=lines.below(LINES) {
        if lines.below(3) == 0 {
            let template = *lines.choose(STATEMENTS);
            let line = lines.filled(template, DEPTH - 1);
            _ = writeln!(body, "        {{ {line} }}");
            continue;
        }
        let &(ty, template) = lines.choose(EXPRESSIONS);
        let expression = lines.filled(template, DEPTH);
        // What is found is seen through its own type, or a wider one.
        let kind = KINDS.iter().find(|kind| kind.name == ty).expect("it has values");
        let seen = if kind.wider.is_empty() || lines.below(3) > 0 { ty } else { lines.choose(kind.wider) };
        let told = match seen {
            "int" | "long" | "char" | "byte" | "short" => format!("(int) x{number}"),
            "boolean" => format!("x{number} ? 1 : 2"),
            "double" => format!("x{number} > 3 ? 1 : 2"),
            "Integer" => format!("x{number} == null ? 3 : (int) x{number}"),
            "String" => format!("x{number} == null ? 3 : x{number}.length()"),
            _ => format!("x{number} == null ? 3 : 4"),
        };
        _ = writeln!(body, "        {seen} x{number} = {expression};\n        h = h * 31 + ({told});");
    }
    let variables = std::mem::take(&mut lines.variables);
    let mut declarations = String::new();
    for (name, ty) in variables {
        let kind = KINDS.iter().find(|kind| kind.name == ty).expect("it has values");
        _ = writeln!(declarations, "        {ty} {name} = {};", lines.choose(kind.values));
    }
    format!(
        "import java.util.*;\npublic class A {{\n    record R(Integer number, String text) {{ }}\n    enum E {{ A, B }}\n    \
         static int f() {{\n        int h = 0;\n{declarations}{body}        return h;\n    }}\n}}\n"
    )
}
