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

  // Delete any element.
  if (list != NULL) {
    struct node *before = NULL, *deleted = list;
    while (deleted->next != NULL && __VERIFIER_nondet_int()) {
      before = deleted;
      deleted = deleted->next;
    }
    if (before == NULL)
      list = deleted->next;
    else
      before->next = NULL;  // should be deleted->next
    free(deleted);
  }

  while (list != NULL) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
