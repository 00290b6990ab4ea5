//! Whole classes: what is true of every sequence of calls.

pub mod jvm;

use std::path::Path;

use hrglass::base::{Observer, Silent};
use hrglass::editor::load_program;
use hrglass::report::evidence::{Ending, EvidenceKind};
use hrglass::report::setting::AbstractionSetting;
use hrglass::report::{PropertyReport, Verdict};
use hrglass::session::run;
use hrglass::task::{Language, NoFiles, Overrides};

/// What is said of a class and of its calls.
fn checked(text: &str, class: &str) -> Vec<PropertyReport> {
    checked_by(text, class, &mut Silent)
}

/// The same with an observer.
pub fn checked_by(text: &str, class: &str, observer: &mut dyn Observer) -> Vec<PropertyReport> {
    let overrides = Overrides { entry: Some(format!("{class}.*")), max_states: Some(4_000), ..Overrides::default() };
    let loaded = load_program(text, &format!("{class}.java"), Language::Java, &mut NoFiles, &overrides);
    let session = run(&loaded, observer);
    assert!(!session.report().properties.is_empty(), "{:?}\n{text}", session.report().diagnostics);
    session.report().properties.clone()
}

/// A report in one line: a mark for each verdict, with the sequence of calls on which it fails, or what is assumed of clients.
fn told(report: &PropertyReport) -> String {
    let judgement = &report.judgement;
    let mut line = format!("{}: {:?}", report.id, judgement.verdict).to_lowercase();
    if judgement.verdict == Verdict::Violated {
        let run = judgement.evidence.as_ref().and_then(|evidence| evidence.counterexample.as_ref()).expect("a run");
        let calls = run.steps.iter().filter(|step| step.method.ends_with(".*")).map(|step| step.operation.as_str());
        line += &format!(" by {}", calls.collect::<Vec<_>>().join("; "));
        assert!(matches!(run.ending, Ending::NullDereference | Ending::Thrown), "{run:?}");
    }
    // What is said of nearly all classes.
    let usual = [
        "clients extend no classes of the program",
        "where any object may be passed, clients pass none of a class of the program",
    ];
    let is_special = |words: &str| !usual.contains(&words);
    let of_clients = judgement.assumptions.iter().filter(|it| it.kind.code() == "assumption/client");
    of_clients
        .filter(|it| is_special(it.words.as_str()))
        .for_each(|assumption| line += &format!(" if {}", assumption.words));
    line
}

fn check(class: &str, text: &str, expected: &[&str]) {
    let found: Vec<String> = checked(text, class).iter().map(told).collect();
    assert_eq!(found, expected, "{class}");
}

const STACK: &str = "import java.util.NoSuchElementException;
class Stack<T> { private static class Cell { private T0 item; private Cell below; } private Cell top; private int size;
  boolean isEmpty() { return top == null; }
  void push(T item) { Cell cell = new Cell(); cell.below = top; top = cell; size++; }
  void pop() { if (isEmpty()) throw new NoSuchElementException(); top = top.below; size--; }
  LAST }
class T0 { }";

#[test]
fn a_class_is_safe_for_every_sequence_of_calls() {
    let safe = STACK.replace("LAST", "void clear() { while (!isEmpty()) pop(); }");
    check("Stack", &safe, &["memorysafety: satisfied if clients pass no null"]);
}

/// Clients pass objects of any class, and numbers that some object has.
#[test]
fn what_clients_pass_is_chosen_so_that_calls_fail() {
    let list = "class Raw { private Node first; static class Node { Object data; Node next; }
        void add(Object data) { Node node = new Node(); node.data = data; node.next = first; first = node; }
        int sum() { int sum = 0; for (Node at = first; at != null; at = at.next) if (at.data != null) sum += (Integer) at.data; return sum; } }";
    let reports = checked(list, "Raw");
    assert!(
        told(&reports[0]).starts_with("memorysafety: violated by raw = new Raw(); raw.add(data); raw.sum()"),
        "{reports:?}"
    );
    let bank = "class Bank { private static int number = 1000; private Account all;
        static class Account { int number; int money; Account next; }
        int open() { Account account = new Account(); account.number = number++; account.next = all; all = account; return account.number; }
        private Account find(int number) { Account at = all; while (at != null && at.number != number) at = at.next; return at; }
        void move(int from, int to) { if (from == to || find(from) == null) return; find(from).money--; find(to).money++; } }";
    let reports = checked(bank, "Bank");
    let transfer = reports.iter().find(|report| report.id == "move(int, int)").expect("it fails");
    assert_eq!(transfer.judgement.verdict, Verdict::Violated, "{:?}", transfer.judgement);
}

