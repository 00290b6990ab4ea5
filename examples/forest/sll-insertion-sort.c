#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
  int key;
  struct node *next;
};

int main(void)
{
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *added = malloc(sizeof *added);
    added->key = __VERIFIER_nondet_int();
    added->next = list;
    list = added;
  }

  // The first unsorted element goes to its place in the sorted list.
  struct node *sorted = NULL;
  while (list != NULL) {
    struct node *moved = list;
    list = list->next;
    struct node *before = NULL, *after = sorted;
    while (after != NULL && after->key < moved->key) {
      before = after;
      after = after->next;
    }
    moved->next = after;
    if (before == NULL)
      sorted = moved;
    else
      before->next = moved;
  }

  while (sorted != NULL) {
    struct node *next = sorted->next;
    free(sorted);
    sorted = next;
  }
  return 0;
}
