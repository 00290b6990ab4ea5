#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct cell {
  struct cell *next;
  struct cell *prev;
};

struct node {
  struct node *next;
  struct node *prev;
  struct cell *ring;
};

int main(void)
{
  // Both lists have pointers back: the outer one, and the ring of each of its elements.
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct cell *first = malloc(sizeof *first);
    first->next = first;
    first->prev = first;
    while (__VERIFIER_nondet_int()) {
      struct cell *cell = malloc(sizeof *cell);
      cell->prev = first;
      cell->next = first->next;
      cell->next->prev = cell;
      first->next = cell;
    }
    struct node *added = malloc(sizeof *added);
    added->ring = first;
    added->next = list;
    added->prev = NULL;
    if (list != NULL)
      list->prev = added;
    list = added;
  }

  // Turn every ring by one cell.
  struct node *node = list;
  while (node != NULL) {
    node->ring = node->ring->prev;
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
