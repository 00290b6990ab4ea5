#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
  struct node *next;
  struct node *prev;
};

int main(void)
{
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *added = malloc(sizeof *added);
    added->next = list;
    added->prev = NULL;
    if (list != NULL)
      list->prev = added;
    list = added;
  }

  // In every element, next and prev change roles.
  struct node *reversed = NULL;
  while (list != NULL) {
    reversed = list;
    list = reversed->next;
    reversed->next = reversed->prev;
    reversed->prev = list;
  }

  struct node *node = reversed;
  while (node != NULL) {
    if (node->next != NULL && node->next->prev != node)
      reach_error();
    node = node->next;
  }

  while (reversed != NULL) {
    struct node *next = reversed->next;
    free(reversed);
    reversed = next;
  }
  return 0;
}
