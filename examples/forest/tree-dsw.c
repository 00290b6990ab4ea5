#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
  struct node *left;
  struct node *right;
  int below_right;
};

int main(void)
{
  struct node *root = malloc(sizeof *root);
  root->left = NULL;
  root->right = NULL;
  root->below_right = 0;
  while (__VERIFIER_nondet_int()) {
    // Walk down to any node that lacks a child, and give it one.
    struct node *node = root;
    while (node->left != NULL && node->right != NULL)
      node = __VERIFIER_nondet_int() ? node->left : node->right;
    struct node *added = malloc(sizeof *added);
    added->left = NULL;
    added->right = NULL;
    added->below_right = 0;
    if (node->left == NULL && __VERIFIER_nondet_int())
      node->left = added;
    else if (node->right == NULL)
      node->right = added;
    else
      node->left = added;
  }

  // On the way down, pointers are turned: the one that led down from `parent` leads up to the node above it.
  struct node *parent = NULL, *current = root;
  do {
    if (current != NULL) {
      struct node *child = current->left;
      current->left = parent;
      parent = current;
      current = child;
    } else {
      // Up from the right, restoring the pointers there.
      while (parent != NULL && parent->below_right) {
        struct node *above = parent->right;
        parent->right = current;
        parent->below_right = 0;
        current = parent;
        parent = above;
      }
      // From left to right: the left pointer is restored, the right one is turned.
      if (parent != NULL) {
        struct node *above = parent->left;
        parent->left = current;
        parent->below_right = 1;
        current = parent->right;
        parent->right = above;
      }
    }
  } while (parent != NULL);
  if (current != root)
    reach_error();

  // Rotate until there is nothing on the left, and free the root.
  while (root != NULL) {
    struct node *next = root->left;
    if (next == NULL) {
      next = root->right;
      free(root);
    } else {
      root->left = next->right;
      next->right = root;
    }
    root = next;
  }
  return 0;
}
