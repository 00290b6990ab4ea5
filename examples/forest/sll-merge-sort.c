#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next;
};

int main(void)
{
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *added = malloc(sizeof *added);
    added->next = list;
    list = added;
  }

  // Natural merge sort: each pass merges neighbouring runs, until there is only one. Comparisons have any result.
  int merged = 1;
  while (merged) {
    merged = 0;
    struct node *rest = list, *last = NULL;
    list = NULL;
    while (rest != NULL) {
      // A run ends where an element is greater than the next one.
      struct node *left = rest, *end = rest;
      while (end->next != NULL && !__VERIFIER_nondet_int())
        end = end->next;
      struct node *right = end->next;
      end->next = NULL;
      rest = NULL;
      if (right != NULL) {
        merged = 1;
        end = right;
        while (end->next != NULL && !__VERIFIER_nondet_int())
          end = end->next;
        rest = end->next;
        end->next = NULL;
      }

      // The smaller of the two first elements goes to the end of the new list.
      while (left != NULL || right != NULL) {
        struct node *smaller;
        if (right == NULL || (left != NULL && __VERIFIER_nondet_int())) {
          smaller = left;
          left = left->next;
        } else {
          smaller = right;
          right = right->next;
        }
        smaller->next = NULL;
        if (last == NULL)
          list = smaller;
        else
          last->next = smaller;
        last = smaller;
      }
    }
  }

  while (list != NULL) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
