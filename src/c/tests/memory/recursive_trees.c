// A tree that is built, extended, mirrored and disposed by recursion.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *left, *right; int value; };
static struct node *built(void) {
    if (__VERIFIER_nondet_int()) return NULL;
    struct node *new = malloc(sizeof *new);
    new->value = __VERIFIER_nondet_int();
    new->left = built();
    new->right = built();
    return new;
}
static void insert(struct node **tree, int value) {
    if (*tree) {
        insert(value < (*tree)->value ? &(*tree)->left : &(*tree)->right, value);
    } else {
        struct node *new = malloc(sizeof *new);
        new->value = value;
        new->left = new->right = NULL;
        *tree = new;
    }
}
static void mirror(struct node *tree) {
    if (!tree) return;
    struct node *left = tree->left;
    tree->left = tree->right;
    tree->right = left;
    mirror(tree->left);
    mirror(tree->right);
}
static void dispose(struct node *tree) {
    if (!tree) return;
    dispose(tree->left);
    dispose(tree->right);
    free(tree);
}
int main(void) {
    struct node *tree = built();
    insert(&tree, __VERIFIER_nondet_int());
    mirror(tree);
    dispose(tree);
    return 0;
}
