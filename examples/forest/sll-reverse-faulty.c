#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next;
};

static struct node *list;

int main(void)
{
  while (__VERIFIER_nondet_int()) {
    struct node *added = malloc(sizeof *added);
    added->next = list;
    list = added;
  }

  // A list of one element needs no reversal, but it must be freed.
  if (list == NULL || list->next == NULL)
    return 0;

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