/// A parser has tens of thousands of states between calls, none of which is larger than those before.
#[test]
fn more_states_are_generated_where_they_decide_something() {
    let states = states_of("FormulaParser", &own_class("FormulaParser"));
    assert!(states[..3] == [10_000; 3] && states[3] > 10_000 && states.len() == 4, "{states:?}");
}

/// A list has tens of thousands of states if clients go back to iterators of what has changed since.
#[test]
fn clients_that_do_not_go_back_to_an_iterator_are_checked() {
    let states = states_of("DoublyLinkedList", &own_class("DoublyLinkedList"));
    assert!(states[..3] == [10_000; 3] && states[3] < 10_000 && states.len() == 4, "{states:?}");
}

/// A constructor stores what it is given, and changes no list that does not have the new node.
#[test]
fn lists_are_counted_when_constructors_link_their_nodes() {
    let text = "class Stack { private static class Node { final Node below; Node(Node below) { this.below = below; } }
        private Node top; private int size;
        void push() { top = new Node(top); size++; }
        void pop() { if (size == 0) throw new IllegalStateException(); top = top.below; size--; } }";
    check("Stack", text, &["memorysafety: satisfied"]);
}

/// What a helper has tested is known when it returns; what it was passed need not be read again there.
#[test]
fn what_a_helper_tests_is_known_to_its_callers() {
    let text = "class Average { private int count, sum;
        void add(int number) { count++; sum += number; }
        private void need() { if (count == 0) throw new IllegalStateException(); }
        int mean() { need(); return sum / count; } }";
    check("Average", text, &["memorysafety: satisfied"]);
    let wrong = text.replace("if (count == 0)", "if (sum == 0)");
    let reports = checked(&wrong, "Average");
    assert!(reports.iter().any(|report| report.id == "mean()" && report.judgement.verdict != Verdict::Satisfied));
}

/// A list and its iterator share something, two objects that static fields tell of each other are no better than that, and a call that takes
/// two lists needs both.
#[test]
fn objects_of_a_client_are_told_apart_only_if_they_share_nothing() {
    let bag = "import java.util.Iterator;
        class Bag { private Cell first; private static class Cell { Cell next; }
        void add() { Cell cell = new Cell(); cell.next = first; first = cell; }
        void cut() { if (first != null && first.next != null) first.next.next = null; }
        Iterator<Integer> iterator() { return new Walker(first == null ? null : first.next); }
        private static class Walker implements Iterator<Integer> { private Cell at; private boolean more;
            Walker(Cell at) { this.at = at; more = at != null && at.next != null; }
            public boolean hasNext() { return more; }
            public Integer next() { if (!more) throw new java.util.NoSuchElementException(); at = at.next; more = at.next != null; return 1; } } }";
    let mode = "import java.util.Iterator;
        class Mode { private static int mode; private static class Cell { int started; Cell next; }
        void set() { mode = 1; }
        Iterator<Integer> iterator() { return new Numbers(); }
        private static class Numbers implements Iterator<Integer> { private final Cell cell = new Cell(); Numbers() { cell.started = mode; }
            public boolean hasNext() { return true; }
            public Integer next() { if (mode == 1 && cell.started == 0) cell.next.started = 2; return 1; } } }";
    let pair = "import java.util.Iterator;
        class Pair { private Cell cell; private static class Cell { boolean full; Cell next; }
        void fill() { cell = new Cell(); cell.full = true; }
        void meet(Iterator<Cell> other) { if (cell != null && cell.full && other instanceof Walker && ((Walker) other).at == null) cell.next.full = true; }
        Iterator<Cell> iterator() { return new Walker(); }
        private static class Walker implements Iterator<Cell> { private Cell at = new Cell();
            public boolean hasNext() { return at != null; }
            public Cell next() { Cell now = at; at = null; return now; } } }";
    for (class, text, call) in
        [("Bag", bag, "Iterator.next()"), ("Mode", mode, "Iterator.next()"), ("Pair", pair, "meet(Iterator)")]
    {
        let reports = checked(text, class);
        let found = reports.iter().find(|report| report.id == call).expect("a call that fails");
        assert_eq!(found.judgement.verdict, Verdict::Violated, "{class}: {:?}", found.judgement);
    }
}

