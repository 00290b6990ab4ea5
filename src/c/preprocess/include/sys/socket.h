#include <stddef.h>
#include <sys/types.h>
#include <sys/uio.h>
typedef unsigned int socklen_t;
typedef unsigned short sa_family_t;
#define SOCK_STREAM 1
#define SOCK_DGRAM 2
#define SOCK_RAW 3
#define SOCK_RDM 4
#define SOCK_SEQPACKET 5
#define SOCK_NONBLOCK 2048
#define SOCK_CLOEXEC 524288
#define PF_UNSPEC 0
#define PF_LOCAL 1
#define PF_UNIX 1
#define PF_INET 2
#define PF_INET6 10
#define PF_PACKET 17
#define AF_UNSPEC 0
#define AF_LOCAL 1
#define AF_UNIX 1
#define AF_INET 2
#define AF_INET6 10
#define AF_PACKET 17
#define SOL_SOCKET 1
#define SO_DEBUG 1
#define SO_REUSEADDR 2
#define SO_TYPE 3
#define SO_ERROR 4
#define SO_DONTROUTE 5
#define SO_BROADCAST 6
#define SO_SNDBUF 7
#define SO_RCVBUF 8
#define SO_KEEPALIVE 9
#define SO_OOBINLINE 10
#define SO_LINGER 13
#define SO_REUSEPORT 15
#define SO_RCVTIMEO 20
#define SO_SNDTIMEO 21
#define SO_ACCEPTCONN 30
#define SOMAXCONN 4096
#define MSG_OOB 1
#define MSG_PEEK 2
#define MSG_DONTROUTE 4
#define MSG_CTRUNC 8
#define MSG_TRUNC 0x20
#define MSG_DONTWAIT 0x40
#define MSG_WAITALL 0x100
#define MSG_NOSIGNAL 0x4000
#define SHUT_RD 0
#define SHUT_WR 1
#define SHUT_RDWR 2
struct sockaddr {
    sa_family_t sa_family;
    char sa_data[14];
};
struct sockaddr_storage {
    sa_family_t ss_family;
    char __padding[128 - sizeof(unsigned long) - sizeof(sa_family_t)];
    unsigned long __align;
};
struct msghdr {
    void *msg_name;
    socklen_t msg_namelen;
    struct iovec *msg_iov;
    size_t msg_iovlen;
    void *msg_control;
    size_t msg_controllen;
    int msg_flags;
};
struct linger {
    int l_onoff;
    int l_linger;
};
int socket(int domain, int type, int protocol);
int socketpair(int domain, int type, int protocol, int files[2]);
int bind(int file, const struct sockaddr *address, socklen_t size);
int getsockname(int file, struct sockaddr *address, socklen_t *size);
int connect(int file, const struct sockaddr *address, socklen_t size);
int getpeername(int file, struct sockaddr *address, socklen_t *size);
ssize_t send(int file, const void *from, size_t count, int flags);
ssize_t recv(int file, void *to, size_t count, int flags);
ssize_t sendto(int file, const void *from, size_t count, int flags, const struct sockaddr *address, socklen_t size);
ssize_t recvfrom(int file, void *to, size_t count, int flags, struct sockaddr *address, socklen_t *size);
ssize_t sendmsg(int file, const struct msghdr *message, int flags);
ssize_t recvmsg(int file, struct msghdr *message, int flags);
int getsockopt(int file, int level, int option, void *to, socklen_t *size);
int setsockopt(int file, int level, int option, const void *value, socklen_t size);
int listen(int file, int count);
int accept(int file, struct sockaddr *address, socklen_t *size);
int shutdown(int file, int how);
int sockatmark(int file);
