#include <stdint.h>
#include <sys/types.h>
#define EPOLL_CTL_ADD 1
#define EPOLL_CTL_DEL 2
#define EPOLL_CTL_MOD 3
enum EPOLL_EVENTS {
    EPOLLIN = 1,
    EPOLLPRI = 2,
    EPOLLOUT = 4,
    EPOLLERR = 8,
    EPOLLHUP = 16,
    EPOLLRDHUP = 8192,
    EPOLLONESHOT = 1 << 30
};
#define EPOLLET (1U << 31)
typedef union epoll_data {
    void *ptr;
    int fd;
    uint32_t u32;
    uint64_t u64;
} epoll_data_t;
struct epoll_event {
    uint32_t events;
    epoll_data_t data;
} __attribute__((__packed__));
int epoll_create(int size);
int epoll_create1(int flags);
int epoll_ctl(int file, int operation, int other, struct epoll_event *event);
int epoll_wait(int file, struct epoll_event *to, int count, int time);
