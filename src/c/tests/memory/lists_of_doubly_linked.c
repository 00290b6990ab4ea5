// Circular doubly linked lists in a doubly linked list.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct inner { struct inner *next, *prev; };
struct outer { struct outer *next, *prev; struct inner *inner; };
int main(void) {
    struct outer *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct outer *new = malloc(sizeof *new);
        new->next = list;
        new->prev = NULL;
        if (list) list->prev = new;
        list = new;
        struct inner *ring = malloc(sizeof *ring);
        ring->next = ring->prev = ring;
        new->inner = ring;
        while (__VERIFIER_nondet_int()) {
            struct inner *more = malloc(sizeof *more);
            more->next = ring->next;
            more->prev = ring;
            ring->next->prev = more;
            ring->next = more;
        }
    }
    while (list) {
        struct inner *ring = list->inner, *at = ring->next;
        while (at != ring) {
            struct inner *next = at->next;
            free(at);
            at = next;
        }
        free(ring);
        struct outer *next = list->next;
        free(list);
        list = next;
        if (list) list->prev = NULL;
    }
    return 0;
}
