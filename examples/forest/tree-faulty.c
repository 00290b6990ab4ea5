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

  // Each new node is put at the end of any path.
  while (__VERIFIER_nondet_int()) {
    struct node *added = malloc(sizeof *added);
    added->left = NULL;
    // Forgotten: added->right = NULL;
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
