#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *left;
  struct node *right;
};

// Returns any tree.
struct node *build(void)
{
  if (!__VERIFIER_nondet_int())
    return NULL;
  struct node *root = malloc(sizeof *root);
  root->left = build();
  root->right = build();
  return root;
}

// Returns a tree of the same shape, with nodes of its own.
struct node *copy(struct node *root)
{
  if (root == NULL)
    return NULL;
  struct node *copied = malloc(sizeof *copied);
  copied->left = copy(root->left);
  copied->right = copy(root->right);
  return copied;
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
  struct node *root = build();
  struct node *copied = copy(root);
  destroy(root);
  destroy(copied);
  return 0;
}
