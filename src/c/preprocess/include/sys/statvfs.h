#include <sys/types.h>
struct statvfs {
    unsigned long f_bsize;
    unsigned long f_frsize;
    fsblkcnt_t f_blocks;
    fsblkcnt_t f_bfree;
    fsblkcnt_t f_bavail;
    fsfilcnt_t f_files;
    fsfilcnt_t f_ffree;
    fsfilcnt_t f_favail;
    unsigned long f_fsid;
#ifndef __LP64__
    int __padding;
#endif
    unsigned long f_flag;
    unsigned long f_namemax;
    int __spare[6];
};
int statvfs(const char *name, struct statvfs *to);
int fstatvfs(int file, struct statvfs *to);
