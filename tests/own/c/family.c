/* A tree in which children know their parents. */
#include <stdlib.h>

typedef struct node {
    int key;
    struct node *left, *right, *parent;
} node_t;

node_t *add(node_t *root, int key)
{
    node_t *n = malloc(sizeof *n);
    n->key = key;
    n->left = n->right = n->parent = NULL;
    node_t *above = NULL;
    node_t *at = root;
    while (at) {
        above = at;
        at = key < at->key ? at->left : at->right;
    }
    n->parent = above;
    if (!above)
        return n;
    if (key < above->key)
        above->left = n;
    else
        above->right = n;
    return root;
}

node_t *root_of(node_t *n)
{
    while (n && n->parent)
        n = n->parent;
    return n;
}

node_t *leftmost(node_t *n)
{
    if (!n)
        return NULL;
    while (n->left)
        n = n->left;
    return n;
}

/* Wrong: the root has no parent. */
node_t *uncle(node_t *n)
{
    node_t *parent = n->parent;
    return parent == parent->parent->left ? parent->parent->right : parent->parent->left;
}
