#include <stddef.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))

struct link {
  struct link *next;
};

struct item {
  int value;
  struct link link;
};

int main(void)
{
  struct link *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct item *added = malloc(sizeof *added);
    added->value = 0;
    added->link.next = list;
    list = &added->link;
  }

  struct link *link = list;
  while (link != NULL) {
    struct item *item = container_of(link, struct item, link);
    item->value = __VERIFIER_nondet_int();
    link = link->next;
  }

  while (list != NULL) {
    struct link *next = list->next;
    // The link is not what malloc returned.
    free(list);
    list = next;
  }
  return 0;
}
