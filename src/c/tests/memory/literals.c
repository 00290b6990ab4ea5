// Compound literals and memory of the call.
#include <alloca.h>
#include <stdlib.h>
struct node { struct node *next; int n; };
static int length(const struct node *list) {
    int n = 0;
    for (; list; list = list->next) n++;
    return n;
}
static int on_the_stack(void) {
    struct node *a = alloca(sizeof *a), b = { a, 1 };
    a->next = NULL;
    a->n = 2;
    return length(&b);
}
int main(void) {
    struct node *one = &(struct node){ .n = 3 };
    int *number = &(int){ 4 };
    struct node *two = calloc(1, sizeof *two);
    one->next = two;
    int sum = length(one) + on_the_stack() + *number;
    free(two);
    return sum - 8;
}
