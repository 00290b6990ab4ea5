#include <stddef.h>
#define alloca __builtin_alloca
