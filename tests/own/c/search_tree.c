/* A binary search tree. */
#include <stdlib.h>

struct tree {
    int key;
    struct tree *left;
    struct tree *right;
};

struct tree *insert(struct tree *root, int key)
{
    if (root == NULL) {
        struct tree *t = malloc(sizeof(struct tree));
        t->key = key;
        t->left = NULL;
        t->right = NULL;
        return t;
    }
    if (key < root->key)
        root->left = insert(root->left, key);
    else if (key > root->key)
        root->right = insert(root->right, key);
    return root;
}

struct tree *insert_in_loop(struct tree *root, int key)
{
    struct tree *t = malloc(sizeof(struct tree));
    t->key = key;
    t->left = t->right = NULL;
    if (root == NULL)
        return t;
    struct tree *at = root;
    for (;;) {
        if (key < at->key) {
            if (at->left == NULL) {
                at->left = t;
                return root;
            }
            at = at->left;
        } else {
            if (at->right == NULL) {
                at->right = t;
                return root;
            }
            at = at->right;
        }
    }
}

int contains(const struct tree *root, int key)
{
    while (root != NULL) {
        if (root->key == key)
            return 1;
        root = key < root->key ? root->left : root->right;
    }
    return 0;
}

/* Wrong: an empty tree has no least key. */
int minimum(struct tree *root)
{
    while (root->left != NULL)
        root = root->left;
    return root->key;
}

struct tree *remove_key(struct tree *root, int key)
{
    if (root == NULL)
        return NULL;
    if (key < root->key) {
        root->left = remove_key(root->left, key);
    } else if (key > root->key) {
        root->right = remove_key(root->right, key);
    } else if (root->left == NULL) {
        struct tree *right = root->right;
        free(root);
        return right;
    } else if (root->right == NULL) {
        struct tree *left = root->left;
        free(root);
        return left;
    } else {
        struct tree *least = root->right;
        while (least->left != NULL)
            least = least->left;
        root->key = least->key;
        root->right = remove_key(root->right, least->key);
    }
    return root;
}

void free_tree(struct tree *root)
{
    if (root == NULL)
        return;
    free_tree(root->left);
    free_tree(root->right);
    free(root);
}

/* Wrong: the node is used after it was freed. */
void free_tree_wrong(struct tree *root)
{
    if (root != NULL) {
        free_tree_wrong(root->left);
        free(root);
        free_tree_wrong(root->right);
    }
}

/* Wrong: the tree on the right is never freed. */
void free_left_only(struct tree *root)
{
    while (root != NULL) {
        struct tree *left = root->left;
        free(root);
        root = left;
    }
}

int height(struct tree *root)
{
    if (root == NULL)
        return 0;
    int left = height(root->left);
    int right = height(root->right);
    return 1 + (left > right ? left : right);
}
