#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
  struct node *head;
  struct node *next;
};

int main(void)
{
  struct node *list = malloc(sizeof *list);
  list->head = list;
  list->next = NULL;
  struct node *last = list;
  while (__VERIFIER_nondet_int()) {
    struct node *added = malloc(sizeof *added);
    added->head = last->head;
    added->next = NULL;
    last->next = added;
    last = added;
  }

  // From every element, one step leads back to the first.
  struct node *node = list;
  while (node != NULL) {
    if (node->head != list)
      reach_error();
    node = node->next;
  }

  node = list;
  while (node != NULL) {
    struct node *next = node->next;
    free(node);
    node = next;
  }
  return 0;
}
