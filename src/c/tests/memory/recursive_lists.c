// A list that is built, extended, reversed and disposed by recursion.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int value; };
static struct node *built(void) {
    if (!__VERIFIER_nondet_int()) return NULL;
    struct node *new = malloc(sizeof *new);
    new->value = __VERIFIER_nondet_int();
    new->next = built();
    return new;
}
static struct node *inserted(struct node *list, struct node *new) {
    if (!list || new->value < list->value) {
        new->next = list;
        return new;
    }
    list->next = inserted(list->next, new);
    return list;
}
static struct node *reversed(struct node *list, struct node *before) {
    if (!list) return before;
    struct node *next = list->next;
    list->next = before;
    return reversed(next, list);
}
static void dispose(struct node *list) {
    if (!list) return;
    dispose(list->next);
    free(list);
}
int main(void) {
    struct node *list = built(), *new = malloc(sizeof *new);
    new->value = __VERIFIER_nondet_int();
    list = inserted(list, new);
    list = reversed(list, NULL);
    dispose(list);
    return 0;
}
