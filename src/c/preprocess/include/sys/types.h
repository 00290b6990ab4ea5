#include <stddef.h>
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef __INT64_TYPE__ int64_t;
typedef unsigned char u_int8_t;
typedef unsigned short u_int16_t;
typedef unsigned int u_int32_t;
typedef __UINT64_TYPE__ u_int64_t;
typedef unsigned char u_char;
typedef unsigned short u_short;
typedef unsigned int u_int;
typedef unsigned long u_long;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
#ifdef __LP64__
typedef long ssize_t;
typedef unsigned long dev_t;
typedef unsigned long nlink_t;
typedef long quad_t;
typedef unsigned long u_quad_t;
#else
typedef int ssize_t;
typedef unsigned long long dev_t;
typedef unsigned int nlink_t;
typedef long long quad_t;
typedef unsigned long long u_quad_t;
#endif
typedef long off_t;
typedef __INT64_TYPE__ loff_t;
typedef unsigned long ino_t;
typedef unsigned int mode_t;
typedef unsigned int uid_t;
typedef unsigned int gid_t;
typedef unsigned int id_t;
typedef int pid_t;
typedef int key_t;
typedef long blksize_t;
typedef long blkcnt_t;
typedef unsigned long fsblkcnt_t;
typedef unsigned long fsfilcnt_t;
typedef struct {
    int __val[2];
} fsid_t;
typedef char *caddr_t;
typedef int daddr_t;
typedef long clock_t;
typedef long time_t;
typedef int clockid_t;
typedef void *timer_t;
typedef long suseconds_t;
typedef unsigned long pthread_t;
typedef unsigned int pthread_key_t;
typedef int pthread_once_t;
typedef volatile int pthread_spinlock_t;
typedef struct {
#ifdef __LP64__
    long __words[7];
#else
    long __words[9];
#endif
} pthread_attr_t;
typedef struct {
#ifdef __LP64__
    long __words[5];
#else
    long __words[6];
#endif
} pthread_mutex_t;
typedef struct {
    long long __words[6];
} pthread_cond_t;
typedef struct {
#ifdef __LP64__
    long __words[7];
#else
    long __words[8];
#endif
} pthread_rwlock_t;
typedef struct {
#ifdef __LP64__
    long __words[4];
#else
    long __words[5];
#endif
} pthread_barrier_t;
typedef struct {
    int __word;
} pthread_mutexattr_t;
typedef struct {
    int __word;
} pthread_condattr_t;
typedef struct {
    int __word;
} pthread_barrierattr_t;
typedef struct {
    long __words[8 / sizeof(long)];
} pthread_rwlockattr_t;
#include <sys/select.h>
