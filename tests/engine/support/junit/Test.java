package org.junit.jupiter.api;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** What tests are marked with; stands in for that of JUnit. */
@Retention(RetentionPolicy.RUNTIME)
public @interface Test {
}
