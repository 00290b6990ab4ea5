/* A queue with pointers to both ends. */
#include <stdlib.h>

struct element {
    int value;
    struct element *next;
};

struct queue {
    struct element *first;
    struct element *last;
};

void queue_init(struct queue *q)
{
    q->first = NULL;
    q->last = NULL;
}

void enqueue(struct queue *q, int value)
{
    struct element *e = malloc(sizeof(struct element));
    e->value = value;
    e->next = NULL;
    if (q->last == NULL) {
        q->first = e;
    } else {
        q->last->next = e;
    }
    q->last = e;
}

int dequeue(struct queue *q)
{
    if (q->first == NULL) {
        return -1;
    }
    struct element *e = q->first;
    int value = e->value;
    q->first = e->next;
    if (q->first == NULL) {
        q->last = NULL;
    }
    free(e);
    return value;
}

/* Wrong: afterwards, last may point to an element that was freed. */
int dequeue_twice(struct queue *q)
{
    int sum = 0;
    for (int i = 0; i < 2 && q->first != NULL; i++) {
        struct element *e = q->first;
        q->first = e->next;
        sum += e->value;
        free(e);
    }
    if (q->last != NULL) {
        sum += q->last->value;
    }
    return sum;
}

int queue_length(const struct queue *q)
{
    int n = 0;
    const struct element *e = q->first;
    while (e) {
        n++;
        e = e->next;
    }
    return n;
}

void queue_clear(struct queue *q)
{
    struct element *e = q->first;
    while (e != NULL) {
        struct element *next = e->next;
        free(e);
        e = next;
    }
    q->first = q->last = NULL;
}
