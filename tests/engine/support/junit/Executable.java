package org.junit.jupiter.api.function;

/** Something that may fail; stands in for that of JUnit. */
public interface Executable {
    void execute() throws Throwable;
}
