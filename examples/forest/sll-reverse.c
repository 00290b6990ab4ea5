#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next;
};

int main(void)
{
  // Elements are appended at the end.
  struct node *list = NULL, *last = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *added = malloc(sizeof *added);
    added->next = NULL;
    if (last == NULL)
      list = added;
    else
      last->next = added;
    last = added;
  }

  struct node *reversed = NULL;
  while (list != NULL) {
    struct node *rest = list->next;
    list->next = reversed;
    reversed = list;
    list = rest;
  }

  while (reversed != NULL) {
    struct node *next = reversed->next;
    free(reversed);
    reversed = next;
  }
  return 0;
}
