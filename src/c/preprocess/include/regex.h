#include <stddef.h>
typedef int regoff_t;
typedef struct {
    void *__compiled;
    size_t __sizes[2];
    unsigned long __syntax;
    void *__tables[2];
    size_t re_nsub;
    unsigned int __flags;
} regex_t;
typedef struct {
    regoff_t rm_so;
    regoff_t rm_eo;
} regmatch_t;
#define REG_EXTENDED 1
#define REG_ICASE 2
#define REG_NEWLINE 4
#define REG_NOSUB 8
#define REG_NOTBOL 1
#define REG_NOTEOL 2
enum {
    REG_NOERROR = 0,
    REG_NOMATCH = 1,
    REG_BADPAT = 2,
    REG_ECOLLATE = 3,
    REG_ECTYPE = 4,
    REG_EESCAPE = 5,
    REG_ESUBREG = 6,
    REG_EBRACK = 7,
    REG_EPAREN = 8,
    REG_EBRACE = 9,
    REG_BADBR = 10,
    REG_ERANGE = 11,
    REG_ESPACE = 12,
    REG_BADRPT = 13
};
int regcomp(regex_t *to, const char *pattern, int flags);
int regexec(const regex_t *pattern, const char *text, size_t count, regmatch_t to[], int flags);
size_t regerror(int error, const regex_t *pattern, char *to, size_t size);
void regfree(regex_t *pattern);
