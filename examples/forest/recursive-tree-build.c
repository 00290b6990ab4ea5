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

int main(void)
{
  struct node *root = build();

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
