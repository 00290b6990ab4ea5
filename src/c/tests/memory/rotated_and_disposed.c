// Deutsch, Schorr and Waite: a traversal without a stack, of a tree that is disposed afterwards.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *left, *right; };
int main(void) {
    struct node *root = malloc(sizeof *root), *at;
    root->left = root->right = NULL;
    while (__VERIFIER_nondet_int()) {
        at = root;
        while (at->left && at->right)
            at = __VERIFIER_nondet_int() ? at->left : at->right;
        struct node **to = at->left ? &at->right : &at->left;
        *to = malloc(sizeof **to);
        (*to)->left = (*to)->right = NULL;
    }
    struct node sentinel, *pred = &sentinel;
    at = root;
    while (at != &sentinel) {
        struct node *next = at->left;
        at->left = at->right;
        at->right = pred;
        pred = at;
        at = next;
        if (!at) {
            at = pred;
            pred = NULL;
        }
    }
    while (root) {
        struct node *left = root->left, *right = root->right;
        if (left) {
            root->left = left->right;
            left->right = root;
            root = left;
        } else {
            free(root);
            root = right;
        }
    }
    return 0;
}
