#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
  int key;
  struct node *next;
  struct node *prev;
};

int main(void)
{
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *added = malloc(sizeof *added);
    added->key = __VERIFIER_nondet_int();
    added->next = list;
    added->prev = NULL;
    if (list != NULL)
      list->prev = added;
    list = added;
  }

  // With two lists: the first element of one goes to its place in the other.
  struct node *sorted = NULL;
  while (list != NULL) {
    struct node *moved = list;
    list = list->next;
    if (list != NULL)
      list->prev = NULL;
    struct node *before = NULL, *after = sorted;
    while (after != NULL && after->key < moved->key) {
      before = after;
      after = after->next;
    }
    moved->prev = before;
    moved->next = after;
    if (before == NULL)
      sorted = moved;
    else
      before->next = moved;
    if (after != NULL)
      after->prev = moved;
  }

  while (sorted != NULL) {
    struct node *next = sorted->next;
    free(sorted);
    sorted = next;
  }
  return 0;
}
