/** This is all a page needs. */
import "hrglass/element";
