#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct item {
  struct item *next;
};

struct node {
  struct node *next;
  struct item *items;
};

int main(void)
{
  // Every element gets an item or none.
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *added = malloc(sizeof *added);
    added->items = NULL;
    if (__VERIFIER_nondet_int()) {
      added->items = malloc(sizeof *added->items);
      added->items->next = NULL;
    }
    added->next = list;
    list = added;
  }

  // Move an item to the next element, if that has none.
  struct node *node = list;
  while (node != NULL && __VERIFIER_nondet_int())
    node = node->next;
  if (node != NULL && node->next != NULL && node->next->items == NULL) {
    node->next->items = node->items;
    // Forgotten: node->items = NULL;
  }

  while (list != NULL) {
    free(list->items);
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
