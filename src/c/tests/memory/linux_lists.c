// Items with two lists inside, in a list.
#include <stddef.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct list_head { struct list_head *next, *prev; };
struct node { struct list_head linkage; struct list_head nested; };
struct top { struct list_head link; struct list_head sub1, sub2; };
static void list_init(struct list_head *list) { list->next = list->prev = list; }
static void list_add_tail(struct list_head *new, struct list_head *head) {
    struct list_head *prev = head->prev;
    head->prev = new;
    new->next = head;
    new->prev = prev;
    prev->next = new;
}
#define entry(q, type, member) ((type *)((char *)(q) - offsetof(type, member)))
static void insert(struct list_head *head) {
    struct node *node = malloc(sizeof *node);
    list_init(&node->nested);
    list_add_tail(&node->linkage, head);
}
static void dispose(struct list_head *head) {
    struct node *node = entry(head->next, struct node, linkage);
    while (&node->linkage != head) {
        struct node *next = entry(node->linkage.next, struct node, linkage);
        free(node);
        node = next;
    }
}
static struct list_head list;
int main(void) {
    list_init(&list);
    while (__VERIFIER_nondet_int()) {
        struct top *top = malloc(sizeof *top);
        list_add_tail(&top->link, &list);
        list_init(&top->sub1);
        list_init(&top->sub2);
        while (__VERIFIER_nondet_int()) insert(&top->sub1);
        while (__VERIFIER_nondet_int()) insert(&top->sub2);
    }
    struct list_head *next;
    while (list.next != &list) {
        struct top *top = entry(list.next, struct top, link);
        next = top->link.next;
        dispose(&top->sub1);
        dispose(&top->sub2);
        free(top);
        list.next = next;
    }
    return 0;
}
