//! Classes of Java's library, written in Java from their public specification: what programs can observe of them, and no more.

pub mod chains;

macro_rules! classes {
    ($($name:ident: $package:literal,)*) => {
        /// The simple name and the package of each, by name.
        pub const CLASSES: &[(&str, &str)] = &[$((stringify!($name), $package)),*];

        /// The text of each, in the same order.
        #[cfg(feature = "texts")]
        pub const TEXTS: &[&str] = &[$(include_str!(concat!(stringify!($name), ".java"))),*];
    };
}

/// Methods that are static ones of another class here: their class, their name, and that other class, which is read only for programs that
/// name them. Methods of objects take these as their first arguments.
pub const METHODS: &[(&str, &str, &str)] = &[
    ("Arrays", "asList", "CellListOfArray"),
    ("Arrays", "stream", "Streams"),
    ("Collection", "stream", "Streams"),
    ("String", "chars", "Streams"),
];

/// Static methods of which the same holds if they get an array of objects, or an object through which they go.
pub const METHODS_FOR_OBJECTS: &[(&str, &str, &str)] = &[
    ("Arrays", "equals", "ObjectArrays"),
    ("Arrays", "hashCode", "ObjectArrays"),
    ("Arrays", "sort", "ObjectArrays"),
    ("Arrays", "toString", "ObjectArrays"),
    ("String", "join", "StringJoiner"),
];

classes! {
    AbstractCollection: "java.util",
    AbstractSet: "java.util",
    ArrayDeque: "java.util",
    ArrayList: "java.util",
    ArrayView: "java.util",
    AutoCloseable: "java.lang",
    BiConsumer: "java.util.function",
    BiFunction: "java.util.function",
    BiPredicate: "java.util.function",
    BinaryOperator: "java.util.function",
    BooleanSupplier: "java.util.function",
    Callable: "java.util.concurrent",
    CellDeque: "java.util",
    CellList: "java.util",
    CellListFixed: "java.util",
    CellListIndexed: "java.util",
    CellListOf: "java.util",
    CellListOfAny: "java.util",
    CellListOfArray: "java.util",
    CellListOrdered: "java.util",
    CellSetFixed: "java.util",
    CellSetOf: "java.util",
    Closeable: "java.io",
    Collection: "java.util",
    Collections: "java.util",
    Collector: "java.util.stream",
    Collectors: "java.util.stream",
    Comparable: "java.lang",
    Comparator: "java.util",
    Consumer: "java.util.function",
    Deque: "java.util",
    DoubleBinaryOperator: "java.util.function",
    DoubleFunction: "java.util.function",
    DoublePredicate: "java.util.function",
    DoubleSupplier: "java.util.function",
    DoubleUnaryOperator: "java.util.function",
    EntryChain: "java.util",
    EntryChainFixed: "java.util",
    EntryChainOf: "java.util",
    EntryChainOrdered: "java.util",
    EnumMap: "java.util",
    Enumeration: "java.util",
    Function: "java.util.function",
    Hash: "java.util",
    HashMap: "java.util",
    HashSet: "java.util",
    IntBinaryOperator: "java.util.function",
    IntConsumer: "java.util.function",
    IntFunction: "java.util.function",
    IntPredicate: "java.util.function",
    IntStream: "java.util.stream",
    IntSummaryStatistics: "java.util",
    IntSupplier: "java.util.function",
    IntUnaryOperator: "java.util.function",
    Iterable: "java.lang",
    Iterator: "java.util",
    LinkedHashMap: "java.util",
    LinkedHashSet: "java.util",
    LinkedList: "java.util",
    List: "java.util",
    ListIterator: "java.util",
    LongBinaryOperator: "java.util.function",
    LongFunction: "java.util.function",
    LongPredicate: "java.util.function",
    LongSupplier: "java.util.function",
    LongUnaryOperator: "java.util.function",
    Map: "java.util",
    ObjIntConsumer: "java.util.function",
    ObjectArrays: "java.util",
    Objects: "java.util",
    Optional: "java.util",
    OptionalDouble: "java.util",
    OptionalInt: "java.util",
    Predicate: "java.util.function",
    PriorityQueue: "java.util",
    Queue: "java.util",
    Runnable: "java.lang",
    Set: "java.util",
    Stack: "java.util",
    Stream: "java.util.stream",
    Streams: "java.util.stream",
    StringJoiner: "java.util",
    Supplier: "java.util.function",
    ToDoubleFunction: "java.util.function",
    ToIntBiFunction: "java.util.function",
    ToIntFunction: "java.util.function",
    ToLongFunction: "java.util.function",
    TreeMap: "java.util",
    TreeSet: "java.util",
    UnaryOperator: "java.util.function",
    Vector: "java.util",
}
