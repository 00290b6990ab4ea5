// A queue with a pointer to the place of the next element, on the stack and in a static variable.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct element { struct element *next; int value; };
struct queue { struct element *first; struct element **last; };
static struct queue common = { NULL, &common.first };
static void put(struct queue *queue, int value) {
    struct element *new = malloc(sizeof *new);
    new->next = NULL;
    new->value = value;
    *queue->last = new;
    queue->last = &new->next;
}
static int take(struct queue *queue) {
    struct element *first = queue->first;
    int value = first->value;
    queue->first = first->next;
    if (!queue->first)
        queue->last = &queue->first;
    free(first);
    return value;
}
int main(void) {
    struct queue own = { .first = NULL };
    own.last = &own.first;
    for (int i = 0; __VERIFIER_nondet_int(); i++)
        put(i % 2 ? &own : &common, i);
    while (own.first) take(&own);
    while (common.first) take(&common);
    return 0;
}
