#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
  struct node *next;
  struct node *prev;
};

int main(void)
{
  struct node *ring = malloc(sizeof *ring);
  ring->next = ring;
  ring->prev = ring;
  while (__VERIFIER_nondet_int()) {
    struct node *added = malloc(sizeof *added);
    added->next = ring;
    added->prev = ring->prev;
    added->prev->next = added;
    ring->prev = added;
  }

  // Walk any way in either direction.
  struct node *node = ring;
  while (__VERIFIER_nondet_int()) {
    if (node->next->prev != node)
      reach_error();
    if (__VERIFIER_nondet_int())
      node = node->next;
    else
      node = node->prev;
  }

  // Take out the neighbours of the element that was reached.
  while (node->next != node) {
    struct node *removed = node->next;
    node->next = removed->next;
    node->next->prev = node;
    free(removed);
  }
  free(node);
  return 0;
}
