#include <sys/types.h>
struct dirent {
    ino_t d_ino;
    off_t d_off;
    unsigned short d_reclen;
    unsigned char d_type;
    char d_name[256];
};
#define d_fileno d_ino
typedef struct __dirstream DIR;
enum {
    DT_UNKNOWN = 0,
    DT_FIFO = 1,
    DT_CHR = 2,
    DT_DIR = 4,
    DT_BLK = 6,
    DT_REG = 8,
    DT_LNK = 10,
    DT_SOCK = 12,
    DT_WHT = 14
};
DIR *opendir(const char *name);
DIR *fdopendir(int file);
int closedir(DIR *folder);
struct dirent *readdir(DIR *folder);
int readdir_r(DIR *folder, struct dirent *entry, struct dirent **to);
void rewinddir(DIR *folder);
void seekdir(DIR *folder, long position);
long telldir(DIR *folder);
int dirfd(DIR *folder);
int scandir(const char *name, struct dirent ***to, int (*selects)(const struct dirent *), int (*compare)(const struct dirent **, const struct dirent **));
int alphasort(const struct dirent **a, const struct dirent **b);
