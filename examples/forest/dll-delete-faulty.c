#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next;
  struct node *prev;
};

int main(void)
{
  // The first element stays, so that every other has one before it.
  struct node *list = malloc(sizeof *list);
  list->next = NULL;
  list->prev = NULL;
  struct node *last = list;
  while (__VERIFIER_nondet_int()) {
    struct node *added = malloc(sizeof *added);
    added->next = NULL;
    added->prev = last;
    last->next = added;
    last = added;
  }

  // Delete any element that is neither the first nor the last.
  struct node *deleted = list->next;
  while (deleted != NULL && __VERIFIER_nondet_int())
    deleted = deleted->next;
  if (deleted != NULL && deleted != last) {
    deleted->prev->next = deleted->next;
    // Forgotten: deleted->next->prev = deleted->prev;
    free(deleted);
  }

  // Walk back from the last element.
  struct node *node = last;
  while (node->prev != NULL)
    node = node->prev;

  while (list != NULL) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
