#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next;
};

// Puts an element at the end of the list that `place` refers to.
void append(struct node **place, struct node *added)
{
  if (*place == NULL)
    *place = added;
  else
    append(&(*place)->next, added);
}

int main(void)
{
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *added = malloc(sizeof *added);
    added->next = NULL;
    append(&list, added);
  }

  while (list != NULL) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
