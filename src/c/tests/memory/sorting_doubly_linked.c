// Insertion sort of a doubly linked list.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next, *prev; int value; };
int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *new = malloc(sizeof *new);
        new->value = __VERIFIER_nondet_int();
        new->next = list;
        new->prev = NULL;
        if (list) list->prev = new;
        list = new;
    }
    struct node *sorted = NULL;
    while (list) {
        struct node *item = list, *before = NULL, *after = sorted;
        list = list->next;
        if (list) list->prev = NULL;
        while (after && after->value < item->value) {
            before = after;
            after = after->next;
        }
        item->next = after;
        item->prev = before;
        if (after) after->prev = item;
        if (before) before->next = item; else sorted = item;
    }
    while (sorted) {
        struct node *next = sorted->next;
        if (next && next->prev != sorted) abort();
        free(sorted);
        sorted = next;
    }
    return 0;
}