/// The text of a class that people bring.
fn own_class(class: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/own/classes/{class}.java"));
    std::fs::read_to_string(path).expect("text")
}

/// How many states are generated of a class that is safe with each setting.
fn states_of(class: &str, text: &str) -> Vec<u32> {
    let overrides = Overrides { entry: Some(format!("{class}.*")), ..Overrides::default() };
    let loaded = load_program(text, &format!("{class}.java"), Language::Java, &mut NoFiles, &overrides);
    let session = run(&loaded, &mut Silent);
    let report = session.report();
    let calls = &report.properties[1..];
    assert!(report.properties[0].claim.methods.iter().eq(calls.iter().map(|call| &call.id)) || calls.is_empty());
    assert_eq!(report.properties[0].judgement.verdict, Verdict::Satisfied, "{:?}", report.properties[0].judgement);
    report.tried.iter().map(|tried| tried.states).collect()
}

#[test]
fn what_is_stored_in_a_field_is_what_is_read() {
    let found = |store: &str| {
        let text = format!(
            "class Names {{ private static class Cell {{ String name; Cell next; }} private Cell first;
            void add(String name) {{ Cell cell = new Cell(); {store} cell.next = first; first = cell; }}
            int sum() {{ int sum = 0; for (Cell c = first; c != null; c = c.next) sum += c.name.length(); return sum; }} }}"
        );
        checked(&text, "Names").iter().map(told).collect::<Vec<_>>()
    };
    assert_eq!(found("cell.name = name;"), ["memorysafety: satisfied if clients pass no null"]);
    let is_violated =
        |store: &str| found(store)[0].starts_with("memorysafety: violated by names = new Names(); names.add(");
    // It is never set, or null for some texts, or read before it is set.
    for store in ["", "cell.name = name.isEmpty() ? null : name;", "first = cell; sum(); cell.name = name;"] {
        assert!(is_violated(store), "{store}: {:#?}", found(store));
    }
    let of_cells = |next: &str| {
        format!(
            "class Least<T extends Comparable<T>> {{ private static class Cell<E> {{ final E value; Cell(E value) {{ this.value = value; }} }}
            private Cell<T> cell; void set(T value) {{ cell = new Cell<>(value); }} {next}
            int compare(T other) {{ return cell == null ? 0 : cell.value.compareTo(other); }} }}"
        )
    };
    let safe = checked(&of_cells(""), "Least");
    assert_eq!(safe[0].judgement.verdict, Verdict::Satisfied, "{safe:?}");
    let cast = "@SuppressWarnings(\"unchecked\") void put(Object any) { cell = new Cell<>((T) any); }";
    let null = "void clear() { cell = new Cell<>(null); }";
    for other in [cast, null] {
        let reports = checked(&of_cells(other), "Least");
        assert_ne!(reports[0].judgement.verdict, Verdict::Satisfied, "{other}");
    }
}

/// Jobs that clients make have no name until they get one.
#[test]
fn fields_of_objects_that_clients_make_are_set_by_clients() {
    let text = |job: &str| {
        format!(
            "class Jobs<T extends Comparable<T>> {{ private T first; void set(T job) {{ first = job; }}
            int order(T other) {{ return first == null ? 0 : first.compareTo(other); }} }}
            class Job implements Comparable<Job> {{ {job}
            public int compareTo(Job other) {{ return name.length() - other.name.length(); }} }}"
        )
    };
    let is_safe = |job: &str| checked(&text(job), "Jobs")[0].judgement.verdict == Verdict::Satisfied;
    assert!(!is_safe("private String name; void name(String name) { this.name = name; }"));
    assert!(!is_safe("private String name; Job() { } void name(String name) { this.name = name; }"));
}

