// Insertion into a doubly linked list at a random place.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
typedef struct TDll { struct TDll *next; struct TDll *prev; int data; } DLL;
int main(void) {
    DLL *list = (DLL *)malloc(sizeof(DLL)), *end = list;
    list->next = NULL;
    list->prev = NULL;
    while (__VERIFIER_nondet_int()) {
        end->next = (DLL *)malloc(sizeof(DLL));
        end->next->prev = end;
        end = end->next;
        end->next = NULL;
    }
    DLL *at = list;
    while (at->next && __VERIFIER_nondet_int())
        at = at->next;
    DLL *new = (DLL *)malloc(sizeof(DLL));
    new->next = at->next;
    new->prev = at;
    if (new->next)
        new->next->prev = new;
    at->next = new;
    while (list) {
        DLL *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
