// Circular doubly linked lists in a circular doubly linked list.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct inner { struct inner *next, *prev; };
struct outer { struct outer *next, *prev; struct inner *inner; };
static struct inner *inner(void) {
    struct inner *ring = malloc(sizeof *ring);
    ring->next = ring->prev = ring;
    while (__VERIFIER_nondet_int()) {
        struct inner *more = malloc(sizeof *more);
        more->next = ring->next;
        more->prev = ring;
        ring->next->prev = more;
        ring->next = more;
    }
    return ring;
}
static void dispose(struct inner *ring) {
    struct inner *at = ring->next;
    while (at != ring) {
        struct inner *next = at->next;
        free(at);
        at = next;
    }
    free(ring);
}
int main(void) {
    struct outer *list = malloc(sizeof *list);
    list->next = list->prev = list;
    list->inner = inner();
    while (__VERIFIER_nondet_int()) {
        struct outer *new = malloc(sizeof *new);
        new->next = list->next;
        new->prev = list;
        list->next->prev = new;
        list->next = new;
        new->inner = inner();
    }
    struct outer *at = list->next;
    while (at != list) {
        struct outer *next = at->next;
        dispose(at->inner);
        free(at);
        at = next;
    }
    dispose(list->inner);
    free(list);
    return 0;
}
