#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct cell {
  struct cell *next;
};

struct node {
  struct node *next;
  struct cell *ring;
};

int main(void)
{
  // Each element of the list has a ring of one cell or more.
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct cell *first = malloc(sizeof *first);
    first->next = first;
    while (__VERIFIER_nondet_int()) {
      struct cell *cell = malloc(sizeof *cell);
      cell->next = first->next;
      first->next = cell;
    }
    struct node *added = malloc(sizeof *added);
    added->ring = first;
    added->next = list;
    list = added;
  }

  // Turn every ring by one cell.
  struct node *node = list;
  while (node != NULL) {
    node->ring = node->ring->next;
    node = node->next;
  }

  while (list != NULL) {
    struct cell *first = list->ring, *cell = first->next;
    while (cell != first) {
      struct cell *next = cell->next;
      free(cell);
      cell = next;
    }
    free(first);
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
