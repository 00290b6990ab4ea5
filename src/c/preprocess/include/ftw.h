#include <sys/stat.h>
#define FTW_F 0
#define FTW_D 1
#define FTW_DNR 2
#define FTW_NS 3
#define FTW_SL 4
int ftw(const char *name, int (*function)(const char *, const struct stat *, int), int count);
