#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
  struct node *next;
};

// Reverses a list, and returns its new first element.
struct node *reverse(struct node *list)
{
  if (list == NULL || list->next == NULL)
    return list;
  struct node *second = list->next;
  struct node *reversed = reverse(second);
  second->next = list;
  list->next = NULL;
  return reversed;
}

int main(void)
{
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *added = malloc(sizeof *added);
    added->next = list;
    list = added;
  }

  // What was first is now last.
  struct node *first = list;
  list = reverse(list);
  if (first != NULL && first->next != NULL)
    reach_error();

  while (list != NULL) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
