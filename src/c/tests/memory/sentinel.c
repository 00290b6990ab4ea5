// A list between a sentinel on the stack and itself.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next, *prev; };
int main(void) {
    struct node sentinel;
    sentinel.next = sentinel.prev = &sentinel;
    for (int n = 0; n < 5 && __VERIFIER_nondet_int(); n++) {
        struct node *new = malloc(sizeof(struct node));
        new->prev = &sentinel;
        new->next = sentinel.next;
        sentinel.next->prev = new;
        sentinel.next = new;
    }
    while (sentinel.next != &sentinel) {
        struct node *first = sentinel.next;
        sentinel.next = first->next;
        first->next->prev = &sentinel;
        free(first);
    }
    return 0;
}
