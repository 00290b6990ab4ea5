#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

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

// Swaps left and right everywhere.
void mirror(struct node *root)
{
  if (root == NULL)
    return;
  struct node *left = root->left;
  root->left = root->right;
  root->right = left;
  mirror(root->left);
  mirror(root->right);
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
  if (root != NULL) {
    struct node *left = root->left;
    mirror(root);
    if (root->right != left)
      reach_error();
  }
  destroy(root);
  return 0;
}
