/* A doubly linked list. */
#include <stdlib.h>

typedef struct dnode {
    int value;
    struct dnode *next;
    struct dnode *prev;
} dnode;

dnode *insert_front(dnode *head, int value)
{
    dnode *n = malloc(sizeof(dnode));
    n->value = value;
    n->prev = NULL;
    n->next = head;
    if (head != NULL)
        head->prev = n;
    return n;
}

dnode *insert_back(dnode *head, int value)
{
    dnode *n = malloc(sizeof(dnode));
    n->value = value;
    n->next = NULL;
    n->prev = NULL;
    if (head == NULL)
        return n;
    dnode *last = head;
    while (last->next)
        last = last->next;
    last->next = n;
    n->prev = last;
    return head;
}

dnode *remove_value(dnode *head, int value)
{
    dnode *at = head;
    while (at != NULL && at->value != value)
        at = at->next;
    if (at == NULL)
        return head;
    if (at->prev != NULL)
        at->prev->next = at->next;
    else
        head = at->next;
    if (at->next != NULL)
        at->next->prev = at->prev;
    free(at);
    return head;
}

/* Wrong at both ends of the list. */
void unlink_node(dnode *node)
{
    node->prev->next = node->next;
    node->next->prev = node->prev;
    free(node);
}

void free_all(dnode *head)
{
    while (head) {
        dnode *next = head->next;
        free(head);
        head = next;
    }
}

/* Wrong: the node before was freed. */
void free_backwards(dnode *head)
{
    if (head == NULL)
        return;
    while (head->next) {
        head = head->next;
        free(head->prev);
    }
    if (head->prev)
        head->prev->next = NULL;
    free(head);
}
