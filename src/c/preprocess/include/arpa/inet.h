#include <netinet/in.h>
in_addr_t inet_addr(const char *text);
in_addr_t inet_network(const char *text);
char *inet_ntoa(struct in_addr address);
const char *inet_ntop(int family, const void *address, char *to, socklen_t size);
int inet_pton(int family, const char *text, void *to);
int inet_aton(const char *text, struct in_addr *to);
