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

  // In one list: the elements before `current` are sorted, and it moves back to its place among them.
  struct node *current = list;
  while (current != NULL) {
    struct node *rest = current->next;
    struct node *before = current->prev;
    while (before != NULL && before->key > current->key)
      before = before->prev;
    if (before != current->prev) {
      current->prev->next = rest;
      if (rest != NULL)
        rest->prev = current->prev;
      current->prev = before;
      if (before == NULL) {
        current->next = list;
        list = current;
      } else {
        current->next = before->next;
        before->next = current;
      }
      current->next->prev = current;
    }
    current = rest;
  }

  while (list != NULL) {
    struct node *next = list->next;
    if (next != NULL)
      next->prev = NULL;
    free(list);
    list = next;
  }
  return 0;
}
