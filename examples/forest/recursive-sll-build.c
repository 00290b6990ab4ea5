#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next;
};

// Returns a list of any length.
struct node *build(void)
{
  if (!__VERIFIER_nondet_int())
    return NULL;
  struct node *first = malloc(sizeof *first);
  first->next = build();
  return first;
}

int main(void)
{
  struct node *list = build();

  while (list != NULL) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
