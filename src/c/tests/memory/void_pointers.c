// Generic data, converted there and back.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct pair { int a, b; };
struct box { void *content; struct box *next; };
static struct box *wrap(void *content, struct box *next) {
    struct box *new = malloc(sizeof *new);
    new->content = content;
    new->next = next;
    return new;
}
int main(void) {
    struct box *boxes = NULL;
    while (__VERIFIER_nondet_int()) {
        struct pair *pair = malloc(sizeof *pair);
        pair->a = 1;
        boxes = wrap(pair, boxes);
    }
    int sum = 0;
    while (boxes) {
        struct pair *pair = boxes->content;
        void *first = boxes;
        sum += ((struct pair *)boxes->content)->a - pair->a;
        free(pair);
        boxes = boxes->next;
        free(first);
    }
    return sum;
}
