// Items are appended through a pointer to the last pointer.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct item { struct item *next; struct data *owner; };
struct data { struct item *items; };
int main(void) {
    struct data *data = malloc(sizeof(struct data));
    data->items = NULL;
    struct item **dst = &data->items;
    while (__VERIFIER_nondet_int()) {
        struct item *item = malloc(sizeof *item);
        item->next = NULL;
        item->owner = data;
        *dst = item;
        dst = &(*dst)->next;
    }
    for (dst = &data->items; *dst;) {
        struct item *item = *dst;
        *dst = item->next;
        free(item);
    }
    free(data);
    return 0;
}
