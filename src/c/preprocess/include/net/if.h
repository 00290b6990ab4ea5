#include <sys/socket.h>
#define IF_NAMESIZE 16
#define IFNAMSIZ 16
enum {
    IFF_UP = 1,
    IFF_BROADCAST = 2,
    IFF_LOOPBACK = 8,
    IFF_POINTOPOINT = 16,
    IFF_RUNNING = 64,
    IFF_PROMISC = 256,
    IFF_MULTICAST = 4096
};
struct if_nameindex {
    unsigned int if_index;
    char *if_name;
};
unsigned int if_nametoindex(const char *name);
char *if_indextoname(unsigned int index, char *to);
struct if_nameindex *if_nameindex(void);
void if_freenameindex(struct if_nameindex *first);
