#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
  struct node *left;
  struct node *right;
  struct node *parent;
};

int main(void)
{
  struct node *root = malloc(sizeof *root);
  root->left = NULL;
  root->right = NULL;
  root->parent = NULL;
  while (__VERIFIER_nondet_int()) {
    // Walk down to any node that lacks a child, and give it one.
    struct node *node = root;
    while (node->left != NULL && node->right != NULL)
      node = __VERIFIER_nondet_int() ? node->left : node->right;
    struct node *added = malloc(sizeof *added);
    added->left = NULL;
    added->right = NULL;
    added->parent = node;
    if (node->left == NULL && __VERIFIER_nondet_int())
      node->left = added;
    else if (node->right == NULL)
      node->right = added;
    else
      node->left = added;
  }

  // Rotate the tree to the right: the left child becomes the root.
  struct node *child = root->left;
  if (child != NULL) {
    root->left = child->right;
    // Forgotten: if (root->left != NULL) root->left->parent = root;
    child->right = root;
    child->parent = NULL;
    root->parent = child;
    root = child;
  }

  // On any path, each child knows its parent.
  struct node *node = root;
  while (node != NULL) {
    child = __VERIFIER_nondet_int() ? node->right : node->left;
    if (child != NULL && child->parent != node)
      reach_error();
    node = child;
  }

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