#[test]
fn objects_of_the_program_are_passed_where_they_are_compared() {
    let text = |body: &str| {
        format!(
            "class Point {{ private Point next; void grow() {{ next = new Point(); }} @Override public boolean equals(Object other) {{ {body} }} }}"
        )
    };
    let own = "if (!(other instanceof Point)) return false; Point that = (Point) other; return that.next.next == null;";
    let faulty = checked(&text(own), "Point");
    assert_eq!(told(&faulty[0]), "memorysafety: violated by point = new Point(); point.equals(point)", "{faulty:?}");
    let safe = checked(&text("return other instanceof Point && ((Point) other).next == next;"), "Point");
    assert_eq!(safe[0].judgement.verdict, Verdict::Satisfied, "{safe:?}");
    let cast = checked(&text("return ((Point) other).next == next;"), "Point");
    assert_eq!(cast[0].judgement.verdict, Verdict::Violated, "{cast:?}");
}

#[test]
fn the_calls_that_fail_are_told() {
    let faulty = STACK.replace("LAST", "int below() { return top.below == null ? 0 : 1; }");
    let safe = |name: &str| {
        format!("{name}: satisfied if clients do not go on after a call has failed if clients pass no null")
    };
    let by = "violated by stack = new Stack(); stack.below()";
    let expected = [
        format!("memorysafety: {by}"),
        safe("isempty()"),
        safe("push(object)"),
        safe("pop()"),
        format!("below(): {by}"),
    ];
    check("Stack", &faulty, &expected.each_ref().map(String::as_str));
}

#[test]
fn what_is_thrown_on_purpose_leaves_the_object_as_it_is() {
    // The client goes on after the exception, with `ready` set and `first` null.
    let text = "class Lazy { private Lazy first; private boolean ready;
        void start() { ready = true; if (first == null) throw new IllegalStateException(); }
        void use() { if (ready) first.ready = false; } }";
    check(
        "Lazy",
        text,
        &[
            "memorysafety: violated by lazy = new Lazy(); lazy.start(); lazy.use()",
            "start(): satisfied if clients do not go on after a call has failed",
            "use(): violated by lazy = new Lazy(); lazy.start(); lazy.use()",
        ],
    );
}

#[test]
fn objects_of_the_class_are_passed_to_each_other() {
    let text = "class Chain { private Chain next;
        void link(Chain other) { next = other; }
        void unlink() { next = null; }
        boolean reaches(Chain other) { Chain c = this; while (c != other) c = c.next; return true; } }";
    let held = "clients hold no more objects at a time than 2 of `Chain` if clients pass no null";
    let found: Vec<String> = checked(text, "Chain").iter().map(told).collect();
    let last = found.last().expect("a line");
    assert!(last.starts_with("reaches(chain): violated by chain = new Chain(); "), "{found:#?}");
    let ended = "clients do not go on after a call has failed";
    assert_eq!(found[1], format!("link(chain): satisfied if {ended} if {held}"));
}

const LIST: &str = "import java.util.Iterator;
class Bag<T> implements Iterable<T> { private class Link { T item; Link next; } private Link first;
  void add(T item) { Link l = new Link(); l.item = item; l.next = first; first = l; }
  void clear() { first = null; }
  public Iterator<T> iterator() { return new Walk(); }
  private class Walk implements Iterator<T> { private Link at = first;
    public boolean hasNext() { return at != null; }
    public T next() { GUARD T item = at.item; at = at.next; return item; } } }";

