// The link is the first member, so that a conversion is enough.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct link { struct link *next; };
struct item { struct link link; int data; };
int main(void) {
    struct link *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct item *item = malloc(sizeof *item);
        item->data = 7;
        item->link.next = list;
        list = (struct link *)item;
    }
    while (list) {
        struct item *item = (struct item *)list;
        list = item->link.next;
        if (item->data != 7)
            return 1;
        free(item);
    }
    struct item *none = (struct item *)list;
    return none != NULL;
}
