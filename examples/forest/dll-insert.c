#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next;
  struct node *prev;
};

int main(void)
{
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *added = malloc(sizeof *added);
    added->next = list;
    added->prev = NULL;
    if (list != NULL)
      list->prev = added;
    list = added;
  }

  // Insert an element behind any other.
  if (list != NULL) {
    struct node *before = list;
    while (before->next != NULL && __VERIFIER_nondet_int())
      before = before->next;
    struct node *added = malloc(sizeof *added);
    added->prev = before;
    added->next = before->next;
    if (before->next != NULL)
      before->next->prev = added;
    before->next = added;
  }

  while (list != NULL) {
    struct node *next = list->next;
    if (next != NULL)
      next->prev = NULL;
    free(list);
    list = next;
  }
  return 0;
}
