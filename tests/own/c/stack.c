/* A stack with a counter. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Item {
    int value;
    struct Item *below;
} Item;

typedef struct {
    Item *top;
    int size;
} Stack;

Stack *stack_create(void)
{
    Stack *s = malloc(sizeof(Stack));
    s->top = NULL;
    s->size = 0;
    return s;
}

bool stack_is_empty(const Stack *s)
{
    return s->top == NULL;
}

void stack_push(Stack *s, int value)
{
    Item *item = malloc(sizeof(Item));
    item->value = value;
    item->below = s->top;
    s->top = item;
    s->size++;
}

bool stack_pop(Stack *s, int *value)
{
    if (stack_is_empty(s))
        return false;
    Item *item = s->top;
    *value = item->value;
    s->top = item->below;
    s->size--;
    free(item);
    return true;
}

/* Wrong: nobody asks whether the stack is empty. */
int stack_peek(const Stack *s)
{
    return s->top->value;
}

/* Wrong: the item is lost. */
int stack_drop(Stack *s)
{
    if (s->top == NULL)
        return -1;
    int value = s->top->value;
    s->top = s->top->below;
    return value;
}

void stack_clear(Stack *s)
{
    while (s->top != NULL) {
        Item *item = s->top;
        s->top = item->below;
        free(item);
    }
    s->size = 0;
}

void stack_destroy(Stack *s)
{
    int value;
    while (stack_pop(s, &value))
        ;
    free(s);
}

/* Wrong: what is on the stack is not freed. */
void stack_destroy_wrong(Stack *s)
{
    free(s);
}
