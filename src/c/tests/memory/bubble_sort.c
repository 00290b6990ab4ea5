// Bubble sort of a list by exchange of its nodes.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int value; };
int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *new = malloc(sizeof *new);
        new->value = __VERIFIER_nondet_int();
        new->next = list;
        list = new;
    }
    int sorted = 0;
    while (!sorted) {
        sorted = 1;
        struct node **from = &list;
        while (*from && (*from)->next) {
            struct node *first = *from, *second = first->next;
            if (second->value < first->value) {
                first->next = second->next;
                second->next = first;
                *from = second;
                sorted = 0;
            }
            from = &(*from)->next;
        }
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
