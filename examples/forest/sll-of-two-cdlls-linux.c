#include <stddef.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))

struct list_head {
  struct list_head *next;
  struct list_head *prev;
};

struct item {
  int value;
  struct list_head link;
};

struct node {
  struct node *next;
  struct list_head ready;
  struct list_head waiting;
};

int main(void)
{
  // Each element has the heads of two circular lists of items.
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->ready.next = &node->ready;
    node->ready.prev = &node->ready;
    node->waiting.next = &node->waiting;
    node->waiting.prev = &node->waiting;
    while (__VERIFIER_nondet_int()) {
      struct list_head *head = &node->ready;
      if (__VERIFIER_nondet_int())
        head = &node->waiting;
      struct item *added = malloc(sizeof *added);
      added->value = __VERIFIER_nondet_int();
      added->link.next = head;
      added->link.prev = head->prev;
      head->prev->next = &added->link;
      head->prev = &added->link;
    }
    node->next = list;
    list = node;
  }

  // The items are found from their links; a head is the end of its list.
  while (list != NULL) {
    struct list_head *link = list->ready.next;
    while (link != &list->ready) {
      struct item *item = container_of(link, struct item, link);
      link = link->next;
      free(item);
    }
    link = list->waiting.next;
    while (link != &list->waiting) {
      struct item *item = container_of(link, struct item, link);
      link = link->next;
      free(item);
    }
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
