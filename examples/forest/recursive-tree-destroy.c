#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *left;
  struct node *right;
};

// Frees the subtrees before the node that leads to them.
void destroy(struct node *root)
{
  if (root == NULL)
    return;
  destroy(root->left);
  destroy(root->right);
  free(root);
}

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

  destroy(root);
  return 0;
}
