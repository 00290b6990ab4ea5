// Merge sort of a list, by pointers to pointers.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int value; };
static void merge(struct node **dst, struct node *one, struct node *other) {
    while (one && other) {
        struct node **least = one->value < other->value ? &one : &other;
        *dst = *least;
        *least = (*least)->next;
        dst = &(*dst)->next;
    }
    *dst = one ? one : other;
}
static struct node *sorted(struct node *list) {
    if (!list || !list->next) return list;
    struct node *halves[2] = { NULL, NULL };
    int turn = 0;
    while (list) {
        struct node *first = list;
        list = list->next;
        first->next = halves[turn];
        halves[turn] = first;
        turn = !turn;
    }
    struct node *result;
    merge(&result, sorted(halves[0]), sorted(halves[1]));
    return result;
}
int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *new = malloc(sizeof *new);
        new->value = __VERIFIER_nondet_int();
        new->next = list;
        list = new;
    }
    list = sorted(list);
    int wrong = 0;
    while (list) {
        struct node *next = list->next;
        if (next && next->value < list->value) wrong++;
        free(list);
        list = next;
    }
    return wrong;
}
