#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
  int key;
  struct node *left;
  struct node *right;
};

// Inserts a key into a search tree, unless it is there, and returns the tree.
struct node *insert(struct node *root, int key)
{
  if (root == NULL) {
    root = malloc(sizeof *root);
    root->key = key;
    root->left = NULL;
    root->right = NULL;
  } else if (key < root->key)
    root->left = insert(root->left, key);
  else if (key > root->key)
    root->right = insert(root->right, key);
  return root;
}

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
  struct node *root = NULL;
  while (__VERIFIER_nondet_int())
    root = insert(root, __VERIFIER_nondet_int());
  destroy(root);
  return 0;
}
