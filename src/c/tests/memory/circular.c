// A circular doubly linked list.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    struct ring { struct ring *next, *prev; };
    struct ring *ring = malloc(sizeof *ring);
    ring->next = ring;
    ring->prev = ring;
    while (__VERIFIER_nondet_int()) {
        struct ring *new = malloc(sizeof *new);
        new->prev = ring;
        new->next = ring->next;
        new->next->prev = new;
        ring->next = new;
    }
    struct ring *at = ring->next;
    while (at != ring) {
        struct ring *next = at->next;
        free(at);
        at = next;
    }
    free(ring);
    return 0;
}
