// A tree, disposed with a stack of its nodes.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct TreeNode { struct TreeNode *left, *right; };
struct StackItem { struct StackItem *next; struct TreeNode *node; };
int main(void) {
    struct TreeNode *root = malloc(sizeof(*root)), *n;
    root->left = NULL;
    root->right = NULL;
    while (__VERIFIER_nondet_int()) {
        n = root;
        while (n->left && n->right)
            n = __VERIFIER_nondet_int() ? n->left : n->right;
        struct TreeNode *new = malloc(sizeof *new);
        if (!n->left && __VERIFIER_nondet_int()) { n->left = new; } else if (!n->right) { n->right = new; } else { free(new); continue; }
        new->left = new->right = (struct TreeNode *)NULL;
    }
    struct StackItem *s = malloc(sizeof(*s)), *st;
    s->next = NULL;
    s->node = root;
    while (s != NULL) {
        st = s;
        s = s->next;
        n = st->node;
        free(st);
        if (n->left) {
            st = malloc(sizeof(*st));
            st->next = s;
            st->node = n->left;
            s = st;
        }
        if (n->right) {
            st = malloc(sizeof(*st));
            st->next = s;
            st->node = n->right;
            s = st;
        }
        free(n);
    }
    return 0;
}
