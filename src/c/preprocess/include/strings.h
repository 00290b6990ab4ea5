#include <stddef.h>
int strcasecmp(const char *a, const char *b);
int strncasecmp(const char *a, const char *b, size_t count);
void bzero(void *object, size_t count);
int bcmp(const void *a, const void *b, size_t count);
void bcopy(const void *from, void *to, size_t count);
char *index(const char *text, int character);
char *rindex(const char *text, int character);
int ffs(int number);
int ffsl(long number);
int ffsll(long long number);