#[test]
fn what_a_method_returns_is_used() {
    let faulty: Vec<String> = checked(&LIST.replace("GUARD", ""), "Bag").iter().map(told).collect();
    let next = faulty.iter().find(|line| line.starts_with("iterator.next()")).expect("a line");
    assert!(next.contains("violated by bag = new Bag(); iterator = bag.iterator(); iterator.next()"), "{faulty:#?}");
    let safe = LIST.replace("GUARD", "if (at == null) throw new java.util.NoSuchElementException();");
    let safe: Vec<String> = checked(&safe, "Bag").iter().map(told).collect();
    let held = "clients hold no more objects at a time than 1 of `Bag` and 1 of `Iterator`";
    assert_eq!(safe, [format!("memorysafety: satisfied if {held} if clients pass no null")]);
}

#[test]
fn null_is_passed_where_no_object_could_be_made_otherwise() {
    let text = |body: &str| {
        format!(
            "class Chains {{
            static class Link {{ Link next; Link(int number, Link next) {{ this.next = next; }} }}
            static class Pair {{ Link left; Pair(Link left) {{ this.left = left; int n = left.next == null ? 0 : 1; }} }}
            int last(Link link, Pair pair) {{ while (link.next != null) link = link.next; {body} }} }}"
        )
    };
    let safe: Vec<String> = checked(&text("return 1;"), "Chains").iter().map(told).collect();
    // A pair can be made with a link that is not null.
    let passed = "clients pass no null but to constructors of `Chains.Link`";
    let held = "clients hold no more objects at a time than 1 of `Chains`, 1 of `Chains.Link` and 1 of `Chains.Pair`";
    let assigned = "clients assign no fields";
    assert_eq!(safe, [format!("memorysafety: satisfied if {assigned} if {held} if {passed}")]);
    let faulty: Vec<String> =
        checked(&text("return link.next.next == null ? 0 : 1;"), "Chains").iter().map(told).collect();
    let last = faulty.iter().find(|line| line.starts_with("last(")).expect("a line");
    for call in
        ["chains = new Chains()", "link = new Link(0, null)", "pair = new Pair(link)", "chains.last(link, pair)"]
    {
        assert!(last.contains(call), "{call}: {last}");
    }
}

#[test]
fn where_clients_that_share_make_heaps_without_end_those_that_do_not_are_checked() {
    let text = |body: &str| {
        format!(
            "class Trees {{
            static class Tree {{ Tree left, right; Tree() {{ }} Tree(Tree left, Tree right) {{ this.left = left; this.right = right; }} }}
            static Tree mirror(Tree tree) {{ if (tree == null) return null;
              Tree left = mirror(tree.left); tree.left = mirror(tree.right); tree.right = left; return tree; }}
            static int differ(Tree one, Tree other) {{ {body} }} }}"
        )
    };
    let passed = "clients pass no object twice or to itself, and use none again that they have passed to a constructor, beside another object, or to a method that returns one";
    let says = |report: &PropertyReport| told(report).contains(passed);
    let safe = checked(&text("return mirror(one) == other ? 1 : 0;"), "Trees");
    assert!(safe.len() == 1 && told(&safe[0]).starts_with("memorysafety: satisfied if ") && says(&safe[0]), "{safe:?}");
    // Those that share are executed, too.
    let text = text("one.left = new Tree(); other.left = null; return one.left.left == null ? 1 : 0;");
    let faulty = checked(&text, "Trees");
    let (differ, others) = faulty[1..].split_last().expect("a call");
    assert_eq!(told(differ), "differ(tree, tree): violated by tree = new Tree(); Trees.differ(tree2, tree2)");
    assert!(others.len() == 3 && others.iter().all(says), "{others:?}");
}

