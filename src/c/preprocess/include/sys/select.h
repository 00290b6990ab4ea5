#include <stddef.h>
typedef struct {
    unsigned long __bits[1024 / (8 * sizeof(unsigned long))];
} sigset_t;
typedef long time_t;
typedef long suseconds_t;
struct timeval {
    time_t tv_sec;
    suseconds_t tv_usec;
};
#ifndef __timespec_defined
#define __timespec_defined 1
struct timespec {
    time_t tv_sec;
    long tv_nsec;
};
#endif
typedef long fd_mask;
#define FD_SETSIZE 1024
#define NFDBITS (8 * (int)sizeof(fd_mask))
typedef struct {
    fd_mask __fds_bits[1024 / (8 * sizeof(fd_mask))];
} fd_set;
#define __FD_BIT(number) ((fd_mask)(1UL << ((number) % NFDBITS)))
#define FD_SET(number, set) ((void)((set)->__fds_bits[(number) / NFDBITS] |= __FD_BIT(number)))
#define FD_CLR(number, set) ((void)((set)->__fds_bits[(number) / NFDBITS] &= ~__FD_BIT(number)))
#define FD_ISSET(number, set) (((set)->__fds_bits[(number) / NFDBITS] & __FD_BIT(number)) != 0)
#define FD_ZERO(set) do { unsigned int __at; for (__at = 0; __at < FD_SETSIZE / NFDBITS; ++__at) (set)->__fds_bits[__at] = 0; } while (0)
int select(int count, fd_set *to_read, fd_set *to_write, fd_set *exceptional, struct timeval *time);
int pselect(int count, fd_set *to_read, fd_set *to_write, fd_set *exceptional, const struct timespec *time, const sigset_t *mask);
