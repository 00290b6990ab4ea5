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

  // Walk in any direction, up as well as down, and add a child now and then.
  struct node *node = root;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      if (node->parent != NULL)
        node = node->parent;
    } else if (__VERIFIER_nondet_int()) {
      if (node->left == NULL) {
        node->left = malloc(sizeof *node);
        node->left->left = NULL;
        node->left->right = NULL;
        node->left->parent = node;
      }
      node = node->left;
    } else {
      if (node->right == NULL) {
        node->right = malloc(sizeof *node);
        node->right->left = NULL;
        node->right->right = NULL;
        node->right->parent = node;
      }
      node = node->right;
    }
  }

  // The pointers up replace the stack: down to a leaf, free it, and on from its parent.
  node = root;
  while (node != NULL) {
    if (node->left != NULL)
      node = node->left;
    else if (node->right != NULL)
      node = node->right;
    else {
      struct node *leaf = node;
      node = leaf->parent;
      if (node == NULL) {
        if (leaf != root)
          reach_error();
      } else if (node->left == leaf)
        node->left = NULL;
      else
        node->right = NULL;
      free(leaf);
    }
  }
  return 0;
}
