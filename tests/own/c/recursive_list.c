/* Lists by recursion. */
#include <stdlib.h>

typedef struct list {
    int first;
    struct list *rest;
} *List;

List cons(int first, List rest)
{
    List l = malloc(sizeof(struct list));
    l->first = first;
    l->rest = rest;
    return l;
}

List copy(List l)
{
    return l == NULL ? NULL : cons(l->first, copy(l->rest));
}

List insert_sorted(List l, int x)
{
    if (l == NULL || x <= l->first)
        return cons(x, l);
    l->rest = insert_sorted(l->rest, x);
    return l;
}

List delete_all(List l, int x)
{
    if (l == NULL)
        return NULL;
    List rest = delete_all(l->rest, x);
    if (l->first == x) {
        free(l);
        return rest;
    }
    l->rest = rest;
    return l;
}

int maximum(List l)
{
    if (l->rest == NULL)
        return l->first;
    int m = maximum(l->rest);
    return m > l->first ? m : l->first;
}

void release(List l)
{
    if (l) {
        release(l->rest);
        free(l);
    }
}

List take_two(List l)
{
    if (l == NULL || l->rest == NULL)
        return l;
    /* Wrong: what comes later is lost. */
    l->rest->rest = NULL;
    return l;
}