#[test]
fn where_nodes_that_clients_make_have_no_end_the_class_is_checked_alone() {
    // Nodes that know their parents, but are not known to these, are no tree.
    let text = |body: &str| {
        format!(
            "class Family {{
            static class Node {{ Node parent, child; Node(Node parent) {{ this.parent = parent; }} }}
            private Node root; Node hidden() {{ return root; }}
            public void grow() {{ Node node = root; if (node == null) {{ root = new Node(null); return; }}
              while (node.child != null) node = node.child; node.child = new Node(node); }}
            public int depth() {{ Node node = root; int depth = 0; while (node != null) {{ node = node.child; depth++; }} {body} }} }}"
        )
    };
    let limits = "if clients call only public methods of `Family` if clients do not use `Family.Node` themselves";
    let safe: Vec<String> = checked(&text("return depth;"), "Family").iter().map(told).collect();
    assert_eq!(safe, [format!("memorysafety: satisfied {limits}")]);
    let faulty: Vec<String> = checked(&text("return node.child == null ? 0 : 1;"), "Family").iter().map(told).collect();
    let depth = faulty.iter().find(|line| line.starts_with("depth()")).expect("a line");
    assert_eq!(depth, "depth(): violated by family = new Family(); family.depth()");
    let grow = faulty.iter().find(|line| line.starts_with("grow()")).expect("a line");
    assert_eq!(grow, &format!("grow(): satisfied if clients do not go on after a call has failed {limits}"));
}

#[test]
fn recursion_takes_of_this_only_what_it_uses() {
    let text = "class Dictionary {
        private static class Entry { final int key; Entry smaller, larger; Entry(int key) { this.key = key; } }
        private Entry root; private int size;
        public void put(int key) { root = put(root, key); }
        private Entry put(Entry entry, int key) {
          if (entry == null) { size++; return new Entry(key); }
          if (key < entry.key) entry.smaller = put(entry.smaller, key);
          else if (key > entry.key) entry.larger = put(entry.larger, key);
          return entry; }
        public int size() { return size; } }";
    let overrides = Overrides { entry: Some("Dictionary.*".to_owned()), ..Overrides::default() };
    let loaded = load_program(text, "Dictionary.java", Language::Java, &mut NoFiles, &overrides);
    let session = run(&loaded, &mut Silent);
    let report = session.report();
    assert_eq!(report.properties[0].judgement.verdict, Verdict::Satisfied, "{:?}", report.properties);
    let states = report.tried.last().expect("a setting").states;
    assert!(states < 1_000, "{:?}", report.tried);
}

#[test]
fn what_no_structure_describes_is_folded_as_what_is_nearest() {
    // A cursor leads into the middle of a doubly linked list.
    let text = "class Playlist {
        static class Song { Song next, previous; } private Song first, last, current;
        public void add() { Song song = new Song(); if (first == null) { first = song; current = song; }
          else { last.next = song; song.previous = last; } last = song; }
        public void back() { if (current != null && current.previous != null) current = current.previous; }
        public void remove() { if (current == null) return; Song before = current.previous, after = current.next;
          if (before == null) first = after; else before.next = after;
          if (after == null) last = before; else after.previous = before; current = after != null ? after : first; }
        public int count() { int n = 0; for (Song song = first; song != null; song = song.next) n++; return n; } }";
    let safe: Vec<String> = checked(text, "Playlist").iter().map(told).collect();
    assert!(safe.len() == 1 && safe[0].starts_with("memorysafety: satisfied"), "{safe:?}");
}

/// Whether texts are equal decides, though no abstraction follows them.
#[test]
fn a_test_passes_the_texts_that_decide() {
    let text = "class Door { private Object inside; private String key = \"a1\";
        void lock(String key) { this.key = key; inside = new Object(); }
        int open(String key) { if (key.isEmpty() || !key.equals(this.key)) return 0; inside = null; return inside.hashCode(); } }";
    let overrides = Overrides { entry: Some("Door.*".to_owned()), ..Overrides::default() };
    let loaded = load_program(text, "Door.java", Language::Java, &mut NoFiles, &overrides);
    let session = run(&loaded, &mut Silent);
    assert_eq!(
        session.report().properties[0].judgement.verdict,
        Verdict::Violated,
        "{:?}",
        session.report().properties
    );
    let file = session.evidence_file(0, EvidenceKind::Junit).expect("a test");
    let given = |call: &str| file.text.rsplit(call).next().and_then(|rest| rest.split(')').next()).map(str::to_owned);
    assert_eq!(given("door.lock("), given("door.open("), "{}", file.text);
}

