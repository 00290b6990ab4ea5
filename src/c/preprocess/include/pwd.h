#include <stdio.h>
#include <sys/types.h>
struct passwd {
    char *pw_name;
    char *pw_passwd;
    uid_t pw_uid;
    gid_t pw_gid;
    char *pw_gecos;
    char *pw_dir;
    char *pw_shell;
};
struct passwd *getpwnam(const char *name);
struct passwd *getpwuid(uid_t user);
int getpwnam_r(const char *name, struct passwd *to, char *buffer, size_t size, struct passwd **result);
int getpwuid_r(uid_t user, struct passwd *to, char *buffer, size_t size, struct passwd **result);
struct passwd *getpwent(void);
void setpwent(void);
void endpwent(void);
