/* Players in a circle; the last one is known. */
#include <stdlib.h>

struct player {
    int number;
    struct player *next;
};

struct player *join(struct player *last, int number)
{
    struct player *p = malloc(sizeof(struct player));
    p->number = number;
    if (last == NULL) {
        p->next = p;
    } else {
        p->next = last->next;
        last->next = p;
    }
    return p;
}

int count(struct player *last)
{
    if (last == NULL)
        return 0;
    int n = 1;
    for (struct player *p = last->next; p != last; p = p->next)
        n++;
    return n;
}

struct player *leave_first(struct player *last)
{
    if (last == NULL)
        return NULL;
    struct player *first = last->next;
    if (first == last) {
        free(first);
        return NULL;
    }
    last->next = first->next;
    free(first);
    return last;
}

void end_game(struct player *last)
{
    if (last == NULL)
        return;
    struct player *p = last->next;
    last->next = NULL;
    while (p != NULL) {
        struct player *next = p->next;
        free(p);
        p = next;
    }
}

/* Wrong: the first player is freed twice. */
void end_game_wrong(struct player *last)
{
    if (last == NULL)
        return;
    struct player *p = last->next;
    do {
        struct player *next = p->next;
        free(p);
        p = next;
    } while (p != last);
    free(last->next);
}
