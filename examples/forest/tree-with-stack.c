#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *left;
  struct node *right;
};

struct frame {
  struct frame *below;
  struct node *node;
};

int main(void)
{
  struct node *root = malloc(sizeof *root);
  root->left = NULL;
  root->right = NULL;
  while (__VERIFIER_nondet_int()) {
    // Walk down to any node that lacks a child, and give it one.
    struct node *node = root;
    while (node->left != NULL && node->right != NULL)
      node = __VERIFIER_nondet_int() ? node->left : node->right;
    struct node *added = malloc(sizeof *added);
    added->left = NULL;
    added->right = NULL;
    if (node->left == NULL && __VERIFIER_nondet_int())
      node->left = added;
    else if (node->right == NULL)
      node->right = added;
    else
      node->left = added;
  }

  // The stack holds the subtrees that are still to be freed.
  struct frame *stack = malloc(sizeof *stack);
  stack->below = NULL;
  stack->node = root;
  while (stack != NULL) {
    struct frame *top = stack;
    struct node *node = top->node;
    stack = top->below;
    free(top);
    if (node->left != NULL) {
      struct frame *frame = malloc(sizeof *frame);
      frame->below = stack;
      frame->node = node->left;
      stack = frame;
    }
    if (node->right != NULL) {
      struct frame *frame = malloc(sizeof *frame);
      frame->below = stack;
      frame->node = node->right;
      stack = frame;
    }
    free(node);
  }
  return 0;
}
