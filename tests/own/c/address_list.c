/* Removal with a pointer to a pointer. */
#include <stdlib.h>

struct entry {
    int id;
    struct entry *next;
};

struct entry *add_entry(struct entry *list, int id)
{
    struct entry *e = malloc(sizeof(struct entry));
    e->id = id;
    e->next = list;
    return e;
}

void remove_entry(struct entry **list, int id)
{
    struct entry **at = list;
    while (*at != NULL && (*at)->id != id)
        at = &(*at)->next;
    if (*at != NULL) {
        struct entry *found = *at;
        *at = found->next;
        free(found);
    }
}

/* Wrong: there may be no such entry. */
void remove_entry_wrong(struct entry **list, int id)
{
    struct entry **at = list;
    while ((*at)->id != id)
        at = &(*at)->next;
    struct entry *found = *at;
    *at = found->next;
    free(found);
}
