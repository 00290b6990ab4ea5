// A search tree with parents: insertion, and disposal from leaf to leaf.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *left, *right, *parent; int value; };
int main(void) {
    struct node *root = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *new = malloc(sizeof *new), *parent = NULL, **to = &root;
        new->value = __VERIFIER_nondet_int();
        new->left = new->right = NULL;
        while (*to) {
            parent = *to;
            to = new->value < parent->value ? &parent->left : &parent->right;
        }
        new->parent = parent;
        *to = new;
    }
    while (root) {
        struct node *at = root;
        while (at->left || at->right)
            at = at->left ? at->left : at->right;
        struct node *parent = at->parent;
        if (!parent) root = NULL;
        else if (parent->left == at) parent->left = NULL;
        else parent->right = NULL;
        free(at);
    }
    return 0;
}
