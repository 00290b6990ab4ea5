#include <stddef.h>
typedef void *iconv_t;
iconv_t iconv_open(const char *to, const char *from);
size_t iconv(iconv_t converter, char **from, size_t *from_size, char **to, size_t *to_size);
int iconv_close(iconv_t converter);
