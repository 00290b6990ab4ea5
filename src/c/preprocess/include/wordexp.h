#include <stddef.h>
typedef struct {
    size_t we_wordc;
    char **we_wordv;
    size_t we_offs;
} wordexp_t;
#define WRDE_DOOFFS 1
#define WRDE_APPEND 2
#define WRDE_NOCMD 4
#define WRDE_NOSPACE 1
#define WRDE_BADCHAR 2
#define WRDE_SYNTAX 5
int wordexp(const char *words, wordexp_t *to, int flags);
void wordfree(wordexp_t *found);
