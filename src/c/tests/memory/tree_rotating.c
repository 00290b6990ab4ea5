// Deutsch, Schorr and Waite: a traversal without a stack; a write to null is an assertion.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct TreeNode { struct TreeNode *left; struct TreeNode *right; };
int main(void) {
    struct TreeNode *root = malloc(sizeof *root), *pred, *n;
    root->left = root->right = NULL;
    while (__VERIFIER_nondet_int()) {
        n = root;
        while (n->left && __VERIFIER_nondet_int()) n = n->left;
        if (n->left == NULL) {
            n->left = malloc(sizeof *n);
            n->left->left = NULL;
            n->left->right = NULL;
        } else if (n->right == NULL) {
            n->right = malloc(sizeof *n);
            n->right->left = NULL;
            n->right->right = NULL;
        }
    }
    struct TreeNode sentinel;
    n = root;
    pred = &sentinel;
    struct TreeNode *succ = NULL;
    while (n != &sentinel) {
        succ = n->left;
        n->left = n->right;
        n->right = pred;
        pred = n;
        n = succ;
        if (!n) {
            n = pred;
            pred = NULL;
        }
    }
    if (pred != root)
        ((struct TreeNode *)NULL)->left = NULL;
    struct TreeNode *list = root;
    (void)list;
    return 0;
}
