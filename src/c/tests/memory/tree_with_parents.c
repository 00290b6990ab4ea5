// A tree with parents, disposed leaf by leaf.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct TreeNode { struct TreeNode *left; struct TreeNode *right; struct TreeNode *parent; };
int main(void) {
    struct TreeNode *root = malloc(sizeof(*root)), *n;
    root->left = root->right = root->parent = NULL;
    while (__VERIFIER_nondet_int()) {
        n = root;
        while (n->left && n->right) {
            if (__VERIFIER_nondet_int())
                n = n->left;
            else
                n = n->right;
        }
        struct TreeNode **to = n->left ? &n->right : &n->left;
        *to = malloc(sizeof(**to));
        (*to)->left = NULL;
        (*to)->right = NULL;
        (*to)->parent = n;
    }
    n = root;
    while (n) {
        if (n->left) {
            n = n->left;
        } else if (n->right) {
            n = n->right;
        } else {
            struct TreeNode *parent = n->parent;
            if (parent) {
                if (parent->left == n) parent->left = NULL; else parent->right = NULL;
            }
            free(n);
            n = parent;
        }
    }
    return 0;
}
