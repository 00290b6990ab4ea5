#include <stddef.h>
typedef enum {
    FIND,
    ENTER
} ACTION;
typedef struct entry {
    char *key;
    void *data;
} ENTRY;
typedef enum {
    preorder,
    postorder,
    endorder,
    leaf
} VISIT;
int hcreate(size_t count);
void hdestroy(void);
ENTRY *hsearch(ENTRY entry, ACTION action);
void insque(void *element, void *predecessor);
void remque(void *element);
void *lfind(const void *key, const void *first, size_t *count, size_t size, int (*compare)(const void *, const void *));
void *lsearch(const void *key, void *first, size_t *count, size_t size, int (*compare)(const void *, const void *));
void *tsearch(const void *key, void **root, int (*compare)(const void *, const void *));
void *tfind(const void *key, void *const *root, int (*compare)(const void *, const void *));
void *tdelete(const void *key, void **root, int (*compare)(const void *, const void *));
void twalk(const void *root, void (*action)(const void *, VISIT, int));
