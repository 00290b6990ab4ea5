package org.junit.jupiter.api;

import java.time.Duration;
import org.junit.jupiter.api.function.Executable;

/** The assertions that are used; stand in for those of JUnit. */
public class Assertions {
    public static void assertTrue(boolean condition, String message) {
        if (!condition) {
            throw new AssertionError(message);
        }
    }

    public static <V> V fail(String message) {
        throw new AssertionError(message);
    }

    public static void assertDoesNotThrow(Executable executable, String message) {
        try {
            executable.execute();
        } catch (Throwable thrown) {
            throw new AssertionError(message, thrown);
        }
    }

    /** Waits no longer than half a second. */
    public static void assertTimeoutPreemptively(Duration timeout, Executable executable, String message) throws Throwable {
        Throwable[] thrown = new Throwable[1];
        Thread run = new Thread(() -> {
            try {
                executable.execute();
            } catch (Throwable end) {
                thrown[0] = end;
            }
        });
        run.setDaemon(true);
        run.start();
        run.join(Math.min(timeout.toMillis(), 500));
        if (thrown[0] != null) {
            throw thrown[0];
        }
        assertTrue(!run.isAlive(), message);
    }
}
