#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next;
};

int main(void)
{
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *added = malloc(sizeof *added);
    added->next = list;
    list = added;
  }

  // Delete any elements.
  struct node *before = NULL, *current = list;
  while (current != NULL) {
    if (__VERIFIER_nondet_int()) {
      if (before == NULL)
        list = current->next;
      else
        before->next = current->next;
      free(current);
    } else
      before = current;
    // Wrong after `free(current)`.
    current = current->next;
  }

  while (list != NULL) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
