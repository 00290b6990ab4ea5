// A circular list whose links are inside of its items; the head is a variable.
#include <stddef.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct list_head { struct list_head *next, *prev; };
struct my_item { void *data; struct list_head link; };
#define LIST_HEAD(name) struct list_head name = { &(name), &(name) }
#define list_entry(ptr, type, member) ((type *)((char *)(ptr) - (unsigned long)(&((type *)0)->member)))
#define list_for_each_entry(pos, head, member)                            \
    for (pos = list_entry((head)->next, __typeof__(*pos), member);        \
         &pos->member != (head);                                          \
         pos = list_entry(pos->member.next, __typeof__(*pos), member))
static void list_add(struct list_head *new, struct list_head *head) {
    head->next->prev = new;
    new->next = head->next;
    new->prev = head;
    head->next = new;
}
int main(void) {
    LIST_HEAD(head);
    while (__VERIFIER_nondet_int()) {
        struct my_item *item = malloc(sizeof *item);
        item->data = NULL;
        list_add(&item->link, &head);
    }
    struct my_item *now;
    list_for_each_entry(now, &head, link) now->data = now;
    now = (struct my_item *)((char *)head.next - offsetof(struct my_item, link));
    while (&now->link != &head) {
        struct my_item *next = (struct my_item *)((char *)now->link.next - offsetof(struct my_item, link));
        free(now);
        now = next;
    }
    return 0;
}
