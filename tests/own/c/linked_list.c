/* Exercise 3: a singly linked list. */
#include <stdio.h>
#include <stdlib.h>

struct node {
    int data;
    struct node *next;
};

struct node *push(struct node *head, int data)
{
    struct node *new_node = (struct node *)malloc(sizeof(struct node));
    new_node->data = data;
    new_node->next = head;
    return new_node;
}

struct node *append(struct node *head, int data)
{
    struct node *new_node = (struct node *)malloc(sizeof(struct node));
    new_node->data = data;
    new_node->next = NULL;
    if (head == NULL) {
        return new_node;
    }
    struct node *last = head;
    while (last->next != NULL) {
        last = last->next;
    }
    last->next = new_node;
    return head;
}

struct node *reverse(struct node *head)
{
    struct node *previous = NULL;
    struct node *current = head;
    while (current != NULL) {
        struct node *next = current->next;
        current->next = previous;
        previous = current;
        current = next;
    }
    return previous;
}

struct node *find(struct node *head, int data)
{
    while (head != NULL && head->data != data) {
        head = head->next;
    }
    return head;
}

int length(const struct node *head)
{
    int count = 0;
    for (; head != NULL; head = head->next) {
        count++;
    }
    return count;
}

/* Wrong: the list may be empty. */
int last_element(struct node *head)
{
    while (head->next != NULL) {
        head = head->next;
    }
    return head->data;
}

void print_list(struct node *head)
{
    while (head != NULL) {
        printf("%d ", head->data);
        head = head->next;
    }
    printf("\n");
}

void free_list(struct node *head)
{
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
}

/* Wrong: reads the node that was just freed. */
void free_list_wrong(struct node *head)
{
    while (head != NULL) {
        free(head);
        head = head->next;
    }
}

int main(void)
{
    struct node *list = NULL;
    for (int i = 0; i < 5; i++) {
        list = push(list, i);
    }
    list = append(list, 10);
    list = reverse(list);
    print_list(list);
    free_list(list);
    return 0;
}
