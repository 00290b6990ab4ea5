package org.junit.jupiter.api;

/** The assumptions that are used; stand in for those of JUnit. */
public class Assumptions {
    public static class Skipped extends RuntimeException {
        Skipped(String message) {
            super(message);
        }
    }

    public static void assumeTrue(boolean assumption, String message) {
        if (!assumption) {
            throw new Skipped(message);
        }
    }
}
