// container_of as the kernel defines it, and of parts of parts.
#include <stddef.h>
#include <stdlib.h>
struct list_head { struct list_head *next, *prev; };
struct inner { int key; struct list_head link; };
struct outer { struct inner first; struct inner second; };
#define container_of(ptr, type, member) ({                         \
    const __typeof__(((type *)0)->member) *__mptr = (ptr);         \
    (type *)((char *)__mptr - offsetof(type, member)); })
int main(void) {
    struct outer *object = malloc(sizeof *object);
    object->first.key = 1;
    object->second.key = 2;
    struct list_head *link = &object->second.link;
    struct inner *inner = container_of(link, struct inner, link);
    struct outer *outer = container_of(inner, struct outer, second);
    struct outer *same = container_of(link, struct outer, second.link);
    void *any = link;
    struct outer *again = (struct outer *)((void *)link - offsetof(struct outer, second.link));
    struct list_head *down = (struct list_head *)((char *)object + offsetof(struct outer, first.link));
    down->next = any;
    int sum = inner->key + outer->first.key + same->second.key + (again == object);
    free(outer);
    return sum - 6;
}
