// The first pointer is a variable.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; };
static void append(struct node **to) {
    while (*to)
        to = &(*to)->next;
    *to = malloc(sizeof **to);
    (*to)->next = NULL;
}
int main(void) {
    struct node *list = NULL, **last = &list;
    do {
        append(&list);
        last = &(*last)->next;
    } while (__VERIFIER_nondet_int());
    while (list) {
        struct node *first = list;
        list = first->next;
        free(first);
    }
    return 0;
}
