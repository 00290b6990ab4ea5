package org.example.compiler;

import java.util.Objects;

/** The declarations that are visible at one place of a program: scopes inside of scopes. */
public class SymbolTable {

    enum Kind { VARIABLE, FUNCTION, TYPE }

    static final class Symbol {
        final String name;
        final Kind kind;
        final Symbol next;

        Symbol(String name, Kind kind, Symbol next) {
            this.name = Objects.requireNonNull(name);
            this.kind = kind;
            this.next = next;
        }

        @Override
        public String toString() {
            return switch (kind) {
                case VARIABLE -> "variable " + name;
                case FUNCTION -> name + "()";
                case TYPE -> "type " + name;
            };
        }
    }

    /** A scope, to be closed at the end of its block. */
    final class Scope implements AutoCloseable {
        private final Scope outer;
        private Symbol symbols;

        private Scope(Scope outer) {
            this.outer = outer;
        }

        @Override
        public void close() {
            innermost = outer;
        }
    }

    /** Thrown if a name is declared twice in the same scope. */
    static class DuplicateSymbolException extends RuntimeException {
        DuplicateSymbolException(Symbol symbol) {
            super("there is already a " + symbol);
        }
    }

    private Scope innermost;

    Scope open() {
        innermost = new Scope(innermost);
        return innermost;
    }

    private static Symbol search(Symbol symbol, String name) {
        while (symbol != null && !symbol.name.equals(name)) {
            symbol = symbol.next;
        }
        return symbol;
    }

    void declare(String name, Kind kind) {
        if (innermost == null) {
            throw new IllegalStateException("no scope is open");
        }
        Symbol existing = search(innermost.symbols, name);
        if (existing != null) {
            throw new DuplicateSymbolException(existing);
        }
        innermost.symbols = new Symbol(name, kind, innermost.symbols);
    }

    /** The symbol that a name means here, or null. */
    Symbol lookup(String name) {
        for (Scope scope = innermost; scope != null; scope = scope.outer) {
            Symbol symbol = search(scope.symbols, name);
            if (symbol != null) {
                return symbol;
            }
        }
        return null;
    }

    public static void main(String[] args) {
        SymbolTable table = new SymbolTable();
        try (Scope global = table.open()) {
            table.declare("x", Kind.VARIABLE);
            table.declare("print", Kind.FUNCTION);
            try (Scope local = table.open()) {
                table.declare("x", Kind.TYPE);
                System.out.println(table.lookup("x") + ", " + table.lookup("print"));
                table.declare("x", Kind.VARIABLE);
            } catch (DuplicateSymbolException e) {
                System.out.println(e.getMessage());
            }
            System.out.println(table.lookup("x") + ", " + table.lookup("y"));
        }
        System.out.println(table.lookup("x"));
    }
}
