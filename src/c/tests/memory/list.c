// A singly linked list: random length, reversed, disposed.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int data; };
int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *new = malloc(sizeof *new);
        new->next = list;
        new->data = 0;
        list = new;
    }
    struct node *reversed = NULL;
    while (list) {
        struct node *rest = list->next;
        list->next = reversed;
        reversed = list;
        list = rest;
    }
    while (reversed != NULL) {
        struct node *rest = reversed->next;
        free(reversed);
        reversed = rest;
    }
    return 0;
}
