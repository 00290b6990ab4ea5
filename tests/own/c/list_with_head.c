/* A list behind a struct of its own, with the usual operations. */
#include <stdio.h>
#include <stdlib.h>

struct cell {
    int value;
    struct cell *next;
};

struct list {
    struct cell *head;
    int length;
};

struct list *list_new(void)
{
    struct list *l = calloc(1, sizeof(struct list));
    return l;
}

void list_insert_at(struct list *l, int position, int value)
{
    struct cell *c = malloc(sizeof(struct cell));
    c->value = value;
    if (position <= 0 || l->head == NULL) {
        c->next = l->head;
        l->head = c;
    } else {
        struct cell *before = l->head;
        while (--position > 0 && before->next != NULL)
            before = before->next;
        c->next = before->next;
        before->next = c;
    }
    l->length++;
}

/* Wrong: a position beyond the end. */
int list_get(struct list *l, int position)
{
    struct cell *c = l->head;
    while (position-- > 0)
        c = c->next;
    return c->value;
}

void list_remove_all(struct list *l, int value)
{
    struct cell *before = NULL;
    struct cell *c = l->head;
    while (c != NULL) {
        struct cell *next = c->next;
        if (c->value == value) {
            if (before == NULL)
                l->head = next;
            else
                before->next = next;
            free(c);
            l->length--;
        } else {
            before = c;
        }
        c = next;
    }
}

void list_free(struct list *l)
{
    if (l == NULL)
        return;
    struct cell *c = l->head;
    while (c != NULL) {
        struct cell *next = c->next;
        free(c);
        c = next;
    }
    free(l);
}

void list_reverse(struct list *l)
{
    struct cell *reversed = NULL;
    while (l->head) {
        struct cell *c = l->head;
        l->head = c->next;
        c->next = reversed;
        reversed = c;
    }
    l->head = reversed;
}
