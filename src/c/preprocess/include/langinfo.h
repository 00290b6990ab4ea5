#include <locale.h>
typedef int nl_item;
#define CODESET 14
char *nl_langinfo(nl_item item);
