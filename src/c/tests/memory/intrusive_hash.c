// A hash table with heads on the stack, whose links point to the pointers before them.
#include <stddef.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct hlist_node { struct hlist_node *next, **pprev; };
struct hlist_head { struct hlist_node *first; };
struct entry { int key; struct hlist_node node; };
#define hlist_entry(ptr, type, member) ((type *)((char *)(ptr) - offsetof(type, member)))
static void hlist_add_head(struct hlist_node *n, struct hlist_head *h) {
    struct hlist_node *first = h->first;
    n->next = first;
    if (first) first->pprev = &n->next;
    h->first = n;
    n->pprev = &h->first;
}
static void hlist_del(struct hlist_node *n) {
    struct hlist_node *next = n->next, **pprev = n->pprev;
    *pprev = next;
    if (next) next->pprev = pprev;
}
int main(void) {
    struct hlist_head heads[2] = { { NULL }, { NULL } };
    int i, bad = 0;
    for (i = 0; __VERIFIER_nondet_int(); i++) {
        struct entry *e = malloc(sizeof *e);
        e->key = i;
        hlist_add_head(&e->node, i % 2 ? &heads[1] : &heads[0]);
    }
    for (i = 0; i < 2; i++) {
        struct hlist_head *h = &heads[i];
        while (h->first) {
            struct entry *e = hlist_entry(h->first, struct entry, node);
            bad += e->key % 2 != i;
            hlist_del(&e->node);
            free(e);
        }
    }
    return bad;
}
