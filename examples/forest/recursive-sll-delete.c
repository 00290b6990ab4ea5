#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next;
};

// Deletes any one element or none, and returns the list without it.
struct node *delete(struct node *list)
{
  if (list == NULL)
    return NULL;
  if (__VERIFIER_nondet_int()) {
    struct node *rest = list->next;
    free(list);
    return rest;
  }
  list->next = delete(list->next);
  return list;
}

int main(void)
{
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *added = malloc(sizeof *added);
    added->next = list;
    list = added;
  }

  while (__VERIFIER_nondet_int())
    list = delete(list);

  while (list != NULL) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
