#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *left;
  struct node *right;
};

int main(void)
{
  struct node *root = malloc(sizeof *root);
  root->left = NULL;
  root->right = NULL;

  // Each new node is put below any node that has place for it.
  while (__VERIFIER_nondet_int()) {
    struct node *added = malloc(sizeof *added);
    added->left = NULL;
    added->right = NULL;
    struct node *node = root;
    while (added != NULL) {
      if (__VERIFIER_nondet_int()) {
        if (node->left == NULL) {
          node->left = added;
          added = NULL;
        } else
          node = node->left;
      } else {
        if (node->right == NULL) {
          node->right = added;
          added = NULL;
        } else
          node = node->right;
      }
    }
  }

  // Take away one leaf after the other, without a stack.
  while (root != NULL) {
    struct node *parent = NULL, *leaf = root;
    while (leaf->left != NULL || leaf->right != NULL) {
      parent = leaf;
      if (leaf->left != NULL)
        leaf = leaf->left;
      else
        leaf = leaf->right;
    }
    if (parent == NULL)
      root = NULL;
    else if (parent->left == leaf)
      parent->left = NULL;
    else
      parent->right = NULL;
    free(leaf);
  }
  return 0;
}
