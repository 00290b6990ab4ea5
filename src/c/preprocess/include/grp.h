#include <stdio.h>
#include <sys/types.h>
struct group {
    char *gr_name;
    char *gr_passwd;
    gid_t gr_gid;
    char **gr_mem;
};
struct group *getgrnam(const char *name);
struct group *getgrgid(gid_t group);
struct group *getgrent(void);
void setgrent(void);
void endgrent(void);
int setgroups(size_t count, const gid_t *groups);
int initgroups(const char *user, gid_t group);
int getgrouplist(const char *user, gid_t group, gid_t *to, int *count);
