#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next;
  struct node *prev;
};

int main(void)
{
  // The head of the ring is a variable, all other elements are on the heap.
  struct node head;
  head.next = &head;
  head.prev = &head;
  while (__VERIFIER_nondet_int()) {
    struct node *added = malloc(sizeof *added);
    added->next = &head;
    added->prev = head.prev;
    head.prev->next = added;
    head.prev = added;
  }

  // Free everything around the ring, and the head as well.
  struct node *node = head.next;
  while (node != &head) {
    struct node *next = node->next;
    free(node);
    node = next;
  }
  free(node);
  return 0;
}