#[test]
fn a_test_names_each_object_that_is_passed() {
    let text = "class Pairs { static class Box { Box other; }
        static Box join(Box one, Box two) { if (one != two) one.other.other = two; return one; } }";
    let overrides = Overrides { entry: Some("Pairs.*".to_owned()), ..Overrides::default() };
    let loaded = load_program(text, "Pairs.java", Language::Java, &mut NoFiles, &overrides);
    let session = run(&loaded, &mut Silent);
    let file = session.evidence_file(0, EvidenceKind::Junit).expect("a test");
    // Each was in the same variable of the client when it was made.
    for statement in ["Pairs.Box box = new Pairs.Box();", "Pairs.Box box_2 = new Pairs.Box();", "Pairs.join("] {
        assert!(file.text.contains(statement), "{}", file.text);
    }
}

#[test]
fn a_method_that_is_not_followed_is_left_to_an_assumption() {
    let text = "class Log { private Log last; void open() { last = new Log(); }
        void write() { if (last != null) last.last = null; }
        void send() { Network.send(this); } }";
    check(
        "Log",
        text,
        &[
            "memorysafety: unknown",
            "open(): satisfied if no client calls `send()`, of which not all is followed",
            "write(): satisfied if no client calls `send()`, of which not all is followed",
            "send(): unknown",
        ],
    );
}

#[test]
fn functions_and_constants_are_passed() {
    let text = "import java.util.function.Predicate;
        class Filter { enum Mode { ANY, NONE } private Predicate<Filter> test; private Filter next;
        void set(Predicate<Filter> test, Mode mode) { this.test = mode == Mode.ANY ? test : null; }
        void add() { Filter f = new Filter(); f.next = next; next = f; }
        int count() { int n = 0; for (Filter f = next; f != null; f = f.next) if (test.test(f)) n++; return n; } }";
    let found: Vec<String> = checked(text, "Filter").iter().map(told).collect();
    let count = found.last().expect("a line");
    assert!(
        count.starts_with("count(): violated by filter = new Filter(); filter.add(); filter.count()"),
        "{found:#?}"
    );
    assert!(found[1].starts_with("set(predicate, mode): satisfied"), "{found:#?}");
}

#[test]
fn indices_are_tried() {
    let text = "class Buffer { private int[] data = new int[2]; private int size;
        void push(int x) { GUARD data[size++] = x; }
        void clear() { size = 0; } }";
    let found: Vec<String> = checked(&text.replace("GUARD", ""), "Buffer").iter().map(told).collect();
    let calls = "violated by buffer = new Buffer(); buffer.push(0); buffer.push(0); buffer.push(0)";
    assert!(found[0].contains(calls), "{found:#?}");
    let guarded = text.replace("GUARD", "if (size == data.length) return;");
    assert_eq!(checked(&guarded, "Buffer").iter().map(told).collect::<Vec<_>>(), ["memorysafety: satisfied"]);
}

#[test]
fn a_class_that_comes_alone_is_checked_as_a_whole() {
    let text = "class Cell { private Cell next; void cut() { next = null; } Cell get() { return next; } }";
    let entry = |text: &str| {
        let loaded = load_program(text, "Cell.java", Language::Java, &mut NoFiles, &Overrides::default());
        loaded.task.program.entry.clone()
    };
    assert_eq!(entry(text), "Cell.*");
    assert_eq!(entry(&text.replace("void cut()", "static void main(String[] a) { } void cut()")), "Cell.main");
}

#[test]
fn of_what_no_client_can_call_nothing_is_known() {
    let text =
        "class Key { private Key next; private Key() { } void use() { next.next = null; } static void idle() { } }";
    let found: Vec<String> = checked(text, "Key").iter().map(told).collect();
    assert_eq!(
        found,
        [
            "memorysafety: unknown",
            "use(): unknown",
            "idle(): satisfied if no client calls `use()`, as nothing makes the objects that this needs"
        ]
    );
}

