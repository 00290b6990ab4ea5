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
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *added = malloc(sizeof *added);
    added->items = NULL;
    added->next = list;
    list = added;
  }

  // Any inner list that is empty gets an item, any other loses it.
  struct node *node = list;
  while (__VERIFIER_nondet_int()) {
    if (node == NULL)
      node = list;
    else if (__VERIFIER_nondet_int())
      node = node->next;
    else if (node->items == NULL) {
      node->items = malloc(sizeof *node->items);
      node->items->next = NULL;
    } else {
      free(node->items);
      node->items = NULL;
    }
  }

  while (list != NULL) {
    while (list->items != NULL) {
      struct item *item = list->items;
      list->items = item->next;
      free(item);
    }
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
