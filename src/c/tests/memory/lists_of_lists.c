// Circular lists in a list.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct inner { struct inner *next; };
struct outer { struct outer *next; struct inner *inner; };
int main(void) {
    struct outer *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct outer *new = malloc(sizeof *new);
        new->next = list;
        new->inner = malloc(sizeof(struct inner));
        new->inner->next = new->inner;
        while (__VERIFIER_nondet_int()) {
            struct inner *more = malloc(sizeof(struct inner));
            more->next = new->inner->next;
            new->inner->next = more;
        }
        list = new;
    }
    while (list) {
        struct inner *inner = list->inner, *at = inner->next;
        while (at != inner) {
            struct inner *next = at->next;
            free(at);
            at = next;
        }
        free(inner);
        struct outer *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
