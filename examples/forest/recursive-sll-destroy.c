#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next;
};

// Frees the elements from the last to the first.
void destroy(struct node *list)
{
  if (list == NULL)
    return;
  destroy(list->next);
  free(list);
}

int main(void)
{
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *added = malloc(sizeof *added);
    added->next = list;
    list = added;
  }

  destroy(list);
  return 0;
}
