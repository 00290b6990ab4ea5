/** A page needs no more than this. */
import "hrglass/element";
