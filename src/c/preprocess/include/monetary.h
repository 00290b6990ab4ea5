#include <sys/types.h>
ssize_t strfmon(char *to, size_t size, const char *format, ...);
