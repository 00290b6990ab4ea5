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
    before->next = added;
    // The last element has nothing behind it.
    added->next->prev = added;
  }

  while (list != NULL) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
