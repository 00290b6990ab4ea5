// Small arrays of structures with pointers into them.
#include <stddef.h>
#include <stdlib.h>
struct link { struct link *next; };
struct table { int size; struct link buckets[3]; int marks[4]; };
static struct table global;
static int numbers[4];
int main(void) {
    struct table *t = malloc(sizeof *t), local;
    for (int i = 0; i < 3; i++)
        t->buckets[i].next = &t->buckets[(i + 1) % 3];
    int *mark = &t->marks[2], *number = &numbers[1];
    *mark = 5;
    *number = t->marks[2];
    struct link *at = &global.buckets[1];
    at->next = &local.buckets[0];
    struct table *back = (struct table *)((char *)&t->buckets[1] - offsetof(struct table, buckets[1]));
    struct link *third = t->buckets[0].next->next;
    int same = third == &back->buckets[2];
    free(t);
    return numbers[1] - 5 + !same;
}
