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

  // Delete any element: `place` is the pointer that refers to it, be it `list` or the next of another element.
  if (list != NULL) {
    struct node **place = &list;
    while ((*place)->next != NULL && __VERIFIER_nondet_int())
      place = &(*place)->next;
    struct node *deleted = *place;
    *place = deleted->next;
    free(deleted);
  }

  while (list != NULL) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
