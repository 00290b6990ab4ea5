/* A sorted list of integers. */
#include <stdlib.h>

typedef struct node {
    int key;
    struct node *next;
} Node;

Node *new_node(int key)
{
    Node *n = malloc(sizeof *n);
    n->key = key;
    n->next = NULL;
    return n;
}

void sorted_insert(Node **head, int key)
{
    Node *n = new_node(key);
    if (*head == NULL || (*head)->key >= key) {
        n->next = *head;
        *head = n;
        return;
    }
    Node *current = *head;
    while (current->next != NULL && current->next->key < key)
        current = current->next;
    n->next = current->next;
    current->next = n;
}

Node *delete_key(Node *head, int key)
{
    Node *previous = NULL;
    Node *current = head;
    while (current != NULL && current->key != key) {
        previous = current;
        current = current->next;
    }
    if (current == NULL)
        return head;
    if (previous == NULL)
        head = current->next;
    else
        previous->next = current->next;
    free(current);
    return head;
}

/* Wrong: a node that is not there is looked for beyond the end. */
Node *delete_key_wrong(Node *head, int key)
{
    Node *current = head;
    if (head != NULL && head->key == key) {
        head = head->next;
        free(current);
        return head;
    }
    while (current->next->key != key)
        current = current->next;
    Node *found = current->next;
    current->next = found->next;
    free(found);
    return head;
}

/* Wrong: the node is taken out, but never freed. */
void remove_key_leak(Node **head, int key)
{
    Node *current = *head;
    Node *previous = NULL;
    while (current && current->key != key) {
        previous = current;
        current = current->next;
    }
    if (!current)
        return;
    if (previous)
        previous->next = current->next;
    else
        *head = current->next;
}

Node *merge(Node *a, Node *b)
{
    if (a == NULL)
        return b;
    if (b == NULL)
        return a;
    Node *head;
    if (a->key <= b->key) {
        head = a;
        a = a->next;
    } else {
        head = b;
        b = b->next;
    }
    Node *tail = head;
    while (a != NULL && b != NULL) {
        if (a->key <= b->key) {
            tail->next = a;
            a = a->next;
        } else {
            tail->next = b;
            b = b->next;
        }
        tail = tail->next;
    }
    tail->next = a != NULL ? a : b;
    return head;
}

/* Removes what occurs twice. */
void remove_duplicates(Node *head)
{
    Node *current = head;
    while (current != NULL && current->next != NULL) {
        if (current->key == current->next->key) {
            Node *twin = current->next;
            current->next = twin->next;
            free(twin);
        } else {
            current = current->next;
        }
    }
}