#[test]
fn clients_pass_what_the_program_implements_and_what_it_does_not() {
    // Jobs compare themselves with an object that may not be there.
    let text = "class Queue<T extends Comparable<T>> { private class Link { T item; Link next; } private Link first;
        void add(T item) { Link link = new Link(); link.item = item; link.next = first; first = link; }
        int least(T other) { return first == null ? 0 : first.item.compareTo(other); } }
        class Job implements Comparable<Job> { Job before; public int compareTo(Job other) { return before.before == null ? 0 : 1; } }";
    let least = |text: &str| checked(text, "Queue").iter().map(told).find(|line| line.starts_with("least"));
    assert!(least(text).is_some_and(|line| !line.contains("satisfied")));
    let alone: Vec<String> =
        checked(text.split("class Job").next().expect("a class"), "Queue").iter().map(told).collect();
    assert!(
        alone[0].starts_with("memorysafety: satisfied if clients pass no null if what clients pass compares itself with others in one way"),
        "{alone:?}"
    );
    // Nothing implements the interface, but a client may.
    let text = "interface Visitor { void visit(Node node); int total(); }
        class Node { private Node next; void add() { next = new Node(); } void accept(Visitor v) { v.visit(this); next.next = null; } }";
    let found: Vec<String> = checked(text, "Node").iter().map(told).collect();
    assert!(!found.last().expect("a line").contains("satisfied"), "{found:#?}");
}

#[test]
fn subclasses_and_other_classes_count() {
    let text = "class Base { private Base next; void grow() { Base b = new Base(); b.next = next; next = b; }
        int top() { return next == null ? 0 : 1; } protected void drop() { next = next.next; } }
        class Safe extends Base { int[] a = new int[2]; void set(int i) { a[i] = 1; } void cut() { if (top() == 1) drop(); } }
        class Tool { static void use(Base base) { base.drop(); } }";
    let found: Vec<String> = checked(text, "Base").iter().map(told).collect();
    let of = |name: &str| found.iter().find(|line| line.starts_with(name)).expect(name);
    assert!(of("drop()").contains("violated by") && of("safe.set(int)").contains("violated by"), "{found:#?}");
    assert!(of("top()").contains("if clients do not use `Tool` themselves"), "{found:#?}");
    let report = checked(text, "Base").into_iter().find(|report| report.id == "Safe.cut()").expect("a line");
    let kinds: Vec<&str> = report.judgement.assumptions.iter().map(|it| it.kind.code()).collect();
    assert!(kinds.contains(&"assumption/bounds"), "{kinds:?}");
}

#[test]
fn the_least_node_of_a_tree_is_removed() {
    let dictionary = |least: &str| {
        format!(
            "public class Dictionary {{
                private static class Entry {{ int key; Entry smaller, bigger; Entry(int k) {{ key = k; }} }}
                private Entry root;
                public void put(int key) {{ root = put(root, key); }}
                private Entry put(Entry e, int key) {{
                    if (e == null) return new Entry(key);
                    if (key < e.key) e.smaller = put(e.smaller, key); else if (key > e.key) e.bigger = put(e.bigger, key);
                    return e;
                }}
                public void remove(int key) {{ root = remove(root, key); }}
                private Entry remove(Entry e, int key) {{
                    if (e == null) return null;
                    if (key < e.key) {{ e.smaller = remove(e.smaller, key); return e; }}
                    if (key > e.key) {{ e.bigger = remove(e.bigger, key); return e; }}
                    if (e.smaller == null) return e.bigger;
                    if (e.bigger == null) return e.smaller;
                    Entry heir = least(e.bigger);
                    heir.bigger = withoutLeast(e.bigger);
                    heir.smaller = e.smaller;
                    return heir;
                }}
                private Entry least(Entry e) {{ return e.smaller == null ? e : least(e.smaller); }}
                private Entry withoutLeast(Entry e) {{ {least} e.smaller = withoutLeast(e.smaller); return e; }}
            }}"
        )
    };
    let safe = checked(&dictionary("if (e.smaller == null) return e.bigger;"), "Dictionary");
    assert_eq!(
        (safe[0].judgement.verdict, safe[0].judgement.setting),
        (Verdict::Satisfied, Some(AbstractionSetting::Spines))
    );
    let faulty = checked(&dictionary("if (e.smaller.smaller == null) return e.bigger;"), "Dictionary");
    assert_eq!(faulty[0].judgement.verdict, Verdict::Violated);
}
