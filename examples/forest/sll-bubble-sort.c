#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
  int key;
  struct node *next;
};

int main(void)
{
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *added = malloc(sizeof *added);
    added->key = __VERIFIER_nondet_int();
    added->next = list;
    list = added;
  }

  // Neighbours in the wrong order change places; not their keys are swapped, but their pointers.
  int swapped = 1;
  while (swapped) {
    swapped = 0;
    struct node *before = NULL, *current = list;
    while (current != NULL && current->next != NULL) {
      struct node *after = current->next;
      if (current->key > after->key) {
        current->next = after->next;
        after->next = current;
        if (before == NULL)
          list = after;
        else
          before->next = after;
        before = after;
        swapped = 1;
      } else {
        before = current;
        current = after;
      }
    }
  }

  while (list != NULL) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
